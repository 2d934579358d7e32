"""Whether the choice of definition changes who wins: start at `judge_runs`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from homonym.disagreement.comparisons import MeasurePair, compare_standings
from homonym.disagreement.flips import Flip, yield_model_flips
from homonym.disagreement.joined_runs import Array
from homonym.disagreement.kinds_of_models import list_model_kinds, select_best_of_kinds
from homonym.disagreement.measures import (
    Measure,
    MeasureGroups,
    choose_rankings,
    group_by_family,
    group_recorded_metrics,
    list_left_rankings,
)
from homonym.disagreement.scores import ScoredRuns, score_runs
from homonym.disagreement.significance import load_scipy
from homonym.disagreement.standings import Standing, build_standings, draw_all
from homonym.errors import UserError, in_brief
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluate import check_cut_offs
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.reading import Given
from homonym.reference.variants import Variant

LIBRARIES, DEFINITIONS = "libraries", "definitions"


@dataclass(frozen=True)
class DissentQuestion:
    """What is asked: the cut-off; metrics, as `choose_rankings` takes them; the usual
    conventions; how samples are drawn; alpha: a difference with a smaller adjusted
    p-value is significant."""

    k: int
    metrics: Sequence[str] = ()
    conventions: Conventions = field(default_factory=Conventions)
    interval: Interval = field(default_factory=Interval)
    alpha: float = 0.05

    def __post_init__(self) -> None:
        check_cut_offs([self.k])
        if not isinstance(self.alpha, float) or not 0 < self.alpha < 1:
            raise UserError(
                f"alpha is {in_brief(self.alpha)}; it must lie between 0 and 1, such "
                "as 0.05"
            )


@dataclass(frozen=True)
class Group:
    """Measures that are compared with one another. title: the family, or the name that
    metrics bear; what: `definitions` or `libraries`; kinds: the standings and
    comparisons of the best of each kind of model, none of a single kind."""

    title: str
    what: str
    standings: Sequence[Standing]
    comparisons: Sequence[MeasurePair]
    kinds: tuple[Sequence[Standing], Sequence[MeasurePair]]


@dataclass(frozen=True)
class Dissent:
    """The answer. models: the runs' names; many: whether a user has more than k
    relevant items; without: definitions that no user has one part of, which are not
    compared; faults: what is wrong with the tables, those of all runs together; left:
    definitions of names that need more than lists and truth, and are not compared."""

    question: DissentQuestion
    models: tuple[str, ...]
    many: Array
    groups: Sequence[Group]
    without: tuple[Variant, ...]
    faults: tuple[Fault, ...] = ()
    left: tuple[Variant, ...] = ()

    def flips(self, group: Group, found: MeasurePair) -> Iterator[Flip]:
        """The pairs that two measures of a group order otherwise, both significantly,
        the surest first."""
        return yield_model_flips(found, group.standings, self.many)


def judge_runs(
    inputs: Inputs, runs: Mapping[str, Given], question: DissentQuestion
) -> Dissent:
    """What each definition says of each pair of models.

    inputs: the truth, and how tables are read; its predictions are not looked at.
    Raises UserError for fewer than two runs, and as `evaluate_inputs` does.
    """
    load_scipy()
    variants, usual = choose_rankings(question.metrics), question.conventions
    groups = {
        LIBRARIES: group_recorded_metrics(variants, usual),
        DEFINITIONS: group_by_family(variants, usual),
    }
    scored = score_runs(inputs, runs, question.k, list_asked_measures(groups), usual)
    many = scored.relevant > question.k
    found = compare_measure_groups(groups, scored, question)
    rest = scored.without, scored.faults, list_left_rankings(question.metrics)
    return Dissent(question, scored.models, many, found, *rest)


def list_asked_measures(groups: Mapping[str, MeasureGroups]) -> list[Measure]:
    """All that is asked of the tables."""
    return [
        one.measure
        for its in groups.values()
        for named in its.values()
        for one in named
    ]


def compare_measure_groups(
    groups: Mapping[str, MeasureGroups], scored: ScoredRuns, question: DissentQuestion
) -> list[Group]:
    """The groups of more than one number, each two of its measures compared."""
    drawn = draw_all(scored, question.interval)
    found = []
    for what, its in groups.items():
        for title, named in its.items():
            standings = build_standings(named, scored, drawn)
            if len(standings) > 1:
                found.append(
                    build_dissent_group(title, what, standings, scored, question)
                )
    return found


def build_dissent_group(
    title: str,
    what: str,
    standings: Sequence[Standing],
    scored: ScoredRuns,
    question: DissentQuestion,
) -> Group:
    """A group's comparisons, of all models and of the best of each kind."""
    asked = question.interval, question.alpha
    kinds: Sequence[Standing] = []
    if 1 < len(list_model_kinds(scored.models)) < len(scored.models):
        kinds = select_best_of_kinds(standings, scored.models)
    both = kinds, compare_standings(kinds, *asked)
    return Group(title, what, standings, compare_standings(standings, *asked), both)
