"""The last step of every per-user family: how users are combined into one number.

Each choice gets the users' parts, their rankings and the cut-off. A part is (numerator,
denominator), or None for a user who is left out. A ratio over 0 counts as 0; a user
whose own value is NaN makes every mean NaN.
"""

from __future__ import annotations

from collections.abc import Sequence

from homonym.reference.axes import Axis
from homonym.reference.parts import ZERO, Parts, ratio, weighted
from homonym.reference.rankings.case import Ranking

People = Sequence[Ranking]


users = Axis("how the users are combined")


@users(
    r"\frac{1}{|U|} \sum_u \frac{a_u}{b_u}",
    code="sum(values.values()) / len(values)",
)
def mean(parts: Parts, people: People, k: int) -> float | None:
    """The mean over the users of the truth."""
    return weighted((ratio(part), 1) for part in parts if part)


@users(
    r"\frac{1}{|U_{hit}|} \sum_{u \in U_{hit}} \frac{a_u}{b_u}",
    no_code="who has a hit among the first k is the lists'",
)
def mean_hit(parts: Parts, people: People, k: int) -> float | None:
    """The mean over the users with a relevant item among the first k."""
    pairs = zip(parts, people, strict=True)
    return weighted((ratio(part), 1) for part, u in pairs if part and u.found(k))


@users(
    r"\frac{1}{|U_{\ne 0}|} \sum_{u} \frac{a_u}{b_u}",
    no_code="whom it leaves out a number rounded to 0 does not tell",
)
def mean_nonzero(parts: Parts, people: People, k: int) -> float | None:
    """The mean over the users whose own value is not 0."""
    values = (ratio(part) for part in parts if part)
    return weighted((value, 1) for value in values if not abs(value) <= ZERO)


@users(
    r"\frac{\sum_u a_u}{\sum_u b_u}",
    source="Jeunen et al. 2024, pnDCG",
    no_code="it adds up what the users' numbers are made of, not those numbers",
)
def pooled(parts: Parts, people: People, k: int) -> float | None:
    """The sum of all numerators over the sum of all denominators."""
    kept = [part for part in parts if part]
    below = sum(part[1] for part in kept)
    return sum(part[0] for part in kept) / below if abs(below) > ZERO else None


@users(
    r"\frac{\sum_u r_u \, a_u / b_u}{\sum_u r_u}",
    code="sum(v * len(truth[u]) for u, v in values.items()) / "
    "sum(len(truth[u]) for u in values)",
)
def by_r(parts: Parts, people: People, k: int) -> float | None:
    """The mean weighted by the number of relevant items."""
    pairs = zip(parts, people, strict=True)
    return weighted((ratio(part), u.r) for part, u in pairs if part)


@users(
    r"\frac{\sum_u |L_u| \, a_u / b_u}{\sum_u |L_u|}",
    no_code="how long the lists are the truth does not tell",
)
def by_length(parts: Parts, people: People, k: int) -> float | None:
    """The mean weighted by the length of the list."""
    pairs = zip(parts, people, strict=True)
    return weighted((ratio(part), len(u.grades)) for part, u in pairs if part)


@users(r"\left( \frac{a_u}{b_u} \right)_u", code="values")
def caller(parts: Parts, people: People, k: int) -> tuple[float | None, ...]:
    """No number of its own: the per-user numbers, for the caller to combine."""
    return tuple(ratio(part) if part else None for part in parts)
