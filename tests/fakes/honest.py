"""What the lying libraries have of honesty: a variant's own value, of changed data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from homonym.adapters.contract import Refuse
from homonym.datasets.tables import convert_to_case
from homonym.reference.case import AnyCase, Id, Scored, TableCase
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant


def computes(variant: str, case: AnyCase) -> float:
    """What a variant gives: these libraries are the oracle in disguise."""
    asked = case if isinstance(case, Case) else convert_to_case(case)
    value = Variant.with_defaults(variant).value(asked)
    return float("nan") if value is None else float(value)  # type: ignore[arg-type]


def listed(case: AnyCase) -> TableCase:
    """The case as a library has it: tables."""
    lists, truth = dict(case.recommendations), dict(case.truth)
    return TableCase(case.id, lists, truth, case.k, dict(case.train), case.catalogue)


def of_users(case: AnyCase, users: list[Id]) -> TableCase:
    """The case of these users of the truth alone."""
    whole = listed(case)
    return replace(whole, truth={user: whole.truth[user] for user in users})


def with_lists(case: AnyCase, change: Callable[[Scored], Scored]) -> TableCase:
    """The case with every list changed so."""
    whole = listed(case)
    lists = {user: change(pairs) for user, pairs in whole.recommendations.items()}
    return replace(whole, recommendations=lists)


def with_truth(case: AnyCase, change: Callable[[Scored], Scored]) -> TableCase:
    """The case with every user's truth changed so."""
    whole = listed(case)
    truth = {user: change(pairs) for user, pairs in whole.truth.items()}
    return replace(whole, truth=truth)


def graded(case: AnyCase, read: Callable[[float], float]) -> TableCase:
    """The case with every grade read so."""
    return with_truth(
        case, lambda pairs: tuple((item, read(grade)) for item, grade in pairs)
    )


def full_only(case: AnyCase) -> AnyCase:
    """The case, or Refuse where a list is cut."""
    if isinstance(case, Case) and any(user.unranked for user in case.users):
        raise Refuse("a cut list leaves items without a rank")
    return case
