"""What was found of each split and protocol: start at `read_dissent_results`.

`results/dissent.json` has comparisons as rows of numbers below the names of their
columns, as `homonym-maintain dissent` writes them; pages read them by these names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from homonym.reports.findings.data import read_data

Data = Mapping[str, Any]


@cache
def read_dissent_results() -> dict[str, Any]:
    """Of each split and protocol, and of what is published."""
    found = read_data("results/dissent.json", "result", "measured")
    columns = found["columns"]
    settings = [
        {
            **one,
            "groups": [
                name_group_comparisons(group, columns) for group in one["groups"]
            ],
        }
        for one in found["settings"]
    ]
    return {**found, "settings": settings}


def name_group_comparisons(group: Data, columns: Data) -> Data:
    """A group whose comparisons are named."""
    kinds = [
        map_row_by_columns(columns["kinds"], row)
        for row in group["kinds"]["comparisons"]
    ]
    return {
        **group,
        "comparisons": [
            map_comparison_row(row, columns) for row in group["comparisons"]
        ],
        "kinds": {"comparisons": kinds},
    }


def map_comparison_row(row: Sequence[Any], columns: Data) -> Data:
    """A comparison by the names of its columns, and its estimates by theirs."""
    found = map_row_by_columns(columns["comparisons"], row)
    estimates = {
        name: map_row_by_columns(columns["estimates"], found[name])
        for name in ("inversion", "pearson", "tau")
    }
    return {**found, **estimates}


def map_row_by_columns(columns: Sequence[str], row: Sequence[Any]) -> dict[str, Any]:
    """A row as a mapping."""
    return dict(zip(columns, row, strict=True))
