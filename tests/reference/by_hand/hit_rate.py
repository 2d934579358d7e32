"""Hit rate: values by hand, and in fractions."""

from __future__ import annotations

from by_hand.depth import to
from by_hand.lists import Names, Part, Row, U, ranks
from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = [
    ("hit_rate", "1 1 . @2", 1),
    ("hit_rate(counts=hits)", "1 1 . @2", 2),
    ("hit_rate", ". . 1 @2", 0),
    ("hit_rate", U, (1 + 0 + 0) / 3),
    ("hit_rate(users=mean_hit)", U, 1),
    ("hit_rate(users=mean_nonzero)", U, 1),
    ("hit_rate(users=pooled)", U, (1 + 0 + 0) / (1 + 1 + 1)),
    ("hit_rate(users=by_r)", U, (3 * 1 + 0 + 0) / (3 + 1 + 1)),
    ("hit_rate(depth=all)", ". . 1 @2", 1),
    ("hit_rate(depth=below_k)", ". . 1 @3", 0),
    ("hit_rate(depth=below_k)", ". . 1 @4", 1),
    ("hit_rate(counts=hits, depth=all)", "1 . 1 | 1 @2", 2),
    ("hit_rate(counts=hits, depth=all, users=mean_hit)", "1 1 . ; . 1 @1", 2),
    ("hit_rate(counts=hits, depth=all, users=mean_nonzero)", "1 1 . ; . 1 @1", 3 / 2),
    ("hit_rate(users=by_length)", U, (5 * 1 + 0 + 0) / (5 + 3 + 4)),
    ("hit_rate(users=caller)", U, (1, 0, 0)),
]


def hit_rate(user: Ranking, k: int, names: Names) -> Part:
    hits = len(ranks(user, to(names, k)))
    return (min(hits, 1) if names["counts"] == "any" else hits), 1
