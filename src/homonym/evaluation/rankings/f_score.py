"""F score over tables."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import Any

import numpy as np
from ibis import _, ifelse

from homonym.equivalence.callers import CALLER
from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.rankings.ranks import count_hits_to_depth
from homonym.reference.variants import Variant

WITHOUT_HIT = {"zero": 0.0, "undefined": nan}


def f_score(asked: Asked) -> PartColumns:
    """F = (1 + b²) H / (b² r + ranks) of one user."""
    b2 = asked.numbers["beta"] ** 2
    hits = count_hits_to_depth(asked.plan, asked.depth)
    without = asked.chosen("without_hit", WITHOUT_HIT)
    above = ifelse(hits > 0, hits * (1 + b2), without)
    return PartColumns(above, _.r * b2 + count_evaluated_ranks(asked))


def count_evaluated_ranks(asked: Asked) -> Column:
    """How many ranks are looked at: k, or all that the list has."""
    return _.length if asked.depth is None else _.length * 0 + asked.depth


def combine_part_numbers(variant: Variant, found: Sequence[Any]) -> Any:
    """The number of a definition's parts, each combined: the F score of two means, 0
    where both are, or the one that there is; or arrays of them."""
    if len(found) == 1:
        return found[0]
    p, r = map(np.asarray, found)
    b2 = {**variant.home.parameters, **dict(variant.parameters)}["beta"] ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(p + r > 0, p * r * (1 + b2) / (p * b2 + r), p + r)


def build_mean_parts(asked: Asked) -> tuple[PartColumns, ...]:
    """A user's precision and recall, where an F score is that of their means."""
    if asked.names.get("combines") != "of_means" or asked.names["users"] == CALLER:
        return ()
    hits = count_hits_to_depth(asked.plan, asked.depth)
    return PartColumns(hits, count_evaluated_ranks(asked)), PartColumns(hits, _.r)
