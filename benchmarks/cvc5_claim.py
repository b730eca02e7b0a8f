# SPDX-License-Identifier: Apache-2.0
"""One claim for cvc5: reads a batch line on standard input, prints cvc5's answer and its solving time as JSON.

The claim's negation is asserted, so unsat means proved and sat means refuted; log(a) is written as y with exp(y) = a,
since cvc5 has no logarithm. prover.py runs this in a process of its own, because cvc5 runs past its own time limit.
"""

import json
import sys
import time
from typing import Any

import cvc5
from cvc5 import Kind

from proofcheck.kernel.statement import Statement
from proofcheck.kernel.term import Term, subterms
from proofcheck.parse import statement_from_parts

RELATIONS = {"<=": Kind.LEQ, "<": Kind.LT, ">=": Kind.GEQ, ">": Kind.GT, "==": Kind.EQUAL, "!=": Kind.DISTINCT}
KINDS = {"add": Kind.ADD, "mul": Kind.MULT, "div": Kind.DIVISION, "neg": Kind.NEG, "exp": Kind.EXPONENTIAL}
ANSWERS = {"unsat": "PROVED", "sat": "REFUTED"}


class Problem:
    def __init__(self, statement: Statement) -> None:
        self.manager = cvc5.TermManager()
        self.solver = cvc5.Solver(self.manager)
        self.solver.setLogic("QF_NIRAT")
        real, integer = self.manager.getRealSort(), self.manager.getIntegerSort()
        self.names: dict[str, Any] = {}
        for v in statement.variables:
            x = self.manager.mkConst(integer if v.kind == "int" else real, v.name)
            self.names[v.name] = self.manager.mkTerm(Kind.TO_REAL, x) if v.kind == "int" else x
            for end, strict, loose, opened in (
                (v.lower, Kind.GT, Kind.GEQ, v.lower_open),
                (v.upper, Kind.LT, Kind.LEQ, v.upper_open),
            ):
                if end is not None:
                    self.require(self.manager.mkTerm(strict if opened else loose, self.names[v.name], self.term(end)))
        for h in statement.hypotheses:
            self.require(self.manager.mkTerm(RELATIONS[h.op], self.term(h.left), self.term(h.right)))
        goal = self.manager.mkTerm(
            RELATIONS[statement.goal.op], self.term(statement.goal.left), self.term(statement.goal.right)
        )
        self.require(self.manager.mkTerm(Kind.NOT, goal))

    def require(self, formula: Any) -> None:
        self.solver.assertFormula(formula)

    def term(self, root: Term) -> Any:
        done: dict[Term, Any] = {}
        for node in subterms(root):
            done[node] = self.apply(node, [done[child] for child in node.children])
        return done[root]

    def apply(self, node: Term, args: list[Any]) -> Any:
        make = self.manager.mkTerm
        if node.value is not None:
            return self.manager.mkReal(node.value.numerator, node.value.denominator)
        if node.op == "var":
            return self.names[node.args[0]]
        if node.op == "pow" and node.args[1].value is not None and node.args[1].value in range(2, 9):
            return make(Kind.MULT, *[args[0]] * int(node.args[1].value))
        if node.op == "log":
            y = self.manager.mkConst(self.manager.getRealSort(), f"log{len(self.names)}")
            self.names[f"log {len(self.names)}"] = y
            self.require(make(Kind.EQUAL, make(Kind.EXPONENTIAL, y), args[0]))
            return y
        return make(KINDS[node.op], *args)


def main() -> None:
    data = json.loads(sys.stdin.readline())
    problem = Problem(statement_from_parts(data["vars"], data.get("hypotheses", []), data["goal"]))
    start = time.perf_counter()
    answer = str(problem.solver.checkSat())
    print(json.dumps({"answer": ANSWERS.get(answer, answer), "seconds": time.perf_counter() - start}))


if __name__ == "__main__":
    main()
