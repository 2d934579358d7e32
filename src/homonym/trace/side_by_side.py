"""The steps of two definitions side by side, as rows of text.

Start at `list_step_rows`. The command line and the pages show the same.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from homonym.trace.rankings import Line, Steps, TraceStep, spell_number

StepRow = tuple[str, str, str]
"""The name of a step, and how each of the two makes it."""
LAST = sys.maxsize
"""Stands after every user's number, and after every part of a user's."""


def list_step_rows(
    both: Sequence[Steps | Line], told: Container[int] | None = None
) -> Iterator[StepRow]:
    """The steps of both side by side: of each user those of one name in one row, and
    those in one place between them; each user's number in one row, and the last.
    told: the users whose steps are given, where it is not all."""
    one, other = (list(place_steps(side)) for side in both)
    many = any(isinstance(side, Steps) and len(side.users) > 1 for side in both)
    for user in sorted({place[0] for place, _ in (*one, *other)}):
        if user != LAST and told is not None and user not in told:
            continue
        who = f"user {user}: " if user != LAST and many else ""
        for last in (False, True):
            wanted = [
                [step for (of, n), step in side if of == user and (n == LAST) == last]
                for side in (one, other)
            ]
            for pair in align_steps(*wanted):
                names = dict.fromkeys(step.name for step in pair if step)
                a, b = (format_trace_step(step) if step else "" for step in pair)
                yield who + " / ".join(names), a, b


def align_steps(
    one: Sequence[TraceStep], other: Sequence[TraceStep]
) -> Iterator[tuple[TraceStep | None, ...]]:
    """Two lists of steps as rows: steps of one name together, in the order of both."""
    mine, theirs = ([step.name for step in side] for side in (one, other))
    if mine == theirs:
        yield from zip(one, other, strict=True)
        return
    for _, a, z, b, y in SequenceMatcher(None, mine, theirs).get_opcodes():
        yield from zip_longest(one[a:z], other[b:y])


def place_steps(found: Steps | Line) -> Iterator[tuple[tuple[int, int], TraceStep]]:
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


def format_trace_step(line: TraceStep) -> str:
    """How a number is made, and the number."""
    if not isinstance(line, Line):
        return line.how
    if line.value is None:
        return "left out"
    value = spell_number(line.value)
    return value if value == line.how else f"{line.how} = {value}"
