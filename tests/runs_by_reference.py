"""Whole runs as tables, and what the reference says of them: start at `differing`."""

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

import ibis
import pyarrow as pa

from homonym.evaluation.whole_runs.families import evaluate_run_variants
from homonym.evaluation.whole_runs.run import RunTables, make_run
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import CaseError
from homonym.reference.variants import Family, Variant

NEAR = 1e-12


def run_of(backend: Any, case: RunCase) -> RunTables:
    """The case as tables: who has nothing at all stands in the truth without an item,
    as who counts without a list does."""
    lists = [
        (user, item, n, score)
        for user, pairs in case.recommendations.items()
        for n, (item, score) in enumerate(pairs, 1)
    ]
    truth = [(u, i) for u, pairs in case.truth.items() for i, _grade in pairs]
    nobody = {*case.recommendations} - {row[0] for row in [*lists, *truth]}
    train = [(u, i) for u, items in case.train.items() for i in items]
    placed = [(*row, place) for place, row in enumerate(train)]
    catalogue = [(item, place) for place, item in enumerate(case.catalogue)]
    return make_run(
        backend,
        frame(("user", "item", "n", "score"), lists),
        frame(("user", "item"), [*truth, *((user, None) for user in nobody)]),
        frame(("user", "item", "place"), placed),
        frame(("item", "place"), catalogue),
        0,
        {
            "user": groups("user", case.user_groups),
            "item": groups("item", case.groups),
        },
    )


def groups(member: str, of: Mapping[Any, int]) -> Any:
    """A table of groups."""
    rows = [(*pair, place) for place, pair in enumerate(of.items())]
    return frame((member, "group", "place"), rows)


def frame(names: Iterable[str], rows: list[tuple[Any, ...]]) -> Any:
    """A table of rows."""
    columns = {
        name: pa.array(
            [row[place] for row in rows],
            pa.float64() if name == "score" else pa.int64(),
        )
        for place, name in enumerate(names)
    }
    return ibis.memtable(pa.table(columns))


def of_tables(home: Family) -> list[Variant]:
    """A family's definitions; those with a number for each user at their mean."""
    return [one for one in home.variants if one.names["users"] != "caller"]


def differing(backend: Any, case: RunCase, among: Iterable[Variant]) -> dict[str, Any]:
    """The definitions of which the tables give another number than the reference."""
    wanted = {one: value for one in among if (value := value_of(one, case)) != "error"}
    found = evaluate_run_variants(run_of(backend, case), list(wanted), case.k)
    return {
        str(one): (wanted[one], found[one])
        for one in wanted
        if not alike(wanted[one], found[one])
    }


def value_of(variant: Variant, case: RunCase) -> Any:
    """The reference's number."""
    try:
        return variant.value(case)
    except CaseError:
        return "error"


def alike(wanted: Any, found: Any) -> bool:
    """Whether the two are one number, or undefined; or such for each group."""
    if isinstance(wanted, tuple):
        numbers = [*found.values()]
        return len(numbers) == len(wanted) and all(map(alike, wanted, numbers))
    if wanted is None or found is None:
        return wanted is found
    if not isfinite(wanted):
        return str(wanted) == str(found)
    return abs(wanted - found) <= NEAR * max(1.0, abs(wanted))
