r"""AUC: the chance that a relevant item stands above one that is not.

    AUC = \frac{1}{D} \sum_p (1 - a_p / N),  a_p = negatives above the relevant item p
    range 0 to 1

N is the number of negatives and D the divisor; over users it is averaged (GAUC) or all
pairs of all users are stacked (SAUC). Source: Tamm et al. 2021, section 4.6.
Start at `auc`, at the bottom.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import nan
from typing import NamedTuple

from homonym.reference.axes import Axis
from homonym.reference.families import family
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import depth
from homonym.reference.rankings.users import users
from homonym.reference.variants import Number

AucDivisor = Callable[[int, Ranking, int], float]


class Pairs(NamedTuple):
    """One user's relevant items and negatives, as far as they are compared."""

    summed: float
    divisor: float
    positives: tuple[float, ...]
    """Scores of the ranked relevant items."""
    unranked: int
    """How many unranked relevant items are compared."""
    tied: bool
    """Whether those are tied with the unranked negatives (or below everything)."""
    negatives: tuple[float, ...]
    """Scores of the ranked negatives."""
    total: int
    """N, ranked or not."""

    @property
    def one_class(self) -> bool:
        return not self.total or not (self.positives or self.unranked)


positives = Axis("which relevant items are looked at")


@positives("p \\in rel", name="all", parts={"unranked": "<unranked.row>"})
def every(user: Ranking, ranked: int) -> int:
    """All of them, including those that are not in the list."""
    return user.r - ranked  # so many are not ranked


@positives(
    "p \\in rel \\cap L",
    source="Elliot 0.3.1, AUC; RePlay, RocAuc",
    parts={"unranked": ""},
)
def recommended(user: Ranking, ranked: int) -> int:
    """Only those that are in the list."""
    return 0


above = Axis("what can stand above a relevant item")
ScoredLabels = Sequence[tuple[float, bool]]
"""The scores of the ranked items that are looked at, and whether they are relevant."""


@above(
    "a_p = n_p - i_p",
    row=r"a_p = n_p - i_p, \; n_p \text{ the rank of } p"
    r" \text{ in the list, } i_p \text{ among the relevant}",
)
def irrelevant(rows: ScoredLabels) -> tuple[float, ...]:
    """Negatives alone: its rank minus its place among the relevant items."""
    return tuple(score for score, hit in rows if not hit)


@above(
    "a_p = n_p - 1",
    source="OpenRec 0.3.0, legacy AUC",
    row=r"a_p = n_p - 1, \; n_p \text{ the rank of } p",
)
def every_item(rows: ScoredLabels) -> tuple[float, ...]:
    """Other relevant items too: its rank counted from 0. They are counted in N."""
    return tuple(score for score, _ in rows)


unranked = Axis("where a relevant item that is not in the list stands")


@unranked(
    "a_p = N",
    source="Elliot 0.3.1, GAUC",
    row=r"a_p = N \text{ for } p \notin L",
)
def worst(missing: int, listed: int, total: int) -> tuple[int, bool]:
    """Below every negative."""
    return missing, False


@unranked(
    "a_p = m + (N - m)/2",
    source="implicit 0.7.3, AUC_at_k",
    row=r"a_p = m + (N - m)/2 \text{ for } p \notin L,"
    r" \; m \text{ the negatives in } L",
)
def half(missing: int, listed: int, total: int) -> tuple[int, bool]:
    """Below the m listed negatives, tied with the others."""
    return missing, True


@unranked("-", row=r"p \in L")
def excluded(missing: int, listed: int, total: int) -> tuple[int, bool]:
    """Nowhere: it is left out."""
    return 0, False


negatives = Axis("what N counts")


@negatives("|L \\setminus rel|", name="list")
def listed(user: Ranking, ranked: int) -> int:
    """What can stand above, in the part of the list that is looked at."""
    return ranked


@negatives("|I| - |train| - r", source="implicit 0.7.3, AUC_at_k")
def catalogue(user: Ranking, ranked: int) -> int:
    """All items of the catalogue that are neither relevant nor in train."""
    return len(user.grades) + len(user.missed) + user.unranked - user.r


@negatives("|I| - |train| - r + 1", source="Elliot 0.3.1: one negative too many")
def catalogue_plus_one(user: Ranking, ranked: int) -> int:
    """One more than the items that are neither relevant nor in train."""
    return catalogue(user, ranked) + 1


@negatives("|I| - r", source="buffalo, auc")
def with_train(user: Ranking, ranked: int) -> int:
    """All items of the catalogue that are not relevant, train items included."""
    return catalogue(user, ranked) + user.train


@negatives("|I| - r + 1", source="RecBole 0.2.1, Trainer.evaluate")
def with_train_plus_one(user: Ranking, ranked: int) -> int:
    """All items that are not relevant, and one that only pads the catalogue."""
    return with_train(user, ranked) + 1


divisor = Axis("what the sum is divided by")


@divisor("|positives|", name="positives", row=r"|\{ p \}|")
def looked_at(count: int, user: Ranking, k: int) -> float:
    """The number of relevant items that are looked at."""
    return count


@divisor("r", name="r", source="Elliot 0.3.1, GAUC")
def relevant(count: int, user: Ranking, k: int) -> float:
    """The number of relevant items."""
    return user.r


@divisor(r"\min(k, r)", source="Elliot 0.3.1, LAUC")
def min_k_r(count: int, user: Ranking, k: int) -> float:
    """The largest number of relevant items that a list of k can hold."""
    return min(k, user.r)


auc_depth = depth.plus()
auc_depth.choices = {name: auc_depth.choices[name] for name in ("all", "k")}

one_class = Axis("what a user whose first k leave nothing to compare counts as")


def counts_as(value: str) -> str:
    """The row of the formula that gives such a user a number."""
    return rf"a_u / b_u = {value} \text{{ where there is no pair}}"


@one_class("-", row="")
def skipped(part: Pairs) -> Part | None:
    """Nothing: the user is left out."""
    return None


@one_class("0", row=counts_as("0"))
def zero(part: Pairs) -> Part | None:
    """0."""
    return 0.0, 1.0


@one_class("1/2", name="half", row=counts_as("1/2"))
def one_half(part: Pairs) -> Part | None:
    """One half."""
    return 0.5, 1.0


@one_class("1", row=counts_as("1"))
def one(part: Pairs) -> Part | None:
    """1."""
    return 1.0, 1.0


@one_class(
    "0, 1",
    source="RePlay 0.22.0, RocAuc; DL RS Evaluation, roc_auc",
    row=r"a_u / b_u = 0 \text{ without a hit, } 1 \text{ without a negative}",
)
def zero_without_hit_one_without_negative(part: Pairs) -> Part | None:
    """0 where there is no relevant item, 1 where there are no others."""
    return float(bool(part.positives or part.unranked)), 1.0


@one_class("0/0", source="DaisyRec 2.3.0, AUC", row=counts_as("0/0"))
def undefined(part: Pairs) -> Part | None:
    """NaN, and so is every mean with such a user."""
    return nan, 1.0


auc_users = users.plus()


@auc_users(
    r"\frac{1}{\sum_u D_u} \sum_u \sum_{p_u} (1 - a_p / \sum_v N_v)",
    parts={"where": r"D_u = b_u, \; a_p \text{ counts the negatives of all users}"},
)
def stacked(parts: Sequence[Pairs], people: Sequence[Ranking], k: int) -> float | None:
    """All relevant items of all users against all negatives of all users."""
    total = sum(part.total for part in parts)
    divided_by = sum(part.divisor for part in parts)
    if not total or not divided_by:
        return None
    negatives = sorted(score for part in parts for score in part.negatives)
    summed = 0.0
    for part in parts:
        for score in part.positives:
            above = len(negatives) - bisect_right(negatives, score)
            summed += 1 - above / total
        if part.tied:
            summed += part.unranked * (1 - len(negatives) / total) / 2
    return summed / divided_by


def combined(
    parts: Sequence[Pairs],
    people: Sequence[Ranking],
    k: int,
    users: Callable[..., Number],
    depth: Callable[[Ranking, int], int],
    one_class: Callable[[Pairs], Part | None],
    **_: object,
) -> Number:
    """Stack the pairs, or settle the users of one class and combine the users."""
    if users is stacked:
        return stacked(parts, people, k)
    settle = one_class if depth is auc_depth.choices["k"].function else skipped
    return users(
        [settle(part) if part.one_class else part[:2] for part in parts], people, k
    )


@family(
    "AUC",
    takes=Case,
    also={
        "GAUC": {},
        "SAUC": {"users": "stacked"},
        "RocAuc": {},
        "GAUC@k": {"positives": "recommended", "depth": "k"},
        "LAUC": {
            "negatives": "catalogue_plus_one",
            "divisor": "min_k_r",
            "depth": "k",
        },
    },
    combine=combined,
    rows=(
        "<users>",
        r"a_u = \sum_{<positives>} \left( 1 - \frac{a_p}{N} \right)",
        "b_u = <divisor>",
        "<above.row>",
        "<positives.unranked>",
        "N = <negatives>",
        "<depth.list>",
        "<one_class.row>",
        "<users.where?>",
    ),
    positives=positives,
    above=above,
    unranked=unranked,
    negatives=negatives,
    divisor=divisor,
    depth=auc_depth,
    one_class=one_class,
    users=auc_users,
)
def auc(
    user: Ranking,
    k: int,
    positives: Callable[[Ranking, int], int],
    above: Callable[[ScoredLabels], tuple[float, ...]],
    unranked: Callable[[int, int, int], tuple[int, bool]],
    negatives: Callable[[Ranking, int], int],
    divisor: AucDivisor,
    depth: Callable[[Ranking, int], int],
    one_class: Callable[[Pairs], Part | None],
) -> Pairs:
    """(sum, divisor) of one user's pairs, with the pairs themselves.

    >>> from homonym.reference.variants import Variant
    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse(". 1 . @1")
    >>> Variant.parse("GAUC(positives=all)").value(case)
    0.5
    >>> variant = Variant.parse("auc(positives=all, negatives=catalogue_plus_one)")
    >>> round(variant.value(case), 4)
    0.6667
    """
    looked = depth(user, k)
    rows = list(zip(user.scores, user.hits, strict=True))[:looked]
    hits = tuple(score for score, hit in rows if hit)
    others = above(rows)
    total = negatives(user, len(others))
    missing, tied = unranked(positives(user, len(hits)), len(others), total)
    summed = sum(1 - sum(n > p for n in others) / total for p in hits) if total else 0.0
    if tied and total:
        summed += missing * (1 - len(others) / total) / 2
    count = len(hits) + missing
    return Pairs(summed, divisor(count, user, k), hits, missing, tied, others, total)
