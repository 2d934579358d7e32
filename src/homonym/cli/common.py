"""What several commands share: the console, progress, and what a name was taken for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from homonym.errors import UserError
from homonym.records import store
from homonym.records.schema import Record
from homonym.reference.names import Ambiguous, UnknownName
from homonym.reference.variants import Variant

if TYPE_CHECKING:
    from rich.console import Console


def make_console(stderr: bool = False) -> Console:
    """A console that does not cut what is piped elsewhere."""
    from rich.console import Console

    found = Console(stderr=stderr, highlight=False, markup=False)
    if not found.is_terminal:
        found.width = 200
    return found


@contextmanager
def show_measuring_status(library: str) -> Iterator[Callable[[str, int, int], None]]:
    """A line on the terminal that says what is being measured."""
    with make_console(stderr=True).status(f"{library}: starting") as line:
        yield lambda stage, done, of: line.update(
            f"{library}: {stage}" + (f" {done} of {of}" if done else "")
        )


@contextmanager
def show_progress_bar() -> Iterator[Callable[[str, float], None]]:
    """A bar on the terminal: what is being done, how much of all is, the time left.
    Where there is no terminal nothing is written."""
    from rich import progress as columns

    terminal = make_console(stderr=True)
    if not terminal.is_terminal:
        yield lambda what, done: None
        return
    shown = columns.Progress(
        columns.TextColumn("{task.description}"),
        columns.BarColumn(),
        columns.TaskProgressColumn(),
        columns.TextColumn("left"),
        columns.TimeRemainingColumn(),
        console=terminal,
        transient=True,
    )
    with shown:
        task = shown.add_task("reading", total=1.0)
        yield lambda what, done: shown.update(task, description=what, completed=done)


def find_library_clone(library: str, checkouts: list[str]) -> Path | None:
    """The clone that is given for the library; UserError for one of another library,
    which nobody would look at."""
    from homonym.measurement.library_process import find_checkout_path

    found = find_checkout_path(library, checkouts)
    for text in checkouts:
        name, _, path = text.partition("=")
        if name != library:
            raise UserError(
                f"--checkout {text} is a clone of {name}, and {library} is asked: "
                f"write --checkout {library}={path}, or leave it out"
            )
    return found


def tell_note(sentence: str) -> None:
    """Say on standard error what goes with the result."""
    print(f"homonym: {sentence}", file=sys.stderr)


def tell_lost(library: str, broken: Iterable[str], lost: Iterable[str]) -> None:
    """Say what of a library is broken, and why it was only started again."""
    for one in broken:
        tell_note(f"{library} is broken: {one}")
    for one in lost:
        tell_note(f"{library} was started again: {one}")


def read_own_record(file: Path | None) -> Record | None:
    """One's own record; UserError where the file is none."""
    return store.read_expected_record(file) if file else None


def resolve_ambiguous_metrics(metrics: Iterable[str]) -> list[str]:
    """Names of definitions to evaluate: one of several, of which none is on record, is
    taken for the default, and that is said."""
    from homonym.evaluation.wanted_variants import find_meant_variants

    found = []
    for text in metrics:
        try:
            find_meant_variants(text)
        except Ambiguous:
            tell_taken([text])
            found.append(str(Variant.with_defaults(text)))
        else:
            found.append(text)
    return found


def tell_taken(names: Iterable[str]) -> None:
    """Say on standard error which definition a name of several is taken for."""
    for name in names:
        with suppress(UnknownName):
            taken = Variant.with_defaults(name)
            try:
                Variant.parse(name)
            except Ambiguous:
                told = f"{name} has several definitions; this is {taken}"
                others = f"homonym variants {taken.family} lists the others"
                tell_note(f"{told}, and {others}")
