# SPDX-License-Identifier: Apache-2.0
"""Deliberate faults of the derivation kernel: edits of its source, in memory, for as long as a test lasts.

Those that the fuzzer does not notice say why; the tables of documents in tests/derive/test_audit*.py have them.
"""

import contextlib
import importlib
import inspect
import textwrap
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """In the function ``where`` of the kernel, each text becomes another; steps by ``rules`` should show it."""

    where: str
    edits: tuple
    rules: tuple
    steps: int = 400
    silent: str = ""  # why the fuzzer does not notice it

    def function(self):
        module, *names = self.where.split(".")
        found = importlib.import_module(f"proofcheck.kernel.derivation{module and '_'}{module}")
        for name in names:
            found = getattr(found, name)
        return found

    def edited(self):
        """The code of the function with the edits made; each must find its text."""
        function = self.function()
        source = textwrap.dedent(inspect.getsource(function))
        for old, new in self.edits:
            assert source.count(old) >= 1, f"{self.where} has no {old!r}"
            source = source.replace(old, new)
        names = {}
        exec(compile("from __future__ import annotations\n" + source, f"<{self.where}>", "exec"),
             function.__globals__, names)
        return names[function.__name__].__code__


@contextlib.contextmanager
def planted(fault):
    """The kernel with the fault; all that holds the function has it."""
    function, code = fault.function(), fault.edited()
    good = function.__code__
    function.__code__ = code
    try:
        yield
    finally:
        function.__code__ = good


def edit(where, old, new, *rules, **more):
    return Fault(where, ((old, new),), rules, **more)


OUT_OF_RANGE = "self.belong(scope, symbol.binders, t.args[1:])"
MEANING = {
    "a symbol stands anywhere": edit("meaning.Meaning.well_defined", OUT_OF_RANGE, "None", "evident", "termwise"),
    "a set stands anywhere": edit("meaning.Meaning.check_set", OUT_OF_RANGE, "None", "divide", "termwise"),
    "arguments need not be whole": edit("meaning.Meaning.belong", "self.check_integer(scope, t)", "None", "evident"),
    "arguments may be random": edit("meaning.Meaning.check_integer", "self.atoms(t) or", "", "linear", "evident",
                                   steps=2000),
    "arguments have no lower bound": edit("meaning.Meaning.belong", "if lower is not None", "if False",
                                          "evident", "calc"),
    "arguments have no upper bound": edit("meaning.Meaning.belong", "if upper is not None", "if False",
                                          "evident", "calc", steps=2000),
    "arguments are in no set": edit("meaning.Meaning.belong", "if of is not None:", "if False:", "evident", "calc"),
    "no sure": edit("meaning.Meaning.sure", "if not self.atoms(g[1]) | self.atoms(g[2])", "if True", "monotone",
                                   steps=2000),
    "quotients are integers": edit("meaning.Meaning.integer", '("add", "mul", "neg")', '("add", "mul", "neg", "div")',
                                   "integers"),
    "negative powers are integers": edit(
        "meaning.Meaning.integer", 'self.oblige(scope, ("<=", ZERO, t.args[1]))', "None", "integers", steps=6000),
    "everything is measurable": edit("meaning.Meaning.measurable", "return all(", "return True or all(", "linear"),
    "one time later is known": edit("meaning.Meaning.not_after", "value >= 0", "value >= -1", "linear"),
    "a sum of times is of its last": edit("meaning.Meaning._outside", 'return None, "random"',
                                          'return (t.args[2] if t.op == "series" else None), "adapted"', "linear",
                                   steps=6000),
    "E(t, m) is no random quantity": edit(
        "meaning.Meaning.atoms", 'frozenset({(t.args[1], "adapted")}) if len(t.args) == 2 else frozenset()',
        "frozenset()", "linear"),
    "series converge by themselves": edit("meaning.Meaning._sum_defined", "if not summable", "if False", "tail",
                                          "split"),
    "series have any terms": edit("meaning.Meaning._sum_defined", 'self.oblige(inside, ("<=", ZERO, t.args[3]))',
                                  "None", "tail", "split", "limit"),
    "denominators may be 0": edit("meaning.Meaning.well_defined", 'if t.op == "div" and', "if False and", "define",
                                  "evident"),
    "logarithms of anything": edit("meaning.Meaning.well_defined", 't.op in ("log", "sqrt", "xlogx")', "False",
                                   "define", "evident"),
    "a sum over a parameter": edit("meaning.Meaning.inside", "or name in self.names() or", "or",
                                   "termwise", steps=2000),
}
LOGIC = {
    "suppositions of facts are forgotten": edit("state.Theory.instance", "in fact.scope.given", "in ()", "calc",
                                   steps=2000),
    "a strict bound for free": edit("state._beyond", '(op == "<=" or known == "<")', "True", "evident", "use"),
    "any relation will do": edit("state.Theory.implied", "f[0] in _STRONGER[op] and", "", "evident",
                                   "calc", steps=6000),
    "a variable keeps old suppositions": edit("scope.Scope.extend", "if new.name not in rel_free(g)", "", "termwise",
                                   steps=6000),
    "a bound variable captures": edit("terms.subst", "if name and any(name in free(v) for v in inner.values()):",
                                      "if False:", "linear", "calc", steps=2500,
                                      silent="it takes a fact with a sum over j, and j for a variable of it: too rare"),
    "a claim outside its bounds": Fault("logic.rule_use", (
        ("if v.lower is not None", "if False"), ("if v.upper is not None", "if False")), ("use",)),
    "a claim at numbers that are not whole": edit("logic.rule_use", 'v.kind != "int" or', "True or", "use"),
    "a claim without hypotheses": edit("logic.rule_use", "for h in statement.hypotheses", "for h in ()", "use"),
    "any multiplier": edit("logic.rule_calc", 'th.oblige(scope, ("<" if sharp else "<=", ZERO, c))', "None", "calc",
                                   steps=2000),
    "a strict combination for free": edit("logic.rule_calc", '(strict or goal[0] != "<")', "True", "calc", steps=2000),
    "multipliers are not defined": edit("logic.rule_calc", "th.well_defined(scope, c)", "None", "calc", silent=(
        "a multiplier c that is undefined leaves 0 <= c to be shown, or stands on both sides of the goal")),
    "rewriting by suppositions": edit("logic.rule_calc", "th.instance(th.sure(scope), ref)", "th.instance(scope, ref)",
                                      "calc", steps=6000),
    "constants are rewritten": edit("logic.rule_calc", "constant_value(r[1]) is None", "True", "calc", silent=(
        "u**v for u**2 is in the goal as well, so asked to be defined; what comes of it needs many steps")),
    "no induction start": edit("logic.rule_induction", "th.oblige(Scope(others, scope.given)",
                               "0 and th.oblige(Scope(others, scope.given)", "induction"),
    "one case": edit("logic.rule_cases", '((op, x, y), ("<", y, x))', "((op, x, y),)", "cases"),
    "everything is whole": edit("logic.rule_integers", "th.integer(scope, s) and th.integer(scope, t)", "True",
                                "integers"),
    "a witness for nothing": edit("logic.rule_witness", 'th.oblige(scope, ("<", ZERO,', '0 and (scope, ("<", ZERO,',
                                  "witness"),
    "definitions are not defined": edit("._define", "th.well_defined(scope, body)", "None", "define"),
    "definitions are of one time": edit("._define", '"instant" if now else', '"instant" if True else', "define",
                                        "independent"),
    "both sides may be undefined": edit("context.sound", "th.well_defined(fact.scope, fact.rel[1], summable)", "return",
                                        "evident"),
}
SUMS = {
    "a coefficient with the index": edit("sums.rule_linear", "left.args[0].args[0] not in free(c)", "True", "linear"),
    "a coefficient defined inside": edit("sums.rule_linear", 'th.sure(scope) if left.op == "E" else scope', "inside",
                                         "linear"),
    "dependent ranges change places": edit(
        "sums.rule_swap", 'need("swap", all(', 'need("swap", True or all(', "swap", silent=(
            "in the other order the range has an unknown variable, or one that is in use in a bound")),
    "a split with a gap": edit("sums.rule_split", 'th.oblige(scope, ("<=", a, plus((b, ONE))))', "None", "split",
                                   steps=2000),
    "a split beyond the end": edit("sums.rule_split", 'th.oblige(scope, ("<=", b, c))', "None", "split"),
    "a count below 0": edit("sums.rule_count", 'th.oblige(scope, ("<=", a, plus((b, ONE))))', "None", "count"),
    "a tail that starts earlier": edit("sums.rule_tail", "th.oblige(scope, (", "0 and (scope, (", "tail"),
    "subsets of any terms": edit("sums.rule_subset", "th.oblige(", "0 and (", "subset", steps=2000),
    "members of any terms": edit("sums.rule_member", "th.oblige(", "0 and (", "member"),
    "parts that overlap": edit("sums.rule_divide", '== {"<=", "<"}', '<= {"<=", "<"}', "divide", steps=2000),
    "a sum for all names": edit("sums.rule_limit",
                                'and name not in th.names() | rel_free(goal) and scope.member(name) is None', "",
                                "limit"),
    "layers below the first": edit(
        "sums.rule_layers", 'th.oblige(th.inside(scope, right), ("<=", subst(c, {index: ONE}), rels[0][2]))', "None",
        "layers"),
}
CHANCE = {
    "a random side is a number": edit("expectation.rule_monotone", "not th.atoms(side)", "True", "monotone"),
    "independent of every time": edit("expectation.rule_independent", 'th.same(time, plus((m, ONE)))', "True",
                                      "independent"),
    "processes are independent": edit("expectation.rule_independent", 'kind == "instant" and time', "time",
                                      "independent"),
    "a shift of other laws": edit("expectation.rule_shift", "th.identical", "True", "shift", steps=2000),
    "a shift of definitions": edit("expectation._shifted", 'alike(th, body, time.name)', "True", "define", "shift",
                                   steps=2000),
    "a shift with other ranges": edit("expectation._shifted", 'need("shift", fixed', 'need("shift", True', "shift",
                                      silent="no family of the contexts has an argument whose range is the time's"),
}
IMPORT = {
    "images are not defined": edit("import._fits", "th.well_defined(scope, body)", "None", "import", steps=9000),
    "images are not whole": edit("import._fits", "not symbol.integer or", "True or", "import", steps=2000),
    "images of other times": edit("import._fits", "symbol.random is not None and (fits or now)", "True", "import",
                                  steps=6000),
    "images out of bounds": edit("import._assumptions", "th.oblige(moved.scope, moved.rel)", "pass", "import"),
    "images with other laws": edit("import._assumptions", "if identical and", "if False and", "import", steps=6000),
    "images cut in other ways": edit("import._same_set", 'there == own and', "", "import", steps=2000),
    "parameters that are not whole": edit("import._assumptions", 'v.kind != "int" or', "True or", "import"),
    "captured variables": edit("import._Instance.moved", "not used &", "True or not used &", "import",
                               steps=3500, silent="it takes a parameter at a variable of an assumption: too rare"),
}
FAULTS = {**MEANING, **LOGIC, **SUMS, **CHANCE, **IMPORT}
