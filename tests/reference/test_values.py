"""Every choice of every axis, on cases small enough to be worked out by hand.

A row is a variant, a case and the arithmetic. The last tests hold the table to account:
it must tell each choice from every other choice of its axis. Whoever adds a choice adds
a row.
"""

from collections import defaultdict
from functools import cache
from itertools import permutations
from math import log, log2, nan

import pytest

from homonym.reference.rankings.case import Case
from homonym.reference.variants import Family, Number, Variant, families

SECOND = 1 / log2(3)
"""The discount of the second rank."""

U = "1 . 1 . 1 ; . . 1 ; . . . 1 @2"
"""Three users: r = 3, 1, 1; lists of 5, 3, 4; one hit each at k, none, none."""

V = "1 . 1 . 1 ; . . 1 ; . 1 . . @1"
"""Three users whose AUC is 1/2, 0 and 2/3; only the first has a hit at k."""

ONE_CLASS = "1 . 1 . 1 ; . . . . 1 ; . . . . 1 ; 1 1 1 1 . @4"
"""At k the first user's AUC is 3/4, the next two have no hit, the last no negative."""

INTERPOLATED = (4 * 1 + 3 * 2 / 3 + 4 * 3 / 5) / 11
"""Hits at 1, 3, 5 of r = 3: recall 1/3 covers four levels, 2/3 three, 1 the others."""

W = "1 . . | 1 ; . 1 ; . . 1 . @1"
"""Three users with a hit each in the list, at ranks 1, 2 and 3; r = 2 of the first."""

Z = "1 . ; . 1 ; . | 1 @1"
"""Three users: a hit at rank 1, one at rank 2 below k, and none."""

TWELVE = f"{' '.join('1' * 12)} . @1"
"""A user with twelve relevant items, all listed first."""

Row = tuple[str, str, Number]
Names = tuple[str, ...]

PRECISION: list[Row] = [
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

RECALL: list[Row] = [
    ("recall", "1 . 1 1 . @2", 1 / 3),
    ("recall(divisor=r)", "2.5 . | 2 @1", 1 / 2),
    ("recall(divisor=min_k_r)", "1 . 1 1 . @2", 1 / 2),
    ("recall(divisor=grades)", "2.5 . | 2 @1", 1 / (2.5 + 2)),
    ("recall(cut=mean_1_to_k)", ". 1 1 @2", (0 / 2 + 1 / 2) / 2),
    ("recall(rank=off_by_one)", "1 . 1 1 . @2", 2 / 3),
    ("recall(rank=negatives_above)", "1 . 1 1 . @2", 3 / 3),
    ("recall(divisor=min_k_r, cut=mean_1_to_k)", "1 1 1 . @2", (1 / 1 + 2 / 2) / 2),
    ("recall", U, (1 / 3 + 0 + 0) / 3),
    ("recall(users=mean_hit)", U, 1 / 3),
    ("recall(rank=off_by_one, users=mean_hit)", U, 2 / 3),
    ("recall(rank=off_by_one, users=mean_nonzero)", U, (2 / 3 + 1 / 1) / 2),
    ("recall(users=pooled)", U, (1 + 0 + 0) / (3 + 1 + 1)),
    ("recall(divisor=min_k_r, users=pooled)", U, (1 + 0 + 0) / (2 + 1 + 1)),
    ("recall(divisor=min_k_r, users=by_r)", U, (3 * 1 / 2 + 0 + 0) / (3 + 1 + 1)),
    ("recall(depth=all)", "1 . 1 1 . | 1 @2", 3 / 4),
    ("recall(depth=below_k)", "1 . 1 1 . | 1 @3", 1 / 4),
    ("recall(divisor=min_k_r, depth=below_k)", "1 . 1 1 . | 1 @3", 1 / 3),
    ("recall(depth=all, users=mean_hit)", "1 . | 1 ; . 1 @1", 1 / 2),
    ("recall(depth=all, users=mean_nonzero)", "1 . | 1 ; . 1 @1", (1 / 2 + 1) / 2),
    ("recall(users=by_length)", U, (5 * 1 / 3 + 0 + 0) / (5 + 3 + 4)),
    ("recall(users=caller)", U, (1 / 3, 0, 0)),
]

HIT_RATE: list[Row] = [
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

F_SCORE: list[Row] = [
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

R_PRECISION: list[Row] = [
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

RECIPROCAL_RANK: list[Row] = [
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

AVERAGE_PRECISION: list[Row] = [
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

INTERPOLATED_ROWS: list[Row] = [
    ("average_precision_interpolated", "1 . 1 . 1 @1", INTERPOLATED),
    ("average_precision_interpolated", ". 1 1 . @1", 11 * 2 / 3 / 11),
    ("average_precision_interpolated", "1 1 . | 1 @1", 7 / 11),
    ("average_precision_interpolated(points=11_rounded)", "1 1 . | 1 @1", 8 / 11),
    ("average_precision_interpolated", ". 1 . | 1 @2", 6 * 1 / 2 / 11),
    ("average_precision_interpolated", U, (INTERPOLATED + 1 / 3 + 1 / 4) / 3),
    ("average_precision_interpolated", ". 1 . ; . . | 1 @2", (1 / 2 + 0) / 2),
    ("average_precision_interpolated(users=mean_hit)", U, INTERPOLATED),
    (
        "average_precision_interpolated(users=mean_nonzero)",
        ". 1 . ; . . 1 ; . . | 1 @2",
        (1 / 2 + 1 / 3) / 2,
    ),
    (
        "average_precision_interpolated(users=pooled)",
        U,
        (11 * INTERPOLATED + 11 / 3 + 11 / 4) / (11 + 11 + 11),
    ),
    (
        "average_precision_interpolated(users=pooled)",
        ". 1 . ; . . | 1 @2",
        (11 / 2 + 0) / (11 + 11),
    ),
    (
        "average_precision_interpolated(users=by_r)",
        U,
        (3 * INTERPOLATED + 1 / 3 + 1 / 4) / (3 + 1 + 1),
    ),
    (
        "average_precision_interpolated(users=by_length)",
        U,
        (5 * INTERPOLATED + 3 / 3 + 4 / 4) / (5 + 3 + 4),
    ),
    ("average_precision_interpolated(users=caller)", U, (INTERPOLATED, 1 / 3, 1 / 4)),
]

MEAN_AVERAGE_RECALL: list[Row] = [
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

LISTED = ". 1 . 2 | 4 @2"
"""DCG with 1/n is 1/2; the truth is 4, 2, 1; the list re-sorted is 2, 1, -, -."""

NDCG: list[Row] = [
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

CUT = ". 1 . 1 . | 1 @2"
"""r = 3; 1 and 2 negatives above the two listed relevant items; 3 listed, 4 in all."""

AUC: list[Row] = [
    ("auc(positives=all)", CUT, ((1 - 1 / 3) + (1 - 2 / 3) + 0) / 3),
    ("auc(positives=recommended)", CUT, ((1 - 1 / 3) + (1 - 2 / 3)) / 2),
    ("auc(unranked=excluded)", CUT, ((1 - 1 / 3) + (1 - 2 / 3)) / 2),
    (
        "auc(negatives=catalogue)",
        CUT,
        ((1 - 1 / 4) + (1 - 2 / 4) + (1 - 4 / 4)) / 3,
    ),
    (
        "auc(unranked=half, negatives=catalogue)",
        CUT,
        ((1 - 1 / 4) + (1 - 2 / 4) + (1 - (3 + 1 / 2) / 4)) / 3,
    ),
    (
        "auc(unranked=excluded, negatives=catalogue)",
        CUT,
        ((1 - 1 / 4) + (1 - 2 / 4)) / 2,
    ),
    (
        "auc(negatives=catalogue_plus_one)",
        CUT,
        ((1 - 1 / 5) + (1 - 2 / 5) + (1 - 5 / 5)) / 3,
    ),
    # Four items: one of them is a train item of the first user, two of the second.
    (
        "auc(negatives=with_train_plus_one)",
        "1 . 1 ; . 1 @1",
        ((1 - 0 / 3) + (1 - 1 / 3)) / 2 / 2 + (1 - 1 / 4) / 2,
    ),
    (
        "auc(negatives=catalogue_plus_one)",
        "1 . 1 ; . 1 @1",
        ((1 - 0 / 2) + (1 - 1 / 2)) / 2 / 2 + (1 - 1 / 2) / 2,
    ),
    # five items: the first user has 3 of training, the other 1
    ("auc(negatives=with_train)", ". 1 ; 1 . . . @1", (3 / 4 + 1) / 2),
    (
        "auc(unranked=half, negatives=with_train, depth=k)",
        ". 1 ; 1 . . . @1",
        ((1 - 1 / 4) / 2 + 1) / 2,
    ),
    ("auc(negatives=with_train_plus_one)", CUT, (4 / 5 + 3 / 5 + 0) / 3),
    ("auc(above=every_item)", "1 . 1 ; . 1 @1", (1 + (1 - 2 / 3)) / 2 / 2 + 1 / 2 / 2),
    ("auc(above=every_item)", CUT, ((1 - 1 / 5) + (1 - 3 / 5) + 0) / 3),
    ("auc(divisor=min_k_r)", CUT, ((1 - 1 / 3) + (1 - 2 / 3)) / 2),
    ("auc(positives=recommended, divisor=r)", CUT, ((1 - 1 / 3) + (1 - 2 / 3)) / 3),
    ("auc(positives=recommended, divisor=min_k_r)", "1 . 1 . 1 @2", (1 + 1 / 2) / 2),
    ("auc(positives=recommended)", "1 . 1 . 1 @2", (1 + 1 / 2 + 0) / 3),
    ("auc(positives=all, depth=all)", "1 . . 1 . @3", (1 + (1 - 2 / 3)) / 2),
    ("auc(positives=all, depth=k)", "1 . . 1 . @3", (1 + 0) / 2),
    ("auc(positives=recommended, depth=k)", "1 . . 1 . @3", 1 / 1),
    ("auc(positives=recommended, one_class=one)", ". . | 1 ; . 1 . @1", (1 / 2) / 1),
    ("auc(positives=recommended, depth=k)", ONE_CLASS, 3 / 4),
    (
        "auc(positives=recommended, depth=k, one_class=zero)",
        ONE_CLASS,
        (3 / 4 + 0 + 0 + 0) / 4,
    ),
    (
        "auc(positives=recommended, depth=k, one_class=half)",
        ONE_CLASS,
        (3 / 4 + 1 / 2 + 1 / 2 + 1 / 2) / 4,
    ),
    (
        "auc(positives=recommended, depth=k, one_class=one)",
        ONE_CLASS,
        (3 / 4 + 1 + 1 + 1) / 4,
    ),
    (
        "auc(positives=recommended, depth=k, "
        "one_class=zero_without_hit_one_without_negative)",
        ONE_CLASS,
        (3 / 4 + 0 + 0 + 1) / 4,
    ),
    ("auc(positives=recommended, depth=k, one_class=undefined)", ONE_CLASS, nan),
    ("auc(positives=recommended, depth=k, one_class=undefined)", "1 . . @2", 1),
    (
        "auc(positives=recommended, depth=k, one_class=half, users=pooled)",
        ONE_CLASS,
        (3 / 2 + 1 / 2 + 1 / 2 + 1 / 2) / (2 + 1 + 1 + 1),
    ),
    ("auc", V, (1 / 2 + 0 + 2 / 3) / 3),
    ("auc(users=mean_hit)", V, 1 / 2),
    ("auc(users=mean_nonzero)", V, (1 / 2 + 2 / 3) / 2),
    ("auc(users=pooled)", V, (3 / 2 + 0 + 2 / 3) / (3 + 1 + 1)),
    (
        "auc(divisor=min_k_r, users=pooled)",
        V,
        (3 / 2 + 0 + 2 / 3) / (1 + 1 + 1),
    ),
    ("auc(users=by_r)", V, (3 * 1 / 2 + 0 + 2 / 3) / (3 + 1 + 1)),
    (
        "auc(divisor=min_k_r, users=by_r)",
        V,
        (3 * 3 / 2 + 0 + 2 / 3) / (3 + 1 + 1),
    ),
    ("auc(users=by_length)", V, (5 * 1 / 2 + 0 + 4 * 2 / 3) / (5 + 3 + 4)),
    ("auc(users=caller)", V, (1 / 2, 0, 2 / 3)),
    # Scores of V, times 5: 4.25 3.25 2.25 1.25 0.25; 2.5 1.5 0.5; 3.75 2.75 1.75 0.75.
    # Above the five relevant items stand 0, 3, 7; 7; 2 of the seven negatives.
    (
        "auc(users=stacked)",
        V,
        ((1 - 0 / 7) + (1 - 3 / 7) + (1 - 7 / 7) + (1 - 7 / 7) + (1 - 2 / 7)) / 5,
    ),
    # Scores, times 2: 1.33 0.33; 1.67 0.67. One negative is above each relevant item
    # that is listed; the one that is not is below two and tied with the third.
    (
        "auc(unranked=half, negatives=catalogue, users=stacked)",
        "1 . | 1 ; . 1 @1",
        ((1 - 1 / 3) + (1 - (2 + 1 / 2) / 3) + (1 - 1 / 3)) / 3,
    ),
]

RBP: list[Row] = [
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

ERR: list[Row] = [
    # Chances 31/32 and 1/32 of 5 and 1.
    ("err", "5 @1", 31 / 32),
    ("err", "1 . 5 @3", 1 / 32 + 31 / 32 * 31 / 32 / 3),
    ("err(stops=exponential, g_max=1)", "1 1 @2", 1 / 2 + 1 / 2 * 1 / 2 / 2),
    # A grade above the highest counts as the highest.
    ("err(stops=exponential, g_max=1)", "5 @1", 1 / 2),
    ("err(stops=share)", "1 . 5 @3", 1 / 5 + 4 / 5 / 3),
    # An item judged below 1 satisfies nobody.
    ("err(stops=share)", "0 2.5 @2", 1 / 2 / 2),
    ("err(stops=share)", "0.5 2.5 @2", 1 / 2 / 2),
    ("err", ". 5 5 @2", 31 / 32 / 2),
    ("err(stops=exponential, depth=all)", ". 5 5 @2", 31 / 32 / 2 + 31 / 1024 / 3),
    ("err(stops=share, users=mean_hit)", W, 1 / 5),
    (
        "err(stops=share, depth=all, users=mean_nonzero)",
        W,
        (1 / 5 + 1 / 10 + 1 / 15) / 3,
    ),
    ("err(stops=share, depth=all, users=mean_hit)", W, 1 / 5),
    ("err(stops=share, depth=all)", Z, (1 / 5 + 1 / 10) / 3),
    ("err(stops=share, depth=all, users=pooled)", Z, (1 / 5 + 1 / 10) / 3),
    ("err(stops=share, depth=all, users=mean_nonzero)", Z, (1 / 5 + 1 / 10) / 2),
    ("err(stops=share, depth=all, users=mean_hit)", Z, 1 / 5),
    ("err(stops=share, users=by_r)", W, 2 / 5 / 4),
    ("err(stops=share, users=by_length)", Z, 2 / 5 / 5),
    ("err(stops=share, users=pooled)", W, 1 / 5 / 3),
    ("err(stops=share, users=caller)", W, (1 / 5, 0, 0)),
]

PAIRS = ". 1 ; 1 . 1 . | 1 ; . . 1 @2"
"""Against two negatives: one pair of two; three of six, or of four; none of two."""

PARTIAL_AUC: list[Row] = [
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

TABLE: list[Row] = [
    *PRECISION,
    *RECALL,
    *HIT_RATE,
    *F_SCORE,
    *R_PRECISION,
    *RECIPROCAL_RANK,
    *AVERAGE_PRECISION,
    *INTERPOLATED_ROWS,
    *MEAN_AVERAGE_RECALL,
    *NDCG,
    *AUC,
    *RBP,
    *ERR,
    *PARTIAL_AUC,
]

EVERY_AXIS = [
    pytest.param(family, axis, id=f"{family.name}-{axis}")
    for family in families(Case).values()
    for axis in family.axes
]


@pytest.mark.parametrize(("variant", "case", "expected"), TABLE)
def test_a_variant_gives_the_value_worked_out_by_hand(
    variant: str, case: str, expected: Number
) -> None:
    """The formula on paper and the oracle give the same number."""
    value = Variant.with_defaults(variant).value(Case.parse(case))
    assert value == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(("family", "axis"), EVERY_AXIS)
def test_the_table_has_a_row_for_every_choice(family: Family, axis: str) -> None:
    """A choice without a value worked out by hand is not tested."""
    rows = [v for v, _, _ in TABLE if Variant.with_defaults(v).family == family.name]
    shown = {Variant.with_defaults(row).names[axis] for row in rows}
    assert shown == set(family.axes[axis].choices)


@pytest.mark.parametrize(("family", "axis"), EVERY_AXIS)
def test_the_table_tells_each_choice_from_the_others(family: Family, axis: str) -> None:
    """If a choice computed what another one does, a row would be wrong."""
    told = set()
    for text, line, _ in TABLE:
        variant = Variant.with_defaults(text)
        if variant.family == family.name:
            case = Case.parse(line)
            told |= {
                (variant.names[axis], other)
                for other in family.axes[axis].choices
                if differs(
                    variant, family.variant(**{**variant.names, axis: other}), case
                )
            }
    missing = [pair for pair in choices_that_differ(family, axis) if pair not in told]
    assert missing == []


def differs(one: Variant, other: Variant, case: Case) -> bool:
    """Whether two variants differ on the case."""
    expected = pytest.approx(other.value(case), abs=1e-6, nan_ok=True)
    return one.value(case) != expected


def choices_that_differ(family: Family, axis: str) -> list[tuple[str, str]]:
    """Pairs of choices that are not equal by rule whatever the other choices are."""
    apart: dict[tuple[str, str], None] = {}
    place = list(family.axes).index(axis)
    for group in grouped(family, place).values():
        for (one, its_class), (other, others_class) in permutations(group, 2):
            if one != other and its_class != others_class:
                apart[one, other] = None
    return list(apart)


def grouped(family: Family, place: int) -> dict[Names, list[tuple[str, Variant]]]:
    """The choices of one axis, each with its class, by the choices on all others."""
    groups = defaultdict(list)
    for variant, canonical in classes(family.name).items():
        names = tuple(name for _, name in variant.choices)
        rest = (*names[:place], *names[place + 1 :])
        groups[rest].append((names[place], canonical))
    return groups


@cache
def classes(family: str) -> dict[Variant, Variant]:
    """Every variant of the family with the one that names its class."""
    return {variant: variant.canonical() for variant in families(Case)[family].variants}


def test_a_mean_over_no_users_is_undefined() -> None:
    """No hit, no nonzero value: there is nothing to average."""
    case = Case.parse(". 1 @1")
    assert Variant.with_defaults("precision(users=mean_hit)").value(case) is None
    assert Variant.with_defaults("precision(users=mean_nonzero)").value(case) is None
    assert Variant.parse("auc(positives=recommended, depth=k)").value(case) is None
    stacked = Variant.parse("auc(positives=recommended, depth=k, users=stacked)")
    assert stacked.value(case) is None
    of_means = Variant.parse("f_score(combines=of_means, users=mean_hit)")
    assert of_means.value(case) is None


def test_rounding_is_not_a_value_of_its_own() -> None:
    """-1 - 1/2 - 1/3 + 8/4 + 0/5 - 1/6 is 0, and leaves 8e-17 in binary fractions."""
    case = Case.parse(". . . 3 1 . @6")
    dcg = "ndcg(gain=squared_minus_one, discount=reciprocal, ideal=none{})"
    assert 0 != Variant.with_defaults(dcg.format("")).value(case) == pytest.approx(0)
    assert Variant.with_defaults(dcg.format(", users=mean_nonzero")).value(case) is None


def test_a_negative_value_is_not_zero() -> None:
    """g² - 1 of an unjudged item is -1: its user counts among those who are not 0."""
    case = Case.parse("1 1 . ; 1 . . @2")
    names = "gain=squared_minus_one, discount=reciprocal, ideal=none"
    found = Variant.with_defaults(f"ndcg({names}, users=mean_nonzero)").value(case)
    assert found == (0 - 1 / 2) / 1
