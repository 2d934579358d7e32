"""How alike two items are, or how far apart: by who has both in training, or by group.

A library that asks for features of the items is given their group: one column each, 1
for the items that are in it.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Run
from homonym.reference.elementary import sqrt

Distance = Callable[[str, str, Run], float]

distance = Axis("how far apart two items are")


@distance(
    r"1 - \frac{n_{ij}}{\sqrt{n_i n_j}}",
    source="Zhang et al. 2012; recommenders 1.2.1, item_cooccurrence_count",
)
def cooccurrence(one: str, other: str, run: Run) -> float:
    """One minus the cosine of the sets of users who have them in training.

    An item that nobody has there is at distance 1 from all others.
    """
    both = len(run.users_of[one] & run.users_of[other])
    lengths = sqrt(run.counts[one] * run.counts[other])
    return 1 - both / lengths if both else 1.0


@distance(r"[g_i \ne g_j]", source="recommenders 1.2.1, item_feature_vector")
def groups(one: str, other: str, run: Run) -> float:
    """1 where they are in different groups: one minus the cosine of their features."""
    return float(run.group_of[one] != run.group_of[other])


@distance(r"\sqrt{2} \, [g_i \ne g_j]", source="DaisyRec 2.3.0, Diversity")
def euclidean(one: str, other: str, run: Run) -> float:
    """The Euclidean distance of their features: up to the root of 2."""
    return sqrt(2) * groups(one, other, run)
