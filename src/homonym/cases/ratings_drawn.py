"""Predicted ratings, and labels with chances, that Hypothesis draws.

Start at `draw_rating_case` or `draw_label_case`: what ratings and predictions there
are, and how many users; then a row of each for every user.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from hypothesis import strategies as st

from homonym.cases.drawn_rows import make_byte_rows, pick_option, sample_from
from homonym.reference.case import written
from homonym.reference.chances.case import LabelCase
from homonym.reference.rating_error.case import RatingCase

SCALE = "~ 1 5"
WHOLE = tuple(range(1, 6))
HALVES = tuple(n / 2 for n in range(2, 11))
RATINGS = (WHOLE, WHOLE, WHOLE, HALVES)
PREDICTIONS = (
    WHOLE,
    tuple(range(8)),
    tuple(round(1 + n / 48.7, 3) for n in range(195)),
    tuple(round(n / 29.9 - 0.5, 3) for n in range(210)),
)
"""On the scale and beyond it, whole numbers and others."""
CHANCES = (0, 1, *(round((n + 0.37) / 193, 3) for n in range(193)))
"""Certain ones too."""
LEFT_OUT = 5
"""Of so many predictions one is missing, in cases where some are."""
MOST = (3, 3, 10, 10, 40)
"""Pairs of a user, at most."""
OTHERS = ((0, 0), (0, 0), (1, 1), (0, 4), (0, 29), (4, 12), (13, 29))
"""Users beside the first one, the fewest and the most."""

RatingWords = Sequence[str]


@st.composite
def draw_rating_case(draw: st.DrawFn, complete: bool = False) -> RatingCase:
    """Up to thirty users with up to forty ratings, whole or half; in half of the cases
    all are predicted, always if `complete`, in half on the scale, in half by whole
    numbers. Two different ratings are always among those predicted."""
    ratings = list(map(written, draw(sample_from(RATINGS))))
    given = list(map(written, draw(sample_from(PREDICTIONS))))
    first, second = draw(sample_from((*permutations(ratings, 2),)))
    one, other = (pick_option(byte, given) for byte in draw(make_byte_rows(2)))
    lists = draw_lists(draw, ratings, given, complete)
    return RatingCase.parse(f"{first}={one} {second}={other} {lists} {SCALE}")


@st.composite
def draw_label_case(draw: st.DrawFn, complete: bool = False) -> LabelCase:
    """Up to thirty users with up to forty labels, both of which occur with a chance; in
    half of the cases, or if `complete`, all have one."""
    given = list(map(written, CHANCES))
    one, other = (pick_option(byte, given) for byte in draw(make_byte_rows(2)))
    lists = draw_lists(draw, ("0", "1"), given, complete)
    return LabelCase.parse(f"1={one} 0={other} {lists}")


def draw_lists(
    draw: st.DrawFn, true: RatingWords, given: RatingWords, complete: bool
) -> str:
    """The users' pairs, of which the first user may have none."""
    missing = not complete and draw(st.booleans())
    options = [*given, *["."] * (len(given) // (LEFT_OUT - 1) + 1) * missing]
    most = draw(sample_from(MOST))
    first = draw(draw_rating_pairs(true, options, 0, most))
    least, many = draw(sample_from(OTHERS))
    pairs = draw_rating_pairs(true, options, 1, most)
    others = draw(st.lists(pairs, min_size=least, max_size=many))
    return " ; ".join([first, *others])


@st.composite
def draw_rating_pairs(
    draw: st.DrawFn, true: RatingWords, options: RatingWords, least: int, most: int
) -> str:
    """One user's pairs."""
    left = draw(make_byte_rows(least, most))
    right = draw(make_byte_rows(len(left)))
    pairs = zip(left, right, strict=True)
    return " ".join(
        f"{pick_option(a, true)}={pick_option(b, options)}" for a, b in pairs
    )
