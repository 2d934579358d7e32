"""Two metrics in an edge case, where definitions are silent.

Start at `compare_at_edge`.

What a metric does there is one of the outcomes of a probe, which is named for the
well-formed case that the metric makes of the rows: that case is worked out.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from homonym.errors import UserError, in_brief
from homonym.explain.compare import check_comparable, trace_variant_steps
from homonym.explain.snippets import render_library_snippet
from homonym.records.lookup import Named
from homonym.records.outcomes import Outcome
from homonym.reference.case import Id, Scored, TableCase
from homonym.reference.corpus import Edge, edge
from homonym.trace.rankings import Steps

NOTHING_SHOWN = "shows nothing here: whatever it does, the number is the same"


@dataclass(frozen=True)
class EdgeSide:
    """One metric in an edge case.

    outcome: what its record says of it; case: the well-formed case that it makes of the
    rows, with the steps to its number; None where it makes no one such case of them.
    """

    named: Named
    outcome: str
    case: Any = None
    steps: Steps | None = None


@dataclass(frozen=True)
class AtEdge:
    """Two metrics in one edge case."""

    probe: Edge
    sides: tuple[EdgeSide, EdgeSide]

    @property
    def same(self) -> bool:
        """Whether their records say the same."""
        one, other = (side.outcome for side in self.sides)
        return one == other != NOTHING_SHOWN


def compare_at_edge(a: Named, b: Named, id: str) -> AtEdge:
    """What the two do in the edge case of that name; UserError for a definition, which
    does nothing there, and for a name that is none."""
    check_comparable(a, b)
    for side in (a, b):
        if side.entry is None:
            raise UserError(
                f"{side.title} is a definition, and in an edge case definitions are "
                "silent: name two metrics, as in recbole.MAP"
            )
    probe = find_edge_probe(id, a.takes)
    return AtEdge(probe, (make_edge_side(a, probe), make_edge_side(b, probe)))


def find_edge_probe(id: str, takes: Any) -> Edge:
    """The probe of that name; UserError with the nearest and with all."""
    known = {one.id: one for one in edge(takes)}
    if id in known:
        return known[id]
    close = difflib.get_close_matches(id, known, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise UserError(
        f"unknown edge case {in_brief(id)}; {hint}known are {', '.join(known)}"
    )


def make_edge_side(side: Named, probe: Edge) -> EdgeSide:
    """What one metric does at a probe, by its record."""
    told = side.entry.conventions.get(probe.id) if side.entry else None
    if told is None:
        return EdgeSide(side, NOTHING_SHOWN)
    name = Outcome.parse(told).names[0]
    case = probe.outcomes.get(name)
    if side.variant is None or case is None or isinstance(case, float):
        return EdgeSide(side, told)
    return EdgeSide(side, told, case, trace_variant_steps(side.variant, case))


def render_edge_code(library: str, found: AtEdge) -> str:
    """Code that shows what the metrics of a library do; UserError where none is its."""
    shown = [
        f"# {side.named.metric}: {side.outcome}, as recorded\n"
        + render_library_snippet(
            library, side.named.metric, found.probe.case, side.named.version
        )
        for side in found.sides
        if side.named.library == library
    ]
    if not shown:
        names = " nor ".join(side.named.title for side in found.sides)
        raise UserError(f"neither {names} is a metric of {library}")
    return "\n\n\n".join([f"# edge case {found.probe.id}", *shown])


def describe_rows(case: TableCase) -> Iterator[str]:
    """The rows of a probe, a line a user.

    >>> rows = TableCase.of("p", [["u", "a", 0.5], ["u", "b", 0.5]], [["u", "b", 1]], 1)
    >>> print(*describe_rows(rows), sep="\\n")
    k = 1
    user u: listed a 0.5, b 0.5; relevant b 1
    """
    yield f"k = {case.k}"
    users = dict.fromkeys([*case.recommendations, *case.truth])
    for user in users:
        listed = format_scored_items(user, case.recommendations)
        relevant = format_scored_items(user, case.truth)
        yield f"user {user}: listed {listed}; relevant {relevant}"


def format_scored_items(user: Id, table: Any) -> str:
    """A user's items with their numbers."""
    rows: Scored = table.get(user, ())
    return ", ".join(f"{item} {number:g}" for item, number in rows) or "nothing"
