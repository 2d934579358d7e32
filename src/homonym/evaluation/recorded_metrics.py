"""Which recorded metrics compute which definition: start at
`group_metrics_by_variant`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from homonym.adapters import spelled, unknown_library
from homonym.errors import UserError
from homonym.evaluation.conventions import PROBES
from homonym.evaluation.kinds import FAMILIES
from homonym.evaluation.rankings.users import CALLER
from homonym.records.extracts import Extract, read_extracts
from homonym.reference.variants import Variant

ASKED = (*PROBES, "ties")
"""What is asked of a record's conventions: those that can be chosen."""


@dataclass(frozen=True)
class Computes:
    """A metric of a library at a version that computes one definition."""

    library: str
    version: str
    metric: str
    variant: Variant
    newest: bool
    conventions: tuple[tuple[str, str], ...]

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
        return make_mean_variant(self.variant)


def make_mean_variant(variant: Variant) -> Variant:
    """The definition of all users: of one that gives each user's number, the mean of
    those."""
    names = variant.names
    way = "mean" if names["users"] == CALLER else names["users"]
    choices = tuple({**names, "users": way}.items())
    return Variant(variant.family, choices, variant.parameters)


@lru_cache(maxsize=1)
def list_recorded_metrics() -> tuple[Computes, ...]:
    """The metrics on record that compute one definition that is evaluated, the newest
    version of each library first."""
    records: dict[str, list[Extract]] = {}
    for record in read_extracts(ASKED):
        records.setdefault(record.library, []).append(record)
    return tuple(
        one
        for its in records.values()
        for place, record in enumerate(reversed(its))
        for one in yield_identified_metrics(record, place == 0)
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


@lru_cache(maxsize=1)
def group_metrics_by_variant() -> Mapping[Variant, tuple[Computes, ...]]:
    """Every definition that a recorded metric computes, family by family, with those
    that do; who gives each user's number stands at their mean. Of each
    library's metrics the newest version's, an older one's where that computes something
    else."""
    found: dict[Variant, dict[tuple[str, str], Computes]] = {}
    for one in list_recorded_metrics():
        its = found.setdefault(one.averaged, {})
        its.setdefault((one.library, one.metric), one)
    ordered = sorted(found, key=lambda one: (FAMILIES.index(one.family), str(one)))
    return {variant: tuple(found[variant].values()) for variant in ordered}


def find_library_metrics(text: str) -> tuple[Computes, ...]:
    """The metrics of `LIBRARY` or `LIBRARY==VERSION`, or one as `LIBRARY.METRIC`;
    UserError where none is on record."""
    written, _equals, version = text.partition("==")
    library = spelled(written)
    every = [one for one in list_recorded_metrics() if one.library == library]
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
