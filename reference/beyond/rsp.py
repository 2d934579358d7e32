r"""Ranking-based statistical parity: whether all groups' items are shown equally often.

    P_g = \frac{\sum_u |L_u \cap g|}{\sum_u |g \setminus train_u|},
    RSP = std(P_1, …, P_A) / mean(P_1, …, P_A)
    range 0 (all groups alike) to √(A - 1) for A groups

With the popular items and the rest as groups it is PopRSP.
Source: Zhu, Wang and Caverlee 2020. Start at `rsp`; the groups are in `parity.py`.
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
    "RSP",
    also={"PopRSP": {"groups": "head_and_tail"}},
    combine=over_groups,
    parameters={"head": 0.8},
    takes=RunCase,
    rows=(
        "<reported>",
        r"P_g = \frac{\sum_u |L_u \cap g|}{\sum_u |g \setminus train_u|}, \;"
        r" g: <groups>",
        "<groups.head>",
    ),
    groups=groups,
    reported=reported,
    users=users,
)
def rsp(
    user: Listed, k: int, groups: ItemGrouping, head: float, **_: Any
) -> list[Part]:
    """(items shown, items not trained on) of each group, for one user.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("rsp(groups=given)")
    >>> variant.value(RunCase.parse("a > b ; d > b | ab,cd @1"))
    1.0
    """
    shown, known = set(user.items[:k]), set(user.train)
    return [(len(shown & g), len(g - known)) for g in groups(user.run, head)]
