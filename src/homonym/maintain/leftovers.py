"""What of a new choice is left to a person, and where it is to be written: start at
`list_remaining_steps`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from homonym.explain.bibtex import find_entry_names, split_sources
from homonym.reference.declarations import lacking
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Family

BY_HAND = "tests/reference/by_hand"
EXPRESSIONS = "src/homonym/evaluation/rankings"
TESTS = (
    *("tests/reference", "tests/equivalence"),
    *("tests/evaluation/test_choices.py", "tests/cli/test_cite.py"),
)
"""The tests that ask for what is left, or look at what was written."""
WITHOUT = {"caller", "stacked"}
"""The ways to combine users that are none, or that AUC's own file computes."""
IRRATIONAL = "\nIRRATIONAL = "
"""Stands in the values by hand of a family that has none in fractions."""
OF_ALL = "fractions or expression or source"
"""What those of them are called that are of no one family."""


def list_remaining_steps(home: Family, root: Path, new: Iterable[str]) -> Iterator[str]:
    """What a person has to do for the new choices of a family, as in `ideal=r`."""
    choices = sorted(new)
    for choice in choices:
        axis, _equals, name = choice.partition("=")
        yield from list_missing_hand_values(home, root, axis, name)
        if name in home.axes[axis].choices:
            yield from list_missing_entries(home, axis, name)
            yield from list_missing_expressions(home, root, axis, name)
            yield from list_missing_fractions(home, root, axis, name)
            yield from list_missing_words(home, axis, name)
    if choices:
        yield "read the properties declared as true: can there be a counterexample?"
    yield f'python -m pytest {" ".join(TESTS)} -k "{home.name} or {OF_ALL}"'


def list_missing_hand_values(
    home: Family, root: Path, axis: str, name: str
) -> Iterator[str]:
    """A value of it, where no test of the reference has one."""
    file = find_hand_values_file(home, root, axis)
    place = root / file
    files = [place] if place.is_file() else sorted(place.rglob("*.py"))
    choice = f"{axis}={name}"
    whole = re.compile(rf"{re.escape(choice)}(?!\w)")
    if not any(whole.search(one.read_text(encoding="utf-8")) for one in files):
        yield f"a value of {choice} by hand, in {file}"


def list_missing_fractions(
    home: Family, root: Path, axis: str, name: str
) -> Iterator[str]:
    """Its arithmetic in fractions, beside the values by hand of a family that has such:
    on an axis whose other choices are named there, all or all but one, it is named
    too."""
    file, own = find_hand_values_file(home, root, axis), f"{BY_HAND}/{home.name}.py"
    texts = [
        (root / one).read_text(encoding="utf-8")
        for one in (file, own)
        if home.takes is Case and (root / one).is_file()
    ]
    if not texts or IRRATIONAL in texts[-1] or name in WITHOUT:
        return
    text = texts[0]
    others = {*home.axes[axis].choices} - {name}
    named = [one for one in others if f'"{one}"' in text]
    rational = len(named) >= max(2, len(others) - 1)
    if rational and f'"{name}"' not in text:
        yield f"{axis}={name} in fractions, in {file}"


def list_missing_words(home: Family, axis: str, name: str) -> Iterator[str]:
    """What the choice does not say of itself, in its family's file."""
    if not home.axes[axis].choices[name].doc.endswith("."):
        yield f"a docstring of {axis}={name}, a sentence"
    own = f"{home.name}({axis}={name})"
    yield from (told for told in lacking(home) if told.startswith(f"{own} "))


def find_hand_values_file(home: Family, root: Path, axis: str) -> str:
    """The file of the values by hand of an axis that families share, of the family, or
    of its type; the folder where there is none."""
    shared = [f"{BY_HAND}/{axis}.py"] if home.takes is Case else []
    of_type = f"tests/reference/test_{home.takes.folder}.py"
    own = (*shared, f"{BY_HAND}/{home.name}.py", of_type)
    return next((file for file in own if (root / file).exists()), "tests/reference/")


def list_missing_entries(home: Family, axis: str, name: str) -> Iterator[str]:
    """The entry of each of its sources that nobody cited yet."""
    for source in split_sources(home.axes[axis].choices[name].source):
        if not find_entry_names(source):
            yield f"an entry of the source {source!r}, in reference/sources.toml"


def list_missing_expressions(
    home: Family, root: Path, axis: str, name: str
) -> Iterator[str]:
    """What computes it over tables of rankings, where nothing does: on an axis all of
    whose other choices have an expression it needs one too."""
    if home.takes is not Case or name in WITHOUT:
        return
    file = f"{EXPRESSIONS}/{'users' if axis == 'users' else home.name}.py"
    if not (root / file).exists():
        yield f"the expressions of {home.name}, in {file}"
        return
    text = (root / file).read_text(encoding="utf-8")
    others = {*home.axes[axis].choices} - WITHOUT - {name}
    structural = len(others) > 1 and all(f'"{one}":' in text for one in others)
    if structural and f'"{name}":' not in text:
        yield f"an expression of {axis}={name}, in {file}"
