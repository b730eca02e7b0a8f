# SPDX-License-Identifier: Apache-2.0
"""The whole report of a small library: files, forms, exit codes; nothing of the library's text can break the page."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from small import VERDICTS, write

from proofcheck.cli import main
from proofcheck.report import record as record_module
from proofcheck.report.mathml import mathml
from proofcheck.report.page import margin, prose, tree, wording
from proofcheck.report.tex import macro_name, macro_names
from proofcheck.report.words import counted, listing, number, sentence

FILES = ("index.html", "report.json", "junit.xml", "proofcheck.tex")
FORMAT = (Path(record_module.__file__).parent / "FORMAT.md").read_text(encoding="utf-8")


def run(*args):
    return CliRunner().invoke(main, ["report", *map(str, args)])


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    result = run("--out", folder / "out", "--library", write(folder / "library"), "--jobs", 1)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return folder, result


@pytest.fixture(scope="module")
def page(made):
    return (made[0] / "out" / "index.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def data(made):
    return json.loads((made[0] / "out" / "report.json").read_text(encoding="utf-8"))


def test_verdicts_and_exit_code(made, data):
    assert {row["id"]: row["verdict"] for row in data["statements"]} == VERDICTS
    assert made[1].exit_code == 1
    assert "8 statements: 1 DOMAIN_ERROR, 2 PROVED, 1 REFUTED, 1 REJECTED, 1 STALE, 1 UNDECIDED, 1 VACUOUS" in \
        made[1].output


def test_the_same_input_gives_the_same_bytes(made, tmp_path):
    """Another process, another order of work, another folder."""
    run("--out", tmp_path / "again", "--library", made[0] / "library", "--jobs", 2)
    for name in FILES:
        assert (tmp_path / "again" / name).read_bytes() == (made[0] / "out" / name).read_bytes(), name


def test_no_path_and_no_date_is_in_the_files(made):
    for name in FILES:
        text = (made[0] / "out" / name).read_text(encoding="utf-8")
        assert str(made[0]) not in text
        assert not re.search(r"20\d\d-\d\d-\d\d", text)


class Elements(HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.tags, self.links, self.scripts = [], [], [], 0

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.tags.append((tag, found))
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found[key] for key in ("href", "src") if found.get(key)]
        self.scripts += tag == "script"


def test_the_text_of_a_library_stays_text(page):
    found = Elements()
    found.feed(page)
    assert found.scripts == 1
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<title>Small &amp; &lt;b&gt;bold&lt;/b&gt;</title>" in page
    assert not [attrs for tag, attrs in found.tags for key in attrs if key.startswith("on")]


def test_nothing_is_fetched_and_every_link_has_its_target(page):
    found = Elements()
    found.feed(page)
    assert len(found.ids) == len(set(found.ids))
    for link in found.links:
        assert link.startswith("#"), link
        assert link[1:] in found.ids, link
    assert not re.search(r"url\((?!#)|@import|https?://(?!www\.w3\.org)", page.replace("arxiv.org", ""))


def test_what_is_not_proved_stands_at_the_top(page):
    alert = page[page.index("Not proved"): page.index("h-results")]
    for id in ("false", "open", "undefined", "empty", "wrong", "old"):
        assert f'href="#s-{id}"' in alert
    assert 'href="#s-good"' not in alert


def test_a_witness_and_a_near_miss_are_shown(page, data):
    rows = {row["id"]: row for row in data["statements"]}
    assert rows["false"]["witness"] == {"x": "1"}
    assert "<code>x = 1</code>" in page
    assert rows["good"]["near_miss"]["verdict"] == "REFUTED"
    assert rows["good"]["touches"] == [{"x": "0"}, {"x": "1"}]
    assert rows["good.room"]["margin"] == "1/2"
    assert "The slack is at least 1/2 everywhere." in page


def test_a_near_miss_that_is_none_is_not_called_false(tmp_path):
    folder = write(tmp_path / "library")
    claims = folder / "claims.toml"
    claims.write_text(claims.read_text(encoding="utf-8").replace('x = "3/4"', 'x = "1/4"'), encoding="utf-8")
    run("--out", tmp_path / "out", "--library", folder, "--jobs", 1)
    assert "not confirmed: REJECTED" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def test_every_key_of_the_record_is_documented(data):
    documented = set(re.findall(r"`([a-z_0-9A-Z]+)`", FORMAT))
    keys = set(data) | {key for row in data["statements"] for key in row}
    assert keys <= documented, keys - documented
    assert (data["format"], data["version"]) == ("proofcheck-report", 1)
    assert "report.json, version 1" in FORMAT


def test_junit(made):
    root = ElementTree.parse(made[0] / "out" / "junit.xml").getroot()
    suite = root.find("testsuite")
    assert {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "9", "failures": "5", "errors": "1", "skipped": "1"}
    kinds = {case.get("name"): [child.get("type") or child.tag for child in case] for case in suite.iter("testcase")}
    assert kinds["good"] == ["system-out"]
    assert kinds["false"] == ["REFUTED"]
    assert kinds["open"] == ["UNDECIDED"]
    assert kinds["words"] == ["skipped"]
    assert "At x = 1." in suite.find("testcase[@name='false']/failure").get("message")


def test_tex_macros(made):
    text = (made[0] / "out" / "proofcheck.tex").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("%")]
    names = [re.fullmatch(r"\\newcommand\{\\pc([A-Za-z]+)\}\{(.*)\}( % .*)?", line)[1] for line in lines]
    assert len(names) == len(set(names))
    for line in lines:
        body = line.split(" % ")[0]
        assert body.count("{") == body.count("}")
    assert r"\newcommand{\pcGoodRoomMargin}{1/2}" in text
    assert r"\newcommand{\pcGoodRoomConst}{1}" in text
    assert r"\newcommand{\pcFalseVerdict}{refuted}" in text
    assert "pcFalseA" not in text  # no number of a statement that is not proved


@pytest.mark.parametrize(("id", "name"), [
    ("thm1.eq1", "ThmOneEqOne"), ("lemma5.small.s13", "LemmaFiveSmallSOneThree"),
    ("lemma5.small.s1.three", "LemmaFiveSmallSOnethree"), ("lemma5.small.s8.x_upper", "LemmaFiveSmallSEightXUpper"),
])
def test_macro_names(id, name):
    assert macro_name(id) == name


def test_macro_names_that_meet_are_refused_before_any_work(tmp_path):
    with pytest.raises(Exception, match="both give"):
        macro_names(["a.b", "a_b"])
    folder = write(tmp_path / "library")
    claims = folder / "claims.toml"
    claims.write_text(claims.read_text(encoding="utf-8").replace('"words"', '"good_room"'), encoding="utf-8")
    result = run("--out", tmp_path / "out", "--library", folder)
    assert (result.exit_code, (tmp_path / "out").exists()) == (2, False)
    assert "'good.room' and 'good_room' both give \\pcGoodRoom" in result.output


@pytest.mark.parametrize(("args", "message"), [
    ((), "Missing option '--out'"), (("--out", "out", "--library", "nowhere"), "no such folder"),
    (("--out", "out", "--library", "library", "--laws", "none.toml"), "none.toml"),
    (("--out", "out", "--library", "library", "--laws", "none.toml", "--epsilon", "0.1.2"), "none.toml"),
    (("--out", "library/claims.toml", "--library", "library"), "write the name of a folder"),
])
def test_bad_input_is_one_line_and_exit_code_2(tmp_path, monkeypatch, args, message):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "library")
    result = run(*args, "--jobs", 1)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_json_on_standard_output_is_the_record(made, tmp_path, data):
    result = run("--out", tmp_path / "out", "--library", made[0] / "library", "--jobs", 1, "--json", "-")
    assert json.loads(result.stdout) == data


def test_a_library_in_python(tmp_path):
    (tmp_path / "claims.py").write_text(
        "from proofcheck import Claim, ge\n"
        "CLAIMS = [Claim(id=n, given={'x': '[0, 1]'}, goal=ge('x', 'x**2')) for n in ('a', 'b')]\n", encoding="utf-8")
    result = run("--out", tmp_path / "out", "--library", tmp_path / "claims.py", "--jobs", 2)
    rows = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))["statements"]
    assert result.exit_code == 3
    assert [row["latex"] for row in rows] == [[r"x \ge x^{2}"]] * 2
    assert all("no certificate" in row["reason"] for row in rows)


def test_words():
    assert counted(1, "box") == "1 box"
    assert [counted(2, word) for word in ("box", "step", "arity")] == ["2 boxes", "2 steps", "2 arities"]
    assert [listing(some) for some in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert sentence("PROVED") == "Proved for all values in the domain, resting on no axiom."
    assert sentence("CONDITIONAL", ["b", "c"]) == \
        "Proved for all values in the domain, resting on the cited axioms b and c."


def test_numbers_are_rounded_away_from_hope():
    from fractions import Fraction

    third = Fraction(10**30 + 1, 3 * 10**30)
    assert Fraction(number(third)) < third < Fraction(number(third, up=True))
    assert margin(str(third)) == "0.333333"
    assert margin("0") == margin(None) == ""


def test_helpers_of_the_page():
    assert wording("R_T ≤ e^{−ηD_{m,j}} <b>, x_upper") == (
        "R<sub>T</sub> ≤ e<sup>−ηD<sub>m,j</sub></sup> &lt;b&gt;, x_upper")
    assert prose("a < b: $x$") == f"a &lt; b: {mathml('x')}"
    assert tree([(0, "a"), (1, "b"), (1, "c"), (0, "d")]) == (
        "<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>")


@pytest.mark.parametrize("latex", [r"\frac{a}{b} \le \log(x)", r"\mathrm{<script>}", r"-x^{2}", r"S' < 1"])
def test_formulas_are_well_formed(latex):
    ElementTree.fromstring(mathml(latex, block=True))
