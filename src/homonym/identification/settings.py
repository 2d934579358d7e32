"""What is not known beside the definition: start at `list_tried_settings`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import isfinite

from ibis import _

from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.conventions import CHOICES, Conventions
from homonym.evaluation.engine import VariantValues
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs, Opened, SurveyedTables
from homonym.evaluation.runs import average_run_values, survey_runs
from homonym.reference.variants import Variant

ANY = "any"
MOST = 50
"""So many grades are tried as thresholds."""
TIES = "ties"
KEPT = 16
"""So many settings' tables are kept."""
UNUSABLE = {"empty_ids", "empty_ids_in_truth", "scores_no_number", "grades_no_number"}
"""Faults whose rows are left out, and may take a user along."""


@dataclass(frozen=True)
class Unknown:
    """What is tried: each grade as the threshold, each treatment of users."""

    threshold: bool = False
    users: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """What a match says beside its definition."""
        every = {"threshold": self.threshold, "users": self.users}
        return tuple(name for name, its in every.items() if its)


def read_unknown_settings(
    threshold: float | str | None, users: str
) -> tuple[float | None, Unknown]:
    """The threshold that is known, and what is tried; UserError for what is neither a
    number nor `any`."""
    if users not in ("", ANY):
        raise UserError(
            f"{render_option('users', in_brief(users))} is unknown: write {ANY}, or "
            "choose "
            f"one treatment with {render_option('convention', python='conventions')}"
        )
    if threshold is None or threshold == ANY:
        return None, Unknown(threshold == ANY, users == ANY)
    given = render_option("threshold", in_brief(threshold))
    try:
        known = float(threshold)
    except (TypeError, ValueError):
        raise UserError(f"{given} is no number: write one, or {ANY}") from None
    if not isfinite(known):
        raise UserError(f"{given} is no grade: write one, or {ANY}")
    return known, Unknown(False, users == ANY)


@dataclass(frozen=True)
class Setting:
    """A threshold, None where grades stay as they are, and conventions."""

    threshold: float | None
    conventions: Conventions


@dataclass(frozen=True)
class OpenedSettings:
    """The tables of the inputs in each setting that was asked for lately; they are read
    once. found: the numbers that were asked for, each computed once."""

    inputs: Inputs
    kept: dict[Setting, list[Opened]] = field(default_factory=dict)
    differing: dict[float | None, Mapping[str, list[str]]] = field(default_factory=dict)
    found: dict[tuple[Setting, int], VariantValues] = field(default_factory=dict)

    @cached_property
    def surveys(self) -> list[SurveyedTables]:
        """Each run's tables as they were read."""
        return survey_runs(self.inputs)

    def faults(self, conventions: Conventions) -> list[Fault]:
        """What is wrong with the tables, of several runs added up."""
        found: dict[str, Fault] = {}
        for survey in self.surveys:
            for one in survey.faults(conventions, self.inputs.threshold):
                before = found[one.key].count if one.key in found else 0
                found[one.key] = replace(one, count=before + one.count)
        return [*found.values()]

    def opened(self, setting: Setting) -> list[Opened]:
        """The tables of each run in a setting."""
        if setting not in self.kept:
            if len(self.kept) == KEPT:
                for done in self.kept.pop(next(iter(self.kept))):
                    done.close()
            self.kept[setting] = [
                one.opened(setting.conventions, setting.threshold)
                for one in self.surveys
            ]
        return self.kept[setting]

    def values(
        self, setting: Setting, variants: Iterable[Variant], k: int
    ) -> VariantValues:
        """What each variant gives in a setting at the cut-off, the mean over the
        runs."""
        found, asked = self.found.setdefault((setting, k), {}), [*variants]
        if new := [one for one in asked if one not in found]:
            found.update(average_run_values(self.opened(setting), new, k))
        return {one: found[one] for one in asked}

    def there(self, threshold: float | None) -> Mapping[str, list[str]]:
        """The outcomes of each convention that can make a difference in these tables,
        by its probe, and those of ties."""
        if threshold not in self.differing:
            found = (one.faults(Conventions(), threshold) for one in self.surveys)
            self.differing[threshold] = find_differing_outcomes(
                [one for its in found for one in its]
            )
        return self.differing[threshold]

    def reduced(self, setting: Setting) -> Setting:
        """The setting with the same numbers whose conventions are the defaults where
        these tables do not ask for them."""
        there, usual = self.there(setting.threshold), Conventions()
        chosen = setting.conventions.chosen
        pairs = {
            **usual.chosen,
            **{probe: chosen[probe] for probe in there if probe != TIES},
        }
        ties = setting.conventions.ties if TIES in there else usual.ties
        return Setting(setting.threshold, Conventions(tuple(pairs.items()), ties))


def list_tried_settings(
    tables: OpenedSettings, usual: Conventions, unknown: Unknown
) -> list[Setting]:
    """The settings that are tried, the usual conventions first at each threshold.

    Raises UserError where the truth has more grades than are tried.
    """
    known = tables.inputs.threshold
    thresholds = list_tried_thresholds(tables) if unknown.threshold else [known]
    return [
        Setting(threshold, conventions)
        for threshold in thresholds
        for conventions in yield_user_treatments(
            tables, Setting(threshold, usual), unknown
        )
    ]


def list_tried_thresholds(tables: OpenedSettings) -> list[float | None]:
    """Each grade that occurs in the truth; first none, where that is not the same as a
    threshold of 1."""
    survey = tables.surveys[0]
    truth = survey.given("truth").filter(_.number.notnull())
    found = survey.backend.fetch(truth.select("number").distinct())
    grades = sorted(found["number"].to_pylist())
    if len(grades) > MOST:
        raise UserError(
            f"the truth has {len(grades):,} different grades, and {MOST} at most are "
            "tried as thresholds",
            "name the threshold, or leave it out to take the grades as they are",
        )
    return [*([] if set(grades) <= {0.0, 1.0} else [None]), *grades]


def yield_user_treatments(
    tables: OpenedSettings, setting: Setting, unknown: Unknown
) -> Iterator[Conventions]:
    """The conventions, and with users unknown every combination of those about users
    that these tables ask for."""
    usual = tables.reduced(setting).conventions
    yield usual
    if not unknown.users:
        return
    differ = {**tables.there(setting.threshold)}
    differ.pop(TIES, None)
    for outcomes in product(*differ.values()):
        chosen = {**usual.chosen, **dict(zip(differ, outcomes, strict=True))}
        if chosen != usual.chosen:
            yield replace(usual, pairs=tuple(chosen.items()))


def find_differing_outcomes(faults: list[Fault]) -> Mapping[str, list[str]]:
    """What can make a difference: such users are there, or rows are left out."""
    keys = {one.key for one in faults}
    found: dict[str, list[str]] = {
        str(its["probe"]): its["outcomes"]
        for name, its in CHOICES.items()
        if name in keys or keys & UNUSABLE
    }
    return {**found, TIES: []} if TIES in keys else found
