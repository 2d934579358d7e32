"""The command line: every command, each a thin layer over the module that does it.

Heavy imports stand inside the commands, so that `homonym --help` is quick. Exit codes
stand in `homonym.cli.exit_codes`.
"""

from __future__ import annotations

from typing import Annotated

import typer

from homonym.cli.usage import code, definitions, own_code, records, studies, tables
from homonym.running import run_commands

COMMANDS = (
    own_code.check,
    own_code.init,
    own_code.ask,
    records.report,
    definitions.variants,
    definitions.explain,
    studies.axioms,
    studies.diversity,
    studies.off_policy,
    definitions.witness,
    definitions.same_as,
    definitions.convert,
    definitions.cite,
    code.scan,
    records.libraries,
    tables.measure,
    tables.evaluate,
    tables.verify,
    tables.identify,
    tables.dissent,
    tables.example,
)
"""In the order of `homonym --help`."""

app = typer.Typer(
    name="homonym",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in COMMANDS:
    app.command()(command)


def main() -> None:
    """Run a command; what stops it is one sentence and an exit code."""
    run_commands(app, "homonym")


def print_version(asked: bool) -> None:
    """Print homonym's version and stop, where it is asked for."""
    if asked:
        from importlib import metadata

        print(f"homonym {metadata.version('homonym')}")
        raise typer.Exit


@app.callback()
def declare_version_option(
    asked: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=print_version,
            is_eager=True,
            help="Print the version.",
        ),
    ] = False,
) -> None:
    """Same name, different number: which formula a metric really computes."""
