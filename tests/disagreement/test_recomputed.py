"""The auditor: all that `dissent` says of a few runs, computed again by plain NumPy and
SciPy from the files, with nothing of homonym's.

Every definition is a formula over a matrix of hits; a bootstrap sample is rows of it,
drawn anew; significance is SciPy's test of two columns, and Holm's method in a loop.
"""

import csv
import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr, ttest_rel
from typer.testing import CliRunner

from homonym.cli.app import app

K, USERS, ITEMS, DRAWS, SEED, ALPHA = 5, 120, 25, 40, 3, 0.05
MODELS = ("a-1", "a-2", "a-3", "b-1", "b-2", "c-1")
Array = Any
DISCOUNT = 1 / np.log2(np.arange(2, K + 2))


def precisions(hits: Array) -> Array:
    """The sum of precisions at the hits, of each user."""
    return (hits * np.cumsum(hits, axis=1) / np.arange(1, K + 1)).sum(axis=1)


def ideal(r: Array) -> Array:
    """The discounts of the first min(k, r) ranks, added up."""
    return np.concatenate([[0], np.cumsum(DISCOUNT)])[np.minimum(r, K)]


PER_USER: dict[str, Callable[[Array, Array], Array]] = {
    "precision(divisor=k)": lambda hits, r: hits.sum(axis=1) / K,
    "recall(divisor=r)": lambda hits, r: hits.sum(axis=1) / r,
    "recall(divisor=min_k_r)": lambda hits, r: hits.sum(axis=1) / np.minimum(r, K),
    "average_precision(divisor=r)": lambda hits, r: precisions(hits) / r,
    "average_precision(divisor=min_k_r)": lambda hits, r: (
        precisions(hits) / np.minimum(r, K)
    ),
    "ndcg(gain=binary)": lambda hits, r: hits @ DISCOUNT / ideal(r),
    "ndcg(gain=binary, ideal=none)": lambda hits, r: hits @ DISCOUNT,
}
POOLED = "recall(divisor=r, users=pooled)"
DEFINITIONS = (*PER_USER, POOLED)


def number(definition: str, hits: Array, r: Array) -> float:
    """What a definition gives of these users."""
    if definition == POOLED:
        return float(hits.sum() / r.sum())
    return float(PER_USER[definition](hits, r).mean())


def brought(definition: str, hits: Array, r: Array) -> Array:
    """What each user brings to it: to a sum over a sum, the number and what is more
    than that share of the user's own, over the mean of what is divided by."""
    if definition == POOLED:
        value = number(POOLED, hits, r)
        return value + (hits.sum(axis=1) - value * r) / r.mean()
    return PER_USER[definition](hits, r)


def holm(p: list[float]) -> list[float]:
    """Adjusted p-values, in a loop."""
    order = sorted(range(len(p)), key=p.__getitem__)
    found, least = [0.0] * len(p), 0.0
    for place, at in enumerate(order):
        least = max(least, min(1.0, p[at] * (len(p) - place)))
        found[at] = least
    return found


class Auditor:
    """The truth and the lists as matrices, and what follows from them."""

    def __init__(self, folder: Path) -> None:
        random = np.random.default_rng(11)
        self.r = np.where(np.arange(USERS) % 10 < 6, 1, 9) + np.arange(USERS) % 2
        truth = np.zeros((USERS, ITEMS), bool)
        for user, count in enumerate(self.r):
            truth[user, random.choice(ITEMS, count, replace=False)] = True
        self.hits = {}
        (folder / "runs").mkdir()
        for place, model in enumerate(MODELS):
            # a model knows users of few items better, or those of many
            knows = (self.r > K) == bool(place % 2)
            taste = (0.1 * place + np.where(knows, 2.0, 0.3))[:, None]
            scores = random.normal(size=truth.shape) + taste * truth
            order = np.argsort(-scores, axis=1)
            self.hits[model] = np.take_along_axis(truth, order, axis=1)[:, :K]
            rows = [
                (user, item, scores[user, item])
                for user in range(USERS)
                for item in range(ITEMS)
            ]
            write(folder / "runs" / f"{model}.csv", ("user", "item", "score"), rows)
        liked = [(int(user), int(item)) for user, item in np.argwhere(truth)]
        write(folder / "truth.csv", ("user", "item"), liked)

    def values(self, definition: str, rows: Any = slice(None)) -> Array:
        """Each model's number, of these users."""
        return np.array(
            [number(definition, self.hits[m][rows], self.r[rows]) for m in MODELS]
        )

    def samples(self) -> list[Array]:
        """Users drawn with replacement, as often as there are users."""
        random = np.random.default_rng(SEED)
        return [random.integers(USERS, size=USERS) for _ in range(DRAWS)]

    def p(self, definition: str, models: list[int]) -> dict[tuple[int, int], float]:
        """Adjusted, of each two of some models, by their places among those."""
        every = [
            brought(definition, self.hits[MODELS[at]], self.r) + 0.0 for at in models
        ]
        pairs = [*combinations(range(len(models)), 2)]
        told = [
            1.0
            if np.abs((every[a] - every[b]).mean()) <= 1e-12
            else ttest_rel(every[a], every[b]).pvalue
            for a, b in pairs
        ]
        return dict(zip(pairs, holm(told), strict=True))


def write(file: Path, header: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    """A table."""
    with file.open("w", encoding="utf-8", newline="") as text:
        csv.writer(text).writerows([header, *rows])


def best(values: Array) -> set[int]:
    """Those that have the greatest number."""
    return {at for at, one in enumerate(values) if one >= max(values) - 1e-12}


def named(mine: Array, its: Array) -> tuple[int, int]:
    """The first that is the best by both, twice, or the first by each."""
    both = best(mine) & best(its)
    return min(both or best(mine)), min(both or best(its))


def reversals(mine: Array, its: Array) -> list[tuple[int, int]]:
    """The pairs that two orders have the other way round."""
    return [
        (a, b)
        for a, b in combinations(range(len(mine)), 2)
        if min(abs(mine[a] - mine[b]), abs(its[a] - its[b])) > 1e-12
        and (mine[a] > mine[b]) != (its[a] > its[b])
    ]


ENDS = ("value", "lower", "upper")
ESTIMATES: dict[str, Callable[[Array, Array], float]] = {
    "inversion": lambda mine, its: len(reversals(mine, its)) / 15,
    "pearson": lambda mine, its: pearsonr(mine, its).statistic,
    "tau": lambda mine, its: kendalltau(mine.round(11), its.round(11)).statistic,
}


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> tuple[Auditor, dict[str, Any]]:
    """The auditor, and what the command says of the same files."""
    folder = tmp_path_factory.mktemp("audited")
    auditor = Auditor(folder)
    words = ["dissent", "--truth", str(folder / "truth.csv"), "--json"]
    words += ["--run", str(folder / "runs"), "--k", str(K)]
    words += ["--draws", str(DRAWS), "--seed", str(SEED), "--alpha", str(ALPHA)]
    for one in DEFINITIONS:
        words += ["--metric", one]
    found = CliRunner().invoke(app, words, catch_exceptions=False)
    return auditor, json.loads(found.stdout)


def compared(
    found: dict[str, Any],
) -> list[tuple[dict[str, Any], dict[str, Any], str, str]]:
    """Every comparison with its group, and the two definitions."""
    return [
        (group, one, *(group["measures"][one[at]]["definition"] for at in told))
        for told in [("one", "other")]
        for group in found["groups"]
        for one in group["comparisons"]
    ]


def test_numbers_are_those_of_the_formulas(
    audited: tuple[Auditor, dict[str, Any]],
) -> None:
    auditor, found = audited
    assert found["models"] == [*MODELS] and found["users"] == USERS
    assert found["users_with_more"] == sum(auditor.r > K)
    met = set()
    for group in found["groups"]:
        for one in group["measures"]:
            expected = auditor.values(one["definition"])
            assert one["values"] == pytest.approx(expected, abs=1e-9)
            met.add(one["definition"])
    assert met == {*DEFINITIONS} - {"precision(divisor=k)"}, "which has no other"
    assert {group["what"] for group in found["groups"]} == {"libraries", "definitions"}


def test_counts_of_pairs_are_those_of_tests_one_by_one(
    audited: tuple[Auditor, dict[str, Any]],
) -> None:
    auditor, found = audited
    some = 0
    for _, one, *both in compared(found):
        mine, its = map(auditor.values, both)
        sure = [auditor.p(each, [*range(len(MODELS))]) for each in both]
        significant = [pair for pair in sure[0] if max(p[pair] for p in sure) <= ALPHA]
        against = reversals(mine, its)
        surely = [pair for pair in against if pair in significant]
        assert (one["pairs"], one["reversed"]) == (15, len(against))
        assert one["significant"] == len(significant)
        assert one["reversed_significant"] == len(surely) == len(one["flips"])
        tops = named(mine, its)
        assert one["best"] == [*tops]
        assert one["another_wins"] == (tops[0] != tops[1])
        sorted_tops = min(tops), max(tops)
        assert one["another_wins_significantly"] == (sorted_tops in surely)
        some += len(surely)
    assert some, "or nothing is tried"


def test_correlations_and_intervals_are_those_of_samples_drawn_anew(
    audited: tuple[Auditor, dict[str, Any]],
) -> None:
    auditor, found = audited
    drawn = {
        one: [auditor.values(one, rows) for rows in auditor.samples()]
        for one in DEFINITIONS
    }
    for _, one, *both in compared(found):
        mine, its = map(auditor.values, both)
        samples = [*zip(*(drawn[each] for each in both), strict=True)]
        for name, estimate in ESTIMATES.items():
            ends = np.quantile([estimate(*two) for two in samples], [0.025, 0.975])
            told = [one[name][key] for key in ENDS]
            assert told == pytest.approx([estimate(mine, its), *ends], abs=1e-8)


def test_the_sentence_on_top_is_counted_again(
    audited: tuple[Auditor, dict[str, Any]],
) -> None:
    """How many pairs of libraries' metrics name another best model, in how many of the
    samples' middle, in how many surely; and the pair of the most reversals."""
    auditor, found = audited
    names = [
        (two, one)
        for group, one, *two in compared(found)
        if group["what"] == "libraries"
    ]

    def another(rows: Any = slice(None)) -> int:
        tops = {one: best(auditor.values(one, rows)) for one in DEFINITIONS}
        return sum(not tops[one] & tops[other] for (one, other), _ in names)

    ends = np.quantile([another(rows) for rows in auditor.samples()], [0.025, 0.975])
    assert found["winners"]["libraries"] == {
        "pairs": len(names),
        "another": another(),
        "lower": pytest.approx(ends[0]),
        "upper": pytest.approx(ends[1]),
    }
    surely = sum(one["another_wins_significantly"] for _, one in names)
    told = (
        f"In {another()} of {len(names)} pairs of libraries' metrics of one name that "
        f"give different numbers the best of 6 models is another (95% interval "
        f"{ends[0]:.0f} to {ends[1]:.0f}), in {surely or 'none'} significantly by both."
    )
    assert found["answer"].startswith(told)
    every = [one for *_, one in names] + [one for _, one, *_ in compared(found)]
    most = next(
        its
        for some in (every[: len(names)], every)
        if (its := max(some, key=lambda one: one["reversed_significant"]))
        and its["reversed_significant"]
    )
    share, lower, upper = (most["inversion"][end] for end in ENDS)
    told = (
        f"order {most['reversed']} of the 15 pairs of models the other way round "
        f"({share:.1%}, 95% interval {lower:.1%} to {upper:.1%}), "
        f"{most['reversed_significant']} of them significantly by both."
    )
    assert found["answer"].endswith(told)


def test_a_flip_is_added_up_from_its_users(
    audited: tuple[Auditor, dict[str, Any]],
) -> None:
    auditor, found = audited
    flips = 0
    for _, one, *both in compared(found):
        for flip in one["flips"]:
            better, worse = flip["better"], flip["worse"]
            for definition, told in zip(
                both, (flip["by_one"], flip["by_other"]), strict=True
            ):
                parts = [
                    brought(definition, auditor.hits[MODELS[at]], auditor.r)
                    for at in (better, worse)
                ]
                apart = (parts[0] - parts[1]) / USERS
                assert told["difference"] == pytest.approx(apart.sum(), abs=1e-8)
                few = apart[auditor.r <= K].sum()
                assert told["up_to_k"] == pytest.approx(few, abs=1e-8)
                p = auditor.p(definition, [*range(len(MODELS))])
                pair = min(better, worse), max(better, worse)
                assert told["p"] == pytest.approx(p[pair], rel=6e-3)
            flips += 1
    assert flips


def test_the_best_of_each_kind_are_compared_apart(
    audited: tuple[Auditor, dict[str, Any]],
) -> None:
    """By each definition the best of a, b and c, which may be other models; tested
    among these three alone."""
    auditor, found = audited
    kinds = [[0, 1, 2], [3, 4], [5]]
    assert found["kinds"] == ["a", "b", "c"]

    def chosen(definition: str) -> list[int]:
        values = auditor.values(definition)
        return [its[min(best(values[its]))] for its in kinds]

    for group in found["groups"]:
        definitions = [one["definition"] for one in group["measures"]]
        assert group["kinds"]["best"] == [chosen(one) for one in definitions]
        for one in group["kinds"]["comparisons"]:
            both = [definitions[one[at]] for at in ("one", "other")]
            values = [auditor.values(each)[chosen(each)] for each in both]
            sure = [auditor.p(each, chosen(each)) for each in both]
            against = reversals(*values)
            surely = [pair for pair in against if max(p[pair] for p in sure) <= ALPHA]
            assert (one["reversed"], one["reversed_significant"]) == (
                len(against),
                len(surely),
            )
