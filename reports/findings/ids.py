"""Ids of variants, as pages have them: start at `parse_variant`."""

from __future__ import annotations

from functools import lru_cache

from homonym.equivalence.across_families import find_averaged_class
from homonym.reference.names import UnknownName
from homonym.reference.variants import Variant


def shorten_variant_id(variant: str, family: str = "") -> str:
    """The part of an id in brackets; the whole id where the family is another.

    >>> shorten_variant_id("recall(divisor=r)")
    'divisor=r'
    >>> shorten_variant_id("recall(divisor=r)", "hit_rate")
    'recall(divisor=r)'
    """
    name, _, rest = variant.partition("(")
    inside = rest.rstrip(")")
    return inside if inside and family in ("", name) else variant


@lru_cache(maxsize=4096)
def parse_variant(variant: str) -> Variant | None:
    """The variant of an id; nothing where this homonym does not know it."""
    try:
        return Variant.parse(variant)
    except UnknownName:
        return None


def find_averaged_id(id: str) -> str:
    """The id of the class that averages what `users=caller` leaves to the caller.

    >>> find_averaged_id("recall(divisor=r, users=caller)")
    'recall(divisor=r)'
    """
    found = parse_variant(id)
    if found is None or found.names.get("users") != "caller":
        return id
    return str(find_averaged_class(found))


def is_same_class(promised: str, computed: str, when: str = "") -> bool:
    """Whether two ids are one class (under a condition).

    A library that leaves the mean over users to its caller breaks no promise by it.
    """
    one, other = parse_variant(promised), parse_variant(computed)
    if one is None or other is None or one.family != other.family:
        return promised == computed
    home = one.home
    if other.names.get("users") == "caller":
        one = home.variant(**{**one.names, "users": "caller"})
    conditions = (when,) if when else ()
    return home.canonical(one, conditions) == home.canonical(other, conditions)
