"""Interpolated average precision: values by hand, and in fractions."""

from __future__ import annotations

from fractions import Fraction

from by_hand.lists import Names, Part, Row, U, r_of, ranks
from homonym.reference.rankings.case import Ranking

INTERPOLATED = (4 * 1 + 3 * 2 / 3 + 4 * 3 / 5) / 11
"""Hits at 1, 3, 5 of r = 3: recall 1/3 covers four levels, 2/3 three, 1 the others."""

ROWS: list[Row] = [
    ("average_precision_interpolated", "1 . 1 . 1 @1", INTERPOLATED),
    ("average_precision_interpolated", ". 1 1 . @1", 11 * 2 / 3 / 11),
    ("average_precision_interpolated", "1 1 . | 1 @1", 7 / 11),
    ("average_precision_interpolated(points=11_rounded)", "1 1 . | 1 @1", 8 / 11),
    ("average_precision_interpolated", ". 1 . | 1 @2", 6 * 1 / 2 / 11),
    ("average_precision_interpolated", U, (INTERPOLATED + 1 / 3 + 1 / 4) / 3),
    ("average_precision_interpolated", ". 1 . ; . . | 1 @2", (1 / 2 + 0) / 2),
    ("average_precision_interpolated(users=mean_hit)", U, INTERPOLATED),
    (
        "average_precision_interpolated(users=mean_nonzero)",
        ". 1 . ; . . 1 ; . . | 1 @2",
        (1 / 2 + 1 / 3) / 2,
    ),
    (
        "average_precision_interpolated(users=pooled)",
        U,
        (11 * INTERPOLATED + 11 / 3 + 11 / 4) / (11 + 11 + 11),
    ),
    (
        "average_precision_interpolated(users=pooled)",
        ". 1 . ; . . | 1 @2",
        (11 / 2 + 0) / (11 + 11),
    ),
    (
        "average_precision_interpolated(users=by_r)",
        U,
        (3 * INTERPOLATED + 1 / 3 + 1 / 4) / (3 + 1 + 1),
    ),
    (
        "average_precision_interpolated(users=by_length)",
        U,
        (5 * INTERPOLATED + 3 / 3 + 4 / 4) / (5 + 3 + 4),
    ),
    ("average_precision_interpolated(users=caller)", U, (INTERPOLATED, 1 / 3, 1 / 4)),
]


def average_precision_interpolated(user: Ranking, k: int, names: Names) -> Part:
    """Precision is highest at a hit; the j-th reaches the level l / 10 of recall, and
    with trec_eval's rounding so do 2 of 3 the level 0.7."""
    hits = list(enumerate(ranks(user), start=1))
    r = r_of(user)
    levels = [Fraction(lv * r, 10) for lv in range(11)]
    if names["points"] == "11_rounded":
        levels = [Fraction(int(lv / 10 * r + 0.9)) for lv in range(11)]
    reached = ([Fraction(j, n) for j, n in hits if j >= level] for level in levels)
    return sum(max(values, default=Fraction(0)) for values in reached), 11
