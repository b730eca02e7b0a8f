# SPDX-License-Identifier: Apache-2.0
"""Random contexts: a large one, and small ones from which facts are imported."""

from dataclasses import dataclass, field

from ..build import binders, relation, term
from ..text import parameter

PLAIN = ("S", "T", "R", "Q", "Z", "A", "C", "B", "F")  # the symbols without arguments
NAMES = ("j", "k", "m", "i", "s", "l")
BOUNDS = {"amount": "0 <= {0}", "fading": "0 <= {0}", "from 1": "1 <= {0}", "positive": "0 < {0}"}


@dataclass
class Context:
    """What is declared, by name: kinds of parameters, binders of symbols, which functions are whole; and the JSON."""

    identical: bool
    parameters: dict = field(default_factory=dict)
    sets: dict = field(default_factory=dict)
    functions: dict = field(default_factory=dict)
    families: dict = field(default_factory=dict)
    whole: set = field(default_factory=set)
    kinds: dict = field(default_factory=dict)
    ranges: list = field(default_factory=list)
    declared: list = field(default_factory=list)
    assumed: list = field(default_factory=list)
    cuts: dict = field(default_factory=dict)
    cut_at: str = "{0}"  # the l-th layer begins here
    summed: tuple = ()  # names of indices for which the partial sums of q are assumed to be bounded

    def json(self):
        """The JSON of the context."""
        return {"parameters": self.ranges, "declarations": self.declared, "assumptions": self.assumed,
                "identical": self.identical}

    def parameter(self, name, kind="real", low=None, high=None):
        self.parameters[name] = kind
        self.ranges.append(parameter(name, low, high, kind))

    def declare(self, kind, name, over, **more):
        self.declared.append({"kind": kind, "name": name, "binders": binders(over, PLAIN), **more})

    def set(self, name, over=None):
        self.sets[name] = over or {}
        self.declare("set", name, self.sets[name])

    def cut(self, name, element, where, of="S", over=None):
        """A set cut from another; ``cuts`` knows (element, conditions, the other) as text."""
        self.sets[name], self.cuts[name] = over or {}, (element, where, of)
        self.declare("set", name, self.sets[name], of=term(of, PLAIN), element=element,
                     where=[relation(w, PLAIN) for w in where])

    def function(self, name, over=None, kind="any", whole=False):
        self.functions[name], self.kinds[name] = over or {}, kind
        self.whole |= {name} if whole else set()
        self.declare("function", name, self.functions[name], integer=whole)
        if kind in BOUNDS:
            self.suppose(f"{name}.low", BOUNDS[kind].format(here(name, over)), over)

    def family(self, name, over, low, high, kind="family"):
        self.families[name] = over
        self.declare(kind, name, over, lower=low, upper=high)

    def suppose(self, id, goal, over=None):
        self.assumed.append({"id": id, "binders": binders(over or {}, PLAIN), "goal": relation(goal, PLAIN)})


def here(name, over):
    """A symbol at its own variables."""
    return f"{name}({', '.join(over)})" if over else name


def large(r):
    """S and sets cut from it, numbers on them, q with a finite sum, L rising, families U, V, W, a process M."""
    c = Context(r.random() < 0.5)
    c.parameter("a", "real", "0", "1")
    c.parameter("n", "int", r.choice("01"))
    c.parameter("c")
    c.parameter("d", "real", "1/4", "2")
    c.set("S")
    _functions(r, c)
    _sets(r, c)
    c.family("U", {"s": r.choice(["integers >= 1", "integers", "integers"])}, "0", "1")
    c.family("V", {"s": "integers >= 1", "j": "S"}, "-1", "1")
    c.family("W", {"s": "integers >= 1", "k": "integers [0, 2]"}, "1", "2")
    c.family("M", {"s": r.choice(["integers", "integers >= 0"])}, "0", "2", "process")
    return c


def _functions(r, c):
    on_s = {"j": "S"}
    c.function("g", on_s)
    c.function("w", on_s, "amount")
    c.function("h", on_s, "from 1", whole=r.random() < 0.3)
    c.function("x", {"i": "integers"})
    c.function("N", {"m": r.choice(["integers", "integers >= 0", "integers >= 1"])}, whole=True)
    c.function("q", {"m": "integers"}, "fading")
    c.function("B", kind="total")
    c.summed = tuple(r.sample(NAMES, 2))
    for name in c.summed:
        c.suppose(f"q.sum.{name}", f"sum({name}, p0, p1, q({name})) <= B", {"p0": "integers", "p1": "integers >= p0"})
    c.function("L", {"l": "integers >= 1"}, "rising", whole=r.random() < 0.8)
    c.suppose("L.up", "L(l) <= L(l+1)", {"l": "integers >= 1"})
    c.suppose("L.low", "l <= L(l)", {"l": "integers >= 1"})
    c.function("y", {"m": "integers >= 1"}, r.choice(["amount", "positive"]))
    c.function("u", {"m": "integers >= 0", "k": "integers [0, m]"}, "amount", whole=r.random() < 0.3)


def _sets(r, c):
    j, bound = r.choice("ijk"), r.choice(["c", "1", "1", "B"])
    c.cut("T", j, [f"g({j}) <= {bound}"])
    c.cut("R", j, [f"{bound} < g({j})"])
    c.cut("Q", j, [r.choice([f"{bound} <= g({j})", f"{bound} <= g({j})", f"{j} <= n"])], r.choice("SST"))
    c.cut("Z", "i", ["1 <= c"])
    l1 = {"l": "integers >= 1"}
    c.cut_at = r.choice(["{0}", "{0}", "{0}/2", "{0}/2", "2*{0}"])
    c.cut("H", "i", [f"{c.cut_at.format('l')} <= h(i)", f"h(i) < {c.cut_at.format('(l+1)')}"], over=l1)
    at = r.choice(["1/l", "log(l)", "sqrt(l)", "y(l)"])
    c.cut("D", "i", [f"{at} <= g(i)"], over=l1)
    c.cut("K", "i", [f"g(i) < {at}"], over=l1)
    c.set("P", {"k": "integers >= 1"})


def small(r, identical=True):
    """A theory of numbers f of which something is assumed, perhaps with p, A, g, cut sets and families."""
    c = Context(r.random() < (0.6 if identical else 0.05))
    if r.random() < 0.6:
        c.parameter("p", *r.choice([("int", "0"), ("int", "1"), ("real", "0"), ("real",), ("real", "0", "1")]))
    over = r.choice([{"m": "integers"}, {"m": "integers >= 0"}, {"m": "integers >= 1"}, {}])
    name, at = ("f", "m") if over else ("F", "2")
    c.function(name, over, "mixed", whole=r.random() < 0.4)
    if r.random() < 0.7:
        f = here(name, over)
        goals = [f"0 <= {f}", *[f"{f}*{at} == 1"] * 7, f"{at} <= {f}", f"{f} <= 1", f"{f} == {at}*{at}", f"0 < {f}",
                 f"0 < {f}/2", f"1 <= {f} + {f}"]
        goals += [f"{f} <= p", f"p <= {f}", f"{f} == p"] if "p" in c.parameters else []
        c.suppose("A1", r.choice(goals), over)
    _small_sets(r, c)
    if r.random() < 0.6:
        c.family("U", {"s": r.choice([*["integers >= 1"] * 4, "integers >= 0", "integers"])}, "0", "1")
        c.family("M", {"s": "integers >= 0"}, "0", "2", "process")
    return c


def _small_sets(r, c):
    if r.random() < 0.5:
        c.set("A")
        c.function("g", {"j": "A"}, r.choice(["any", "amount"]))
        k = r.choice("ij")
        c.cut("C", k, [f"g({k}) <= {'p' if 'p' in c.parameters else '1'}"], "A")
        c.family("V", {"s": "integers >= 1", "j": "A"}, "-1", "1")
