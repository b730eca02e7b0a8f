# SPDX-License-Identifier: Apache-2.0
"""One loss law as plain data: numbers rounded outward, and its pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from proofcheck.report.law_plots import law_pictures, shown
from proofcheck.report.laws import LawReport, Series, law_report


def law_data(path: str, epsilon: str) -> dict[str, Any]:
    """What the page and ``report.json`` say of a law. Raises InputError."""
    report = law_report(Path(path), epsilon)
    key = f"{Path(path).stem}-{epsilon}"
    return {
        "file": Path(path).name, "name": report.name, "actions": report.actions, "epsilon": str(report.epsilon),
        "eta": str(report.eta), "gaps": [str(gap) for gap in report.gaps], **_numbers(report),
        "pictures": [{"caption": caption, "svg": svg} for caption, svg in law_pictures(report, key)],
    }


def _numbers(report: LawReport) -> dict[str, Any]:
    return {
        "F": _points(report.softmax), "sum": shown(report.total), "bound_lemma5": report.bound5.shown(6)[1],
        "potential": _points(report.potential), "potential_bound": _points(report.falling),
        "regret": _points(report.regret), "bound_lemma4": report.bound_lemma4.shown(6)[1],
        "bound_1": report.bound_1.shown(6)[1], "bound_2": report.bound_2.shown(6)[1],
    }


def _points(series: Series) -> dict[str, dict[str, str]]:
    ends = {str(m): value.shown(8) for m, value in series.points}
    return {m: {"lower": low, "upper": high} for m, (low, high) in ends.items()}
