# SPDX-License-Identifier: Apache-2.0
"""A random step in the making: variables, suppositions, and instances of what is known."""

from proofcheck.kernel.derivation_terms import from_json, rel_subst, relation, text

from .. import build
from .context import PLAIN
from .terms import Terms, integer, put


def term(shown):
    """The JSON of a term."""
    return build.term(shown, PLAIN)


class Case(Terms):
    """Draws a step over the words of a context; ``before`` collects steps that prepare it."""

    def __init__(self, rng, context, defined, theory):
        super().__init__(rng, context, defined)
        self.theory, self.before = theory, []
        self.over = self.scope()
        self.supposed = self.given(self.over)

    def step(self, rule, show, over=None, supposed=None, **fields):
        """The JSON of a step in this scope."""
        supposed = self.supposed if supposed is None else supposed
        return build.step("?", rule, show, self.over if over is None else over, supposed, PLAIN, **fields)

    def prepare(self, rule, show, over=None, supposed=None, **fields):
        """A step that is tried before."""
        self.before.append(self.step(rule, show, over, supposed, **fields))

    def local(self):
        """What the scope itself supplies: (name, relation as text)."""
        found = [(f"@given.{k}", g) for k, g in enumerate(self.supposed)]
        for name, domain in self.over.items():
            if domain.startswith("integers >= "):
                found.append((f"@{name}.lower", f"{domain.removeprefix('integers >= ')} <= {name}"))
            elif domain in self.c.cuts:
                element, where, _ = self.c.cuts[domain]
                found += [(f"@{name}.0.{i}", put(w, element, name)) for i, w in enumerate(where)]
        return found

    def known(self, over=None, op=None):
        """A known fact at random arguments: (reference, relation, left side, right side), both as text."""
        over, local = self.over if over is None else over, self.local()
        if local and op is None and self.chance(0.4):
            name, shown = self.rng.choice(local)
            op, left, right = relation(build.relation(shown, PLAIN))
            return {"fact": name}, op, text(left), text(right)
        names = [n for n, f in self.theory.facts.items() if op in (None, f.rel[0])]
        name = self.rng.choice(names[-12:] if self.chance(0.5) else names)
        fact, at = self.theory.facts[name], {}
        for b in fact.scope.binders:
            domain = "integers" if b.of is None else text(b.of)
            at[b.name] = term(b.name if b.name in over and self.chance(0.6) else self.argument(domain, over))
        op, left, right = rel_subst(fact.rel, {n: from_json(t) for n, t in at.items()})
        return {"fact": name, "at": at}, op, text(left), text(right)

    def fact(self, over=None):
        """The text of a known fact at random arguments."""
        _, op, left, right = self.known(over)
        return f"{left} {op} {right}"

    def n(self, depth=1, random=True):
        return self.number(self.over, depth, random)

    def home(self):
        """The variable that is a member of a set, and this set, if there is one."""
        found = [(n, d) for n, d in self.over.items() if not integer(d)]
        return self.rng.choice(found) if found else (None, None)
