"""How a case is varied where a value must not change, whatever the type of case.

Each works on the tables that adapters read, but for `vary_scores`: there a value may
change, and tells that it depends on scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from homonym.reference.case import (
    AnyCase,
    Id,
    ScoredLists,
    TableCase,
    is_relevant,
)

C = TypeVar("C")


def leave_case_unchanged(case: C) -> C:
    """Nothing is varied: the call is the same."""
    return case


def users_reordered(case: AnyCase) -> TableCase:
    """The users in the opposite order."""
    return lists_reordered(truth_reordered(case))


def lists_reordered(case: AnyCase) -> TableCase:
    """The users in the opposite order in the lists alone."""
    turned = dict([*case.recommendations.items()][::-1])
    return replace(TableCase.like(case), recommendations=turned)


def truth_reordered(case: AnyCase) -> TableCase:
    """The users in the opposite order in the truth alone."""
    turned = dict([*case.truth.items()][::-1])
    return replace(TableCase.like(case), truth=turned)


def judged_reordered(case: AnyCase) -> TableCase:
    """Every user's items in the opposite order in the truth."""
    turned = {user: pairs[::-1] for user, pairs in case.truth.items()}
    return replace(TableCase.like(case), truth=turned)


def rows_reordered(case: AnyCase) -> TableCase:
    """Every user's rows in the opposite order, in both tables."""

    def turned(rows: ScoredLists) -> ScoredLists:
        return {user: pairs[::-1] for user, pairs in rows.items()}

    return replace(
        TableCase.like(case),
        recommendations=turned(case.recommendations),
        truth=turned(case.truth),
    )


def ids_relabelled(case: AnyCase) -> TableCase:
    """Users and items counted down to 0 instead of up from 1."""
    users, items = len({*case.truth, *case.recommendations}), len(case.catalogue)
    return relabel_case(
        case,
        lambda user: users - _require_integer_id(user),
        lambda item: items - _require_integer_id(item),
    )


def first_hit_is_item_0(case: AnyCase) -> TableCase:
    """The first user's first relevant item goes by 0; the ids of all others are moved
    around as far."""
    (truth, *_), count = case.truth.values(), len(case.catalogue)
    hits = [_require_integer_id(item) for item, grade in truth if is_relevant(grade)]
    first = hits[0] if hits else 0
    return relabel_case(
        case,
        lambda user: user,
        lambda item: (_require_integer_id(item) - first) % count,
    )


def relabel_case(
    case: AnyCase, user: Callable[[Id], Id], item: Callable[[Id], int]
) -> TableCase:
    """The case with other names for its users and items."""

    def renamed(rows: ScoredLists) -> ScoredLists:
        return {
            user(who): tuple((item(i), n) for i, n in pairs)
            for who, pairs in rows.items()
        }

    return replace(
        TableCase.like(case),
        recommendations=renamed(case.recommendations),
        truth=renamed(case.truth),
        train={
            user(who): tuple(item(one) for one in row)
            for who, row in case.train.items()
        },
        catalogue=tuple(sorted(map(item, case.catalogue))),
        groups={item(one): group for one, group in case.groups.items()},
        user_groups={user(who): group for who, group in case.user_groups.items()},
        expected=renamed(case.expected),
        aspects={item(one): of for one, of in case.aspects.items()},
    )


def scores_shifted(case: AnyCase) -> TableCase:
    """1 added to every score."""
    return _change_list_scores(case, lambda score: score + 1)


def scores_scaled(case: AnyCase) -> TableCase:
    """Every score times 10."""
    return _change_list_scores(case, lambda score: score * 10)


def other_cut_offs(case: AnyCase) -> TableCase:
    """Two other cut-offs asked for in the same call."""
    return replace(TableCase.like(case), also=(case.k + 1, 1 if case.k > 1 else 3))


def same_object(case: AnyCase) -> TableCase:
    """One object asked twice: what it answers the second time."""
    return replace(TableCase.like(case), twice=True)


def other_metrics(case: AnyCase) -> TableCase:
    """Other metrics asked for in the same call."""
    return replace(TableCase.like(case), together=True)


CHANGES: tuple[Callable[[float, int], float], ...] = (
    lambda score, n: score + n,
    lambda score, n: score - n,
    lambda score, n: (score - 0.5) * 10**n,
    lambda score, n: (score - 0.5) / 10**n,
)
"""What is done to the scores of the nth user: the users' lists are parted, or put into
one another; the order of each stays as it is."""


def vary_scores(case: Any) -> Iterator[Any]:
    """The case of lists with other scores, in each of these ways."""
    for change in CHANGES:
        users = (
            replace(user, scores=tuple(change(score, n) for score in user.scores))
            for n, user in enumerate(case.users, start=1)
        )
        yield replace(case, users=tuple(users))


def _require_integer_id(name: Id) -> int:
    """An id of a case that is a line: those are numbers."""
    assert isinstance(name, int)
    return name


def _change_list_scores(case: AnyCase, change: Callable[[float], float]) -> TableCase:
    lists = {
        user: tuple((item, change(score)) for item, score in pairs)
        for user, pairs in case.recommendations.items()
    }
    return replace(TableCase.like(case), recommendations=lists)
