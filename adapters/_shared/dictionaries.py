"""Dictionaries user -> item -> number, whose keys are strings, for the libraries that
take runs and judgements as trec_eval does."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase, Columns, Scored


def lists(case: AnyCase) -> dict[str, dict[str, float]]:
    """User -> item -> score."""
    if case.columns:
        return nested(case.columns, "predictions", float)
    return {str(user): once(pairs) for user, pairs in case.recommendations.items()}


def truth(case: AnyCase, read: Callable[[float], float]) -> dict[str, dict[str, Any]]:
    """User -> item -> grade."""
    if case.columns:
        return nested(case.columns, "truth", read)
    return {
        str(user): {item: read(grade) for item, grade in once(pairs).items()}
        for user, pairs in case.truth.items()
    }


@lru_cache(maxsize=3)  # the lists, and the truth as either kind of measure reads it
def nested(
    columns: Columns, table: str, read: Callable[[float], float]
) -> dict[str, dict[str, float]]:
    """User -> item -> number, of a large table, in which a pair stands once."""
    found: dict[str, dict[str, float]] = {}
    for user, item, number in columns.rows(table):
        found.setdefault(str(user), {})[str(item)] = read(number)
    return found


def once(pairs: Scored) -> dict[str, float]:
    """Item -> number."""
    found = {str(item): number for item, number in pairs}
    if len(found) < len(pairs):
        raise Refuse("it takes dictionaries: an item cannot stand in one twice")
    return found


def whole(grade: float) -> float:
    """1 for 1.0; what is not whole stays as it is."""
    return int(grade) if float(grade).is_integer() else grade
