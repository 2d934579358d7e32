"""Predicted chances, which logarithmic loss takes: start at `KIND`, below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, product
from typing import TYPE_CHECKING

from homonym.cases.kinds import Kind
from homonym.cases.ratings import (
    FOLLOWED,
    VARIATIONS,
    all_predicted,
    describe_predicted_pairs,
    enumerate_small_ratings,
    is_fair_rating_case,
)
from homonym.reference.chances.case import LabelCase

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

LABELS = tuple(f"{r}={p}" for r, p in product((1, 0), ("0.9", "0.2", "0", ".")))
FEW = 1000


def small_ones() -> Iterator[LabelCase]:
    """The small cases that a loss can be taken of, in the order of size."""
    small = enumerate_small_ratings(LabelCase, LABELS, "")
    return (case for case in small if both_labels(case))


def both_labels(case: LabelCase) -> bool:
    """Both labels occur, each with a chance: what a library makes of one label alone is
    a convention with an edge case."""
    pairs = [pair for user in case.users for pair in user.pairs]
    return {label for label, chance in pairs if chance is not None} == {0, 1}


@cache
def draw_labels() -> Sequence[SearchStrategy[LabelCase]]:
    """Any case; then cases in which every label has a chance."""
    from homonym.cases.ratings_drawn import drawn_labels

    return drawn_labels(), drawn_labels(complete=True)


def describe_label_case(case: LabelCase, scores: bool, others: bool) -> Iterator[str]:
    """Each label with the chance that it is 1."""
    return describe_predicted_pairs(case, "label", "chance", "no chance")


KIND = Kind(
    takes=LabelCase,
    legend="label=chance   . none   ; next user",
    describe=describe_label_case,
    conditions={"all_predicted": all_predicted},
    variations=VARIATIONS,
    smallest_first=small_ones,
    few=lambda: islice(small_ones(), FEW),
    few_are="the smallest, of one user or of two",
    drawn=draw_labels,
    fair=is_fair_rating_case,
    steps=FOLLOWED.steps,
)
