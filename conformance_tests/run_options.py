"""What a run of pytest was asked for: the record, the same command without pytest, the
library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from homonym.measurement.library_process import LibraryProcess


def resolve_asked_record(config: pytest.Config) -> Path:
    """The record's path."""
    given = str(config.getoption("--homonym-record"))
    return (config.invocation_params.dir / given).resolve()


def format_check_command(config: pytest.Config) -> str:
    """The command that does the same without pytest."""
    adapter = config.getoption("--homonym-adapter")
    record = resolve_asked_record(config).name
    return f"homonym check --adapter {adapter} --record {record}"


def make_asked_library(config: pytest.Config) -> LibraryProcess:
    """The library in a process of its own."""
    from homonym.measurement.library_process import LibraryProcess, find_checkout_path

    name = config.getoption("--homonym-library")
    checkout = find_checkout_path(name, config.getoption("--homonym-checkout"))
    return LibraryProcess(name, checkout, choose_call_seconds(config))


def choose_call_seconds(config: pytest.Config) -> float:
    """How long a call may take."""
    from homonym.measurement.library_process import SECONDS

    given: float | None = config.getoption("--homonym-timeout")
    return SECONDS if given is None else given
