"""What homonym knows of each type of case beside the formulas.

Start at `of`: it gives a type's `Kind`, which stands in a module of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import tee
from random import Random
from typing import TYPE_CHECKING, Any

from homonym.reference.variants import every_family

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def none() -> Iterator[Any]:
    """No case."""
    return iter(())


@dataclass(frozen=True)
class Kind:
    """One type of case.

    legend: what the marks in its line mean; conditions: what may hold of a case, under
    which classes fall together; variations: how a case is varied, by the name of the
    invariance; smallest_first: all small cases in the order of size; drawn: well-formed
    cases drawn by chance, in the order in which they are tried: those after the first
    for metrics that take too few; fair: whether a case is well formed and turns on no
    convention, as those drawn are and do; several_users: simple cases of two users or
    more, few enough to ask a library about, where the smallest are all of one.
    """

    legend: str
    conditions: Mapping[str, Callable[[Any], bool]]
    variations: Mapping[str, Callable[..., Any]]
    smallest_first: Callable[[], Iterator[Any]]
    drawn: Callable[[], Sequence[SearchStrategy[Any]]]
    fair: Callable[[Any], bool]
    several_users: Callable[[], Iterator[Any]] = none


def of(takes: type[Any]) -> Kind:
    """What is known of a type of case."""
    found: Kind = import_module(module(takes)).KIND
    return found


def small(takes: type[Any]) -> Iterator[Any]:
    """All small cases of a type, in the order of size; those tried are kept."""
    _tried[takes], found = tee(_tried.get(takes) or of(takes).smallest_first())
    return found


_tried: dict[type[Any], Iterator[Any]] = {}


def module(takes: type[Any]) -> str:
    """Where it stands what is known of a type of case."""
    return f"homonym.cases.{MODULES[takes.folder]}"


MODULES = {
    "rankings": "rankings",
    "beyond": "runs",
    "chances": "labels",
    "diversity": "aspects",
    "off_policy": "logged",
    "rating_error": "ratings",
}
"""The module of each type of case, by the type's folder in the reference."""


def type_of(folder: str) -> Any:
    """The type of case whose files stand in that folder of the reference."""
    return next(f.takes for f in every_family().values() if f.takes.folder == folder)


def by_chance(
    *cases: Callable[[Random], Any],
) -> Callable[[], Sequence[SearchStrategy[Any]]]:
    """Cases, each way made with a chance whose seed is drawn: Hypothesis limits how
    much it draws."""

    def drawn() -> Sequence[SearchStrategy[Any]]:
        from hypothesis import strategies as st

        seeds = st.integers(0, 2**32)
        return tuple(seeds.map(partial(seeded, case)) for case in cases)

    return drawn


def seeded(case: Callable[[Random], Any], seed: int) -> Any:
    """The case that comes of a seed."""
    return case(Random(seed))
