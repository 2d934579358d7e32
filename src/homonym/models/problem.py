"""A split of ratings as matrices: start at `LearningProblem.of`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from homonym.datasets.dataset import RatingRow
from homonym.errors import UserError

Array = Any
Sparse = Any


@dataclass(frozen=True)
class LearningProblem:
    """What models learn from, and whom they rank for.

    users, items: ids of the rows and columns, items that most users have first, so that
    a stable order puts the more popular of two equals first; train: 1 where a user has
    an item; asked: the rows of the users of the test; ranked: which items are ranked
    for each of those.
    """

    users: Array
    items: Array
    train: Sparse
    asked: Array
    ranked: Array

    @classmethod
    def of(
        cls, train: Sequence[RatingRow], test: Sequence[RatingRow]
    ) -> LearningProblem:
        """Each user of the test is ranked all items but their own of train."""
        from scipy.sparse import csr_array

        popular = Counter(row.item for row in train)
        items = sorted(popular, key=lambda item: (-popular[item], item))
        column = {item: place for place, item in enumerate(items)}
        users = sorted({row.user for row in train})
        place = {user: at for at, user in enumerate(users)}
        rows = [place[row.user] for row in train]
        columns = [column[row.item] for row in train]
        shape = len(users), len(items)
        matrix = csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)
        asked = np.array([place[user] for user in sorted({row.user for row in test})])
        ranked = matrix[asked].toarray() == 0
        return cls(np.array(users), np.array(items), matrix, asked, ranked)

    def sampled(
        self, test: Sequence[RatingRow], negatives: int, seed: int
    ) -> LearningProblem:
        """The same, where each user is ranked the items of the test and so many others
        that are drawn of the rest; all of the rest where there are no more."""
        column = {item: place for place, item in enumerate(self.items.tolist())}
        row = {user: at for at, user in enumerate(self.users[self.asked].tolist())}
        liked = np.zeros_like(self.ranked)
        for one in test:
            liked[row[one.user], column[one.item]] = True
        random = np.random.default_rng([seed, 1])  # not what `random` ranks by
        drawn = np.where(self.ranked & ~liked, random.random(liked.shape), 2.0)
        least = np.sort(drawn, axis=1)[:, : min(negatives, liked.shape[1])]
        ranked = liked | (drawn <= np.minimum(least[:, -1:], 1.0))
        return LearningProblem(self.users, self.items, self.train, self.asked, ranked)


def check_memory(users: int, items: int) -> None:
    """UserError for matrices that no usual machine holds."""
    gigabytes = 8 * max(users, items) * items / 1e9
    if gigabytes > 8:
        raise UserError(
            f"{users:,} users and {items:,} items need matrices of {gigabytes:.0f} GB: "
            "give a smaller data set"
        )
