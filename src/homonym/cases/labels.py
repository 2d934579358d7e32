"""Predicted chances, which logarithmic loss takes: start at `KIND`, below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from random import Random

from homonym.cases.kinds import Kind, by_chance
from homonym.cases.ratings import (
    FOLLOWED,
    VARIATIONS,
    all_predicted,
    fair,
    paired,
    smallest_first,
)
from homonym.reference.chances.case import LabelCase

LABELS = tuple(f"{r}={p}" for r, p in product((1, 0), ("0.9", "0.2", "0", ".")))
FEW = 1000


def small_ones() -> Iterator[LabelCase]:
    """The small cases that a loss can be taken of, in the order of size."""
    small = smallest_first(LabelCase, LABELS, "")
    return (case for case in small if both_labels(case))


def both_labels(case: LabelCase) -> bool:
    """Both labels occur, each with a chance: what a library makes of one label alone is
    a convention with an edge case."""
    pairs = [pair for user in case.users for pair in user.pairs]
    return {label for label, chance in pairs if chance is not None} == {0, 1}


def draw_labels(chance: Random, missing: Sequence[float] = (0, 0.2)) -> LabelCase:
    """Up to thirty users with up to forty labels, both of which occur; some chances are
    0 or 1."""
    most, share = chance.choice((3, 10, 40)), chance.choice(missing)

    def given() -> float:
        return chance.choice((0, 1, *(round(chance.random(), 3) for _ in range(10))))

    def pair() -> str:
        told = "." if chance.random() < share else given()
        return f"{chance.randint(0, 1)}={told}"

    users = range(chance.choice((1, 2, 5, 30)))
    lists = [" ".join(pair() for _ in range(chance.randint(2, most))) for _ in users]
    return LabelCase.parse(f"1={given()} 0={given()} {' ; '.join(lists)}")


def draw_complete_labels(chance: Random) -> LabelCase:
    """A drawn case in which every label has a chance."""
    return draw_labels(chance, missing=(0,))


def describe(case: LabelCase, scores: bool, others: bool) -> Iterator[str]:
    """Each label with the chance that it is 1."""
    return paired(case, "label", "chance", "no chance")


KIND = Kind(
    takes=LabelCase,
    legend="label=chance   . none   ; next user",
    describe=describe,
    conditions={"all_predicted": all_predicted},
    variations=VARIATIONS,
    smallest_first=small_ones,
    few=lambda: islice(small_ones(), FEW),
    few_are="the smallest, of one user or of two",
    drawn=by_chance(draw_labels, draw_complete_labels),
    fair=fair,
    steps=FOLLOWED.steps,
)
