"""Precision: values by hand, and in fractions."""

from __future__ import annotations

from by_hand.depth import to
from by_hand.lists import Names, Part, Row, U, found, ranks
from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = [
    ("precision", "1 . 1 1 . @2", 1 / 2),
    ("precision(rank=off_by_one)", "1 . 1 1 . @2", 2 / 2),
    ("precision(rank=negatives_above)", "1 . 1 1 . @2", 3 / 2),
    ("precision(rank=negatives_above)", "1 . . 1 . 1 @2", 2 / 2),
    ("precision", U, (1 / 2 + 0 + 0) / 3),
    ("precision(users=mean_hit)", U, 1 / 2),
    ("precision(rank=off_by_one, users=mean_hit)", U, 2 / 2),
    ("precision(rank=off_by_one, users=mean_nonzero)", U, (2 / 2 + 1 / 2) / 2),
    ("precision(users=pooled)", U, (1 + 0 + 0) / (2 + 2 + 2)),
    ("precision(divisor=length)", "1 . 1 1 . @2", 1 / 5),
    ("precision(divisor=k, depth=all)", "1 . 1 1 . @2", 3 / 2),
    ("precision(divisor=length, depth=all)", "1 . 1 1 . @2", 3 / 5),
    ("precision(divisor=last_hit)", "1 . 1 . 1 @4", 2 / 3),
    ("precision(divisor=last_hit)", ". . 1 @2", 0),
    ("precision(divisor=last_hit, users=pooled)", "1 . ; . . 1 @3", (1 + 1) / (1 + 3)),
    ("precision(divisor=length)", U, (1 / 5 + 0 + 0) / 3),
    ("precision(divisor=length, users=pooled)", U, (1 + 0 + 0) / (5 + 3 + 4)),
    ("precision(depth=all, users=mean_hit)", U, 3 / 2),
    ("precision(depth=all, users=mean_nonzero)", U, (3 / 2 + 1 / 2 + 1 / 2) / 3),
    ("precision(users=by_r)", U, (3 * 1 / 2 + 0 + 0) / (3 + 1 + 1)),
    ("precision(users=by_length)", "1 . | 1 ; . . 1 @1", (2 * 1 + 3 * 0) / (2 + 3)),
    ("precision(users=by_length)", U, (5 * 1 / 2 + 0 + 0) / (5 + 3 + 4)),
    ("precision(users=caller)", U, (1 / 2, 0, 0)),
]


def precision(user: Ranking, k: int, names: Names) -> Part:
    last = max(ranks(user, k), default=0)
    below = {"k": k, "length": len(user.grades), "last_hit": last}
    return found(user, to(names, k), names["rank"]), below[names["divisor"]]
