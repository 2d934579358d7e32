"""A counterexample made smaller by Hypothesis, whatever the type of case.

Start at `shrink_counterexample`. The round in which the case was drawn is drawn again
until the case comes; from there `hypothesis.find` looks for smaller ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from random import Random
from time import monotonic
from typing import Any

from hypothesis import Phase, find
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from homonym.cases.kinds import find_case_kind
from homonym.literals import suppress_literals
from homonym.measurement.drawing import (
    draw_round,
    make_round_settings,
    name_random_sources,
)

Test = Callable[[Any], bool]

OFTEN = 5
"""A case that was among so many tries is looked for in a round for each five."""
SECONDS = 30.0
"""Where a call takes longer than a second, no more are made than fit into this time."""


def shrink_counterexample(search: Search, of: int, tries: int = 200) -> Any:
    """The smallest case found that refutes, or the first one itself. of: the seed by
    which this one was drawn, among so many tries; where it was drawn elsewhere no other
    is looked for."""
    for drawn, source in find_drawing_round(search.first, of, tries // OFTEN + 1):
        with suppress(NoSuchExample, Enough), suppress_literals():
            find(
                drawn,
                search.holds,
                settings=make_round_settings(Phase.generate, Phase.shrink),
                random=Random(source),
            )
    return search.smallest


def find_drawing_round(
    case: Any, of: int, rounds: int
) -> Iterator[tuple[st.SearchStrategy[Any], str]]:
    """The strategy and the random source of the round in which a case was drawn; none
    where that was elsewhere."""
    for drawn, source in product(
        find_case_kind(type(case)).drawn(), name_random_sources(rounds, of)
    ):
        if case in draw_round(drawn, source):
            yield drawn, source
            return


class Enough(BaseException):
    """No call is left: no error, which Hypothesis would look into."""


@dataclass
class Search:
    """The smallest counterexample so far, and what was asked.

    first: the case to be made smaller; refutes: asks whether another one refutes, so
    many times at most (`calls`); fits: whether one may take its place, asked first.
    """

    first: Any
    refutes: Test
    fits: Test
    calls: int
    known: dict[str, bool] = field(default_factory=dict)
    asked: int = 0
    spent: float = 0.0

    def __post_init__(self) -> None:
        self.smallest = self.first

    def holds(self, case: Any) -> bool:
        """Whether the case refutes; no case that comes before the first one does."""
        if case.id not in self.known:
            begun = self.first.id in self.known
            found = self.refuted(case) if begun else case == self.first
            self.known[case.id] = found
        return self.known[case.id]

    def refuted(self, case: Any) -> bool:
        """What a case is that is new."""
        if not self.fits(case):
            return False
        slow = self.spent > max(SECONDS, self.asked)
        if slow or self.asked == self.calls:
            raise Enough
        self.asked, start = self.asked + 1, monotonic()
        found = self.refutes(case)
        self.spent += monotonic() - start
        if found and compute_case_size(case) < compute_case_size(self.smallest):
            self.smallest = case
        return found


def compute_case_size(case: Any) -> tuple[Any, ...]:
    """What makes a case small: its numbers, the cut-off, a short line."""
    numbers = (part for part in case.weight if not isinstance(part, str))
    return *numbers, case.k, len(case.id), case.id
