"""A variant for people: its choices, its class, its properties, who computes it.

Start at `describe_variant`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from homonym.cases.kinds import find_case_kind, list_few_cases
from homonym.equivalence.callers import replace_mean_by_caller
from homonym.equivalence.counterexamples import find_counterexamples, is_declared
from homonym.equivalence.inequalities import group_chains_by_variant
from homonym.records.extracts import find_extracts_with_text
from homonym.records.schema_entry import VerdictStatus
from homonym.records.suggestions import explain_unknown_names
from homonym.reference.properties import properties, relations
from homonym.reference.variants import Variant
from homonym.trace.plain_text import render_plain_formula


def describe_variant(name: str) -> dict[str, Any]:
    """A variant's choices with their formulas and sources, its class and its users."""
    with explain_unknown_names(name):
        found = Variant.with_defaults(name)
    home, canonical = found.home, found.canonical()
    told: dict[str, Any] = {"variant": str(found), "family": home.title}
    if canonical != found:
        told["equals"] = f"{canonical}, because {'; '.join(home.reasons(found))}"
    told["choices"] = [
        describe_choice(axis, home.axes[axis].choices[choice])
        for axis, choice in found.choices
    ]
    told["properties"] = list(describe_properties(found))
    if relations(home.takes):
        told["relations"] = list(describe_relations(canonical))
    told["computed by"], may = list_metrics_with(canonical)
    if canonical.names["users"] == "mean":
        each, also = list_metrics_with(replace_mean_by_caller(canonical))
        if each:
            told["computed for each user by"] = each
        may += also
    if may:
        told["may be computed by"] = may
    return told


def list_metrics_with(variant: Variant) -> tuple[list[str], list[str]]:
    """The recorded metrics of which this is the variant, and those of which it is one
    of several."""
    found: dict[VerdictStatus, list[str]] = {"identified": [], "ambiguous": []}
    for record in find_extracts_with_text(str(variant)):
        for name, entry in record.metrics.items():
            if entry.status in found and str(variant) in entry.variants:
                found[entry.status].append(f"{record.library} {record.version}: {name}")
    return found["identified"], found["ambiguous"]


def describe_properties(variant: Variant) -> Iterator[str]:
    """What holds of a variant, and what does not, with a case."""
    home = variant.home
    otherwise = "yes"
    if not is_declared(variant):
        number = len(list_few_cases(home.takes))
        which = find_case_kind(home.takes).few_are
        otherwise = f"no counterexample among {number:,} small cases ({which})"
    for name, case in find_counterexamples(variant):
        said = properties(home.takes)[name].said(home)
        yield f"{said}: {f'no, see {case}' if case else otherwise}"


def describe_relations(variant: Variant) -> Iterator[str]:
    """The inequalities that hold between it and other variants, on any case."""
    for rising, relation in group_chains_by_variant(variant.home.takes).get(
        variant, ()
    ):
        chain = " ≤ ".join(map(str, rising))
        source = f" [{relation.source}]" if relation.source else ""
        yield f"{chain}, because {relation.because}{source}"


def describe_choice(axis: str, choice: Any) -> str:
    """A choice in one line: axis, name, words, formula, source."""
    source = f" [{choice.source}]" if choice.source else ""
    formula = render_plain_formula(choice.formula)
    return f"{axis} = {choice.name}: {choice.doc} {formula}{source}"
