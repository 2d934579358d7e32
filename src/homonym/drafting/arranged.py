"""A case, arranged as functions of metrics take it: what a draft has above its metrics.

`homonym.drafting.shapes` says which of them a shape calls. Each rearranges and decides
nothing; what it would have to invent it refuses. A draft has their text, so that they
name nothing of homonym's but its public names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from homonym.adapters.contract import Refuse, Value
from homonym.reference.case import AnyCase


def each(case: AnyCase, metric: Callable[[list[Any], dict[Any, float]], Any]) -> Value:
    """Every user's number: the mean is left to whoever calls the function."""
    found = []
    for user, judged in users(case):
        found.append(number(metric(ranked(case.recommendations[user]), judged)))
    return Value(None, tuple(found))


def each_scored(
    case: AnyCase, metric: Callable[[list[float], dict[Any, float]], Any]
) -> Value:
    """The same, of the scores of a user's candidates and their grades, in one order."""
    found = []
    for user, judged in users(case):
        scores = scores_of(case, user)
        grades = {item: judged.get(item, 0.0) for item in scores}
        found.append(number(metric(list(scores.values()), grades)))
    return Value(None, tuple(found))


def users(case: AnyCase) -> list[tuple[Any, dict[Any, float]]]:
    """Every user with the grades of the judged items."""
    if set(case.truth) != set(case.recommendations):
        raise Refuse("it takes one user's list and truth: a user has both")
    return [(user, grades_of(pairs)) for user, pairs in case.truth.items()]


def grades_of(pairs: Iterable[tuple[Any, float]]) -> dict[Any, float]:
    """item -> grade."""
    judged = list(pairs)
    if len(dict(judged)) < len(judged):
        raise Refuse("its truth has an item once: a pair cannot stand in it twice")
    return dict(judged)


def ranked(pairs: Sequence[tuple[Any, float]]) -> list[Any]:
    """The items, best first, where their scores say so."""
    scores = [score for item, score in pairs]
    if not all(better > worse for better, worse in pairwise(scores)):
        raise Refuse("it takes no scores: their order is its caller's")
    return [item for item, score in pairs]


def relevant(judged: dict[Any, float]) -> list[Any]:
    """The relevant items."""
    if any(grade < 1 for grade in judged.values()):
        raise Refuse("it takes relevant items: what another grade is, is its caller's")
    return list(judged)


def target(judged: dict[Any, float]) -> Any:
    """The one relevant item."""
    if len(judged) != 1:
        raise Refuse("it takes one relevant item a user")
    return relevant(judged)[0]


def hits(items: Sequence[Any], judged: dict[Any, float]) -> list[int]:
    """1 for a relevant item and 0 for another, in the order of the items."""
    if len(set(items)) < len(items):
        raise Refuse("it takes no items: what an item twice counts is its caller's")
    wanted = relevant(judged)
    return [int(item in wanted) for item in items]


def grades(items: Sequence[Any], judged: dict[Any, float]) -> list[float]:
    """The grades in the order of the items, 0 where nobody judged."""
    if len(set(items)) < len(items):
        raise Refuse("it takes no items: what an item twice counts is its caller's")
    return [judged.get(item, 0.0) for item in items]


def best_first(judged: dict[Any, float]) -> list[float]:
    """All grades, the best first."""
    return sorted(judged.values(), reverse=True)


def scores_of(case: AnyCase, user: Any) -> dict[Any, float]:
    """item -> score of a user's candidates, in the order of the catalogue."""
    given = dict(case.recommendations[user])
    if len(given) < len(case.recommendations[user]):
        raise Refuse("it takes a score an item: an item cannot stand in it twice")
    candidates = set(case.catalogue) - set(case.train.get(user, ()))
    if set(given) != candidates:
        raise Refuse("it takes a score for every candidate: some have none")
    return {item: given[item] for item in case.catalogue if item in given}


def labels(judged: dict[Any, float]) -> list[int]:
    """1 for a relevant item and 0 for another."""
    if any(0 < grade < 1 or grade < 0 for grade in judged.values()):
        raise Refuse("it takes 0 and 1: what another grade is, is its caller's")
    return [int(grade >= 1) for grade in judged.values()]


def array(values: Iterable[Any]) -> Any:
    """The same as an array of numpy."""
    import numpy as np

    return np.array(list(values))


def lists(case: AnyCase) -> dict[Any, list[Any]]:
    """user -> items, best first."""
    found = case.recommendations.items()
    return {user: ranked(pairs) for user, pairs in found}


def truth(case: AnyCase) -> dict[Any, list[Any]]:
    """user -> relevant items."""
    return {user: relevant(grades_of(pairs)) for user, pairs in case.truth.items()}


def graded_truth(case: AnyCase) -> dict[Any, dict[Any, float]]:
    """user -> item -> grade."""
    return {user: grades_of(pairs) for user, pairs in case.truth.items()}


def targets(case: AnyCase) -> dict[Any, Any]:
    """user -> the one relevant item."""
    return {user: target(grades_of(pairs)) for user, pairs in case.truth.items()}


def in_order(found: Mapping[Any, Any], case: AnyCase) -> list[Any]:
    """Each user's, one after another."""
    return [found[user] for user, judged in users(case)]


def hits_of_all(case: AnyCase) -> list[list[int]]:
    """The hits of every user."""
    every = users(case)
    return [hits(ranked(case.recommendations[u]), judged) for u, judged in every]


def firsts(found: Mapping[Any, list[Any]], k: int) -> dict[Any, list[Any]]:
    """The first k of every user."""
    return {user: items[:k] for user, items in found.items()}


def score_matrix(case: AnyCase) -> Any:
    """users × items: the scores; minus infinity for what is no candidate."""
    nothing = float("-inf")
    rows = [scores_of(case, user) for user, judged in users(case)]
    return array([row.get(item, nothing) for item in case.catalogue] for row in rows)


def grade_matrix(case: AnyCase) -> Any:
    """users × items: the grades, 0 where nobody judged."""
    rows = [judged for user, judged in users(case)]
    return array([row.get(item, 0.0) for item in case.catalogue] for row in rows)


def label_matrix(case: AnyCase) -> Any:
    """users × items: 1 for a relevant item and 0 for another."""
    every = [judged for user, judged in users(case)]
    rows = [
        {item: judged.get(item, 0.0) for item in case.catalogue} for judged in every
    ]
    return array(labels(row) for row in rows)


def scores_of_all(case: AnyCase) -> list[float]:
    """The scores of every user's candidates, one user after another."""
    return [n for user, _ in users(case) for n in scores_of(case, user).values()]


def labels_of_all(case: AnyCase) -> list[int]:
    """The labels of the same."""
    found = []
    for user, judged in users(case):
        found += labels({item: judged.get(item, 0.0) for item in scores_of(case, user)})
    return found


def predicted(case: AnyCase) -> dict[Any, dict[Any, float]]:
    """user -> item -> prediction of what has a true value."""
    found = {}
    for user, pairs in case.recommendations.items():
        found[user] = dict(pairs)
        if len(found[user]) < len(pairs):
            raise Refuse("it takes a prediction an item: none can stand in it twice")
    return found


def true_values(case: AnyCase) -> list[float]:
    """The true values, one user after another."""
    return [n for judged in graded_truth(case).values() for n in judged.values()]


def predictions(case: AnyCase) -> list[float]:
    """The predictions of the same."""
    known, judged = predicted(case), graded_truth(case)
    wanted = [(user, item) for user, items in judged.items() for item in items]
    if {*wanted} != {(user, item) for user, items in known.items() for item in items}:
        raise Refuse("it takes a prediction for every true value, and no other")
    return [known[user][item] for user, item in wanted]


def qrels(case: AnyCase) -> dict[str, dict[str, int]]:
    """user -> item -> grade, with ids that are strings and grades that are whole."""
    found = {}
    for user, pairs in case.truth.items():
        judged = grades_of(pairs)
        if any(grade != int(grade) for grade in judged.values()):
            raise Refuse("its grades are whole numbers")
        found[str(user)] = {str(item): int(grade) for item, grade in judged.items()}
    return found


def run(case: AnyCase) -> dict[str, dict[str, float]]:
    """user -> item -> score, with ids that are strings."""
    found = {}
    for user, pairs in case.recommendations.items():
        if len(dict(pairs)) < len(pairs):
            raise Refuse("its run is a dictionary: an item cannot stand in it twice")
        found[str(user)] = {str(item): score for item, score in pairs}
    return found


def frame(pairs: Mapping[Any, Iterable[tuple[Any, float]]], *columns: str) -> Any:
    """Users' pairs as a table of pandas."""
    import pandas as pd

    rows = [(user, item, n) for user, found in pairs.items() for item, n in found]
    return pd.DataFrame(rows, columns=columns)


def number(found: Any) -> float:
    """The one number in what a function returned."""
    while not isinstance(found, str) and getattr(found, "shape", None) != ():
        if isinstance(found, Mapping):
            found = list(found.values())
        if not hasattr(found, "__len__"):
            break
        if len(found) != 1:
            raise TypeError(f"it returned {len(found)} numbers where one is asked for")
        found = found[0]
    return float(found)


def whole(found: Any, case: AnyCase) -> float | Value:
    """The number of all users, or every user's where it returned so many."""
    if isinstance(found, Mapping):
        if {*map(str, found)} != {*map(str, case.truth)}:
            return number(found)
        found = list(found.values())
    if hasattr(found, "__len__") and len(found) == len(case.truth):
        return Value(None, tuple(map(number, found)))
    return number(found)
