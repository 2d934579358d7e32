"""Replacing a folder of pages in one step: `replace_page_folder`.

A folder that was not written by the same command is never touched: pages carry a marker
file. A run that was killed leaves its own folder beside the target, and the next run
clears it away; where it was killed between the two renames, the pages from before come
back first.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from homonym.errors import UserError, make_file_error

MARKER = ".homonym-report"
REPORT = "homonym report"
"""The command whose pages these are, where no other is named."""


def replace_page_folder(
    out: Path, write: Callable[[Path], None], command: str = REPORT
) -> None:
    """Let `write` fill a new folder beside the target, then put it in its place.

    When writing fails the pages from before stay as they were. Raises UserError where
    the target is something else than pages of the command, or cannot be written to, and
    where a file that `write` reads cannot be read.
    """
    out = out.absolute()
    try:
        recover_killed_runs(out)
        check_page_folder(out, command)
        swap_page_folder(out, write, command)
    except OSError as error:
        raise make_file_error(
            error,
            f"{out} cannot be written to: {error.strerror}",
            f"{command} --out ANOTHER",
        ) from None


def swap_page_folder(out: Path, write: Callable[[Path], None], command: str) -> None:
    """Write beside the target, and exchange the two at the end."""
    out.parent.mkdir(parents=True, exist_ok=True)
    own = f"{make_folder_prefix(out)}{os.getpid()}-"
    with tempfile.TemporaryDirectory(prefix=own, dir=out.parent) as made:
        new, old = Path(made) / "new", Path(made) / "old"
        new.mkdir()
        fill_new_folder(new, write)
        (new / MARKER).write_text(f"{command}: replaced by its next run\n")
        if out.exists():
            out.rename(old)
        try:
            new.rename(out)
        except OSError:
            if old.exists():
                old.rename(out)
            raise


def fill_new_folder(new: Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill the new folder. An error of a file elsewhere, which it reads, is
    told as that."""
    try:
        write(new)
    except OSError as error:
        file = error.filename
        if file is None or Path(file).is_relative_to(new):
            raise
        raise make_file_error(
            error, f"{file} cannot be read: {error.strerror}"
        ) from None


def make_folder_prefix(out: Path) -> str:
    """How the name of a folder begins in which the target is made."""
    return f".{out.name}-"


def recover_killed_runs(out: Path) -> None:
    """Clear away what killed runs left, after the pages that one of them had moved."""
    for left in find_killed_run_folders(out):
        old = left / "old"
        if (old / MARKER).exists() and not out.exists():
            old.rename(out)
        shutil.rmtree(left)


def find_killed_run_folders(out: Path) -> Iterator[Path]:
    """The folders of runs that are no more: their names hold the process."""
    for path in sorted(out.parent.glob(f"{make_folder_prefix(out)}*-*")):
        process = path.name.removeprefix(make_folder_prefix(out)).partition("-")[0]
        if process.isdecimal() and path.is_dir() and not is_running(int(process)):
            yield path


def is_running(process: int) -> bool:
    """Whether there is such a process on this machine."""
    with suppress(ProcessLookupError, OverflowError):
        with suppress(PermissionError):
            os.kill(process, 0)
        return True
    return False


def check_page_folder(out: Path, command: str) -> None:
    """Raise UserError when the target is something else than pages of the command."""
    again = f"{command} --out ANOTHER"
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise UserError(f"{out} is no folder", again)
    if out.exists() and any(out.iterdir()) and not is_of(out, command):
        raise UserError(
            f"{out} is not empty and was not written by {command}: it is left as it is",
            again,
        )


def is_of(out: Path, command: str) -> bool:
    """Whether the folder holds pages of the command."""
    marker = out / MARKER
    return marker.is_file() and marker.read_text("utf-8").startswith(f"{command}:")
