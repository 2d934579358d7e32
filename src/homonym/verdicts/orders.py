"""The orders of a probe's list, and which of them a metric's number can come from.

Start at `find_fitting_orders`. Metrics that read one ranking fit different outcomes by
coincidence: precision, say, as if the list were reversed, MRR as if hits came first.
What they have in common are the orders that give each of them its number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, groupby, product
from math import fsum, isnan
from operator import itemgetter
from typing import Any

from homonym.adapters.contract import FLOAT64
from homonym.records.outcomes import Outcome
from homonym.records.schema_entry import MetricEntry
from homonym.reference.case import Id, Scored
from homonym.reference.corpus import Edge, edge
from homonym.reference.rankings.case import Case, Grade
from homonym.reference.variants import Number, Variant
from homonym.tolerances import are_numbers_close

ANOTHER = "another order"
"""What a probe about an order calls a number that fits none of its outcomes."""
LARGER_TEXT = "larger id first, ids as text"
SMALLER_TEXT = "smaller id first, ids as text"
CUT_FIRST = "cut at k in the order given, then larger id first"
BEST, WORST = "optimistic", "pessimistic"
"""Relevant items before those that are tied with them, or after them."""
BY_ID = frozenset([LARGER_TEXT, SMALLER_TEXT, CUT_FIRST])
"""Orders of tied items that are no outcome of a probe."""
DIGITS = 5e-6
"""How near a number that is told with six digits is to the measured one."""


RankedGrades = tuple[Grade, ...]
PlacedItems = list[tuple[int, Id, float]]
"""Ranks from 0, each with its item and score."""


@cache
def order_probes(takes: Any = Case) -> dict[str, Edge]:
    """The probes about an order, by id: those of rankings, of one user each."""
    return {one.id: one for one in edge(takes) if one.otherwise == ANOTHER}


def list_tie_probes(takes: Any = Case) -> tuple[str, ...]:
    """The probes of tied scores, by id: those of rankings."""
    probes = order_probes(takes).items()
    return tuple(id for id, one in probes if "input order" in one.outcomes)


def find_fitting_orders(
    id: str, entry: MetricEntry, named: bool = False
) -> tuple[str, ...] | None:
    """The orders of a probe's list that give a metric what its record tells, by name:
    all of them, or of those that have a name of their own.

    None where it tells nothing of an order: it raises, or may count tied pairs half, or
    there is no formula to read its number by.
    """
    variant = next(iter(entry.variants), "")
    if not variant or id not in order_probes(find_variant_case_type(variant)):
        return None
    return find_orders_by_outcome(
        id, variant, entry.conventions[id], entry.precision or FLOAT64, named
    )


@cache
def find_variant_case_type(variant: str) -> Any:
    """The type of case that a variant takes."""
    return Variant.parse(variant).home.takes


@cache
def find_orders_by_outcome(
    id: str, variant: str, told: str, precision: float, named: bool = False
) -> tuple[str, ...] | None:
    """The orders that give a variant what is told; None where that is of no order."""
    outcome, given = Outcome.parse(told), compute_order_values(variant, id, named)
    known = index_named_orders(id)
    told_no_number = outcome.detail is None or any(map(isnan, outcome.numbers))
    if told_no_number and known.keys() >= {*outcome.names}:
        number = Variant.parse(variant).value(known[outcome.names[0]])
        return select_orders_by_number(number, given, precision)
    if len(outcome.numbers) != 1:
        return None
    return select_orders_by_number(outcome.numbers[0], given, precision + DIGITS)


def select_orders_by_number(
    number: Number, given: Mapping[str, Number], precision: float
) -> tuple[str, ...]:
    """The orders that give a number."""
    return tuple(
        n for n, value in given.items() if agrees_with_told(value, number, precision)
    )


def agrees_with_told(value: Number, told: Number, precision: float) -> bool:
    """Whether an order's value is what is told; a mean of nothing may be told as 0."""
    one, other = (n[0] if isinstance(n, tuple) else n for n in (value, told))
    return are_numbers_close(one, other, precision) or (one is None and other == 0)


@cache
def compute_order_values(variant: str, id: str, named: bool) -> dict[str, Number]:
    """What a variant gives on each order of a probe's list, or each with a name."""
    found = Variant.parse(variant)
    value = found.home.formula(found)
    among = index_named_orders(id) if named else list_hit_orders(id)
    return {name: value(case) for name, case in among.items()}


@cache
def list_hit_orders(id: str) -> dict[str, Case]:
    """Every order of the hits in a probe's list: those that have a name first."""
    probe, found = order_probes()[id], dict(index_ordered_outcomes(id))
    known = {*found.values()}
    for name, hits in {
        **build_library_orders(probe),
        **build_all_hit_orders(probe),
    }.items():
        case = reorder_hits(id, hits)
        if case not in known:
            known.add(case)
            found[name] = case
    return found


@cache
def index_named_orders(id: str) -> dict[str, Case]:
    """The orders of a probe's list that have a name; some are the same."""
    others = build_library_orders(order_probes()[id]).items()
    return {
        **index_ordered_outcomes(id),
        **{n: reorder_hits(id, hits) for n, hits in others},
    }


@cache
def index_ordered_outcomes(id: str) -> dict[str, Case]:
    """The outcomes of a probe that are an order."""
    outcomes = order_probes()[id].outcomes.items()
    return {name: case for name, case in outcomes if not isinstance(case, float)}


def compute_mean_over_orders(id: str, variant: Variant) -> Number:
    """What a variant gives on a probe of ties if each order of the tied items is as
    likely as any other; None where one has no number."""
    given = compute_order_values(str(variant), id, False)
    one_name = {case: name for name, case in list_hit_orders(id).items()}
    values = [given[name] for name in one_name.values()]
    numbers = [value[0] if isinstance(value, tuple) else value for value in values]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    mean = fsum(known) / len(known)
    return (mean,) if isinstance(values[0], tuple) else mean


def reorder_hits(id: str, hits: RankedGrades) -> Case:
    """A probe's list with its hits at other ranks."""
    like = next(iter(index_ordered_outcomes(id).values()))
    return replace(like, users=(replace(like.users[0], grades=hits),))


def build_library_orders(probe: Edge) -> dict[str, RankedGrades]:
    """The hits in orders that libraries make of tied items, by their ids or by what is
    relevant, of those that are no outcome of the probe."""
    if probe.id not in list_tie_probes():
        return {}
    ((user, rows),) = probe.case.recommendations.items()
    grades, k = dict(probe.case.truth[user]), probe.case.k
    given: list[Any] = [item for item, _ in rows]
    found = {
        LARGER_TEXT: sorted(given, key=str, reverse=True),
        SMALLER_TEXT: sorted(given, key=str),
        CUT_FIRST: sorted(given[:k], reverse=True) + given[k:],
        BEST: sorted(given, key=grades.__contains__, reverse=True),
        WORST: sorted(given, key=grades.__contains__),
    }
    scores = dict(rows)
    return {
        name: tuple(
            map(grades.get, sorted(order, key=scores.__getitem__, reverse=True))
        )
        for name, order in found.items()
        if name not in probe.outcomes
    }


def build_all_hit_orders(probe: Edge) -> dict[str, RankedGrades]:
    """All orders of the hits, each under its own line: one hit is as another. Where
    scores are tied, none leaves its score."""
    ((user, rows),) = probe.case.recommendations.items()
    relevant = dict(probe.case.truth[user])
    found = {}
    for places in product(
        *(
            enumerate_hit_places(part, relevant)
            for part in group_tied_places(probe, rows)
        )
    ):
        taken = set(chain(*places))
        hits = tuple(1.0 if place in taken else None for place in range(len(rows)))
        line = " ".join("." if hit is None else "1" for hit in hits)
        found[f"{ANOTHER}, such as {line}"] = hits
    return found


def group_tied_places(probe: Edge, rows: Scored) -> list[PlacedItems]:
    """The places of each score, where the probe is about ties; else one part."""
    numbered = [(place, item, score) for place, (item, score) in enumerate(rows)]
    if probe.id not in list_tie_probes():
        return [numbered]
    return [list(part) for _, part in groupby(numbered, key=itemgetter(2))]


def enumerate_hit_places(
    part: PlacedItems, relevant: Collection[Id]
) -> Iterable[tuple[int, ...]]:
    """Every way in which the hits of a part may stand in its places."""
    hits = sum(item in relevant for _, item, _ in part)
    return combinations([place for place, _, _ in part], hits)
