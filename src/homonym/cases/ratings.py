"""Predicted ratings, which RMSE and its kin take: start at `KIND`, below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations_with_replacement, islice, product
from typing import TYPE_CHECKING, Any, TypeVar

from homonym.cases import variations
from homonym.cases.kinds import Kind
from homonym.reference.case import Scale, written
from homonym.reference.rating_error.case import Rated, RatingCase
from homonym.trace.numbers import make_numbers_given
from homonym.trace.other_cases import Followed

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

SIZES = {1: 3, 2: 5}
"""The most ratings, of all users together, that are tried for so many users."""
RATINGS = tuple(f"{r}={p}" for r, p in product((1, 3, 5), ("1", "3", "6", "7", ".")))
SCALE = "~ 1 5"
"""Ratings and predictions that may leave the scale, or be missing."""
FEW = 2840
"""All ratings of one user up to three, and of two users up to three."""

C = TypeVar("C", bound=RatingCase)


def predicts_all_ratings(case: RatingCase) -> bool:
    """No rating is without a prediction."""
    return all(p is not None for user in case.users for _, p in user.pairs)


def stays_within_scale(case: RatingCase) -> bool:
    """No prediction leaves the scale."""
    return case.scale is None or are_predictions_within(case, case.scale)


def stays_within_seen(case: RatingCase) -> bool:
    """No prediction is below or above all ratings."""
    return are_predictions_within(case, case.users[0].seen)


def are_predictions_within(case: RatingCase, scale: Scale) -> bool:
    """Whether every prediction lies on the scale."""
    known = [p for user in case.users for _, p in user.pairs if p is not None]
    return all(scale[0] <= p <= scale[1] for p in known)


def enumerate_small_ratings(
    takes: type[C], pairs: Sequence[str], scale: str
) -> Iterator[C]:
    """Every case of one user, then of two, with such pairs, to SIZES: fewest ratings
    first, then in the order of the pairs."""
    for users, most in SIZES.items():
        for ratings in range(users, most + 1):
            for lists in enumerate_rating_splits(users, ratings, pairs):
                yield takes.parse(f"{' ; '.join(map(' '.join, lists))} {scale}")


def enumerate_rating_splits(
    users: int, ratings: int, pairs: Sequence[str]
) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to share so many ratings out to one user, or to two, the first of whom
    has at least as many: no metric looks at the order of users or of ratings."""
    if users == 1:
        yield from ((one,) for one in combinations_with_replacement(pairs, ratings))
        return
    for fewer in range(1, ratings // 2 + 1):
        yield from product(
            combinations_with_replacement(pairs, ratings - fewer),
            combinations_with_replacement(pairs, fewer),
        )


@cache
def draw_ratings() -> Sequence[SearchStrategy[RatingCase]]:
    """Any case; then cases in which every rating is predicted."""
    from homonym.cases.ratings_drawn import draw_rating_case

    return draw_rating_case(), draw_rating_case(complete=True)


def list_rating_flaws(case: RatingCase) -> list[str]:
    """What keeps a case from being well formed; nothing when it is."""
    known = {rating for user in case.users for rating, p in user.pairs if p is not None}
    wrong = {
        "a user rated nothing": not all(user.pairs for user in case.users),
        "no two different ratings are predicted": len(known) < 2,
    }
    return [flaw for flaw, holds in wrong.items() if holds]


def is_fair_rating_case(case: RatingCase) -> bool:
    """Every case that is well formed."""
    return not list_rating_flaws(case)


def describe_rating_case(case: RatingCase, scores: bool, others: bool) -> Iterator[str]:
    """Each true rating with its prediction, and the scale."""
    yield from describe_predicted_pairs(case, "rating", "predicted", "not predicted")
    if case.scale:
        low, high = map(written, case.scale)
        yield f"scale: {low} to {high}"


def describe_predicted_pairs(
    case: RatingCase, true: str, made: str, none: str
) -> Iterator[str]:
    """Each user's pairs, in these words."""
    for place, user in enumerate(case.users, start=1):
        pairs = (
            f"item {n}: {true} {written(r)}, "
            f"{none if p is None else f'{made} {written(p)}'}"
            for n, (r, p) in enumerate(user.pairs, start=1)
        )
        yield f"user {place}: {'; '.join(pairs) or 'nothing'}"


def watch_rating_pairs(case: RatingCase) -> Sequence[Rated]:
    """The users, with numbers that remember what is done to them."""
    return [replace(user, pairs=make_numbers_given(user.pairs)) for user in case.users]


FOLLOWED = Followed(watch_rating_pairs, picks=False)
"""All that a choice picks out stands in the case."""
VARIATIONS: dict[str, Callable[..., Any]] = {
    "second_call": variations.leave_case_unchanged,
    "same_object": variations.same_object,
    "users_reordered": variations.users_reordered,
    "lists_reordered": variations.lists_reordered,
    "truth_reordered": variations.truth_reordered,
    "rows_reordered": variations.rows_reordered,
    "ids_relabelled": variations.ids_relabelled,
}

SMALLEST_FIRST = partial(enumerate_small_ratings, RatingCase, RATINGS, SCALE)

KIND = Kind(
    takes=RatingCase,
    legend="rating=prediction   . none   ; next user   ~ lowest and highest rating",
    describe=describe_rating_case,
    conditions={
        "all_predicted": predicts_all_ratings,
        "within_scale": stays_within_scale,
        "within_seen": stays_within_seen,
    },
    variations=VARIATIONS,
    smallest_first=SMALLEST_FIRST,
    few=lambda: islice(SMALLEST_FIRST(), FEW),
    few_are="up to 3 ratings, of one user or of two",
    drawn=draw_ratings,
    flaws=list_rating_flaws,
    fair=is_fair_rating_case,
    steps=FOLLOWED.steps,
)
