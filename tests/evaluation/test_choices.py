"""Every choice of every family of rankings has an expression, and those of edition 9
are the reference's on the corpus, on drawn cases and on large ones."""

from collections.abc import Iterator
from typing import Any

import pytest
from by_reference import RANKINGS, differing, near_default
from hypothesis import HealthCheck, Phase, given, settings

from homonym.cases.rankings_drawn import draw_ranking_case
from homonym.errors import UserError
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.lookups import tabulate_lookup
from homonym.evaluation.plan import Asked, Plan
from homonym.evaluation.rankings.families import PARTS, build_part_columns
from homonym.evaluation.rankings.users import CALLER, choose_user_combination
from homonym.reference.corpus import core
from homonym.reference.large import large_cases
from homonym.reference.rankings.case import Case
from homonym.reference.rankings.ndcg import ideal
from homonym.reference.rankings.precision import divisor
from homonym.reference.variants import Variant

NEW = {
    ("ndcg", "ideal"): ("truth_10", "ones_min_k_r"),
    ("recall", "depth"): ("below_k",),
    ("hit_rate", "depth"): ("below_k",),
    ("reciprocal_rank", "depth"): ("below_k",),
    ("average_precision", "terms"): ("hits_over_k",),
    ("reciprocal_rank", "counts"): ("mean_1_to_k", "miss_at_k_plus_one"),
    ("precision", "divisor"): ("last_hit",),
}
"""The choices that came with edition 9, by family and axis."""
STACKED = "stacked"
"""The way of AUC alone, of the pairs of all users."""
LARGE = [case.id for case in large_cases(Case)]


@pytest.fixture(scope="module")
def backend() -> Any:
    """DuckDB, in this process."""
    return DuckDb.opened()


def new_definitions(steps: int) -> list[Variant]:
    """The definitions with a choice of edition 9, and so many others that are not the
    default, at most."""
    return [
        one
        for name, home in RANKINGS.items()
        for one in near_default(home, steps + 1)
        if one.names["users"] != CALLER and has_new(name, one)
    ]


def has_new(family: str, one: Variant) -> bool:
    """Whether a choice of it is of edition 9."""
    return any(
        of == family and one.names[axis] in names for (of, axis), names in NEW.items()
    )


def without_expression() -> Iterator[str]:
    """The choices that the engine has nothing for, and where that is to stand."""
    folder = "src/homonym/evaluation/rankings"
    for name, home in RANKINGS.items():
        file = f"{folder}/{name}.py"
        if name not in PARTS:
            yield f"{name}: write {file}"
            continue
        for way in {*home.axes["users"].choices} - {STACKED}:
            try:
                choose_user_combination(way)
            except UserError as error:
                yield f"{name}: {error.message}: write it in {folder}/users.py"
        for one in near_default(home, 1):
            try:
                tabulate(Asked(Plan(2), one))
            except UserError as error:
                yield f"{name}: {error.message}: write it in {file}"
            except AttributeError:
                what = f"{one} looks at more than tables know"
                yield f"{name}: {what}: write it in {file}"


def tabulate(asked: Asked) -> None:
    """Ask what a definition looks up of a row of ones."""
    build_part_columns(asked)
    plan = asked.plan
    for rows in (plan.hits, *plan.cut_hits.values(), plan.truth, plan.users):
        for lookup in rows.lookups.values():
            tabulate_lookup(lookup, [(1.0,) * len(lookup.key.columns)])


def test_every_choice_has_an_expression() -> None:
    """The message is for who adds one, a line each."""
    if lacking := [*without_expression()]:
        pytest.fail("\n".join(lacking))


def test_a_choice_without_an_expression_is_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And the file that it is to stand in: an ideal, and a divisor that counts hits."""
    monkeypatch.setattr(ideal, "choices", dict(ideal.choices))
    monkeypatch.setattr(divisor, "choices", dict(divisor.choices))
    ideal("of the moon", name="moon")(lambda *_args: 1)
    divisor("H", name="found")(lambda user, k: user.found(k))
    write = "write it in src/homonym/evaluation/rankings"
    assert {*without_expression()} >= {
        f"ndcg: ideal=moon cannot be evaluated over tables yet: {write}/ndcg.py",
        "precision: precision(divisor=found) looks at more than tables know: "
        f"{write}/precision.py",
    }


def test_a_family_without_a_file_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(PARTS, "rbp")
    assert "rbp: write src/homonym/evaluation/rankings/rbp.py" in without_expression()


@pytest.mark.exhaustive
def test_choices_of_edition_9_are_the_references_on_core_cases(backend: Any) -> None:
    for case in core(Case)[::12]:
        assert not differing(backend, case, new_definitions(0)), case.id


@pytest.mark.exhaustive
def test_choices_of_edition_9_are_the_references_on_every_core_case(
    backend: Any,
) -> None:
    for case in core(Case):
        assert not differing(backend, case, new_definitions(1)), case.id


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", LARGE)
def test_choices_of_edition_9_are_the_references_on_large_cases(
    backend: Any, line: str
) -> None:
    assert not differing(backend, Case.parse(line), new_definitions(1))


@pytest.mark.exhaustive
@settings(
    max_examples=40,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[*HealthCheck],
)
@given(case=draw_ranking_case())
def test_choices_of_edition_9_are_the_references_on_drawn_cases(
    backend: Any, case: Case
) -> None:
    assert not differing(backend, case, new_definitions(1))
