"""The page of constant scores: what HR@10 and NDCG@10 are when all scores are equal.

Start at `build_ties_context`. One relevant item and 100 others have the same score, so
the number is the order in which a metric puts what is tied: what its record says of a
list of ties that is longer than the cut-off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from homonym.records.outcomes import Outcome
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.findings.comparable import (
    Beside,
    OneFormula,
    collect_newest_metrics,
)
from homonym.reports.findings.names import normalise_metric_name
from homonym.reports.findings.survey import Survey
from homonym.verdicts.orders import ANOTHER

PAGE, TEMPLATE = "ties.html", "ties.html"
NAMES = ("Hit rate", "NDCG")
PROBE = "ties_in_a_long_list"
OTHERS, K = 100, 10
FIRST, LAST = 1, OTHERS + 1
HrAndNdcg = tuple[float, float]
"""HR@10 and NDCG@10."""


@dataclass(frozen=True)
class TiesRow:
    """Metrics that do one thing with ties; first, last: what that makes of HR@10 and
    NDCG@10 where the relevant item is given first, and where it is given last; None
    where the outcome does not tell."""

    words: str
    metrics: OneFormula
    first: tuple[HrAndNdcg, ...] | None
    last: tuple[HrAndNdcg, ...] | None


def build_ties_context(survey: Survey) -> dict[str, Any]:
    """What the template shows."""
    return {
        "rows": list(group_tied_metrics(survey)),
        "case_type": Case,
        "probe": PROBE,
        "others": OTHERS,
        "ties_k": K,
        "anyhow": compute_mean_over_ranks(),
    }


def group_tied_metrics(survey: Survey) -> Iterator[TiesRow]:
    """By what metrics do, that of most metrics first; the inputs that an adapter
    refuses are no answer, and a user's number is the one that there is."""
    groups: dict[str, list[Beside]] = {}
    for one in collect_newest_metrics(survey):
        told = one.finding.entry.conventions.get(PROBE, "")
        if normalise_metric_name(one.finding.name) in NAMES and told:
            outcome = Outcome.parse(told)
            one_user = "".join(outcome.told_numbers) if outcome.by_user else told
            words = ANOTHER if outcome.kind == ANOTHER else one_user
            if not outcome.refused:
                groups.setdefault(words, []).append(one)
    for words, found in sorted(groups.items(), key=lambda pair: -len(pair[1])):
        yield TiesRow(
            words,
            OneFormula("", (*found,)),
            compute_outcome_numbers(words, 0),
            compute_outcome_numbers(words, 1),
        )


def compute_outcome_numbers(words: str, place: int) -> tuple[HrAndNdcg, ...] | None:
    """What an outcome makes of the two numbers, each once: several where it says `or`,
    None where it does not name an order; place: of those in `find_tied_ranks`."""
    found = [find_tied_ranks(one) for one in words.split(" or ")]
    told = [one for one in found if one is not None]
    if len(told) < len(found):
        return None
    each = [
        compute_metrics_at_rank(one[place]) if one else compute_mean_over_ranks()
        for one in told
    ]
    return tuple(dict.fromkeys(each))


def find_tied_ranks(order: str) -> tuple[int, ...] | None:
    """The ranks of the relevant item that is given first, and last, by the name of an
    order; nothing where its id decides, None where that is no such name.

    >>> orders = "input order", "pessimistic", "larger item first"
    >>> [*map(find_tied_ranks, orders)]
    [(1, 101), (101, 101), ()]
    """
    known: dict[str, tuple[int, ...]] = {
        "input order": (FIRST, LAST),
        "input order reversed": (LAST, FIRST),
        "optimistic": (FIRST, FIRST),
        "pessimistic": (LAST, LAST),
        "smaller item first": (),
        "larger item first": (),
        "smaller id first, ids as text": (),
        "larger id first, ids as text": (),
    }
    return known.get(order)


@cache
def compute_metrics_at_rank(rank: int) -> HrAndNdcg:
    """HR@10 and NDCG@10 of one relevant item at a rank.

    >>> compute_metrics_at_rank(1), compute_metrics_at_rank(101)
    ((1.0, 1.0), (0.0, 0.0))
    """
    row = ["1" if place == rank else "." for place in range(FIRST, LAST + 1)]
    case = Case.parse(f"{' '.join(row)} @{K}")
    found = (
        Variant.parse(variant).value(case)
        for variant in ("hit_rate(counts=any)", "ndcg(gain=binary)")
    )
    hit, ndcg = (float(one) for one in found if isinstance(one, float | int))
    return hit, ndcg


def compute_mean_over_ranks() -> HrAndNdcg:
    """Their means over all ranks: what they are on average where ids decide."""
    every = [compute_metrics_at_rank(rank) for rank in range(FIRST, LAST + 1)]
    hits, ndcgs = (sum(numbers) / len(every) for numbers in zip(*every, strict=True))
    return hits, ndcgs
