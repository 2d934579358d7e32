"""Logarithmic loss over tables."""

from __future__ import annotations

from ibis import _, ifelse

from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked
from homonym.evaluation.ratings.errors import PredictionError
from homonym.evaluation.ratings.pairs import Kept, clip_column


def compute_label_surprise(asked: Asked, pair: Kept) -> Column:
    """How surprising the label is, the chance kept from 0 and from 1."""
    eps = asked.function("eps")()
    inside = clip_column(pair.p, (eps, 1 - eps))
    return -ifelse(_.r > 0, inside, 1 - inside).ln()


log_loss = PredictionError(compute_label_surprise)
