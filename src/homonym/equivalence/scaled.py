"""What two numbers of one family are divided by, where nothing else differs: then one
follows from the other by a factor. Start at `divided`.

The divisors are the same for every user: k, or a count of items, users or training
items.
"""

from __future__ import annotations

from homonym.reference.variants import Variant

BY: dict[str, dict[str, dict[str, str]]] = {
    "average_popularity": {
        "popularity": {
            "count": "1",
            "share_of_users": "people",
            "share_of_interactions": "interactions",
            "share_of_most": "most",
        }
    },
    "gini": {"divisor": {"n": "items", "others": "items - 1", "one_more": "items + 1"}},
    "long_tail_share": {"divisor": {"length": "k", "k": "k", "none": "1"}},
    "self_information": {
        "divisor": {"length": "k", "k": "k", "catalogue": "items"},
        "scale": {"base": "1", "users": "log2(people)"},
    },
}
"""By family, axis and choice: what the number is divided by, in Python."""
ITEMS = {"all_items": "items", "all_and_padding": "items + 1"}
"""How many items there are, by the choice of the catalogue."""
FIXED: dict[str, dict[str, str]] = {
    "gini": {"catalogue": "all_items", "size": "counted"},
    "self_information": {"base": "binary"},
}
"""The choices on other axes with which the divisors are these."""

Divided = tuple[str, str]


def divided(variant: Variant) -> Divided | None:
    """(what is divided, by what) as texts, equal where they are the same; None where
    the divisor is not known to be one number for all.

    >>> divided(Variant.parse("coverage(of=items, reported=number)"))
    ('coverage of=items users=together', '1')
    >>> divided(Variant.parse("gini(reported=inequality, divisor=others)"))[1]
    'items - 1'
    """
    names = variant.names
    if names.get("users") not in ("mean", "together"):
        return None
    if variant.family == "coverage":
        return reached(variant)
    axes = BY.get(variant.family)
    fixed = FIXED.get(variant.family, {})
    if axes is None or any(names[axis] != choice for axis, choice in fixed.items()):
        return None
    by = [axes[axis].get(names[axis], "") for axis in axes]
    if not all(by):
        return None
    return rest(variant, *axes), " * ".join(one for one in by if one != "1") or "1"


def reached(variant: Variant) -> Divided | None:
    """Of a coverage: the count of what is reached, by the count of all there is."""
    names = variant.names
    there = "people" if names["of"] == "users" else ITEMS.get(names["catalogue"])
    if names["of"] not in ("items", "hits", "users") or not there:
        return None
    divisor = "1" if names["reported"] == "number" else there
    return rest(variant, "reported", "catalogue"), divisor


def rest(variant: Variant, *apart: str) -> str:
    """The family, and the choices on all other axes."""
    others = [f"{a}={c}" for a, c in variant.choices if a not in apart]
    return " ".join([variant.family, *others])
