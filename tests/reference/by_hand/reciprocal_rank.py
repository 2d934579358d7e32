"""Reciprocal rank: values by hand, and in fractions."""

from __future__ import annotations

from fractions import Fraction

from by_hand.depth import to
from by_hand.lists import Names, Part, Row, U, r_of, ranks
from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = [
    ("reciprocal_rank", ". 1 1 . 1 @4", 1 / 2),
    ("reciprocal_rank(counts=sum)", ". 1 1 . 1 @4", 1 / 2 + 1 / 3),
    ("reciprocal_rank(counts=sum_over_r)", ". 1 1 . 1 @4", (1 / 2 + 1 / 3) / 3),
    ("reciprocal_rank(counts=sum_over_hits)", ". 1 1 . 1 @4", (1 / 2 + 1 / 3) / 2),
    (
        "reciprocal_rank(counts=sum_over_hits, depth=all)",
        ". 1 1 @2",
        (1 / 2 + 1 / 3) / 2,
    ),
    (
        "reciprocal_rank(counts=normalised)",
        ". 1 1 . 1 @4",
        (1 / 2 + 1 / 3) / (1 + 1 / 2 + 1 / 3),
    ),
    ("reciprocal_rank(counts=normalised)", ". 1 1 1 @2", (1 / 2) / (1 + 1 / 2)),
    ("reciprocal_rank(counts=first_rank_only)", ". 1 1 . 1 @4", 0),
    ("reciprocal_rank(counts=first_rank_only)", "1 . 1 @3", 1),
    (
        "reciprocal_rank(counts=mean_1_to_k)",
        ". 1 1 . @4",
        (0 + 1 / 2 + 1 / 2 + 1 / 2) / 4,
    ),
    ("reciprocal_rank(counts=miss_at_k_plus_one)", ". 1 1 . @2", 1 / 2),
    ("reciprocal_rank(counts=miss_at_k_plus_one)", ". . 1 . @2", 1 / 3),
    ("reciprocal_rank(depth=below_k)", ". 1 . @2", 0),
    ("reciprocal_rank(depth=below_k)", ". 1 . @3", 1 / 2),
    ("reciprocal_rank", ". . 1 @2", 0),
    ("reciprocal_rank(depth=all)", ". . 1 @2", 1 / 3),
    ("reciprocal_rank", U, (1 + 0 + 0) / 3),
    ("reciprocal_rank(users=mean_hit)", U, 1),
    ("reciprocal_rank(depth=all, users=mean_hit)", U, 1),
    ("reciprocal_rank(users=mean_nonzero)", U, 1),
    (
        "reciprocal_rank(depth=all, users=mean_nonzero)",
        ". . 1 ; . 1 . ; . . | 1 @2",
        (1 / 3 + 1 / 2) / 2,
    ),
    ("reciprocal_rank(counts=sum_over_r)", U, (1 / 3 + 0 + 0) / 3),
    ("reciprocal_rank(counts=sum_over_r, users=pooled)", U, 1 / (3 + 1 + 1)),
    ("reciprocal_rank(counts=normalised, users=pooled)", U, 1 / (3 / 2 + 1 + 1)),
    (
        "reciprocal_rank(counts=normalised, users=by_r)",
        U,
        (3 * 2 / 3 + 0 + 0) / (3 + 1 + 1),
    ),
    ("reciprocal_rank(users=by_r)", U, (3 * 1 + 0 + 0) / (3 + 1 + 1)),
    ("reciprocal_rank(users=by_length)", U, (5 * 1 + 0 + 0) / (5 + 3 + 4)),
    ("reciprocal_rank(users=caller)", U, (1, 0, 0)),
]


def reciprocal_rank(user: Ranking, k: int, names: Names) -> Part:
    each = [Fraction(1, n) for n in ranks(user, to(names, k))]
    best = sum(Fraction(1, n) for n in range(1, min(k, r_of(user)) + 1))
    parts: dict[str, Part] = {
        "first": (each[0] if each else Fraction(0), 1),
        "sum": (sum(each), 1),
        "sum_over_r": (sum(each), r_of(user)),
        "sum_over_hits": (sum(each), len(each)),
        "normalised": (sum(each), best),
        "first_rank_only": (len(ranks(user, 1)), 1),
        "mean_1_to_k": (sum((k + 1 - 1 / n) * n for n in each[:1]), k),
        "miss_at_k_plus_one": (each[0] if each else Fraction(1, k + 1), 1),
    }
    return parts[names["counts"]]
