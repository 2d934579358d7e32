"""αβ-NDCG of many orders of one user's items at once, in numpy.

The formula is `alpha_beta_ndcg(gain=noisy_or, weights=test)` of the reference, which is
for reading; this form is for experiments, and tested to be equal. Start at
`compute_alpha_beta_ndcg`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from homonym.experiments.simulated_platform import load_numpy
from homonym.reference.diversity.case import Items, aspects_of
from homonym.reference.diversity.ideal import TIED

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Array = NDArray[float64]

ALPHA, HIGHEST = 0.005, 5
"""How far an item without a rating is trusted; the end of the scale."""


def as_arrays(items: Items) -> tuple[Array, Array]:
    """The ratings, NaN where missing; and a row an aspect, 1 for each item with it."""
    np = load_numpy()
    ratings = [np.nan if item.rating is None else item.rating for item in items]
    known = aspects_of(items)
    shows = [[aspect in item.aspects for item in items] for aspect in known]
    return np.array(ratings), np.array(shows, dtype=float)


def compute_alpha_beta_ndcg(
    ratings: Array, shows: Array, orders: Array, beta: float, cuts: Sequence[int]
) -> Array:
    """αβ-NDCG by removal, order and cut-off.

    ratings: a row for each removal, a column for each item; shows: a row for each
    aspect, a column for each item; orders: a row for each order, its items by rank.
    NaN where a removal leaves no liked item, so that no aspect has a weight.
    """
    np = load_numpy()
    depth = min(max(cuts), len(ratings[0]))
    ends = [min(k, depth) for k in cuts]
    sums = np.nan_to_num(ratings) @ shows.T
    total = sums.sum(axis=1, keepdims=True)
    weights = np.divide(sums, total, out=np.full_like(sums, np.nan), where=total > 0)
    uses = np.where(np.isnan(ratings), ALPHA, ratings / HIGHEST * beta)
    listed = sum_list_gains(shows, uses, weights, orders, ends)
    ideal = compute_ideal_gains(shows, uses, weights, ~np.isnan(ratings), depth)
    best = sum_discounted_gains(ideal)[[end - 1 for end in ends]]
    result: Array = (listed / best[:, None, :]).transpose(2, 1, 0)
    return result


def sum_list_gains(
    shows: Array, uses: Array, weights: Array, orders: Array, ends: Sequence[int]
) -> Array:
    """The discounted sum down to each of the ends, by end, order and removal.

    uses: by removal and item, P(a | u, i) of Eq. 5; weights: by removal and aspect.
    What is left of an aspect begins as its weight; an item takes its share of that, and
    adds one less the product of what it does not take (Eq. 13).
    """
    np = load_numpy()
    aspects, counts = rank_item_aspects(shows)
    used_of = np.ascontiguousarray(uses.T)
    left = np.repeat(weights.T[:, None, :], len(orders), axis=1)
    summed = np.zeros(left.shape[1:])
    found = {}
    for rank in range(max(ends)):
        items = orders[:, rank]
        used, none = used_of[items], np.ones_like(summed)
        for slot in range(counts[items].max()):
            rows = np.flatnonzero(counts[items] > slot)
            aspect = aspects[items[rows], slot]
            taken = used[rows] * left[aspect, rows]
            none[rows] *= 1 - taken
            left[aspect, rows] -= taken
        summed += (1 - none) / np.log2(rank + 2)
        found[rank + 1] = summed.copy() if rank + 1 in ends else None
    result: Array = np.array([found[end] for end in ends])
    return result


def rank_item_aspects(shows: Array) -> tuple[NDArray[Any], NDArray[Any]]:
    """The aspects of each item, first those that it shows; and how many it shows."""
    np = load_numpy()
    return np.argsort(-shows.T, axis=1, kind="stable"), shows.sum(axis=0).astype(int)


def compute_ideal_gains(
    shows: Array, uses: Array, weights: Array, judged: NDArray[Any], depth: int
) -> Array:
    """The gains of the ideal ordering, by rank and removal: the judged item that adds
    most, the first of the list of those that are tied within `TIED`; 0 once there is
    none."""
    np = load_numpy()
    left, every = weights.T.copy(), np.arange(len(uses))
    satisfied = shows[:, None, :] * uses
    found: Array = np.zeros((depth, len(uses)))
    closed = ~judged
    most = np.zeros((len(uses), 1))
    for rank in range(min(depth, judged.sum(axis=1).max(initial=0))):
        added = 1 - np.prod(1 - satisfied * left[..., None], axis=0)
        added[closed] = -1.0
        highest = added.max(axis=1, keepdims=True)
        most = np.maximum(most, highest)
        best = (added >= highest - TIED * most).argmax(axis=1)
        found[rank] = np.maximum(added[every, best], 0.0)
        left *= 1 - satisfied[:, every, best]
        closed[every, best] = True
    return found


def sum_discounted_gains(gained: Array) -> Array:
    """The sum of the discounted gains down to each rank (Eq. 15)."""
    np = load_numpy()
    discount = 1 / np.log2(np.arange(len(gained)) + 2.0)
    summed: Array = np.cumsum(gained * discount[:, None], axis=0)
    return summed
