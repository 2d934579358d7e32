"""The smallest case on which a recorded definition is wrong, in rows."""

from __future__ import annotations

import pytest

from homonym.adapters.contract import Failed, Measurement, Value
from homonym.gate.evidence import EvidenceRow, list_evidence_rows, number_in_words
from homonym.records.schema_entry import MetricEntry

BY_R, BY_K = "recall(divisor=r)", "recall(divisor=min_k_r)"
BY_CALLER = "recall(divisor=min_k_r, users=caller)"
HALF, THIRD = "1 | 1 @1", "1 | 1 1 @1"
"""One of two relevant items in the first place, and one of three."""


def entry(*variants: str, precision: float = 1e-9) -> MetricEntry:
    """What is known of a metric that may compute any of these."""
    if not variants:
        return MetricEntry(claims="recall", status="unexplained", precision=precision)
    status = "identified" if len(variants) == 1 else "ambiguous"
    return MetricEntry(
        claims="recall",
        status=status,  # type: ignore[arg-type]
        variants=variants,
        precision=precision,
    )


def evidence(
    old: MetricEntry, now: MetricEntry, **measured: Measurement
) -> list[EvidenceRow]:
    """Of what was measured on both cases, a third first."""
    lines = {"third": THIRD, "half": HALF}
    return [
        *list_evidence_rows(old, now, {lines[n]: one for n, one in measured.items()})
    ]


def test_the_smallest_case_shows_what_was_recorded_and_what_is_so_now() -> None:
    """By the first of several definitions, with what differs between the two."""
    old, now = entry(BY_R, BY_K), entry(BY_K, BY_R)
    assert evidence(old, now, third=Value(1.0), half=Value(1.0)) == [
        ("case", HALF, "one user, ranking [a], relevant {a, b}, k = 1"),
        ("recorded", "0.5", "divisor r = 2"),
        ("now", "1", f"as {BY_K} gives"),
    ]


def test_where_the_recorded_definition_is_right_there_is_no_evidence() -> None:
    """Nor where none was recorded; edges and data are no cases."""
    assert not evidence(entry(BY_R), entry(BY_K), half=Value(0.5))
    assert not evidence(entry(), entry(BY_K), half=Value(1.0))
    others = ["edge ties", "example top", "movielens top", f"varied x {HALF}"]
    measured: dict[str, Measurement] = dict.fromkeys(others, Value(1.0))
    assert not [*list_evidence_rows(entry(BY_R), entry(BY_K), measured)]


@pytest.mark.parametrize(
    ("old", "now", "rows"),
    [(1e-9, 1e-5, 0), (1e-5, 0.0, 0), (1e-5, 1e-9, 3), (1e-9, 0.0, 3)],
)
def test_numbers_are_held_to_the_precision_of_now(
    old: float, now: float, rows: int
) -> None:
    """To that of the record, where there is none."""
    before, after = entry(BY_R, precision=old), entry(BY_K, precision=now)
    assert len(evidence(before, after, half=Value(0.5 + 1e-6))) == rows


@pytest.mark.parametrize(
    ("measured", "now", "told"),
    [
        (Failed("KeyError: 1"), (BY_K,), ("raises KeyError: 1", f"as {BY_K} gives")),
        (
            Value(None, (1.0,)),
            (BY_CALLER,),
            ("1", f"as {BY_CALLER} gives"),
        ),
        (Value(0.1234567), (), ("0.123457", "as no variant gives")),
    ],
)
def test_what_is_so_now_is_a_number_or_why_there_is_none(
    measured: Measurement, now: tuple[str, ...], told: tuple[str, str]
) -> None:
    """What fails is never what a definition gives."""
    *_, last = evidence(entry(BY_R), entry(*now), half=measured)
    assert last == ("now", *told)


def test_of_two_users_the_choice_is_told_without_a_number() -> None:
    """It is another for each."""
    old, now = entry(f"{BY_R[:-1]}, users=caller)"), entry(BY_CALLER)
    both = "1 | 1 ; 1 | 1 1 @1"
    _, recorded, after = list_evidence_rows(old, now, {both: Value(None, (1.0, 1.0))})
    assert recorded == ("recorded", "(0.5, 0.333333)", "divisor r")
    assert after[1] == "(1, 1)"


def test_of_a_case_that_is_not_told_in_brief_no_number_is() -> None:
    """As that of aspects, of one user too."""
    old, now = (
        MetricEntry(claims="s_recall", status="identified", variants=(text,))
        for text in ("s_recall(covers=any)", "s_recall(covers=any, divisor=trained)")
    )
    line = "5d 2c 2b > 4d 5b 4.5b | 5d = 4.5b 4d 5d @2"
    first, recorded, _ = list_evidence_rows(old, now, {line: Value(0.5)})
    assert first == ("case", line, "")
    assert recorded == ("recorded", "0.666667", "divisor |A|")


def test_a_definition_of_another_family_is_told_by_its_id() -> None:
    """As is one against none."""
    for now in (entry("precision(divisor=k)"), entry()):
        _, recorded, _ = evidence(entry(BY_R), now, half=Value(0.25))
        assert recorded == ("recorded", "0.5", f"as {BY_R} gives")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.5, "0.5"),
        ((0.5,), "0.5"),
        ((0.25, 1 / 3), "(0.25, 0.333333)"),
        ((), "()"),
        (None, "None"),
        ("killed", "killed"),
    ],
)
def test_numbers_have_six_digits(value: object, words: str) -> None:
    """Every user's stand in brackets, where there are several."""
    assert number_in_words(value) == words
