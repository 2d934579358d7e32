"""Commands over the records: what they take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from homonym.cli.usage.options import Json


def libraries(
    outdated: Annotated[
        bool, typer.Option("--outdated", help="Only those with a newer release.")
    ] = False,
    registry: Annotated[
        str,
        typer.Option(help="With --outdated: the address of the registry's JSON API."),
    ] = "",
    archive: Annotated[
        Path | None, typer.Option(help="Write all records to this zip file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List libraries, recorded versions, and what is installed here."""
    from homonym.cli import libraries as its

    if archive:
        its.write_archive_of_records(archive)
    elif outdated:
        its.list_outdated_libraries(registry or its.REGISTRY, as_json)
    else:
        its.list_libraries(as_json)


def report(
    out: Annotated[Path, typer.Option(help="The folder to write the pages to.")] = Path(
        "homonym-report"
    ),
    live: Annotated[
        Path | None, typer.Option(help="The folder with the records of a live run.")
    ] = None,
) -> None:
    """Build the pages from the records."""
    from homonym.cli.report import build_report

    build_report(out, live)
