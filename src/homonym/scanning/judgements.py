"""What a scan means: which names are several formulas here, who computes the same, and
whether it is what somebody expects. Start at `find_differing_families`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from homonym.equivalence.across_families import find_averaged_class
from homonym.records.same_metric import RecordedMetric, find_same
from homonym.reference.variants import Variant, every_family
from homonym.scanning.scan import FoundMetric


@dataclass(frozen=True)
class Expectation:
    """A definition that the folder's metrics of its family are to compute.

    against: what computes something else, or may; of: how many of the family were
    found.
    """

    variant: Variant
    of: int
    against: tuple[FoundMetric, ...]

    @property
    def holds(self) -> bool:
        """Whether there is one, and none that is not it."""
        return bool(self.of) and not self.against


def list_computed_definitions(found: FoundMetric) -> tuple[str, ...]:
    """The definitions that a metric computes, one for each way of calling it; none
    where a way has none, or its inputs leave several open."""
    told = [one.entry.variants for one in found.ways if not one.entry.no_verdict]
    if any(len(variants) != 1 for variants in told):
        return ()
    return tuple(
        dict.fromkeys(str(find_averaged_class(Variant.parse(v[0]))) for v in told)
    )


def find_differing_families(
    found: Iterable[FoundMetric],
) -> dict[str, dict[str, list[FoundMetric]]]:
    """The families of which two metrics here have no definition in common: title ->
    definitions -> what computes them."""
    by_family: dict[str, dict[tuple[str, ...], list[FoundMetric]]] = {}
    for one in found:
        if told := list_computed_definitions(one):
            title = choose_family_title(one, Variant.parse(told[0]))
            by_family.setdefault(title, {}).setdefault(told, []).append(one)
    return {
        title: {" or ".join(told): metrics for told, metrics in its.items()}
        for title, its in by_family.items()
        if any({*one}.isdisjoint(other) for one, other in combinations(its, 2))
    }


def choose_family_title(found: FoundMetric, variant: Variant) -> str:
    """The family's title; that of a DCG, which is in NDCG's family, where the metric
    does not call itself one of these."""
    home = every_family()[variant.family]
    none = variant.family == "ndcg" and "ideal=none" in str(variant)
    return "DCG" if none and "ndcg" not in found.name.lower() else home.title


def judge_expectation(variant: Variant, found: Sequence[FoundMetric]) -> Expectation:
    """Whether all metrics of a definition's family compute it."""
    mine = [one for one in found if variant.family in find_metric_families(one)]
    wanted = (str(find_averaged_class(variant)),)
    against = tuple(one for one in mine if list_computed_definitions(one) != wanted)
    return Expectation(variant, len(mine), against)


def find_metric_families(found: FoundMetric) -> set[str]:
    """The family that a metric is named after, and those of what it computes."""
    entries = [one.entry for one in found.ways]
    computed = (Variant.parse(v).family for one in entries for v in one.variants)
    return {*(one.claims for one in entries), *computed}


def find_equal_metrics(
    found: FoundMetric, identified: Iterable[RecordedMetric]
) -> list[RecordedMetric]:
    """The metrics of other libraries that compute the same number, each at the newest
    of its versions that do, the fewest edge cases apart first."""
    if len(list_computed_definitions(found)) != 1:
        return []
    newest = {}
    for one in find_same(found.ways[0], identified, []):
        if one.metric.library != found.library and not one.when:
            newest[one.metric.library, one.metric.name] = one
    nearest = sorted(newest.values(), key=lambda one: len(one.edges))
    return [one.metric for one in nearest]
