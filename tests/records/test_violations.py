"""What matters to a metric though it must not, beside its verdict."""

from __future__ import annotations

import math

import pytest

from homonym.cases.kinds import load_case_kinds
from homonym.records.lookup import describe_recorded_formula, explain_no_formula
from homonym.records.schema_entry import MetricEntry, NoVerdict, RepeatedCall
from homonym.records.violations import WORDS, describe_violations, format_violations
from homonym.verdicts.invariances import LATER

BROKEN = "violated: 1 became 0.5 on 1 . @1"


def entry(*variants: str, when: str = "", **outcomes: str) -> MetricEntry:
    """What is known of a metric that makes this of the variations."""
    status = "identified" if len(variants) == 1 else "ambiguous"
    return MetricEntry(
        claims="recall",
        status=status if variants else "unexplained",  # type: ignore[arg-type]
        variants=variants,
        when=when,
        invariances=outcomes,
    )


def test_every_variation_has_its_words() -> None:
    """Of every type of case, and the call after all others."""
    known = {name for kind in load_case_kinds().values() for name in kind.variations}
    assert {*known, LATER} == WORDS.keys()


@pytest.mark.parametrize("name", WORDS)
def test_a_violated_invariance_is_told_in_words(name: str) -> None:
    """One that holds, is refused or follows from the definition is not."""
    assert describe_violations(entry(**{name: BROKEN})) == (WORDS[name],)
    for outcome in ("holds", "refused: no ids", "changes as its definition says"):
        assert describe_violations(entry(**{name: outcome})) == ()


def test_words_are_told_once_and_in_their_order() -> None:
    """Three orders of users are one matter; an unknown variation goes by its name."""
    told = entry(
        users_reordered=BROKEN,
        truth_reordered=BROKEN,
        ids_relabelled=BROKEN,
        ids_as_text=BROKEN,
    )
    words = ("the order of users matters", "ids matter", "ids as text matters")
    assert describe_violations(told) == words
    assert format_violations(told) == f", but {' and '.join(words)}"
    assert format_violations(entry()) == ""


def test_what_a_metric_computes_is_told_with_what_matters() -> None:
    """After the verdict, whatever it is."""
    ids = {"ids_relabelled": BROKEN}
    r, k = "recall(divisor=r)", "recall(divisor=min_k_r)"
    assert describe_recorded_formula(entry(r)) == r
    assert describe_recorded_formula(entry(r, **ids)) == f"{r}, but ids matter"
    assert (
        describe_recorded_formula(entry(r, k, **ids))
        == f"ambiguous: {r} or {k}, but ids matter"
    )
    assert describe_recorded_formula(entry(**ids)) == "unexplained, but ids matter"
    full = entry(r, when="full_rankings", **ids)
    assert describe_recorded_formula(full) == f"{r} on full rankings, but ids matter"


def test_what_has_no_verdict_is_told_without() -> None:
    """Unstable, unavailable, or no such metric."""
    gave = (RepeatedCall(case="1 . @1", gave=(1.0, 0.5)),)
    moved = MetricEntry(claims="recall", status="unstable", unstable=gave)
    told = "one input gives two numbers (1 or 0.5 on 1 . @1)"
    assert describe_recorded_formula(moved) == f"unstable: {told}"
    assert explain_no_formula(moved) == told
    why = NoVerdict(kind="refused", reason="needs scores")
    away = MetricEntry(claims="recall", status="unavailable", no_verdict=why)
    assert describe_recorded_formula(away) == "unavailable: needs scores"
    assert describe_recorded_formula(None) == "-"


def test_of_an_unstable_metric_the_smallest_call_is_told() -> None:
    """One that is written out before a large one; of each user's numbers all, of what
    is no number the words."""
    gave = {
        "large users_257": (0.5, 0.25),
        "1 . . 1 @3": (1.0, 0.5),
        "1 . @1": ((1.0, math.nan), "raises KeyError"),
    }
    calls = tuple(RepeatedCall(case=line, gave=each) for line, each in gave.items())
    moved = MetricEntry(claims="recall", status="unstable", unstable=calls)
    told = "one input gives two numbers ((1, NaN) or raises KeyError on 1 . @1)"
    assert explain_no_formula(moved) == told
    large = MetricEntry(claims="recall", status="unstable", unstable=calls[:2])
    assert explain_no_formula(large).endswith("(1 or 0.5 on 1 . . 1 @3)")


def test_what_no_variant_explains_is_told_apart_from_what_moves() -> None:
    """And from what several definitions are left of."""
    assert explain_no_formula(entry()) == "no variant explains it"
    assert explain_no_formula(entry("a", "b")) == "one of a, b"
