"""F score over tables."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Any

from ibis import _, ifelse

from homonym.evaluation.lookups import Column
from homonym.evaluation.plan import Asked, Part
from homonym.evaluation.rankings.ranks import found
from homonym.evaluation.rankings.users import CALLER, combined

WITHOUT_HIT = {"zero": 0.0, "undefined": nan}


def f_score(asked: Asked) -> Part:
    """F = (1 + b²) H / (b² r + ranks) of one user."""
    b2 = asked.numbers["beta"] ** 2
    hits = found(asked.plan, asked.depth)
    without = asked.chosen("without_hit", WITHOUT_HIT)
    above = ifelse(hits > 0, hits * (1 + b2), without)
    return Part(above, _.r * b2 + ranks(asked))


def ranks(asked: Asked) -> Column:
    """How many ranks are looked at: k, or all that the list has."""
    return _.length if asked.depth is None else _.length * 0 + asked.depth


def of_means(asked: Asked) -> Column | None:
    """`users` combines precision and recall, then the F score of the two; None where
    the F score of each user is combined."""
    if not (two := two_means(asked)):
        return None
    way, b2 = asked.names["users"], asked.numbers["beta"] ** 2
    p, r = (combined(way, part) for part in two)
    return of_two(p, r, b2, ifelse)


def of_two(p: Any, r: Any, b2: float, choose: Callable[..., Any]) -> Any:
    """The F score of a precision and a recall, 0 where both are; choose: the first or
    the second by a condition, for columns or for arrays."""
    return choose(p + r > 0, p * r * (1 + b2) / (p * b2 + r), p + r)


def two_means(asked: Asked) -> tuple[Part, ...]:
    """A user's precision and recall, where an F score is that of their means."""
    if asked.names.get("combines") != "of_means" or asked.names["users"] == CALLER:
        return ()
    hits = found(asked.plan, asked.depth)
    return Part(hits, ranks(asked)), Part(hits, _.r)
