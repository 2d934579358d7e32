"""How a command line is run: `run_commands`, below `homonym` and `homonym-maintain`."""

from __future__ import annotations

import os
import sys

import typer

from homonym.errors import Told, UserError

STOPPED = 130
"""What an interrupted command ends with."""
USAGE: type[BaseException] = typer.BadParameter.__mro__[1]
"""What typer raises for wrong options, in the module that its version keeps it in."""


def run_commands(app: typer.Typer, name: str) -> None:
    """Run a command; what stops it is one sentence after the program's name, and an
    exit code. Hypothesis keeps nothing in the folder that it is run in."""
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.devnull)
    try:
        sys.exit(app(sys.argv[1:] or ["--help"], standalone_mode=False))
    except USAGE as error:
        print(f"{name}: {usage_sentence(error)}", file=sys.stderr)
        sys.exit(UserError.exit_code)
    except typer.Abort:
        print(f"{name}: stopped", file=sys.stderr)
        sys.exit(STOPPED)
    except Told as told:
        print(f"{name}: {told}", file=sys.stderr)
        sys.exit(told.exit_code)


def usage_sentence(error: BaseException) -> str:
    """What an option or argument is wrong about, in one line."""
    told = getattr(error, "format_message", error.__str__)()
    return " ".join(str(told).split()).rstrip(".")
