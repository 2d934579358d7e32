"""Large cases: of many users or items, long lists, far cut-offs or high grades.

A core case is small, so that a person can work it out; what goes wrong at size alone
shows on these. Each is made by a rule from its name: `large users_257` is what stands
for a line, and `parse` of every type of case reads it. The rules of a type stand in
`large.py` of its folder, in `RULES`, in the order in which libraries are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from itertools import cycle, islice
from math import gcd
from typing import Any, TypeVar

from homonym.reference.brief import in_brief
from homonym.reference.case import CaseError

C = TypeVar("C")

LARGE = "large "
"""How the line of a large case begins."""


def is_large(line: str) -> bool:
    """Whether the line names a large case."""
    return line.startswith(LARGE)


def large_cases(takes: Any) -> tuple[Any, ...]:
    """All large cases of a type, in the order of its rules."""
    return tuple(built(takes.folder, name) for name in rules_of(takes.folder))


def large_case(takes: type[C], line: str) -> C:
    """The large case that a line names; CaseError where there is no such rule."""
    folder: str = vars(takes)["folder"]
    name, rules = line.removeprefix(LARGE).strip(), rules_of(folder)
    if name not in rules:
        raise CaseError(
            f"{in_brief(name)} is no large case of {folder}: known are "
            f"{', '.join(rules)}"
        )
    found: C = built(folder, name)
    return found


@cache
def built(folder: str, name: str) -> Any:
    """The case that a rule makes. Its id is its name: its line would fill pages."""
    case = rules_of(folder)[name]()
    vars(case)["id"] = f"{LARGE}{name}"
    return case


def rules_of(folder: str) -> Mapping[str, Callable[[], Any]]:
    """What makes each large case of a type, by name."""
    module = import_module(f"homonym.reference.{folder}.large")
    rules: Mapping[str, Callable[[], Any]] = module.RULES
    return rules


def places(user: int, of: int) -> tuple[int, ...]:
    """All of so many places once, in an order that few users share: in steps of one
    width around the row, from a place that moves.

    >>> places(0, 7), places(1, 7)
    ((0, 3, 6, 2, 5, 1, 4), (6, 3, 0, 4, 1, 5, 2))
    """
    step = next(s for s in range(3 + user % 13, of + 17) if gcd(s, of) == 1)
    return tuple(
        (37 * user * user + 11 * user + step * place) % of for place in range(of)
    )


def in_turn(words: tuple[str, ...], start: int, length: int) -> tuple[str, ...]:
    """So many of the words, over and over, from one of them on.

    >>> in_turn(("1", "2", "5"), 1, 4)
    ('2', '5', '1', '2')
    """
    return tuple(islice(cycle(words), start % len(words), start % len(words) + length))
