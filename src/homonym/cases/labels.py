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
    describe_predicted_pairs,
    enumerate_small_ratings,
    predicts_all_ratings,
)
from homonym.reference.chances.case import LabelCase

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

LABELS = tuple(f"{r}={p}" for r, p in product((1, 0), ("0.9", "0.2", "0", ".")))
FEW = 1000


def enumerate_small_labels() -> Iterator[LabelCase]:
    """The small cases that a loss can be taken of, in the order of size."""
    small = enumerate_small_ratings(LabelCase, LABELS, "")
    return (case for case in small if has_both_labels(case))


def has_both_labels(case: LabelCase) -> bool:
    """Both labels occur, each with a chance: what a library makes of one label alone is
    a convention with an edge case."""
    pairs = [pair for user in case.users for pair in user.pairs]
    return {label for label, chance in pairs if chance is not None} == {0, 1}


def list_label_flaws(case: LabelCase) -> list[str]:
    """What keeps a case from being well formed; nothing when it is."""
    wrong = {
        "a user has no label": not all(user.pairs for user in case.users),
        "not both labels have a chance": not has_both_labels(case),
    }
    return [flaw for flaw, holds in wrong.items() if holds]


def is_fair_label_case(case: LabelCase) -> bool:
    """Every case that is well formed."""
    return not list_label_flaws(case)


@cache
def draw_labels() -> Sequence[SearchStrategy[LabelCase]]:
    """Any case; then cases in which every label has a chance."""
    from homonym.cases.ratings_drawn import draw_label_case

    return draw_label_case(), draw_label_case(complete=True)


def describe_label_case(case: LabelCase, scores: bool, others: bool) -> Iterator[str]:
    """Each label with the chance that it is 1."""
    return describe_predicted_pairs(case, "label", "chance", "no chance")


KIND = Kind(
    takes=LabelCase,
    legend="label=chance   . none   ; next user",
    describe=describe_label_case,
    conditions={"all_predicted": predicts_all_ratings},
    variations=VARIATIONS,
    smallest_first=enumerate_small_labels,
    few=lambda: islice(enumerate_small_labels(), FEW),
    few_are="the smallest, of one user or of two",
    drawn=draw_labels,
    flaws=list_label_flaws,
    fair=is_fair_label_case,
    steps=FOLLOWED.steps,
)
