"""What a choice finds, in words: counts, items, groups, weights. Start at
`describe_choice_result`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from homonym.trace.rankings import format_derived_number


def describe_choice_result(found: Any) -> str:
    """What a choice found, in words.

    >>> from collections import Counter
    >>> [*map(describe_choice_result, (Counter("aab"), {"b"}, set(), [1, 2]))]
    ['a 2, b 1', 'b', 'none', '1, 2']
    >>> [*map(describe_choice_result, ([{"a"}, {"b", "c"}], {1: [("a", 0.5)]}))]
    ['a; b, c', 'group 1: a 0.5']
    """
    if isinstance(found, Mapping):
        pairs = [
            (f"group {n}:" if isinstance(n, int) else n, x) for n, x in found.items()
        ]
        return (
            ", ".join(f"{name} {describe_choice_result(x)}" for name, x in pairs)
            or "none"
        )
    if isinstance(found, float | int):
        return format_derived_number(found)
    within = sorted(found) if isinstance(found, set) else list(found)
    if all(map(is_flat_member, within)):
        return ", ".join(map(describe_member, within)) or "none"
    return "; ".join(map(describe_choice_result, within))


def is_flat_member(one: Any) -> bool:
    """Whether it is said in one breath: no collection, or a pair of two such."""
    if isinstance(one, tuple):
        return not any(isinstance(x, list | tuple | set) for x in one)
    return not isinstance(one, list | set)


def describe_member(one: Any) -> str:
    """One of several: a pair is two words."""
    if isinstance(one, tuple):
        return " ".join(map(describe_member, one)).strip()
    return format_derived_number(one) if isinstance(one, float | int) else str(one)


def is_named(one: Any) -> bool:
    """Whether it is an item or an aspect, not a number."""
    return not isinstance(one, float | int)


def join_with_commas(things: Iterable[str]) -> str:
    """Things with commas between them."""
    return ", ".join(things) or "nothing"
