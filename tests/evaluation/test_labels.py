"""Logarithmic loss over tables, worked out by hand."""

from __future__ import annotations

from math import log

import ibis
import pyarrow as pa
import pytest

from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.labels.families import evaluate_label_variants
from homonym.evaluation.ratings.pairs import RatingPairs
from homonym.reference.variants import Variant

LOSS = Variant.with_defaults("log_loss(eps=1e-11)")


@pytest.mark.parametrize(
    ("pairs", "loss"),
    [
        ([(1.0, 0.75)], -log(0.75)),
        ([(0.0, 0.75)], -log(0.25)),
        ([(1.0, 0.5), (0.0, 0.25)], -(log(0.5) + log(0.75)) / 2),
        ([(1.0, 0.0)], -log(1e-11)),
        ([(0.0, 1.0)], -log(1 - (1 - 1e-11))),
        ([(1.0, 1.0)], -log(1 - 1e-11)),
    ],
)
def test_the_loss_is_the_mean_surprise_at_a_label(
    pairs: list[tuple[float, float]], loss: float
) -> None:
    """A chance of 0 or of 1 is moved inwards by eps."""
    labels, chances = map(list, zip(*pairs, strict=True))
    columns = {"user": [7] * len(pairs), "r": labels, "p": chances}
    table = ibis.memtable(pa.table(columns))
    given = RatingPairs(DuckDb.opened(), table, None, (0, 1))
    found = evaluate_label_variants(given, [LOSS])
    assert found == {LOSS: pytest.approx(loss, rel=1e-12)}
