"""Why other cut-offs in a call change a value: start at `explain_by_largest`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from homonym.adapters.contract import Value
from homonym.reference.case import AnyCase
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.variants import Variant
from homonym.verdicts.formula import agrees_with_measured

LARGEST = "the ideal is of the hits in the largest cut-off"
"""What NDCG over the list's own hits does that keeps as many ranks as the largest
cut-off of the call: of one cut-off it is `ideal=list_k`."""


def explain_by_largest(
    variant: Variant | None, case: Any, varied: AnyCase, after: Value, precision: float
) -> str:
    """`LARGEST` where that gives the value of a call with other cut-offs; nothing where
    it does not."""
    if variant is None or not varied.also:
        return ""
    if (variant.family, variant.names.get("ideal")) != ("ndcg", "list_k"):
        return ""
    expected = compute_by_largest_ideal(variant, case, max(case.k, *varied.also))
    return LARGEST if agrees_with_measured(expected, after, precision) else ""


def compute_by_largest_ideal(variant: Variant, case: Case, largest: int) -> Any:
    """What the variant gives whose ideal re-sorts so many ranks, then cuts at k."""
    users = tuple(cut_list(user, largest) for user in case.users)
    whole = variant.home.variant(**{**variant.names, "ideal": "list_all"})
    return whole.value(replace(case, users=users))


def cut_list(user: Ranking, length: int) -> Ranking:
    """The user with the first ranks of the list alone."""
    below = user.grades[length:]
    judged = tuple(grade for grade in below if grade is not None)
    return replace(
        user,
        grades=user.grades[:length],
        scores=user.scores[:length],
        missed=(*user.missed, *judged),
        unranked=user.unranked + below.count(None),
    )
