"""What a metric needs beside lists and truth."""

from __future__ import annotations

import pytest

from homonym.adapters.contract import Metric
from homonym.measurement.context import find_first_lacking, list_variant_needs
from homonym.records.schema_entry import MetricEntry

TRAINING, GROUPS = "training data", "groups of the items"
ASPECTS = "aspects of the items"


@pytest.mark.parametrize(
    ("variant", "needs"),
    [
        ("recall(divisor=r)", ()),
        ("rmse(missing=dropped)", ()),
        ("coverage(of=items)", ()),
        ("coverage(of=items, catalogue=trained)", (TRAINING,)),
        ("average_popularity(popularity=count)", (TRAINING,)),
        ("self_information(chance=share_of_users)", (TRAINING,)),
        ("intra_list_diversity(distance=cooccurrence)", (TRAINING,)),
        ("intra_list_diversity(distance=groups)", (GROUPS,)),
        ("bias_disparity(of=training)", (TRAINING, GROUPS)),
        ("s_recall(covers=any, divisor=k)", (ASPECTS,)),
        ("alpha_ndcg(gain=sum)", (ASPECTS,)),
    ],
)
def test_a_definition_needs_what_its_value_changes_without(
    variant: str, needs: tuple[str, ...]
) -> None:
    assert list_variant_needs(variant) == needs


def test_the_record_decides_what_a_metric_needs() -> None:
    """Coverage of all items by default needs nothing, that of trained ones does."""
    metric = Metric("Coverage", "coverage", lambda case: 0.0)
    trained = ("coverage(of=items, catalogue=trained)",)
    entry = MetricEntry(claims="coverage", status="identified", variants=trained)
    assert find_first_lacking(metric, None, ()) == ""
    assert find_first_lacking(metric, entry, ()) == TRAINING
    assert find_first_lacking(metric, entry, (TRAINING,)) == ""


def test_what_is_lacking_still_is_named() -> None:
    """Training data alone are not all that a parity over groups needs."""
    metric = Metric("RSP", "rsp", lambda case: 0.0)
    assert find_first_lacking(metric, None, ()) == TRAINING
    assert find_first_lacking(metric, None, (TRAINING,)) == GROUPS
