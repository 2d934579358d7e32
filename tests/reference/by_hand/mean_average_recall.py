"""Mean average recall: values by hand, and in fractions."""

from __future__ import annotations

from fractions import Fraction

from by_hand.lists import Names, Part, Row, U, r_of, ranks
from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = [
    ("mean_average_recall", "1 1 1 . @2", (1 / 3 + 2 / 3) / 2),
    ("mean_average_recall(divisor=r)", "1 1 1 . @2", (1 / 3 + 2 / 3) / 3),
    ("mean_average_recall", U, (1 / 3 / 2 + 0 + 0) / 3),
    ("mean_average_recall(users=mean_hit)", U, 1 / 3 / 2),
    ("mean_average_recall(users=mean_nonzero)", U, 1 / 3 / 2),
    ("mean_average_recall(users=pooled)", U, (1 / 3 + 0 + 0) / (2 + 1 + 1)),
    ("mean_average_recall(users=by_r)", U, (3 * 1 / 6 + 0 + 0) / (3 + 1 + 1)),
    ("mean_average_recall(users=by_length)", U, (5 * 1 / 6 + 0 + 0) / (5 + 3 + 4)),
    ("mean_average_recall(users=caller)", U, (1 / 3 / 2, 0, 0)),
]


def mean_average_recall(user: Ranking, k: int, names: Names) -> Part:
    r = r_of(user)
    above = (
        sum(Fraction(j, r) for j in range(1, len(ranks(user, k)) + 1))
        if r
        else Fraction(0)
    )
    return above, r if names["divisor"] == "r" else min(k, r)
