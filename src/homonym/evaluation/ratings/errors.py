"""Errors added up for each user, and how users are combined: MSE and its kin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import ibis
from ibis import _, ifelse

from homonym.evaluation.backends.backend import fetch_only_row
from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked
from homonym.evaluation.ratings.pairs import Kept, RatingPairs, select_kept_pairs
from homonym.reference.parts import ZERO

FinishExpression = Callable[[Column], Column]


@dataclass(frozen=True)
class PredictionError:
    """What a pair adds, of the variant and the pair as it is compared, and what is made
    of the mean."""

    of: Callable[[Asked, Kept], Column]
    finish: FinishExpression = lambda mean: mean


def mae(asked: Asked, pair: Kept) -> Column:
    """The distance."""
    return (_.r - pair.p).abs()


def mse(asked: Asked, pair: Kept) -> Column:
    """The squared distance."""
    return (_.r - pair.p) * (_.r - pair.p)


ERRORS = {
    "mae": PredictionError(mae),
    "mse": PredictionError(mse),
    "rmse": PredictionError(mse, lambda mean: mean.sqrt()),
}


def pool_user_errors(above: Column, below: Column, finish: FinishExpression) -> Column:
    """All pairs alike; null where none counts."""
    total = below.sum()
    return finish(ifelse(total.abs() > ZERO, above.sum() / total, ibis.null()))


def average_user_errors(
    above: Column, below: Column, finish: FinishExpression
) -> Column:
    """The mean of the users who have a pair that counts; who gets per-user numbers
    takes it."""
    return finish(above / below.nullif(0)).mean()


USERS: Mapping[str, Callable[[Column, Column, FinishExpression], Column]] = {
    "pooled": pool_user_errors,
    "mean": average_user_errors,
    "caller": average_user_errors,
}
"""By the choice on `users`."""


def compute_error_numbers(
    pairs: RatingPairs, every: Iterable[Asked], errors: Mapping[str, PredictionError]
) -> list[float | None]:
    """The number of each variant: all sums for each user first, then all users."""
    sums: dict[str, Column] = {}
    numbers: dict[str, Column] = {}
    for place, asked in enumerate(every):
        error, pair = errors[asked.variant.family], select_kept_pairs(asked, pairs)
        added = ifelse(pair.compared, error.of(asked, pair), 0.0)
        sums[f"a{place}"] = added.sum()
        sums[f"b{place}"] = pair.counted.cast("int64").sum()
        combine = asked.chosen("users", USERS)
        numbers[f"v{place}"] = combine(_[f"a{place}"], _[f"b{place}"], error.finish)
    if not numbers:
        return []
    users = pairs.table.group_by("user").aggregate(**sums)
    return [*fetch_only_row(pairs.backend, users.aggregate(**numbers)).values()]
