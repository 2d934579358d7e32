"""Ratings and predictions side by side, for functions of two arrays."""

from __future__ import annotations

from homonym.adapters._shared.label_rows import grades
from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase


def rated_pairs(case: AnyCase) -> tuple[list[float], list[float]]:
    """(ratings, predictions) of the pairs, which have one of each."""
    rated, predicted = [], []
    for user in {**case.truth, **case.recommendations}:
        known = grades(case, user)
        listed = case.recommendations.get(user, ())
        if {*known} != {item for item, _ in listed} or len(known) < len(listed):
            raise Refuse("a rating has one prediction, and a prediction a rating")
        rated += [known[item] for item, _ in listed]
        predicted += [score for _, score in listed]
    return rated, predicted
