"""Partial AUC: values by hand, and in fractions."""

from __future__ import annotations

from by_hand.lists import Names, Part, Row, r_of, ranks
from homonym.reference.rankings.case import Ranking

PAIRS = ". 1 ; 1 . 1 . | 1 ; . . 1 @2"
"""Against two negatives: one pair of two; three of six, or of four; none of two."""

ROWS: list[Row] = [
    ("partial_auc", "1 . 1 . . 1 @2", (2 + 1 + 0) / 6),
    ("partial_auc(positives=first_min_k_r)", "1 . 1 . . 1 @2", (2 + 1) / 4),
    ("partial_auc", PAIRS, (1 / 2 + 3 / 6 + 0) / 3),
    ("partial_auc(positives=first_min_k_r)", PAIRS, (1 / 2 + 3 / 4 + 0) / 3),
    ("partial_auc(positives=first_min_k_r, users=mean_hit)", PAIRS, 5 / 4 / 2),
    ("partial_auc(positives=first_min_k_r, users=mean_nonzero)", PAIRS, 5 / 4 / 2),
    ("partial_auc(positives=first_min_k_r, users=pooled)", PAIRS, 4 / 8),
    ("partial_auc(users=pooled)", PAIRS, 4 / 10),
    (
        "partial_auc(positives=first_min_k_r, users=by_r)",
        PAIRS,
        (1 / 2 + 3 * 3 / 4) / 5,
    ),
    (
        "partial_auc(positives=first_min_k_r, users=by_length)",
        PAIRS,
        (2 / 2 + 4 * 3 / 4) / 9,
    ),
    ("partial_auc(users=caller)", PAIRS, (1 / 2, 1 / 2, 0)),
    # Two of three negatives are listed; the third is not looked for.
    ("partial_auc", ". 1 . | 1 @3", 2 / 6),
]


def partial_auc(user: Ranking, k: int, names: Names) -> Part:
    """Pairs of a relevant item and one of k places for negatives, counted one by one:
    the nth hit, at rank m, has m - n negatives above."""
    compared = r_of(user)
    if names["positives"] == "first_min_k_r":
        compared = min(compared, k)
    above = [m - n for n, m in enumerate(ranks(user), start=1) if n <= compared]
    below = [(hit, place) for hit in above for place in range(k) if place >= hit]
    return len(below), k * compared
