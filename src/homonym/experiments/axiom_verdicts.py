"""Which axioms a metric satisfies: start at `judge_axiom`, or at `judge_variants` for
many metrics.

Hypothesis draws the pairs of lists, always the same, and makes a failing one smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

from homonym.experiments.axiom_pairs import Pair
from homonym.experiments.axioms import ALL, Always, Axiom, Exists
from homonym.literals import suppress_literals
from homonym.reference.case import CaseError
from homonym.reference.diversity.case import AspectCase, User
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.variants import Number, Variant, families

AspectMetric = Callable[[AspectCase], Number]
TRIES = 1000
SURE = 1e-13
"""A list is better when its value exceeds the other's by more than rounding does."""

PUBLISHED = {
    "alpha-nDCG@k": "alpha_ndcg(gain=sum, relevance=graded)",
    "S-Recall@k": "s_recall(covers=any)",
    "S-RR@100%": "s_rr(covers=any)",
    "NRBP": "nrbp(relevance=graded)",
    "EU": "eu(reader=stops)",
    "RBU@k": "rbu(factor=one_minus_p)",
    "alpha-beta-nDCG@k": "alpha_beta_ndcg(gain=noisy_or)",
}
"""The rows of the paper's Table 1, with its parameters of section 5.2 where it prints
them; it prints no alpha for α-nDCG and no p for EU."""

SETTLING = (
    "alpha_ndcg(gain=sum, relevance=graded, weights=train)",
    "alpha_ndcg(gain=sum, relevance=graded, alpha=0.25)",
    "alpha_beta_ndcg(gain=noisy_or, beta=0.25)",
    "eu(reader=reads_all)",
    "alpha_beta_ndcg(gain=sum)",
    "err_ia(relevance=exponential, weights=train)",
)
"""Variants that say why a row of the table is as it is."""

GRADED = ("ndcg(gain=grade)", "ndcg(gain=exponential)", "ndcg(gain=grade, ideal=none)")


@dataclass(frozen=True)
class AxiomVerdict:
    """Whether a metric satisfies an axiom.

    tried: how many pairs were looked at; pair: the smallest counterexample, or of an
    axiom that promises a list the witness, or (where it is broken) the closest of the
    group that has none; values: what the metric gives on the pair.
    """

    axiom: str
    satisfied: bool
    tried: int
    pair: Pair | None = None
    values: tuple[Number, Number] | None = None


def as_metric(variant: Variant) -> AspectMetric:
    """A variant as a function of cases with aspects; rankings see the ratings only.

    Raises CaseError for a family that looks at neither.
    """
    takes: Any = variant.home.takes
    if takes is AspectCase:
        return variant.value
    if takes is not Case:
        raise CaseError(
            f"{variant} takes {takes.kind}, and the axioms are about {AspectCase.kind}"
        )
    return lambda case: variant.value(as_rankings(case))


def as_rankings(case: AspectCase) -> Case:
    """The case without aspects: ratings are grades, 1 and more are relevant."""
    return Case(tuple(map(as_ranking, case.users)), case.k)


def as_ranking(user: User) -> Ranking:
    """The user's part as a ranking by its ratings."""
    length = len(user.ranked)
    missed = tuple(item.rating for item in user.unlisted if item.rating)
    return Ranking(
        grades=tuple(item.rating for item in user.ranked),
        scores=tuple((length - n) / (length + 1) for n in range(length)),
        missed=missed,
        unranked=len(user.unlisted) - len(missed),
    )


def judge_axiom(of: AspectMetric, axiom: Axiom, tries: int = TRIES) -> AxiomVerdict:
    """Put a metric to an axiom."""
    if isinstance(axiom, Always):
        return judge_always_axiom(of, axiom, tries)
    return judge_exists_axiom(of, axiom)


def is_better_list_preferred(pair: Pair, of: AspectMetric) -> bool:
    """Whether the metric prefers the list that the axiom prefers."""
    better, worse = of(pair.better), of(pair.worse)
    if not isinstance(better, float | int) or not isinstance(worse, float | int):
        return False
    return better - worse > SURE


def judge_always_axiom(of: AspectMetric, axiom: Always, tries: int) -> AxiomVerdict:
    """Look for a counterexample among the pairs drawn; make it smaller if there is one.

    The pairs are drawn once for all metrics: drawing takes longer than measuring.
    """
    pairs = draw_pairs(axiom, tries)
    first = next(
        (
            n
            for n, pair in enumerate(pairs, 1)
            if not is_better_list_preferred(pair, of)
        ),
        0,
    )
    if not first:
        return AxiomVerdict(axiom.name, True, len(pairs))
    broken = [pair for pair in pairs if not is_better_list_preferred(pair, of)]
    smallest = min(
        [*broken, *collect_shrunk_pairs(of, axiom, tries)], key=lambda one: one.weight
    )
    return AxiomVerdict(
        axiom.name, False, first, smallest, compute_pair_values(smallest, of)
    )


@lru_cache(maxsize=32)
def draw_pairs(axiom: Always, tries: int) -> tuple[Pair, ...]:
    """The pairs that every metric is put to, always the same."""
    found: list[Pair] = []

    @make_repeatable_settings(tries, Phase.generate)
    @given(axiom.pairs)
    def keep(pair: Pair) -> None:
        found.append(pair)

    with suppress_literals():
        keep()
    return tuple(found)


def collect_shrunk_pairs(of: AspectMetric, axiom: Always, tries: int) -> list[Pair]:
    """The counterexamples that come up while Hypothesis makes the first one smaller."""
    broken: list[Pair] = []

    @make_repeatable_settings(tries, Phase.generate, Phase.shrink)
    @given(axiom.pairs)
    def prefers(pair: Pair) -> None:
        if not is_better_list_preferred(pair, of):
            broken.append(pair)
            raise BrokenAxiom

    with suppress(BrokenAxiom), suppress_literals():
        prefers()
    return broken


def make_repeatable_settings(tries: int, *phases: Phase) -> settings:
    """Settings under which the same cases are drawn in every run."""
    return settings(
        max_examples=tries,
        derandomize=True,
        deadline=None,
        database=None,
        phases=phases,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )


class BrokenAxiom(AssertionError):
    """A pair on which a metric breaks an axiom."""


def judge_exists_axiom(of: AspectMetric, axiom: Exists) -> AxiomVerdict:
    """Look for a witness in every group; the last one found is shown."""
    tried, witness = 0, None
    for group in axiom.groups():
        seen: list[Pair] = []
        for pair in group:
            seen.append(pair)
            if is_better_list_preferred(pair, of):
                witness = pair
                break
        else:
            tried += len(seen)
            closest = max(seen, key=lambda one: measure_pair_gap(one, of))
            return AxiomVerdict(
                axiom.name, False, tried, closest, compute_pair_values(closest, of)
            )
        tried += len(seen)
    assert witness is not None
    return AxiomVerdict(
        axiom.name, True, tried, witness, compute_pair_values(witness, of)
    )


def compute_pair_values(pair: Pair, of: AspectMetric) -> tuple[Number, Number]:
    """What a metric gives on both lists of a pair."""
    return of(pair.better), of(pair.worse)


def measure_pair_gap(pair: Pair, of: AspectMetric) -> float:
    """By how much the list that should be better is; minus infinity if undefined."""
    better, worse = compute_pair_values(pair, of)
    known = isinstance(better, float | int) and isinstance(worse, float | int)
    return better - worse if known else float("-inf")  # type: ignore[operator]


def list_axiom_metrics() -> list[Variant]:
    """The metrics of the table: the paper's, those that settle it, accuracy metrics."""
    accuracy = [str(home.default) for home in families(Case).values()]
    ids = [*PUBLISHED.values(), *SETTLING, *accuracy, *GRADED]
    return [Variant.parse(id) for id in dict.fromkeys(ids)]


def judge_variants(
    variants: Sequence[Variant],
    tries: int = TRIES,
    progress: Callable[[str], None] = lambda name: None,
) -> dict[str, list[AxiomVerdict]]:
    """The verdicts of each variant on all axioms."""
    found = {}
    for variant in variants:
        progress(str(variant))
        of = as_metric(variant)
        found[str(variant)] = [judge_axiom(of, axiom, tries) for axiom in ALL]
    return found


def build_axiom_table_data(
    found: dict[str, list[AxiomVerdict]], tries: int
) -> dict[str, Any]:
    """The table for a machine: cases are lines, as everywhere."""
    return {
        "schema": 1,
        "tries": tries,
        "metrics": {
            variant: {one.axiom: build_verdict_data(one) for one in verdicts}
            for variant, verdicts in found.items()
        },
    }


def build_verdict_data(one: AxiomVerdict) -> dict[str, Any]:
    """A verdict as plain data."""
    data: dict[str, Any] = {"satisfied": one.satisfied, "tried": one.tried}
    if one.pair and one.values:
        data["better"] = {"case": str(one.pair.better), "value": one.values[0]}
        data["worse"] = {"case": str(one.pair.worse), "value": one.values[1]}
    return data
