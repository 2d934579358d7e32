"""A table of a log, read as the reference's case: start at `read_log`.

A row is an item that a trajectory had: what it earned, and where the other policy would
show it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isfinite, isnan
from typing import Any

from homonym.datasets.column_names import find_all
from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.backends.backend import Backend
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.reading import open_table_source
from homonym.reference.off_policy.case import Impression, Logged, LoggedCase
from homonym.reference.off_policy.exposure import logarithmic, unsupported

DEEPEST = 10_000
"""The last position that is read: what is beyond it is rather a time, or an id."""
NOWHERE = Impression(None)
"""What stands at a rank that no row has."""


@dataclass(frozen=True)
class Row:
    """A row, what its table is called and where it stands there, and its cells by their
    roles."""

    table: str
    place: int
    cells: Mapping[str, Any]

    def wrong(self, what: str, remedy: str = "") -> UserError:
        """What is said of the row."""
        return UserError(f"{self.table}, row {self.place}: {what}", remedy)

    def number(self, role: str) -> float | None:
        """A number; None where none is there, UserError for what is no finite one."""
        cell = self.cells.get(role)
        if cell is None or (isinstance(cell, str) and not cell.strip()):
            return None
        try:
            found = float(cell)
        except (TypeError, ValueError):
            raise self.wrong(f"the {role} {in_brief(cell)} is no number") from None
        if isnan(found):
            return None
        if not isfinite(found):
            raise self.wrong(f"the {role} {in_brief(cell)} is no finite number")
        return found

    def rank(self, role: str) -> int | None:
        """A rank, from 1 on."""
        found = self.number(role)
        if found is not None and (found < 1 or found != int(found)):
            raise self.wrong(f"the {role} {found:g} is no whole number from 1 on")
        return None if found is None else int(found)

    def exposure(self, role: str) -> float | None:
        """A chance, from 0 to 1."""
        found = self.number(role)
        if found is not None and not 0 <= found <= 1:
            raise self.wrong(f"the exposure {role} = {found:g} is not from 0 to 1")
        return found

    @property
    def impression(self) -> Impression:
        """What the reference makes of it."""
        reward, rank = self.number("reward"), self.rank("rank")
        logged, target = self.exposure("logged"), self.exposure("target")
        if (logged is None) != (target is None):
            raise self.wrong(
                "of the exposures logged and target one is there alone",
                "write both, or none and the rank",
            )
        if reward is not None and logged == 0:
            raise self.wrong(
                "it was shown with an exposure of 0: what was shown has one above 0, "
                "and what was not has no reward"
            )
        return Impression(reward, rank, logged, target)


def read_log(backend: Backend, inputs: Inputs) -> tuple[LoggedCase, list[Fault]]:
    """The trajectories of a log, in the order in which they begin, and what was wrong.

    Rows are ranked as they stand, or by their column position. UserError for a table
    that cannot be read, or a row that says nothing usable.
    """
    with open_table_source(backend, "logged", inputs.logged) as (source, path):
        places = find_all(path, source.header, "logged", inputs.columns)
        if places["rank"] is None and None in (places["logged"], places["target"]):
            raise UserError(
                f"{path} does not say where the other policy shows an item: it needs a "
                "column rank, or the columns logged and target",
                "name the columns with "
                f"{render_option('column', 'rank=NAME', 'columns')}",
            )
        there = {role: place for role, place in places.items() if place is not None}
        cells = {role: source.rows[f"c{place}"] for role, place in there.items()}
        table = source.rows.select(**cells, place=source.rows.place).order_by("place")
        found = backend.fetch(table).to_pylist()
    rows = [Row(str(path), n, cells) for n, cells in enumerate(found, start=1)]
    named = [row for row in rows if row.cells["trajectory"] not in (None, "")]
    if not named:
        raise UserError(f"{path} has no row with a trajectory: nothing to evaluate")
    by: dict[Any, list[Row]] = {}
    for row in named:
        by.setdefault(row.cells["trajectory"], []).append(row)
    ordered = places["position"] is not None
    case = LoggedCase(
        tuple(build_trajectory(its, ordered, inputs.bias) for its in by.values())
    )
    parts = sum(1 for _id in groupby(row.cells["trajectory"] for row in named))
    return case, list_log_faults(case, len(rows) - len(named), parts - len(by))


def build_trajectory(
    rows: Sequence[Row], ordered: bool, bias: tuple[float, ...]
) -> Logged:
    """One trajectory; UserError for two rows at one rank of either policy."""
    at: dict[int, Impression] = {}
    ranks: set[int] = set()
    for n, row in enumerate(rows, start=1):
        position = row.rank("position") if ordered else n
        one = row.impression
        if position is None:
            raise row.wrong("it has no position, and the table has a column of them")
        if position > DEEPEST:
            raise row.wrong(f"the position {position:,} is beyond {DEEPEST:,}")
        if position in at:
            raise row.wrong(f"its trajectory has two rows at position {position}")
        if one.rank in ranks:
            raise row.wrong(
                f"its trajectory has two items at the other policy's rank {one.rank}"
            )
        if one.rank is not None:
            ranks.add(one.rank)
        at[position] = one
    every = range(1, max(at) + 1)
    return Logged(tuple(at.get(n, NOWHERE) for n in every), bias)


def list_log_faults(case: LoggedCase, without: int, apart: int) -> list[Fault]:
    """What is wrong with a log; without: rows of no trajectory; apart: how often one
    goes on after another began."""
    unknown = sum(unsupported(one, logarithmic) for one in case.users)
    every = [
        Fault(
            "without_trajectory",
            "rows of the log without a trajectory",
            without,
            "left out",
        ),
        Fault(
            "trajectories_apart",
            "times that a trajectory goes on below the rows of another",
            apart,
            "taken together",
        ),
        Fault(
            "not_supported",
            "items that the other policy shows and the log does not",
            unknown,
            "their reward is unknown: they add nothing",
        ),
    ]
    return [one for one in every if one.count]
