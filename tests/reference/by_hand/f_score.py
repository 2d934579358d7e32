"""F score: values by hand, and in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import nan

from by_hand.depth import to
from by_hand.lists import Names, Part, Row, U, r_of, ranks
from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = [
    ("f_score", "1 1 . ; 1 . 1 1 @1", (2 / (2 + 1) + 2 / (3 + 1)) / 2),
    (
        "f_score(combines=of_means)",
        "1 1 . ; 1 . 1 1 @1",
        2 * 1 * (5 / 12) / (1 + 5 / 12),
    ),
    ("f_score(beta=2)", "1 1 . @1", (1 + 4) * 1 * (1 / 2) / (4 * 1 + 1 / 2)),
    ("f_score(beta=0.5)", "1 1 . @1", (1 + 1 / 4) * 1 * (1 / 2) / (1 / 4 + 1 / 2)),
    (
        "f_score(combines=of_means, beta=2)",
        "1 1 . ; 1 . 1 1 @1",
        (1 + 4) * 1 * (5 / 12) / (4 * 1 + 5 / 12),
    ),
    ("f_score(combines=of_means)", ". 1 @1", 0),
    ("f_score(depth=all)", "1 . 1 1 . | 1 @2", 2 * 3 / (5 + 4)),
    (
        "f_score(combines=of_means, depth=all)",
        "1 . 1 ; 1 | 1 @1",
        2 * (5 / 6) * (3 / 4) / (5 / 6 + 3 / 4),
    ),
    ("f_score(depth=all, users=mean_hit)", "1 . 1 ; . 1 @1", 4 / (3 + 2)),
    (
        "f_score(depth=all, users=mean_nonzero)",
        "1 . 1 ; . 1 @1",
        (4 / (3 + 2) + 2 / (2 + 1)) / 2,
    ),
    ("f_score", U, (2 / (3 + 2) + 0 + 0) / 3),
    ("f_score(users=mean_hit)", U, 2 / (3 + 2)),
    ("f_score(users=mean_nonzero)", U, 2 / (3 + 2)),
    ("f_score(users=pooled)", U, (2 + 0 + 0) / (3 + 2 + 1 + 2 + 1 + 2)),
    ("f_score(users=by_r)", U, (3 * 2 / 5 + 0 + 0) / (3 + 1 + 1)),
    ("f_score(users=by_length)", U, (5 * 2 / 5 + 0 + 0) / (5 + 3 + 4)),
    ("f_score(users=caller)", U, (2 / 5, 0, 0)),
    ("f_score(combines=of_means, users=caller)", U, (2 / 5, 0, 0)),
    # The last two users have P = R = 0, and 2PR / (P + R) is 0/0.
    ("f_score(without_hit=undefined)", U, nan),
    ("f_score(without_hit=undefined)", "1 1 . ; 1 . @1", (2 / 3 + 1) / 2),
    ("f_score(without_hit=undefined, users=caller)", U, (2 / 5, nan, nan)),
    ("f_score(without_hit=undefined, users=mean_hit)", U, 2 / 5),
    ("f_score(without_hit=undefined, users=mean_nonzero)", U, nan),
]


def f_score(user: Ranking, k: int, names: Names) -> Part:
    """Over precision H / n and recall H / r: (1 + b²) H / (b² r + n)."""
    hits, b2 = len(ranks(user, to(names, k))), Fraction(names.get("beta", "1")) ** 2
    undefined = not hits and names["without_hit"] == "undefined"
    looked = k if names["depth"] == "k" else len(user.grades)
    return nan if undefined else (1 + b2) * hits, b2 * r_of(user) + looked
