"""What is said of a name that names nothing."""

from __future__ import annotations

import pytest

from homonym.errors import UserError
from homonym.explain.variant import describe_variant
from homonym.records.lookup import find_named, identified
from homonym.records.meant import meant_sentence, nearest_by_words
from homonym.reference.variants import Variant


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("hit ratio", "hit_rate(counts=any)"),
        ("Hit Ratio @ k", "hit_rate(counts=any)"),
        ("mean average precision at k", "average_precision(divisor=min_k_r)"),
        ("R-precision", "r_precision(cut=r)"),
        ("mean reciprocal rank", "reciprocal_rank(counts=first)"),
        ("normalized discounted cumulative gain", "ndcg(gain=binary)"),
        ("group AUC", "auc(positives=all)"),
    ],
)
def test_words_that_are_no_name_lead_to_the_nearest_definition(
    text: str, variant: str
) -> None:
    """In one sentence, without all families there are."""
    assert variant in map(str, nearest_by_words(text))
    for ask in (find_named, describe_variant):
        with pytest.raises(UserError) as raised:
            ask(text)
        assert variant in raised.value.message
        assert len(raised.value.message) < 300


@pytest.mark.parametrize("text", ["gAUC", "MAP", "recall"])
def test_names_and_their_aliases_are_what_they_were(text: str) -> None:
    """However their letters are written."""
    assert find_named(text).variant == Variant.with_defaults(text)


@pytest.mark.parametrize("text", ["unheard.ndcg_at_k", "unheard==1.0.ndcg_at_k"])
def test_a_metric_of_a_library_that_is_not_recorded_is_a_sentence(text: str) -> None:
    """What asks it, and what its name often stands for."""
    for ask in (find_named, describe_variant, identified):
        with pytest.raises(UserError) as raised:
            ask(text)
        told = raised.value.message
        assert told.startswith("unheard is not recorded: homonym init asks it in five ")
        assert "'ndcg_at_k' is often ndcg(" in told
        assert "known are" not in told


def test_a_name_that_no_library_has_is_said_to_be_so() -> None:
    """Nothing is invented."""
    with pytest.raises(UserError, match="no library on record has a metric called 'zz"):
        find_named("unheard.zzz")


@pytest.mark.parametrize("text", ["recal", "qqq", "recall(nope=1)"])
def test_a_misspelt_name_is_told_as_before(text: str) -> None:
    """With what is known."""
    with pytest.raises(UserError, match="known are"):
        find_named(text)


@pytest.mark.parametrize(
    ("typed", "meant"), [("recomenders", "recommenders"), ("rbole", "recbole")]
)
def test_a_misspelt_library_is_told_which_it_may_be(typed: str, meant: str) -> None:
    """Before that it can be recorded."""
    told = meant_sentence(f"{typed}.ndcg_at_k")
    assert told.startswith(f"{typed} is not recorded: did you mean {meant}? Else ")
    assert "did you mean" not in meant_sentence("unheard.ndcg_at_k")


def test_the_first_letters_of_all_words_are_a_name_too() -> None:
    """Words that tell no two metrics apart count among them."""
    assert "auc(" in meant_sentence("area under curve")
