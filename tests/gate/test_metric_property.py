"""A metric held to its record by a property: what it is asked, and how it fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import settings

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.cases.kinds import find_case_kind
from homonym.conformance_tests.metric_property import Held
from homonym.measurement.calls import Ask
from homonym.records.schema_entry import MetricEntry
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

ANY = find_case_kind(Case).drawn()[0]
RECALL = Variant.with_defaults("recall")


@pytest.fixture(autouse=True)
def _derandomized() -> Iterator[None]:
    """The same cases in every run of this test, as in CI."""
    settings.register_profile("same", derandomize=True, database=None)
    settings.load_profile("same")
    yield
    settings.load_profile("tests")


def held(ask: Ask, when: str = "", variants: Sequence[Variant] = (RECALL,)) -> Held:
    """A metric that was found to be recall, or one of several."""
    entry = MetricEntry(
        claims="recall",
        entry="function",
        variants=tuple(map(str, variants)),
        status="identified" if len(variants) == 1 else "ambiguous",
        precision=1e-9,
        when=when,
    )
    return Held(Metric("m", "recall", lambda case: 0.0), entry, ask)


class Library:
    """It computes recall, and half of it where there are more than two users."""

    def __init__(self, lies: bool) -> None:
        self.lies = lies
        self.asked: list[Case] = []

    def ask(self, _: str, case: Any) -> Measurement:
        self.asked.append(case)
        value = RECALL.value(case)
        assert isinstance(value, float)
        return Value(value / 2 if self.lies and len(case.users) > 2 else value)


def test_a_metric_that_is_what_its_record_says_is_asked_so_many_cases() -> None:
    """Other ones each time, none twice."""
    library = Library(lies=False)
    found = held(library.ask)
    found.on(ANY, 25, False)
    assert found.tried == len(library.asked) == len({*library.asked})
    assert 20 <= found.tried <= 25


@pytest.mark.parametrize("chosen", [False, True])
def test_a_seed_that_is_given_counts_in_ci_too(
    chosen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the same cases are asked there in every run."""
    asked = []
    for seed in (1, 1, 2):
        monkeypatch.setattr("hypothesis.core.global_force_seed", seed)
        library = Library(lies=False)
        held(library.ask).on(ANY, 25, chosen)
        asked.append(library.asked)
    assert asked[0] == asked[1]
    assert (asked[1] != asked[2]) == chosen


def test_without_ci_a_seed_counts_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other cases by another seed."""
    settings.register_profile("other", derandomize=False, database=None)
    settings.load_profile("other")
    asked = []
    for seed in (1, 2):
        monkeypatch.setattr("hypothesis.core.global_force_seed", seed)
        library = Library(lies=False)
        held(library.ask).on(ANY, 25, False)
        asked.append(library.asked)
    assert asked[0] != asked[1]


def test_a_metric_that_is_not_fails_with_a_small_case_and_few_calls() -> None:
    """Three users with one hit; the line of the case, what came, what should."""
    library = Library(lies=True)
    with pytest.raises(AssertionError) as raised:
        held(library.ask).on(ANY, 100, False)
    assert "1 . ; 1 . ; 1 . @1 refutes recall(divisor=r): it gave" in str(raised.value)
    assert len(library.asked) < 300


def test_of_several_variants_that_which_is_wrong_is_named() -> None:
    """With its own number, though the first one is right."""
    capped = Variant.with_defaults("recall(divisor=min_k_r)")
    with pytest.raises(AssertionError) as raised:
        held(Library(lies=False).ask, variants=[RECALL, capped]).on(ANY, 100, False)
    told = str(raised.value)
    assert " refutes recall(divisor=min_k_r): it gave Value(value=0.5" in told
    assert told.splitlines()[0].endswith("not 1.0")


def test_what_is_refused_or_raises_is_no_counterexample() -> None:
    """Nor is it a case that was tried."""
    for answer in (Refused("needs scores"), Failed("ValueError: no")):
        found = held(lambda name, case, answer=answer: answer)  # type: ignore[misc]
        found.on(ANY, 10, False)
        assert found.tried == 0


def test_a_verdict_under_a_condition_is_held_where_it_is_fulfilled() -> None:
    """No case with a cut list is asked about."""
    library = Library(lies=False)
    held(library.ask, when="full_rankings").on(ANY, 40, False)
    assert library.asked
    assert not any(user.unranked for case in library.asked for user in case.users)
