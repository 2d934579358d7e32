"""Every choice of every family of rankings has an expression."""

from collections.abc import Iterator

import pytest
from by_reference import RANKINGS, near_default

from homonym.errors import UserError
from homonym.evaluation.lookups import tabulate_lookup
from homonym.evaluation.plan import Asked, Plan
from homonym.evaluation.rankings.families import PARTS, build_part_columns
from homonym.evaluation.rankings.users import choose_user_combination
from homonym.reference.rankings.ndcg import ideal
from homonym.reference.rankings.precision import divisor

STACKED = "stacked"
"""The way of AUC alone, of the pairs of all users."""


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
