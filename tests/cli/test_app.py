"""What `homonym` does before any command: help, its version."""

from __future__ import annotations

from importlib import metadata

import pytest
from typer.testing import CliRunner

from homonym.cli.app import app

VERSION = f"homonym {metadata.version('homonym')}\n"


@pytest.mark.parametrize("words", [["--version"], ["--version", "--help"]])
def test_the_version_is_all_that_is_printed_where_it_is_asked_for(
    words: list[str],
) -> None:
    done = CliRunner().invoke(app, words)
    assert (done.exit_code, done.stdout) == (0, VERSION)


def test_a_command_does_not_print_the_version() -> None:
    shown = CliRunner().invoke(app, ["same-as", "--help"]).output
    assert "Usage: homonym same-as" in shown and VERSION not in shown


def test_without_a_command_the_help_is_shown() -> None:
    """It offers to install nothing into a shell."""
    shown = CliRunner().invoke(app, []).output
    assert shown == CliRunner().invoke(app, ["--help"]).output
    assert "same-as" in shown and "completion" not in shown
