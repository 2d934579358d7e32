"""Intervals: users drawn with replacement, and the numbers of those: start at
`compute_drawn_numbers`.

A number is added up from users, so that it is computed again in each sample: what is
pooled or weighted is so there too. One sample serves all definitions, and all cut-offs
of the same users.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from homonym.errors import UserError, in_brief
from homonym.evaluation.rankings.f_score import combine_part_numbers
from homonym.evaluation.rankings.users import choose_user_combination
from homonym.evaluation.user_parts import Array, OwnPart, UserParts
from homonym.reference.parts import ZERO
from homonym.reference.variants import Variant

CELLS = 2**23
"""So many counts of drawn users are held at once."""
MOST = 1_000_000
"""No more samples are drawn: each definition keeps its number in every one."""
Bounds = tuple[float, float] | None
"""The ends of an interval, the lower first."""


@dataclass(frozen=True)
class Interval:
    """How intervals are drawn: the share of samples that lies inside, the seed, and how
    many samples."""

    level: float = 0.95
    seed: int = 1
    draws: int = 1000

    def __post_init__(self) -> None:
        level, seed, draws = self.level, self.seed, self.draws
        if not isinstance(level, float) or not 0 < level < 1:
            raise UserError(
                f"the level of an interval is {in_brief(level)}, and must lie between "
                "0 and 1, as 0.95"
            )
        if not isinstance(seed, int) or seed < 0:
            raise UserError(
                f"the seed is {in_brief(seed)}, and must be a whole number from 0"
            )
        if not isinstance(draws, int) or not 1 <= draws <= MOST:
            raise UserError(
                f"{in_brief(draws)} draws: a whole number from 1 to {MOST:,} is "
                "needed, as 1000"
            )

    def __str__(self) -> str:
        middle = f"the middle {self.level * 100:.10g}%"
        return (
            f"{middle} of {self.draws:,} bootstrap samples of users, seed {self.seed}"
        )

    def bounds(self, drawn: Array | None) -> Bounds:
        """The percentiles of the samples in which the number is defined; None where it
        is in none."""
        if drawn is None or not np.isfinite(drawn).any():
            return None
        outside = (1 - self.level) / 2
        found = np.quantile(drawn[np.isfinite(drawn)], [outside, 1 - outside])
        return float(found[0]), float(found[1])


def compute_drawn_numbers(
    users: UserParts, interval: Interval
) -> Mapping[Variant, Array]:
    """Each definition's number in each sample, NaN where it is undefined; nothing of
    what compares the items of all users."""
    home = [one for one in users.parts if users.parts[one]]
    count = users.users.num_rows
    if not home or not count:
        return {one: np.empty(0) for one in home}
    sums = Sums.of(users)
    every = [sums.numbers(times) for times in draw_user_counts(count, interval)]
    return {one: np.concatenate([found[one] for found in every]) for one in home}


def draw_user_counts(count: int, interval: Interval) -> Iterator[Array]:
    """How often each user is drawn, a row a sample; as many rows at a time as fit."""
    random = np.random.default_rng(interval.seed)
    most = max(1, CELLS // count)
    for first in range(0, interval.draws, most):
        times = np.empty((min(most, interval.draws - first), count))
        for sample in times:
            drawn = random.integers(count, size=count)
            sample[:] = np.bincount(drawn, minlength=count)
        yield times


@dataclass(frozen=True)
class Sums:
    """What each user adds to the numerators and denominators of numbers, a column a
    part; spoils: who makes the number 0; home: the columns of each definition."""

    above: Array
    below: Array
    spoils: Array
    home: Mapping[Variant, tuple[int, ...]]

    @classmethod
    def of(cls, users: UserParts) -> Sums:
        """Those of every definition that users have parts of."""
        columns: list[tuple[Array, Array, Array]] = []
        home: dict[Variant, tuple[int, ...]] = {}
        for variant in users.parts:
            added = [
                compute_user_terms(users, variant, part) for part in users.of(variant)
            ]
            if added:
                home[variant] = tuple(range(len(columns), len(columns) + len(added)))
            columns += added
        above, below, spoils = map(np.column_stack, zip(*columns, strict=True))
        return cls(above, below, spoils, home)

    def numbers(self, times: Array) -> Mapping[Variant, Array]:
        """The numbers of samples, which count each user so many times."""
        found = compute_sample_ratios(times, self.above, self.below, self.spoils)
        return {
            one: combine_part_numbers(one, [found[:, column] for column in columns])
            for one, columns in self.home.items()
        }


def compute_sample_ratios(
    times: Array, above: Array, below: Array, spoils: Array
) -> Array:
    """The sums above over those below, of samples, which count each user so many times:
    NaN over 0, and 0 where somebody spoils it."""
    under = times @ below
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(np.abs(under) > ZERO, times @ above / under, np.nan)
    return np.where(times @ spoils > 0, 0.0, found) if spoils.any() else found


def compute_user_terms(
    users: UserParts, variant: Variant, part: OwnPart
) -> tuple[Array, Array, Array]:
    """What each user adds above and below, and whether they spoil the number."""
    way = choose_user_combination(variant.names["users"])
    counted = users.counted(way, part)
    above, below = WAYS[way](users, part)
    spoils = part.nothing if way == "mean_or_zero" else np.zeros(len(counted))
    return np.where(counted, above, 0.0), np.where(counted, below, 0.0), spoils


def compute_mean_terms(users: UserParts, part: OwnPart) -> tuple[Array, Array]:
    """The ratio, once."""
    return part.ratio, np.ones(len(part.ratio))


def compute_pooled_terms(users: UserParts, part: OwnPart) -> tuple[Array, Array]:
    """The part itself."""
    return part.above, part.below


def make_weighted_terms(column: str) -> Way:
    """The ratio, as often as the column says."""
    return lambda users, part: (
        part.ratio * users.column(column),
        users.column(column),
    )


Way = Callable[[UserParts, OwnPart], tuple[Array, Array]]
WAYS: dict[str, Way] = {
    "mean": compute_mean_terms,
    "mean_hit": compute_mean_terms,
    "mean_nonzero": compute_mean_terms,
    "mean_or_zero": compute_mean_terms,
    "pooled": compute_pooled_terms,
    "by_r": make_weighted_terms("r"),
    "by_length": make_weighted_terms("length"),
}
"""By the choice on `users`: what a user adds above and below."""
