"""Options that several commands take alike."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Checkouts = Annotated[
    list[str],
    typer.Option(
        "--checkout",
        metavar="LIBRARY=PATH",
        help="A local clone of the library that is asked, if no registry has it.",
    ),
]
Timeout = Annotated[
    float,
    typer.Option(
        "--timeout", min=0.1, metavar="SECONDS", help="How long a call may take."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a machine.")]

Own = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE",
        help="Your own record, whose metrics can then be named too.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="Write the numbers and their charts to this folder."
    ),
]

TrainFile = Annotated[
    Path | None,
    typer.Option(help="The training items: CSV or Parquet with user, item."),
]
Catalogue = Annotated[
    str,
    typer.Option(
        metavar="FILE|NUMBER",
        help="All items: a file with one item a line, or their number.",
    ),
]
Ties = Annotated[
    str,
    typer.Option(
        help="Order of tied items: item, item-desc, item-text, item-text-desc, input, "
        "input-desc, optimistic, pessimistic, random:SEED."
    ),
]
Chosen = Annotated[
    list[str],
    typer.Option(
        "--convention",
        metavar="PROBE=OUTCOME",
        help="How to treat an edge case, such as user_without_list=skipped.",
    ),
]
ColumnRoles = Annotated[
    list[str],
    typer.Option(
        "--column",
        metavar="ROLE=NAME",
        help="What a column is called, such as user=uid or truth.item=doc.",
    ),
]
Order = Annotated[
    str,
    typer.Option(
        help="What lists are sorted by: score, file (the order of its rows) or rank."
    ),
]
Threshold = Annotated[
    float | None,
    typer.Option(
        help="Items of this grade or above are relevant; grades become 0 or 1."
    ),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse tables that have faults.")
]
Memory = Annotated[
    str,
    typer.Option(
        "--memory-limit",
        metavar="SIZE",
        help="How much memory to use before the disk, such as 4GB.",
    ),
]
Engine = Annotated[str, typer.Option(help="The engine that computes: duckdb or spark.")]
Master = Annotated[
    str,
    typer.Option(
        metavar="URL", help="The address of Spark's master, if it runs elsewhere."
    ),
]
