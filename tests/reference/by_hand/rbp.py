"""Rank-biased precision: values by hand, and in fractions."""

from __future__ import annotations

from fractions import Fraction

from by_hand.depth import to
from by_hand.lists import Names, Part, Row, W, Z, ranks
from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = [
    ("rbp", "1 . 1 @3", 0.2 * (1 + 0.64)),
    ("rbp(gain=binary, p=0.5)", "1 . 1 @3", 0.5 * (1 + 0.25)),
    ("rbp(gain=grade)", "2 . 5 @3", 0.2 * (2 + 5 * 0.64)),
    # An item judged below 1 is no hit.
    ("rbp(gain=grade)", "0 2 @2", 0.2 * 2 * 0.8),
    ("rbp(gain=grade)", "0.5 2 @2", 0.2 * 2 * 0.8),
    ("rbp", ". 1 1 @2", 0.2 * 0.8),
    ("rbp(gain=binary, depth=all)", ". 1 1 @2", 0.2 * (0.8 + 0.64)),
    ("rbp(gain=binary, depth=all)", W, (0.2 + 0.16 + 0.128) / 3),
    ("rbp(gain=binary, depth=all, users=mean_hit)", W, 0.2),
    ("rbp(gain=binary, depth=all, users=mean_nonzero)", W, (0.2 + 0.16 + 0.128) / 3),
    ("rbp(gain=binary, users=mean_nonzero)", W, 0.2),
    ("rbp(gain=binary, depth=all)", Z, (0.2 + 0.16) / 3),
    ("rbp(gain=binary, depth=all, users=pooled)", Z, (0.2 + 0.16) / 3),
    ("rbp(gain=binary, depth=all, users=mean_nonzero)", Z, (0.2 + 0.16) / 2),
    ("rbp(gain=binary, depth=all, users=mean_hit)", Z, 0.2),
    ("rbp(gain=binary, users=by_r)", W, 2 * 0.2 / 4),
    ("rbp(gain=binary, users=by_length)", Z, 2 * 0.2 / 5),
    ("rbp(gain=binary, users=pooled)", W, 0.2 / 3),
    ("rbp(gain=binary, users=caller)", W, (0.2, 0, 0)),
]


def rbp(user: Ranking, k: int, names: Names) -> Part:
    """At persistence 4/5."""
    gains = (
        (Fraction(user.grades[n - 1] or 0) if names["gain"] == "grade" else 1)
        * Fraction(4, 5) ** (n - 1)
        for n in ranks(user, to(names, k))
    )
    return Fraction(1, 5) * sum(gains, Fraction(0)), 1
