"""What is said of a name that names nothing."""

from __future__ import annotations

import pytest
from fakes.recorded import record_of

from homonym.adapters import spelled
from homonym.errors import UserError
from homonym.explain.variant import describe_variant
from homonym.records import store
from homonym.records.lookup import (
    find_identified_metric,
    find_metric_in_records,
    find_named,
)
from homonym.records.schema_entry import MetricEntry
from homonym.records.suggestions import (
    compute_word_overlap,
    explain_unknown_names,
    find_variants_by_words,
    find_variants_in_record,
    make_suggestion_error,
    name_first_metrics,
)
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
    assert variant in map(str, find_variants_by_words(text))
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
    for ask in (find_named, describe_variant, find_identified_metric):
        with pytest.raises(UserError) as raised:
            ask(text)
        told = raised.value.message
        assert told.startswith("'unheard' is not on record; of ")
        assert "metrics called 'ndcg_at_k' on record, " in told
        assert "compute ndcg(" in told
        assert "homonym init" in raised.value.remedy


def test_a_name_that_no_library_has_is_said_to_be_so() -> None:
    """Nothing is invented."""
    with pytest.raises(UserError, match="no library on record has a metric called 'zz"):
        find_named("unheard.zzz")


@pytest.mark.parametrize("text", ["recal", "qqq", "foo", "recall(nope=1)"])
def test_a_misspelt_name_is_told_as_before(text: str) -> None:
    """With what is known; one word has no first letters that make a name."""
    with pytest.raises(UserError, match="known are"):
        find_named(text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("recomenders", "recommenders"),
        ("rbole", "recbole"),
        ("lightfm", "lightfm-next"),
        ("torchm", "torchmetrics"),
    ],
)
def test_a_misspelt_library_is_told_which_it_may_be(typed: str, meant: str) -> None:
    """And nothing else in that line."""
    told = make_suggestion_error(f"{typed}.ndcg_at_k")
    assert told
    assert told.message == f"{typed!r} is not on record; did you mean {meant}?"
    assert "did you mean" not in str(make_suggestion_error("unheard.ndcg_at_k"))


@pytest.mark.parametrize(
    ("written", "library"),
    [
        ("rs_metrics", "rs-metrics"),
        ("RePlay", "replay-rec"),
        ("ms recommenders", "recommenders"),
        ("SCIKIT-LEARN", "scikit-learn"),
        ("pytrec_eval", "pytrec-eval-terrier"),
    ],
)
def test_a_library_is_known_by_its_title_however_it_is_written(
    written: str, library: str
) -> None:
    """A page calls it by its title, and people write _ for -."""
    record = store.read_expected_record(store.list_record_files(library)[-1])
    metric = next(iter(record.metrics))
    found = find_metric_in_records(f"{written}.{metric}")
    assert found and found[0].library == library == spelled(written)
    found = find_metric_in_records(f"{written}=={record.version}.{metric}")
    assert found and found[0].version == record.version


def test_a_metric_is_no_definition() -> None:
    """Where a definition is asked for, that is said, and what says which it is."""
    text = "rs_metrics.ndcg"
    with pytest.raises(UserError) as raised, explain_unknown_names(text, "--expect"):
        Variant.parse(text)
    assert raised.value.message.startswith("--expect: 'rs_metrics.ndcg' is a library's")
    assert raised.value.remedy.startswith("homonym explain rs_metrics.ndcg ")


def test_the_first_letters_of_all_words_are_a_name_too() -> None:
    """Words that tell no two metrics apart count among them."""
    assert "auc(" in str(make_suggestion_error("area under curve"))


def test_initials_are_as_near_as_words() -> None:
    """AP is average popularity too."""
    found = {one.family for one in find_variants_by_words("average popularity")}
    assert found == {"average_precision", "average_popularity"}
    told = make_suggestion_error("hit ratio")
    assert told
    assert told.remedy == "homonym variants hit_rate lists what else it may be"
    assert compute_word_overlap([], []) == 0
    assert compute_word_overlap(["a", "b"], ["b", "c"]) == 1 / 3


def test_of_many_names_the_first_three_are_told() -> None:
    """And how many more there are."""
    assert name_first_metrics("abc") == "a, b, c"
    assert name_first_metrics("abcd") == "a, b, c and 1 more"
    assert name_first_metrics("ab") == "a, b"


def test_what_metrics_of_a_name_compute_is_counted_where_it_is_one_formula() -> None:
    """Each formula once in a record, however the name is written."""
    one, other = "recall(divisor=r)", "recall(divisor=min_k_r)"
    single = MetricEntry(claims="recall", status="identified", variants=(one,))
    both = MetricEntry(claims="recall", status="ambiguous", variants=(other, one))
    metrics = {"Recall@k": single, "recall": single, "recall_at_k": both, "hit": single}
    assert [*find_variants_in_record("RECALL", record_of(metrics))] == [one]
    assert [*find_variants_in_record("precision", record_of(metrics))] == []
