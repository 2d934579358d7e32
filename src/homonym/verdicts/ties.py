"""What a metric does with ties, of which there are several probes:
`reconcile_tie_outcomes`.

A short list of one-digit ids cannot tell the larger number from the larger text, nor an
order cut at k from the one given: only together do the probes name an order.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import isfinite

from homonym.records.outcomes import Outcome, combine_outcomes
from homonym.reference.variants import Variant
from homonym.verdicts import orders
from homonym.verdicts.conventions import AVERAGED, CALLS, OTHERWISE, RANDOM

OutcomeNames = tuple[str, ...]
NOT_BY_ID = "not by id"
"""What the number of a probe of ties is called that a named order gives, where no named
order gives those of all probes: it is by chance, or of a sort that is another for lists
of another length, and no order by ids."""
TOLD_APART = "told apart"
"""What a probe of scores that differ by little calls the order by them."""
ALIKE_BY_CHANCE = 0.001
"""How likely it must be that drawn orders give one number in every call, where another
probe has shown that they are drawn."""


def reconcile_tie_outcomes(
    variant: Variant, told: Mapping[str, str], precision: float
) -> dict[str, str]:
    """The conventions on ties that are to stand in place of those told by probe: the
    orders that give each probe's number. Where no order does, or one has a number that
    no order gives, each that was told is none, nor is that of scores which were taken
    for equal; hits first, or last, may be where others have numbers of no order, for
    each of them may rank so by itself, and where one counts tied pairs half, so does
    another with the number of that. A number that no order gives is not another
    order's. Where one shows that the order is drawn, the number of another that drawn
    orders may well have given in every call shows nothing else.

    >>> text = {"ties": "larger item first", "ties_in_a_long_list": "optimistic"}
    >>> found = reconcile_tie_outcomes(Variant.parse("MRR(counts=first)"), text, 1e-9)
    >>> sorted(set(found.values()))
    ['larger id first, ids as text']
    """
    probes = orders.list_tie_probes(variant.home.takes)
    asked = {id: told[id] for id in probes if id in told}
    if RANDOM in asked.values():
        return dict.fromkeys(list_drawn_probes(variant, asked, precision), RANDOM)
    fits = {
        id: find_fitting_order_names(variant, id, one, precision)
        for id, one in asked.items()
    }
    known = {id: names for id, names in fits.items() if names is not None}
    common = find_common_orders(known)
    of_no_order = [
        id
        for id, one in asked.items()
        if is_of_no_order(variant, id, one, common, precision)
    ]
    if len(known) < 2 and not of_no_order:
        return {}
    if common and not of_no_order:
        return dict.fromkeys(
            known, str(combine_outcomes(prefer_probe_outcomes(common)))
        )
    half = any(AVERAGED in Outcome.parse(asked[id]).names for id in of_no_order)
    ends = (orders.BEST, orders.WORST) if of_no_order and not half else ()
    fits |= find_blurred_orders(variant, told, precision)
    found = {id: name_ends(names, ends) for id, names in fits.items() if names}
    like_mean = [
        id
        for id in known
        if half and not {*known[id]}.isdisjoint(find_mean_like(variant, id, precision))
    ]
    return (
        found
        | dict.fromkeys(like_mean, AVERAGED)
        | {id: name_no_order(asked[id]) for id in of_no_order}
    )


def name_no_order(told: str) -> str:
    """What is told of a number that no order gives, where it was called another
    order's."""
    outcome = Outcome.parse(told)
    if outcome.kind != orders.ANOTHER:
        return told
    return str(Outcome(OTHERWISE, outcome.detail))


def find_mean_like(variant: Variant, id: str, precision: float) -> OutcomeNames:
    """The named orders of a probe's list that give the mean over all of them."""
    mean = orders.compute_mean_over_orders(id, variant)
    given = orders.compute_order_values(str(variant), id, True)
    return orders.select_orders_by_number(mean, given, precision)


def find_common_orders(known: Mapping[str, OutcomeNames]) -> OutcomeNames:
    """The orders that give the number of each of these probes."""
    outcomes = [drop_extreme_orders(id, names) for id, names in known.items()]
    return find_common_names(outcomes) or find_common_names(known.values())


def name_ends(names: OutcomeNames, ends: Collection[str]) -> str:
    """What is left of the orders that give a probe's number: hits before, or after,
    what they are tied with, as each may be where all are in no order; none where both
    give it."""
    kept = [name for name in names if name in ends]
    return kept[0] if len(kept) == 1 else NOT_BY_ID


def find_blurred_orders(
    variant: Variant, told: Mapping[str, str], precision: float
) -> dict[str, OutcomeNames | None]:
    """Of the probes of scores that differ, where what is told is another order of them,
    as if they were tied: the orders that give it."""
    return {
        id: find_fitting_order_names(variant, id, told[id], precision)
        for id, probe in orders.order_probes(variant.home.takes).items()
        if TOLD_APART in probe.outcomes
        and TOLD_APART not in Outcome.parse(told.get(id, TOLD_APART)).names
    }


def list_drawn_probes(
    variant: Variant, told: Mapping[str, str], precision: float
) -> list[str]:
    """The probes whose number so many of the orders give that all calls may have had it
    of orders that were drawn."""
    found = []
    for id, one in told.items():
        fit = orders.find_orders_by_outcome(id, str(variant), one, precision) or ()
        cases = orders.list_hit_orders(id)
        share = len({cases[name] for name in fit}) / len({*cases.values()})
        if share ** (CALLS - 1) > ALIKE_BY_CHANCE:
            found.append(id)
    return found


def is_of_no_order(
    variant: Variant, id: str, told: str, common: OutcomeNames, precision: float
) -> bool:
    """Whether a probe's number is one that no order of its list gives, or where tied
    pairs count half, none of those that others have in common: then these are by
    chance."""
    outcome = Outcome.parse(told)
    if outcome.names == (AVERAGED,):
        return {*common}.isdisjoint(find_mean_like(variant, id, precision))
    finite = len(outcome.numbers) == 1 and isfinite(outcome.numbers[0])
    return finite and not orders.find_orders_by_outcome(
        id, str(variant), told, precision
    )


def find_common_names(several: Collection[OutcomeNames]) -> OutcomeNames:
    """The names that all have, nothing of none."""
    first, *others = several or [()]
    return tuple(name for name in first if all(name in names for names in others))


def drop_extreme_orders(id: str, names: OutcomeNames) -> OutcomeNames:
    """The names without those of hits before or after what they are tied with, where
    these are no outcome of the probe: in most lists one of them is another order, too.
    """
    outcomes = orders.order_probes()[id].outcomes
    ends = {orders.BEST, orders.WORST} - {*outcomes}
    return tuple(name for name in names if name not in ends)


def find_fitting_order_names(
    variant: Variant, id: str, told: str, precision: float
) -> OutcomeNames | None:
    """The named orders of a probe's list that give what is told; None where that is of
    no order."""
    fit = orders.find_orders_by_outcome(id, str(variant), told, precision)
    if not fit:
        return None
    cases = {orders.list_hit_orders(id)[name] for name in fit}
    return tuple(
        name for name, one in orders.index_named_orders(id).items() if one in cases
    )


def prefer_probe_outcomes(names: OutcomeNames) -> OutcomeNames:
    """Those that are outcomes of a probe, if any."""
    return tuple(name for name in names if name not in orders.BY_ID) or names
