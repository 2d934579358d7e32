"""Recall: values by hand, and in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from by_hand.depth import to
from by_hand.lists import Names, Part, Row, U, found, over, r_of, truth
from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = [
    ("recall", "1 . 1 1 . @2", 1 / 3),
    ("recall(divisor=r)", "2.5 . | 2 @1", 1 / 2),
    ("recall(divisor=min_k_r)", "1 . 1 1 . @2", 1 / 2),
    ("recall(divisor=grades)", "2.5 . | 2 @1", 1 / (2.5 + 2)),
    ("recall(cut=mean_1_to_k)", ". 1 1 @2", (0 / 2 + 1 / 2) / 2),
    ("recall(rank=off_by_one)", "1 . 1 1 . @2", 2 / 3),
    ("recall(rank=negatives_above)", "1 . 1 1 . @2", 3 / 3),
    ("recall(divisor=min_k_r, cut=mean_1_to_k)", "1 1 1 . @2", (1 / 1 + 2 / 2) / 2),
    ("recall", U, (1 / 3 + 0 + 0) / 3),
    ("recall(users=mean_hit)", U, 1 / 3),
    ("recall(rank=off_by_one, users=mean_hit)", U, 2 / 3),
    ("recall(rank=off_by_one, users=mean_nonzero)", U, (2 / 3 + 1 / 1) / 2),
    ("recall(users=pooled)", U, (1 + 0 + 0) / (3 + 1 + 1)),
    ("recall(divisor=min_k_r, users=pooled)", U, (1 + 0 + 0) / (2 + 1 + 1)),
    ("recall(divisor=min_k_r, users=by_r)", U, (3 * 1 / 2 + 0 + 0) / (3 + 1 + 1)),
    ("recall(depth=all)", "1 . 1 1 . | 1 @2", 3 / 4),
    ("recall(depth=below_k)", "1 . 1 1 . | 1 @3", 1 / 4),
    ("recall(divisor=min_k_r, depth=below_k)", "1 . 1 1 . | 1 @3", 1 / 3),
    ("recall(depth=all, users=mean_hit)", "1 . | 1 ; . 1 @1", 1 / 2),
    ("recall(depth=all, users=mean_nonzero)", "1 . | 1 ; . 1 @1", (1 / 2 + 1) / 2),
    ("recall(users=by_length)", U, (5 * 1 / 3 + 0 + 0) / (5 + 3 + 4)),
    ("recall(users=caller)", U, (1 / 3, 0, 0)),
]


def recall(user: Ranking, k: int, names: Names) -> Part:
    r, grades = r_of(user), sum(truth(user))

    def below(n: int) -> Any:
        of = {"r": r, "min_k_r": min(n, r), "grades": grades}
        return of[names["divisor"]]

    if names["cut"] == "k":
        return found(user, to(names, k), names["rank"]), below(k)
    cuts = range(1, k + 1)
    return sum(
        over((found(user, n, names["rank"]), below(n))) for n in cuts
    ) / Fraction(k), 1
