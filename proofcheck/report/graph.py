# SPDX-License-Identifier: Apache-2.0
"""Which statement rests on which, and where each stands in a drawing in layers, from left to right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Edges = dict[str, list[str]]
SWEEPS = 24


def heads(names: Iterable[str]) -> dict[str, str]:
    """For each row the one that it is a part of in the overview: its shortest dotted beginning that is itself a row."""
    all_names = set(names)
    found = {}
    for name in all_names:
        parts = name.split(".")
        begins = (".".join(parts[:k]) for k in range(1, len(parts) + 1))
        found[name] = next(begin for begin in begins if begin in all_names)
    return found


def gathered(edges: Edges, head: Mapping[str, str]) -> Edges:
    """The edges between groups of rows, without those inside one."""
    found: dict[str, set[str]] = {head[name]: set() for name in edges}
    for name, uses in edges.items():
        found[head[name]] |= {head[other] for other in uses if head[other] != head[name]}
    return {name: sorted(found[name]) for name in sorted(found)}


def layers(edges: Edges) -> dict[str, int]:
    """The length of the longest way down from each row; where declared uses go round in a circle, it is cut."""
    found: dict[str, int] = {}
    for start in edges:
        stack: list[tuple[str, bool]] = [(start, False)]
        above: set[str] = set()
        while stack:
            name, done = stack.pop()
            if done:
                above.discard(name)
                found[name] = 1 + max((found[o] for o in edges[name] if o in found and o != name), default=-1)
            elif name not in found and name not in above:
                above.add(name)
                stack.append((name, True))
                stack += [(other, False) for other in edges[name] if other not in found and other not in above]
    return found


def columns_of(edges: Edges) -> dict[str, int]:
    """The column of each row: just left of the leftmost that uses it; what nothing uses, as far left as it can be."""
    depth, users = layers(edges), dict[str, list[str]]()
    for name, uses in edges.items():
        for other in uses:
            if depth[other] < depth[name]:
                users.setdefault(other, []).append(name)
    found: dict[str, int] = {}
    for name in sorted(edges, key=lambda n: (-depth[n], n)):
        found[name] = min((found[user] for user in users.get(name, [])), default=depth[name] + 1) - 1
    return found


@dataclass(frozen=True)
class Place:
    """A node's layer, counted from the left, and its position in the layer, in rows of the drawing."""

    layer: int
    row: float


def place(edges: Edges) -> dict[str, Place]:
    """Layers ordered by the mean place of neighbours, to and fro, so that few edges cross. Deterministic."""
    edges = {name: sorted(edges[name]) for name in sorted(edges)}
    depth = columns_of(edges)
    columns: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for name in edges:
        columns[depth[name]].append(name)
    near = _neighbours(edges)
    best, least = [list(column) for column in columns], _crossings(columns, edges, depth)
    for sweep in range(SWEEPS):
        order = range(1, len(columns)) if sweep % 2 == 0 else range(len(columns) - 2, -1, -1)
        for k in order:
            _sort_by_neighbours(columns, k, near)
        now = _crossings(columns, edges, depth)
        if now < least:
            best, least = [list(column) for column in columns], now
    return _rows(best, near)


def _neighbours(edges: Edges) -> dict[str, list[str]]:
    near: dict[str, list[str]] = {name: list(uses) for name, uses in edges.items()}
    for name, uses in edges.items():
        for other in uses:
            near[other].append(name)
    return near


def _sort_by_neighbours(columns: list[list[str]], k: int, near: Mapping[str, Sequence[str]]) -> None:
    """Order one layer by the mean relative height of all neighbours in other layers; those without keep theirs."""
    height = {name: (row + 0.5) / len(column) for column in columns for row, name in enumerate(column)}
    here = set(columns[k])

    def mean(name: str) -> float:
        others = [height[other] for other in near[name] if other not in here]
        return sum(others) / len(others) if others else height[name]

    columns[k].sort(key=lambda name: (mean(name), name))


def _crossings(columns: list[list[str]], edges: Edges, depth: Mapping[str, int]) -> int:
    """How many pairs of edges between the same two layers cross."""
    row = {name: k for column in columns for k, name in enumerate(column)}
    lines: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for name, uses in edges.items():
        for other in uses:
            lines.setdefault((depth[other], depth[name]), []).append((row[other], row[name]))
    return sum((a - c) * (b - d) < 0 for some in lines.values()
               for i, (a, b) in enumerate(some) for c, d in some[:i])


def _rows(columns: list[list[str]], near: Mapping[str, Sequence[str]]) -> dict[str, Place]:
    """Rows within the tallest layer's height: near the mean of the neighbours' rows, at least one row apart."""
    tallest = max((len(column) for column in columns), default=0)
    row = {name: k + (tallest - len(column)) / 2 for column in columns for k, name in enumerate(column)}
    for _ in range(SWEEPS):
        for column in columns:
            wanted = [_mean([row[other] for other in near[name]], row[name]) for name in column]
            for name, at in zip(column, _apart(wanted, tallest), strict=True):
                row[name] = at
    return {name: Place(k, row[name]) for k, column in enumerate(columns) for name in column}


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _apart(wanted: Sequence[float], tallest: int) -> list[float]:
    """Places in the given order, 1 apart or more, within 0 and tallest - 1, nearest to those wanted (in squares)."""
    blocks: list[list[float]] = []  # sums and counts of places less their number, pooled while out of order
    for k, at in enumerate(wanted):
        blocks.append([at - k, 1.0])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1] = [blocks[-1][0] + total, blocks[-1][1] + count]
    free = tallest - len(wanted)
    offsets = [min(max(total / count, 0.0), float(free)) for total, count in blocks for _ in range(int(count))]
    return [offset + k for k, offset in enumerate(offsets)]
