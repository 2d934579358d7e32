"""The rational families once more, in whole numbers and fractions, without rounding.

What precision, recall and their like give is a quotient of whole numbers (or of grades
such as 2.5, which are fractions of two): here it is computed exactly, from the ranks
of the hits alone, and is the last word on what the oracle's binary fractions round.
Start at `exact`. Nothing of the oracle's formulas is used, only its names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import isnan, nan
from typing import Any

import pytest

from homonym.cases.rankings_drawn import drawn_cases
from homonym.measurement.drawing import draw_cases
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.variants import Family, Variant, families

DRAWN = 240
"""So many cases are drawn beside the core, always the same."""
LONG = 40
"""Fractions of longer lists are slow, and round no worse."""
AT_ONCE = 150
"""Of a larger family each case gets so many variants, each variant several cases."""
ALLOWED = Fraction(1, 10**12)

Exact = Fraction | float | None
"""A number; NaN is its only float. None is undefined."""
Part = tuple[Any, Any] | None
Names = dict[str, str]


def ranks(user: Ranking, depth: float = float("inf")) -> list[int]:
    """The ranks of the hits, down to a depth."""
    graded = enumerate(user.grades, start=1)
    return [n for n, g in graded if g is not None and g >= 1 and n <= depth]


def truth(user: Ranking) -> list[Fraction]:
    """The grades of all relevant items, ranked or not."""
    known = (g for g in (*user.grades, *user.missed) if g is not None)
    return [Fraction(g) for g in known if g >= 1]


def r_of(user: Ranking) -> int:
    return len(truth(user))


def over(part: Any) -> Any:
    """The quotient of a part; 0 over 0 is 0."""
    above, below = part
    return Fraction(0) if below == 0 else above / Fraction(below)


def found(user: Ranking, k: float, rank: str) -> int:
    """The hits at k. Above the j-th hit stand as many negatives as its rank less j."""
    every = ranks(user)
    if rank == "negatives_above":
        return sum(n - j <= k for j, n in enumerate(every, start=1))
    return sum(n <= k + (rank == "off_by_one") for n in every)


def to(names: Names, k: int) -> float:
    return {"k": k, "below_k": k - 1, "all": float("inf")}[names.get("depth", "k")]


def precision(user: Ranking, k: int, names: Names) -> Part:
    last = max(ranks(user, k), default=0)
    below = {"k": k, "length": len(user.grades), "last_hit": last}
    return found(user, to(names, k), names["rank"]), below[names["divisor"]]


def recall(user: Ranking, k: int, names: Names) -> Part:
    r, grades = r_of(user), sum(truth(user))

    def below(n: int) -> Any:
        of = {"r": r, "min_k_r": min(n, r), "grades": grades}
        return of[names["divisor"]]

    if names["cut"] == "k":
        return found(user, to(names, k), names["rank"]), below(k)
    cuts = range(1, k + 1)
    return sum(
        over((found(user, n, names["rank"]), below(n))) for n in cuts
    ) / Fraction(k), 1


def hit_rate(user: Ranking, k: int, names: Names) -> Part:
    hits = len(ranks(user, to(names, k)))
    return (min(hits, 1) if names["counts"] == "any" else hits), 1


def r_precision(user: Ranking, k: int, names: Names) -> Part:
    r = r_of(user)
    least = {"r": r, "min_k_r": min(k, r)}
    return len(ranks(user, least[names["cut"]])), least[names["divisor"]]


def reciprocal_rank(user: Ranking, k: int, names: Names) -> Part:
    each = [Fraction(1, n) for n in ranks(user, to(names, k))]
    best = sum(Fraction(1, n) for n in range(1, min(k, r_of(user)) + 1))
    parts: dict[str, Part] = {
        "first": (each[0] if each else Fraction(0), 1),
        "sum": (sum(each), 1),
        "sum_over_r": (sum(each), r_of(user)),
        "sum_over_hits": (sum(each), len(each)),
        "normalised": (sum(each), best),
        "first_rank_only": (len(ranks(user, 1)), 1),
        "mean_1_to_k": (sum((k + 1 - 1 / n) * n for n in each[:1]), k),
        "miss_at_k_plus_one": (each[0] if each else Fraction(1, k + 1), 1),
    }
    return parts[names["counts"]]


def average_precision(user: Ranking, k: int, names: Names) -> Part:
    depth, r = to(names, k), r_of(user)
    hits = ranks(user, depth)
    if names["terms"] == "hits":
        above = sum((Fraction(j, n) for j, n in enumerate(hits, start=1)), Fraction(0))
    elif names["terms"] == "hits_over_k":
        above = Fraction(sum(j for j, n in enumerate(hits, start=1) if n < k), k)
    else:
        last = int(min(depth, len(user.grades)))
        above = sum(
            (Fraction(len(ranks(user, n)), n) for n in range(1, last + 1)), Fraction(0)
        )
    cumulative = sum(min(n, r) for n in range(1, k + 1))
    below = {"min_k_r": min(k, r), "r": r, "k": k, "hits": len(hits)}
    return above, {**below, "cumulative": cumulative}[names["divisor"]]


def average_precision_interpolated(user: Ranking, k: int, names: Names) -> Part:
    """Precision is highest at a hit; the j-th reaches the level l / 10 of recall, and
    with trec_eval's rounding so do 2 of 3 the level 0.7."""
    hits = list(enumerate(ranks(user), start=1))
    r = r_of(user)
    levels = [Fraction(lv * r, 10) for lv in range(11)]
    if names["points"] == "11_rounded":
        levels = [Fraction(int(lv / 10 * r + 0.9)) for lv in range(11)]
    reached = ([Fraction(j, n) for j, n in hits if j >= level] for level in levels)
    return sum(max(values, default=Fraction(0)) for values in reached), 11


def mean_average_recall(user: Ranking, k: int, names: Names) -> Part:
    r = r_of(user)
    above = (
        sum(Fraction(j, r) for j in range(1, len(ranks(user, k)) + 1))
        if r
        else Fraction(0)
    )
    return above, r if names["divisor"] == "r" else min(k, r)


def f_score(user: Ranking, k: int, names: Names) -> Part:
    """Over precision H / n and recall H / r: (1 + b²) H / (b² r + n)."""
    hits, b2 = len(ranks(user, to(names, k))), Fraction(names.get("beta", "1")) ** 2
    undefined = not hits and names["without_hit"] == "undefined"
    looked = k if names["depth"] == "k" else len(user.grades)
    return nan if undefined else (1 + b2) * hits, b2 * r_of(user) + looked


def mean(values: Sequence[Any], weights: Sequence[int]) -> Exact:
    total = sum(weights)
    pairs = zip(values, weights, strict=True)
    return sum(v * w for v, w in pairs) / Fraction(total) if total else None


def combined(
    how: str, parts: Sequence[Part], people: Sequence[Ranking], k: int
) -> Exact | tuple[Exact, ...]:
    """All users' parts as one number, or each user's."""
    if how == "caller":
        return tuple(None if part is None else over(part) for part in parts)
    kept = [(p, u) for p, u in zip(parts, people, strict=True) if p is not None]
    if how == "pooled":
        below = sum(p[1] for p, _ in kept)
        return sum(p[0] for p, _ in kept) / Fraction(below) if below else None
    if how == "mean_hit":
        kept = [(p, u) for p, u in kept if ranks(u, k)]
    if how == "mean_nonzero":
        kept = [(p, u) for p, u in kept if over(p) != 0]
    of: dict[str, Callable[[Ranking], int]] = {
        "by_r": r_of,
        "by_length": lambda user: len(user.grades),
    }
    weight = of.get(how, lambda user: 1)
    return mean([over(p) for p, _ in kept], [weight(u) for _, u in kept])


def of_means(case: Case, names: Names) -> Exact | tuple[Exact, ...]:
    """F of the users' precision and recall, combined first."""
    k, people = case.k, case.users
    hits = [len(ranks(user, to(names, k))) for user in people]
    looked = [k if names["depth"] == "k" else len(user.grades) for user in people]
    below = [looked, [r_of(user) for user in people]]
    both = [
        combined(names["users"], list(zip(hits, d, strict=True)), case.users, case.k)
        for d in below
    ]
    b2 = Fraction(names.get("beta", "1")) ** 2
    if None in both:
        return None
    p, r = both
    return over(((1 + b2) * p * r, b2 * p + r))  # type: ignore[operator]


def compared(user: Ranking, k: int, names: Names) -> tuple[list[int], int, int, int]:
    """AUC's ranks of hits, relevant items beyond, what can stand above, and N."""
    last = min(to(names, k), len(user.grades))
    hits = ranks(user, last)
    listed = int(last) - (0 if names["above"] == "every_item" else len(hits))
    every = len(user.grades) - len(ranks(user)) + user.unranked
    total = {"list": listed, "catalogue": every, "catalogue_plus_one": every + 1}
    total["with_train"] = every + user.train
    total["with_train_plus_one"] = every + user.train + 1
    left_out = names["positives"] == "recommended" or names["unranked"] == "excluded"
    beyond = 0 if left_out else r_of(user) - len(hits)
    return hits, beyond, listed, total[names["negatives"]]


def auc_divisor(user: Ranking, k: int, names: Names) -> int:
    hits, beyond, _, _ = compared(user, k, names)
    r = r_of(user)
    of = {"positives": len(hits) + beyond, "r": r, "min_k_r": min(k, r)}
    return of[names["divisor"]]


def auc(user: Ranking, k: int, names: Names) -> Part:
    hits, beyond, listed, total = compared(user, k, names)
    if not total or not (hits or beyond):
        mixed = Fraction(1 if hits or beyond else 0)
        counts = {"zero": 0, "half": Fraction(1, 2), "one": 1, "undefined": nan}
        counts["zero_without_hit_one_without_negative"] = mixed
        if names["depth"] == "all" or names["one_class"] == "skipped":
            return None
        return counts[names["one_class"]], 1
    every = names["above"] == "every_item"
    above = sum(
        1 - Fraction(n - (1 if every else j), total)
        for j, n in enumerate(hits, start=1)
    )
    if names["unranked"] == "half":
        above += beyond * (1 - Fraction(listed, total)) / 2
    return above, auc_divisor(user, k, names)


def stacked(case: Case, names: Names) -> Exact:
    """Every hit of every user against the listed negatives of all."""
    looked = [(user, compared(user, case.k, names)) for user in case.users]
    total = sum(found[3] for _, found in looked)
    below = sum(auc_divisor(user, case.k, names) for user in case.users)
    if not total or not below:
        return None
    negatives = [
        score
        for user, _ in looked
        for n, score in enumerate(user.scores, start=1)
        if n <= to(names, case.k)
        and (names["above"] == "every_item" or n not in ranks(user))
    ]
    above = Fraction(0)
    for user, (hits, beyond, _, _) in looked:
        for n in hits:
            higher = sum(score > user.scores[n - 1] for score in negatives)
            above += 1 - Fraction(higher, total)
        if names["unranked"] == "half":
            above += beyond * (1 - Fraction(len(negatives), total)) / 2
    return above / below


def rbp(user: Ranking, k: int, names: Names) -> Part:
    """At persistence 4/5."""
    gains = (
        (Fraction(user.grades[n - 1] or 0) if names["gain"] == "grade" else 1)
        * Fraction(4, 5) ** (n - 1)
        for n in ranks(user, to(names, k))
    )
    return Fraction(1, 5) * sum(gains, Fraction(0)), 1


def partial_auc(user: Ranking, k: int, names: Names) -> Part:
    """Pairs of a relevant item and one of k places for negatives, counted one by one:
    the nth hit, at rank m, has m - n negatives above."""
    compared = r_of(user)
    if names["positives"] == "first_min_k_r":
        compared = min(compared, k)
    above = [m - n for n, m in enumerate(ranks(user), start=1) if n <= compared]
    below = [(hit, place) for hit in above for place in range(k) if place >= hit]
    return len(below), k * compared


PARTS: dict[str, Callable[[Ranking, int, Names], Part]] = {
    part.__name__: part
    for part in (
        precision,
        recall,
        hit_rate,
        r_precision,
        reciprocal_rank,
        average_precision,
        average_precision_interpolated,
        mean_average_recall,
        f_score,
        auc,
        rbp,
        partial_auc,
    )
}


def exact(variant: Variant, case: Case) -> Exact | tuple[Exact, ...]:
    """What a variant of a rational family gives on a well-formed case."""
    names = {**variant.names, **{n: str(v) for n, v in variant.parameters}}
    if names["users"] == "stacked":
        return stacked(case, names)
    if names.get("combines") == "of_means" and names["users"] != "caller":
        return of_means(case, names)
    part = PARTS[variant.family]
    parts = [part(user, case.k, names) for user in case.users]
    return combined(names["users"], parts, case.users, case.k)


def apart(number: Any, exactly: Any) -> bool:
    """Whether the oracle's number is another one than the exact one."""
    if isinstance(exactly, tuple):
        pairs = zip(number, exactly, strict=True)
        return any(apart(one, other) for one, other in pairs)
    if exactly is None or number is None:
        return number is not exactly
    if isnan(exactly) or isnan(number):
        return not (isnan(exactly) and isnan(number))
    return abs(Fraction(number) - exactly) > ALLOWED


@cache
def drawn() -> tuple[Case, ...]:
    """The core's cases and those drawn: small ones, long ones, many users."""
    found: list[Case] = []
    short = drawn_cases(cut_offs=range(1, 16), users=((1, 3), (1, 8))).filter(
        lambda case: max(len(user.grades) for user in case.users) < LONG
    )
    draw_cases(short, DRAWN, 4, found.append)
    return (*core(), *found)


def some(
    home: Family, cases: Sequence[Case]
) -> Iterator[tuple[Case, Sequence[Variant]]]:
    """Each case with the family's variants, or with each n-th, another first."""
    step = -(-len(home.variants) // AT_ONCE)
    assert step <= len(cases), "every variant has its turn"
    for place, case in enumerate(cases):
        yield case, home.variants[place % step :: step]


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("family", PARTS)
def test_rounding_never_reaches_the_twelfth_digit(family: str, step: int) -> None:
    """Every variant of the family is within 1e-12 of the exact fraction, on all cases
    or each eighth."""
    home = families(Case)[family]
    for case, variants in some(home, drawn()[::step]):
        for variant, value in home.values(case, variants).items():
            assert not apart(value, exact(variant, case)), (str(variant), str(case))


def test_every_family_is_rational_but_for_logarithms_and_powers() -> None:
    """A new family is compared here, or has a reason not to be."""
    assert set(families(Case)) - set(PARTS) == {"ndcg", "err"}


@pytest.mark.parametrize("combines", ["per_user", "of_means"])
@pytest.mark.parametrize("users", ["mean", "pooled", "mean_hit", "caller"])
def test_f_with_another_beta_is_exact_too(combines: str, users: str) -> None:
    """Recall counts four times as much as precision, or a quarter."""
    for beta in ("2", "0.5"):
        names = f"combines={combines}, users={users}, beta={beta}"
        variant = Variant.with_defaults(f"f_score({names})")
        for case in core():
            assert not apart(variant.value(case), exact(variant, case)), case


def test_the_exact_values_are_those_of_the_papers_arithmetic() -> None:
    """Hits at 1 and 3 of r = 3, k = 3: AP = (1 + 2/3) / 3, RR = 1, R = 2/3, F = 2/3."""
    case = Case.parse("1 . 1 . | 1 @3")
    expected = {
        "average_precision": Fraction(5, 9),
        "reciprocal_rank": Fraction(1),
        "recall": Fraction(2, 3),
        "f_score": Fraction(2, 3),
        "mean_average_recall": Fraction(1, 3),
        "auc": Fraction(3, 6),
    }
    assert {
        name: exact(Variant.with_defaults(name), case) for name in expected
    } == expected
