"""What several commands share: the console, progress and the paths of clones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from homonym.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console


def console(stderr: bool = False) -> Console:
    """A console that does not cut what is piped elsewhere."""
    from rich.console import Console

    found = Console(stderr=stderr, highlight=False, markup=False)
    if not found.is_terminal:
        found.width = 200
    return found


@contextmanager
def progress(library: str) -> Iterator[Callable[[str, int, int], None]]:
    """A line on the terminal that says what is being measured."""
    with console(stderr=True).status(f"{library}: starting") as line:
        yield lambda stage, done, of: line.update(
            f"{library}: {stage}" + (f" {done} of {of}" if done else "")
        )


def checkout_of(library: str, given: list[str]) -> Path | None:
    """The path of the library's clone among `LIBRARY=PATH` arguments."""
    for text in given:
        name, equals, path = text.partition("=")
        if not equals or not name or not path:
            raise UserError(
                f"--checkout {text!r} names no clone: write LIBRARY=PATH, "
                f"as in --checkout {library}=PATH"
            )
        if name == library:
            return Path(path)
    return None
