"""Where one library has several conventions: `find_contradictions`.

Metrics contradict one another on a probe where no one outcome is what all of them do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import isnan

from homonym.adapters.contract import Failed
from homonym.cases.kinds import find_case_kind
from homonym.records.outcomes import (
    NUMBER,
    Outcome,
    combine_outcomes,
    make_failure_outcome,
)
from homonym.records.schema_entry import MetricEntry
from homonym.reference.corpus import edge
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Problem, Variant
from homonym.verdicts import orders
from homonym.verdicts.conventions import AS_FORMULA, NOT_READ, OTHERWISE, SECOND_CALL

MetricEntries = Mapping[str, MetricEntry]
NO_ORDER = "a number that no order gives"
UNTOLD = (Outcome(NOT_READ), Outcome(AS_FORMULA))


def find_contradictions(
    metrics: MetricEntries, takes: type[Problem] = Case
) -> dict[str, dict[str, list[str]]]:
    """Where no one convention is that of all metrics: probe -> outcome -> metrics.

    The outcomes are the fewest that explain all metrics; a metric that may have several
    of them ("skipped or counts as 0") is left out. On a probe about an order they are
    orders of its list: names alone may differ, or agree, by coincidence. takes: the
    type of case of the metrics.

    >>> def entry(family, outcome):
    ...     edges = {"user_without_list": outcome}
    ...     return MetricEntry(claims=family, status="unexplained", conventions=edges)
    >>> recall, ndcg = entry("recall", "skipped"), entry("ndcg", "counts as 0")
    >>> find_contradictions({"recall": recall, "ndcg": ndcg})
    {'user_without_list': {'skipped': ['recall'], 'counts as 0': ['ndcg']}}
    """
    asked = dict.fromkeys(id for one in metrics.values() for id in one.conventions)
    fits = {id: find_fitting_outcomes(metrics, id) for id in asked if id != SECOND_CALL}
    found = {
        id: keep_certain_metrics(choose_fewest_names(names), names)
        for id, names in fits.items()
    }
    for id in orders.order_probes(takes):
        if found.get(id):
            found[id] = choose_fewest_orders(metrics, id)
    return {id: told for id, told in found.items() if len(told) > 1}


def find_explaining_order(
    metrics: MetricEntries, takes: type[Problem] = Case
) -> dict[str, dict[str, str]]:
    """Where one order that libraries make by the ids of the items explains all metrics,
    whatever their outcomes are called by coincidence: metric -> probe -> that order."""
    found: dict[str, dict[str, str]] = {}
    for id in orders.order_probes(takes):
        name, *others = (told := choose_fewest_orders(metrics, id)) or [""]
        if not others and orders.BY_ID.issuperset(Outcome(name).names):
            for metric in told[name]:
                found.setdefault(metric, {})[id] = name
    return found


def find_fitting_outcomes(
    metrics: MetricEntries, probe: str
) -> dict[str, Sequence[str]]:
    """The outcomes of a probe that may be each metric's, of those it says something
    about."""
    return {
        name: list_plain_outcome_names(told)
        for name, entry in metrics.items()
        if (told := parse_recorded_outcome(entry, probe))
        and not says_nothing(told, entry)
        and not (probe in list_grade_probes() and reads_grades(entry))
    }


@cache
def list_grade_probes() -> frozenset[str]:
    """The probes of grades below 1."""
    return frozenset(one.id for one in edge() if one.about == "grades")


def parse_recorded_outcome(entry: MetricEntry, probe: str) -> Outcome | None:
    """What a metric does on a probe; None where nothing is recorded."""
    told = entry.conventions.get(probe)
    return Outcome.parse(told) if told else None


def reads_grades(entry: MetricEntry) -> bool:
    """Whether a formula gains by the grade: then 0 gains nothing by the formula, and
    nobody has to decide whether the item is relevant."""
    return any(map(depends_on_grades, entry.variants[:1]))


@cache
def depends_on_grades(id: str) -> bool:
    """The same of a variant's formula."""
    variant = Variant.parse(id)
    if pair := find_case_kind(variant.home.takes).graded:
        alike, graded = map(variant.value, pair)
        return bool(alike != graded)
    return False


def choose_fewest_orders(metrics: MetricEntries, probe: str) -> dict[str, list[str]]:
    """The fewest orders of a probe's list that explain all metrics, each with its own;
    where one that has a name explains them, the many others are not looked at."""
    told = {name: metrics[name] for name in find_fitting_outcomes(metrics, probe)}
    fits = {n: orders.find_fitting_orders(probe, one, True) for n, one in told.items()}
    named = {name: fit for name, fit in fits.items() if fit is not None}
    if named and set.intersection(*map(set, named.values())):
        return choose_fewest_names(named)
    return choose_fewest_names(
        {name: find_metric_orders(metrics[name], probe) for name in named}
    )


def find_metric_orders(entry: MetricEntry, probe: str) -> Sequence[str]:
    """The orders of a probe's list that may be a metric's, which tells of one."""
    own = list_plain_outcome_names(Outcome.parse(entry.conventions[probe]))
    none = [NO_ORDER] if own in ((orders.ANOTHER,), (OTHERWISE,)) else own
    return orders.find_fitting_orders(probe, entry) or none


def says_nothing(outcome: Outcome, entry: MetricEntry) -> bool:
    """Whether it tells nothing of the library's way with the input: refused by the
    adapter, without a cut-off to read, as the formula says or one of its choices, or an
    error that the metric raises on well-formed cases too."""
    if outcome in UNTOLD or outcome.refused or outcome.by_choice:
        return True
    core, drawn = entry.core, entry.refuted
    errors = (*(core.failed if core else ()), *(drawn.raised if drawn else ()))
    return any(outcome == make_failure_outcome(Failed(error)) for error in errors)


def list_plain_outcome_names(outcome: Outcome) -> tuple[str, ...]:
    """The names it may have without its number, which is each family's own; numbers
    alone, with a NaN anywhere, are NaN."""
    nameless = outcome.kind == NUMBER and any(map(isnan, outcome.numbers))
    return ("NaN",) if nameless else outcome.names


def choose_fewest_names(fits: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The fewest names that between them fit every metric, each with the metrics that
    it alone fits.

    >>> fits = {"recall": ["a", "b"], "map": ["b"], "mrr": ["c"], "auc": ["b", "c"]}
    >>> choose_fewest_names(fits)
    {'b': ['recall', 'map'], 'c': ['mrr']}
    """
    fitted: dict[str, list[str]] = {}
    for metric, names in fits.items():
        for name in names:
            fitted.setdefault(name, []).append(metric)
    groups: dict[frozenset[str], str] = {}
    for name in sorted(fitted, key=is_unnamed_order):
        groups.setdefault(frozenset(fitted[name]), name)
    chosen = choose_fewest_groups(groups, frozenset(fits))
    often = Counter(metric for group in chosen for metric in group)
    told = {}
    for group in chosen:
        alone = [m for m in fits if m in group and often[m] == 1]
        told[join_common_names(groups[group], [fits[m] for m in alone])] = alone
    return told


def keep_certain_metrics(
    told: Mapping[str, list[str]], fits: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Of every group the metrics that can be of no other outcome, if any are certain.

    >>> keep_certain_metrics({"a": ["mapr", "mrr"]}, {"mapr": ["a"], "mrr": ["a", "b"]})
    {'a': ['mapr']}
    """
    sure = {
        name: [m for m in metrics if {*Outcome(name).names}.issuperset(fits[m])]
        for name, metrics in told.items()
    }
    return {name: sure[name] or metrics for name, metrics in told.items()}


def choose_fewest_groups(
    groups: Collection[frozenset[str]], metrics: frozenset[str]
) -> tuple[frozenset[str], ...]:
    """The first of the smallest choices of groups that hold all metrics."""
    choices = (some for n in range(len(groups) + 1) for some in combinations(groups, n))
    return next(some for some in choices if metrics == frozenset().union(*some))


def join_common_names(chosen: str, fits: Sequence[Sequence[str]]) -> str:
    """The names that all metrics of a group fit; the one chosen, if none has one."""
    names = set(fits[0]).intersection(*fits)
    named = [name for name in fits[0] if name in names and not is_unnamed_order(name)]
    return str(combine_outcomes(named)) if named else chosen


def is_unnamed_order(name: str) -> bool:
    """Whether it is an order that has no name but its line."""
    return name.startswith(orders.ANOTHER)
