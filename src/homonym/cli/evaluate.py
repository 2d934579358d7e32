"""`homonym evaluate`: definitions on people's data, with who computes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from homonym.cli.common import console
from homonym.cli.people import read_cut_offs
from homonym.errors import UserError, unwritten
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluate import evaluate_inputs
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.result import Evaluation, Number
from homonym.reference.variants import Variant

SHOWN = 3
"""So many metrics that compute a definition stand in its row of the terminal."""


@dataclass(frozen=True)
class Wanted:
    """What is asked: cut-offs as `5,10,20`, definitions, libraries (separated by
    commas) and what is done with the answer."""

    cut_offs: str
    metrics: Sequence[str]
    like: str
    conventions: Conventions
    as_json: bool
    out: Path | None


def evaluate_tables(inputs: Inputs, wanted: Wanted) -> None:
    """Evaluate, and print or write what was found."""
    if wanted.out and wanted.out.suffix not in (".csv", ".parquet"):
        raise UserError(f"--out {wanted.out}: write FILE.csv or FILE.parquet")
    like = [one.strip() for one in wanted.like.split(",") if one.strip()]
    asked = read_cut_offs(wanted.cut_offs), wanted.metrics, like, wanted.conventions
    found = evaluate_inputs(inputs, *asked)
    if wanted.out:
        write_table(found, wanted.out)
    if wanted.as_json:
        print(json.dumps(as_data(found), indent=2, allow_nan=False))
    else:
        show(found)


def as_data(found: Evaluation) -> dict[str, Any]:
    """The answer for a machine; null for NaN and for what is undefined."""
    return {
        "users": found.counts["users"],
        "faults": [
            {"fault": one.key, "count": one.count, "done": one.done}
            for one in found.faults
        ],
        "numbers": [
            {
                **row,
                "value": row["value"] if usable(row["value"]) else None,
                "conventions": {**one.conventions.chosen, "ties": one.conventions.ties},
            }
            for row, one in zip(found.rows, found.numbers, strict=True)
        ],
    }


def usable(value: float | None) -> bool:
    """Whether JSON has the number."""
    return value is not None and isfinite(value)


def write_table(found: Evaluation, path: Path) -> None:
    """Write the numbers as CSV or Parquet; UserError where that cannot be."""
    import pyarrow as pa
    from pyarrow import csv, parquet

    names = [", ".join(one.computed_by) for one in found.numbers]
    place = found.table.column_names.index("computed_by")
    flat = found.table.set_column(place, "computed_by", pa.array(names, pa.string()))
    write = csv.write_csv if path.suffix == ".csv" else parquet.write_table
    beside = path.with_name(f".{path.name}.unfinished")
    try:
        write(flat, beside)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise unwritten(error, f"{path} cannot be written: {error}") from None


def show(found: Evaluation) -> None:
    """The numbers for the terminal: a table for each set of conventions, a column a
    cut-off."""
    show_faults(found)
    groups: dict[Conventions, list[Number]] = {}
    for one in found.numbers:
        groups.setdefault(one.conventions, []).append(one)
    for conventions, numbers in groups.items():
        print(f"\n{conventions}")
        show_numbers(numbers)


def show_numbers(numbers: Sequence[Number]) -> None:
    """A row a definition."""
    from rich.table import Table

    cut_offs = list(dict.fromkeys(one.k for one in numbers))
    table = Table("definition", box=None, pad_edge=False)
    for k in cut_offs:
        title = "value" if k is None else f"k = {k}"
        table.add_column(title, justify="right")
    table.add_column("computed by")
    rows: dict[Variant, dict[int | None, Number]] = {}
    for one in numbers:
        rows.setdefault(one.variant, {})[one.k] = one
    for variant, its in rows.items():
        cells = [shown(its[k].value) if k in its else "" for k in cut_offs]
        first = next(iter(its.values()))
        table.add_row(str(variant), *cells, shown_metrics(first.computed_by))
    console().print(table)


def shown(value: float | None) -> str:
    """A number as it stands in the table."""
    return "undefined" if value is None else f"{value:.6f}"


def shown_metrics(names: Sequence[str]) -> str:
    """The first metrics, and how many more there are."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def show_faults(found: Evaluation) -> None:
    """How many users there are, and what is wrong with the tables."""
    print(f"{found.counts['users']:,} users")
    for fault in found.faults:
        print(f"  {fault}")
