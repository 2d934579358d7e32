"""What a metric does with ties, of which there are several probes: `one_answer`.

A short list of one-digit ids cannot tell the larger number from the larger text, nor an
order cut at k from the one given: only together do the probes name an order.
"""

from __future__ import annotations

from collections.abc import Mapping

from homonym.records.outcomes import Outcome, any_of
from homonym.reference.variants import Variant
from homonym.verdicts import orders

OutcomeNames = tuple[str, ...]
NOT_BY_ID = "not by id"
"""What the number of a probe of ties is called that only orders by ids would give,
where none of those gives the number of another."""


def one_answer(
    variant: Variant, told: Mapping[str, str], precision: float
) -> dict[str, str]:
    """The conventions on ties that are to stand in place of those told by probe: the
    orders that give each probe's number. Where no order does, those by ids are none.

    >>> text = {"ties": "larger item first", "ties_in_a_long_list": "optimistic"}
    >>> found = one_answer(Variant.parse("MRR(counts=first)"), text, 1e-9)
    >>> sorted(set(found.values()))
    ['larger id first, ids as text']
    """
    probes = orders.tie_probes(variant.home.takes)
    asked = {id: told[id] for id in probes if id in told}
    fits = {id: fitting_names(variant, id, one, precision) for id, one in asked.items()}
    known = {id: names for id, names in fits.items() if names is not None}
    if len(known) < 2:
        return {}
    first, *others = known.values()
    common = tuple(name for name in first if all(name in names for names in others))
    if common:
        return dict.fromkeys(known, str(any_of(plainest(common))))
    return {id: without_ids(told[id], names) for id, names in known.items()}


def fitting_names(
    variant: Variant, id: str, told: str, precision: float
) -> OutcomeNames | None:
    """The named orders of a probe's list that give what is told; None where that is of
    no order."""
    fit = orders.told_by_orders(id, str(variant), told, precision)
    if not fit:
        return None
    cases = {orders.orders(id)[name] for name in fit}
    return tuple(name for name, one in orders.named_orders(id).items() if one in cases)


def plainest(names: OutcomeNames) -> OutcomeNames:
    """Those that are outcomes of a probe, if any."""
    return tuple(name for name in names if name not in orders.BY_ID) or names


def without_ids(told: str, names: OutcomeNames) -> str:
    """What is told, less the orders by ids."""
    left = [name for name in names if name not in orders.BY_ID | orders.BY_NUMBER]
    outcome = Outcome.parse(told)
    if left or outcome.detail is not None:
        return str(any_of(left)) if left else told
    return NOT_BY_ID
