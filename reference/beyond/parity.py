"""What metrics of parity share: groups of items, the probability of each to be shown,
and how unequal these are.

A part is, for each group, (items shown, items that could be). Start at `over_groups`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import copysign, inf, nan
from typing import Any

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed, Run
from homonym.reference.beyond.long_tail_share import below_head, trained_below_head
from homonym.reference.elementary import sqrt
from homonym.reference.parts import Part
from homonym.reference.variants import Number

ItemGrouping = Callable[[Run, float], list[set[str]]]

groups = Axis("which groups of items are compared")
HEAD = (
    r"\Phi = \{ i : \sum_{j \text{ before } i} n_j < head \sum_j n_j \}"
    r"\text{ where the most popular items come first}"
)


@groups("g_1, …, g_A", source="Zhu et al. 2020", parts={"head": ""})
def given(run: Run, head: float) -> list[set[str]]:
    """Those that somebody gave: genres, makers, or the like."""
    return [set(group) for group in run.groups]


@groups(
    r"\Phi, I \setminus \Phi",
    source="Elliot 0.3.1, PopRSP and PopREO",
    parts={"head": HEAD},
)
def head_and_tail(run: Run, head: float) -> list[set[str]]:
    """The most popular items, up to the share `head` of training, and the rest."""
    tail = below_head(run, head, share=0)
    return [set(run.catalogue) - tail, tail]


@groups(
    r"\Phi, I_{train} \setminus \Phi",
    source="Elliot 0.3.1, whose data set has the items of the training data only",
    parts={"head": HEAD},
)
def head_and_trained_tail(run: Run, head: float) -> list[set[str]]:
    """The most popular items, and the rest of those in the training data."""
    tail = trained_below_head(run, head, share=0)
    return [set(run.counts) - tail, tail]


reported = Axis("which number is made of the groups' probabilities")


@reported(r"\frac{std(P_1, …, P_A)}{mean(P_1, …, P_A)}", source="Zhu et al. 2020")
def spread(chances: Sequence[float]) -> float:
    """Their standard deviation over their mean: 0 where all groups fare alike."""
    mean = divided(sum(chances), len(chances))
    variance = divided(sum((one - mean) ** 2 for one in chances), len(chances))
    return divided(sqrt(variance), mean)


@reported("(P_1, …, P_A)", source="Elliot 0.3.1, RSP- and REO-ProbToBeRanked")
def by_group(chances: Sequence[float]) -> tuple[float, ...]:
    """No number of its own: the probabilities themselves, group by group."""
    return tuple(chances)


users = Axis("how the users are combined")


@users(r"P_g = \frac{\sum_u a_{u, g}}{\sum_u b_{u, g}}", source="Zhu et al. 2020")
def pooled(parts: Sequence[Sequence[Part]]) -> list[float]:
    """All users together: a group's items shown over those that could be."""
    return [
        divided(sum(above for above, _ in of_all), sum(below for _, below in of_all))
        for of_all in zip(*parts, strict=True)
    ]


def over_groups(
    parts: Sequence[Sequence[Part]],
    people: Sequence[Listed],
    k: int,
    users: Callable[[Sequence[Sequence[Part]]], list[float]],
    reported: Callable[[Sequence[float]], Number],
    **_: Any,
) -> Number:
    """What is reported of the groups' probabilities."""
    return reported(users(parts))


def divided(above: float, below: float) -> float:
    """The ratio; infinite where only the divisor is 0, NaN where both are."""
    if below:
        return above / below
    return copysign(inf, above) if above else nan
