"""From one library's number to another's: every conversion, run on the corpus."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

from homonym.equivalence.conversion import Conversion, find_conversion, find_quotient
from homonym.equivalence.partition import compute_key_distance, make_value_key
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import CaseError
from homonym.reference.corpus import core
from homonym.reference.declarations import coded_axes
from homonym.reference.rankings.case import Case
from homonym.reference.variants import (
    Family,
    Number,
    Variant,
    every_family,
    families,
)

WITH_RATIO = (
    *("precision", "recall", "hit_rate", "average_precision"),
    *("mean_average_recall", "reciprocal_rank"),
)
CASES = [case for case in core() if all(user.r for user in case.users)]
DECLARED = [pytest.param(f, id=f.name) for f in every_family().values() if f.ratio]
OF_RUNS = [pytest.param(f, id=f.name) for f in families(RunCase).values() if f.ratio]


def find_named_conversion(source: str, target: str) -> Conversion | None:
    """The conversion between two definitions as they are written."""
    return find_conversion(Variant.with_defaults(source), Variant.with_defaults(target))


@cache
def asked(variant: Variant, case: Case) -> Number:
    """What a library that computes the variant answers."""
    return variant.value(case)


def run(code: str, source: Variant, case: Case) -> Any:
    """Run a conversion as pasted, the other library answering by the reference."""
    users = dict(enumerate(case.users))

    def one(user: int) -> float:
        value = asked(source, Case((users[user],), case.k))
        number = value[0] if isinstance(value, tuple) else value
        return number or 0.0

    known = {
        "one": one,
        "everybody": lambda: asked(source, case),
        "truth": {user: list(its.relevant) for user, its in users.items()},
        "k": case.k,
    }
    exec(code, known)
    number = known["number"]
    return tuple(number.values()) if isinstance(number, dict) else number


def pairs(names: tuple[str, ...]) -> list[tuple[Variant, Variant]]:
    """Every two variants of the families that take all users alike."""
    points = [
        variant
        for name in names
        for variant in families(Case)[name].variants
        if variant.names["users"] in ("mean", "caller", "by_r", "mean_hit", "pooled")
    ]
    return [
        (a, b) for a, b in product(points, points) if a.canonical() != b.canonical()
    ]


@pytest.mark.parametrize("step", [15, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_every_conversion_gives_the_targets_number(step: int) -> None:
    """On core cases, in all the families with a common sum: each, or each fifteenth."""
    tried = 0
    for source, target in pairs(WITH_RATIO)[::step]:
        conversion = find_conversion(source, target)
        if conversion:
            tried += 1
            for case in CASES[::5]:
                got = run(conversion.code, source, case)
                gap = compute_key_distance(
                    make_value_key(got), make_value_key(asked(target, case))
                )
                assert gap < 1e-9, (str(source), str(target), case.id, conversion.code)
    assert tried > 300 / step


@pytest.mark.parametrize("step", [40, pytest.param(3, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("users", ["mean", "caller"])
def test_every_conversion_between_ndcgs_gives_the_targets_number(
    users: str, step: int
) -> None:
    """Ideals of other depths, none at all, and one minus the value."""
    points = [v for v in families(Case)["ndcg"].variants if v.names["users"] == users]
    tried = 0
    for source, target in product(points[::step], points):
        same = all(
            source.names[axis] == target.names[axis] for axis in ("gain", "discount")
        )
        conversion = find_conversion(source, target) if same else None
        if conversion and source.canonical() != target.canonical():
            tried += 1
            for case in CASES[::9]:
                got = run(conversion.code, source, case)
                gap = compute_key_distance(
                    make_value_key(got), make_value_key(asked(target, case))
                )
                assert gap < 1e-9, (str(source), str(target), case.id, conversion.code)
    assert tried > 50 / step


@pytest.mark.parametrize(
    ("source", "target", "code"),
    [
        (
            "precision(divisor=k)",
            "hit_rate(counts=hits)",
            "number = everybody() * k",
        ),
        ("hit_rate(counts=hits)", "precision", "number = everybody() / k"),
        ("ndcg", "ndcg(gain=binary, reported=complement)", "number = 1 - everybody()"),
        ("ndcg", "ndcg(discount=ln_next)", "number = everybody()"),
    ],
)
def test_simple_conversions_are_one_line(source: str, target: str, code: str) -> None:
    """k times precision is the number of hits; a loss is one minus the value."""
    found = find_named_conversion(source, target)
    assert found and found.code == code


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("MAP", "ndcg"),
        ("average_precision(divisor=hits)", "MAP"),
        ("ndcg(gain=grade)", "ndcg"),
        ("reciprocal_rank(counts=first)", "ARHR"),
        ("MAP", "average_precision(users=pooled)"),
        ("recall(divisor=r)", "hit_rate(counts=any)"),
        ("gini", "gini(catalogue=all_and_padding)"),
        ("coverage", "coverage(catalogue=trained)"),
        ("coverage(of=users)", "coverage"),
        ("self_information(chance=share_of_interactions)", "self_information"),
    ],
)
def test_what_does_not_follow_is_not_converted(source: str, target: str) -> None:
    """Other sums, divisors that the list determines, other ways to combine users."""
    assert find_named_conversion(source, target) is None


def same_sums(home: Family) -> list[list[Variant]]:
    """The classes of a family, those together that divide the same sum."""
    groups: dict[str, list[Variant]] = {}
    for variant in home.variants:
        found = find_quotient(variant)
        if variant == variant.canonical() and found:
            groups.setdefault(found.sum, []).append(variant)
    return list(groups.values())


@pytest.mark.parametrize("home", DECLARED)
def test_every_choice_with_code_has_a_conversion(home: Family) -> None:
    """Each that stands in the name of a class, in one variant of it at least."""
    groups = same_sums(home)
    named = {pair for v in home.variants if v == v.canonical() for pair in v.choices}
    coded = {
        (axis, choice.name)
        for axis in coded_axes(home)
        for choice in home.axes[axis].choices.values()
        if choice.code
    }
    left = coded & named
    for variant, alike in ((v, group) for group in groups for v in group):
        if left.intersection(variant.choices):
            others = partners(variant, alike)
            found = any(find_conversion(variant, other) for other in others)
            left -= set(variant.choices if found else ())
    assert not left


def partners(variant: Variant, group: list[Variant]) -> list[Variant]:
    """Some that divide the same sum; of hits, also in other families."""
    hits = [
        Variant.with_defaults(name)
        for name in ("recall", "precision", "HR(counts=hits)")
    ]
    users = variant.names["users"]
    alike = [v for v in group if v.names["users"] == users]
    near = [*alike[:3], *alike[-3:], *group[:3], *group[-3:], *hits]
    return [other for other in near if other != variant]


@pytest.mark.parametrize("ideal", ["truth_k", "truth_all", "ones_k", "none"])
def test_the_geometric_discount_converts(ideal: str) -> None:
    """From any of its ideals to any other: no choice is left out silently."""
    source = Variant.with_defaults("ndcg(discount=geometric, ideal=undiscounted)")
    target = Variant.with_defaults(f"ndcg(discount=geometric, ideal={ideal})")
    for one, other in ((source, target), (target, source)):
        found = find_conversion(one, other)
        assert (found and "0.8 ** (n - 1)" in found.code) or ideal == "none"
        for case in CASES[::3]:
            assert found
            got = run(found.code, one, case)
            assert got == pytest.approx(asked(other, case)), (case.id, found.code)


@pytest.mark.parametrize("home", OF_RUNS)
def test_every_factor_gives_the_targets_number(home: Family) -> None:
    """Of every two variants that differ by one, on every third core case."""
    tried = 0
    for source, target in (p for g in same_sums(home) for p in permutations(g, 2)):
        conversion = find_conversion(source, target)
        if source.names["users"] == "caller":
            assert not conversion
            continue
        assert conversion
        for case in core(home.takes)[::3]:
            run = case.users[0].run
            known: dict[str, Any] = {
                "k": case.k,
                "items": len(run.catalogue),
                "people": len(case.users),
                "most": max(run.counts.values(), default=0),
                "interactions": run.interactions,
                "everybody": lambda: source.value(case),  # noqa: B023  (called at once)
            }
            try:
                expected = target.value(case)
                exec(conversion.code, known)
            except (CaseError, ZeroDivisionError):
                continue
            tried += 1
            gap = compute_key_distance(
                make_value_key(known["number"]), make_value_key(expected)
            )
            assert gap < 1e-9, (str(source), str(target), case.id, conversion.code)
    assert tried > 20


@pytest.mark.parametrize(
    ("source", "target", "code"),
    [
        (
            "gini(reported=equality, divisor=others)",
            "gini(reported=equality, divisor=one_more)",
            "number = 1 - (1 - everybody()) * (items - 1) / (items + 1)",
        ),
        ("coverage(reported=number)", "coverage", "number = everybody() / items"),
        (
            "coverage",
            "coverage(catalogue=all_and_padding)",
            "number = everybody() * items / (items + 1)",
        ),
        (
            "self_information(scale=users)",
            "self_information",
            "from math import log2\n\nnumber = everybody() * log2(people)",
        ),
        (
            "self_information",
            "self_information(scale=users, divisor=catalogue)",
            "from math import log2\n\n"
            "number = everybody() * k / (items * log2(people))",
        ),
    ],
)
def test_a_factor_is_one_line(source: str, target: str, code: str) -> None:
    """What is the same for everybody needs no lists."""
    found = find_named_conversion(source, target)
    assert found and found.code == code


def test_average_precision_is_rescaled_user_by_user() -> None:
    """Two users, [a] of {a, b} and [a] of {a} at k = 1: 1 and 1 become 1/2 and 1."""
    case = Case.parse("1 | 1 ; 1 . @1")
    source, target = Variant.with_defaults("MAP"), Variant.parse("MAP(divisor=r)")
    found = find_conversion(source, target)
    assert found
    assert run(found.code, source, case) == 0.75
    assert "undo the divisor min(k, r) and divide by r" in found.how


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ("ndcg(ideal=none)", "ndcg", "time, divide by sum(1 / log2(n + 1) for"),
        ("ndcg", "ndcg(ideal=none)", "time, undo the divisor sum(1 / log2("),
    ],
)
def test_no_divisor_of_1_is_told(source: str, target: str, told: str) -> None:
    """A number over 1 has no divisor to undo, and none to be divided by."""
    found = find_named_conversion(source, target)
    assert found and told in found.how
    assert "divisor 1" not in found.how and "divide by 1" not in found.how
