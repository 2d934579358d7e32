"""The corpus: the cases every library is asked about.

`core()` are well-formed cases, one a line in core.txt, which together split the
variants into exactly the declared classes. `edge()` are cases that break one assumption
each. Both files are append-only; an edition is their first lines, so that a record made
with an older edition can still be held to it.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from homonym.reference.case import Case, TableCase


@dataclass(frozen=True)
class Edition:
    """How many core and edge cases an edition holds, and the hash of their text."""

    edition: int
    core: int
    edge: int
    sha256: str


@dataclass(frozen=True)
class Edge:
    """A probe of one convention.

    convention: what is broken, in words; case: the tables; outcomes: for each named
    outcome the well-formed case (or the number) that gives what a metric that follows
    it gives; otherwise: what a value is called that fits none; families: those it is
    about, none for all.
    """

    id: str
    convention: str
    case: TableCase
    outcomes: dict[str, Case | float]
    otherwise: str
    families: tuple[str, ...]


def text(name: str) -> str:
    return files("homonym.reference").joinpath(name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def core() -> tuple[Case, ...]:
    """All core cases, in the order of the file."""
    lines = text("core.txt").splitlines()
    return tuple(Case.parse(line) for line in lines if line.strip())


@lru_cache(maxsize=1)
def edge() -> tuple[Edge, ...]:
    """All edge cases, in the order of the file."""
    return tuple(_edge(entry) for entry in tomllib.loads(text("edge.toml"))["edge"])


@lru_cache(maxsize=1)
def editions() -> tuple[Edition, ...]:
    """All editions, oldest first."""
    entries = tomllib.loads(text("editions.toml"))["edition"]
    return tuple(Edition(**entry) for entry in entries)


def digest(core_cases: int, edge_cases: int) -> str:
    """The hash of the first so many core and edge cases (12 hexadecimal digits)."""
    sums = hashlib.sha256()
    for case in core()[:core_cases]:
        sums.update(f"{case.id}\n".encode())
    for entry in tomllib.loads(text("edge.toml"))["edge"][:edge_cases]:
        sums.update(repr(sorted(entry.items())).encode())
    return sums.hexdigest()[:12]


def _edge(entry: dict[str, Any]) -> Edge:
    lists = [(user, item, float(score)) for user, item, score in entry["lists"]]
    return Edge(
        id=entry["id"],
        convention=entry["convention"],
        case=TableCase.of(entry["id"], lists, entry["truth"], entry["k"]),
        outcomes={name: _outcome(given) for name, given in entry["outcomes"].items()},
        otherwise=entry.get("otherwise", "silently wrong"),
        families=tuple(entry.get("families", ())),
    )


def _outcome(given: str | float) -> Case | float:
    return Case.parse(given) if isinstance(given, str) else float(given)
