"""What an evaluation gives: start at `Evaluation`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from homonym.errors import UserError
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.faults import Fault
from homonym.evaluation.per_user import tables_of_users, without_rows
from homonym.evaluation.user_parts import UserParts
from homonym.reference.variants import Variant

COLUMNS = ("metric", "k", "value", "computed_by")


@dataclass(frozen=True)
class Number:
    """One definition's number at one cut-off; None where it is undefined."""

    variant: Variant
    k: int
    value: float | None
    computed_by: tuple[str, ...]
    conventions: Conventions


@dataclass(frozen=True)
class Evaluation:
    """Numbers, and what they rest on: counts of users and rows, and what was wrong with
    the tables and what was done about it; users: what each user brings, where that was
    asked, by cut-off."""

    numbers: Sequence[Number]
    counts: Mapping[str, int]
    faults: Sequence[Fault]
    users: Sequence[UserParts] = ()

    @property
    def table(self) -> Any:
        """The numbers as a table of pyarrow: metric, k, value, computed_by."""
        import pyarrow as pa

        rows = {name: [row[name] for row in self.rows] for name in COLUMNS}
        return pa.table(rows)

    def to_pandas(self) -> Any:
        """The numbers as a frame of pandas."""
        return self.table.to_pandas()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The numbers as dictionaries."""
        return [
            {
                "metric": str(one.variant),
                "k": one.k,
                "value": one.value,
                "computed_by": list(one.computed_by),
            }
            for one in self.numbers
        ]

    @property
    def per_user(self) -> Any:
        """A row for each user, definition and cut-off, as a table of pyarrow: user,
        metric, k, numerator, denominator, value (null for whom the definition leaves
        out). UserError where that was not asked."""
        import pyarrow as pa

        return pa.concat_tables(self.tables_of_users())

    def tables_of_users(self) -> Iterator[Any]:
        """The same, a table for each definition and cut-off."""
        if not self.users:
            raise UserError("users' rows were not asked for: give per_user=True")
        if not set(self.users[0].parts) - set(self.without_users):
            told = ", ".join(map(str, self.without_users))
            raise UserError(f"no user has rows of {told}: of all users together alone")
        for each in self.users:
            yield from tables_of_users(each)

    @property
    def without_users(self) -> list[Variant]:
        """The definitions without rows of users: what compares the items of all users,
        and what is made of two means."""
        return without_rows(self.users[0]) if self.users else []

    def value(self, metric: Variant | str, k: int | None = None) -> float | None:
        """The number of a definition, at the cut-off where there are several.

        Raises KeyError where it was not evaluated, or at several cut-offs.
        """
        found = [
            one.value
            for one in self.numbers
            if str(one.variant) == str(metric) and k in (None, one.k)
        ]
        if len(found) != 1:
            raise KeyError(f"{metric} at k = {k}: {len(found)} numbers")
        return found[0]
