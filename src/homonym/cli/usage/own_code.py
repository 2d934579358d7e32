"""Commands for metrics of one's own, and of libraries that are installed: what they
take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from homonym.cli.usage.options import Checkouts, Json, Timeout


def check(
    library: Annotated[
        str, typer.Argument(help="The library's name, as homonym libraries lists it.")
    ] = "",
    adapter: Annotated[
        str,
        typer.Option(
            metavar="MODULE:NAME", help="Your own adapter, instead of a library's name."
        ),
    ] = "",
    record: Annotated[
        Path | None,
        typer.Option(
            help="The record to hold it to (default with --adapter: homonym.toml)."
        ),
    ] = None,
    accept: Annotated[
        bool,
        typer.Option("--accept", help="Write the new record and print what changed."),
    ] = False,
    checkout: Checkouts = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    records: Annotated[
        Path | None,
        typer.Option(help="The folder with the records (default: homonym's own)."),
    ] = None,
    form: Annotated[
        str,
        typer.Option(
            "--format", help="text, markdown, json, or github (text with annotations)."
        ),
    ] = "text",
    as_json: Json = False,
    summary: Annotated[
        Path | None, typer.Option(help="Append the Markdown summary to this file.")
    ] = None,
    max_examples: Annotated[
        int | None, typer.Option(min=1, help="How many cases to draw for each metric.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Draw other cases, from this seed.")
    ] = None,
    timeout: Timeout = 30,
    fewer_draws: Annotated[
        bool,
        typer.Option(
            "--fewer-draws",
            help="With --accept: allow fewer drawn cases than the old record has.",
        ),
    ] = False,
    metric: Annotated[
        list[str], typer.Option(help="Only this metric (may be repeated).")
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
) -> None:
    """Measure the library installed here and hold it to its record."""
    from homonym.cli.check import CheckAsked, check_library

    draws = (max_examples, seed, timeout, fewer_draws, metric)
    asked = CheckAsked.of(library, adapter, record, records, *draws)
    form = "json" if as_json else form
    raise typer.Exit(check_library(asked, accept, checkout, form, summary))


def init(
    module: Annotated[
        str,
        typer.Argument(help="The module that holds your metrics, as you import it."),
    ],
    data: Annotated[
        str,
        typer.Option(
            metavar="SHAPE",
            help="The shape of all their data, as homonym ask names it "
            "(default: try each).",
        ),
    ] = "",
    record: Annotated[Path, typer.Option(help="The record to write.")] = Path(
        "homonym.toml"
    ),
    timeout: Timeout = 30,
) -> None:
    """Write an adapter for your own metrics, and their record."""
    from homonym.cli.init import start_record

    raise typer.Exit(start_record(module, data, record, timeout))


def ask(
    function: Annotated[
        str,
        typer.Argument(
            help="MODULE:FUNCTION or FILE.py:FUNCTION, such as eval.py:ndcg; "
            "or a class."
        ),
    ],
    shape: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The shape of its data, if that cannot be guessed."
        ),
    ] = "",
    metric: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Which metric, if the function takes its name."
        ),
    ] = "",
    as_json: Json = False,
) -> None:
    """Say what your own function computes; nothing is written."""
    from homonym.cli.ask import ask_about

    ask_about(function, shape, metric, as_json)
