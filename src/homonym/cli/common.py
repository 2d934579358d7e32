"""What several commands share: the console, progress, and what a name was taken for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from homonym.records import store
from homonym.records.schema import Record
from homonym.reference.names import Ambiguous, UnknownName
from homonym.reference.variants import Variant

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


def own_record(file: Path | None) -> Record | None:
    """One's own record; UserError where the file is none."""
    return store.expectation(file) if file else None


def tell_taken(names: Iterable[str]) -> None:
    """Say on standard error which definition a name of several is taken for."""
    for name in names:
        with suppress(UnknownName):
            taken = Variant.with_defaults(name)
            try:
                Variant.parse(name)
            except Ambiguous:
                told = f"homonym: {name} is several definitions, here {taken}"
                others = f"homonym variants {taken.family}"
                print(f"{told}; the others: {others}", file=sys.stderr)
