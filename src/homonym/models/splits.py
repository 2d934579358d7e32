"""Ratings split into train and test, one way or another: start at `split_ratings`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from random import Random

from homonym.datasets.dataset import RatingRow
from homonym.datasets.movielens import (
    Split,
    select_known_rows,
    split_global,
    split_per_user,
)
from homonym.errors import UserError, in_brief

SEED = 0


def split_weakly(rows: Sequence[RatingRow], seed: int = SEED) -> Split:
    """(train, test): a random half of each user's, the larger one where there are two,
    is train: weak generalisation."""
    random = Random(seed)
    train, test = [], []
    for own in group_ratings_by_user(rows):
        random.shuffle(own)
        cut = ceil(len(own) / 2)
        train += own[:cut]
        test += own[cut:]
    return train, test


def split_leave_one_out(rows: Sequence[RatingRow], seed: int = SEED) -> Split:
    """(train, test): the last item of each user who has two is the test."""
    train, test = [], []
    for own in group_ratings_by_user(rows):
        cut = max(len(own) - 1, 1)
        train += own[:cut]
        test += own[cut:]
    return train, test


def group_ratings_by_user(rows: Sequence[RatingRow]) -> list[list[RatingRow]]:
    """The ratings of each user, users by their ids, a user's in the order of time."""
    groups: dict[int, list[RatingRow]] = {}
    for row in sorted(rows, key=lambda row: (row.user, row.timestamp, row.item)):
        groups.setdefault(row.user, []).append(row)
    return list(groups.values())


SPLITS: dict[str, Callable[[Sequence[RatingRow], int], Split]] = {
    "global": lambda rows, seed: split_global(rows),
    "per-user": lambda rows, seed: split_per_user(rows),
    "weak": split_weakly,
    "leave-one-out": split_leave_one_out,
}


def split_ratings(rows: Sequence[RatingRow], split: str, seed: int) -> Split:
    """Train and test, the latter without users and items that train does not know;
    UserError for a split that there is not, and where no test is left."""
    if split not in SPLITS:
        raise UserError(
            f"--split {in_brief(split)} is unknown: write {', '.join(SPLITS)}"
        )
    train, test = SPLITS[split](rows, seed)
    known = select_known_rows(train, test)
    if not known:
        raise UserError(f"the {split} split of {len(rows):,} ratings leaves no test")
    return train, known
