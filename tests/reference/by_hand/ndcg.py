"""NDCG: values by hand."""

from __future__ import annotations

from math import log, log2

from by_hand.lists import Row, U

SECOND = 1 / log2(3)
"""The discount of the second rank."""

LISTED = ". 1 . 2 | 4 @2"
"""DCG with 1/n is 1/2; the truth is 4, 2, 1; the list re-sorted is 2, 1, -, -."""

TWELVE = f"{' '.join('1' * 12)} . @1"
"""A user with twelve relevant items, all listed first."""

ROWS: list[Row] = [
    ("ndcg(gain=binary, ideal=none)", "2.5 . @1", 1),
    ("ndcg(gain=grade, ideal=none)", "2.5 . @1", 2.5),
    ("ndcg(gain=exponential, ideal=none)", "2.5 . @1", 2**2.5 - 1),
    ("ndcg(gain=exponential_shifted, ideal=none)", "2.5 . @1", 2 ** (2.5 + 1) - 1),
    ("ndcg(gain=exponential_shifted, ideal=none)", "0 1 @1", 2 ** (0 + 1) - 1),
    ("ndcg(gain=exponential_shifted, ideal=none)", ". 1 @1", 0),
    ("ndcg(gain=squared_minus_one, ideal=none)", "2.5 . @1", 2.5**2 - 1),
    ("ndcg(gain=squared_minus_one, ideal=none)", ". 1 @1", 0 - 1),
    ("ndcg(gain=binary, ideal=none)", "0 1 @1", 0),
    ("ndcg(gain=binary, ideal=none)", "0.5 . 1 @2", 0),
    ("ndcg(gain=binary)", "1 | 0.5 @2", 1),
    ("ndcg(gain=grade, ideal=none)", "0.5 . 1 @2", 0.5),
    ("ndcg(gain=exponential, ideal=none)", "0.5 . 1 @2", 2**0.5 - 1),
    ("ndcg(gain=grade, discount=flat)", "1 . | 0.5 @2", 1 / (1 + 0.5)),
    ("ndcg(gain=grade, grades=truncated, ideal=none)", "2.5 . @1", 2),
    ("ndcg(gain=exponential, grades=truncated, ideal=none)", "4.5 . @1", 2**4 - 1),
    (
        "ndcg(gain=grade, grades=truncated)",
        ". 2.5 | 4.5 @2",
        (2 * SECOND) / (4 + 2 * SECOND),
    ),
    ("ndcg(gain=binary, ideal=none)", ". . . 1 @4", 1 / log2(5)),
    ("ndcg(gain=binary, discount=ln_next, ideal=none)", ". . . 1 @4", 1 / log(5)),
    ("ndcg(gain=binary, discount=log2_rank, ideal=none)", ". . . 1 @4", 1 / 2),
    ("ndcg(gain=binary, discount=log2_rank, ideal=none)", "1 1 . @2", 1 + 1),
    ("ndcg(gain=binary, discount=reciprocal, ideal=none)", ". . . 1 @4", 1 / 4),
    ("ndcg(gain=binary, discount=geometric, ideal=none)", ". . . 1 @4", 0.8**3),
    ("ndcg(gain=binary, discount=flat, ideal=none)", ". . . 1 @4", 1),
    ("ndcg(gain=grade, discount=reciprocal)", LISTED, (1 / 2) / (4 + 2 / 2)),
    (
        "ndcg(gain=grade, discount=reciprocal, depth=all)",
        LISTED,
        (1 / 2 + 2 / 4) / (4 + 2 / 2 + 1 / 3),
    ),
    (
        "ndcg(gain=grade, discount=reciprocal, ideal=truth_all)",
        LISTED,
        (1 / 2) / (4 + 2 / 2 + 1 / 3),
    ),
    ("ndcg(gain=grade, discount=reciprocal, ideal=list_k)", LISTED, (1 / 2) / 1),
    ("ndcg(gain=grade, discount=reciprocal, ideal=list_k)", "2 . @1", 2 / 2),
    (
        "ndcg(gain=grade, discount=reciprocal, ideal=list_all)",
        LISTED,
        (1 / 2) / (2 + 1 / 2),
    ),
    (
        "ndcg(gain=grade, discount=reciprocal, ideal=ones_k)",
        LISTED,
        (1 / 2) / (1 + 1 / 2),
    ),
    (
        "ndcg(gain=grade, discount=reciprocal, ideal=ones_k)",
        "2 | 1 @3",
        2 / (1 + 1 / 2 + 1 / 3),
    ),
    (
        "ndcg(gain=grade, discount=reciprocal, depth=all, ideal=ones_k)",
        LISTED,
        (1 / 2 + 2 / 4) / (1 + 1 / 2 + 1 / 3 + 1 / 4),
    ),
    ("ndcg(discount=flat, ideal=truth_all)", TWELVE, 1 / 12),
    ("ndcg(discount=flat, ideal=truth_10)", TWELVE, 1 / 10),
    ("ndcg(discount=flat, ideal=truth_10)", TWELVE.replace("@1", "@12"), 12 / 10),
    (
        "ndcg(gain=grade, discount=reciprocal, ideal=truth_10)",
        LISTED,
        (1 / 2) / (4 + 2 / 2 + 1 / 3),
    ),
    (
        "ndcg(gain=grade, discount=reciprocal, ideal=ones_min_k_r)",
        "2 | 1 @3",
        2 / (1 + 1 / 2),
    ),
    ("ndcg(gain=grade, ideal=ones_min_k_r)", "3 . | 2 @1", 3 / 1),
    (
        "ndcg(gain=grade, discount=reciprocal, ideal=undiscounted)",
        LISTED,
        (1 / 2) / (4 + 2 + 1),
    ),
    ("ndcg(gain=grade, discount=reciprocal, ideal=none)", LISTED, 1 / 2),
    (
        "ndcg(gain=grade, discount=reciprocal, reported=complement)",
        LISTED,
        1 - (1 / 2) / (4 + 2 / 2),
    ),
    (
        "ndcg(gain=grade, reported=complement, users=pooled)",
        "2 . ; . 1 @1",
        ((2 - 2) + (1 - 0)) / (2 + 1),
    ),
    ("ndcg", U, (1 / (1 + SECOND) + 0 + 0) / 3),
    ("ndcg(users=mean_hit)", U, 1 / (1 + SECOND)),
    (
        "ndcg(discount=reciprocal, depth=all, users=mean_hit)",
        ". 1 . ; . . 1 @2",
        1 / 2,
    ),
    ("ndcg(users=mean_nonzero)", U, 1 / (1 + SECOND)),
    (
        "ndcg(discount=reciprocal, depth=all, users=mean_nonzero)",
        ". . 1 ; . 1 . ; . . | 1 @2",
        (1 / 3 + 1 / 2) / 2,
    ),
    ("ndcg(users=pooled)", U, (1 + 0 + 0) / (1 + SECOND + 1 + 1)),
    ("ndcg(users=by_r)", U, (3 / (1 + SECOND) + 0 + 0) / (3 + 1 + 1)),
    ("ndcg(users=by_length)", U, (5 / (1 + SECOND) + 0 + 0) / (5 + 3 + 4)),
    ("ndcg(users=caller)", U, (1 / (1 + SECOND), 0, 0)),
    ("ndcg(gain=binary, ideal=none)", ". 1 1 @2", SECOND),
    ("ndcg(gain=binary, rank=negatives_above, ideal=none)", ". 1 1 @2", 2 * SECOND),
    (
        "ndcg(gain=binary, rank=negatives_above, ideal=truth_all)",
        "1 . 1 @1",
        1 / (1 + SECOND),
    ),
    ("ndcg(ideal=list_k)", U, (1 + 0 + 0) / 3),
    ("ndcg(ideal=list_k, users=mean_or_zero)", U, 0),
    ("ndcg(ideal=list_k, users=mean_or_zero)", ". 1 ; 1 . @2", (SECOND + 1) / 2),
]

IRRATIONAL = "discounts are logarithms"
