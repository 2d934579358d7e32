r"""Average popularity: how popular the recommended items are in training.

    \frac{1}{|U|} \sum_u \frac{1}{|L_u|} \sum_{i \in L_u} n_i
    range 0 without bound

DaisyRec sums over the hits and divides by r, which its documentation does not say.
Source: Yin et al. 2012; Abdollahpouri, Burke and Mobasher 2019.
Start at `average_popularity`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis, Ratio
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import LENGTH, each_list, of_one_length
from homonym.reference.beyond.combine import divisor as of_list
from homonym.reference.beyond.popularity import Popularity, popularity
from homonym.reference.families import family, same
from homonym.reference.parts import Part

terms = Axis("which items count")


@terms(r"i \in L_u", name="listed")
def all_listed(items: str, truth: str) -> str:
    """All items of the list."""
    return items


@terms(
    r"i \in L_u, h_i = 1",
    source="DaisyRec 2.3.0, Popularity",
    row=r"i \in L_u \cap R_u",
)
def hits(items: str, truth: str) -> str:
    """The relevant items of the list."""
    return "".join(item for item in items if item in truth)


divisor = of_list.plus()


@divisor("r", name="r", source="DaisyRec 2.3.0, Popularity")
def relevant(user: Listed, k: int) -> float:
    """The number of relevant items, listed or not."""
    return len(user.truth)


@family(
    "Average popularity",
    also={"ARP": {}},
    takes=RunCase,
    rows=("<users>", r"a_u = \sum_{<terms>} <popularity>", "b_u = <divisor>"),
    ratio=Ratio("popularity <terms.name> <divisor.name> <users.name>", "<popularity>"),
    popularity=popularity,
    terms=terms,
    divisor=divisor,
    users=each_list,
)
def average_popularity(
    user: Listed,
    k: int,
    popularity: Popularity,
    terms: Callable[[str, str], str],
    divisor: Callable[[Listed, int], float],
) -> Part:
    """(sum of the popularities, divisor) of one user.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("ARP(popularity=count)")
    >>> variant.value(RunCase.parse("a > b ; bc > d ; b > c @1"))
    1.0
    """
    counts = user.run.counts
    items = terms(user.items[:k], user.truth)
    told = (popularity(counts[item], user.run) for item in items)
    return sum(told), divisor(user, k)


@same(average_popularity, LENGTH)
def length(divisor: str, **names: str) -> dict[str, str]:
    return {} if divisor == "r" else of_one_length(divisor, **names)
