"""The answer as plain data, for JSON, CSV and pages: start at `build_dissent_data`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from math import isfinite
from typing import Any

from homonym.disagreement.comparisons import IntervalEstimate, MeasurePair
from homonym.disagreement.dissent import DEFINITIONS, LIBRARIES, Dissent, Group
from homonym.disagreement.flips import ModelDifference
from homonym.disagreement.kinds_of_models import list_model_kinds
from homonym.disagreement.significance import list_model_pairs
from homonym.disagreement.standings import Standing
from homonym.disagreement.winners import count_winners
from homonym.disagreement.words import Data, tell_answer
from homonym.evaluation.faults import Fault

SCHEMA = 1
SHOWN = 5
"""So many of the pairs that two measures order otherwise stand beside their count."""
ESTIMATES = ("inversion", "pearson", "tau")


def build_dissent_data(found: Dissent, flips: int = SHOWN) -> dict[str, Any]:
    """All of it; flips: how many pairs of models stand with each comparison, the surest
    first. Measures, models and kinds are named by their places."""
    asked = found.question
    data = {
        "schema": SCHEMA,
        "label": "measured",
        "k": asked.k,
        "users": len(found.many),
        "users_with_more": int(found.many.sum()),
        "conventions": {**asked.conventions.chosen, "ties": asked.conventions.ties},
        "interval": asdict(asked.interval),
        "alpha": asked.alpha,
        "faults": [build_fault_data(one) for one in found.faults],
        "models": list(found.models),
        "kinds": list_model_kinds(found.models),
        "winners": {
            what: build_winner_data(found, what) for what in (LIBRARIES, DEFINITIONS)
        },
        "groups": [group_as_data(found, group, flips) for group in found.groups],
        "without": [str(one) for one in found.without],
        "left_out": [str(one) for one in found.left],
    }
    return {**data, "answer": tell_answer(data)}


def build_fault_data(fault: Fault) -> Data:
    """What is wrong with the tables, how often, and what was done about it."""
    told = {"fault": fault.key, "what": fault.what}
    return {**told, "count": fault.count, "done": fault.done}


def build_winner_data(found: Dissent, what: str) -> Data:
    """Of how many pairs of measures the best model is another."""
    groups = [one for one in found.groups if one.what == what]
    its = count_winners([one.standings for one in groups], found.question.interval)
    lower, upper = its.bounds or (None, None)
    counts = {"pairs": its.pairs, "another": its.another}
    return {
        **counts,
        "lower": round_dissent_number(lower),
        "upper": round_dissent_number(upper),
    }


def group_as_data(found: Dissent, group: Group, flips: int) -> Data:
    """A group's measures and comparisons."""
    standings, comparisons = group.kinds
    return {
        "title": group.title,
        "what": group.what,
        "measures": [measure_as_data(one) for one in group.standings],
        "comparisons": [
            {
                **build_measure_pair_data(one, group.standings),
                "flips": list(islice(yield_flip_data(found, group, one), flips)),
            }
            for one in group.comparisons
        ],
        "kinds": {
            "best": [one.chosen.tolist() for one in standings],
            "comparisons": [
                {
                    **build_measure_pair_data(one, standings),
                    "flips": list_kind_flips(one, standings),
                }
                for one in comparisons
            ],
        },
    }


def measure_as_data(standing: Standing) -> Data:
    """A measure: all names of its numbers, and the number of each model."""
    first = standing.named[0].measure
    by = dict.fromkeys(name for one in standing.named for name in one.computed_by)
    may = dict.fromkeys(name for one in standing.named for name in one.may_compute)
    return {
        "names": [one.title for one in standing.named],
        "definition": str(first.variant),
        "conventions": {**first.conventions.chosen, "ties": first.conventions.ties},
        "computed_by": list(by),
        "may_compute": list(may),
        "values": [round_dissent_number(one) for one in standing.values.tolist()],
    }


def build_measure_pair_data(found: MeasurePair, standings: Sequence[Standing]) -> Data:
    """Two measures: counts of pairs, how alike the orders are, and the best by each."""
    own = standings[found.one], standings[found.other]
    best = name_best_models(*own)
    first, second = list_model_pairs(len(own[0].values))
    among = {*zip(first[found.surely], second[found.surely], strict=True)}
    return {
        "one": found.one,
        "other": found.other,
        "pairs": found.pairs,
        "reversed": found.reversed,
        "significant": found.significant,
        "reversed_significant": len(found.surely),
        **{name: build_interval_data(getattr(found, name)) for name in ESTIMATES},
        "best": [int(one.chosen[at]) for one, at in zip(own, best, strict=True)],
        "another_wins": best[0] != best[1],
        "another_wins_significantly": (min(best), max(best)) in among,
    }


def name_best_models(one: Standing, other: Standing) -> tuple[int, int]:
    """The first of the models that are the best by both, twice; where none is, the
    first of those by each."""
    both = one.best & other.best
    mine, its = (both, both) if both.any() else (one.best, other.best)
    return int(mine.argmax()), int(its.argmax())


def yield_flip_data(found: Dissent, group: Group, one: MeasurePair) -> Iterator[Data]:
    """The pairs that two measures order otherwise, both significantly."""
    for flip in found.flips(group, one):
        yield {
            "better": flip.better,
            "worse": flip.worse,
            "by_one": build_difference_data(flip.by_one),
            "by_other": build_difference_data(flip.by_other),
        }


def list_kind_flips(
    found: MeasurePair, standings: Sequence[Standing]
) -> list[list[int]]:
    """The same of kinds, by their places: the one that is better by the first."""
    first, second = list_model_pairs(len(standings[0].values))
    values = standings[found.one].values
    pairs = zip(first[found.surely], second[found.surely], strict=True)
    return [
        [int(a), int(b)] if values[a] > values[b] else [int(b), int(a)]
        for a, b in pairs
    ]


def build_difference_data(found: ModelDifference) -> dict[str, float | None]:
    """A difference, its p-value, and whose users bring which part."""
    return {
        "difference": round_dissent_number(found.value),
        "p": float(f"{found.p:.3g}"),
        "up_to_k": round_dissent_number(found.few),
        "more": round_dissent_number(found.many),
    }


def build_interval_data(found: IntervalEstimate) -> dict[str, float | None]:
    """A number and the ends of its interval."""
    ends = found.bounds or (None, None)
    return {
        "value": round_dissent_number(found.value),
        "lower": round_dissent_number(ends[0]),
        "upper": round_dissent_number(ends[1]),
    }


def round_dissent_number(number: float | None) -> float | None:
    """A number to nine decimals; None for what JSON has not."""
    return None if number is None or not isfinite(number) else round(number, 9)
