"""Average precision: values by hand, and in fractions."""

from __future__ import annotations

from fractions import Fraction

from by_hand.depth import to
from by_hand.lists import Names, Part, Row, U, r_of, ranks
from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = [
    ("average_precision", ". 1 1 . 1 @4", (1 / 2 + 2 / 3) / 3),
    ("average_precision", ". 1 1 1 1 . @3", (1 / 2 + 2 / 3) / 3),
    ("average_precision(divisor=r)", ". 1 1 1 1 . @3", (1 / 2 + 2 / 3) / 4),
    ("average_precision(divisor=k)", ". 1 1 . 1 @4", (1 / 2 + 2 / 3) / 4),
    ("average_precision(divisor=hits)", ". 1 1 . 1 @4", (1 / 2 + 2 / 3) / 2),
    (
        "average_precision(divisor=hits, depth=all)",
        ". 1 1 . 1 @2",
        (1 / 2 + 2 / 3 + 3 / 5) / 3,
    ),
    (
        "average_precision(divisor=cumulative)",
        ". 1 1 . 1 @4",
        (1 / 2 + 2 / 3) / (1 + 2 + 3 + 3),
    ),
    (
        "average_precision(terms=every_rank)",
        ". 1 1 . 1 @4",
        (0 + 1 / 2 + 2 / 3 + 2 / 4) / 3,
    ),
    (
        "average_precision(divisor=k, terms=every_rank)",
        ". 1 | 1 @3",
        (0 + 1 / 2 + 1 / 3) / 3,
    ),
    (
        "average_precision(divisor=r, terms=hits_over_k)",
        "1 . 1 1 . @4",
        (1 / 4 + 2 / 4) / 3,
    ),
    (
        "average_precision(terms=every_rank, depth=all)",
        ". 1 1 @2",
        (0 + 1 / 2 + 2 / 3) / 2,
    ),
    (
        "average_precision(depth=all)",
        ". 1 1 . 1 @4",
        (1 / 2 + 2 / 3 + 3 / 5) / 3,
    ),
    ("average_precision", U, (1 / 2 + 0 + 0) / 3),
    ("average_precision(users=mean_hit)", U, (1 / 1) / 2),
    ("average_precision(depth=all, users=mean_hit)", U, (1 + 2 / 3 + 3 / 5) / 2),
    (
        "average_precision(depth=all, users=mean_nonzero)",
        ". . 1 ; . 1 . ; . . | 1 @2",
        (1 / 3 + 1 / 2) / 2,
    ),
    ("average_precision(users=pooled)", U, (1 + 0 + 0) / (2 + 1 + 1)),
    ("average_precision(users=by_r)", U, (3 * 1 / 2 + 0 + 0) / (3 + 1 + 1)),
    ("average_precision(users=by_length)", U, (5 * 1 / 2 + 0 + 0) / (5 + 3 + 4)),
    ("average_precision(users=caller)", U, (1 / 2, 0, 0)),
]


def average_precision(user: Ranking, k: int, names: Names) -> Part:
    depth, r = to(names, k), r_of(user)
    hits = ranks(user, depth)
    if names["terms"] == "hits":
        above = sum((Fraction(j, n) for j, n in enumerate(hits, start=1)), Fraction(0))
    elif names["terms"] == "hits_over_k":
        above = Fraction(sum(j for j, n in enumerate(hits, start=1) if n < k), k)
    else:
        last = int(min(depth, len(user.grades)))
        above = sum(
            (Fraction(len(ranks(user, n)), n) for n in range(1, last + 1)), Fraction(0)
        )
    cumulative = sum(min(n, r) for n in range(1, k + 1))
    below = {"min_k_r": min(k, r), "r": r, "k": k, "hits": len(hits)}
    return above, {**below, "cumulative": cumulative}[names["divisor"]]
