"""Replacing a folder of pages in one step: `replace`.

A folder that is not a report is never touched: a report carries a marker file.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from homonym.errors import UserError, unwritten

MARKER = ".homonym-report"


def replace(out: Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a new folder beside the target, then put it in its place.

    When writing fails the old report stays as it was.
    """
    out = out.absolute()
    check_replaceable(out)
    try:
        fill(out, write)
    except OSError as error:
        raise unwritten(
            error,
            f"the report cannot be written to {out}: {error.strerror}",
            "homonym report --out ANOTHER",
        ) from None


def fill(out: Path, write: Callable[[Path], None]) -> None:
    """Write beside the target, and exchange the two at the end."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as made:
        new, old = Path(made) / "new", Path(made) / "old"
        new.mkdir()
        write(new)
        (new / MARKER).write_text("homonym report: replaced by its next run\n")
        if out.exists():
            out.rename(old)
        try:
            new.rename(out)
        except OSError:
            if old.exists():
                old.rename(out)
            raise


def check_replaceable(out: Path) -> None:
    """Raise UserError when the target is something else than a report."""
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise UserError(f"{out} is no folder", "homonym report --out ANOTHER")
    if out.exists() and any(out.iterdir()) and not (out / MARKER).exists():
        raise UserError(
            f"{out} is not empty and is no homonym report: it is left as it is",
            "homonym report --out ANOTHER",
        )
