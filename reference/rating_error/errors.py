"""What metrics of rating error share: missing and clipped predictions, the users."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from homonym.reference.axes import Axis
from homonym.reference.case import CaseError, Scale
from homonym.reference.families import same, void
from homonym.reference.parts import Part, quotient, ratio
from homonym.reference.rating_error.case import Rated, RatingPair

PredictedRating = tuple[float, float]
KeptRatings = tuple[list[PredictedRating], int]
"""Ratings with their predictions, and how many ratings count."""

Clip = Callable[[float, Rated], float]
Missing = Callable[[Sequence[RatingPair]], KeptRatings]
Finish = Callable[[float], float]

clipped = Axis("whether a prediction may leave the scale")


@clipped("p", row="")
def as_given(prediction: float, user: Rated) -> float:
    """It may: the prediction is taken as it is."""
    return prediction


@clipped(
    r"\min(\max(p, r_{min}), r_{max})",
    source="Surprise, when it predicts",
    row=r"p \text{ is read as } \min(\max(p, r_{min}), r_{max})",
)
def to_scale(prediction: float, user: Rated) -> float:
    """It is moved to the nearest end of the scale."""
    if user.scale is None:
        raise CaseError("clipping needs the scale: write it after ~, as in ~ 1 5")
    return nearest(prediction, user.scale)


@clipped(
    r"\min(\max(p, \min r), \max r)",
    source="DL RS Evaluation at f5618c6, RMSE",
    row=r"p \text{ is read as } \min(\max(p, \min r), \max r)",
)
def to_seen(prediction: float, user: Rated) -> float:
    """It is moved to the lowest or highest rating that occurs."""
    return nearest(prediction, user.seen)


def nearest(prediction: float, scale: Scale) -> float:
    """The prediction, or the end of the scale that it passes."""
    low, high = scale
    return min(max(prediction, low), high)


missing = Axis("what a rating without a prediction counts as")


@missing(
    "only predicted pairs",
    source="recommenders 1.2.1, by its inner join",
    row=r"|\{ r : p \text{ is known} \}|",
)
def dropped(pairs: Sequence[RatingPair]) -> KeptRatings:
    """Nothing: it is left out."""
    known = [(rating, p) for rating, p in pairs if p is not None]
    return known, len(known)


@missing(
    "all ratings",
    source="Elliot 0.3.1, whose divisor counts every rating",
    row=r"|\{ r \}|",
)
def no_error(pairs: Sequence[RatingPair]) -> KeptRatings:
    """A perfect prediction: the fewer are predicted, the smaller the error."""
    known, _ = dropped(pairs)
    return known, len(pairs)


missing_on_scale = missing.plus()


@missing_on_scale(
    "all ratings",
    source="DL RS Evaluation at f5618c6, RMSE",
    row=r"|\{ r \}|, \; p = -\infty \text{ where it is missing}",
)
def lowest(pairs: Sequence[RatingPair]) -> KeptRatings:
    """The lowest prediction there can be."""
    return [(rating, -inf if p is None else p) for rating, p in pairs], len(pairs)


def kept(user: Rated, missing: Missing, clipped: Clip) -> KeptRatings:
    """A user's pairs as they are compared."""
    known, count = missing(user.pairs)
    return [(rating, clipped(p, user)) for rating, p in known], count


users = Axis("how the users are combined")


@users(
    r"f \left( \frac{\sum_u a_u}{\sum_u b_u} \right)",
    source="recommenders; RecBole",
    parts={
        "error": r"\frac{\sum_u a_u}{\sum_u b_u}",
        "root": r"\sqrt{\frac{\sum_u a_u}{\sum_u b_u}}",
    },
)
def pooled(parts: Sequence[Part], finish: Finish) -> float | None:
    """All ratings alike, whoever gave them; undefined where none counts."""
    error = quotient((sum(p[0] for p in parts), sum(p[1] for p in parts)))
    return None if error is None else finish(error)


@users(
    r"\frac{1}{|U|} \sum_u f \left( \frac{a_u}{b_u} \right)",
    source="LensKit 0.14.4",
    parts={
        "error": r"\frac{1}{|U|} \sum_u \frac{a_u}{b_u}",
        "root": r"\frac{1}{|U|} \sum_u \sqrt{\frac{a_u}{b_u}}",
    },
)
def mean(parts: Sequence[Part], finish: Finish) -> float | None:
    """The mean over the users who have a rating that counts."""
    values = [finish(ratio(part)) for part in parts if part[1]]
    return sum(values) / len(values) if values else None


@users(
    r"\left( f \left( \frac{a_u}{b_u} \right) \right)_u",
    parts={
        "error": r"\left( \frac{a_u}{b_u} \right)_u",
        "root": r"\left( \sqrt{\frac{a_u}{b_u}} \right)_u",
    },
)
def caller(parts: Sequence[Part], finish: Finish) -> tuple[float | None, ...]:
    """No number of its own: the per-user numbers, for the caller to combine."""
    return tuple(finish(ratio(part)) if part[1] else None for part in parts)


def combined(finish: Finish) -> Callable[..., float | tuple[float | None, ...] | None]:
    """The last step of a family whose mean error is finished by a function."""

    def combine(
        parts: Sequence[Part],
        people: Sequence[Rated],
        k: int,
        users: Callable[
            [Sequence[Part], Finish], float | tuple[float | None, ...] | None
        ],
        **_: object,
    ) -> float | tuple[float | None, ...] | None:
        return users(parts, finish)

    return combine


def as_it_is(value: float) -> float:
    """The mean error itself."""
    return value


together = Axis("which pairs are compared")


@together(r"\bigcup_u", name="pooled")
def all_pairs(parts: Sequence[KeptRatings]) -> list[PredictedRating]:
    """Those of all users together."""
    return [pair for pairs, _ in parts for pair in pairs]


def dropped_where_none_is(missing: str, **_: str) -> dict[str, str]:
    """The rule of the axis `missing`."""
    return {"missing": "dropped"}


INSIDE = (
    ("to_scale", "within_scale", "only a prediction beyond the scale is moved to it"),
    ("to_seen", "within_seen", "only a prediction beyond all ratings is moved to one"),
)
"""A choice of `clipped`, where it changes nothing, and why."""


def inside(choice: str) -> Callable[..., dict[str, str]]:
    """The rule of a choice of the axis `clipped`."""

    def rule(clipped: str, missing: str = "dropped", **_: str) -> dict[str, str]:
        inert = clipped == choice and missing != "lowest"
        return {"clipped": "as_given"} if inert else {}

    return rule


def lowest_of_nothing(missing: str, clipped: str = "as_given", **_: str) -> bool:
    """Whether the combination puts nothing on a scale that it needs."""
    return missing == "lowest" and clipped == "as_given"


def equal_in_order(declared: Callable[..., object], *axes: Axis) -> None:
    """Declare what is equal in a family with these axes where nothing is odd."""
    if clipped in axes:
        for choice, when, reason in INSIDE:
            same(declared, reason, when)(inside(choice))
    if missing_on_scale in axes:
        nowhere = "there is no lowest prediction where none is put on a scale"
        void(declared, nowhere)(lowest_of_nothing)
    if {missing, missing_on_scale} & {*axes}:
        counted = "the choices differ only in what a rating without a prediction counts"
        same(declared, counted, "all_predicted")(dropped_where_none_is)
