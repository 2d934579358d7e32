"""Steps: what is printed is what the reference computes."""

from __future__ import annotations

import math
import random
import re
from math import isnan

import pytest

from homonym.reference.corpus import core
from homonym.reference.elementary import log, log2, sqrt
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, families
from homonym.trace.numbers import Count, Worked, format_derivation
from homonym.trace.rankings import (
    Line,
    format_derived_number,
    parse_part_names,
    spell_number,
    trace_ranking_steps,
)

CASES = [
    *core()[:40:4],
    Case.parse("1 . 1 | 1 @3"),
    Case.parse(". 1 1 ; 1 | 1 @1"),
    Case.parse(". . 1 ; 1 | 1 @1"),
]
MANY = 150


RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def recomposed(line: Line) -> float:
    """The printed arithmetic, done again."""
    assert re.fullmatch(r"([-+×/⁰¹²³⁴-⁹^()\d .e]|log2\(|ln\(|√\()+", line.how)
    powers = re.sub(r"[⁰¹²³⁴-⁹]+", lambda n: f"**{n[0].translate(RAISED)}", line.how)
    signs = powers.replace("×", "*").replace("^", "**").replace("√", "root")
    known = {"log2": math.log2, "ln": math.log, "root": math.sqrt}
    return float(eval(signs, known))


def close(line: Line) -> bool:
    """Whether the print gives the value, but for the digits that are not printed."""
    assert line.value is not None
    if isnan(line.value):
        return "nan" in line.how
    largest = max(abs(float(n)) for n in re.findall(r"[\d.]+", line.how))
    return abs(recomposed(line) - line.value) <= 1e-4 * max(1.0, largest)


@pytest.mark.parametrize("family", families(Case))
def test_the_steps_of_every_variant_recompose_to_its_value(family: str) -> None:
    """Each printed line, and the last one equal to what the variant gives."""
    chance = random.Random(3)
    home = families(Case)[family]
    variants = list(home.variants)
    for variant in variants if len(variants) < MANY else chance.sample(variants, MANY):
        for case in chance.sample(CASES, 3):
            found = trace_ranking_steps(variant, case)
            assert found.number == pytest.approx(variant.value(case), nan_ok=True)
            lines = [x for u in found.users for x in (*u.parts, u.value)]
            for line in (*lines, found.value):
                assert not line or line.value is None or close(line), (variant, case)


@pytest.mark.parametrize(
    ("variant", "case", "how"),
    [
        ("MAP", "1 . 1 | 1 @3", "1/1 + 2/3"),
        ("MAP(terms=every_rank)", ". 1 . @3", "0/1 + 1/2 + 1/3"),
        ("ARHR", ". 1 1 . @3", "1/2 + 1/3"),
        ("ndcg", "1 . 1 | 1 @3", "1 × 1/log2(2) + 0 × 1/log2(3) + 1 × 1/log2(4)"),
        ("WNDCG", ". 2 | @2", "0 × 1/log2(2) + 3 × 1/log2(3)"),
        ("DCG(discount=reciprocal)", "1 . 1 @3", "1 × 1/1 + 0 × 1/2 + 1 × 1/3"),
        ("DCG(discount=log2_rank)", ". 1 1 @3", "0 × 1 + 1 × 1 + 1 × 1/log2(3)"),
        ("auc", "1 . 1 . @3", "(1 - 0/2) + (1 - 1/2)"),
        ("MAR", "1 . 1 @3", "1/2 + 2/2"),
        ("recall(cut=mean_1_to_k)", ". 1 . @2", "(0/1 + 1/1)/2"),
        ("precision", "1 . 1 @3", "2"),
    ],
)
def test_each_term_of_the_sum_is_shown(variant: str, case: str, how: str) -> None:
    """By hand, from the formula."""
    found = trace_ranking_steps(Variant.with_defaults(variant), Case.parse(case))
    assert found.users[0].parts[0].how == how


def test_users_are_combined_in_sight() -> None:
    """The mean, the weights, the ratio of sums; a user left out has no value."""
    case = Case.parse("1 | 1 ; . . 1 @1")

    def last(text: str) -> str:
        found = trace_ranking_steps(Variant.with_defaults(text), case)
        return found.value.how if found.value else ""

    assert last("recall") == "(1/2 + 0/1)/2"
    assert last("recall(users=pooled)") == "(1 + 0)/(2 + 1)"
    assert last("recall(divisor=min_k_r, users=by_r)") == "(1/1 × 2 + 0/1)/3"
    assert last("recall(users=caller)") == ""
    skipped = trace_ranking_steps(
        Variant.with_defaults("auc(depth=k)"), Case.parse("1 | ; . 1 @1")
    )
    assert [u.value.value for u in skipped.users if u.value] == [None, 0.0]


def test_every_family_names_its_parts() -> None:
    """The docstring of its function begins with them."""
    assert {len(parse_part_names(home)) for home in families(Case).values()} == {2, 3}
    assert parse_part_names(families(Case)["partial_auc"]) == (
        "pairs in order",
        "all pairs",
    )


def test_a_number_is_spelled_in_six_digits() -> None:
    """None below 0 that is 0; how it is made stands before it, where that is more."""
    spelled = [spell_number(n) for n in (math.nan, -0.0, 2 / 3, 1.0, -0.25)]
    assert spelled == ["NaN", "0", "0.666667", "1", "-0.25"]
    assert format_derived_number(Worked(1) / Worked(2)) == "1/2 = 0.5"
    assert [format_derived_number(n) for n in (0.5, math.nan)] == ["0.5", "NaN"]


def test_brackets_stand_where_a_reader_needs_them() -> None:
    """Sums in products and divisors; a difference among sums."""
    one, two = Worked(1), Worked(2)
    assert format_derivation((one + two) * two / (one + one)) == "(1 + 2) × 2/(1 + 1)"
    assert format_derivation((one - one / two) + one) == "(1 - 1/2) + 1"
    assert format_derivation(one - (one - two)) == "1 - (1 - 2)"
    assert format_derivation(sum([Count(1), Count(1)]) / two) == "2/2"
    assert format_derivation(Count(1) + two / one) == "1 + 2/1"
    assert format_derivation(0.1 + 0.2) == "0.3"


def test_a_sign_is_never_misread() -> None:
    """Powers, opposites, and numbers below 0 after another operation."""
    one, two, below = Worked(1), Worked(2), Worked(-3)
    assert format_derivation(below**2 + (one - two) ** 3) == "(-3)² + (1 - 2)^3"
    assert format_derivation((two**2) ** 2) == "(2²)²"
    assert format_derivation(abs(one - two) ** 2 / sqrt(two)) == "|1 - 2|²/√(2)"
    assert format_derivation(two * below) == "2 × (-3)"
    assert format_derivation(one - below) == "1 - (-3)"
    assert format_derivation(one + below * two) == "1 - 3 × 2"
    assert format_derivation(-log2(two) + -log2(one)) == "-log2(2) - log2(1)"
    assert format_derivation(two * -log(two)) == "2 × (-ln(2))"
    assert format_derivation(-(one + two)) == "-(1 + 2)"
