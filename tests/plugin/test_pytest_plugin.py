# SPDX-License-Identifier: Apache-2.0
"""`pytest --proofcheck`: an item for each claim, the reason in its failure, nothing loaded when not asked."""

import json

import pytest

from proofcheck.claim import Claim
from proofcheck.library import load_library

from ..certificates import certify

pytest_plugins = ["pytester"]

FILE = """
[source]
paper = "A"
[[claim]]
id = "lemma1.good"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x**2 <= x"
[[claim]]
id = "lemma1.bad"
kind = "real"
vars = {x = "[1, 1]"}
goal = "1 - exp(-x) >= (2/3)*x"
uses = ["lemma1.good"]
[[claim]]
id = "lemma1.undefined"
kind = "real"
vars = {x = "[0, 1]"}
goal = "1/x >= 1"
[[claim]]
id = "lemma1.open"
kind = "real"
goal = "sin(pi/5) >= sqrt((5 - sqrt(5))/8)"
[[claim]]
id = "lemma1.words"
kind = "prob"
says = "in words"
[[claim]]
id = "lemma1.name"
kind = "def"
says = "what a word means"
"""
USING = """
[[claim]]
id = "first"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x**2 <= x"
[[claim]]
id = "second"
kind = "real"
vars = {x = "[0, 1]"}
goal = "x**3 <= x"
uses = ["first"]
"""
PYTHON = """
from proofcheck import Claim, ge
from sympy import Symbol, exp
x = Symbol("x")
CLAIMS = (Claim(id="lemma2.i", given={x: "[0, 1]"}, goal=ge(1 - exp(-x), x / 2)),)
def test_nothing(): raise AssertionError
"""


@pytest.fixture(autouse=True)
def _wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def library(pytester):
    """A folder of claims in the working directory, which also holds a test file."""
    (pytester.path / "lib").mkdir()
    (pytester.path / "lib" / "a.toml").write_text(FILE)
    pytester.makepyfile(test_other="def test_other(): pass")
    return pytester.path / "lib"


def test_one_item_for_each_claim_and_each_says_why_it_fails(pytester, library):
    done = pytester.runpytest("--proofcheck", "lib", "--proofcheck-timeout", "0.5", "-rA")
    done.assert_outcomes(passed=1, failed=3, skipped=1)
    done.stdout.fnmatch_lines([
        "PASSED lib/a.toml::lemma1.good",
        "*kind prob without a derivation*",
        "FAILED lib/a.toml::lemma1.bad - Failed: REFUTED at x = 1",
        "FAILED lib/a.toml::lemma1.undefined - Failed: DOMAIN_ERROR at x = 0",
        "FAILED lib/a.toml::lemma1.open - Failed: UNDECIDED: *",
    ])
    done.stdout.fnmatch_lines([
        "REFUTED at x = 1",
        "  for all x in [[]1, 1]: 1 - exp(-x) >= 2/3*x",
        "  left   between 0.632120558828 and 0.632120558829",
        "  right  between 0.666666666666 and 0.666666666667",
    ])
    assert done.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize(("how", "outcome"), [("xfail", "xfailed"), ("skip", "skipped")])
def test_undecided_may_be_excused(pytester, library, how, outcome):
    arguments = ("--proofcheck", "lib", "--proofcheck-undecided", how, "--proofcheck-timeout", "0.5", "-k", "open")
    pytester.runpytest(*arguments).assert_outcomes(**{outcome: 1}, deselected=4)


def test_items_are_chosen_by_node_id_keyword_and_mark(pytester, library):
    pytester.runpytest("--proofcheck", "lib", "lib/a.toml::lemma1.good").assert_outcomes(passed=1)
    pytester.runpytest("--proofcheck", "lib/a.toml", "-k", "lemma1.good").assert_outcomes(passed=1, deselected=4)
    done = pytester.runpytest("--proofcheck", "lib", "test_other.py", "-m", "not proofcheck", "--strict-markers")
    done.assert_outcomes(passed=1, deselected=5)


def test_without_other_arguments_nothing_else_is_collected(pytester, library):
    done = pytester.runpytest("--proofcheck", "lib", "--collect-only", "-q")
    assert "test_other" not in done.stdout.str()
    both = pytester.runpytest("--proofcheck", "lib", "--collect-only", "-q", "test_other.py")
    both.stdout.fnmatch_lines(["test_other.py::test_other", "lib/a.toml::lemma1.good"])
    assert "a.toml" not in pytester.runpytest("--collect-only", "-q").stdout.str()


def test_a_setting_names_libraries_relative_to_its_file(pytester, library, monkeypatch):
    pytester.makeini("[pytest]\nproofcheck_libraries = lib\n")
    monkeypatch.chdir(library)
    done = pytester.runpytest(str(pytester.path), "--collect-only", "-q")
    done.stdout.fnmatch_lines(["*lib/a.toml::lemma1.good", "*test_other.py::test_other"])
    monkeypatch.chdir(pytester.path)
    assert "lemma1.good" in pytester.runpytest("--collect-only", "-q").stdout.str()
    assert "lemma1.good" not in pytester.runpytest("--collect-only", "-q", "test_other.py").stdout.str()


def test_the_committed_certificate_is_replayed(pytester, library):
    """A certificate decides without a search; one of another statement, or a broken one, is a failure."""
    certify(library, "lemma1.good")
    (library / "a.toml").write_text(FILE.partition("[[claim]]\nid = \"lemma1.bad\"")[0])
    pytester.makeconftest("import proofcheck.decide as d\ndef no(*a, **k): raise AssertionError\nd.decide = no\n")
    pytester.runpytest_subprocess("--proofcheck", "lib").assert_outcomes(passed=1)
    path = library / "certificates" / "lemma1.good.json"
    whole = json.loads(path.read_text())
    (library / "a.toml").write_text((library / "a.toml").read_text().replace("<= x", "<= 2*x"))
    stale = pytester.runpytest_subprocess("--proofcheck", "lib")
    stale.stdout.fnmatch_lines(["*STALE: lemma1.good.json was made for another statement*"])
    (library / "a.toml").write_text((library / "a.toml").read_text().replace("<= 2*x", "<= x"))
    whole["proof"]["goal"] = {"rule": "enclosure"}
    path.write_text(json.dumps(whole))
    broken = pytester.runpytest_subprocess("--proofcheck", "lib")
    broken.stdout.fnmatch_lines(["*REJECTED: enclosure*"])
    assert stale.ret == broken.ret == pytest.ExitCode.TESTS_FAILED


def test_a_claim_is_stale_when_one_that_it_uses_has_changed(pytester, library):
    (library / "a.toml").write_text(USING)
    certify(library, "first", "second")
    pytester.runpytest("--proofcheck", "lib").assert_outcomes(passed=2)
    (library / "a.toml").write_text(USING.replace('"x**2 <= x"', '"x**2 <= 2*x"'))
    (library / "certificates" / "first.json").unlink()
    certify(library, "first")
    done = pytester.runpytest("--proofcheck", "lib")
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["FAILED lib/a.toml::second - Failed: STALE: *first*"])


def test_what_it_rests_on_at_a_distance_makes_a_claim_stale(pytester, library):
    third = '[[claim]]\nid = "third"\nkind = "real"\ngoal = "1 < 2"\nuses = ["second"]\n'
    (library / "a.toml").write_text(USING + third)
    certify(library, "first", "second", "third")
    pytester.runpytest("--proofcheck", "lib").assert_outcomes(passed=3)
    (library / "a.toml").write_text(USING.replace('"x**2 <= x"', '"x**2 <= 2*x"') + third)
    (library / "certificates" / "first.json").unlink()
    certify(library, "first")
    done = pytester.runpytest("--proofcheck", "lib")
    done.assert_outcomes(passed=1, failed=2)
    done.stdout.fnmatch_lines(["FAILED lib/a.toml::third - Failed: STALE: *second*stale*"])


def test_a_python_library_is_run_once_when_it_is_named(pytester):
    path = pytester.makepyfile(claims=PYTHON + "print('it ran')\n")
    for arguments in (["--proofcheck", "claims.py"], ["--proofcheck", "claims.py", "claims.py"]):
        done = pytester.runpytest(*arguments, "-s")
        done.assert_outcomes(passed=1)
        assert done.stdout.str().count("it ran") == 1
    pytester.makeini("[pytest]\nproofcheck_libraries = claims.py\n")
    pytester.runpytest().assert_outcomes(passed=1)
    path.write_text("CLAIMS = 3")
    done = pytester.runpytest("--proofcheck", "claims.py")
    done.stdout.fnmatch_lines(["proofcheck: *claims.py: no tuple CLAIMS in it; write CLAIMS = *"])
    assert done.ret == pytest.ExitCode.INTERRUPTED


def test_a_library_that_cannot_be_read_is_said_once(pytester, library):
    (library / "b.toml").write_text(FILE)
    done = pytester.runpytest("--proofcheck", "lib")
    assert done.stdout.str().count("identifiers must be unique") == 1
    assert done.ret == pytest.ExitCode.INTERRUPTED


@pytest.mark.parametrize("path", ["nosuch", ".", "test_other.txt"])
def test_a_path_without_claims_is_a_usage_error(pytester, path):
    done = pytester.runpytest("--proofcheck", path)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: --proofcheck: *"])


def test_rows_with_derivations_are_replayed(pytester):
    from proofcheck.library import default_library_path

    library = default_library_path()
    done = pytester.runpytest("--proofcheck", str(library), "-k", "lemma1.hoeffding or lemma2.iv.series", "-v")
    done.assert_outcomes(passed=1, deselected=done.parseoutcomes()["deselected"])


def test_the_verdict_is_in_the_junit_file(pytester, library):
    pytester.runpytest("--proofcheck", "lib", "-k", "good", "--junitxml=out.xml")
    text = (pytester.path / "out.xml").read_text()
    assert '<property name="verdict" value="PROVED" />' in text
    assert 'value="for all x in [0, 1]: x**2 &lt;= x"' in text


def test_the_fixture_decides_a_claim_in_a_test(pytester):
    pytester.makepyfile("""
        import pytest
        from proofcheck import Claim, InputError, Status, ge

        def test_proved(proofcheck):
            assert proofcheck.prove("for all x in [0, 1]: x**2 <= x").status is Status.PROVED

        def test_claim(proofcheck):
            proofcheck.prove(Claim(id="one", given={"x": "[0, 1]"}, goal=ge("x", "x**2")))

        def test_sharp(proofcheck):
            assert proofcheck.refute("for all x in [0, 1]: x**2 <= (999/1000)*x").witness == {"x": "1"}

        def test_refuted(proofcheck):
            proofcheck.prove("for all x in [1, 1]: x**2 <= x/2")

        def test_not_refuted(proofcheck):
            proofcheck.refute("for all x in [0, 1]: x**2 <= x")

        def test_undecided(proofcheck):
            proofcheck.prove("sin(pi/5) >= sqrt((5 - sqrt(5))/8)", timeout=0.5)

        def test_unreadable(proofcheck):
            with pytest.raises(InputError):
                proofcheck.prove("for all x: x >= 0")
    """)
    done = pytester.runpytest("-rf")
    done.assert_outcomes(passed=4, failed=3)
    done.stdout.fnmatch_lines(["E*Failed: REFUTED at x = 1", "*left   1", "*right  0.5"])
    done.stdout.fnmatch_lines(["FAILED *test_not_refuted - Failed: PROVED", "FAILED *test_undecided*UNDECIDED*"])
    assert "decide(" not in done.stdout.str(), "the traceback ends at the author's line"


def test_a_run_that_does_not_ask_loads_nothing(pytester):
    """Neither the package's rooms nor Hypothesis, SymPy, FLINT: the plugin is in every run of its environment."""
    pytester.makepyfile("""
        import sys

        def test_light():
            ours = [m for m in sys.modules if m.startswith("proofcheck.") and m != "proofcheck.pytest_plugin"]
            assert ours == []
            assert not {"sympy", "mpmath", "flint", "numpy"} & set(sys.modules)
    """)
    pytester.runpytest_subprocess("-p", "no:hypothesispytest").assert_outcomes(passed=1)


def test_shipped_claims_pass_as_tests(pytester):
    """The path of an author: a few claims of the library that comes with proofcheck, from their certificates."""
    from proofcheck.library import default_library_path

    done = pytester.runpytest("--proofcheck", str(default_library_path() / "a2_elementary.toml"))
    claims = [c for c in load_library().claims if isinstance(c, Claim) and c.id.startswith("lemma2")]
    assert done.parseoutcomes()["passed"] >= len(claims)
    assert done.ret == pytest.ExitCode.OK
