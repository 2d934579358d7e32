"""What to write of a metric in a paper."""

from __future__ import annotations

import re

from homonym.explain.methods import (
    describe_choices,
    describe_computation,
    first_sentence,
)
from homonym.records import store
from homonym.reference.variants import Variant, every_family

MAP = "average_precision(divisor=min_k_r)"


def test_the_sentences_say_what_was_computed_and_how() -> None:
    """The formula's id, then a sentence for each choice that makes it."""
    record = store.read(store.record_path("recommenders", "1.2.1"))
    entry = record.metrics["map_at_k"]
    told = describe_computation(record, "map_at_k", 10, Variant.parse(MAP), entry)
    first, divisor, users = re.split(r"\. (?=[A-Z])", told.rstrip("."))
    assert first.startswith("Average precision at k = 10 was computed with map_at_k")
    assert f"which is {MAP} in the terms of homonym" in first
    assert divisor == (
        "What the sum is divided by: the most hits that a list of k can hold "
        "(a perfect list gives 1)"
    )
    assert users == "How the users are combined: the mean over the users of the truth"


def test_every_choice_makes_a_sentence() -> None:
    """It begins with a capital and ends once, and NaN keeps its own."""
    for family in every_family().values():
        for axis in family.axes.values():
            for choice in axis.choices.values():
                told = first_sentence(choice.doc)
                assert ": " not in told and not told.endswith("."), told
                assert not told.startswith("naN"), told
        assert all(told[0].isupper() for told in describe_choices(family.default))
