"""A command over somebody's code: what it takes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def scan(
    path: Annotated[Path, typer.Argument(help="A folder, or a .py or .ipynb file.")],
    expect: Annotated[
        list[str],
        typer.Option(
            metavar="DEFINITION",
            help="Exit with 1 unless all metrics of its family compute it "
            "(may be repeated).",
        ),
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    form: Annotated[
        str, typer.Option("--format", help="text, markdown or json.")
    ] = "text",
) -> None:
    """Find recorded metrics in code, and say what they compute."""
    from homonym.cli.scan import scan_code

    raise typer.Exit(scan_code(path, form, expect))
