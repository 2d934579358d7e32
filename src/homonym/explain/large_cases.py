"""Large cases in brief, for people: one of 257 users would fill pages.

Start at `list_brief_step_rows`. What makes the whole case is its name, see
`homonym.reference.large`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from homonym.equivalence.witness import are_told_apart
from homonym.reference.case import AnyCase
from homonym.reference.large import is_large
from homonym.trace.rankings import Line, Steps
from homonym.trace.side_by_side import StepRow, list_step_rows

FIRST, LAST = 60, 30
"""Of a long sum so many of the first signs are shown, and of the last."""
OMITTED = " … "


def is_large_case(case: AnyCase) -> bool:
    """Whether it is a large case of the reference."""
    return is_large(case.id)


def describe_case_size(case: AnyCase) -> str:
    """How large a case is, in words.

    >>> from homonym.reference.rankings.case import Case
    >>> describe_case_size(Case.parse("large grades_to_10"))
    '12 users, 50 items, lists of up to 24 items, 102 pairs in the truth, k = 10'
    """
    longest = max(map(len, case.recommendations.values()), default=0)
    told = [
        format_size_count(len({*case.recommendations, *case.truth}), "user"),
        format_size_count(len(case.catalogue), "item"),
        f"lists of up to {format_size_count(longest, 'item')}",
        f"{format_size_count(sum(map(len, case.truth.values())), 'pair')} in the truth",
    ]
    return ", ".join([*told, f"k = {case.k}"] if case.k else told)


def format_size_count(number: int, noun: str) -> str:
    """So many of them."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def render_case_call(case: AnyCase) -> tuple[str, str]:
    """The Python that makes the whole case: what to import, and the call.

    >>> from homonym.reference.rankings.case import Case
    >>> render_case_call(Case.parse("large users_257"))[1]
    'Case.parse("large users_257")'
    """
    name = type(case).__name__
    return (
        f"from {type(case).__module__} import {name}",
        f'{name}.parse("{case.id}")',
    )


def describe_large(case: AnyCase) -> list[str]:
    """A large case for people: how large it is, and what makes it."""
    return [
        describe_case_size(case),
        f"the whole case: {'; '.join(render_case_call(case))}",
    ]


def list_brief_step_rows(both: Sequence[Steps | Line]) -> list[StepRow]:
    """The steps of both side by side; on a large case of the users only the first on
    whom the two differ, and with long sums cut."""
    worked = [side for side in both if isinstance(side, Steps)]
    if not any(is_large_case(side.case) for side in worked):
        return list(list_step_rows(both))
    found = list_step_rows(both, [*islice(find_differing_users(worked), 1)])
    return [
        (name, cut_text_middle(one), cut_text_middle(other))
        for name, one, other in found
    ]


def find_differing_users(worked: Sequence[Steps]) -> Iterator[int]:
    """The users whose numbers differ, counted from 1; none where one side alone has
    users' numbers."""
    numbers = ([user.value and user.value.value for user in s.users] for s in worked)
    pairs = zip(*numbers, strict=False) if len(worked) > 1 else ()
    return (n for n, (one, other) in enumerate(pairs, 1) if are_told_apart(one, other))


def cut_text_middle(text: str) -> str:
    """A text without its middle, where it is long.

    >>> cut_text_middle("1/1 = 1")
    '1/1 = 1'
    """
    if len(text) <= FIRST + len(OMITTED) + LAST:
        return text
    return text[:FIRST] + OMITTED + text[-LAST:]
