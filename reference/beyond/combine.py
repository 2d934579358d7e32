"""How lists become one number: taken together, or one by one and then averaged.

In a well-formed case every list has k items or more, so that lists cut at k are all of
one length: `of_one_length` says which choices that makes equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed
from homonym.reference.diversity.users import users as of_each_user
from homonym.reference.parts import Parts, quotient

run_level = Axis("which lists are looked at")


@run_level(r"\bigcup_u L_u")
def together(lists: Sequence[str]) -> Counter[str]:
    """All lists together: in how many of them each item is."""
    return Counter("".join(lists))


each_list = of_each_user.plus()


@each_list(r"\frac{\sum_u a_u}{\sum_u b_u}", source="recommenders 1.2.1, novelty")
def pooled(parts: Parts, people: Sequence[Any], k: int) -> float | None:
    """All recommendations alike, whoever gets them."""
    kept = [part for part in parts if part]
    return quotient((sum(part[0] for part in kept), sum(part[1] for part in kept)))


divisor = Axis("what the sum over a list is divided by")


@divisor(r"|L|", name="length", code="k")
def length(user: Listed, k: int) -> float:
    """The number of items in the list, k at most."""
    return len(user.items[:k])


@divisor("k", name="k", code="k")
def cut_off(user: Listed, k: int) -> float:
    """The cut-off, even where the list is shorter."""
    return k


LENGTH = "every list of a well-formed case has k items or more"


def of_one_length(divisor: str = "", users: str = "", **_: str) -> dict[str, str]:
    """k is the length, and all recommendations alike are all users alike."""
    found = {"divisor": "length"} if divisor == "k" else {}
    return {**found, "users": "mean"} if users == "pooled" else found


catalogue = Axis("which items there are")


@catalogue("|I|", parts={"set": "I", "within": ""}, code="items")
def all_items(counts: Counter[str], run: Any) -> list[int]:
    """All items of the catalogue, most of which may never be shown."""
    return [counts[item] for item in run.catalogue]


@catalogue(
    "|I| + 1",
    source="RecBole 1.2.1, which counts its padding as an item",
    parts={
        "set": r"I \text{ and of one more, which is in none}",
        "within": "",
    },
    code="items + 1",
)
def all_and_padding(counts: Counter[str], run: Any) -> list[int]:
    """Those of the catalogue and one that is never shown."""
    return [0, *all_items(counts, run)]


@catalogue(
    r"|\bigcup_u L_u|",
    source="ClayRS 0.5.1, Gini index",
    parts={"set": r"\bigcup_u L_u", "within": ""},
    no_code="how many items are shown is the lists'",
)
def only_shown(counts: Counter[str], run: Any) -> list[int]:
    """Those that are in a list."""
    return [count for count in counts.values() if count]


@catalogue(
    r"|I_{train}|",
    source="recommenders 1.2.1, catalog_coverage",
    parts={"set": "I_{train}", "within": r" \cap I_{train}"},
    no_code="no other definition counts only what of these is shown",
)
def trained(counts: Counter[str], run: Any) -> list[int]:
    """Those of the training data; items that are shown but not in it do not count."""
    return [counts[item] for item in sorted(run.counts)]


def listed(user: Listed, k: int, **_: Any) -> str:
    """The first k items."""
    return user.items[:k]
