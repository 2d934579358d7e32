"""Checks of claims against the reference alone: counted out on small cases.

No library is asked here; what is claimed of a formula is tried on every small case.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from statistics import fmean

from homonym.reference.rankings.case import Case
from homonym.reference.variants import Number, Variant
from homonym.reports.findings.survey import Survey
from homonym.reports.paper.verdicts import (
    CONDITION,
    HOLDS,
    REFUTED,
    ClaimParameters,
    Ruling,
    Shown,
    register_claim_check,
)

LONGEST = 4
"""The longest list that is tried."""


@register_claim_check
def never_falls(given: ClaimParameters, survey: Survey) -> Ruling:
    """One more item in the list never lowers the number, for every divisor named.

    Tried with k fixed beyond the list, and with k growing along with the list.
    """
    evidence, falls, first = [], [], None
    for divisor, way in product(given["divisors"], given["ways"]):
        variant = Variant.parse(given["variant"].format(divisor))
        found = find_score_drop(variant, way)
        told = f"divisor={divisor}, {given['ways'][way]}"
        evidence.append(f"{told}: {describe_score_drop(found)}")
        falls.append(found is not None)
        first = first or found
    verdict = {0: HOLDS, len(falls): REFUTED}.get(sum(falls), CONDITION)
    return Ruling(verdict, tuple(evidence), first)


def find_score_drop(variant: Variant, way: str) -> Shown | None:
    """The smallest case in which one more item lowers the number."""
    for ranked, r in enumerate_longer_lists():
        longer, shorter = " ".join(ranked), " ".join(ranked[:-1])
        cut = LONGEST + 1 if way == "fixed" else len(ranked)
        before = make_case_with_missed(shorter, r, cut if way == "fixed" else cut - 1)
        after = make_case_with_missed(longer, r, cut)
        old, new = (
            count_undefined_as_zero(variant.value(before)),
            count_undefined_as_zero(variant.value(after)),
        )
        if new < old - 1e-9:
            return Shown(
                after, ((f"before, {before}", old), ("with the last item", new))
            )
    return None


def enumerate_longer_lists() -> Iterator[tuple[tuple[str, ...], int]]:
    """Lists of two items and more, with how many relevant items there are in all."""
    for size in range(2, LONGEST + 1):
        for ranked in product("1.", repeat=size):
            for missed in range(3):
                if r := ranked.count("1") + missed:
                    yield ranked, r


def make_case_with_missed(ranked: str, r: int, k: int) -> Case:
    """A list with the relevant items that it does not hold after the bar."""
    missed = r - ranked.split().count("1")
    return Case.parse(f"{ranked} |{' 1' * missed} @{k}")


def describe_score_drop(found: Shown | None) -> str:
    """What was found, in words."""
    if not found:
        return f"never falls, in all lists of up to {LONGEST} items"
    (_, old), (_, new) = found.numbers
    return f"falls from {old:.4g} to {new:.4g} on {found.case}"


@register_claim_check
def complement(given: ClaimParameters, survey: Survey) -> Ruling:
    """Precision is 1 less the false positive rate: the share of negatives listed."""
    precision = Variant.parse("precision(divisor=k)")
    equal, first = 0, None
    tried = [
        case
        for case in enumerate_full_rankings(LONGEST)
        if case.users[0].hits.count(False)
    ]
    for one in tried:
        rate = compute_false_positive_rate(one)
        value = count_undefined_as_zero(precision.value(one))
        equal += abs(value - (1 - rate)) < 1e-9
        if first is None and abs(value - (1 - rate)) > 1e-9:
            numbers = (("precision", value), ("1 − false positive rate", 1 - rate))
            first = Shown(one, numbers)
    verdict = HOLDS if equal == len(tried) else REFUTED
    return Ruling(verdict, (f"equal in {equal} of {len(tried)} small cases",), first)


def compute_false_positive_rate(one: Case) -> float:
    """Negatives in the first k, of all negatives of a full ranking."""
    hits = one.users[0].hits
    return hits[: one.k].count(False) / hits.count(False)


def enumerate_full_rankings(items: int) -> Iterator[Case]:
    """Full rankings of up to so many items, one relevant at least, at every k."""
    for size in range(2, items + 1):
        for ranked in product("1.", repeat=size):
            if {*ranked} == {"1", "."}:
                yield from (
                    Case.parse(f"{' '.join(ranked)} @{k}") for k in range(1, size)
                )


@register_claim_check
def chance(given: ClaimParameters, survey: Survey) -> Ruling:
    """A ranking by chance scores below one half, whichever AUC is taken.

    The mean over all orders of the items is the expectation, exactly.
    """
    variants = {id: Variant.parse(id) for id in given["variants"]}
    orders = [
        Case.parse(f"{' '.join(order)} @{given['k']}")
        for order in sorted({*permutations(given["items"].split())})
    ]
    means = {
        id: float(
            sum(Fraction(count_undefined_as_zero(v.value(order))) for order in orders)
        )
        / len(orders)
        for id, v in variants.items()
    }
    below = [mean < 0.5 - 1e-9 for mean in means.values()]
    evidence = [
        f"{id}: {mean:.4g} over all {len(orders)} orders" for id, mean in means.items()
    ]
    verdict = HOLDS if all(below) else CONDITION if any(below) else REFUTED
    shown = (
        Shown(order, tuple((id, v.value(order)) for id, v in variants.items()))
        for order in orders
    )
    apart = (one for one in shown if len({value for _, value in one.numbers}) > 1)
    return Ruling(verdict, tuple(evidence), next(apart, None))


@register_claim_check
def cut_to_shortest(given: ClaimParameters, survey: Survey) -> Ruling:
    """Cutting all lists to the shortest leaves a weighted AUC as it is.

    The ranks of relevant items past the cut are lost, their number and the lists'
    lengths are not: what RecBole's formula then gives is set beside the whole lists.
    """
    one = Case.parse(given["case"])
    shortest = min(len(user.grades) for user in one.users)
    mean, by_r = (
        Variant.parse(given[name]).value(one) for name in ("plain", "weighted")
    )
    whole, cut = compute_weighted_auc(one), compute_weighted_auc(one, shortest)
    numbers = (
        ("mean over the users", mean),
        ("weighted by relevant items", by_r),
        ("the same with RecBole’s sums of ranks", whole),
        (f"with all lists cut to {shortest}", cut),
    )
    moved = f"cut to the shortest list, {whole:.4g} becomes {cut:.4g}"
    verdict = HOLDS if abs(whole - cut) < 1e-9 else REFUTED
    return Ruling(
        verdict, (moved, *describe_example_numbers(given, survey)), Shown(one, numbers)
    )


def describe_example_numbers(given: ClaimParameters, survey: Survey) -> Iterator[str]:
    """What the library itself gives on the example data, whole and cut."""
    for release in survey.recorded:
        if release.library == given["library"]:
            for name in given["recorded"]:
                if name in release.example:
                    told = f"{release.library} {release.version}, {name}"
                    yield f"{told}: {release.example[name]} on the example data"


def compute_weighted_auc(one: Case, cut: int | None = None) -> float:
    """AUC by sums of ranks, weighted by relevant items; ranks past the cut count 0.

    AUC_u = (r (n + 1) - r (r + 1) / 2 - sum of ranks) / (r (n - r))
    """
    total = weights = 0.0
    for user in one.users:
        n, r = len(user.grades), user.r
        ranks = sum(rank for rank, hit in enumerate(user.hits[:cut], 1) if hit)
        total += r * (r * (n + 1) - r * (r + 1) / 2 - ranks) / (r * (n - r))
        weights += r
    return total / weights


def count_undefined_as_zero(value: Number) -> float:
    """A variant's number where it is one; an undefined one counts 0, as in a mean."""
    return fmean(v or 0.0 for v in value) if isinstance(value, tuple) else value or 0.0
