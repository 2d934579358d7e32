"""Lists of items with aspects that Hypothesis draws: start at `draw_aspect_case`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, permutations

from hypothesis import strategies as st

from homonym.cases.drawn_rows import (
    make_byte_rows,
    order_by_bytes,
    pick_option,
    sample_from,
)
from homonym.reference.diversity.case import AspectCase

RATINGS = ("1", "2", "3", "4", "4.5", "5")
JUDGED = (*RATINGS, *["."] * 4)
CUT_OFFS = (1, 2, 3, 4, 5, 8)
USERS = ((1, 1), (1, 1), (1, 2), (2, 2), (1, 5), (3, 5))
"""The fewest and the most."""


@st.composite
def draw_aspect_case(draw: st.DrawFn, most: int = 3) -> AspectCase:
    """One to five users, two to six aspects, up to `most` an item; a list of at least
    k, candidates beside it, a profile, and an ideal of the judged candidates."""
    k = draw(sample_from(CUT_OFFS))
    aspects = "abcdef"[: draw(st.integers(2, 6))]
    several = draw(sample_from((1, most)))
    sizes = range(1, min(several, len(aspects)) + 1)
    shown = ["".join(one) for size in sizes for one in permutations(aspects, size)]
    least, many = draw(sample_from(USERS))
    user = draw_aspect_user(shown, k)
    lines = draw(st.lists(user, min_size=least, max_size=many))
    return AspectCase.parse(f"{' ; '.join(lines)} @{k}")


@st.composite
def draw_aspect_user(draw: st.DrawFn, shown: Sequence[str], k: int) -> str:
    """One user's part."""
    ranked = draw(draw_aspect_items(shown, JUDGED, k, k + 4))
    liked = draw(draw_aspect_items(shown, RATINGS, 1, 1))
    others = draw(draw_aspect_items(shown, JUDGED, 0, 3))
    profile = draw(draw_aspect_items(shown, RATINGS, 1, 4))
    judged = [one for one in chain(ranked, liked, others) if one[0] != "."]
    ideal = order_by_bytes(judged, draw(make_byte_rows(len(judged))))
    parts = (" ".join(part) for part in (profile, ranked, liked + others, ideal))
    return "{} > {} | {} = {}".format(*parts)


@st.composite
def draw_aspect_items(
    draw: st.DrawFn, shown: Sequence[str], ratings: Sequence[str], least: int, most: int
) -> list[str]:
    """Items with such ratings and aspects."""
    rated = draw(make_byte_rows(least, most))
    about = draw(make_byte_rows(len(rated)))
    pairs = zip(rated, about, strict=True)
    return [pick_option(a, ratings) + pick_option(b, shown) for a, b in pairs]
