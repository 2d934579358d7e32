r"""F score: precision and recall at k in one number.

    F_\beta = (1 + \beta^2) P R / (\beta^2 P + R)    range 0 to 1

Source: van Rijsbergen 1979, chapter 7. Start at `f_score`, at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import nan

from homonym.reference.axes import Axis
from homonym.reference.families import family, same, void
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import depth
from homonym.reference.rankings.users import caller, users
from homonym.reference.variants import Number

UserCombiner = Callable[[Sequence[Part | None], Sequence[Ranking], int], Number]

HitCounts = tuple[int, int, int]
"""One user's hits and relevant items, and how many ranks are looked at."""

combines = Axis("what is combined: each user's precision and recall, or their means")


@combines(
    r"\frac{1}{|U|} \sum_u F_\beta(P_u, R_u)",
    row="<users>",
    parts={
        "parts": r"a_u = (1 + \beta^2) H, \; b_u = \beta^2 r + <depth.ranks>, \; "
        r"H = \sum_{<depth>} h_n",
        "means": "",
    },
)
def per_user(
    counts: Sequence[HitCounts],
    people: Sequence[Ranking],
    k: int,
    users: UserCombiner,
    without_hit: Callable[[float], Part],
    beta: float,
) -> Number:
    """Each user's F score, combined by `users`: F = (1 + b²)H / (b² r + ranks)."""
    b2 = beta**2
    parts = [
        ((1 + b2) * hits, b2 * r + ranks) if hits else without_hit(b2 * r + ranks)
        for hits, r, ranks in counts
    ]
    return users(parts, people, k)


@combines(
    r"F_\beta(\bar P, \bar R)",
    source="DL RS Evaluation, F1",
    row=r"\frac{(1 + \beta^2) \bar P \bar R}{\beta^2 \bar P + \bar R}",
    parts={
        "parts": r"\bar P = <users>, \; a_u = H = \sum_{<depth>} h_n, \; "
        r"b_u = <depth.ranks>",
        "means": r"\bar R = <users>, \; a_u = H, \; b_u = r",
    },
)
def of_means(
    counts: Sequence[HitCounts],
    people: Sequence[Ranking],
    k: int,
    users: UserCombiner,
    without_hit: Callable[[float], Part],
    beta: float,
) -> Number:
    """The F score of precision and recall, each combined by `users`."""
    if users is caller:
        return per_user(counts, people, k, users, without_hit, beta)
    p = users([(hits, ranks) for hits, _, ranks in counts], people, k)
    r = users([(hits, r) for hits, r, _ in counts], people, k)
    if not isinstance(p, float) or not isinstance(r, float):
        return None
    b2 = beta**2
    return (1 + b2) * p * r / (b2 * p + r) if p + r else 0.0


without_hit = Axis("what a user without a hit (precision and recall are 0) counts as")


@without_hit("0", row="")
def zero(divisor: float) -> Part:
    """0, as the formula without P and R gives."""
    return 0.0, divisor


@without_hit(
    "0/0",
    source="DaisyRec 2.3.0, F1",
    row=r"a_u / b_u = 0/0 \text{ where } H = 0",
)
def undefined(divisor: float) -> Part:
    """NaN, as 2PR / (P + R) gives, and so is every mean with such a user."""
    return nan, divisor


def combined(
    counts: Sequence[HitCounts],
    people: Sequence[Ranking],
    k: int,
    users: UserCombiner,
    combines: Callable[..., Number],
    without_hit: Callable[[float], Part],
    beta: float,
    **_: object,
) -> Number:
    """Hand the users' counts to the chosen way of combining."""
    return combines(counts, people, k, users, without_hit, beta)


@family(
    "F score",
    takes=Case,
    also={"F": {}, "F1": {}, "F-measure": {}, "DSC": {}},
    combine=combined,
    parameters={"beta": 1},
    tried=({"beta": 0.5}, {"beta": 2}),
    rows=(
        "<combines.row>",
        "<combines.parts>",
        "<combines.means>",
        "<without_hit.row>",
    ),
    combines=combines,
    without_hit=without_hit,
    depth=depth,
    users=users,
)
def f_score(
    user: Ranking,
    k: int,
    combines: Callable[..., Number],
    without_hit: Callable[[float], Part],
    depth: Callable[[Ranking, int], int],
    beta: float,
) -> HitCounts:
    """(hits, r, ranks) of one user.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse("1 . ; . . 1 1 @1")
    >>> Variant.parse("F1(combines=per_user)").value(case)
    0.5
    >>> Variant.parse("F1(combines=of_means)").value(case)
    0.5
    >>> variant = Variant.parse("f_score(combines=per_user, beta=2)")
    >>> variant.value(Case.parse("1 1 . @1"))
    0.5555555555555556
    >>> variant = Variant.parse("F1(combines=per_user, without_hit=undefined)")
    >>> variant.value(Case.parse(". 1 @1"))
    nan
    """
    looked = depth(user, k)
    return user.found(looked), user.r, k if looked == k else len(user.grades)


@void(f_score, "means and sums over all users are 0/0 only where nobody has a hit")
def no_user_is_undefined(combines: str, without_hit: str, users: str, **_: str) -> bool:
    means = combines == "of_means" and users != "caller"
    return without_hit == "undefined" and (means or users == "pooled")


@same(f_score, "one user's precision and recall are their own means")
def per_user_numbers(users: str, **_: str) -> dict[str, str]:
    return {"combines": "per_user"} if users == "caller" else {}


@same(
    f_score,
    "pooled precision and recall share their numerator, as those of one user do",
)
def pooled_twice(users: str, **_: str) -> dict[str, str]:
    return {"combines": "per_user"} if users == "pooled" else {}


@same(f_score, "the value is 0 exactly for the users without a hit in the first k")
def zero_without_hit(
    users: str, without_hit: str, depth: str, **_: str
) -> dict[str, str]:
    zero = users == "mean_nonzero" and without_hit == "zero" and depth == "k"
    return {"users": "mean_hit"} if zero else {}


@same(f_score, "NaN is not 0: the users without a hit stay in")
def undefined_is_not_zero(users: str, without_hit: str, **_: str) -> dict[str, str]:
    kept = users == "mean_nonzero" and without_hit == "undefined"
    return {"users": "mean"} if kept else {}


@same(f_score, "the users without a hit are left out")
def every_user_has_a_hit(users: str, **_: str) -> dict[str, str]:
    return {"without_hit": "zero"} if users == "mean_hit" else {}


@same(
    f_score, "the weights by length are one number, which cancels", when="equal_lengths"
)
def equal_lengths(users: str, **_: str) -> dict[str, str]:
    return {"users": "mean"} if users == "by_length" else {}


@same(
    f_score, "every user has one relevant item: all share the divisor", "one_relevant"
)
def one_relevant(users: str, depth: str, **_: str) -> dict[str, str]:
    shared = {"combines": "per_user"} if depth == "k" else {}
    equal = users == "by_r" or (users == "pooled" and depth == "k")
    return {**shared, "users": "mean"} if equal else shared


@same(
    f_score,
    "every user has the same hit and the same value, or there is a NaN",
    "one_relevant",
)
def one_value(users: str, without_hit: str, depth: str, **_: str) -> dict[str, str]:
    equal = users == "by_length" and without_hit == "undefined" and depth == "k"
    return {"users": "mean"} if equal else {}


@same(f_score, "the whole list holds a relevant item", when="full_rankings")
def full(users: str, depth: str, **_: str) -> dict[str, str]:
    if depth != "all":
        return {}
    new = {"users": "mean"} if users == "mean_nonzero" else {}
    return {**new, "without_hit": "zero"}


@same(
    f_score, "recall is 1, and weighted precisions add up to all hits", "full_rankings"
)
def full_by_length(combines: str, depth: str, users: str, **_: str) -> dict[str, str]:
    weighted = (combines, depth, users) == ("of_means", "all", "by_length")
    return {"combines": "per_user", "users": "pooled"} if weighted else {}
