"""The engine gives what the reference gives, of every definition of rankings."""

import itertools
from collections.abc import Iterator
from math import isnan
from typing import Any

import ibis
import pyarrow as pa
import pytest

from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.depth import deepest, depth_of
from homonym.evaluation.engine import values
from homonym.evaluation.ordered import cut_at
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.rankings.users import CALLER
from homonym.evaluation.recorded import computed_by
from homonym.evaluation.tables import Lists, Tables, prepare
from homonym.reference.corpus import core
from homonym.reference.large import large_cases
from homonym.reference.rankings.case import Case
from homonym.reference.rankings.ndcg import discount
from homonym.reference.variants import Family, Number, Variant, families

NEAR = 1e-12
LINES = [case.id for case in core(Case)]
LARGE = [case.id for case in large_cases(Case)]
RANKINGS = dict(families(Case))
BY_HAND = [". 1 0 2.5 | 1 ; 1 . 3 . 1 | @3", "0 2 . 1 | 5 0.5 ; | 2 ; . 1 ~ 0.9 0.1 @2"]
"""Grades below 1, a user without a list, tied scores of two users."""


@pytest.fixture(scope="module")
def backend() -> Any:
    """DuckDB, in this process."""
    return DuckDb.opened()


def tables_of(backend: Any, case: Case, cut: int | None = None) -> Tables:
    """The case as the engine's tables; cut: how many ranks of the lists are there."""
    ranked = [
        (user, item, float(score), n)
        for user, pairs in case.recommendations.items()
        for n, (item, score) in enumerate(pairs, 1)
    ]
    truth = [(u, i, float(g)) for u, pairs in case.truth.items() for i, g in pairs]
    train = [(user, item) for user, items in case.train.items() for item in items]
    names = {"user": pa.int64(), "item": pa.int64()}
    lists = frame(ranked, {**names, "score": pa.float64(), "n": pa.int64()})
    return prepare(
        backend,
        Lists(
            lists,
            cut_at(lists, cut),
            lists.group_by("user").aggregate(length=lists.count()),
            frame(truth, {**names, "g": pa.float64()}),
            frame(train, names),
            case.size,
        ),
    )


def frame(rows: list[tuple[Any, ...]], types: dict[str, Any]) -> Any:
    """A table of rows."""
    columns = {
        name: pa.array([row[place] for row in rows], kind)
        for place, (name, kind) in enumerate(types.items())
    }
    return ibis.memtable(pa.table(columns))


def near_every_default(steps: int) -> list[Variant]:
    """The definitions with so many choices that are not the default, or fewer."""
    return [
        one
        for home in RANKINGS.values()
        for one in near_default(home, steps)
        if one.names["users"] != CALLER
    ]


def near_default(home: Family, steps: int) -> Iterator[Variant]:
    """Those of one family."""
    default = home.default.names
    others = [
        (axis, name)
        for axis, its in home.axes.items()
        for name in its.choices
        if name != default[axis]
    ]
    for count in range(steps + 1):
        for changed in itertools.combinations(others, count):
            names = {**default, **dict(changed)}
            if not home.void(**names):
                yield home.variant(**names)


def recorded() -> list[Variant]:
    """The definitions of rankings that recorded metrics compute."""
    return [one for one in computed_by() if one.family in PARTS]


def differing(
    backend: Any, case: Case, variants: list[Variant], cut: int | None = None
) -> dict[str, tuple[Number, float | None]]:
    """The definitions of which the engine gives another number than the reference."""
    found = values(tables_of(backend, case, cut), variants, case.k)
    wanted = {one: one.value(case) for one in variants}
    return {
        str(one): (wanted[one], found[one])
        for one in variants
        if not alike(wanted[one], found[one])
    }


def alike(wanted: Number, found: float | None) -> bool:
    """Whether the two are one number, or undefined."""
    if wanted is None or found is None:
        return wanted is found
    assert isinstance(wanted, float | int)
    if isnan(wanted):
        return isnan(found)
    return abs(wanted - found) <= NEAR * max(1.0, abs(wanted))


def test_every_family_of_rankings_is_there() -> None:
    assert set(PARTS) == set(RANKINGS)


@pytest.mark.exhaustive
def test_definitions_near_the_default_are_the_references(backend: Any) -> None:
    assert not differing(backend, Case.parse(BY_HAND[1]), near_every_default(2))


@pytest.mark.parametrize("line", [*BY_HAND, LINES[-1]])
def test_definitions_next_to_the_default_are_the_references(
    backend: Any, line: str
) -> None:
    assert not differing(backend, Case.parse(line), near_every_default(1))


@pytest.mark.parametrize("line", [LARGE[0], LARGE[-1]])
def test_recorded_definitions_are_the_references_on_large_cases(
    backend: Any, line: str
) -> None:
    assert not differing(backend, Case.parse(line), recorded())


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", [*BY_HAND, *LINES[::4]])
def test_every_definition_is_the_references(backend: Any, line: str) -> None:
    variants = [
        one
        for home in RANKINGS.values()
        for one in home.variants
        if one.names["users"] != CALLER
    ]
    assert not differing(backend, Case.parse(line), variants)


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", LARGE)
def test_recorded_definitions_are_the_references_on_every_large_case(
    backend: Any, line: str
) -> None:
    assert not differing(backend, Case.parse(line), recorded())


@pytest.mark.parametrize("line", BY_HAND)
def test_definitions_that_look_at_few_ranks_need_no_more(
    backend: Any, line: str
) -> None:
    case = Case.parse(line)
    short = [one for one in near_every_default(1) if depth_of(one, case.k)]
    assert not differing(backend, case, short, deepest(short, [case.k]))


def test_per_user_numbers_are_averaged(backend: Any) -> None:
    case = Case.parse("1 . | ; . 1 | @1")
    caller = Variant.parse("precision(divisor=k, users=caller)")
    assert values(tables_of(backend, case), [caller], 1) == {caller: 0.5}


def test_a_new_discount_needs_nothing_here(
    backend: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discount, "choices", dict(discount.choices))
    discount("1 / n^2", name="squared")(lambda n: 1 / n**2)
    new = RANKINGS["ndcg"].variant(discount="squared")
    case = Case.parse(". 1 1 | 1 @3")
    ideal = 1 + 1 / 4 + 1 / 9
    found = values(tables_of(backend, case), [new], 3)[new]
    assert found == pytest.approx((1 / 4 + 1 / 9) / ideal, abs=NEAR)
