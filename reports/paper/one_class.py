"""What becomes of a user of one class, metric by metric: the check `counted_as`.

AUC compares relevant items with others, so a user who has but one of the two, in the
whole list or in the first k, is an edge that every library settles for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from math import isnan
from typing import Any

from homonym.failures import name_failure
from homonym.records.outcomes import Outcome
from homonym.reference.corpus import edge
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.findings.finding import Finding, FindingGroups
from homonym.reports.findings.ids import parse_variant
from homonym.reports.findings.survey import Survey
from homonym.reports.paper.counts import (
    convert_probe_to_case,
    list_named_probes,
    list_paper_releases,
    name_by_library,
    rule_without_record,
    show_probe_numbers,
)
from homonym.reports.paper.verdicts import (
    CONDITION,
    HOLDS,
    REFUTED,
    Ruling,
    register_claim_check,
)

TOGETHER = {
    "stacked": "no number of its own: the pairs of all users are stacked",
    "pooled": "no number of its own: the terms of all users are pooled",
}
WHOLE = "does not arise: it looks at the whole list"
UNTOLD = "the probe cannot tell"
FORMULA = "as its formula says"
EVIDENCE = re.compile(r"counts as \S+|skipped|NaN|raises \w+")
"""Outcomes that say what the user gets; any other is no evidence."""
Situation = Mapping[str, str]
"""`words` for how a user comes to have one class, and what tells the outcome: `probe`,
an edge case (and `else`, another, for records that do not have it), or `cut`, a
well-formed user of whom the first k show one class."""


@register_claim_check
def counted_as(given: dict[str, Any], survey: Survey) -> Ruling:
    """Every metric of the family gives such users what is claimed of its library.

    All do: holds. None does: refuted. Some do: a condition.
    """
    found = [
        f
        for r in list_paper_releases(survey)
        for f in r.findings
        if f.claims == given["family"]
    ]
    situations = given["situations"]
    groups = {one["words"]: group_evident_metrics(found, one) for one in situations}
    right = [
        outcome == find_claimed_outcome(given, finding, survey)
        for mine in groups.values()
        for outcome, those in mine.items()
        for finding in those
    ]
    if not right:
        return rule_without_record()
    lines = tuple(
        f"{words}: {outcome}: {name_by_library(those, survey)}"
        for words, mine in groups.items()
        for outcome, those in mine.items()
    )
    verdict = HOLDS if all(right) else CONDITION if any(right) else REFUTED
    apart = [f for f in found if f.meaning and not find_joint_users_choice(f)]
    shown = filter(
        None,
        (
            show_probe_numbers(probe, apart, survey)
            for probe in list_named_probes(given)
        ),
    )
    header = ("Metrics", *(one["words"] for one in situations))
    table = (header, *yield_situation_rows(found, situations, survey))
    return Ruling(verdict, lines, next(shown, None), table=table)


def find_claimed_outcome(
    given: dict[str, Any], finding: Finding, survey: Survey
) -> str:
    """What such a user gets by the claim, which may set one library apart."""
    apart = given.get("apart", {})
    return str(apart.get(survey.title(finding.library), given["claimed"]))


def group_evident_metrics(found: list[Finding], situation: Situation) -> FindingGroups:
    """The metrics by what they do in a situation, of those that show it."""
    groups: FindingGroups = {}
    for finding in found:
        outcome = tell_situation(finding, situation)
        if EVIDENCE.fullmatch(outcome):
            groups.setdefault(outcome, []).append(finding)
    return groups


def yield_situation_rows(
    found: list[Finding], situations: list[Situation], survey: Survey
) -> Iterator[tuple[str, ...]]:
    """Library by library the metrics that do the same everywhere, and what they do."""
    for _, mine in groupby(found, key=lambda f: survey.title(f.library)):
        alike: dict[tuple[str, ...], list[Finding]] = {}
        for f in mine:
            cells = tuple(tell_situation(f, one) for one in situations)
            alike.setdefault(cells, []).append(f)
        yield from (
            (name_by_library(those, survey), *cells) for cells, those in alike.items()
        )


def tell_situation(finding: Finding, situation: Situation) -> str:
    """What a user gets from a metric in a situation, in words."""
    if finding.reason:
        return f"raises {name_failure(finding.reason)}, whatever it is given"
    if users := find_joint_users_choice(finding):
        return TOGETHER[users]
    variant = parse_variant(finding.meaning) if finding.meaning else None
    if "probe" in situation:
        ids = filter(None, (situation["probe"], situation.get("else")))
        return choose_first_told(
            [describe_last_user(finding, variant, id) for id in ids]
        )
    if not variant:
        return f"cannot be told: it is {finding.label}"
    if variant.names.get("depth") != "k":
        return WHOLE
    return describe_formula_outcome(variant, Case.parse(situation["cut"]))


def choose_first_told(outcomes: list[str]) -> str:
    """The first outcome that tells something; if none does, the first."""
    nothing = (UNTOLD, "cannot be asked")
    return next((o for o in outcomes if not o.startswith(nothing)), outcomes[0])


def find_joint_users_choice(finding: Finding) -> str:
    """How it puts users together before anybody has a number; else nothing."""
    variants = filter(None, map(parse_variant, finding.variants))
    ways = (variant.names.get("users", "") for variant in variants)
    return next((way for way in ways if way in TOGETHER), "")


def describe_last_user(finding: Finding, variant: Variant | None, id: str) -> str:
    """What an edge case told of its last user, who is the one that it asks about."""
    outcome = Outcome.parse(finding.entry.conventions.get(id, ""))
    if outcome.refused:
        return f"cannot be asked: {outcome.detail}"
    if outcome.kind == FORMULA and variant:
        probe = next(one for one in edge() if one.id == id)
        case = convert_probe_to_case(probe)
        return (
            describe_formula_outcome(variant, keep_last_user(case)) if case else UNTOLD
        )
    if outcome.by_user:
        value = outcome.told_numbers[-1]
        return value if value == "NaN" else f"counts as {value}"
    return f"{outcome}: {UNTOLD} which" if outcome.open else str(outcome) or UNTOLD


def keep_last_user(case: Case) -> Case:
    """The last user of a case without the others."""
    return replace(case, users=case.users[-1:])


def describe_formula_outcome(variant: Variant, case: Case) -> str:
    """What becomes of a user by the formula of the metric."""
    value = variant.value(case)
    assert not isinstance(value, tuple)  # a meaning averages over the users
    if value is None:
        return "skipped"
    return "NaN" if isnan(value) else f"counts as {value:.4g}"
