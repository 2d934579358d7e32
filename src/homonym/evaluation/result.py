"""What an evaluation gives: start at `Evaluation`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from homonym.evaluation.conventions import Conventions
from homonym.evaluation.faults import Fault
from homonym.reference.variants import Variant

COLUMNS = ("metric", "k", "value", "computed_by")


@dataclass(frozen=True)
class Number:
    """One definition's number at one cut-off, None for one that has none; value: None
    where it is undefined."""

    variant: Variant
    k: int | None
    value: float | None
    computed_by: tuple[str, ...]
    conventions: Conventions


@dataclass(frozen=True)
class Evaluation:
    """Numbers, and what they rest on: counts of users and rows, and what was wrong with
    the tables and what was done about it."""

    numbers: Sequence[Number]
    counts: Mapping[str, int]
    faults: Sequence[Fault]

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
