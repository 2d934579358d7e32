"""How each measure orders the models: start at `build_standings`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from homonym.disagreement.joined_runs import Array
from homonym.disagreement.measures import Measure, NamedMeasure
from homonym.disagreement.scores import ScoredRuns, Scores
from homonym.disagreement.significance import NOTHING, Tested, weigh_pairs
from homonym.evaluation.bootstrap import Interval, draw_user_counts


@dataclass(frozen=True)
class Standing:
    """A measure's numbers: of each model; in each sample, a row a sample; tested: the
    differences; shares: what each user who counts brings; counted: who that is; chosen:
    the models that it is about.

    named: what gives these numbers; they are the same for all of it.
    """

    named: tuple[NamedMeasure, ...]
    values: Array
    drawn: Array
    tested: Tested
    shares: Array
    counted: Array
    chosen: Array

    @property
    def best(self) -> Array:
        """Which of the models have the greatest number."""
        return find_best_models(self.values)

    def of(self, columns: Array) -> Standing:
        """The same of some of the models alone, tested anew."""
        shares = self.shares[:, columns]
        return Standing(
            self.named,
            self.values[columns],
            self.drawn[:, columns],
            weigh_pairs(shares),
            shares,
            self.counted,
            columns,
        )


def find_best_models(values: Array) -> Array:
    """Which of the models have the greatest number, of each sample: several, where they
    share it."""
    known = np.nan_to_num(values, nan=-np.inf)
    return known >= known.max(axis=-1, keepdims=True) - NOTHING


def draw_all(scored: ScoredRuns, interval: Interval) -> dict[Measure, Array]:
    """Each measure's numbers in each sample: one sample serves all."""
    found: dict[Measure, list[Array]] = {one: [] for one in scored.scores}
    for times in draw_user_counts(len(scored.relevant), interval):
        for one, scores in scored.scores.items():
            found[one].append(scores.drawn(times))
    return {one: np.concatenate(its) for one, its in found.items()}


def build_standings(
    group: Sequence[NamedMeasure], scored: ScoredRuns, drawn: Mapping[Measure, Array]
) -> list[Standing]:
    """The standings of a group's measures; those of equal numbers are one."""
    alike: list[list[NamedMeasure]] = []
    for named in group:
        values = select_complete_values(scored.scores.get(named.measure))
        if values is None:
            continue
        for its in alike:
            first = scored.scores[its[0].measure]
            if np.allclose(first.values, values, rtol=0, atol=NOTHING):
                its.append(named)
                break
        else:
            alike.append([named])
    return [build_standing(its, scored, drawn) for its in alike]


def select_complete_values(scores: Scores | None) -> Array | None:
    """The numbers, where every model has one."""
    if scores is None or not np.isfinite(scores.values).all():
        return None
    return scores.values


def build_standing(
    alike: Sequence[NamedMeasure], scored: ScoredRuns, drawn: Mapping[Measure, Array]
) -> Standing:
    """That of some names of the same numbers."""
    measure = alike[0].measure
    scores = scored.scores[measure]
    counted = (scores.below != 0).any(axis=1)
    shares = scores.shares[counted]
    return Standing(
        tuple(alike),
        scores.values,
        drawn[measure],
        weigh_pairs(shares),
        shares,
        counted,
        np.arange(len(scored.models)),
    )
