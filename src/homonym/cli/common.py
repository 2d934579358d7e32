"""What several commands share: the console, progress and the paths of clones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

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
