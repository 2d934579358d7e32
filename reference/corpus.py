"""The corpus: the cases every library is asked about.

`core()` are well-formed cases, one a line in core.txt, which together split the
variants into exactly the declared classes. `edge()` are cases that break one assumption
each. Every type of case has its own two files, in its folder, and rules for large cases
beside them. The files and the rules are append-only; an edition is the first of each,
so that a record made with an older edition can still be held to it.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice
from typing import Any

from homonym.reference.case import TableCase, grouped
from homonym.reference.large import built, large_cases, rules_of
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Problem

SILENT = "silently wrong"
"""What a number is called that no outcome of a probe gives, where it says no other."""
WORDS = frozenset(["in_data", "counted", "shows", "about", "cite", "until"])
"""What a probe says that no library is asked: it may change within an edition."""
ASKED = frozenset(
    ["line", "lists", "truth", "train", "k", "evaluated", "otherwise", "families"]
)
"""What else a probe may say: its tables, and whom it asks."""


@dataclass(frozen=True)
class Edition:
    """How many core and edge cases an edition holds, and the hash of their text.

    core, edge: of rankings; others: (core, edge) of the other types of case, by folder;
    large: how many large cases of each type, by folder.
    """

    edition: int
    core: int
    edge: int
    sha256: str
    others: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    large: Mapping[str, int] = field(default_factory=dict)

    def large_cases(self, takes: type[Problem]) -> tuple[Any, ...]:
        """The large cases of a type that it holds, in the order of their rules."""
        return large_cases(takes)[: self.large.get(takes.folder, 0)]

    def size(self, takes: type[Problem]) -> tuple[int, int]:
        """How many core and edge cases of a type it holds: none of a later type."""
        sizes = {Case.folder: (self.core, self.edge), **self.others}
        core, edge = sizes.get(takes.folder, (0, 0))
        return core, edge

    def edges(self, takes: type[Problem]) -> tuple[Edge, ...]:
        """The edge cases of a type that it asks, in the order of the file."""
        held = edge(takes)[: self.size(takes)[1]]
        return tuple(one for one in held if not 0 < one.until < self.edition)


@dataclass(frozen=True)
class Edge:
    """A probe of one convention.

    convention: what is broken, in words; case: the tables; outcomes: for each named
    outcome the well-formed case (or the number) that gives what a metric that follows
    it gives; otherwise: what a value is called that fits none; families: those it is
    about, none for all; no_cut_off: whether its cut-off is none. in_data, counted,
    shows, about, cite, until: see the head of rankings/edge.toml.
    """

    id: str
    convention: str
    case: TableCase
    outcomes: dict[str, Any]
    otherwise: str
    families: tuple[str, ...]
    no_cut_off: bool = False
    in_data: str = ""
    counted: str = ""
    shows: str = ""
    about: str = ""
    cite: int = 0
    until: int = 0


def text(name: str) -> str:
    """A file of the reference."""
    return files("homonym.reference").joinpath(name).read_text("utf-8")


@cache
def core(takes: Any = Case) -> tuple[Any, ...]:
    """All core cases of a type, in the order of the file."""
    lines = text(f"{takes.folder}/core.txt").splitlines()
    return tuple(takes.parse(line) for line in lines if line.strip())


@cache
def edge(takes: Any = Case) -> tuple[Edge, ...]:
    """All edge cases of a type, in the order of the file."""
    return tuple(make_edge(entry, takes) for entry in entries(takes.folder))


@lru_cache(maxsize=1)
def editions() -> tuple[Edition, ...]:
    """All editions, oldest first."""
    found = tomllib.loads(text("editions.toml"))["edition"]
    return tuple(Edition(**entry) for entry in found)


def entries(folder: str) -> list[dict[str, Any]]:
    """The edge cases of a folder as they stand in its file; none where it has none."""
    try:
        found = text(f"{folder}/edge.toml")
    except FileNotFoundError:
        return []
    return list(tomllib.loads(found)["edge"])


def digest(edition: Edition) -> str:
    """The hash of an edition's core, edge and large cases (12 hexadecimal digits)."""
    sums = hashlib.sha256()
    rankings = {Case.folder: (edition.core, edition.edge)}
    for folder, (cores, edges) in {**rankings, **edition.others}.items():
        for line in text(f"{folder}/core.txt").splitlines()[:cores]:
            sums.update(f"{line}\n".encode())
        for entry in entries(folder)[:edges]:
            asked = sorted(item for item in entry.items() if item[0] not in WORDS)
            sums.update(repr(asked).encode())
    for folder, count in edition.large.items():
        for name in islice(rules_of(folder), count):
            sums.update(f"{name} {built(folder, name)}\n".encode())
    return sums.hexdigest()[:12]


def make_edge(entry: dict[str, Any], takes: Any) -> Edge:
    """A probe from its entry in the file, of a type of case."""
    case = _broken(entry, takes) if "line" in entry else _tables(entry)
    items = len(case.catalogue)
    return Edge(
        id=entry["id"],
        convention=entry["convention"],
        case=case,
        outcomes={
            name: _outcome(given, takes, items)
            for name, given in entry["outcomes"].items()
        },
        otherwise=entry.get("otherwise", SILENT),
        families=tuple(entry.get("families", ())),
        no_cut_off=entry.get("k", 1) < 1,
        **{word: entry[word] for word in WORDS & entry.keys()},
    )


def _tables(entry: dict[str, Any]) -> TableCase:
    """A case of the tables given, and nothing else."""
    lists = [(user, item, float(score)) for user, item, score in entry["lists"]]
    case = TableCase.of(entry["id"], lists, entry["truth"], entry.get("k", 0))
    evaluated = dict.fromkeys(entry.get("evaluated", ()), ())
    train = {**case.train, **_trained(entry)}
    return replace(case, truth={**evaluated, **case.truth}, train=train)


def _trained(entry: dict[str, Any]) -> dict[Any, tuple[Any, ...]]:
    """The training items of those users whom an entry names any of."""
    found: dict[Any, tuple[Any, ...]] = {}
    for user, item in entry.get("train", ()):
        found[user] = (*found.get(user, ()), item)
    return found


def _broken(entry: dict[str, Any], takes: Any) -> TableCase:
    """The case of a line, with other lists, another truth or other training items."""
    case = replace(TableCase.like(takes.parse(entry["line"])), id=entry["id"])
    if "lists" in entry:
        case = replace(case, recommendations=grouped(entry["lists"]))
    if "truth" in entry:
        case = replace(case, truth=grouped(entry["truth"]))
    return replace(case, train={**case.train, **_trained(entry)})


def _outcome(given: str | float, takes: type[Any], items: int) -> Any:
    if not isinstance(given, str):
        return float(given)
    case = takes.parse(given)
    return _within(case, items) if isinstance(case, Case) else case


def _within(case: Case, items: int) -> Case:
    """The case in a catalogue of so many items, all candidates, as no outcome of a
    probe of rankings has train items."""
    users = (
        replace(u, train=0, unranked=max(0, items - len(u.grades) - len(u.missed)))
        for u in case.users
    )
    return replace(case, users=tuple(users))
