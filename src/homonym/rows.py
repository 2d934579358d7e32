"""The steps of two definitions side by side, as rows of text.

Start at `rows`. The command line and the pages show the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from homonym.steps import Line, Step, Steps, spelled

Row = tuple[str, str, str]
"""The name of a step, and how each of the two makes it."""
LAST = sys.maxsize
"""Stands after every user's number, and after every part of a user's."""


def rows(both: Sequence[Steps | Line]) -> Iterator[Row]:
    """The steps of both side by side: the same place of the same user in one row."""
    one, other = (dict(placed(side)) for side in both)
    many = any(isinstance(side, Steps) and len(side.users) > 1 for side in both)
    for place in sorted({*one, *other}):
        mine = [steps[place] for steps in (one, other) if place in steps]
        who = f"user {place[0]}: " if place[0] != LAST and many else ""
        name = who + " / ".join(dict.fromkeys(line.name for line in mine))
        a, b = (made(s[place]) if place in s else "" for s in (one, other))
        yield name, a, b


def placed(found: Steps | Line) -> Iterator[tuple[tuple[int, int], Step]]:
    """Every step with its place: the user's number, and which of the user's steps."""
    if isinstance(found, Line):
        yield (LAST, LAST), found
        return
    for number, user in enumerate(found.users, start=1):
        yield from (((number, n), line) for n, line in enumerate(user.parts))
        if user.value:
            yield (number, LAST), user.value
    of_all = (*found.between, *found.groups)
    yield from (((LAST, n), line) for n, line in enumerate(of_all))
    if found.value:
        yield (LAST, LAST), found.value


def made(line: Step) -> str:
    """How a number is made, and the number."""
    if not isinstance(line, Line):
        return line.how
    if line.value is None:
        return "left out"
    value = spelled(line.value)
    return value if value == line.how else f"{line.how} = {value}"
