# SPDX-License-Identifier: Apache-2.0
"""``junit.xml``: one test case for each statement, for the dashboards of continuous integration. No times, no date."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

from proofcheck.outcome import FINE
from proofcheck.report.words import NOTHING

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_text(report: Mapping[str, Any]) -> str:
    """The statements as a test suite.

    PROVED, CONDITIONAL and CONFIRMED pass; UNDECIDED is an error (there was no answer), a definition is skipped, all
    other verdicts fail.
    """
    rows = report["rows"]
    count = {"tests": len(rows), "failures": sum(map(_fails, rows)), "errors": sum(map(_open, rows)),
             "skipped": sum(row["verdict"] == NOTHING for row in rows)}
    totals = {name: str(value) for name, value in count.items()}
    suites = ElementTree.Element("testsuites", {"name": "proofcheck", **totals})
    suite = ElementTree.SubElement(suites, "testsuite", {"name": _clean(report["title"]), **totals})
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in (("proofcheck", report["version"]), ("kernel", report["kernel"]["digest"])):
        ElementTree.SubElement(properties, "property", {"name": name, "value": value})
    for row in rows:
        _case(suite, row)
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suites, encoding="unicode") + "\n"


def _fails(row: Mapping[str, Any]) -> bool:
    return row["verdict"] not in FINE and row["verdict"] not in ("UNDECIDED", NOTHING)


def _open(row: Mapping[str, Any]) -> bool:
    return bool(row["verdict"] == "UNDECIDED")


def _case(suite: ElementTree.Element, row: Mapping[str, Any]) -> None:
    source = row["source"]
    place = ".".join(part for part in ("proofcheck", source["paper"], source["section"].replace(".", "_")) if part)
    case = ElementTree.SubElement(suite, "testcase", {"classname": _clean(place), "name": row["id"], "time": "0"})
    text = _clean(row["statement"] or row["says"])
    if row["verdict"] == NOTHING:
        ElementTree.SubElement(case, "skipped", {"message": "a definition: nothing to decide"})
        return
    if _fails(row) or _open(row):
        point = ", ".join(f"{name} = {value}" for name, value in (row["witness"] or {}).items())
        reason = " ".join(part for part in (row["words"], row["reason"], f"At {point}." if point else "") if part)
        tag = "error" if _open(row) else "failure"
        ElementTree.SubElement(case, tag, {"type": row["verdict"], "message": _clean(reason)}).text = text
        return
    ElementTree.SubElement(case, "system-out").text = f"{row['verdict']}: {text}"


def _clean(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return _FORBIDDEN.sub("\ufffd", text)
