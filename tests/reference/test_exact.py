"""The rational families once more, in whole numbers and fractions, without rounding.

What precision, recall and their like give is a quotient of whole numbers (or of grades
such as 2.5, which are fractions of two): here it is computed exactly, from the ranks
of the hits alone, and is the last word on what the oracle's binary fractions round.
What one user brings stands in `by_hand`, a file a family, and how users are combined
beside. Start at `exact`. Nothing of the oracle's formulas is used, only its names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import isnan
from typing import Any

import pytest
from by_hand import AXES, MODULES, PARTS, file_of
from by_hand.auc import stacked
from by_hand.depth import to
from by_hand.lists import Exact, Names, over, r_of, ranks
from by_hand.users import combined

from homonym.cases.rankings_drawn import draw_ranking_case
from homonym.measurement.drawing import draw_cases
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Family, Variant, families

DRAWN = 240
"""So many cases are drawn beside the core, always the same."""
LONG = 40
"""Fractions of longer lists are slow, and round no worse."""
AT_ONCE = 150
"""Of a larger family each case gets so many variants, each variant several cases."""
ALLOWED = Fraction(1, 10**12)


def of_means(case: Case, names: Names) -> Exact | tuple[Exact, ...]:
    """F of the users' precision and recall, combined first."""
    k, people = case.k, case.users
    hits = [len(ranks(user, to(names, k))) for user in people]
    looked = [k if names["depth"] == "k" else len(user.grades) for user in people]
    below = [looked, [r_of(user) for user in people]]
    both = [
        combined(names["users"], list(zip(hits, d, strict=True)), case.users, case.k)
        for d in below
    ]
    b2 = Fraction(names.get("beta", "1")) ** 2
    if None in both:
        return None
    p, r = both
    return over(((1 + b2) * p * r, b2 * p + r))  # type: ignore[operator]


def exact(variant: Variant, case: Case) -> Exact | tuple[Exact, ...]:
    """What a variant of a rational family gives on a well-formed case."""
    names = {**variant.names, **{n: str(v) for n, v in variant.parameters}}
    if names["users"] == "stacked":
        return stacked(case, names)
    if names.get("combines") == "of_means" and names["users"] != "caller":
        return of_means(case, names)
    part = PARTS[variant.family]
    parts = [part(user, case.k, names) for user in case.users]
    return combined(names["users"], parts, case.users, case.k)


def apart(number: Any, exactly: Any) -> bool:
    """Whether the oracle's number is another one than the exact one."""
    if isinstance(exactly, tuple):
        pairs = zip(number, exactly, strict=True)
        return any(apart(one, other) for one, other in pairs)
    if exactly is None or number is None:
        return number is not exactly
    if isnan(exactly) or isnan(number):
        return not (isnan(exactly) and isnan(number))
    return abs(Fraction(number) - exactly) > ALLOWED


@cache
def drawn() -> tuple[Case, ...]:
    """The core's cases and those drawn: small ones, long ones, many users."""
    found: list[Case] = []
    short = draw_ranking_case(cut_offs=range(1, 16), users=((1, 3), (1, 8))).filter(
        lambda case: max(len(user.grades) for user in case.users) < LONG
    )
    draw_cases(short, DRAWN, 4, found.append)
    return (*core(), *found)


def some(
    home: Family, cases: Sequence[Case]
) -> Iterator[tuple[Case, Sequence[Variant]]]:
    """Each case with the family's variants, or with each n-th, another first: every
    variant has its turn."""
    step = min(-(-len(home.variants) // AT_ONCE), len(cases))
    for place, case in enumerate(cases):
        yield case, home.variants[place % step :: step]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("family", PARTS)
def test_rounding_never_reaches_the_twelfth_digit(family: str, step: int) -> None:
    """Every variant of the family is within 1e-12 of the exact fraction, on all cases
    or each twentieth."""
    home = families(Case)[family]
    for case, variants in some(home, drawn()[::step]):
        for variant, value in home.values(case, variants).items():
            told = f"{variant} in fractions, in {file_of(family)}: on {case}"
            assert not apart(value, by_hand(variant, case)), told


def by_hand(variant: Variant, case: Case) -> Exact | tuple[Exact, ...]:
    """The exact value; for a choice without arithmetic the message says where it is to
    stand."""
    try:
        return exact(variant, case)
    except KeyError as lacking:
        (choice,) = lacking.args
        axis = next(axis for axis, name in variant.choices if name == choice)
        file = file_of(axis if axis in AXES else variant.family)
        pytest.fail(f"{variant}: no {axis}={choice} in fractions in {file}")


def test_every_family_is_in_fractions_or_says_why_not() -> None:
    """Logarithms and powers are no fractions."""
    told = {name for name, its in MODULES.items() if getattr(its, "IRRATIONAL", "")}
    assert not [file_of(name) for name in families(Case) if name not in {*PARTS, *told}]
    assert not told & {*PARTS}


@pytest.mark.parametrize("combines", ["per_user", "of_means"])
@pytest.mark.parametrize("users", ["mean", "pooled", "mean_hit", "caller"])
def test_f_with_another_beta_is_exact_too(combines: str, users: str) -> None:
    """Recall counts four times as much as precision, or a quarter."""
    for beta in ("2", "0.5"):
        names = f"combines={combines}, users={users}, beta={beta}"
        variant = Variant.with_defaults(f"f_score({names})")
        for case in core():
            assert not apart(variant.value(case), exact(variant, case)), case


def test_the_exact_values_are_those_of_the_papers_arithmetic() -> None:
    """Hits at 1 and 3 of r = 3, k = 3: AP = (1 + 2/3) / 3, RR = 1, R = 2/3, F = 2/3."""
    case = Case.parse("1 . 1 . | 1 @3")
    expected = {
        "average_precision": Fraction(5, 9),
        "reciprocal_rank": Fraction(1),
        "recall": Fraction(2, 3),
        "f_score": Fraction(2, 3),
        "mean_average_recall": Fraction(1, 3),
        "auc": Fraction(3, 6),
    }
    assert {
        name: exact(Variant.with_defaults(name), case) for name in expected
    } == expected
