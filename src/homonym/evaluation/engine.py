"""Variants over tables: start at `values`, or at `AtCutOff` for more than that.

All that is asked of hits and ideal rankings is added up for each user first; then all
ways of combining users are computed in one pass over the users' numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

import ibis
import pyarrow as pa
from ibis import _

from homonym.evaluation.backends.backend import let_go
from homonym.evaluation.lookups import Column, Lookup, tabulated
from homonym.evaluation.plan import Asked, Part, Plan, Rows
from homonym.evaluation.rankings.families import own_number, parts_of
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


@dataclass(frozen=True, eq=False)
class AtCutOff:
    """Variants at one cut-off. own: the numbers that no part gives; parts: the names of
    each variant's parts; users: what is known of each user; numbers: of these what the
    parts need."""

    tables: Tables
    plan: Plan
    every: tuple[Asked, ...]
    own: Mapping[Variant, Column]
    parts: Mapping[Variant, tuple[Names, ...]]
    users: Table
    numbers: Table

    @classmethod
    def of(cls, tables: Tables, variants: Iterable[Variant], k: int) -> AtCutOff:
        """All that is added up for each user, once."""
        plan = Plan(k)
        columns: Columns = {}
        every = tuple(Asked(plan, variant) for variant in variants)
        own = {
            one.variant: its for one in every if (its := own_number(one)) is not None
        }
        parts = {
            one.variant: tuple(name_part(columns, part) for part in parts_of(one))
            for one in every
        }
        facts(plan)
        users = with_asked(tables, plan)
        narrow = users.select("user", "r", "length", "hit", **dict(columns.values()))
        numbers = tables.backend.keep(narrow)
        return cls(tables, plan, every, own, parts, users, numbers)

    def values(self) -> Found:
        """What each variant gives; None where it is undefined."""
        return {**self.own_values(), **self.part_values()}

    def own_values(self) -> Found:
        """Numbers that no part gives, each an aggregate over the users."""
        found: Found = {}
        for some in in_batches(self.own.items()):
            named = {f"v{place}": number for place, (_one, number) in enumerate(some)}
            row = self.tables.backend.fetch(self.users.aggregate(**named)).to_pylist()[
                0
            ]
            found.update(zip((one for one, _its in some), row.values(), strict=True))
        return found

    def part_values(self) -> Found:
        """Numbers of users' parts: of each part, all ways of combining that are
        asked."""
        groups: dict[Names, dict[Variant, str]] = {}
        for asked in self.every:
            if asked.variant not in self.own:
                (names,) = self.parts[asked.variant]
                groups.setdefault(names, {})[asked.variant] = asked.names["users"]
        found: Found = {}
        for some in in_batches(groups.items()):
            rows = combined_ways(self.tables, self.numbers, dict(some))
            for (_names, group), row in zip(some, rows, strict=True):
                found.update({one: row[way_of(way)] for one, way in group.items()})
        return found

    def user_parts(self) -> UserParts:
        """What each user brings to each variant, users by their ids."""
        ordered = self.numbers.order_by("user")
        return UserParts(self.plan.k, self.tables.backend.fetch(ordered), self.parts)


def values(tables: Tables, variants: Iterable[Variant], k: int) -> Found:
    """What each variant gives at the cut-off; None where it is undefined."""
    with let_go(tables.backend):
        return AtCutOff.of(tables, variants, k).values()


def user_parts(tables: Tables, variants: Iterable[Variant], k: int) -> UserParts:
    """What each user brings to each variant at the cut-off."""
    with let_go(tables.backend):
        return AtCutOff.of(tables, variants, k).user_parts()


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
    for depth, names in plan.stacked.items():
        above = tables.above_all(depth).rename(names)
        hits = hits.left_join(above, "score").drop("score_right")
    return tables.backend.keep(hits)


def added_up(tables: Tables, table: Table, rows: Rows) -> Table:
    """One row a user of what is asked."""
    every = looked_up(tables, table, rows)
    if rows.derived:
        every = every.mutate(**dict(rows.derived.values()))
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
