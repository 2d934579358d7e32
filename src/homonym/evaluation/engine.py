"""Variants over tables: start at `values`.

All that is asked of hits and ideal rankings is added up for each user first; then all
ways of combining users are computed in one pass over the users' numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

import ibis
import pyarrow as pa
from ibis import _

from homonym.evaluation.lookups import Column, Lookup, tabulated
from homonym.evaluation.plan import Asked, Part, Plan, Rows
from homonym.evaluation.rankings.families import PARTS, own_number, parts_of
from homonym.evaluation.rankings.users import combined, facts, way_of
from homonym.evaluation.tables import Table, Tables
from homonym.evaluation.user_parts import Names, UserParts
from homonym.reference.variants import Variant

AT_ONCE = 200
"""So many parts, or numbers, are asked for in one statement."""
T = TypeVar("T")
Row = Mapping[str, float | None]
Found = dict[Variant, float | None]
Columns = dict[str, tuple[str, Column]]
"""Names and columns, by what the column is."""
Keys = Sequence[float]


def values(tables: Tables, variants: Iterable[Variant], k: int) -> Found:
    """What each variant gives at the cut-off; None where it is undefined."""
    plan = Plan(k)
    every = [Asked(plan, variant) for variant in variants]
    own = {
        one.variant: number for one in every if (number := own_number(one)) is not None
    }
    parts = {
        one: PARTS[one.variant.family](one) for one in every if one.variant not in own
    }
    facts(plan)
    users = with_asked(tables, plan)
    return {**asked_at_once(tables, users, own), **by_part(tables, users, parts)}


def user_parts(tables: Tables, variants: Iterable[Variant], k: int) -> UserParts:
    """What each user brings to each variant at the cut-off."""
    plan = Plan(k)
    columns: Columns = {}
    parts = {
        variant: tuple(
            name_part(columns, part) for part in parts_of(Asked(plan, variant))
        )
        for variant in variants
    }
    facts(plan)
    users = with_asked(tables, plan).order_by("user")
    numbers = users.select("user", "r", "length", "hit", **dict(columns.values()))
    return UserParts(k, tables.backend.fetch(numbers), parts)


def asked_at_once(
    tables: Tables, users: Table, numbers: Mapping[Variant, Column]
) -> Found:
    """Numbers that no part gives, each an aggregate over the users."""
    found: Found = {}
    for some in in_batches(numbers.items()):
        named = {f"v{place}": number for place, (_one, number) in enumerate(some)}
        row = tables.backend.fetch(users.aggregate(**named)).to_pylist()[0]
        found.update(zip((one for one, _number in some), row.values(), strict=True))
    return found


def by_part(tables: Tables, users: Table, parts: Mapping[Asked, Part]) -> Found:
    """Numbers of users' parts: of each part, all ways of combining that are asked."""
    columns: Columns = {}
    groups: dict[Names, dict[Variant, str]] = {}
    for asked, part in parts.items():
        group = groups.setdefault(name_part(columns, part), {})
        group[asked.variant] = asked.names["users"]
    narrow = users.select("r", "length", "hit", **dict(columns.values()))
    numbers = tables.backend.keep(narrow)
    found: Found = {}
    for some in in_batches(groups.items()):
        rows = combined_ways(tables, numbers, dict(some))
        for (_columns, group), row in zip(some, rows, strict=True):
            found.update({one: row[way_of(way)] for one, way in group.items()})
    return found


def name_part(columns: Columns, part: Part) -> Names:
    """The names of a part's columns among those that are kept."""
    above, below = name_of(columns, part.above), name_of(columns, part.below)
    return above, below, name_of(columns, kept_of(part))


def name_of(columns: Columns, column: Any) -> str:
    """The column's name among those that are kept, where equal ones are one."""
    if not hasattr(column, "resolve") and not hasattr(column, "__deferred_repr__"):
        column = _.r * 0 + column
    return columns.setdefault(repr(column), (f"c{len(columns)}", column))[0]


def kept_of(part: Part) -> Column:
    """Whether a user is kept, as a number."""
    return 1 if part.kept is None else part.kept.cast("int64")


def combined_ways(
    tables: Tables, numbers: Table, groups: Mapping[Names, Any]
) -> list[Row]:
    """For each group's columns (numerator, denominator, kept) every way that is asked
    of one of them, in their order."""
    ways = sorted({way for group in groups.values() for way in group.values()})
    each = ibis.array(
        [
            ibis.struct(
                {
                    "part": ibis.literal(place, "int64"),
                    "above": numbers[above].cast("float64"),
                    "below": numbers[below].cast("float64"),
                    "kept": numbers[kept].cast("int64"),
                }
            )
            for place, (above, below, kept) in enumerate(groups)
        ]
    )
    long = numbers.select("r", "length", "hit", one=each.unnest()).unpack("one")
    part = Part(_.above, _.below, _.kept == 1)
    named = {way_of(way): combined(way, part) for way in ways}
    found = long.group_by("part").aggregate(**named).order_by("part")
    rows: list[Mapping[str, float | None]] = tables.backend.fetch(found).to_pylist()
    return rows


def in_batches(every: Iterable[T]) -> Iterator[Sequence[T]]:
    """So many at a time as a statement holds."""
    left = iter(every)
    while some := tuple(islice(left, AT_ONCE)):
        yield some


def with_asked(tables: Tables, plan: Plan) -> Table:
    """The table of users with all that is asked of each user's rows."""
    users = tables.users
    own: dict[str, Callable[[], Table]] = {
        "hits": lambda: with_scores(tables, plan),
        "truth": lambda: tables.best,
        "listed_k": lambda: tables.listed(plan.k),
        "listed": lambda: tables.listed(None),
    }
    for rows in plan.rows:
        if rows.asked:
            users = joined(users, added_up(tables, own[rows.name](), rows))
    users = users.mutate(**plan.users_facts)
    counted = tables.backend.keep(users)
    return looked_up(tables, counted, plan.users)


def with_scores(tables: Tables, plan: Plan) -> Table:
    """Hits, with what of all users' lists has a greater score where that is asked."""
    if not plan.stacked:
        return tables.hits
    hits = tables.hits
    for above, depth, column in sorted(plan.stacked, key=str):
        greater = tables.above_all(above, depth).rename({column: "greater"})
        hits = hits.left_join(greater, "score").drop("score_right")
    return tables.backend.keep(hits)


def added_up(tables: Tables, table: Table, rows: Rows) -> Table:
    """One row a user of what is asked."""
    every = looked_up(tables, table, rows)
    for name, column in rows.derived.values():
        every = every.mutate(**{name: column})
    return every.group_by("u").aggregate(**dict(rows.asked.values()))


def joined(users: Table, found: Table) -> Table:
    """The users with these numbers, 0 for those without a row."""
    names = [name for name in found.columns if name != "u"]
    every = users.left_join(found, "u").drop("u_right")
    return every.mutate(**{name: _[name].fill_null(0) for name in names})


def looked_up(tables: Tables, table: Table, rows: Rows) -> Table:
    """The table with the columns of its lookups: one join for each key."""
    if not rows.lookups:
        return table
    named = {
        f"{lookup.name}_key{place}": column
        for lookup in rows.lookups.values()
        for place, column in enumerate(lookup.key.columns)
    }
    keyed = table.mutate(**named)
    every = [*rows.lookups.values()]
    joined, values = keyed, []
    for lookup, keys in zip(every, distinct_keys(tables, keyed, every), strict=True):
        small = ibis.memtable(small_table(lookup, keys, keyed.schema()))
        on = [keyed[one] == small[f"{one}_of"] for one in names_of(lookup)]
        joined = joined.left_join(small, on)
        values += [small[name] for name in lookup.functions]
    return joined.select(*(keyed[name] for name in table.columns), *values)


def names_of(lookup: Lookup) -> list[str]:
    """The names of a lookup's key columns."""
    return [f"{lookup.name}_key{place}" for place in range(len(lookup.key.columns))]


def distinct_keys(
    tables: Tables, keyed: Table, lookups: Sequence[Lookup]
) -> list[list[Keys]]:
    """Of each lookup the keys that a table has, each once: all in one statement."""
    width = max(len(lookup.key.columns) for lookup in lookups)
    asked = []
    for place, lookup in enumerate(lookups):
        columns = [keyed[name].cast("float64") for name in names_of(lookup)]
        columns += [ibis.null("float64")] * (width - len(columns))
        cells = {f"key{at}": column for at, column in enumerate(columns)}
        asked.append(keyed.select(lookup=ibis.literal(place), **cells).distinct())
    every = asked[0].union(*asked[1:]) if asked[1:] else asked[0]
    found: list[list[Keys]] = [[] for _lookup in lookups]
    columns = tables.backend.fetch(every).columns
    for place, *key in zip(*(column.to_pylist() for column in columns), strict=True):
        found[place].append(key[: len(lookups[place].key.columns)])
    return found


def small_table(lookup: Lookup, keys: list[Keys], types: Any) -> Any:
    """What a lookup's functions give of these keys, which are of these types."""
    own = {
        f"{name}_of": pa.array([key[place] for key in keys]).cast(
            types[name].to_pyarrow()
        )
        for place, name in enumerate(names_of(lookup))
    }
    found = tabulated(lookup, keys).items()
    return pa.table({**own, **{one: pa.array(its, pa.float64()) for one, its in found}})
