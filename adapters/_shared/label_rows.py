"""A row of labels and a row of scores for each user, for the libraries that know no
lists: a user without a row does not exist, nor does an item that is in none."""

from __future__ import annotations

from collections.abc import Callable

from homonym.adapters._shared.users import with_lists
from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase, Id

LabelRow = tuple[list[float], list[float]]
"""What a user's items are worth, and their scores."""


def grades(case: AnyCase, user: Id) -> dict[Id, float]:
    """The grades of the user's judged items."""
    if user not in case.truth:
        raise Refuse("a row has labels: of a user without a truth there are none")
    pairs = case.truth[user]
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refuse("an item has one label in a row: no pair is judged twice")
    return found


def row(case: AnyCase, user: Id, read: Callable[[float], float]) -> LabelRow:
    """The items of the user's list, in its order."""
    worth, listed = grades(case, user), case.recommendations[user]
    return [read(worth.get(i, 0.0)) for i, _ in listed], [score for _, score in listed]


def rows(
    case: AnyCase, read: Callable[[float], float], listed: bool = False
) -> list[LabelRow]:
    """A row for each user; of all candidates, unless the listed items are asked for."""
    users = with_lists(case)
    for user in () if listed else users:
        full_ranking(case, user)
    return [row(case, user, read) for user in users]


def full_ranking(case: AnyCase, user: Id) -> None:
    """Refuse a user for whom not every candidate has one score."""
    pairs = case.recommendations[user]
    scored, trained = {item for item, _ in pairs}, {*case.train.get(user, ())}
    if {*case.catalogue} - trained - scored or len(scored) < len(pairs):
        raise Refuse("a row has one score for every candidate")
