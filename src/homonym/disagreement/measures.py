"""What is compared: definitions of a family, or metrics of one name. Start at
`group_by_family` and `group_recorded_metrics`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from homonym.errors import UserError
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.kinds import find_missing_input
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.recorded_metrics import (
    find_metrics_of_definition,
    group_metrics_by_variant,
    list_recorded_metrics,
)
from homonym.evaluation.wanted_variants import find_meant_variants
from homonym.reference.variants import Variant
from homonym.reports.findings.names import normalise_metric_name
from homonym.reports.findings.repositories import is_paper_repository

COMPARED = "what is compared are rankings, from their lists and the truth alone"


@dataclass(frozen=True)
class Measure:
    """A definition by conventions: what gives each model its number."""

    variant: Variant
    conventions: Conventions


@dataclass(frozen=True)
class NamedMeasure:
    """A measure, and what it is called: its id, or a metric's name."""

    title: str
    measure: Measure
    computed_by: tuple[str, ...]
    may_compute: tuple[str, ...] = ()


MeasureGroups = Mapping[str, Sequence[NamedMeasure]]
"""What is compared with one another, by what it has in common."""


def group_by_family(variants: Sequence[Variant], usual: Conventions) -> MeasureGroups:
    """The definitions of each family, by one set of conventions."""
    found: dict[str, list[NamedMeasure]] = {}
    for one in variants:
        metrics = (tuple(map(str, its)) for its in find_metrics_of_definition(one))
        named = NamedMeasure(str(one), Measure(one, usual), *metrics)
        found.setdefault(one.family, []).append(named)
    return found


def group_recorded_metrics(
    variants: Sequence[Variant], usual: Conventions
) -> MeasureGroups:
    """The metrics on record that compute one of the definitions, the newest version of
    each library, by the conventions of its record: by the name that they bear. The code
    of papers is no library."""
    found: dict[str, list[NamedMeasure]] = {}
    for one in list_recorded_metrics():
        if (
            one.newest
            and one.averaged in variants
            and not is_paper_repository(one.library)
        ):
            mine = Measure(one.averaged, usual.like(dict(one.conventions)))
            named = NamedMeasure(str(one), mine, (str(one),))
            found.setdefault(normalise_metric_name(one.metric), []).append(named)
    return found


def choose_rankings(metrics: Sequence[str]) -> list[Variant]:
    """The definitions that are named, or every one of rankings that a recorded metric
    computes and that needs lists and truth alone; UserError for a name of others
    alone."""
    if not metrics:
        return [one for one in group_metrics_by_variant() if is_comparable_variant(one)]
    every = (one for text in metrics for one in choose_named_rankings(text))
    return list(dict.fromkeys(every))


def choose_named_rankings(text: str) -> list[Variant]:
    """The definitions of a name that are compared; UserError where none is."""
    meant = find_meant_variants(text)
    if found := [one for one in meant if is_comparable_variant(one)]:
        return found
    raise UserError(f"{meant[0]} is not compared here: {COMPARED}")


def list_left_rankings(metrics: Sequence[str]) -> tuple[Variant, ...]:
    """The definitions of names of several that are not compared."""
    every = (one for text in metrics for one in find_meant_variants(text))
    return tuple(one for one in dict.fromkeys(every) if not is_comparable_variant(one))


def is_comparable_variant(variant: Variant) -> bool:
    """Whether a definition is of rankings, and needs nothing beside them."""
    return variant.family in PARTS and not find_missing_input(variant, ())
