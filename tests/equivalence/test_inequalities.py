"""What is declared never to be below something else never is."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homonym.cases.kinds import find_case_kind, list_few_cases, load_case_kinds
from homonym.equivalence.inequalities import (
    describe_bound,
    enumerate_rising_chains,
    find_bound_reasons,
)
from homonym.reference.corpus import core
from homonym.reference.properties import lowers, relations
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant

KINDS = (Case, RatingCase)
Chain = tuple[Variant, ...]


def chains(takes: Any) -> Iterator[Chain]:
    """Every relation of a type, with each of its choices."""
    for relation in relations(takes):
        yield from enumerate_rising_chains(relation)


def of_each_user(takes: Any) -> list[Chain]:
    """Those of users' own numbers, where there are such; else all."""
    every = list(chains(takes))
    own = [one for one in every if one[0].names["users"] == "caller"]
    others = [one for one in every if "caller" not in one[0].home.axes["users"].choices]
    return [*own, *others]


def broken(every: list[Chain], case: Any) -> list[str]:
    """The chains in which a value falls on the case."""
    values = {one: one.value(case) for chain in every for one in chain}
    return [
        f"{lower} is above {upper} on {case}"
        for chain in every
        for lower, upper in pairwise(chain)
        if lowers(values[lower], values[upper])
    ]


def test_types_with_inequalities_are_these() -> None:
    assert {takes for takes in load_case_kinds() if relations(takes)} == {*KINDS}


@pytest.mark.parametrize("takes", KINDS)
def test_each_says_who_shows_it_or_how_it_follows(takes: Any) -> None:
    """An author with the year, or a line of argument."""
    cited = re.compile(r"[A-Z][\w,\- ]+ (and \w+|et al\.) \d{4}\b.*")
    derived = re.compile(r"follows from the definitions: \S.*")
    for relation in relations(takes):
        source = relation.source
        assert cited.fullmatch(source) or derived.fullmatch(source), source
        assert not source.endswith(relation.because), relation.rising


@pytest.mark.parametrize("takes", KINDS)
def test_none_is_broken_on_a_part_of_the_corpus(takes: Any) -> None:
    every = of_each_user(takes)
    for case in core(takes)[::12]:
        assert broken(every, case) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("takes", KINDS)
def test_none_is_broken_on_the_corpus_and_small_cases(takes: Any) -> None:
    every = of_each_user(takes)
    for case in [*core(takes), *list_few_cases(takes)]:
        assert broken(every, case) == []


@pytest.mark.parametrize("takes", KINDS)
def test_none_is_broken_for_all_users_together(takes: Any) -> None:
    every = list(chains(takes))
    for case in core(takes)[:2]:
        assert broken(every, case) == []


@pytest.mark.parametrize("takes", KINDS)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_none_is_broken_on_drawn_cases(takes: Any, data: st.DataObject) -> None:
    case = data.draw(find_case_kind(takes).drawn()[0])
    assert broken(of_each_user(takes), case) == []


GRADES = (".", "0", "0.3", "0.5", "0.99", "1", "1.5", "2", "5")


@st.composite
def any_line(draw: st.DrawFn) -> str:
    """A case that need not be well formed: short lists, grades below 1, nothing."""
    user = st.tuples(
        st.lists(st.sampled_from(GRADES), max_size=6),
        st.lists(st.sampled_from(GRADES[1:]), max_size=4),
    )
    users = draw(st.lists(user, min_size=1, max_size=3))
    told = " ; ".join(f"{' '.join(one)} | {' '.join(rest)}" for one, rest in users)
    return f"{told} @{draw(st.integers(1, 5))}"


@pytest.mark.exhaustive
@given(line=any_line())
@settings(max_examples=40, deadline=None)
def test_none_is_broken_on_cases_of_any_form(line: str) -> None:
    assert broken(of_each_user(Case), Case.parse(line)) == []


def test_none_of_ratings_is_an_equality() -> None:
    """Each is strict on some case: else it would be a rule."""
    for relation in relations(RatingCase):
        for lower, upper in pairwise(relation.rising):
            some = list_few_cases(RatingCase)
            assert any(lowers(upper.value(c), lower.value(c)) for c in some)


def test_a_case_by_hand() -> None:
    # one hit at rank 2 of 3: AP 1/2 over r = 3 or min(k, r) = 2; recall 1/3 or 1/2
    case = Case.parse(". 1 | 1 1 @2")
    ids = (
        "average_precision(divisor=r)",
        "recall(divisor=r)",
        "recall(divisor=min_k_r)",
        "hit_rate(counts=any)",
    )
    values = [Variant.parse(one).value(case) for one in ids]
    assert values == [pytest.approx(1 / 6), pytest.approx(1 / 3), 0.5, 1.0]


@pytest.mark.parametrize(
    ("upper", "lower", "reasons"),
    [
        ("recall(divisor=min_k_r)", "recall(divisor=r)", 1),
        # by recall over min(k, r)
        ("hit_rate(counts=any)", "recall(divisor=grades)", 2),
        ("hit_rate(counts=any)", "precision(divisor=k)", 1),
        ("rmse(missing=dropped)", "mae(missing=no_error)", 2),
        ("recall(divisor=r)", "recall(divisor=min_k_r)", 0),
        ("recall(divisor=r)", "recall(divisor=r)", 0),
        ("recall(divisor=r)", "rmse(missing=dropped)", 0),
        # users who are weighted by their hits are not weighted alike
        (
            "recall(divisor=min_k_r, users=pooled)",
            "recall(divisor=r, users=pooled)",
            0,
        ),
        ("recall(divisor=min_k_r, users=by_r)", "recall(divisor=r, users=by_r)", 1),
        ("recall(divisor=min_k_r, users=by_r)", "recall(divisor=r)", 0),
    ],
)
def test_what_is_never_below_is_declared_or_follows(
    upper: str, lower: str, reasons: int
) -> None:
    assert (
        len(find_bound_reasons(Variant.parse(upper), Variant.parse(lower))) == reasons
    )


def test_a_bound_is_said_from_either_side() -> None:
    pair = (
        Variant.with_defaults("ndcg(ideal=list_k)"),
        Variant.with_defaults("ndcg"),
    )
    said = describe_bound(*pair)
    assert said == describe_bound(*reversed(pair))
    assert said.startswith(
        "ndcg(gain=binary, ideal=list_k) is never below ndcg(gain=binary), because "
    )
    assert said.endswith("the first is an upper bound of the second")
    assert describe_bound(pair[0], Variant.with_defaults("auc")) == ""
