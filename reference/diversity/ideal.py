r"""What a discounted gain is divided by: the gain of an ideal ordering, or of none.

Each choice gets the user, k, the discounted gain and the pool, in which the items of
the list stand first, by rank. Start at `greedy`. What an ordering chooses by is tied
within `TIED`: sums of the same numbers in another order differ by rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from homonym.reference.axes import Axis
from homonym.reference.brief import in_brief
from homonym.reference.case import CaseError
from homonym.reference.diversity.cascade import Discounted
from homonym.reference.diversity.case import Item, Items, User, aspects_of
from homonym.reference.diversity.weights import Weights, likelihood, rated

IdealGain = Callable[[User, int, Discounted, Items], float]
T = TypeVar("T")

TIED = 1e-9
"""What two numbers that are equal but for rounding differ by, at most: a share of the
largest gain there is, or a difference of weights, which sum to 1."""
Pool = Callable[[User], Items]

pool = Axis("which items the ideal ordering may use")


@pool("r_{u,i} exists", name="judged", source="Parapar and Radlinski 2021, section 5.1")
def only_judged(user: User) -> Items:
    """Those that the user rated: a list with others can be better than ideal."""
    return user.judged


@pool("i in the list, or r_{u,i} exists", name="listed")
def judged_and_listed(user: User) -> Items:
    """Those that the user rated, and those that were listed."""
    rest = tuple(item for item in user.unlisted if item.rating is not None)
    return user.ranked + rest


@pool("all candidates", name="catalogue")
def all_candidates(user: User) -> Items:
    """All that could have been listed."""
    return user.candidates


ideal = Axis("what the gain of the list is divided by")


@ideal(
    "greedy by gain",
    source="Clarke et al. 2008; Zhai et al. 2003",
    row=r"\text{the same sum of the order that takes the item of the}"
    r" \text{ largest } G \text{ at each rank}",
)
def greedy(user: User, k: int, gained: Discounted, pool: Items) -> float:
    """At each rank the item that adds most there; in a tie, the first of the pool."""
    return gained(greedily(gained, pool, k))


@ideal(
    r"\arg\max_a (w(u, a) - w(S, a))",
    source="Parapar and Radlinski 2021, section 5.1",
    row=r"\text{the same sum of the order that takes an item of the}"
    r" \text{ aspect with the largest } w(u, a) - w(S, a) \text{ at each rank}",
)
def by_aspects(user: User, k: int, gained: Discounted, pool: Items) -> float:
    """At each rank the best rated item of the aspect that is most lacking."""
    return gained(section_5_1(user)[:k])


@ideal("given", row=r"\text{the same sum of a given order}")
def given(user: User, k: int, gained: Discounted, pool: Items) -> float:
    """An ordering that the case gives, after `=`."""
    if user.ideal is None:
        raise CaseError(
            f"the user {in_brief(str(user))} has no ideal ordering: write one after ="
        )
    return gained(user.ideal[:k])


@ideal(
    r"\sum_n discount(n) (1 - \alpha)^{n - 1}",
    source="ndeval: alpha-DCG, ERR-IA",
    row=r"\sum_{n \le k} \frac{(1 - \alpha)^{n - 1}}{\log_2(n + 1)}",
)
def perfect(user: User, k: int, gained: Discounted, pool: Items) -> float:
    """A list of k items fully relevant to every aspect, whether they exist or not."""
    return gained(perfect_items(gained, k))


@ideal("1", name="none", source="Clarke et al. 2008")
def not_normalised(user: User, k: int, gained: Discounted, pool: Items) -> float:
    """Nothing: then it is a discounted cumulative gain."""
    return 1.0


def greedily(gained: Discounted, pool: Items, k: int) -> list[Item]:
    """The items of the pool, each time the one that adds most, at most k of them.

    Ties go to the first of the pool. No item adds more later than at rank 1, so that
    gains are tied that differ by `TIED` of the largest there.

    >>> from homonym.reference.diversity.alpha_ndcg import logarithmic
    >>> from homonym.reference.diversity.cascade import Reader, summed
    >>> reader = Reader({"a": 1.0}, lambda item: 0.5, lambda item: 1.0, summed, 5)
    >>> pool = (Item(3, ("b",)), Item(4, ("a",)), Item(5, ("a",)))
    >>> [str(item) for item in greedily(Discounted(reader, logarithmic), pool, 2)]
    ['4a', '5a']
    """
    reader, left = gained.reader, dict(gained.reader.weights)
    rest, chosen, most = list(pool), list[Item](), 0.0
    while rest and len(chosen) < k:
        adds = {item: reader.gain(item, left, reader) for item in dict.fromkeys(rest)}
        most = most or float(max(adds.values()))
        best = first_of_most(adds, rest, TIED * most)
        rest.remove(best)
        reader.read(best, left)
        chosen.append(best)
    return chosen


def first_of_most(numbers: Mapping[T, float], among: Iterable[T], tied: float) -> T:
    """The first of those whose number is the largest but for so small a difference."""
    least = max(numbers.values()) - tied
    return next(one for one in among if numbers[one] >= least)


def perfect_items(gained: Discounted, k: int) -> list[Item]:
    """So many items with the highest rating and all aspects that weigh."""
    reader = gained.reader
    return [Item(reader.r_max, tuple(reader.weights))] * k


def section_5_1(user: User) -> list[Item]:
    """The judged items in the ideal order of Parapar and Radlinski, section 5.1.

    One queue for each aspect, by rating, then by the number of aspects shown; at each
    rank the next item of the aspect whose weight for the user exceeds its weight in the
    ordering so far (both by Eq. 9) the most. An item leaves all its queues at once;
    ties go to the first aspect in the alphabet.
    """
    wanted = likelihood(user.judged, user, "truth")
    rest = sorted(user.judged, key=lambda i: (-(i.rating or 0), -len(i.aspects)))
    chosen: list[Item] = []
    while rest:
        so_far = shares(tuple(chosen))
        lacks = {a: wanted[a] - so_far.get(a, 0.0) for a in aspects_of(tuple(rest))}
        wanting = first_of_most(lacks, lacks, TIED)
        item = next(item for item in rest if wanting in item.aspects)
        rest.remove(item)
        chosen.append(item)
    return chosen


def shares(items: Items) -> Weights:
    """Eq. 9 over an ordering; nothing where it holds no liked item yet."""
    sums = rated(items)
    total = sum(sums.values())
    return {a: part / total for a, part in sums.items()} if total else {}
