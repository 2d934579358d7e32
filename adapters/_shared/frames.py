"""Tables of pandas, one row a pair, for the libraries that take truth and lists so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from homonym.adapters.contract import Refuse
from homonym.reference.case import (
    RELEVANT,
    AnyCase,
    Columns,
    Id,
    ScoredLists,
    is_relevant,
)


def table(rows: ScoredLists, ids: Sequence[str], number: str) -> Any:
    """One row a pair, in the order given; the number is a float even when empty."""
    import pandas as pd

    pairs = [(user, item) for user, scored in rows.items() for item, _ in scored]
    numbers = [value for scored in rows.values() for _, value in scored]
    found = pd.DataFrame(pairs, columns=list(ids))
    found[number] = pd.Series(numbers, dtype="float64")
    return found


def in_columns(columns: Columns, rows: str, names: dict[str, str]) -> Any:
    """A large table as it is read, without a copy; names: what its columns are called
    here."""
    import pandas as pd

    read = columns.read(rows, *names)
    return pd.DataFrame(dict(zip(names.values(), read, strict=True)), copy=False)


def tables(
    case: AnyCase, ids: Sequence[str], grade: str, score: str
) -> tuple[Any, Any]:
    """(truth, lists); an empty table has the other's types of ids, as it has none."""
    if case.columns:
        named = dict(zip(("user", "item"), ids, strict=True))
        return (
            in_columns(case.columns, "truth", {**named, "relevance": grade}),
            in_columns(case.columns, "predictions", {**named, "score": score}),
        )
    return of_one_type(
        table(case.truth, ids, grade), table(case.recommendations, ids, score), ids
    )


def labelled_tables(
    case: AnyCase, ids: Sequence[str], grade: str, score: str
) -> tuple[Any, Any]:
    """(labels of the listed pairs, lists)."""
    return of_one_type(
        table(labels(case), ids, grade), table(case.recommendations, ids, score), ids
    )


def trained(case: AnyCase) -> list[tuple[Id, Id]]:
    """(user, item) of every training item."""
    return [(user, item) for user, items in case.train.items() for item in items]


def of_one_type(truth: Any, lists: Any, ids: Sequence[str]) -> tuple[Any, Any]:
    """Both tables; ids of an empty one are of the type that they have in the other."""
    if truth.empty:
        truth = truth.astype(lists[list(ids)].dtypes)
    if lists.empty:
        lists = lists.astype(truth[list(ids)].dtypes)
    return truth, lists


def label(grade: float) -> float:
    """1 for a relevant item, 0 for one of grade 0: a grade below 1 is no label."""
    if grade and grade < RELEVANT:
        raise Refuse("labels are 0 or 1: there is none for a grade below 1")
    return float(is_relevant(grade))


def labels(case: AnyCase) -> ScoredLists:
    """A label 1 or 0 for every listed pair, as often as the truth has it; none for a
    user who is not in the truth: nobody's data has rows of such."""
    found = {}
    for user, pairs in case.recommendations.items():
        if user not in case.truth:
            continue
        judged: dict[Id, list[float]] = {item: [] for item, _ in pairs}
        for item, grade in case.truth[user]:
            if item in judged:
                judged[item].append(label(grade))
        found[user] = tuple(
            (i, told) for i, row in judged.items() for told in row or [0.0]
        )
    return found
