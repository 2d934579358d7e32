"""What to write of a metric in a paper."""

from __future__ import annotations

import re

import pytest

from homonym.explain.methods import (
    describe_choices,
    describe_computation,
    extract_first_sentence,
    name_variant_metric,
    write_cut_off_phrase,
)
from homonym.records import store
from homonym.reference.variants import Variant, every_family

MAP = "average_precision(divisor=min_k_r)"


def test_the_sentences_say_what_was_computed_and_how() -> None:
    """The formula's id, then a sentence for each choice that makes it."""
    record = store.read_record_file(store.locate_record_file("recommenders", "1.2.1"))
    entry = record.metrics["map_at_k"]
    told = describe_computation(record, "map_at_k", 10, Variant.parse(MAP), entry)
    first, divisor, users = re.split(r"\. (?=[A-Z])", told.rstrip("."))
    assert first.startswith("Average precision at k = 10 was computed with map_at_k")
    assert f"which is {MAP} in the terms of homonym" in first
    assert divisor == (
        "What the sum is divided by: the largest number of hits in a list of k "
        "(a perfect list gives 1)"
    )
    assert users == "How the users are combined: the mean over the users of the truth"


@pytest.mark.parametrize(
    ("definition", "begins"),
    [
        ("ndcg(gain=binary)", "NDCG at k = 5"),
        ("ndcg(gain=binary, ideal=none)", "DCG at k = 5"),
        ("ndcg(gain=grade, depth=all)", "NDCG"),
        ("auc(positives=all)", "AUC"),
        ("auc(positives=recommended, depth=k)", "AUC at k = 5"),
        ("average_precision(divisor=k, depth=all)", "Average precision at k = 5"),
        ("coverage(of=items)", "Coverage at k = 5"),
        ("rmse(missing=dropped)", "Root mean squared error"),
    ],
)
def test_a_sentence_names_what_is_computed_and_the_cut_off_that_is_read(
    definition: str, begins: str
) -> None:
    """A DCG is no NDCG; a whole list has no cut-off, unless it divides."""
    variant = Variant.parse(definition)
    assert f"{name_variant_metric(variant)}{write_cut_off_phrase(variant, 5)}" == begins


def test_every_choice_makes_a_sentence() -> None:
    """It begins with a capital and ends once, and NaN keeps its own."""
    for family in every_family().values():
        for axis in family.axes.values():
            for choice in axis.choices.values():
                told = extract_first_sentence(choice.doc)
                assert ": " not in told and not told.endswith("."), told
                assert not told.startswith("naN"), told
        assert all(told[0].isupper() for told in describe_choices(family.default))
