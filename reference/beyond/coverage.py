r"""Coverage: how many of the items, or of the users, the lists reach.

    |\bigcup_u L_u| / |I|                                      range 0 to 1, or a count

Source: Herlocker et al. 2004; Ge, Delgado-Battenfeld and Jannach 2010, whose catalogue
coverage is the default. Start at `coverage`, at the bottom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from homonym.reference.axes import Axis, Ratio
from homonym.reference.beyond.case import Listed, RunCase
from homonym.reference.beyond.combine import LENGTH, catalogue, listed, run_level
from homonym.reference.families import family, same, void
from homonym.reference.parts import Part, ratio

RunLists = Sequence[str]
Truths = Sequence[str]
There = Callable[[RunLists], list[int]]
"""How often each item that there is stands in the lists."""

reported = Axis("whether the number is a share or a count")


@reported(r"\frac{a}{b}", row=r"\frac{<of.row>}{<of.all>}", code="<of>")
def share(part: Part) -> float:
    """A share."""
    return ratio(part)


@reported(
    "a",
    source="Elliot 0.3.1, ItemCoverage, which its documentation calls a share",
    row="<of.row>",
    code="1",
)
def number(part: Part) -> float:
    """A count."""
    return part[0]


of = Axis("what is reached")
ITEMS = {"all": "<catalogue>"}


@of(
    "|I|",
    name="items",
    source="Ge et al. 2010, catalogue coverage",
    row=r"|\bigcup_u L_u<catalogue.within>|",
    parts=ITEMS,
    code="<catalogue>",
)
def items_shown(lists: RunLists, truths: Truths, k: int, there: There) -> Part:
    """Items: those that are in a list."""
    counts = there(lists)
    return sum(count > 0 for count in counts), len(counts)


@of(
    r"|\bigcup_u L_u| / |I|",
    name="any_items",
    source="recommenders 1.2.1, catalog_coverage; RePlay 0.12.0",
    row=r"|\bigcup_u L_u|",
    parts=ITEMS,
    no_code="no other number counts items that are not among these",
)
def any_items_shown(lists: RunLists, truths: Truths, k: int, there: There) -> Part:
    """Items: those that are in a list, even where they are none of the items there are.

    The share can exceed 1 where items are shown that nobody has in training.
    """
    return len(set("".join(lists))), len(there(lists))


@of(
    r"|\bigcup_u (L_u \cap T_u)| / |I|",
    name="hits",
    source="DL RS Evaluation, Coverage_Test_Correct",
    row=r"|\bigcup_u (L_u \cap T_u)<catalogue.within>|",
    parts=ITEMS,
    code="<catalogue>",
)
def items_hit(lists: RunLists, truths: Truths, k: int, there: There) -> Part:
    """Items: those that are in a list of a user to whom they are relevant."""
    pairs = zip(lists, truths, strict=True)
    hits = ["".join(item for item in one if item in truth) for one, truth in pairs]
    return items_shown(hits, truths, k, there)


@of(
    "|U|",
    name="users",
    source="Herlocker et al. 2004; Elliot 0.3.1, UserCoverage",
    row=r"|\{ u : L_u \ne \emptyset \}|",
    parts={"all": "|U|"},
    code="people",
)
def users_served(lists: RunLists, truths: Truths, k: int, there: There) -> Part:
    """Users: those with a recommendation."""
    return sum(bool(one) for one in lists), len(lists)


@of(
    "|U|",
    name="users_with_k",
    source="Elliot 0.3.1, UserCoverageAtN",
    row=r"|\{ u : |L_u| \ge k \}|",
    parts={"all": "|U|"},
    code="people",
)
def users_fully_served(lists: RunLists, truths: Truths, k: int, there: There) -> Part:
    """Users: those with k recommendations."""
    return sum(len(one) >= k for one in lists), len(lists)


def reached(
    lists: RunLists,
    people: Sequence[Listed],
    k: int,
    users: Callable[[RunLists], Counter[str]],
    of: Callable[[RunLists, Truths, int, There], Part],
    catalogue: Callable[[Counter[str], Any], list[int]],
    reported: Callable[[Part], float],
) -> float:
    """The share or number of all that is reached."""
    run = people[0].run
    return reported(of(lists, run.truths, k, lambda some: catalogue(users(some), run)))


@family(
    "Coverage",
    also={"catalogue-coverage": {}, "user-coverage": {"of": "users"}},
    combine=reached,
    takes=RunCase,
    rows=("<reported.row>",),
    ratio=Ratio("reached <of.name> <catalogue.within> <users.name>", "<reported>"),
    of=of,
    catalogue=catalogue,
    reported=reported,
    users=run_level,
)
def coverage(user: Listed, k: int, **choices: Any) -> str:
    """The first k items of one user's list; `reached` takes all of them.

    >>> from homonym.reference.variants import Variant
    >>> Variant.parse("coverage(of=items)").value(RunCase.parse("ab ; bc | abcd @1"))
    0.5
    """
    return listed(user, k)


@void(coverage, "all that is shown is shown: 1, or the number of items")
def only_of_shown(catalogue: str, **_: str) -> bool:
    return catalogue == "only_shown"


@same(coverage, "the number of users does not depend on which items there are")
def of_users(of: str, **_: str) -> dict[str, str]:
    return {"catalogue": "all_items"} if of in ("users", "users_with_k") else {}


@same(coverage, LENGTH)
def with_k(of: str, **_: str) -> dict[str, str]:
    return {"of": "users"} if of == "users_with_k" else {}


@same(coverage, "every item shown is one of the catalogue")
def all_shown(of: str, catalogue: str, **_: str) -> dict[str, str]:
    return {"of": "items"} if of == "any_items" and catalogue != "trained" else {}


@same(coverage, "a count does not depend on how many items are not shown")
def counted(of: str, catalogue: str, reported: str, **_: str) -> dict[str, str]:
    if reported == "share":
        return {}
    if of == "any_items":
        return {"of": "items", "catalogue": "all_items"}
    return {"catalogue": "all_items"} if catalogue == "all_and_padding" else {}


@same(coverage, "every item shown was trained on", when="only_trained_items")
def all_trained(of: str, reported: str, **_: str) -> dict[str, str]:
    found = {"of": "items"} if of == "any_items" else {}
    return {**found, "catalogue": "all_items"} if reported == "number" else found
