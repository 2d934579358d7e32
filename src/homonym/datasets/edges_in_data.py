"""What people's data holds that no formula decides: `find_edges_in_data`.

Each is one of the corpus's edge probes, found in data: where it occurs, a library's
number rests on its convention, which its record names.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager

from homonym.reference.case import RELEVANT, Id, ScoredLists, TableCase
from homonym.reference.corpus import Edge, edge

EdgesInData = dict[str, str]
"""What the data holds, in words, by the edge probe that shows what a library does."""
TABLES = """
CREATE TABLE predictions (user INTEGER, item INTEGER, score REAL, place INTEGER);
CREATE TABLE truth (user INTEGER, item INTEGER, relevance REAL, place INTEGER);
"""
"""What a probe's `counted` asks, where the data is in no columns."""


def find_edges_in_data(case: TableCase) -> EdgesInData:
    """The edges that the data touches.

    >>> case = TableCase.of("data", [(1, 5, 0.9)], [(1, 5, 1.0), (2, 5, 1.0)], 2)
    >>> find_edges_in_data(case)["user_without_list"]
    'users of the truth without a list: 1'
    """
    with open_counter(case) as count:
        held = [(one, count(one, case.k)) for one in edge() if one.in_data]
    return {one.id: f"{one.in_data}: {number:,}" for one, number in held if number}


@contextmanager
def open_counter(case: TableCase) -> Iterator[Callable[[Edge, int], int]]:
    """What counts how often the data has a probe's edge, in its columns or, of rows in
    memory, in tables of SQLite's."""
    if case.columns:
        columns = case.columns
        yield lambda one, k: int(columns.count(format_query(one, k)))
        return
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(TABLES)
        numbers = number_ids(case)
        for name, lists in (
            ("predictions", case.recommendations),
            ("truth", case.truth),
        ):
            rows = yield_numbered_rows(lists, numbers)
            made.executemany(f"INSERT INTO {name} VALUES (?, ?, ?, ?)", rows)
        yield lambda one, k: int(made.execute(format_query(one, k)).fetchone()[0])


def number_ids(case: TableCase) -> dict[Id, int]:
    """A number for each user and item, which SQLite takes whatever they are."""
    lists = case.recommendations, case.truth
    users = (user for each in lists for user in each)
    items = (item for each in lists for pairs in each.values() for item, _ in pairs)
    return {one: number for number, one in enumerate(dict.fromkeys([*users, *items]))}


def yield_numbered_rows(
    lists: ScoredLists, numbers: Mapping[Id, int]
) -> Iterator[tuple[int, int, float, int]]:
    """Rows of user, item, score or grade, and place."""
    rows = ((user, *pair) for user, pairs in lists.items() for pair in pairs)
    for place, (user, item, value) in enumerate(rows):
        yield numbers[user], numbers[item], float(value), place


def format_query(one: Edge, k: int) -> str:
    """The query of a probe."""
    return one.counted.format(k=k, relevant=RELEVANT)


def list_showing_probes(probe: str) -> tuple[str, ...]:
    """The probes that show an edge, best first: where recall is 1 in either case, say,
    another has to.

    >>> list_showing_probes("zero_grade")
    ('zero_grade', 'zero_grade_above', 'zero_grade_missed')
    """
    return (probe, *(one.id for one in edge() if one.shows == probe))
