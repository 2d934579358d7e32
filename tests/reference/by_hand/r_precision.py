"""R-precision: values by hand, and in fractions."""

from __future__ import annotations

from by_hand.lists import Names, Part, Row, U, r_of, ranks
from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = [
    ("r_precision", "1 . 1 1 . @2", 2 / 3),
    ("r_precision(cut=min_k_r)", "1 . 1 1 . @2", 1 / 3),
    ("r_precision(cut=min_k_r)", ". 1 . @2", 0),
    ("r_precision(cut=min_k_r, divisor=min_k_r)", "1 . 1 1 . @2", 1 / 2),
    ("r_precision(cut=r, divisor=min_k_r)", "1 . 1 1 . @2", 2 / 2),
    ("r_precision(cut=min_k_r, divisor=min_k_r)", "1 1 | 1 1 @2", 2 / 2),
    ("r_precision", U, (2 / 3 + 0 + 0) / 3),
    ("r_precision(users=mean_hit)", ". 1 . ; 1 . . @2", (0 + 1) / 2),
    ("r_precision(users=mean_hit)", U, 2 / 3),
    ("r_precision(users=mean_nonzero)", ". 1 . ; 1 . . @2", 1),
    ("r_precision(users=pooled)", U, (2 + 0 + 0) / (3 + 1 + 1)),
    ("r_precision(users=by_r)", U, (3 * 2 / 3 + 0 + 0) / (3 + 1 + 1)),
    ("r_precision(divisor=min_k_r, users=pooled)", U, 2 / (2 + 1 + 1)),
    (
        "r_precision(cut=min_k_r, divisor=min_k_r, users=pooled)",
        U,
        1 / (2 + 1 + 1),
    ),
    (
        "r_precision(cut=min_k_r, divisor=min_k_r, users=by_r)",
        U,
        (3 * 1 / 2 + 0 + 0) / (3 + 1 + 1),
    ),
    ("r_precision(users=by_length)", U, (5 * 2 / 3 + 0 + 0) / (5 + 3 + 4)),
    ("r_precision(users=caller)", U, (2 / 3, 0, 0)),
]


def r_precision(user: Ranking, k: int, names: Names) -> Part:
    r = r_of(user)
    least = {"r": r, "min_k_r": min(k, r)}
    return len(ranks(user, least[names["cut"]])), least[names["divisor"]]
