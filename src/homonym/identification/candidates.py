"""What is tried, in three tiers: start at `Trials.tiers`.

Recorded metrics by their libraries' conventions come first, then the definitions that
recorded metrics compute, then every definition there is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product

from homonym.equivalence.callers import CALLER
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.inputs import list_known_inputs
from homonym.evaluation.kinds import find_missing_input
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.recorded_metrics import (
    group_metrics_by_variant,
    list_recorded_metrics,
    list_tried_open_metrics,
)
from homonym.identification.settings import OpenedSettings, Setting
from homonym.reference.variants import Variant, families

RECORDED, DEFINED, ALL = (
    "definitions of recorded metrics, by their libraries' conventions",
    "definitions of recorded metrics, by the conventions chosen",
    "all definitions, by the conventions chosen",
)
TIERS = (RECORDED, DEFINED, ALL)
AT_ONCE = 200
"""Definitions of a family with no more are asked for in one statement, which then costs
more to put together than to compute."""
MetricsByVariant = Mapping[Variant, Mapping[str, Collection[Setting]]]
"""Definitions, with the recorded metrics that compute them, or may, each with the
settings that were tried which its record turns into one."""


@dataclass(frozen=True)
class Candidate:
    """A definition at a cut-off in a setting, and what it gives, of a folder of runs
    their mean; computed_by: the recorded metrics that compute it (in the first tier by
    these conventions); kept: by such a metric, the settings that were tried which its
    record turns into this one, nothing where this one was tried itself; may_compute:
    the metrics whose records leave open whether they compute it."""

    variant: Variant
    k: int
    value: float | None
    setting: Setting
    computed_by: tuple[str, ...]
    kept: Mapping[str, Collection[Setting]] = field(default_factory=dict, compare=False)
    may_compute: tuple[str, ...] = ()

    def __repr__(self) -> str:
        by = f"computed by {len(self.computed_by):,} recorded metrics"
        return f"<Candidate {self.variant} at k = {self.k}: {self.value}, {by}>"

    def list_treatments(self, metric: str = "") -> Collection[Setting]:
        """The settings that were tried by which a recorded metric, or any, gives it."""
        if metric:
            return self.kept.get(metric, (self.setting,))
        every = (one for its in self.kept.values() for one in its)
        return [*dict.fromkeys(every)] or [self.setting]

    @property
    def conventions(self) -> Conventions:
        """By which it is computed."""
        return self.setting.conventions

    @property
    def threshold(self) -> float | None:
        """The grade from which on items are relevant, None where grades stay."""
        return self.setting.threshold


@dataclass(frozen=True)
class Tier:
    """One of them."""

    name: str
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True)
class Trials:
    """Definitions, tried on the same tables at some cut-offs; family: the only one that
    is tried, all where it is empty; only: the only classes of equal ones, all where
    there are none."""

    tables: OpenedSettings
    cut_offs: Sequence[int]
    family: str
    only: frozenset[Variant] = frozenset()

    @cached_property
    def definitions(self) -> list[Variant]:
        """One of each class of equal ones."""
        return list_class_definitions(self.family)

    def tiers(self, settings: Sequence[Setting]) -> Iterator[Tier]:
        """The tiers in their order, each computed when it is asked for."""
        if len(self.definitions) <= AT_ONCE:
            self.compute(settings, self.definitions)
        recorded = collect_library_variants(self.tables, settings)
        yield Tier(RECORDED, self.every(recorded.items()))
        names = name_tried_metrics()
        yield Tier(DEFINED, self.every((one, names) for one in settings))
        all_of = {one: names.get(one, {}) for one in self.definitions}
        yield Tier(ALL, self.every((one, all_of) for one in settings))

    def count_all(self, settings: Sequence[Setting]) -> int:
        """How many definitions the last tier tries."""
        usable = self.list_usable(self.definitions)
        return len(usable) * len(self.cut_offs) * len(settings)

    def every(
        self, groups: Iterable[tuple[Setting, MetricsByVariant]]
    ) -> tuple[Candidate, ...]:
        """What each setting's definitions give."""
        return tuple(
            candidate
            for setting, named in groups
            for candidate in self.candidates(setting, named)
        )

    def candidates(
        self, setting: Setting, named: MetricsByVariant
    ) -> Iterator[Candidate]:
        """What the definitions give, those of the family that the inputs allow."""
        usable = self.list_usable(named)
        for k in self.cut_offs if usable else ():
            found = self.tables.values(setting, usable, k)
            for one, value in found.items():
                yield make_candidate(one, k, value, setting, named[one])

    def compute(self, settings: Iterable[Setting], variants: Iterable[Variant]) -> None:
        """Ask for all numbers of these that will be looked at."""
        usable = self.list_usable(variants)
        for setting, k in product(settings, self.cut_offs if usable else ()):
            self.tables.values(setting, usable, k)

    def list_usable(self, variants: Iterable[Variant]) -> list[Variant]:
        """Those of the family that the inputs allow."""
        known = list_known_inputs(self.tables.inputs)
        return [
            one
            for one in variants
            if is_tried_variant(one, self.family, known)
            and (not self.only or one.canonical() in self.only)
        ]


def make_candidate(
    variant: Variant,
    k: int,
    value: float | None,
    setting: Setting,
    named: Mapping[str, Collection[Setting]],
) -> Candidate:
    """A definition and what it gives; named: the metrics that compute it, or may."""
    kept = {name: its for name, its in named.items() if its}
    may = tuple(name for name in named if name in name_open_metrics())
    by = tuple(name for name in named if name not in may)
    return Candidate(variant, k, value, setting, by, kept, may)


@lru_cache(maxsize=1)
def name_open_metrics() -> frozenset[str]:
    """What the metrics are called that may compute a definition, with the version and
    without."""
    every = list_tried_open_metrics()
    return frozenset(name for one in every for name in (str(one), one.dated))


def name_tried_metrics() -> dict[Variant, dict[str, Collection[Setting]]]:
    """The definitions that recorded metrics compute, or may, with these metrics."""
    found: dict[Variant, dict[str, Collection[Setting]]] = {
        one: {str(its): () for its in by}
        for one, by in group_metrics_by_variant().items()
    }
    for one in list_tried_open_metrics():
        found.setdefault(one.averaged, {})[str(one)] = ()
    return found


def collect_library_variants(
    tables: OpenedSettings, settings: Iterable[Setting]
) -> dict[Setting, dict[Variant, dict[str, dict[Setting, None]]]]:
    """The definitions of recorded metrics by the settings that these keep, as far as
    the tables ask for one: what the record leaves open is each of what it may be, and
    in what it does not say they keep each that is tried."""
    found: dict[Setting, dict[Variant, dict[str, dict[Setting, None]]]] = {}
    for setting in settings:
        for one in (*list_recorded_metrics(), *list_tried_open_metrics()):
            for kept in setting.conventions.every_like(dict(one.conventions)):
                mine = tables.reduced(Setting(setting.threshold, kept))
                its = found.setdefault(mine, {})
                by = its.setdefault(one.averaged, {}).setdefault(one.dated, {})
                by[setting] = None
    return found


def list_class_definitions(family: str) -> list[Variant]:
    """One definition of each class of equal ones, of rankings."""
    every = (
        variant.canonical()
        for name, home in families().items()
        if name in PARTS and family in ("", name)
        for variant in home.variants
        if variant.names["users"] != CALLER
    )
    return list(dict.fromkeys(every))


def is_tried_variant(variant: Variant, family: str, known: Sequence[str]) -> bool:
    """Whether a definition is tried: those of rankings are."""
    asked = variant.family in PARTS and family in ("", variant.family)
    return asked and not find_missing_input(variant, known)
