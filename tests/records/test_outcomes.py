"""Outcomes as values that print and parse themselves."""

from __future__ import annotations

from math import inf, isnan
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from homonym.adapters.contract import Failed, Value
from homonym.records import store
from homonym.records.outcomes import (
    HOLDS,
    NUMBER,
    RAISES,
    REFUSED,
    VIOLATED,
    Outcome,
    combine_outcomes,
    make_failure_outcome,
    make_violated_outcome,
)
from homonym.records.values import format_numbers
from homonym.reference.corpus import edge
from homonym.reference.variants import every_family
from homonym.verdicts.conventions import (
    AS_FORMULA,
    AVERAGED,
    COUNTED,
    NO_CUT_OFF,
    NOT_READ,
    OTHERWISE,
    RANDOM,
    SKIPPED,
)
from homonym.verdicts.invariances import BY_DEFINITION
from homonym.verdicts.orders import BEST, BY_ID, WORST
from homonym.verdicts.ties import NOT_BY_ID, TOLD_APART

COMMITTED = Path(__file__).parents[2] / "reports" / "records"

OF_ANY_PROBE = (AS_FORMULA, NO_CUT_OFF, NOT_READ, RANDOM)
"""What a metric may make of a probe, whatever that names."""


@pytest.mark.exhaustive
@given(st.text())
@example("raises ")
@example("raises: nothing")
@example("refused: ")
@example("number: 1")
@example("number")
@example("()")
def test_any_text_prints_back_as_it_was(text: str) -> None:
    """Records of other homonyms are read and written too."""
    assert str(Outcome.parse(text)) == text


@given(st.floats() | st.lists(st.none() | st.floats()))
def test_any_number_is_read_back_from_its_words(given: float | list[float]) -> None:
    """A value's, or every user's, to the six digits that it is told with."""
    users = isinstance(given, list)
    value = Value(None, tuple(given)) if users else Value(given)
    outcome = Outcome.parse(format_numbers(value))
    assert outcome == Outcome(NUMBER, format_numbers(value))
    assert outcome.by_user == users
    each = given if users else [given]
    for number, wanted in zip(outcome.numbers, each, strict=True):
        if wanted is None or isnan(wanted):
            assert isnan(number)
        else:
            assert number == float(f"{wanted:.6g}")


def test_an_outcome_is_by_choice_where_all_its_names_are() -> None:
    """As a formula gives it with another choice."""
    texts = "users=pooled", "users=pooled or users=by_r", "users=pooled or skipped", ""
    found = [Outcome.parse(text).by_choice for text in texts]
    assert found == [True, True, False, False]


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ("skipped", "skipped", True),
        ("skipped", "counts as 0", False),
        ("skipped or counts as 0", "counts as 0", True),
        ("skipped", "skipped or counts as 0", True),
        ("skipped or counts as 0", "counts as 1", False),
        ("wrong: 0.5", "wrong: 0.25", False),
    ],
)
def test_two_outcomes_may_be_one_where_a_name_is_left_open(
    one: str, other: str, both: bool
) -> None:
    """Otherwise they are what they say, number and all."""
    assert Outcome.parse(one).may_be(Outcome.parse(other)) is both


OF_ANY_TIES = {*BY_ID, NOT_BY_ID, BEST, WORST, AVERAGED, OTHERWISE}
"""What any probe of ties may come to, whatever its outcomes."""


def test_every_outcome_on_record_parses_and_prints_back() -> None:
    """And is of a kind that is known: refused or raised, a number, or what the probe
    or the variation has for a name."""
    for record in store.read_every(COMMITTED):
        for name, entry in record.metrics.items():
            at = record.library, record.version, name
            probes = {p.id: p for p in edge(every_family()[entry.claims].takes)}
            for id, text in entry.conventions.items():
                outcome = Outcome.parse(text)
                assert str(outcome) == text, at
                probe = probes[id]
                known = {*probe.outcomes, probe.otherwise, *OF_ANY_PROBE}
                tied = {"input order", TOLD_APART} & {*probe.outcomes}
                known |= OF_ANY_TIES if tied else set()
                known |= {*COUNTED} if SKIPPED in probe.outcomes else set()
                if AS_FORMULA in probe.outcomes:
                    known |= set(outcome.names if outcome.by_choice else ())
                usual = {RAISES, REFUSED, NUMBER, "killed by SIGSEGV", NO_CUT_OFF}
                assert outcome.kind in usual or known.issuperset(outcome.names), at
            for text in entry.invariances.values():
                outcome = Outcome.parse(text)
                assert str(outcome) == text, at
                assert outcome.kind in {HOLDS, REFUSED, VIOLATED, BY_DEFINITION}, at


def test_a_name_stands_without_its_number() -> None:
    """But a number without a name, and a raised error, stand for themselves."""
    assert Outcome("silently wrong", "0.5").name == "silently wrong"
    assert Outcome("silently wrong", "0.5").numbers == (0.5,)
    assert Outcome.parse("-inf").numbers == (-inf,)
    assert Outcome.parse("-inf").name == "-inf"
    assert Outcome.parse("raises KeyError").name == "raises KeyError"
    assert Outcome.parse("refused: 3").name == "refused"
    assert Outcome.parse("holds").numbers == Outcome.parse("refused: no").numbers == ()


def test_a_refusal_and_a_violation_are_known_by_their_kind() -> None:
    """Words that only begin so are neither."""
    assert Outcome.parse("refused: no ids").refused
    assert Outcome.parse("violated: 1 became 0 on 1 @1").broken
    for words in ("refused everything", "violated by users", "holds", "0.5"):
        outcome = Outcome.parse(words)
        assert not outcome.refused and not outcome.broken


def test_an_outcome_is_open_where_it_may_be_one_of_several() -> None:
    """Each by its name."""
    assert combine_outcomes(["a", "b"]) == Outcome.parse("a or b")
    assert Outcome.parse("a or b").names == ("a", "b")
    assert Outcome.parse("a or b").open and not Outcome("a").open


def test_an_error_is_known_by_its_type() -> None:
    """Not by what it says."""
    assert str(make_failure_outcome(Failed("KeyError: 1"))) == "raises KeyError"
    assert str(make_failure_outcome(Failed("no answer in 3 s"))) == "no answer in 3 s"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ("ConnectionRefusedError: connection refused", RAISES),
        ("refused", RAISES),
        ("killed by SIGSEGV", "killed by SIGSEGV"),
    ],
)
def test_an_error_is_no_refusal(error: str, kind: str) -> None:
    """Whatever its words are."""
    assert make_failure_outcome(Failed(error)).kind == kind


def test_a_violation_knows_its_case() -> None:
    """And what became of the number, with the users' numbers or words for them."""
    found = make_violated_outcome("(0.5, NaN) became (1)", "1 . @1")
    assert str(found) == "violated: (0.5, NaN) became (1) on 1 . @1"
    assert found.violation == ("(0.5, NaN) became (1)", "1 . @1")
    assert found.with_users("per user").violation[0] == "per user became per user"


@pytest.mark.parametrize(
    ("told", "change"),
    [
        ("violated: 1 became 0.5 on 1 . @1", ("1", "0.5")),
        ("violated: (1, NaN) became (0) on 1 @1", ("(1, NaN)", "(0)")),
        ("violated: in batches: 0.25 became NaN on 1 @1", ("0.25", "NaN")),
        ("violated: raises KeyError on 1 @1", ("raises KeyError", "")),
    ],
)
def test_a_violation_tells_the_numbers(told: str, change: tuple[str, str]) -> None:
    """Before it and after it, without the reason."""
    assert Outcome.parse(told).change == change


@pytest.mark.parametrize(
    ("told", "numbers"),
    [("(0.5, NaN)", ("0.5", "NaN")), ("0.25", ("0.25",)), ("()", ()), ("holds", ())],
)
def test_numbers_stand_as_they_are_told(told: str, numbers: tuple[str, ...]) -> None:
    """Each user's, or the one."""
    assert Outcome.parse(told).told_numbers == numbers


@pytest.mark.parametrize(
    ("told", "failed"),
    [
        ("raises KeyError", True),
        ("killed by SIGSEGV", True),
        ("no answer in 30 s", True),
        ("the process ended with exit code 7", True),
        ("refused: needs scores", False),
        ("as any other", False),
        ("0.5", False),
    ],
)
def test_what_gave_no_answer_failed(told: str, failed: bool) -> None:
    """By its words, as records have them."""
    assert Outcome.parse(told).failed is failed
