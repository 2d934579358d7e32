"""Properties of all types of case: each is declared, and what is declared is so.

Those of rankings are held to more cases in test_properties.py.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homonym.cases.kinds import find_case_kind, list_few_cases
from homonym.maintain import declare_properties
from homonym.reference.beyond import properties as of_runs
from homonym.reference.beyond.case import RunCase
from homonym.reference.chances.case import LabelCase
from homonym.reference.chances.properties import mirrored
from homonym.reference.diversity import properties as of_diversity
from homonym.reference.diversity.case import AspectCase
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.off_policy.properties import twice_the_rewards
from homonym.reference.properties import alone, of, properties, written
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error import properties as of_ratings
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Problem, Variant, every_family, families

EVERY = [(name, c) for name, home in every_family().items() for c in alone(home)]
OTHERS = [(name, c) for name, c in EVERY if every_family()[name].takes is not Case]
TYPES = list(dict.fromkeys(home.takes for home in every_family().values()))
BEYOND_RANKINGS = [takes for takes in TYPES if takes is not Case]
MOST = 5
"""Users of a drawn case: each property varies every one of them."""


@pytest.mark.parametrize(("family", "choice"), EVERY)
def test_every_choice_declares_every_property_once(family: str, choice: str) -> None:
    """It holds, or there is a counterexample: nothing is left out, nothing is both."""
    home = every_family()[family]
    table = written(home.takes.folder)[family]
    mine = table[choice] if choice else table
    broken = [name for name, told in mine.items() if isinstance(told, str)]
    assert sorted([*mine["holds"], *broken]) == sorted(properties(home.takes))


@pytest.mark.parametrize("takes", TYPES, ids=lambda takes: takes.folder)
def test_nothing_else_is_declared(takes: type[Problem]) -> None:
    """Families and choices that nobody has would never be looked at."""
    for family, table in written(takes.folder).items():
        if family not in ("schema", "relation"):
            choices = {name for name, told in table.items() if isinstance(told, dict)}
            assert choices == {*alone(families(takes)[family])} - {""}


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("family", "choice"), OTHERS)
def test_a_property_is_true_of_small_cases_or_false_of_one(
    family: str, choice: str, step: int
) -> None:
    """The counterexample is one; where there is none, no small case is one either, or
    none of every so many."""
    home = every_family()[family]
    variant = alone(home)[choice]
    for name, counterexample in of(home, choice).items():
        breaks = properties(home.takes)[name].breaks
        if counterexample is None:
            cases = list_few_cases(home.takes)[::step]
            assert not any(breaks(variant, case) for case in cases), name
        else:
            assert breaks(variant, counterexample), name


def drawn(takes: type[Problem]) -> st.SearchStrategy[Any]:
    """Cases of more users, items and ratings."""
    return find_case_kind(takes).drawn()[0].filter(lambda case: len(case.users) <= MOST)


@pytest.mark.parametrize("count", [3, pytest.param(8, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("takes", BEYOND_RANKINGS, ids=lambda takes: takes.folder)
def test_what_is_declared_true_holds_on_drawn_cases(
    takes: type[Problem], count: int
) -> None:
    """Many users, long lists, and chances of 0 and 1."""

    @given(case=drawn(takes))
    @settings(max_examples=count, derandomize=True, deadline=None, database=None)
    def tried(case: Any) -> None:
        for family, home in families(takes).items():
            for choice, variant in alone(home).items():
                for name, counterexample in of(home, choice).items():
                    if counterexample is None:
                        broken = properties(takes)[name].breaks(variant, case)
                        assert not broken, (family, choice, name)

    tried()


def test_what_is_not_declared_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the file has it: what is declared is not printed again."""
    assert list(declare_properties.render_missing_declarations(LoggedCase)) == []
    declared = written(LoggedCase.folder)
    monkeypatch.setattr(declare_properties, "written", lambda folder: {})
    found = tomllib.loads(
        "\n".join(declare_properties.render_missing_declarations(LoggedCase))
    )
    assert found == {"off_policy_dcg": declared["off_policy_dcg"]}


@pytest.mark.parametrize("takes", TYPES, ids=lambda takes: takes.folder)
def test_a_counterexample_is_looked_for_among_drawn_cases_of_every_type(
    takes: type[Problem],
) -> None:
    """Where no small case is one; not for what takes long, as every order of a list."""
    drawn = declare_properties.draw_short_cases(takes)
    assert len(drawn) == declare_properties.TRIED
    assert {type(case) for case in drawn} == {takes}
    slow = [name for name, one in properties(takes).items() if one.slow]
    assert slow == (["perfect"] if takes is Case else [])


def test_a_value_outside_its_range_is_a_counterexample() -> None:
    """A count passes 1; Gini's bound depends on the items; errors have none."""
    bounds = properties(RunCase)["bounds"]
    count = Variant.with_defaults("coverage(reported=number)")
    assert bounds.breaks(count, RunCase.parse("a > bc | abc @2"))
    assert not bounds.breaks(
        Variant.with_defaults("coverage"), RunCase.parse("bc | abc @2")
    )
    most = of_runs.RANGES["gini"].high(RunCase.parse("bc | abcd @2"))
    assert most == 0.75
    rmse = Variant.with_defaults("rmse")
    assert not properties(RatingCase)["bounds"].breaks(rmse, RatingCase.parse("1=9"))


def test_a_fraction_of_pairs_may_fall_as_a_prediction_is_mended() -> None:
    """1=3 and 3=6 are in order; 3 put for 6 makes a tie, which is none."""
    fcp, case = Variant.with_defaults("fcp"), RatingCase.parse("1=3 3=6 ~ 1 5")
    assert properties(RatingCase)["nearer"].breaks(fcp, case)
    assert not properties(RatingCase)["nearer"].breaks(
        Variant.with_defaults("rmse"), case
    )


def test_ratings_are_changed_as_a_property_says() -> None:
    """All right, one nearer, all one more, and in another order."""
    case = RatingCase.parse("5=4 3=. ; 1=3 ~ 1 5")
    assert lines(of_ratings.repaired(case)) == ["5=5 3=3 ; 1=1 ~ 1 5"]
    assert lines(of_ratings.nearer(case)) == [
        "5=4.5 3=. ; 1=3 ~ 1 5",
        "5=4 3=. ; 1=2 ~ 1 5",
        "5=5 3=. ; 1=3 ~ 1 5",
        "5=4 3=. ; 1=1 ~ 1 5",
    ]
    assert lines(of_ratings.shifted(case)) == ["6=5 4=. ; 2=4 ~ 2 6"]
    assert next(of_ratings.shifted(case)).users[0].seen == (2, 6)
    assert lines(of_ratings.users_reordered(case)) == ["1=3 ; 5=4 3=. ~ 1 5"]
    assert lines(of_ratings.rows_reordered(case)) == ["3=. 5=4 ; 1=3 ~ 1 5"]
    assert lines(mirrored(LabelCase.parse("1=0.75 0=."))) == ["0=0.25 1=."]


def test_runs_are_changed_as_a_property_says() -> None:
    """The training data of all users are counted anew."""
    case = RunCase.parse("a > bc = c ; 2: b > ca | abcd @2")
    assert lines(of_runs.users_reordered(case)) == ["2: b > ca ; a > bc = c | abcd @2"]
    assert lines(of_runs.renamed(case)) == ["d > cb = b ; 2: c > bd | dcba @2"]
    assert lines(of_runs.exchanged(case)) == [
        "a > cb = c ; 2: b > ca | abcd @2",
        "a > bc = c ; 2: b > ac | abcd @2",
    ]
    longer = list(of_runs.read_on(case))
    assert lines(longer) == [
        "a > bcd = c ; 2: b > ca | abcd @2",
        "a > bc = c ; 2: b > cad | abcd @2",
    ]
    assert longer[0].users[0].scores[:2] == case.users[0].scores
    twice = next(of_runs.doubled(case))
    assert len(twice.users) == 4 and twice.users[0].run.counts == {"a": 2, "b": 2}
    assert not list(of_runs.read_on(RunCase.parse("b | abc @2")))


def test_lists_with_aspects_are_changed_as_a_property_says() -> None:
    """A listed item gets an aspect or a rating, in the given ideal too."""
    case = AspectCase.parse("5a > 3a | .b = 3a @1")
    assert lines(of_diversity.renamed(case)) == ["5b > 3b | .a = 3b @1"]
    assert lines(of_diversity.read_on(case)) == ["5a > 3a .b = 3a @1"]
    assert lines(of_diversity.more_aspects(case)) == ["5a > 3ab | .b = 3ab @1"]
    assert lines(of_diversity.higher_rating(case)) == ["5a > 5a | .b = 5a @1"]
    two = AspectCase.parse("5a > 3a ; 4b @1")
    assert lines(of_diversity.users_reordered(two)) == ["4b ; 5a > 3a @1"]


def test_rewards_are_doubled_and_what_was_not_shown_has_none() -> None:
    """The exposures stay."""
    case = LoggedCase.parse("1/2 -/1 ; 1:0.5:0.25 ^ 1 0.5")
    assert str(twice_the_rewards(case)) == "2/2 -/1 ; 2:0.5:0.25 ^ 1 0.5"


def lines(cases: Iterable[Any]) -> list[str]:
    """The lines of cases."""
    return list(map(str, cases))
