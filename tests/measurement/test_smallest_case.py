"""The smallest case that shows a definition to be wrong, asked of a library."""

from __future__ import annotations

from typing import Any

from fakes.scripted import Scripted, raises, right

from homonym.adapters.contract import Measurement, Value
from homonym.measurement.calls import Calls
from homonym.measurement.smallest_case import SECONDS, SMALLEST, SmallestCases
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.verdicts.formula import Nearest, Verdict

RECALL = Variant.with_defaults("recall")
CAPPED = Variant.with_defaults("recall(divisor=min_k_r)")
WITNESS = Case.parse("1 | 1 @1")


def capped(case: Any, seed: int) -> Measurement:
    """Recall, divided by no more than k."""
    value = CAPPED.value(case)
    assert isinstance(value, float | int)
    return Value(value)


def asking(answer: Any) -> tuple[SmallestCases, Scripted]:
    """The search, and the library that it asks."""
    library = Scripted({"recall": answer})
    return SmallestCases(Calls(library)), library


def test_the_smallest_case_on_which_a_metric_is_another_is_found() -> None:
    """One hit of two at k = 1; knowing the formula, no case is asked on which it says
    the same."""
    search, library = asking(capped)
    assert search.against("recall", RECALL) == WITNESS
    unknowing = len(library.log)
    search, library = asking(capped)
    assert search.first_wrong("recall", RECALL, CAPPED) == (WITNESS, False)
    assert len(library.log) == 1 < unknowing


def test_nothing_is_found_where_the_metric_is_that_or_gives_no_number() -> None:
    """After so many cases of one user, and some of several."""
    for answer in (right, raises):
        search, library = asking(answer)
        assert search.against("recall", RECALL) is None
        lines = [line for _, _, line in library.log]
        assert len(lines) > SMALLEST
        assert not any(";" in line for line in lines[:SMALLEST])
        assert all(";" in line for line in lines[SMALLEST:])


def test_a_smaller_case_replaces_that_of_the_corpus() -> None:
    """Of the nearest or the runner-up; a larger one does not, nor is one looked for
    where there is neither."""
    search, _ = asking(capped)

    def near(witness: str) -> Nearest:
        return Nearest(str(RECALL), 1, 2, witness, 0.5, (witness,))

    large, small = ". 1 1 | 1 1 @2", "1 @1"
    none = Verdict((), 1, 2, {}, {}, nearest=near(large))
    assert search.against_nearest("recall", none) == WITNESS
    found = Verdict((str(CAPPED),), 1, 2, {}, {}, runner_up=near(large))
    assert search.against_nearest("recall", found) == WITNESS
    smaller = Verdict((), 1, 2, {}, {}, nearest=near(small))
    assert search.against_nearest("recall", smaller) is None
    known = Verdict((str(CAPPED),), 1, 2, {}, {})
    assert search.against_nearest("recall", known) is None


def test_a_case_as_small_as_that_of_the_corpus_takes_its_place() -> None:
    """Another one may read better, and is first in the order of size."""
    search, _ = asking(capped)
    near = Nearest(str(RECALL), 1, 2, WITNESS.id, 0.5, (WITNESS.id,))
    none = Verdict((), 1, 2, {}, {}, nearest=near)
    assert search.against_nearest("recall", none) == WITNESS


def test_of_several_variants_left_open_the_first_says_what_is_asked() -> None:
    """The other one differs from the runner-up on a smaller case, `. 1 @1`."""
    search, library = asking(capped)
    whole = str(Variant.with_defaults("recall(divisor=min_k_r, depth=all)"))
    near = Nearest(str(RECALL), 1, 2, ". 1 1 | 1 1 @2", 0.5, ())
    found = Verdict((str(CAPPED), whole), 1, 2, {}, {}, runner_up=near)
    assert search.against_nearest("recall", found) == WITNESS
    assert [line for _, _, line in library.log] == [WITNESS.id]


def test_a_case_on_which_what_survived_is_wrong_comes_whatever_its_size() -> None:
    """Recall, taken for recall of at most k; the corpus told the runner-up from it on a
    smaller case than the first on which the two differ."""
    search, library = asking(right)
    near = Nearest(str(RECALL), 1, 2, "1 @1", 0.5, ())
    found = Verdict((str(CAPPED),), 1, 2, {}, {}, runner_up=near)
    assert search.first_wrong("recall", RECALL, CAPPED) == (WITNESS, True)
    assert search.against_nearest("recall", found) == WITNESS
    assert [line for _, _, line in library.log] == [WITNESS.id] * 2


def test_a_slow_library_is_asked_while_there_is_time() -> None:
    """At 3 s a call seven cases are tried; then the one that its record has, which is
    the witness again where it still is one."""
    near = Nearest(str(RECALL), 1, 2, "1 1 | 1 1 1 @1", 0.5, ())
    none = Verdict((), 1, 2, {}, {}, nearest=near)
    calls = int(SECONDS // 3) + 1
    for answer, recorded, found in (
        (late(calls), "", None),
        (late(calls), WITNESS.id, WITNESS),
        (right, WITNESS.id, None),
    ):
        library = Scripted({"recall": answer}, takes=3.0)
        search = SmallestCases(Calls(library))
        assert search.against_nearest("recall", none, recorded) == found
        asked = [line for _, _, line in library.log]
        assert len(asked) == calls + bool(recorded)
        assert asked[calls:] == [recorded] * bool(recorded)


def late(calls: int) -> Any:
    """Recall at the first calls, then recall divided by no more than k."""
    left = iter(range(calls))

    def answer(case: Any, seed: int) -> Measurement:
        return right(case, seed) if next(left, None) is not None else capped(case, seed)

    return answer
