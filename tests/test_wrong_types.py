"""Whatever is handed to a public name is taken, or refused in one sentence.

`tests/test_arguments.py` has the sentences of lists; here stand values of all types, in
the place of each argument.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import homonym
from homonym import Broken, CaseError, RatingCase, TableCase, UnknownName, UserError

OURS = (UserError, Broken, UnknownName, CaseError)
WRONG: tuple[Any, ...] = (
    *(None, 3, -2.5, True, float("nan"), "", "no_such", b"x", "x" * 5000),
    *([None], ["a"], {"a": 1}, {1}, (), object(), 10**5000),
)
"""What is handed in: a few of these are right in some place."""
CASES = [
    getattr(homonym, name)
    for name in homonym.__all__
    if name.endswith("Case") and name not in ("AnyCase", "TableCase")
]
RECALL = homonym.Variant.parse("recall(divisor=r)")
CASE = homonym.Case.parse("1 . @2")
ROWS, TRUTH = [(1, 2, 0.5)], [(1, 2, 1)]
PLACES: dict[str, Callable[[Any], object]] = {
    "Variant.parse": homonym.Variant.parse,
    "Variant.with_defaults": homonym.Variant.with_defaults,
    "Variant.value": RECALL.value,
    **{f"{kind.__name__}.parse": kind.parse for kind in CASES},
    "TableCase.like": TableCase.like,
    "TableCase.of id": lambda one: TableCase.of(one, ROWS, TRUTH, 1),
    "TableCase.of lists": lambda one: TableCase.of("t", one, TRUTH, 1),
    "TableCase.of truth": lambda one: TableCase.of("t", ROWS, one, 1),
    "TableCase.of k": lambda one: TableCase.of("t", ROWS, TRUTH, one),
    "TableCase.of catalogue": lambda one: TableCase.of("t", ROWS, TRUTH, 1, one),
    "TableCase.of row": lambda one: TableCase.of("t", [one], TRUTH, 1),
    "TableCase.of user": lambda one: TableCase.of("t", [(one, 2, 0.5)], TRUTH, 1),
    "TableCase.of item": lambda one: TableCase.of("t", ROWS, [(1, one, 1)], 1),
    "TableCase.of grade": lambda one: TableCase.of("t", ROWS, [(1, 2, one)], 1),
}
"""Where it is handed in."""


def raised(call: Callable[[], object]) -> Iterator[str]:
    """What a call says; nothing where it takes what it is given."""
    try:
        call()
    except OURS as error:
        yield str(error)


@pytest.mark.parametrize("place", PLACES)
def test_any_type_is_taken_or_told(place: str) -> None:
    """Never by AttributeError, KeyError or TypeError; nothing long is quoted whole."""
    told = [said for one in WRONG for said in raised(partial(PLACES[place], one))]
    assert told
    for said in told:
        sentence, *remedy = said.split("\n  ")
        assert "\n" not in sentence and len(remedy) < 2
        assert "x" * 100 not in said and "0" * 100 not in said
        assert not re.search(r"Traceback|AttributeError|TypeError", said)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            lambda: homonym.Variant.parse(None),
            "a definition is a text, as in 'recall(divisor=r)', not None",
        ),
        (
            lambda: homonym.Variant.with_defaults(["MAP"]),
            "a definition is a text, as in 'recall(divisor=r)', not ['MAP']",
        ),
        (
            lambda: homonym.Case.parse(None),
            "Case.parse reads a text, as in '1 . @2', not None",
        ),
        (
            lambda: homonym.LabelCase.parse(3),
            "LabelCase.parse reads a text, as in '1=0.9 0=.', not 3",
        ),
        (
            lambda: RECALL.value("1 . @2"),
            "recall(divisor=r) takes rankings: give a homonym.Case, as "
            "homonym.Case.parse reads it, not '1 . @2'",
        ),
        (
            lambda: RECALL.value(RatingCase.parse("5=4")),
            "recall(divisor=r) takes rankings: give a homonym.Case, as "
            "homonym.Case.parse reads it, not the RatingCase '5=4'",
        ),
        (
            lambda: RECALL.value(TableCase.like(CASE)),
            "recall(divisor=r) takes rankings: give a homonym.Case, as "
            "homonym.Case.parse reads it, not the TableCase '1 . @2'",
        ),
        (
            lambda: TableCase.of("t", [(1, 2)], TRUTH, 1),
            "(1, 2) is no row of the recommendations: give (user, item, score)",
        ),
        (
            lambda: TableCase.of("t", ROWS, [(1, ["a"], 1)], 1),
            "['a'] in the truth can be no item: give a text or a number",
        ),
        (
            lambda: TableCase.of("t", ROWS, [(1, 2, "high")], 1),
            "the grade of item 2 of user 1 is 'high': give a number",
        ),
        (
            lambda: TableCase.of("t", [(1, 1j, 0.5), (1, 2j, 0.4)], [], 1),
            "items have no order ('<' not supported between instances of 'complex' "
            "and 'complex'): write them as texts or as numbers",
        ),
    ],
)
def test_the_sentence_names_the_value_and_what_is_accepted(
    call: Callable[[], object], says: str
) -> None:
    with pytest.raises(OURS) as told:
        call()
    assert str(told.value) == says


def test_errors_of_values_are_pythons_too() -> None:
    """For whoever catches ValueError."""
    for call in (homonym.Variant.parse, homonym.Case.parse, RECALL.value):
        with pytest.raises(ValueError, match="not None"):
            call(None)
