"""Cases that Hypothesis draws: the same in every run, by a seed.

Start at `draw_cases`. They are drawn in rounds of ten: from the eleventh case on
Hypothesis would vary the one before, where more of different kinds refute more. And
they are drawn without literals: `homonym.literals` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from homonym.literals import suppress_literals

ROUND = 10
"""So many cases are drawn anew from one random source."""
ROUNDS = 10
"""So many more rounds are drawn at most than cases were asked for, of a strategy that
repeats itself."""
KEPT = 256
"""So many rounds are kept: a verdict that changes is tried again on the same cases, and
one that is refuted looks for the round of its counterexample."""


def draw_cases(
    drawn: st.SearchStrategy[Any],
    tries: int,
    of: int,
    visit: Callable[[Any], None],
    known: Collection[str] = (),
) -> None:
    """Show so many different cases of the seed to `visit`, but for those of known
    lines."""
    for case in islice(yield_distinct_cases(drawn, tries, of, known), tries):
        visit(case)


def yield_distinct_cases(
    drawn: st.SearchStrategy[Any], tries: int, of: int, known: Collection[str]
) -> Iterator[Any]:
    """Every case once that comes in the rounds for so many."""
    seen = {*known}
    for source in name_random_sources(tries + ROUNDS, of):
        for case in draw_round(drawn, source):
            if case.id not in seen:
                seen.add(case.id)
                yield case


def name_random_sources(rounds: int, of: int) -> Iterator[str]:
    """The names of so many rounds' random sources."""
    return (f"{of} {n}" for n in range(rounds))


@lru_cache(maxsize=KEPT)
def draw_round(drawn: st.SearchStrategy[Any], source: str) -> tuple[Any, ...]:
    """The cases of one random source, as `hypothesis.find` would look at them."""
    found: list[Any] = []

    @seeded(Random(source).getrandbits(64))
    @make_round_settings(Phase.generate)
    @given(drawn)
    def every_case(case: Any) -> None:
        found.append(case)

    with suppress_literals():
        every_case()
    return tuple(found)


def make_round_settings(*phases: Phase) -> settings:
    """Settings under which a round is the same every time."""
    return settings(
        max_examples=ROUND,
        deadline=None,
        database=None,
        phases=phases,
        suppress_health_check=list(HealthCheck),
    )
