"""Variants over tables: start at `evaluate_ranking_variants`, or at `AtCutOff` for more
than that.

All that is asked of hits and ideal rankings is added up for each user first; then all
ways of combining users are computed in one pass over the users' numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ibis
import pyarrow as pa
from ibis import _

from homonym.evaluation.backends.backend import Backend, IbisTable, let_go
from homonym.evaluation.lookups import Column, Lookup, tabulate_lookup
from homonym.evaluation.plan import Asked, PartColumns, Plan, Rows
from homonym.evaluation.rankings.f_score import combine_part_numbers
from homonym.evaluation.rankings.families import (
    build_part_columns,
    compute_partless_number,
    is_larger_than_numbers,
)
from homonym.evaluation.rankings.users import (
    FACTS,
    PartNames,
    add_user_hit_fact,
    choose_user_combination,
    combine_users,
)
from homonym.evaluation.tables import Tables
from homonym.evaluation.user_parts import UserParts
from homonym.reference.variants import Variant

VariantValues = dict[Variant, float | None]
NamedColumns = dict[str, tuple[str, Column]]
"""Names and columns, by what the column is."""
Keys = Sequence[float]


@dataclass(frozen=True, eq=False)
class AtCutOff:
    """Variants at one cut-off. own: the numbers that no part gives; parts: the names of
    each variant's parts; users: what is known of each user; numbers: of these what the
    parts need."""

    tables: Tables
    plan: Plan
    own: Mapping[Variant, Column]
    parts: Mapping[Variant, tuple[PartNames, ...]]
    users: IbisTable
    numbers: IbisTable

    @classmethod
    def of(cls, tables: Tables, variants: Iterable[Variant], k: int) -> AtCutOff:
        """All that is added up for each user, once."""
        plan = Plan(k, tables.grades)
        columns: NamedColumns = {}
        given = tuple(Asked(plan, variant) for variant in variants)
        beyond = {one.variant for one in given if is_larger_than_numbers(one)}
        every = tuple(one for one in given if one.variant not in beyond)
        own = {
            one.variant: number
            for one in every
            if (number := compute_partless_number(one, tables)) is not None
        }
        parts = {
            one.variant: tuple(
                name_part(columns, part) for part in build_part_columns(one)
            )
            for one in every
        }
        parts |= dict.fromkeys(beyond, ())
        add_user_hit_fact(plan)
        users = add_asked_numbers(tables, plan)
        numbers = users.select("user", *FACTS, **dict(columns.values()))
        return cls(tables, plan, own, parts, users, numbers)

    def values(self) -> VariantValues:
        """What each variant gives; None where it is undefined."""
        none = dict.fromkeys(self.parts)
        return {**none, **self.part_values(), **self.own_values()}

    def own_values(self) -> VariantValues:
        """Numbers that no part gives, each an aggregate over the users."""
        if not self.own:
            return {}
        named = {f"v{place}": its for place, its in enumerate(self.own.values())}
        found = self.tables.backend.fetch(self.users.aggregate(**named))
        return dict(zip(self.own, found.to_pylist()[0].values(), strict=True))

    def part_values(self) -> VariantValues:
        """Numbers of users' parts."""
        parts = {one: its for one, its in self.parts.items() if its}
        return combine_part_columns(self.tables.backend, self.numbers, parts)

    def user_parts(self) -> UserParts:
        """What each user brings to each variant, users by their ids."""
        ordered = self.numbers.order_by("user")
        return UserParts(self.plan.k, self.tables.backend.fetch(ordered), self.parts)


def combine_part_columns(
    backend: Backend, users: IbisTable, parts: Mapping[Variant, tuple[PartNames, ...]]
) -> VariantValues:
    """What each variant gives of its parts, which are columns of the users."""
    asked: dict[PartNames, dict[str, None]] = {}
    for variant, its in parts.items():
        for part in its:
            asked.setdefault(part, {})[
                choose_user_combination(variant.names["users"])
            ] = None
    numbers = combine_users(backend, users, asked)
    found: VariantValues = {}
    for variant, its in parts.items():
        each = [
            numbers[part, choose_user_combination(variant.names["users"])]
            for part in its
        ]
        whole = None not in each
        found[variant] = float(combine_part_numbers(variant, each)) if whole else None
    return found


def evaluate_ranking_variants(
    tables: Tables, variants: Iterable[Variant], k: int
) -> VariantValues:
    """What each variant gives at the cut-off; None where it is undefined."""
    with let_go(tables.backend):
        return AtCutOff.of(tables, variants, k).values()


def compute_user_parts(
    tables: Tables, variants: Iterable[Variant], k: int
) -> UserParts:
    """What each user brings to each variant at the cut-off."""
    with let_go(tables.backend):
        return AtCutOff.of(tables, variants, k).user_parts()


def name_part(columns: NamedColumns, part: PartColumns) -> PartNames:
    """The names of a part's columns among those that are asked for."""
    above, below = (
        name_part_column(columns, part.above),
        name_part_column(columns, part.below),
    )
    kept = (
        "" if part.kept is None else name_part_column(columns, part.kept.cast("int64"))
    )
    return above, below, kept


def name_part_column(columns: NamedColumns, column: Any) -> str:
    """The column's name among those that are asked for, where equal ones are one."""
    if not hasattr(column, "resolve") and not hasattr(column, "__deferred_repr__"):
        column = _.r * 0 + column
    name = f"c{len(columns)}"
    return columns.setdefault(repr(column), (name, column.cast("float64")))[0]


def add_asked_numbers(tables: Tables, plan: Plan) -> IbisTable:
    """The table of users with all that is asked of each user's rows."""
    users = tables.users
    for rows, table in yield_row_tables(tables, plan):
        if rows.asked:
            users = join_user_numbers(users, aggregate_user_rows(tables, table, rows))
    users = users.mutate(**plan.users_facts)
    counted = tables.backend.keep(users)
    return join_lookups(tables, counted, plan.users)


def yield_row_tables(tables: Tables, plan: Plan) -> Iterator[tuple[Rows, IbisTable]]:
    """What is asked of tables with several rows a user, and these."""
    yield plan.hits, tables.hits
    for depth, rows in plan.cut_hits.items():
        yield rows, tables.hits.filter(_.n <= depth)
    yield plan.truth, tables.best
    yield plan.listed_k, tables.listed(plan.k)
    yield plan.listed, tables.listed(None)


def aggregate_user_rows(tables: Tables, table: IbisTable, rows: Rows) -> IbisTable:
    """One row a user of what is asked."""
    every = join_lookups(tables, table, rows)
    if rows.derived:
        every = every.mutate(**dict(rows.derived.values()))
    return every.group_by("u").aggregate(**dict(rows.asked.values()))


def join_user_numbers(users: IbisTable, found: IbisTable) -> IbisTable:
    """The users with these numbers, 0 for those without a row."""
    names = [name for name in found.columns if name != "u"]
    every = users.left_join(found, "u").drop("u_right")
    return every.mutate(**{name: _[name].fill_null(0) for name in names})


def join_lookups(tables: Tables, table: IbisTable, rows: Rows) -> IbisTable:
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
    for lookup, keys in zip(
        every, fetch_distinct_keys(tables, keyed, every), strict=True
    ):
        small = ibis.memtable(make_lookup_table(lookup, keys, keyed.schema()))
        on = [keyed[one] == small[f"{one}_of"] for one in name_key_columns(lookup)]
        joined = joined.left_join(small, on)
        values += [small[name] for name in lookup.functions]
    return joined.select(*(keyed[name] for name in table.columns), *values)


def name_key_columns(lookup: Lookup) -> list[str]:
    """The names of a lookup's key columns."""
    return [f"{lookup.name}_key{place}" for place in range(len(lookup.key.columns))]


def fetch_distinct_keys(
    tables: Tables, keyed: IbisTable, lookups: Sequence[Lookup]
) -> list[list[Keys]]:
    """Of each lookup the keys that a table has, each once: all in one statement."""
    width = max(len(lookup.key.columns) for lookup in lookups)
    asked = []
    for place, lookup in enumerate(lookups):
        columns = [keyed[name].cast("float64") for name in name_key_columns(lookup)]
        columns += [ibis.null("float64")] * (width - len(columns))
        cells = {f"key{at}": column for at, column in enumerate(columns)}
        asked.append(keyed.select(lookup=ibis.literal(place), **cells).distinct())
    every = asked[0].union(*asked[1:]) if asked[1:] else asked[0]
    found: list[list[Keys]] = [[] for _lookup in lookups]
    columns = tables.backend.fetch(every).columns
    for place, *key in zip(*(column.to_pylist() for column in columns), strict=True):
        found[place].append(key[: len(lookups[place].key.columns)])
    return found


def make_lookup_table(lookup: Lookup, keys: list[Keys], types: Any) -> Any:
    """What a lookup's functions give of these keys, which are of these types."""
    own = {
        f"{name}_of": pa.array([key[place] for key in keys]).cast(
            types[name].to_pyarrow()
        )
        for place, name in enumerate(name_key_columns(lookup))
    }
    found = tabulate_lookup(lookup, keys).items()
    return pa.table({**own, **{one: pa.array(its, pa.float64()) for one, its in found}})
