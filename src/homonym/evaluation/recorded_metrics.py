"""Which recorded metrics compute which definition: start at
`group_metrics_by_variant`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from homonym.adapters import spelled, unknown_library
from homonym.equivalence.callers import replace_caller_by_mean
from homonym.errors import UserError
from homonym.evaluation.conventions import PROBES
from homonym.evaluation.kinds import FAMILIES
from homonym.records.extracts import Extract, read_extracts
from homonym.reference.variants import Variant

FEW = 6
"""Of a metric whose record leaves more definitions open, `identify` tries those that
another metric computes."""
ASKED = (*PROBES, "ties")
"""What is asked of a record's conventions: those that can be chosen."""


@dataclass(frozen=True)
class Computes:
    """A metric of a library at a version that computes one definition; among: 0, or
    how many its record leaves open, of which this is one."""

    library: str
    version: str
    metric: str
    variant: Variant
    newest: bool
    conventions: tuple[tuple[str, str], ...]
    among: int = 0

    def __str__(self) -> str:
        version = "" if self.newest else f"=={self.version}"
        return f"{self.library}{version}.{self.metric}"

    @property
    def dated(self) -> str:
        """Its name with the version, the newest or not."""
        return f"{self.library}=={self.version}.{self.metric}"

    @cached_property
    def averaged(self) -> Variant:
        """The definition of all users."""
        return replace_caller_by_mean(self.variant)


@lru_cache(maxsize=1)
def list_recorded_metrics() -> tuple[Computes, ...]:
    """The metrics on record that compute one definition that is evaluated, the newest
    version of each library first."""
    return tuple(
        one
        for record, newest in read_libraries_extracts()
        for one in yield_identified_metrics(record, newest)
    )


@lru_cache(maxsize=1)
def list_open_metrics() -> tuple[Computes, ...]:
    """The metrics whose records leave open which of several definitions they compute,
    or whether it is the one that is left: once with each, in the same order."""
    return tuple(
        one
        for record, newest in read_libraries_extracts()
        for one in yield_ambiguous_metrics(record, newest)
    )


@lru_cache(maxsize=1)
def read_libraries_extracts() -> tuple[tuple[Extract, bool], ...]:
    """What records say in short, library by library, the newest version first, and
    whether it is that."""
    records: dict[str, list[Extract]] = {}
    for record in read_extracts(ASKED):
        records.setdefault(record.library, []).append(record)
    return tuple(
        (record, place == 0)
        for its in records.values()
        for place, record in enumerate(reversed(its))
    )


def yield_identified_metrics(record: Extract, newest: bool) -> Iterator[Computes]:
    """The metrics of one record."""
    for name, entry in record.metrics.items():
        if entry.status == "identified" and entry.claims in FAMILIES:
            variant = Variant.parse(entry.variants[0])
            if variant.family in FAMILIES:
                where = record.library, record.version, name
                conventions = tuple(entry.conventions.items())
                yield Computes(*where, variant, newest, conventions)


def yield_ambiguous_metrics(record: Extract, newest: bool) -> Iterator[Computes]:
    """The metrics of one record that may be one of several, with each."""
    for name, entry in record.metrics.items():
        if entry.status == "ambiguous" and entry.claims in FAMILIES:
            every = dict.fromkeys(
                replace_caller_by_mean(Variant.parse(text)) for text in entry.variants
            )
            where = record.library, record.version, name
            conventions = tuple(entry.conventions.items())
            for variant in every:
                if variant.family in FAMILIES:
                    yield Computes(*where, variant, newest, conventions, len(every))


@lru_cache(maxsize=1)
def group_metrics_by_variant() -> Mapping[Variant, tuple[Computes, ...]]:
    """Every definition that a recorded metric computes, family by family, with those
    that do; who gives each user's number stands at their mean. Of each
    library's metrics the newest version's, an older one's where that computes something
    else."""
    return group_by_definition(list_recorded_metrics())


@lru_cache(maxsize=1)
def group_open_metrics_by_variant() -> Mapping[Variant, tuple[Computes, ...]]:
    """The same of the metrics that may compute a definition."""
    return group_by_definition(list_open_metrics())


def find_metrics_of_definition(
    variant: Variant,
) -> tuple[tuple[Computes, ...], tuple[Computes, ...]]:
    """The metrics that compute a definition, and those that may."""
    by, may = group_metrics_by_variant(), group_open_metrics_by_variant()
    return by.get(variant, ()), may.get(variant, ())


def list_tried_open_metrics() -> list[Computes]:
    """The metrics that may compute a definition, with those that `identify` tries."""
    known = group_metrics_by_variant()
    return [
        one for one in list_open_metrics() if one.among <= FEW or one.averaged in known
    ]


def group_by_definition(
    metrics: Iterable[Computes],
) -> dict[Variant, tuple[Computes, ...]]:
    """The metrics by their definitions, family by family."""
    found: dict[Variant, dict[tuple[str, str], Computes]] = {}
    for one in metrics:
        its = found.setdefault(one.averaged, {})
        its.setdefault((one.library, one.metric), one)
    ordered = sorted(found, key=lambda one: (FAMILIES.index(one.family), str(one)))
    return {variant: tuple(found[variant].values()) for variant in ordered}


def find_library_metrics(text: str) -> tuple[Computes, ...]:
    """The metrics of `LIBRARY` or `LIBRARY==VERSION`, those last whose record leaves
    open which of several definitions they compute; UserError where none is on
    record."""
    written, _equals, version = text.partition("==")
    library = spelled(written)
    known = *list_recorded_metrics(), *list_open_metrics()
    every = [one for one in known if one.library == library]
    mine = [one for one in every if (one.version == version if version else one.newest)]
    if every and not mine:
        versions = dict.fromkeys(one.version for one in every)
        raise UserError(
            f"{library} {version} has no recorded metric that is evaluated; there are "
            f"{', '.join(versions)}"
        )
    if not mine:
        raise UserError(unknown_library(written))
    return tuple(mine)
