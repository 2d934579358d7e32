"""What homonym knows of each type of case beside the formulas.

Start at `Kind`: everything that depends on the type is asked of it. `find_case_kind`
gives a type's. A new type of case is a folder in the reference and a module here with
its `KIND`, which is found by itself; that module has one word for a name, and what it
needs beside stands in modules named after it, as `rankings_drawn`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from itertools import tee
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Protocol

from homonym import cases as package
from homonym.cases.boxes import Boxes
from homonym.errors import UserError, in_brief
from homonym.reference.case import TableCase
from homonym.reference.variants import Variant
from homonym.trace.rankings import Steps

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def yield_no_case(*_: Any) -> Iterator[Any]:
    """No case."""
    return iter(())


def describe_nothing(case: Any) -> str:
    """No words: the line says it as briefly."""
    return ""


TRAINING = "training data"
"""What a case may have beside lists and truth, and people give as a file."""


class Describe(Protocol):
    """Tells a case line by line: with its scores, and with the items that stand
    neither in a list nor in the truth, where a value depends on them."""

    def __call__(self, case: Any, scores: bool, others: bool) -> Iterable[str]: ...


@dataclass(frozen=True, eq=False)
class Kind:
    """One type of case: what it is, then what only some types have."""

    takes: Any
    """The type itself, which reads a case from its line (`parse`), and has its name."""
    legend: str
    """What the marks in its line mean."""
    describe: Describe
    conditions: Mapping[str, Callable[[Any], bool]]
    """What may hold of a case, under which classes fall together."""
    variations: Mapping[str, Callable[..., Any]]
    """How a case is varied, by the name of the invariance."""
    smallest_first: Callable[[], Iterator[Any]]
    """All small cases, in the order of size."""
    few: Callable[[], Iterator[Any]]
    """The small cases on which properties are tried, about the smallest first."""
    few_are: str
    """Which these are."""
    drawn: Callable[[], Sequence[SearchStrategy[Any]]]
    """Well-formed cases drawn by chance, in the order in which they are tried: those
    after the first for metrics that take too few."""
    flaws: Callable[[Any], list[str]]
    """What keeps a case from being well formed; nothing when it is."""
    fair: Callable[[Any], bool]
    """Whether a case is well formed and turns on no convention, as those drawn."""
    steps: Callable[[Variant, Any], Steps]
    """A variant's value on a case, worked out."""

    several_users: Callable[[], Iterator[Any]] = yield_no_case
    """Simple cases of two users or more, few enough to ask a library about, where the
    smallest are all of one."""
    in_brief: Callable[[Any], str] = describe_nothing
    """A small case in one line; nothing where that would be long."""
    boxes: Boxes | None = None
    """How pages draw a case; where they do not they show its line."""
    rescored: Callable[[Any], Iterable[Any]] = yield_no_case
    """The case with the same lists and other scores, in each way that may matter."""
    with_others: Callable[[Any], Iterable[Any]] = yield_no_case
    """The case with more items that stand neither in a list nor in the truth."""
    cut_off: bool = False
    """Whether a case has one."""
    of_tables: Callable[[TableCase], Any] | None = None
    """The case that people's tables make, where metrics are measured on such."""
    of_rows: Callable[[TableCase], Any] | None = None
    """The case that the rows of a probe or of a variation make, where a definition
    reads scores, or no list."""
    beside: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """What a case has beside lists and truth, in words, and the case without it."""
    graded: tuple[Any, Any] | None = None
    """Two cases that differ in one grade alone, where items have grades."""
    letters: tuple[tuple[str, str], ...] = ()
    """What letters mean, where they mean the same in all formulas of the type."""


@lru_cache(maxsize=1)
def load_case_kinds() -> Mapping[Any, Kind]:
    """What is known of every type of case, by type."""
    names = (one.name for one in iter_modules(package.__path__) if "_" not in one.name)
    modules = (import_module(f"{package.__name__}.{name}") for name in names)
    kinds = (getattr(module, "KIND", None) for module in modules)
    return {kind.takes: kind for kind in kinds if kind}


def find_case_kind(takes: type[Any]) -> Kind:
    """What is known of a type of case."""
    return load_case_kinds()[takes]


def find_case_type(folder: str) -> Any:
    """The type of case whose files stand in that folder of the reference; UserError
    where none do."""
    known = {takes.folder: takes for takes in load_case_kinds()}
    if folder not in known:
        named = ", ".join(sorted(known))
        raise UserError(f"{in_brief(folder)} is no type of case: known are {named}")
    return known[folder]


def enumerate_small_cases(takes: type[Any]) -> Iterator[Any]:
    """All small cases of a type, in the order of size; those tried are kept."""
    _tried[takes], found = tee(
        _tried.get(takes) or find_case_kind(takes).smallest_first()
    )
    return found


_tried: dict[type[Any], Iterator[Any]] = {}


@lru_cache(maxsize=16)
def list_few_cases(takes: type[Any]) -> tuple[Any, ...]:
    """The small cases of a type on which properties are tried, about the smallest
    first."""
    return tuple(find_case_kind(takes).few())
