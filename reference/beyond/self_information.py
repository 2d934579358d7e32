r"""Self-information: how surprising the recommended items are, by their popularity.

    \frac{1}{|U|} \sum_u \frac{1}{|L_u|} \sum_{i \in L_u} -\log_2 \frac{n_i}{|U|}
    range 0 without bound; divided by log |U|, to 1

Also called novelty and surprisal. Descriptions differ in the chance (share of the
users, or of the interactions), the base, the worth of an item that nobody has in
training (its logarithm does not exist), and the divisor.
Source: Zhou et al. 2010; Vargas and Castells 2011. Start at `self_information`.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis, Ratio
from homonym.reference.beyond.case import Listed, Run, RunCase
from homonym.reference.beyond.combine import LENGTH, each_list, of_one_length
from homonym.reference.beyond.combine import divisor as of_list
from homonym.reference.beyond.popularity import (
    Popularity,
    PopularityWorth,
    base,
    chance,
    unseen,
)
from homonym.reference.families import family, same
from homonym.reference.parts import Part, ratio

Base = Callable[[float], float]

scale = Axis("what a surprise is measured in")


@scale("1", name="base", row="-<base> <chance>", code="1")
def by_base(run: Run, base: Base) -> float:
    """The unit of the logarithm."""
    return 1.0


@scale(
    r"\log |U|",
    source="RePlay 0.22.0, Surprisal",
    row=r"\frac{-<base> <chance>}{<base> |U|}",
    code="log2(people)",
)
def users(run: Run, base: Base) -> float:
    """The surprise of an item that only one of all users has."""
    return base(1 / len(run.train))


divisor = of_list.plus()


@divisor("|I|", name="catalogue", source="DL RS Evaluation, Novelty", code="items")
def all_items(user: Listed, k: int) -> float:
    """The number of items in the catalogue, listed or not."""
    return len(user.run.catalogue)


@family(
    "Self-information",
    also={
        "MSI": {},
        "mean-self-information": {},
        "surprisal": {"unseen": "once"},
    },
    takes=RunCase,
    rows=(
        "<users>",
        r"a_u = \sum_{i \in L_u} s(i)",
        "b_u = <divisor>",
        "s(i) = <scale.row>",
        r"<unseen.row> \text{ for an item that nobody has in training}",
    ),
    ratio=Ratio(
        "surprise <chance.name> <unseen.name> <users.name>", "<divisor> * <scale>"
    ),
    chance=chance,
    base=base,
    unseen=unseen,
    scale=scale,
    divisor=divisor,
    users=each_list,
)
def self_information(
    user: Listed,
    k: int,
    chance: Popularity,
    base: Base,
    unseen: Callable[[Run, PopularityWorth], float],
    scale: Callable[[Run, Base], float],
    divisor: Callable[[Listed, int], float],
) -> Part:
    """(sum of the surprises, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("MSI(chance=share_of_users)")
    >>> variant.value(RunCase.parse("a > b ; b > a ; c > b ; d > b @1"))
    2.0
    """

    def told(users: int) -> float:
        return ratio((base(chance(users, user.run)), scale(user.run, base)))

    counts = user.run.counts
    values = (
        told(counts[item]) if counts[item] else unseen(user.run, told)
        for item in user.items[:k]
    )
    return sum(values), divisor(user, k)


same(self_information, LENGTH)(of_one_length)


@same(self_information, "every listed item was trained on", when="only_trained_items")
def nothing_unseen(**_: str) -> dict[str, str]:
    return {"unseen": "nothing"}


@same(self_information, "the base cancels in a ratio of two logarithms")
def base_cancels(scale: str, **_: str) -> dict[str, str]:
    return {"base": "binary"} if scale == "users" else {}
