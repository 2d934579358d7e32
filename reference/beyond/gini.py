r"""Gini index: how unequally the recommendations fall on the items.

    G = \frac{\sum_j (2 j - n - 1) c_{(j)}}{n \sum_j c_{(j)}},  counts c rising
    range 0 (all items alike) to 1 - 1/n; divided by n - 1 instead, to 1

Source: Fleder and Hosanagar 2009; Castells, Hurley and Vargas 2015. Start at `gini`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from homonym.reference.axes import Axis, Ratio
from homonym.reference.beyond.case import Listed, Run, RunCase
from homonym.reference.beyond.combine import catalogue, listed, run_level
from homonym.reference.families import family, same
from homonym.reference.parts import ratio

size = Axis("how many items there are")


@size("n", name="counted", row="<catalogue>")
def all_counted(counts: Sequence[int], run: Run) -> int:
    """As many as are counted."""
    return len(counts)


@size(
    "n = |I_{train}|",
    name="training",
    source="Elliot 0.3.1, whose data set has the items of the training data only",
    row="|I_{train}|",
)
def all_trained(counts: Sequence[int], run: Run) -> int:
    """As many as the training data has, even where others are counted.

    Where more items are counted than that, the number may not be between 0 and 1.
    """
    return len(run.counts)


divisor = Axis("what the sum of differences is divided by")


def over(number: str) -> str:
    """The index with that in its divisor."""
    return rf"\frac{{\sum_j (2 j - n - 1) c_{{(j)}}}}{{{number} \sum_j c_{{(j)}}}}"


@divisor(
    "n", name="n", source="RecBole 1.2.1; LensKit 0.14.4", row=over("n"), code="items"
)
def items(n: int) -> int:
    """The number of items."""
    return n


@divisor(
    "n - 1",
    source="Castells et al. 2015; Elliot 0.3.1",
    row=over("(n - 1)"),
    code="items - 1",
)
def others(n: int) -> int:
    """One fewer: the most unequal lists reach 1."""
    return n - 1


@divisor(
    "n + 1",
    source="DL RS Evaluation, Gini_Diversity",
    row=over("(n + 1)"),
    code="items + 1",
)
def one_more(n: int) -> int:
    """One more: the most unequal lists stay further below 1."""
    return n + 1


reported = Axis("whether more is more unequal")


@reported("G", row="<divisor.row>")
def inequality(value: float) -> float:
    """The index: 0 where all items are shown alike."""
    return value


@reported(
    "1 - G", source="Elliot 0.3.1, Gini; DL RS Evaluation", row="1 - <divisor.row>"
)
def equality(value: float) -> float:
    """Its complement: 1 where all items are shown alike."""
    return 1 - value


def unequal(
    lists: Sequence[str],
    people: Sequence[Listed],
    k: int,
    users: Callable[[Sequence[str]], Counter[str]],
    catalogue: Callable[[Counter[str], Any], list[int]],
    size: Callable[[Sequence[int], Run], int],
    divisor: Callable[[int], int],
    reported: Callable[[float], float],
) -> float:
    """The index of the counts, of which the largest is the last of n, n."""
    run = people[0].run
    counts = sorted(catalogue(users(lists), run), reverse=True)
    n = size(counts, run)
    above = sum((2 * (n - place) - n - 1) * count for place, count in enumerate(counts))
    return reported(ratio((above, divisor(n) * sum(counts))))


@family(
    "Gini index",
    also={"GiniIndex": {}},
    combine=unequal,
    takes=RunCase,
    rows=(
        "<reported.row>",
        r"c_{(j)} \text{ rising to } j = n \text{: in how many lists each is of }"
        r" <catalogue.set>",
        "n = <size.row>",
    ),
    ratio=Ratio("differences <reported.name> <users.name>", "<divisor>"),
    reported=reported,
    catalogue=catalogue,
    divisor=divisor,
    size=size,
    users=run_level,
)
def gini(user: Listed, k: int, **choices: Any) -> str:
    """The first k items of one user's list; `unequal` takes all of them.

    >>> from homonym.reference.variants import Variant
    >>> Variant.parse("gini(reported=inequality)").value(RunCase.parse("a ; a | ab @1"))
    0.5
    """
    return listed(user, k)


@same(gini, "an item that is never shown adds nothing but its number to n")
def never_shown(catalogue: str, size: str, **_: str) -> dict[str, str]:
    if size == "counted":
        return {}
    if catalogue == "trained":
        return {"size": "counted"}
    return {"catalogue": "all_items"}


@same(gini, "every item shown was trained on", when="only_trained_items")
def all_trained_on(catalogue: str, **_: str) -> dict[str, str]:
    return (
        {"catalogue": "all_items", "size": "training"} if catalogue == "trained" else {}
    )
