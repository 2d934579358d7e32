"""The engine gives what the reference gives, of every definition of rankings."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import ibis
import pyarrow as pa
import pytest
from by_reference import (
    NEAR,
    RANKINGS,
    differing,
    near_default,
    near_every_default,
    tables_of,
)
from samples import few_of

from homonym.cases.kinds import load_case_kinds
from homonym.evaluation.backends import in_duckdb
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.depth import find_deepest_rank, find_variant_depth
from homonym.evaluation.engine import AtCutOff, evaluate_ranking_variants
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.rankings.users import CALLER
from homonym.evaluation.recorded_metrics import group_metrics_by_variant
from homonym.measurement.drawing import draw_cases
from homonym.reference.corpus import core
from homonym.reference.large import large_cases
from homonym.reference.rankings.case import Case
from homonym.reference.rankings.ndcg import discount
from homonym.reference.variants import Variant

LARGE = [case.id for case in large_cases(Case)]
BY_HAND = [". 1 0 2.5 | 1 ; 1 . 3 . 1 | @3", "0 2 . 1 | 5 0.5 ; | 2 ; . 1 ~ 0.9 0.1 @2"]
"""Grades below 1, a user without a list, tied scores of two users."""


@pytest.fixture(scope="module")
def backend() -> Any:
    """DuckDB, in this process."""
    return DuckDb.opened()


def together(cases: Iterable[Case], k: int) -> Case:
    """The users of all these cases as one case, whatever their cut-offs are."""
    users = (case.id.rpartition("@")[0].strip() for case in cases)
    return Case.parse(f"{' ; '.join(users)} @{k}")


def recorded() -> list[Variant]:
    """The definitions of rankings that recorded metrics compute."""
    return [one for one in group_metrics_by_variant() if one.family in PARTS]


@cache
def core_and_drawn() -> list[Case]:
    """The core, and drawn cases, always the same."""
    found = [*core(Case)]
    draw_cases(load_case_kinds()[Case].drawn()[0], 100, 1, found.append)
    return found


def every_definition() -> list[Variant]:
    """All definitions of rankings but those that leave the users to the caller."""
    return [
        one
        for home in RANKINGS.values()
        for one in home.variants
        if one.names["users"] != CALLER
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", BY_HAND)
def test_definitions_near_the_default_are_the_references(
    backend: Any, line: str
) -> None:
    assert not differing(backend, Case.parse(line), near_every_default(2))


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", BY_HAND[:1])
def test_definitions_next_to_the_default_are_the_references(
    backend: Any, line: str
) -> None:
    assert not differing(backend, Case.parse(line), near_every_default(1))


@pytest.mark.exhaustive
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_every_definition_is_the_references(backend: Any, k: int) -> None:
    case = together((one for one in core_and_drawn() if one.k == k), k)
    assert len(case.users) > 40
    assert not differing(backend, case, every_definition())


@pytest.mark.exhaustive
def test_every_definition_is_the_references_at_a_deeper_cut_off(backend: Any) -> None:
    """Where lists are longer, and others end before."""
    case = together((one for one in core_and_drawn() if 4 < one.k <= 15), 8)
    assert len(case.users) > 200
    assert not differing(backend, case, every_definition())


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", LARGE)
def test_definitions_next_to_the_default_are_the_references_on_large_cases(
    backend: Any, line: str
) -> None:
    assert not differing(backend, Case.parse(line), near_every_default(1))


@pytest.mark.parametrize("line", few_of(LARGE, LARGE[-1:]))
def test_recorded_definitions_are_the_references_on_large_cases(
    backend: Any, line: str
) -> None:
    assert not differing(backend, Case.parse(line), recorded())


@pytest.mark.parametrize("line", BY_HAND)
def test_definitions_that_look_at_few_ranks_need_no_more(
    backend: Any, line: str
) -> None:
    case = Case.parse(line)
    short = [one for one in near_every_default(1) if find_variant_depth(one, case.k)]
    assert not differing(backend, case, short, find_deepest_rank(short, [case.k]))


@pytest.mark.parametrize("line", BY_HAND)
def test_means_of_recall_over_cut_offs_are_the_references(
    backend: Any, line: str
) -> None:
    """By every divisor, wherever a hit is taken to stand."""
    recall = RANKINGS["recall"]
    every = [
        recall.variant(cut="mean_1_to_k", divisor=divisor, rank=rank)
        for divisor in recall.axes["divisor"].choices
        for rank in recall.axes["rank"].choices
    ]
    assert not differing(backend, Case.parse(line), every)


@pytest.mark.parametrize("stops", RANKINGS["err"].axes["stops"].choices)
def test_who_is_surely_satisfied_looks_no_further(backend: Any, stops: str) -> None:
    """Where a grade is the highest there is, a choice may stop everyone."""
    variant = RANKINGS["err"].variant(stops=stops)
    assert not differing(backend, Case.parse("5 1 5 9 ; 0.5 3 1 | 2 @4"), [variant])


def test_one_negative_of_all_users_is_enough(backend: Any) -> None:
    """Where all of them are stacked."""
    near = near_default(RANKINGS["auc"], 2)
    stacked = [one for one in near if one.names["users"] == "stacked"]
    assert stacked and not differing(backend, Case.parse("1 . @2"), stacked)


def test_per_user_numbers_are_averaged(backend: Any) -> None:
    case = Case.parse("1 . | ; . 1 | @1")
    caller = Variant.parse("precision(divisor=k, users=caller)")
    assert evaluate_ranking_variants(tables_of(backend, case), [caller], 1) == {
        caller: 0.5
    }


@pytest.mark.parametrize(("line", "columns"), [("1 . | 1 @2", 1), ("2 . | 1 @2", 2)])
def test_gains_that_are_alike_on_the_grades_there_are_are_added_up_once(
    backend: Any, line: str, columns: int
) -> None:
    gains = [RANKINGS["ndcg"].variant(gain=one) for one in ("grade", "exponential")]
    at = AtCutOff.of(tables_of(backend, Case.parse(line)), gains, 2)
    assert len({*at.parts.values()}) == columns


@pytest.mark.parametrize("at_once", [1, 3000, 10**6])
def test_pairs_above_are_the_same_in_any_number_of_parts(
    backend: Any, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(in_duckdb, "AT_ONCE", at_once)
    rows, below = [place % 701 / 7 for place in range(7000)], [0.0, 3.0, 3.0, 99.9, 200]
    wanted = sum(one > other for one in rows for other in below)
    scores = (ibis.memtable(pa.table({"score": its})) for its in (rows, below))
    assert backend.pairs_above(*scores) == wanted


def test_a_new_discount_needs_nothing_here(
    backend: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discount, "choices", dict(discount.choices))
    discount("1 / n^2", name="squared")(lambda n: 1 / n**2)
    new = RANKINGS["ndcg"].variant(discount="squared")
    case = Case.parse(". 1 1 | 1 @3")
    ideal = 1 + 1 / 4 + 1 / 9
    found = evaluate_ranking_variants(tables_of(backend, case), [new], 3)[new]
    assert found == pytest.approx((1 / 4 + 1 / 9) / ideal, abs=NEAR)
