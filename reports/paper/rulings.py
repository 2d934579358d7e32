"""Checks of claims against the records: who computes what, and what happens where.

Each takes the claim's data and the survey. Only libraries of the paper count; a claim
about one library goes by its run at the paper's version.
"""

from __future__ import annotations

from dataclasses import replace

from homonym.cases.rankings_enumerated import enumerate_small_rankings
from homonym.reference.variants import Variant
from homonym.reports.evidence.witness import find_telling_witness
from homonym.reports.findings.ids import is_same_class, parse_variant
from homonym.reports.findings.survey import Survey
from homonym.reports.paper.counts import (
    describe_unexplained_metric,
    find_unsettled_metrics,
    group_by_computed,
    list_differing_outcomes,
    list_named_probes,
    list_paper_releases,
    name_by_library,
    rule_without_record,
    select_claimed_metrics,
    show_probe_numbers,
    show_shortest_core_case,
    show_smallest_difference,
    yield_computed_lines,
)
from homonym.reports.paper.tables import read_published_numbers
from homonym.reports.paper.verdicts import (
    CONDITION,
    HOLDS,
    OPEN,
    PARTLY,
    REFUTED,
    ClaimParameters,
    Ruling,
    Shown,
    register_claim_check,
)
from homonym.tolerances import are_printed_alike


@register_claim_check
def one_formula(given: ClaimParameters, survey: Survey) -> Ruling:
    """All metrics of these names compute one formula, and do the same at the edges.

    One formula and the same at the edges holds; one formula alone is a condition.
    """
    found = [
        f
        for release in list_paper_releases(survey)
        for f in release.findings
        if f.claims in given["families"] and f.public_name not in given["apart"]
        if f.meaning
    ]
    if not found:
        return rule_without_record()
    by_family = {name: group_by_computed(found, name) for name in given["families"]}
    evidence = [
        f"{meaning}: {name_by_library(mine, survey)}"
        for groups in by_family.values()
        for meaning, mine in groups.items()
    ]
    told = [
        line
        for probe in list_named_probes(given)
        for line in list_differing_outcomes(probe, found, survey)
    ]
    split = [list(groups) for groups in by_family.values() if len(groups) > 1]
    if split:
        return Ruling(
            REFUTED, (*evidence, *told), show_smallest_difference(*split[0][:2])
        )
    first = [f for f in found if f.claims == given["families"][0]]
    shown = filter(
        None,
        (
            show_probe_numbers(probe, first, survey)
            for probe in list_named_probes(given)
        ),
    )
    return Ruling(CONDITION if told else HOLDS, (*evidence, *told), next(shown, None))


@register_claim_check
def computes(given: ClaimParameters, survey: Survey) -> Ruling:
    """The metrics of a library compute the variant claimed, at the paper's version.

    All do: holds. None does: refuted, but see `find_unsettled_metrics`. Some do: a
    condition. `usual` is what to set it beside when there is no other.
    """
    found = select_claimed_metrics(given, survey)
    if not found:
        return rule_without_record()
    claimed = str(Variant.parse(given["claimed"]).canonical())
    right = [f for f in found if any(is_same_class(claimed, v) for v in f.variants)]
    if not right and (riddles := find_unsettled_metrics(found, claimed)):
        evidence = (f"the claim’s formula is {claimed}", *yield_computed_lines(found))
        return Ruling(OPEN, evidence, because=describe_unexplained_metric(riddles[0]))
    verdict = {len(found): HOLDS, 0: REFUTED}.get(len(right), CONDITION)
    others = [f.meaning for f in found if f not in right and f.meaning]
    beside = next(iter(others), given.get("usual", ""))
    return Ruling(
        verdict,
        (f"the claim’s formula is {claimed}", *yield_computed_lines(found)),
        show_smallest_difference(claimed, beside) if beside else None,
        next(iter(others), ""),
    )


@register_claim_check
def names_part(given: ClaimParameters, survey: Survey) -> Ruling:
    """The same of words that name some choices and say nothing of the others.

    Where the formula is not the one claimed, but has the choices that are named, the
    words hold as far as they go.
    """
    ruling = computes(given, survey)
    family = Variant.parse(given["claimed"]).family
    found = [
        parse_variant(f.meaning)
        for f in select_claimed_metrics(given, survey)
        if f.meaning
    ]
    told = given["names"].items()
    right = found and all(
        v and v.family == family and told <= v.names.items() for v in found
    )
    refuted = ruling.verdict == REFUTED
    return replace(ruling, verdict=PARTLY) if refuted and right else ruling


@register_claim_check
def fails(given: ClaimParameters, survey: Survey) -> Ruling:
    """The metric raises at the paper's version, whatever it is given."""
    found = select_claimed_metrics(given, survey)
    if not found:
        return rule_without_record()
    broken = [f for f in found if f.raised]
    verdict = {len(found): HOLDS, 0: REFUTED}.get(len(broken), CONDITION)
    return Ruling(
        verdict,
        tuple(yield_computed_lines(found)),
        show_shortest_core_case(found, given["usual"]),
    )


@register_claim_check
def cause(given: ClaimParameters, survey: Survey) -> Ruling:
    """What the paper blames makes the library's formula out of the expected one.

    It is refuted when the blamed choice makes no difference, or another formula than
    the library's.
    """
    found = [f for f in select_claimed_metrics(given, survey) if f.meaning]
    if not found:
        return rule_without_record()
    expected = Variant.parse(given["expected"])
    blamed = expected.home.variant(**{**expected.names, **given["blamed"]})
    choice = ", ".join(f"{axis}={name}" for axis, name in given["blamed"].items())
    actual = Variant.parse(found[0].meaning)
    idle = blamed.canonical() == expected.canonical()
    evidence = (
        f"expected: {expected}",
        f"with the blamed {choice}: "
        + ("the same number on every case" if idle else str(blamed.canonical())),
        *(f"equal, because {why}" for why in expected.home.reasons(blamed) if idle),
        *yield_computed_lines(found[:1]),
    )
    verdict = HOLDS if is_same_class(str(blamed), str(actual)) and not idle else REFUTED
    witness = find_telling_witness(expected.canonical(), actual.canonical())
    if not witness:
        return Ruling(verdict, evidence, actual=str(actual))
    told = (("expected", expected), (f"with {choice}", blamed), ("library", actual))
    numbers = tuple((name, v.value(witness.case)) for name, v in told)
    return Ruling(verdict, evidence, Shown(witness.case, numbers), str(actual))


@register_claim_check
def equal_cells(given: ClaimParameters, survey: Survey) -> Ruling:
    """Two published cells are one number, to the digits that both have."""
    rows = {
        row["name"]: row["cells"]
        for row in read_published_numbers()[given["table"]]["row"]
    }
    (one, other) = given["rows"]
    a, b = rows[one][given["column"]], rows[other][given["column"]]
    evidence = [f"{one}: {a!r}", f"{other}: {b!r}", f"apart by {abs(a - b):.2g}"]
    metrics = [
        f
        for metric in given["metrics"]
        for f in select_claimed_metrics(metric, survey)
        if f.meaning
    ]
    witness = None
    if len({f.meaning for f in metrics}) > 1:
        witness = show_smallest_difference(metrics[0].meaning, metrics[-1].meaning)
    verdict = HOLDS if are_printed_alike(a, b) else REFUTED
    return Ruling(verdict, (*evidence, *yield_computed_lines(metrics)), witness)


@register_claim_check
def distinct(given: ClaimParameters, survey: Survey) -> Ruling:
    """The meanings are so many different formulas, the library's own among them."""
    found = [f for f in select_claimed_metrics(given, survey) if f.meaning]
    if not found:
        return rule_without_record()
    meanings = {"the code": found[0].meaning, **given["meanings"]}
    variants = {name: Variant.parse(id).canonical() for name, id in meanings.items()}
    evidence = tuple(f"{name}: {variant}" for name, variant in variants.items())
    if len({*variants.values()}) < len(variants):
        return Ruling(REFUTED, evidence)
    for case in enumerate_small_rankings():
        numbers = tuple((name, v.value(case)) for name, v in variants.items())
        if len({number for _, number in numbers}) == len(variants):
            return Ruling(HOLDS, evidence, Shown(case, numbers))
    return Ruling(REFUTED, evidence)
