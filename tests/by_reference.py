"""Definitions of rankings over tables beside the reference: start at `differing`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import isnan
from typing import Any

import ibis
import pyarrow as pa

from homonym.evaluation.engine import evaluate_ranking_variants
from homonym.evaluation.ranked_lists import cut_at
from homonym.evaluation.rankings.users import CALLER
from homonym.evaluation.tables import Lists, Tables, prepare_tables
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Family, Number, Variant, families

NEAR = 1e-12
RANKINGS = dict(families(Case))


def differing(
    backend: Any, case: Case, variants: list[Variant], cut: int | None = None
) -> dict[str, tuple[Number, float | None]]:
    """The definitions of which the engine gives another number than the reference."""
    found = evaluate_ranking_variants(tables_of(backend, case, cut), variants, case.k)
    wanted = {one: one.value(case) for one in variants}
    return {
        str(one): (wanted[one], found[one])
        for one in variants
        if not alike(wanted[one], found[one])
    }


def alike(wanted: Number, found: float | None) -> bool:
    """Whether the two are one number, or undefined."""
    if wanted is None or found is None:
        return wanted is found
    assert isinstance(wanted, float | int)
    if isnan(wanted):
        return isnan(found)
    return abs(wanted - found) <= NEAR * max(1.0, abs(wanted))


def tables_of(backend: Any, case: Case, cut: int | None = None) -> Tables:
    """The case as the engine's tables; cut: how many ranks of the lists are there."""
    ranked = [
        (user, item, float(score), n)
        for user, pairs in case.recommendations.items()
        for n, (item, score) in enumerate(pairs, 1)
    ]
    truth = [(u, i, float(g)) for u, pairs in case.truth.items() for i, g in pairs]
    train = [(user, item) for user, items in case.train.items() for item in items]
    names = {"user": pa.int64(), "item": pa.int64()}
    lists = frame(ranked, {**names, "score": pa.float64(), "n": pa.int64()})
    return prepare_tables(
        backend,
        Lists(
            lists,
            cut_at(lists, cut),
            lists.group_by("user").aggregate(length=lists.count()),
            frame(truth, {**names, "g": pa.float64()}),
            frame(train, names),
            case.size,
        ),
    )


def frame(rows: list[tuple[Any, ...]], types: dict[str, Any]) -> Any:
    """A table of rows."""
    columns = {
        name: pa.array([row[place] for row in rows], kind)
        for place, (name, kind) in enumerate(types.items())
    }
    return ibis.memtable(pa.table(columns))


def near_every_default(steps: int) -> list[Variant]:
    """The definitions with so many choices that are not the default, or fewer."""
    return [
        one
        for home in RANKINGS.values()
        for one in near_default(home, steps)
        if one.names["users"] != CALLER
    ]


def near_default(home: Family, steps: int) -> Iterator[Variant]:
    """Those of one family."""
    default = home.default.names
    others = [
        (axis, name)
        for axis, its in home.axes.items()
        for name in its.choices
        if name != default[axis]
    ]
    for count in range(steps + 1):
        for changed in itertools.combinations(others, count):
            names = {**default, **dict(changed)}
            if not home.void(**names):
                yield home.variant(**names)
