"""Whole runs that Hypothesis draws: start at `draw_run_case`."""

from __future__ import annotations

from string import ascii_lowercase

from hypothesis import strategies as st

from homonym.cases.drawn_rows import (
    make_byte_rows,
    order_by_bytes,
    pick_option,
    sample_from,
)
from homonym.reference.beyond.case import RunCase

ITEMS = (6, 6, 9, 12, 17, 26)
CUT_OFFS = (2, 2, 3, 4, 7, 13)
"""Where lists may be that long: at most half of the items."""
USERS = (2, 2, 3, 3, 5, 9, 30)
TRAINED = 5
"""Drawn cases have as many items in training. In a Python set of so many ids they rise;
how ties in popularity are broken among fewer is a convention with an edge case."""
RELEVANT = (1, 2, 3)
"""How many items are relevant to a user, where there are as many."""


def draw_run_case(trained: bool = False) -> st.SearchStrategy[RunCase]:
    """A run with `TRAINED` items or more in its training data; `trained`: every listed
    item is one of them."""
    return draw_any_run(trained).filter(
        lambda case: len(case.users[0].run.counts) >= TRAINED
    )


@st.composite
def draw_any_run(draw: st.DrawFn, trained: bool) -> RunCase:
    """Two to thirty users, six to twenty-six items in two groups or three; every user
    has training items, others in a list of at least k, and relevant ones."""
    items = ascii_lowercase[: draw(sample_from(ITEMS))]
    k = min(draw(sample_from(CUT_OFFS)), len(items) // 2)
    lines = [
        draw(draw_run_user(items, k, number, trained and number < 2))
        for number in range(draw(sample_from(USERS)))
    ]
    cuts = draw(st.sets(st.integers(1, len(items) - 1), min_size=1, max_size=2))
    ends = zip((0, *sorted(cuts)), (*sorted(cuts), len(items)), strict=True)
    groups = ",".join(items[start:end] for start, end in ends)
    return RunCase.parse(f"{' ; '.join(lines)} | {groups} @{k}")


@st.composite
def draw_run_user(draw: st.DrawFn, items: str, k: int, number: int, half: bool) -> str:
    """One user's part. `half`: every second user is trained on the second half of the
    items, the others on the first; else the order is drawn from there."""
    group, known, longer, many = draw(make_byte_rows(4))
    middle = len(items) // 2 * (number % 2)
    turned = items[middle:] + items[:middle]
    if half:
        size = len(items) - len(items) // 2
        train, rest = (
            turned[:size],
            order_by_bytes(turned[size:], draw(make_byte_rows(len(items) - size))),
        )
    else:
        size = len(items) - k - pick_option(known, range(len(items) - k))
        mixed = order_by_bytes(turned, draw(make_byte_rows(len(items))))
        train, rest = "".join(mixed[:size]), mixed[size:]
    shown = rest[: pick_option(longer, range(k, len(rest) + 1))]
    relevant = order_by_bytes(rest, draw(make_byte_rows(len(rest))))[
        : pick_option(many, RELEVANT)
    ]
    return (
        f"{pick_option(group, '12')}: {train} > {''.join(shown)} = {''.join(relevant)}"
    )
