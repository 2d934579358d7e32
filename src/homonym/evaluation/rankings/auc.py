"""AUC over tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import nan

import ibis
from ibis import _, ifelse

from homonym.evaluation.lookups import Column, wrap_user_function
from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.rankings.ranks import count_hits_to_depth
from homonym.evaluation.tables import Above, Tables

ABOVE = {
    "irrelevant": (_.above, lambda hits, ranks: ranks - hits),
    "every_item": (_.n - 1, lambda hits, ranks: ranks),
}
"""By the choice on `above`: what stands above a hit, and how much of it is looked at in
all, of the hits and ranks that are."""
NEGATIVES: dict[str, Callable[[Column], Column]] = {
    "list": lambda others: others,
    "catalogue": lambda others: _.candidates - _.r,
    "catalogue_plus_one": lambda others: _.candidates - _.r + 1,
    "with_train": lambda others: _.candidates - _.r + _.train,
    "with_train_plus_one": lambda others: _.candidates - _.r + _.train + 1,
}
UNRANKED = {"worst": (1, False), "half": (1, True), "excluded": (0, False)}
"""By the choice on `unranked`: whether relevant items that are not listed count, and
whether they are tied with what is not listed."""


@dataclass(frozen=True)
class AucPairs:
    """A user's relevant items and negatives, as far as they are compared."""

    asked: Asked

    @cached_property
    def hits(self) -> Column:
        """The relevant items that are listed."""
        return count_hits_to_depth(self.asked.plan, self.asked.depth)

    @cached_property
    def others(self) -> Column:
        """What can stand above them, and is listed."""
        _above, count = self.asked.chosen("above", ABOVE)
        return count(self.hits, self.asked.ranks)

    @cached_property
    def negatives(self) -> Column:
        """N, listed or not."""
        return self.asked.chosen("negatives", NEGATIVES)(self.others)

    @cached_property
    def missing(self) -> Column:
        """The relevant items that are compared, and are not listed."""
        counted, _tied = self.asked.chosen("unranked", UNRANKED)
        every = {"all": counted, "recommended": 0}
        return (_.r - self.hits) * self.asked.chosen("positives", every)

    @cached_property
    def tied(self) -> bool:
        """Whether those are tied with the negatives that are not listed."""
        return bool(self.asked.chosen("unranked", UNRANKED)[1])

    @cached_property
    def summed(self) -> Column:
        """The sum of 1 - a / N over the relevant items."""
        place, _count = self.asked.chosen("above", ABOVE)
        above = self.asked.hits.each(ifelse(_.rel, place, 0).sum())
        found = self.hits - above / self.negatives
        if self.tied:
            found = found + self.missing * (1 - self.others / self.negatives) / 2
        return ifelse(self.negatives == 0, 0.0, found)

    @cached_property
    def divisor(self) -> Column:
        """What the sum is divided by."""
        if self.asked.names["divisor"] == "positives":
            return self.hits + self.missing
        function, k = self.asked.function("divisor"), self.asked.k
        called = f"auc.divisor={self.asked.names['divisor']}"
        of_user = wrap_user_function(lambda user: function(0, user, k))
        return self.asked.plan.users.look_up(called, of_user, _.r, _.length)

    @cached_property
    def one_class(self) -> Column:
        """Whether there is nothing to compare."""
        return (self.negatives == 0) | (self.hits + self.missing == 0)


def auc(asked: Asked) -> PartColumns:
    """The sum over the divisor; who has nothing to compare is left out, or counts as
    the choice says where the list is cut at k."""
    pairs = AucPairs(asked)
    settled = asked.chosen("one_class", ONE_CLASS)(pairs)
    if asked.depth is None or settled is None:
        return PartColumns(pairs.summed, pairs.divisor, ~pairs.one_class)
    return PartColumns(
        ifelse(pairs.one_class, settled, pairs.summed),
        ifelse(pairs.one_class, 1.0, pairs.divisor),
    )


ONE_CLASS: dict[str, Callable[[AucPairs], Column | None]] = {
    "skipped": lambda pairs: None,
    "zero": lambda pairs: 0.0,
    "half": lambda pairs: 0.5,
    "one": lambda pairs: 1.0,
    "zero_without_hit_one_without_negative": lambda pairs: ifelse(
        pairs.hits + pairs.missing > 0, 1.0, 0.0
    ),
    "undefined": lambda pairs: nan,
}


STACKED: dict[str, Callable[[Above], int]] = {
    "irrelevant": lambda above: above.greater - above.own,
    "every_item": lambda above: above.greater,
}
"""By the choice on `above`: how much of all lists stands above all hits."""


def compute_stacked_auc(asked: Asked, tables: Tables) -> Column:
    """All relevant items of all users against all negatives of all users."""
    pairs = AucPairs(asked)
    negatives, divisor = sum_over_users(pairs.negatives), sum_over_users(pairs.divisor)
    above = asked.chosen("above", STACKED)(tables.above_hits(asked.depth))
    summed = sum_over_users(pairs.hits) - above / negatives
    if pairs.tied:
        listed = sum_over_users(pairs.others)
        summed = summed + sum_over_users(pairs.missing) * (1 - listed / negatives) / 2
    nothing = (negatives == 0) | (divisor == 0)
    return ifelse(nothing, ibis.null(), summed / divisor)


def sum_over_users(column: Column) -> Column:
    """The sum of a column, or of a number for each user."""
    return (_.r * 0 + column).sum()
