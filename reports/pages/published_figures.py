"""What a paper says of its figures, beside what came out here: start at
`compare_figure_claims`.

The paper's words are data (`published/parapar2021.toml`), each with the check that asks
the results of `homonym diversity` for the same. A check gives its answer for one study
at one cut-off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Any

from homonym.experiments.diversity import SHALLOW
from homonym.experiments.missing_ratings import MISSING, SHUFFLES
from homonym.reports.pages.axioms import read_published_axioms

FOUND = 0.01
"""A p-value below this tells a list from the ideal one."""
ALIKE = 0.5
"""Rankings are much alike while tau is above this, with half of the ratings missing."""

SOME_LEFT = 0.7
"""Up to this share of ratings missing a ranking is left, with one shuffle for all."""

FigureCheck = Callable[[dict[str, Any], dict[str, Any], int], bool]
CHECKS: dict[str, FigureCheck] = {}
"""By name: a check of a figure's data on the results of a study, at a cut-off."""


@dataclass(frozen=True)
class Said:
    """A sentence about a figure; found: whether it is so, by study and cut-off; None
    where the figure has no such cut-off."""

    figure: int
    says: str
    found: tuple[bool | None, ...]


def compare_figure_claims(studies: Sequence[dict[str, Any]]) -> list[Said]:
    """All that is said, with an answer for each study at each of its cut-offs."""
    return [
        Said(
            one["number"],
            one["says"],
            tuple(
                judge_figure_claim(one, found, k)
                for found, k in yield_study_cut_offs(studies)
            ),
        )
        for one in read_published_axioms()["figure"]
    ]


def yield_study_cut_offs(
    studies: Sequence[dict[str, Any]],
) -> Iterator[tuple[dict[str, Any], int]]:
    """Each study with each of its cut-offs, the deeper one first."""
    for found in studies:
        for k in found["perturbations"]:
            yield found, int(k)


def judge_figure_claim(
    one: dict[str, Any], found: dict[str, Any], k: int
) -> bool | None:
    """Whether it is so; Figure 1 has one cut-off, and Figure 4 its own two."""
    if (one["number"] == 1 and k != SHALLOW) or (one["number"] == 4 and k == SHALLOW):
        return None
    return CHECKS[one["check"]](one, found, k)


def register_figure_check(of: FigureCheck) -> FigureCheck:
    """Register a check under its name."""
    CHECKS[of.__name__] = of
    return of


def select_metric_results(
    one: dict[str, Any], found: dict[str, Any], k: int, key: str = "metrics"
) -> list[dict[str, Any]]:
    """The results of the metrics that are named, on each perturbation that is."""
    return [
        result
        for name in one["on"]
        for id, result in found["perturbations"][str(k)][name].items()
        if id.partition("(")[0] in one[key]
    ]


@register_figure_check
def falls_with_each_swap(one: dict[str, Any], found: dict[str, Any], k: int) -> bool:
    """With each of the first ten, which alone change the list down to the cut-off."""
    curves = [means[: SHALLOW + 1] for means in found["by_beta"].values()]
    return all(after < before for curve in curves for before, after in pairwise(curve))


@register_figure_check
def correlated_negatively(one: dict[str, Any], found: dict[str, Any], k: int) -> bool:
    """Each tau is below 0."""
    taus = [result["tau"] for result in select_metric_results(one, found, k)]
    return all(tau is not None and tau < 0 for tau in taus)


@register_figure_check
def correlated_perfectly(one: dict[str, Any], found: dict[str, Any], k: int) -> bool:
    """Each tau is, to two digits, the greatest that can be reached at the cut-off."""
    return all(
        result["tau"] is not None
        and result["tau"] >= compute_greatest_tau(len(result["means"]), k) - 0.005
        for result in select_metric_results(one, found, k)
    )


def compute_greatest_tau(count: int, k: int) -> float:
    """Of so many lists, of which those after the k-th swap are equal down to k.

    >>> compute_greatest_tau(11, 10), round(compute_greatest_tau(21, 10), 2)
    (1.0, 0.86)
    """
    equal, pairs = max(count - k, 1), count * (count - 1) // 2
    return sqrt((pairs - equal * (equal - 1) // 2) / pairs)


@register_figure_check
def correlated_less(one: dict[str, Any], found: dict[str, Any], k: int) -> bool:
    """On every perturbation each tau is below each of the others', to two digits."""
    return all(
        own["tau"] < other["tau"] - 0.005
        for name in one["on"]
        for own in select_metric_results({**one, "on": [name]}, found, k)
        for other in select_metric_results({**one, "on": [name]}, found, k, "than")
    )


@register_figure_check
def told_worse(one: dict[str, Any], found: dict[str, Any], k: int) -> bool:
    """On every perturbation each one's mean p-value is above each of the others'."""
    return all(
        sum(own["p"]) > sum(other["p"])
        for name in one["on"]
        for own in select_metric_results({**one, "on": [name]}, found, k)
        for other in select_metric_results({**one, "on": [name]}, found, k, "than")
    )


@register_figure_check
def told(one: dict[str, Any], found: dict[str, Any], k: int) -> bool:
    """The list that is worst has a p-value below 0.01."""
    return all(
        result["p"][-1] < FOUND for result in select_metric_results(one, found, k)
    )


@register_figure_check
def alone_tells_every_list(one: dict[str, Any], found: dict[str, Any], k: int) -> bool:
    """All of its p-values are below 0.01, and of no other metric all are."""
    every = {
        id
        for name in one["on"]
        for id, result in found["perturbations"][str(k)][name].items()
        if max(result["p"]) < FOUND
    }
    return {id.partition("(")[0] for id in every} == {*one["metrics"]}


def select_all_user_rows(found: dict[str, Any], shuffles: str) -> list[dict[str, Any]]:
    """The rows of experiment 3 on all users, of one way to shuffle."""
    rows = [row for row in found["missing"] if row["shuffles"] == shuffles]
    return [row for row in rows if row["users"] == max(r["users"] for r in rows)]


@register_figure_check
def ranks_alike(one: dict[str, Any], found: dict[str, Any], k: int) -> bool:
    """tau is above 0.5 while up to half is missing, one shuffle being all users'."""
    half = MISSING.index(0.5) + 1
    rows = select_all_user_rows(found, SHUFFLES[1])
    return all(tau > ALIKE for row in rows for tau in row["tau"][:half])


@register_figure_check
def higher_with_lower_beta(one: dict[str, Any], found: dict[str, Any], k: int) -> bool:
    """For both ways to shuffle, at cut-off 100, up to the share after which no ranking
    is left."""
    left = sum(share <= SOME_LEFT for share in MISSING)
    for shuffles in SHUFFLES:
        rows = [r for r in select_all_user_rows(found, shuffles) if r["k"] != SHALLOW]
        taus = [row["tau"] for row in sorted(rows, key=lambda row: float(row["beta"]))]
        columns = [*zip(*taus, strict=True)][:left]
        if not all(a > b for column in columns for a, b in pairwise(column)):
            return False
    return True
