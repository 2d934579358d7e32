r"""Shannon entropy: how evenly the recommendations fall on the items, in bits.

    H = -\sum_i p_i \log p_i,  p_i = c_i / \sum_j c_j              range 0 to log n

Descriptions differ in the base, in a division by the number of items shown (RecBole,
undocumented), and in the weights of lists of unequal length (Elliot).
Source: Szlávik, Kowalczyk and Schut 2011. Start at `shannon_entropy`, at the bottom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import LENGTH, listed, run_level
from homonym.reference.beyond.popularity import base
from homonym.reference.families import family, same
from homonym.reference.parts import ratio

lists_weigh = Axis("how much a list weighs in the mean")


@lists_weigh(
    r"\frac{c_i}{\sum_j c_j}", name="by_length", row="p_i", parts={"where": ""}
)
def by_items(lists: Sequence[str], item: str) -> float:
    """By its items: every recommendation weighs the same."""
    return ratio((sum(item in one for one in lists), sum(map(len, lists))))


@lists_weigh(
    r"\frac{1}{|U|} \sum_{u: i \in L_u} \frac{1}{|L_u|}",
    source="Elliot 0.3.1",
    row="w_i",
    parts={"where": r"w_i = \frac{1}{|U|} \sum_{u: i \in L_u} \frac{1}{|L_u|}"},
)
def alike(lists: Sequence[str], item: str) -> float:
    """Every list weighs the same."""
    return ratio((sum(1 / len(one) for one in lists if item in one), len(lists)))


divisor = Axis("what the entropy is divided by")


@divisor("1", name="none", row="")
def nothing(shown: int) -> float:
    """Nothing."""
    return 1.0


@divisor(
    r"|\bigcup_u L_u|",
    source="RecBole 1.2.1, ShannonEntropy",
    row=r"\frac{1}{|\bigcup_u L_u|}",
)
def items_shown(shown: int) -> float:
    """The number of items that are in a list."""
    return shown


def even(
    lists: Sequence[str],
    people: Sequence[Listed],
    k: int,
    users: Callable[[Sequence[str]], Counter[str]],
    base: Callable[[float], float],
    lists_weigh: Callable[[Sequence[str], str], float],
    divisor: Callable[[int], float],
) -> float:
    """The mean surprise over the recommendations."""
    counts = users(lists)
    total = sum(counts.values())
    surprise = (
        lists_weigh(lists, item) * base(count / total) for item, count in counts.items()
    )
    return ratio((sum(surprise), divisor(len(counts))))


@family(
    "Shannon entropy",
    also={
        "entropy": {},
        "SEntropy": {"lists_weigh": "alike"},
        "distributional-coverage": {},
    },
    combine=even,
    takes=RunCase,
    rows=(
        r"-<divisor.row> \sum_i <lists_weigh.row> \, <base> p_i",
        r"p_i = \frac{c_i}{\sum_j c_j}, \; c_i = |\{ u : i \in L_u \}|",
        "<lists_weigh.where>",
    ),
    base=base,
    lists_weigh=lists_weigh,
    divisor=divisor,
    users=run_level,
)
def shannon_entropy(user: Listed, k: int, **choices: Any) -> str:
    """The first k items of one user's list; `even` takes all of them.

    >>> from homonym.reference.variants import Variant
    >>> Variant.parse("shannon_entropy(base=binary)").value(RunCase.parse("ab ; cd @2"))
    2.0
    """
    return listed(user, k)


@same(shannon_entropy, LENGTH)
def weights(lists_weigh: str, **_: str) -> dict[str, str]:
    return {"lists_weigh": "by_length"}
