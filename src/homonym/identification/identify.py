"""Which definition gives a printed number: start at `answer_question`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import isfinite
from typing import Any

from homonym.equivalence.inequalities import describe_bound, describe_printed_bound
from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.faults import Fault
from homonym.evaluation.rankings.families import PARTS
from homonym.evaluation.wanted_variants import find_recorded_variants, split_cut_off
from homonym.identification.candidates import TIERS, Candidate, Tier, Trials
from homonym.identification.next_question import Match, NextQuestion, tell_apart
from homonym.identification.printed_values import WIDTH, Printed, read_printed
from homonym.identification.settings import OpenedSettings, Unknown, list_tried_settings
from homonym.records.suggestions import explain_unknown_names
from homonym.reference.variants import Variant

AROUND = 20
"""So many units on each side are looked at for numbers that come near by chance."""
DECIDED = 0.05
"""With more matches expected by chance no digits decide."""
AT_MOST = 20_000
"""So many definitions are tried beyond those that something matches among."""
NEAREST = 3


@dataclass(frozen=True)
class Identification:
    """What one tier says of a printed number.

    tried: how many definitions, each cut-off, threshold and conventions counted;
    expected: how many of them would match by chance, from how many other numbers lie
    around; further: what would tell the matches apart, None where one definition is
    left; bounds: of which definitions the printed number is a bound where yours is the
    one that the name stands for first; where nothing matches, which of the nearest
    definitions is never below that, or never above it; alone: how many matched before
    other numbers of the same table were asked to fit too.
    """

    printed: Printed
    tier: str
    matches: tuple[Match, ...]
    tried: int
    expected: float
    nearest: tuple[Candidate, ...]
    further: NextQuestion | None
    bounds: tuple[str, ...] = ()
    alone: int = 0

    @cached_property
    def classes(self) -> int:
        """How many different numbers match."""
        return len({round_off(one.candidate.value) for one in self.matches})

    @property
    def decides(self) -> bool:
        """Whether what matches is one number, which chance alone does not explain."""
        return self.classes == 1 and self.expected <= DECIDED

    def __repr__(self) -> str:
        return f"<Identification of {self.printed.text}: {self.told}, in .matches>"

    @property
    def told(self) -> str:
        """How many match, of how many of which."""
        return f"{len(self.matches):,} of {self.tried:,} {self.tier}"


class Identifications(list[Identification]):
    """What each tier says, in their order, and what was wrong with the tables.

    faults: what was found, and what was done by the conventions, whose choices matter
    where a library's own are not tried; wider: what the tiers after the last one say;
    untried: how many definitions the last of these has, where they were too many to be
    tried once something matched.
    """

    def __init__(
        self,
        answers: Iterable[Identification],
        faults: Sequence[Fault],
        conventions: Conventions,
    ) -> None:
        super().__init__(answers)
        self.faults, self.conventions = [*faults], conventions
        self.wider: list[Identification] = []
        self.untried = 0

    def __repr__(self) -> str:
        tiers = "; ".join(one.told for one in self)
        of = self[0].printed.text if self else "nothing"
        return f"<Identifications of {of}, in .table: {tiers}>"

    @property
    def table(self) -> Any:
        """What matches as a table of pyarrow, a row a match: tier, metric, k, value,
        made, threshold, conventions, ties, computed_by, may_compute."""
        import pyarrow as pa

        rows = [
            {"tier": one.tier, **row, "conventions": json.dumps(row["conventions"])}
            for one in self
            for row in build_identification_data(one)["matches"]
        ]
        schema = {
            "tier": pa.string(),
            "metric": pa.string(),
            "k": pa.int64(),
            "value": pa.float64(),
            "made": pa.string(),
            "threshold": pa.float64(),
            "conventions": pa.string(),
            "ties": pa.string(),
            "computed_by": pa.list_(pa.string()),
            "may_compute": pa.list_(pa.string()),
        }
        return pa.Table.from_pylist(rows, pa.schema(schema))

    def to_pandas(self) -> Any:
        """The same as a data frame."""
        return self.table.to_pandas()


@dataclass(frozen=True)
class Question:
    """A printed number and the name that it goes by.

    metric: the name without its cut-off, or a definition's id; nothing where none is
    meant more than others; family: the one of that name, which alone is tried, none for
    no name; only: the definition of an id, or of a library's metric (each that its
    record leaves open), with which nothing else is tried; none for no such; k: the
    cut-off in the name, as in `NDCG@20`.
    """

    printed: Printed
    metric: str
    family: str
    only: frozenset[Variant]
    k: int | None

    @classmethod
    def of(cls, printed: str, name: str) -> Question:
        """Read; UserError for what is no number, and for no known name."""
        number, (metric, k) = read_printed(printed), split_cut_off(name)
        recorded = find_recorded_variants(metric)
        named = str(recorded[0]) if recorded else metric
        family = find_metric_family(named)
        if len(recorded) > 1:
            only = frozenset(one.canonical() for one in recorded)
            return cls(number, "", family, only, k)
        return cls(number, named, family, read_definition(named), k)

    def add_bounds(self, answer: Identification) -> Identification:
        """An answer with its bounds."""
        bounds = (
            list_printed_bounds(answer.matches, self.metric)
            if answer.matches
            else list_declared_bounds(answer.nearest, self.metric)
        )
        return replace(answer, bounds=bounds)


def answer_question(
    tables: OpenedSettings,
    cut_offs: Sequence[int],
    question: Question,
    usual: Conventions,
    unknown: Unknown,
) -> Identifications:
    """What each tier says of these tables, up to the first in which something matches,
    and how many more match in the others; of a folder of runs, what their mean is.

    unknown: what is tried beside definitions. Raises UserError for a cut-off beyond the
    lists.
    """
    for survey in tables.surveys:
        survey.check_cut_offs(cut_offs)
    answers = Identifications((), tables.faults(usual), usual)
    settings = list_tried_settings(tables, usual, unknown)
    trials = Trials(tables, cut_offs, question.family, question.only)
    tiers = trials.tiers(settings)
    for tier in tiers:
        answers.append(answer_of(question.printed, tier, tables))
        if answers[-1].matches:
            break
    answers[-1] = question.add_bounds(answers[-1])
    if answers[-1].tier != TIERS[-1] and (every := trials.count_all(settings)):
        if every <= AT_MOST:
            answers.wider = [answer_of(question.printed, tier, None) for tier in tiers]
        else:
            answers.untried = every
    return answers


def read_definition(metric: str) -> frozenset[Variant]:
    """The definition of an id, with which nothing else is tried; none for a name."""
    chosen = [Variant.with_defaults(metric).canonical()] if "(" in metric else []
    return frozenset(chosen)


def list_declared_bounds(nearest: Iterable[Candidate], metric: str) -> tuple[str, ...]:
    """What is declared between the nearest definitions and the one that the name stands
    for first."""
    if not metric:
        return ()
    usual = Variant.with_defaults(metric)
    said = (describe_bound(one.variant, usual) for one in nearest)
    return tuple(dict.fromkeys(filter(None, said)))


def list_printed_bounds(matches: Iterable[Match], metric: str) -> tuple[str, ...]:
    """Of which definition the printed number is a bound, where yours is the one that
    the name stands for first; nothing where that matches itself."""
    if not metric:
        return ()
    usual = Variant.with_defaults(metric).canonical()
    known = dict.fromkeys(one.candidate.variant.canonical() for one in matches)
    said = (describe_printed_bound(one, usual) for one in known)
    return () if usual in known else tuple(dict.fromkeys(filter(None, said)))


def find_metric_family(metric: str) -> str:
    """The family that a name belongs to, nothing for no name; UserError for a name of
    no family of rankings."""
    if not metric:
        return ""
    with explain_unknown_names(metric, render_option("metric", in_brief(metric))):
        family = Variant.with_defaults(metric).family
    if family not in PARTS:
        raise UserError(
            f"{in_brief(metric)} is no ranking metric; these are tried: "
            f"{', '.join(PARTS)}"
        )
    return family


def answer_of(
    printed: Printed, tier: Tier, tables: OpenedSettings | None
) -> Identification:
    """What a tier says; without tables nothing more is asked of them."""
    matches = tuple(
        Match(one, how)
        for one in tier.candidates
        if (how := printed.made_by(one.value))
    )
    return Identification(
        printed,
        tier.name,
        matches,
        len({(one.variant, one.k, one.setting) for one in tier.candidates}),
        compute_chance_matches(printed, (one.value for one in tier.candidates)),
        select_nearest_candidates(printed, tier.candidates),
        tell_apart(tables, printed, matches) if tables else None,
        alone=len(matches),
    )


def compute_chance_matches(printed: Printed, numbers: Iterable[float | None]) -> float:
    """How many numbers would be printed so by chance: those around, each once and
    without one that is meant, over the part of the range from 0 to 1 (or of all
    numbers) in which they lie, times what of it is printed so."""
    every = sorted(
        {round_off(one) for one in numbers if one is not None and isfinite(one)}
    )
    expected = 0.0
    for value, unit in yield_distinct_readings(printed) if every else ():
        low = max(value - AROUND * unit, min(0, every[0]))
        high = min(value + AROUND * unit, max(1, every[-1]))
        around = [one for one in every if low <= one <= high]
        meant = any(printed.made_by(one) for one in around)
        if high > low:
            expected += (len(around) - meant) * min(1, WIDTH * unit / (high - low))
    return expected


def yield_distinct_readings(printed: Printed) -> Iterator[tuple[float, float]]:
    """The values and units of the readings, each once."""
    yield from dict.fromkeys((value, unit) for _how, value, unit in printed.readings)


def select_nearest_candidates(
    printed: Printed, candidates: Iterable[Candidate]
) -> tuple[Candidate, ...]:
    """The candidates that come nearest, each number once."""
    found: dict[float, Candidate] = {}
    for one in candidates:
        if one.value is not None and isfinite(one.value):
            found.setdefault(round_off(one.value), one)
    ordered = sorted(found.values(), key=lambda one: printed.distance(one.value) or 0.0)
    return tuple(ordered[:NEAREST])


def round_off(number: float | None) -> float:
    """The number without what rounding makes of equal ones."""
    return float(f"{number or 0.0:.10g}")


def describe_threshold(threshold: float | None) -> str:
    """From which grade on items are relevant."""
    return "grades as they are" if threshold is None else f"from {threshold:g} on"


@cache
def name_dated_library(name: str) -> str:
    """The library of `LIBRARY.METRIC`, with the version where that is named too."""
    from homonym.evaluation.recorded_metrics import (
        list_open_metrics,
        list_recorded_metrics,
    )

    if "==" not in name:
        return name.split(".", 1)[0]
    for one in (*list_recorded_metrics(), *list_open_metrics()):
        if name == one.dated:
            return f"{one.library}=={one.version}"
    return name


def build_identification_data(answer: Identification) -> dict[str, Any]:
    """An answer for a machine."""
    return {
        "tier": answer.tier,
        "tried": answer.tried,
        "expected_by_chance": answer.expected,
        "decides": answer.decides,
        "matches": [
            {
                "metric": str(one.candidate.variant),
                "k": one.candidate.k,
                "value": one.candidate.value,
                "made": one.how,
                "threshold": one.candidate.threshold,
                "conventions": one.candidate.conventions.chosen,
                "ties": one.candidate.conventions.ties,
                "computed_by": list(one.candidate.computed_by),
                "may_compute": list(one.candidate.may_compute),
            }
            for one in answer.matches
        ],
        "nearest": [
            {"metric": str(one.variant), "k": one.k, "value": one.value}
            for one in answer.nearest
        ],
        "further": build_question_data(answer.further),
        "bounds": list(answer.bounds),
        "matches_alone": answer.alone,
    }


def build_question_data(further: NextQuestion | None) -> dict[str, Any] | None:
    """What tells matches apart, for a machine."""
    if further is None:
        return None
    digits, number = further.digits, further.number
    return {
        "tried": further.tried,
        "facts": list(further.facts),
        "digits": digits and {"more": digits[0], "numbers": digits[1]},
        "number": number
        and {
            "metric": number[0].metric and str(number[0].metric),
            "k": number[0].k,
            "numbers": number[1],
        },
    }
