"""People's own lists, as Python has them, made into a case.

Start at `build_case_from_lists`. What no definition says is not decided here: it raises
UserError.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import isfinite, isnan
from numbers import Real
from operator import index
from typing import Any

from homonym.errors import UserError, in_brief
from homonym.reference.case import (
    RELEVANT,
    Id,
    Scored,
    ScoredLists,
    TableCase,
    is_relevant,
)

UserLists = Mapping[Any, Iterable[Any] | Mapping[Any, float]]
"""user -> items, or user -> item -> number."""
NOT_SAID = "no definition says what such a user counts; leave the user out of both"


def build_case_from_lists(
    recommendations: UserLists,
    truth: UserLists,
    k: int,
    train: Mapping[Any, Iterable[Any]] | None = None,
    catalogue: Iterable[Any] | None = None,
) -> TableCase:
    """The case of these lists; the arguments are as in `homonym.value`."""
    check_cut_off(k)
    ranked = require_lists_by_user("recommendations", recommendations)
    lists = {user: read_ranked_items(user, its) for user, its in ranked.items()}
    relevant = require_lists_by_user("truth", truth)
    judged = {user: read_graded_items(user, its) for user, its in relevant.items()}
    check_users(lists, judged)
    check_items(lists, judged)
    seen = require_lists_by_user("train", {} if train is None else train)
    trained = {
        user: tuple(
            read_item_list(its, f"list of training items of user {in_brief(user)}")
        )
        for user, its in seen.items()
    }
    in_order = {user: judged[user] for user in lists}
    every = () if catalogue is None else tuple(read_item_list(catalogue, "catalogue"))
    found = TableCase("your lists", lists, in_order, index(k), trained, every)
    if catalogue is not None:
        check_catalogue(found)
    check_train(found)
    return found


def check_cut_off(k: object) -> None:
    """UserError for what is no whole number from 1 on."""
    whole = hasattr(k, "__index__") and not isinstance(k, bool)
    if not whole or index(k) < 1:  # type: ignore[arg-type]
        raise UserError(
            f"the cut-off k is {in_brief(k)}; it must be a whole number of 1 or more"
        )


def require_lists_by_user(name: str, given: UserLists) -> UserLists:
    """What is given, where it is by user; UserError for anything else."""
    if not isinstance(given, Mapping):
        raise UserError(
            f"{name} is {in_brief(given)}: give lists by user, as in {{'ann': […]}}"
        )
    for user in given:
        check_id(user, "user", name)
    return given


def read_ranked_items(user: Id, given: Any) -> Scored:
    """A user's items with scores, best first: those given, ties in their order, or such
    as fall with the rank."""
    if isinstance(given, Mapping):
        pairs = read_item_numbers(user, given, "score")
        return tuple(sorted(pairs, key=lambda pair: -pair[1]))
    if isinstance(given, set | frozenset):
        raise UserError(
            f"the list of user {in_brief(user)} is a set, which has no order: give a "
            "list, best first, or item -> score"
        )
    found = read_item_list(given, f"list of user {in_brief(user)}")
    return tuple((item, 1 - rank / len(found)) for rank, item in enumerate(found))


def read_graded_items(user: Id, given: Any) -> Scored:
    """A user's items with grades, 0 or more: those given, or 1."""
    if not isinstance(given, Mapping):
        found = read_item_list(given, f"truth of user {in_brief(user)}")
        return tuple((item, RELEVANT) for item in found)
    pairs = read_item_numbers(user, given, "grade")
    for item, grade in pairs:
        if grade < 0:
            raise UserError(
                f"the grade of item {in_brief(item)} of user {in_brief(user)} is "
                f"{grade:g}: it must be 0 or more"
            )
    return pairs


def read_item_numbers(user: Id, given: Mapping[Id, Any], what: str) -> Scored:
    """A user's items with finite numbers; UserError for what is none."""
    found = []
    for item, number in given.items():
        check_id(item, "item", f"the {what}s of user {in_brief(user)}")
        if not isfinite(value := convert_given_number(number)):
            raise UserError(
                f"the {what} of item {in_brief(item)} of user {in_brief(user)} is "
                f"{in_brief(number)}: it must be a finite number"
            )
        found.append((item, value))
    return tuple(found)


def convert_given_number(given: Any) -> float:
    """The number, as Python's or numpy's types have it; NaN for what is none, as a text
    is, or for one that is too large."""
    try:
        return float(given) if hasattr(given, "__float__") else float("nan")
    except (TypeError, ValueError, OverflowError):
        return float("nan")


def read_item_list(given: Any, what: str) -> list[Id]:
    """Items, each once; UserError for what is no list of items."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise UserError(f"the {what} is {in_brief(given)}: give a list of items")
    found = list(given)
    seen: set[Id] = set()
    for item in found:
        check_id(item, "item", f"the {what}")
        if item in seen:
            raise UserError(
                f"item {in_brief(item)} stands twice in the {what}: an item may stand "
                "there once"
            )
        seen.add(item)
    return found


def check_id(given: object, kind: str, where: str) -> None:
    """UserError for what names no user or item: a list, None, NaN, which equals
    nothing, or a pair of an item and its score."""
    missing = given is None or (isinstance(given, Real) and isnan(given))
    pair = kind == "item" and isinstance(given, tuple)
    if missing or pair or not isinstance(given, Hashable):
        raise UserError(
            f"{in_brief(given)} in {where} can be no {kind}: give a text or a number"
        )


def check_users(lists: ScoredLists, judged: ScoredLists) -> None:
    """UserError for a user without a list or without a relevant item."""
    if not lists:
        raise UserError("there are no users: give recommendations and truth by user")
    for user in [*lists, *judged]:
        if not lists.get(user):
            raise UserError(
                f"user {in_brief(user)} has no list: {NOT_SAID}, or give a list"
            )
        if not any(is_relevant(grade) for _, grade in judged.get(user, ())):
            raise UserError(
                f"user {in_brief(user)} has no relevant item in the truth: {NOT_SAID}, "
                "or give an item (with a grade, one of 1 or more)"
            )


def check_items(lists: ScoredLists, judged: ScoredLists) -> None:
    """UserError where no item can be found, because the lists write ids otherwise."""
    listed, known = (
        {item for pairs in table.values() for item, _ in pairs}
        for table in (lists, judged)
    )
    kinds, others = ({type(item).__name__ for item in ids} for ids in (listed, known))
    if listed.isdisjoint(known) and kinds.isdisjoint(others):
        raise UserError(
            f"items are {' and '.join(sorted(kinds))} in the lists and "
            f"{' and '.join(sorted(others))} in the truth, and none is in both: write "
            "them alike"
        )


def check_train(table: TableCase) -> None:
    """UserError for a training item that was a candidate all the same: it cannot be
    one of those that were none."""
    both = {"list": table.recommendations, "truth": table.truth}
    for user, trained in table.train.items():
        none = frozenset(trained)
        for what, its in both.items():
            for item, _ in its.get(user, ()):
                if item in none:
                    raise UserError(
                        f"item {in_brief(item)} is in the {what} of user "
                        f"{in_brief(user)} and among the training items, which were no "
                        "candidates: leave it out of one of them"
                    )


def check_catalogue(table: TableCase) -> None:
    """UserError for an item that is not in the catalogue."""
    known = set(table.catalogue)
    for user in table.recommendations:
        for item in table.train.get(user, ()):
            if item not in known:
                raise UserError(
                    f"the training item {in_brief(item)} of user {in_brief(user)} is "
                    "not in the catalogue, which must hold every item"
                )
    for pairs in (*table.recommendations.values(), *table.truth.values()):
        for item, _ in pairs:
            if item not in known:
                raise UserError(
                    f"item {in_brief(item)} is not in the catalogue, which must hold "
                    "every item"
                )
