"""Metrics as they are copied from notebook to notebook, written anew for these tests.

Each is a function of its own, with the arguments and the quirks that such have.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def apk(actual: list[Any], predicted: list[Any], k: int = 10) -> float:
    """Average precision of one list of predictions, over min(r, k)."""
    predicted = predicted[:k]
    score = hits = 0.0
    for place, item in enumerate(predicted):
        if item in actual and item not in predicted[:place]:
            hits += 1
            score += hits / (place + 1)
    return score / min(len(actual), k) if actual else 0.0


def mapk(actual: list[list[Any]], predicted: list[list[Any]], k: int = 10) -> float:
    """The mean of apk over users."""
    return float(
        np.mean([apk(a, p, k) for a, p in zip(actual, predicted, strict=True)])
    )


def dcg_at_k(r, k):  # type: ignore[no-untyped-def]
    """Of relevances in rank order, the first undiscounted as the second."""
    gains = np.asarray(r, dtype=float)[:k]
    if not gains.size:
        return 0.0
    return gains[0] + np.sum(gains[1:] / np.log2(np.arange(2, gains.size + 1)))


def ndcg_at_k(r, k):  # type: ignore[no-untyped-def]
    """Over the same relevances in their best order."""
    best = dcg_at_k(sorted(r, reverse=True), k)
    return dcg_at_k(r, k) / best if best else 0.0


def get_hit(ranklist, gt_item):  # type: ignore[no-untyped-def]
    """Leave one out: whether the item is in the list."""
    for item in ranklist:
        if item == gt_item:
            return 1
    return 0


def get_ndcg(ranklist, gt_item):  # type: ignore[no-untyped-def]
    """Leave one out: by the place of the item."""
    for place in range(len(ranklist)):
        if ranklist[place] == gt_item:
            return math.log(2) / math.log(place + 2)
    return 0


def precision_at_k(recommended, relevant, k):  # type: ignore[no-untyped-def]
    """Hits among the first k, over k."""
    return len(set(recommended[:k]) & set(relevant)) / k


def recall(expected_ids: list[int], retrieved_ids: list[int]) -> float:
    """Of what is expected, the share that was retrieved."""
    return len(set(retrieved_ids) & set(expected_ids)) / len(expected_ids)


def mean_reciprocal_rank(rs):  # type: ignore[no-untyped-def]
    """Over users, of lists of 0 and 1 in rank order."""
    firsts = (np.asarray(r).nonzero()[0] for r in rs)
    return np.mean([1.0 / (found[0] + 1) if found.size else 0.0 for found in firsts])


def ndcg_binary_at_k_batch(x_pred, heldout_batch, k=100):  # type: ignore[no-untyped-def]
    """Of matrices users × items, a number a user."""
    users = np.arange(x_pred.shape[0])[:, None]
    best = np.argsort(-x_pred, axis=1)[:, :k]
    discount = 1.0 / np.log2(np.arange(2, k + 2))
    gains = (heldout_batch[users, best] * discount[: best.shape[1]]).sum(axis=1)
    counts = (heldout_batch > 0).sum(axis=1)
    return gains / [discount[: min(int(n), k)].sum() for n in counts]


def hit_rate_at_k(predictions, ground_truth, k=10):  # type: ignore[no-untyped-def]
    """user -> items, user -> set of items: the share of users with a hit."""
    found = [bool(set(predictions[u][:k]) & items) for u, items in ground_truth.items()]
    return sum(found) / len(found)


def ndcg_score(y_true, y_score, *, k=None, ignore_ties=False):  # type: ignore[no-untyped-def]
    """Of rows of grades and of scores, over the best order."""
    y_true, y_score = np.asarray(y_true), np.asarray(y_score)
    if y_true.ndim != 2 or not np.isfinite(y_score).all():
        raise ValueError("two dimensions, and finite scores")
    discount = 1.0 / np.log2(np.arange(2, y_true.shape[1] + 2))
    discount[k:] = 0
    order = np.argsort(-y_score, axis=1)
    gains = np.take_along_axis(y_true, order, axis=1) @ discount
    return float(np.mean(gains / (-np.sort(-y_true, axis=1) @ discount)))


def roc_auc(y_true, y_score):  # type: ignore[no-untyped-def]
    """The share of pairs of a relevant item and another that are in order."""
    positives = [s for t, s in zip(y_true, y_score, strict=True) if t]
    negatives = [s for t, s in zip(y_true, y_score, strict=True) if not t]
    right = sum(p > n for p in positives for n in negatives)
    return right / (len(positives) * len(negatives))


def exponential_ndcg(relevances, k):  # type: ignore[no-untyped-def]
    """Of grades in rank order, 2 ** grade - 1."""

    def dcg(values):  # type: ignore[no-untyped-def]
        return sum((2**g - 1) / math.log2(n + 2) for n, g in enumerate(values[:k]))

    best = dcg(sorted(relevances, reverse=True))
    return dcg(relevances) / best if best else 0.0


class RecallAtK:
    """A metric as an object that is made with its cut-off."""

    def __init__(self, k=10):  # type: ignore[no-untyped-def]
        self.k = k

    def __call__(self, predicted, actual):  # type: ignore[no-untyped-def]
        return len(set(predicted[: self.k]) & set(actual)) / len(actual)


def rmse(y_true, y_pred):  # type: ignore[no-untyped-def]
    """Of all ratings, as arrays."""
    return math.sqrt(((y_pred - y_true) ** 2).mean())


def mean_absolute_error(predictions, targets):  # type: ignore[no-untyped-def]
    """Of two lists."""
    pairs = zip(predictions, targets, strict=True)
    return sum(abs(p - t) for p, t in pairs) / len(targets)


def rmse_of_frames(rating_true, rating_pred):  # type: ignore[no-untyped-def]
    """Of two tables, joined by user and item."""
    joined = rating_true.merge(rating_pred, on=["userID", "itemID"])
    return ((joined["rating"] - joined["prediction"]) ** 2).mean() ** 0.5


def log_loss(y_true, y_pred, eps=1e-15):  # type: ignore[no-untyped-def]
    """Of labels and of the chances that they are 1."""
    p = np.clip(y_pred, eps, 1 - eps)
    return float(-np.mean(y_true * np.log(p) + (1 - y_true) * np.log(1 - p)))


def auc_of_log(labels, scores):  # type: ignore[no-untyped-def]
    """By the ranks of all scores of a log."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    hits = int(np.sum(labels))
    above = ranks[labels == 1].sum() - hits * (hits + 1) / 2
    return float(above / (hits * (len(labels) - hits)))


def evaluate(y_true, y_pred, metric="ndcg@10"):  # type: ignore[no-untyped-def]
    """user -> items and user -> relevant items, by the name of a metric.

    Knows "precision@5" and `recall@5`.
    """
    name, _, k = metric.partition("@")
    of = {"precision": precision_at_k, "recall": lambda p, t, k: recall(t, p[:k])}
    found = [of[name](y_pred[user], y_true[user], int(k)) for user in y_true]
    return sum(found) / len(found)
