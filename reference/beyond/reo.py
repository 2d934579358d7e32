r"""Ranking-based equal opportunity: whether all groups of items are hit equally often.

    P_g = \frac{\sum_u |L_u \cap R_u \cap g|}{\sum_u |R_u \cap g \setminus train_u|},
    REO = std(P_1, …, P_A) / mean(P_1, …, P_A)
    range 0 (all groups alike) to √(A - 1) for A groups

With the popular items and the rest as groups it is PopREO.
Source: Zhu, Wang and Caverlee 2020. Start at `reo`; the groups are in `parity.py`.
"""

from __future__ import annotations

from typing import Any

from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.parity import (
    ItemGrouping,
    groups,
    over_groups,
    reported,
    users,
)
from homonym.reference.families import family
from homonym.reference.parts import Part


@family(
    "REO",
    also={"PopREO": {"groups": "head_and_tail"}},
    combine=over_groups,
    parameters={"head": 0.8},
    takes=RunCase,
    rows=(
        "<reported>",
        r"P_g = \frac{\sum_u |L_u \cap R_u \cap g|}"
        r"{\sum_u |R_u \cap g \setminus train_u|}, \; g: <groups>",
        "<groups.head>",
    ),
    groups=groups,
    reported=reported,
    users=users,
)
def reo(
    user: Listed, k: int, groups: ItemGrouping, head: float, **_: Any
) -> list[Part]:
    """(hits, relevant items not trained on) of each group, for one user.

    >>> from homonym.reference.variants import Variant
    >>> Variant.parse("reo(groups=given)").value(RunCase.parse("bc = bd | ab,cd @1"))
    1.0
    """
    shown, known, relevant = set(user.items[:k]), set(user.train), set(user.truth)
    return [
        (len(shown & relevant & g), len((relevant & g) - known))
        for g in groups(user.run, head)
    ]
