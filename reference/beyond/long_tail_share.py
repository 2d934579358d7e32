r"""Long-tail share: how many of the recommended items are unpopular.

    \frac{1}{|U|} \sum_u \frac{|L_u \cap \Gamma|}{|L_u|}
    range 0 to 1, or a count

Descriptions differ in the tail Γ. Source: Abdollahpouri, Burke and Mobasher 2017
(APLT; as a count, ACLT). Start at `long_tail_share`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from homonym.reference.axes import Axis, Ratio
from homonym.reference.beyond.case import Listed, Run, RunCase
from homonym.reference.beyond.combine import LENGTH, each_list, of_one_length
from homonym.reference.beyond.combine import divisor as of_list
from homonym.reference.families import family, same
from homonym.reference.parts import Part

tail = Axis("which items are the long tail")
BELOW = (
    r"\sum_{j \text{ before } i} n_j \ge head \sum_j n_j \}"
    r"\text{ where the most popular items come first}"
)
LEAST = (
    r"\Gamma: \text{the least popular } \max(1, \lfloor share \, |I_{train}| \rfloor)"
    r" \text{ items of } I_{train}"
)


def after_head(ordered: Sequence[str], run: Run, head: float) -> set[str]:
    """The rest when items are taken in this order until they have that part of the
    training; the item with which they reach it is still one of the head."""
    before = 0.0
    for place, item in enumerate(ordered):
        if before >= head * run.interactions:
            return set(ordered[place:])
        before += run.counts[item]
    return set()


@tail(
    r"\sum_{j < i} n_j \ge head \sum_j n_j",
    source="Elliot 0.3.1, APLT",
    row=r"\Gamma = \{ i : " + BELOW,
)
def below_head(run: Run, head: float, share: float) -> set[str]:
    """All but the most popular items, taken until they hold that share of training.

    Of equally popular items the first in the catalogue is taken first.
    """
    ordered = sorted(run.catalogue, key=lambda item: -run.counts[item])
    return after_head(ordered, run, head)


@tail(
    r"i \in I_{train}: \sum_{j < i} n_j \ge head \sum_j n_j",
    source="Elliot 0.3.1, whose data set has the items of the training data only",
    row=r"\Gamma = \{ i \in I_{train} : " + BELOW,
)
def trained_below_head(run: Run, head: float, share: float) -> set[str]:
    """The same, of the items of the training data alone.

    Of equally popular items that with the lowest id is taken first: Elliot goes through
    a Python set, in which small numbers rise unless they are few.
    """
    ordered = sorted(sorted(run.counts), key=lambda item: -run.counts[item])
    return after_head(ordered, run, head)


@tail(
    r"\lfloor share \cdot |I_{train}| \rfloor",
    source="RecBole 1.2.1, TailPercentage",
    row=LEAST,
)
def least_popular(run: Run, head: float, share: float) -> set[str]:
    """The least popular items of the training data: that share of them, one at least.

    Of equally popular items those with the lowest ids.
    """
    return first_part(sorted(run.counts), run, share)


@tail(
    r"\lfloor share \cdot |I_{train}| \rfloor \text{, ties as first seen}",
    source="RecBole 1.0.1, Trainer.evaluate, which numbers items as it reads them",
    row=LEAST + r" \text{, ties as first seen}",
)
def least_popular_first_seen(run: Run, head: float, share: float) -> set[str]:
    """The same, but of equally popular items those that come first in training."""
    return first_part("".join(run.train), run, share)


def first_part(items: Sequence[str], run: Run, share: float) -> set[str]:
    """That share of the items, one at least, when the least popular come first and
    the others stay in order."""
    ordered = sorted(dict.fromkeys(items), key=lambda item: run.counts[item])
    return set(ordered[: max(int(share * len(ordered)), 1)])


@tail(
    r"0 < n_i \le 2",
    source="RecBole 1.2.1, TailPercentage, tail_ratio = 2",
    row=r"\Gamma = \{ i : 0 < n_i \le 2 \}",
)
def rare(run: Run, head: float, share: float) -> set[str]:
    """The items of the training data that at most two users have."""
    return {item for item, count in run.counts.items() if count <= 2}


divisor = of_list.plus()


@divisor("1", name="none", source="Elliot 0.3.1, ACLT", code="1")
def as_count(user: Listed, k: int) -> float:
    """Nothing: the number of such items."""
    return 1.0


@family(
    "Long-tail share",
    also={
        "APLT": {},
        "ACLT": {"divisor": "none"},
        "TailPercentage": {"tail": "least_popular"},
    },
    parameters={"head": 0.8, "share": 0.1},
    takes=RunCase,
    rows=("<users>", r"a_u = |L_u \cap \Gamma|", "b_u = <divisor>", "<tail.row>"),
    ratio=Ratio("tail <tail.name> <users.name>", "<divisor>"),
    tail=tail,
    divisor=divisor,
    users=each_list,
)
def long_tail_share(
    user: Listed,
    k: int,
    tail: Callable[[Run, float, float], set[str]],
    divisor: Callable[[Listed, int], float],
    head: float,
    share: float,
) -> Part:
    """(items of the tail in the list, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("APLT(tail=below_head)")
    >>> variant.value(RunCase.parse("a > bc ; a > c ; a > d @2"))
    1.0
    """
    unpopular = tail(user.run, head, share)
    return sum(item in unpopular for item in user.items[:k]), divisor(user, k)


same(long_tail_share, LENGTH)(of_one_length)
