"""Options that several commands take alike."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Checkouts = Annotated[
    list[str],
    typer.Option("--checkout", metavar="LIBRARY=PATH", help="A clone to measure."),
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
        "--record", metavar="FILE", help="Your own record, to name its metrics too."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Write the numbers and their charts there."),
]

TrainFile = Annotated[
    Path | None, typer.Option(help="CSV or Parquet: user, item, of the training items.")
]
Catalogue = Annotated[
    str,
    typer.Option(metavar="FILE|NUMBER", help="All items, one a line, or how many."),
]
Ties = Annotated[
    str,
    typer.Option(
        help="Order of tied items: item, item-desc, input, optimistic, pessimistic, "
        "random:SEED."
    ),
]
Chosen = Annotated[
    list[str],
    typer.Option(
        "--convention", metavar="PROBE=OUTCOME", help="As user_without_list=skipped."
    ),
]
Column = Annotated[
    list[str],
    typer.Option("--column", metavar="ROLE=NAME", help="As user=uid, truth.item=doc."),
]
Order = Annotated[
    str,
    typer.Option(help="What puts lists in order: score, file (its rows) or rank."),
]
Threshold = Annotated[
    float | None,
    typer.Option(help="Items from this grade on are relevant; grades become 0 or 1."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Refuse tables with a fault.")]
Memory = Annotated[
    str, typer.Option("--memory-limit", metavar="SIZE", help="As 4GB; then disk.")
]
Engine = Annotated[str, typer.Option(help="What computes: duckdb, or spark.")]
Master = Annotated[
    str, typer.Option(metavar="URL", help="Where Spark runs, if not here.")
]
