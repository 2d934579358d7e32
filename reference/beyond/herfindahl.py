r"""Herfindahl index: how concentrated the recommendations are on few items.

    \sum_i p_i^2,  p_i = c_i / \sum_j c_j
    range 1 / n (all alike) to 1 (one item)

Source: Adomavicius and Kwon 2012, who report the complement. Start at `herfindahl`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import listed, run_level
from homonym.reference.families import family
from homonym.reference.parts import ratio

reported = Axis("whether more is more concentrated")


@reported(r"\sum_i p_i^2", source="Adomavicius and Kwon 2012")
def concentration(value: float) -> float:
    """The index: 1 where one item is shown to everyone."""
    return value


@reported(r"1 - \sum_i p_i^2", source="DL RS Evaluation, Diversity_Herfindahl")
def dispersion(value: float) -> float:
    """Its complement: the chance that two recommendations are of different items."""
    return 1 - value


def concentrated(
    lists: Sequence[str],
    people: Sequence[Listed],
    k: int,
    users: Callable[[Sequence[str]], Counter[str]],
    reported: Callable[[float], float],
) -> float:
    """The index of the shares of the items shown."""
    counts = users(lists)
    squares = sum(count**2 for count in counts.values())
    return reported(ratio((squares, sum(counts.values()) ** 2)))


@family(
    "Herfindahl index",
    also={"Herfindahl": {}},
    combine=concentrated,
    takes=RunCase,
    rows=(
        "<reported>",
        r"p_i = \frac{c_i}{\sum_j c_j}, \; c_i = |\{ u : i \in L_u \}|",
    ),
    reported=reported,
    users=run_level,
)
def herfindahl(user: Listed, k: int, **choices: Any) -> str:
    """The first k items of one user's list; `concentrated` takes all of them.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("herfindahl(reported=concentration)")
    >>> variant.value(RunCase.parse("ab ; ac @2"))
    0.375
    """
    return listed(user, k)
