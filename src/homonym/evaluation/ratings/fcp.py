"""The fraction of concordant pairs over tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import ibis
from ibis import _, ifelse

from homonym.evaluation.backends.backend import fetch_only_row
from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked
from homonym.evaluation.ratings.pairs import RatingPairs, select_kept_pairs
from homonym.reference.parts import ZERO


def fcp(asked: Asked, pairs: RatingPairs) -> float | None:
    """The share of a user's pairs of items that are ordered alike by rating and
    prediction."""
    pair = select_kept_pairs(asked, pairs, "dropped")
    some = pairs.table.filter(pair.compared).mutate(p=pair.p)
    each = some.group_by("user", "r", "p").aggregate(n=_.count())
    other = each.rename({"worse": "r", "below": "p", "m": "n"})
    both = each.join(other, ["user", each.r > other.worse])
    counted = both.mutate(pairs=_.n * _.m).select(
        "user",
        alike=ifelse(_.p > _.below, _.pairs, 0),
        other=weigh_discordant_pairs(asked.function("tied")) * _.pairs,
    )
    users = counted.group_by("user").aggregate(alike=_.alike.sum(), other=_.other.sum())
    number = asked.chosen("users", USERS)
    row = fetch_only_row(pairs.backend, users.aggregate(number=number))
    found: float | None = row["number"]
    return found


def weigh_discordant_pairs(counts: Callable[[float, float], bool]) -> Column:
    """What a pair counts whose better item is predicted lower, alike or higher: the
    reference's function, asked once of each."""
    lower, alike, higher = (int(counts(*pair)) for pair in ((0, 1), (0, 0), (1, 0)))
    return ifelse(_.p < _.below, lower, ifelse(_.p > _.below, higher, alike))


def compute_concordant_share(alike: Column, other: Column) -> Column:
    """One of both; null where there is neither."""
    both = alike + other
    return ifelse(both.abs() > ZERO, alike / both, ibis.null())


def average_nonzero_counts(column: Column) -> Column:
    """The mean of the counts that are not 0; 0 where all are."""
    return column.mean(where=column != 0).fill_null(0.0)


USERS: Mapping[str, Column] = {
    "pooled": compute_concordant_share(
        _.alike.sum().fill_null(0), _.other.sum().fill_null(0)
    ),
    "means_of_some": compute_concordant_share(
        average_nonzero_counts(_.alike), average_nonzero_counts(_.other)
    ),
}
"""By the choice on `users`."""
