"""The page for those whose library is not here: what is known, and what to do.

Start at `build_missing_context`. Some libraries without a record are the source of a
choice of the reference; those that were looked at stand below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from homonym.reference.axes import Choice
from homonym.reference.variants import Family, every_family
from homonym.reports.findings.data import read_data
from homonym.reports.findings.survey import Survey


@dataclass(frozen=True)
class Read:
    """A choice that has a library as its source; source: where in it."""

    family: Family
    axis: str
    choice: Choice
    source: str


def build_missing_context(survey: Survey) -> dict[str, Any]:
    """What the template of the page shows."""
    here = {one.title.casefold() for one in survey.everyone.libraries}
    others = [
        name for name in read_unrecorded_libraries() if name.casefold() not in here
    ]
    known = {name: list(read_in(name)) for name in others}
    return {
        "known": {name: found for name, found in known.items() if found},
        "left_out": {
            n: why
            for n, why in read_left_out_libraries().items()
            if n.casefold() not in here
        },
        "older": read_older_versions(),
        "homes": len({library.home for library in survey.libraries}),
    }


def read_unrecorded_libraries() -> list[str]:
    """The libraries without a record that sources name, from A to Z."""
    found = read_data("published/unrecorded.toml", "list of libraries")["libraries"]
    return sorted(found, key=str.casefold)


def read_left_out_libraries() -> dict[str, str]:
    """Why no environment is kept for a library that was looked at, from A to Z."""
    found = read_data("published/unrecorded.toml", "list of libraries")["left_out"]
    told = {one["library"]: one["why"] for one in found}
    return dict(sorted(told.items(), key=lambda one: one[0].casefold()))


def read_older_versions() -> list[dict[str, str]]:
    """Versions that were read beside a recorded one, from A to Z."""
    found: list[dict[str, str]]
    found = read_data("published/unrecorded.toml", "list of libraries")["older"]
    return sorted(found, key=lambda one: (one["library"].casefold(), one["version"]))


def read_in(library: str) -> Iterator[Read]:
    """The choices whose source is this library, each once, in whatever families."""
    told = set()
    for family in every_family().values():
        for axis, decision in family.axes.items():
            for choice in decision.choices.values():
                source = find_choice_source(library, choice)
                if source and (axis, choice.name, source) not in told:
                    told.add((axis, choice.name, source))
                    yield Read(family, axis, choice, source)


def find_choice_source(library: str, choice: Choice) -> str:
    """Where in the library a choice was read; nothing where it was elsewhere.

    >>> find_choice_source("ranx", Choice("given", "g", "ranx, rbp; others", print))
    'ranx, rbp'
    >>> find_choice_source("ran", Choice("given", "g", "ranx, rbp", print))
    ''
    """
    sources = (choice.source or "").split("; ")
    ends = (" ", ",", ":")
    named = tuple(f"{library}{end}" for end in ends)
    return next((one for one in sources if f"{one} ".startswith(named)), "")
