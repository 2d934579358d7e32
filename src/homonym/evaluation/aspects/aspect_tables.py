"""The case that people's tables make with a table of aspects: start at
`build_aspect_case`.

A row of that table is an item and an aspect of it, or all of its aspects with `|`
between them, as MovieLens has genres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ibis import _

from homonym.datasets.column_names import find_named_column, find_pair
from homonym.errors import UserError
from homonym.evaluation.backends.backend import Backend, Source
from homonym.evaluation.inputs import Inputs, Opened, name_input_table
from homonym.evaluation.reading import (
    as_ids,
    check_float_ids,
    open_table_source,
    parse_text_cell,
    read_input_table,
)
from homonym.evaluation.usable_rows import keep_usable_rows
from homonym.experiments.movielens_genres import BETWEEN, NONE
from homonym.reference.diversity.case import AspectCase, Item, Items, User, aspects_of
from homonym.reference.variants import Variant

Aspects = Mapping[str, tuple[str, ...]]
"""The aspects of each item, which is named by its id as a text."""
RatedItems = dict[Any, dict[str, float]]
"""What each user rated, items by their ids as texts."""


@dataclass(frozen=True)
class Known:
    """What is known of the items: aspects, all of them, and those of the items that
    somebody has in training; apart: whether items that nobody rated or listed are
    candidates, as some ideal orderings have it; place: what ids are ordered by."""

    aspects: Aspects
    every: tuple[str, ...]
    trained: tuple[str, ...]
    apart: bool
    place: Callable[[str], Any]

    def item(self, id: str, rating: float | None) -> Item:
        """An item in a user's eyes."""
        return Item(rating, self.aspects.get(id, ()))

    def user(
        self,
        listed: Sequence[str],
        rated: Mapping[str, float],
        profile: Mapping[str, float],
    ) -> User:
        """A user: the list, best first, what the truth and the training data say; the
        other candidates are in the order of their ids, which decides between equals."""
        others = [id for id in rated if id not in {*listed}]
        if self.apart:
            seen = {*listed, *rated, *profile}
            others += [id for id in self.aspects if id not in seen]
        return User(
            tuple(self.item(id, rated.get(id)) for id in listed),
            tuple(
                self.item(id, rated.get(id)) for id in sorted(others, key=self.place)
            ),
            self.profile(profile),
            catalogue=self.every,
            trained=self.trained,
        )

    def profile(self, rated: Mapping[str, float]) -> Items:
        """What a user has in training."""
        return tuple(self.item(id, rating) for id, rating in rated.items())


def build_aspect_case(
    inputs: Inputs, opened: Opened, variants: Sequence[Variant], k: int
) -> tuple[AspectCase, Any]:
    """Everyone whom the conventions count, with lists of any length, and their ids: the
    ratings are the grades of the truth, and of the training items, 1 where they have
    none.

    UserError for a table of aspects that cannot be read or has none of the items.
    """
    tables = opened.tables
    backend = tables.backend
    aspects = read_aspects(backend, inputs)
    truth = fetch_table_rows(backend, tables.truth.select("user", "item", "g"))
    ranked = tables.lists.ranked.semi_join(tables.users, "user").order_by("user", "n")
    lists: dict[Any, list[str]] = {}
    for user, item in fetch_table_rows(backend, ranked.select("user", "item")):
        lists.setdefault(user, []).append(str(item))
    check_aspects_overlap(inputs, aspects, lists)
    rated, profiles = group_items_by_user(truth), read_profiles(backend, inputs)
    trained = {id for one in profiles.values() for id in one}
    known = Known(
        aspects,
        list_distinct_aspects(aspects.values()),
        list_distinct_aspects(aspects.get(id, ()) for id in trained),
        any(one.names.get("pool") == "catalogue" for one in variants),
        int if tables.truth.item.type().is_integer() else str,
    )
    ids = backend.fetch(tables.users.select("user").order_by("user"))["user"]
    users = (
        known.user(lists.get(one, []), rated.get(one, {}), profiles.get(one, {}))
        for one in ids.to_pylist()
    )
    return AspectCase(tuple(users), k), ids


def read_aspects(backend: Backend, inputs: Inputs) -> Aspects:
    """The aspects of each item, in alphabetical order."""
    with open_table_source(backend, "aspects", inputs.aspects) as (source, path):
        rows = read_aspect_rows(backend, source, path, inputs.columns)
    found: dict[str, set[str]] = {}
    for item, text in rows:
        parts = (part.strip() for part in text.split(BETWEEN))
        found.setdefault(str(item), set()).update(
            part for part in parts if part not in ("", NONE)
        )
    if not any(found.values()):
        raise UserError(
            f"{name_input_table(inputs, 'aspects')} names no aspect of any item"
        )
    return {item: tuple(sorted(its)) for item, its in found.items()}


def read_aspect_rows(
    backend: Backend, source: Source, path: Path, columns: Mapping[str, str]
) -> list[tuple[Any, str]]:
    """Items and the texts beside them, those that are not there aside."""
    item, aspect = find_pair(path, source.header, "aspects", columns)
    cell = source.rows[f"c{item}"]
    check_float_ids(backend, source.rows, {"item": cell}, path)
    (id,) = as_ids(backend, source.rows, [cell])
    table = source.rows.select(
        item=id, aspect=parse_text_cell(source.rows[f"c{aspect}"])
    )
    return list(
        fetch_table_rows(backend, table.filter(_.item.notnull() & _.aspect.notnull()))
    )


def read_profiles(backend: Backend, inputs: Inputs) -> RatedItems:
    """What each user rated in training; nothing without a table of it."""
    if inputs.train is None:
        return {}
    roles = ("user", "item", "relevance")
    names = {one: find_named_column(inputs.columns, "train", one) for one in roles}
    columns = {role: name for role, name in names.items() if name}
    rows = keep_usable_rows(
        read_input_table(backend, "truth", inputs.train, columns).rows
    )
    return group_items_by_user(
        fetch_table_rows(backend, rows.select("user", "item", "number"))
    )


def group_items_by_user(rows: Iterator[tuple[Any, ...]]) -> RatedItems:
    """Rows of a user, an item and a number."""
    found: RatedItems = {}
    for user, item, number in rows:
        found.setdefault(user, {})[str(item)] = number
    return found


def fetch_table_rows(backend: Backend, table: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of a table."""
    columns = backend.fetch(table).columns
    return zip(*(column.to_pylist() for column in columns), strict=True)


def list_distinct_aspects(of_items: Any) -> tuple[str, ...]:
    """The aspects of items, each once."""
    return aspects_of(tuple(Item(None, its) for its in of_items))


def check_aspects_overlap(
    inputs: Inputs, aspects: Aspects, lists: Mapping[Any, Sequence[str]]
) -> None:
    """UserError where no listed item has an aspect."""
    listed = [id for its in lists.values() for id in its]
    if listed and not any(id in aspects for id in listed):
        raise UserError(
            f"{name_input_table(inputs, 'aspects')} has none of the listed items: "
            "items are "
            f"written {next(iter(aspects))} there and {listed[0]} in the lists",
            "write the items alike in both",
        )
