"""Models of all kinds and settings: start at `yield_grid_models`.

A model's name is its kind, a hyphen and its settings, written so that names stand in
the order of the settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from homonym.models.ease import Decomposed
from homonym.models.neighbours import (
    Unified,
    compute_cosines,
    score_by_items,
    score_by_users,
)
from homonym.models.problem import Array, LearningProblem

PENALTIES = (
    1,
    2,
    5,
    *range(10, 100, 10),
    *range(100, 1000, 50),
    *range(1000, 5001, 500),
)
UNIFIED = (5, 10, 20, 40, 70, 110, 160)
SIZES = (5, 10, 20, 40, 80, 120, 200, 300)
SHRINKAGES = (0, 5, 20, 100)
RANKS = (2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192)
ModelScores = Iterator[tuple[str, Array]]
"""Names, and the scores of all items for each user who is asked."""


def yield_grid_models(problem: LearningProblem, seed: int) -> ModelScores:
    """The grid: 166 models."""
    train, asked = problem.train, problem.asked
    decomposed = Decomposed(train, asked)
    for penalty in PENALTIES:
        yield f"ease-{penalty:04}", decomposed.ease(penalty)
    for rank in RANKS:
        yield f"svd-{rank:03}", decomposed.svd(rank)
    yield from yield_kunn_scores(problem, UNIFIED, UNIFIED)
    yield from yield_neighbour_scores(problem)
    shape = len(asked), len(problem.items)
    yield "popularity", np.broadcast_to(train.sum(axis=0), shape)
    yield "random", np.random.default_rng(seed).random(shape)


def yield_jeunen_models(problem: LearningProblem, seed: int) -> ModelScores:
    """The 192 models of Jeunen et al. 2024, appendix A: EASE with 111 penalties, KUNN
    with each two of nine neighbourhoods."""
    decomposed = Decomposed(problem.train, problem.asked)
    for penalty in range(500, 1601, 10):
        yield f"ease-{penalty:04}", decomposed.ease(penalty)
    sizes = range(70, 111, 5)
    yield from yield_kunn_scores(problem, sizes, sizes)


def yield_kunn_scores(
    problem: LearningProblem, users: Sequence[int], items: Sequence[int]
) -> ModelScores:
    """KUNN with each two neighbourhood sizes."""
    model = Unified(problem.train, problem.asked)
    of_items = {size: model.of_items(size) for size in items}
    for mine in users:
        of_users = model.of_users(mine)
        for its, found in of_items.items():
            yield f"kunn-{mine:03}-{its:03}", of_users + found


def yield_neighbour_scores(problem: LearningProblem) -> ModelScores:
    """Neighbours of items, and of users, by size and shrinkage."""
    train, asked = problem.train, problem.asked
    for shrinkage in SHRINKAGES:
        items, users = (
            compute_cosines(train, shrinkage),
            compute_cosines(train.T, shrinkage),
        )
        for size in SIZES:
            setting = f"{size:03}-{shrinkage:03}"
            yield f"itemknn-{setting}", score_by_items(train, asked, items, size)
            yield f"userknn-{setting}", score_by_users(train, asked, users, size)
