"""Asking a library about the edges: start at `probe_edge_cases`, a metric's
conventions. What is asked stands in `edge.toml` of each type of case in `reference/`,
and a probe is added there alone.

Most need one call. Where the order of ties is open a metric is asked several times, the
last time in another process; about a cut-off that is none it is asked whether it reads
the cut-off at all; and what raises is asked about a well-formed case beside.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.measurement.calls import Ask
from homonym.measurement.library_process import make_case_request
from homonym.records.measurements import MeasuredRow
from homonym.records.outcomes import make_failure_outcome
from homonym.records.values import (
    format_numbers,
    is_finite_measurement,
    list_measured_numbers,
    make_recorded_values,
)
from homonym.reference.case import TableCase
from homonym.reference.corpus import Edge, Edition
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.tolerances import are_all_close
from homonym.verdicts.conventions import (
    AS_FORMULA,
    CALLS,
    NO_CUT_OFF,
    NOT_READ,
    RANDOM,
    find_missing_cut_offs,
    hold_to_shown_edges,
    name_convention,
    open_order,
)
from homonym.verdicts.formula import find_metric_case_type
from homonym.verdicts.ties import reconcile_tie_outcomes

READS = (". 1 . @1", ". 1 . @2", ". 1 . @3")
"""One ranking at three cut-offs: what depends on the cut-off differs on two of them."""
AT_ONE = "1 . . ~ 0.9 0.6 0.3 @1"
"""The ranking of k = 0 at a usual cut-off, where no outcome has one."""
UNREAD_SINCE = 3
"""The edition whose records say so; earlier ones named the number."""
DRAWN_CALLS = 24
"""So often a metric that draws an order is asked about each edge: that of a score that
is no number, say, may depend on it."""
HELD_TO_OTHERS_SINCE = 10
"""The edition since which an error at an edge is held to what goes without it."""
UNCHANGED = "as any other"
"""The outcome of a probe in which its edge changes nothing."""
UNCHANGED_SINCE = 14
"""The edition since which an error is held to that alone, where there is one, and what
is no number as an error is."""
ELSEWHERE_SINCE = 14
"""The edition since which the order of ties is asked for in another process too, where
sets of texts have another order."""


def probe_edge_cases(
    metric: Metric,
    variant: Variant | None,
    edition: Edition,
    ask: Ask,
    ask_elsewhere: Ask,
    rows: list[MeasuredRow],
) -> dict[str, str]:
    """The metric's conventions by edge case; its answers are added to the rows."""
    elsewhere = [ask_elsewhere] if edition.edition >= ELSEWHERE_SINCE else []
    several = [*[ask] * (CALLS - 1), *elsewhere]
    takes = find_metric_case_type(metric)
    found: dict[str, str] = {}
    gave: dict[str, Measurement] = {}
    probes = edition.edges(takes)
    for probe in probes:
        measured = gave[probe.id] = ask(metric.name, make_edge_request(probe, takes))
        rows.append((metric.name, f"edge {probe.id}", measured))
        if is_failing_without_edge(metric, probe, edition, measured, ask):
            continue
        asked_k = probe.no_cut_off and edition.edition >= UNREAD_SINCE
        if open_order(probe) and changes_with_calls(metric, probe, measured, several):
            found[probe.id] = RANDOM
        elif asked_k and is_cut_off_unread(metric, probe, measured, ask):
            found[probe.id] = NOT_READ
        elif name := name_convention(metric, variant, probe, measured):
            found[probe.id] = str(name)
    if RANDOM in found.values():
        found |= {
            probe.id: RANDOM
            for probe in probes
            if found.get(probe.id, RANDOM) != RANDOM
            and changes_with_calls(
                metric, probe, gave[probe.id], [ask] * (DRAWN_CALLS - 1)
            )
        }
    if variant:
        found |= reconcile_tie_outcomes(variant, found, metric.precision)
        found |= hold_to_shown_edges(variant, probes, found, gave, metric.precision)
        found |= find_missing_cut_offs(variant, probes, found, gave, metric.precision)
    return found


def make_edge_request(probe: Edge, takes: Any) -> dict[str, str]:
    """How the child process is asked about an edge case."""
    return {"edge": probe.id, "folder": takes.folder}


def is_failing_without_edge(
    metric: Metric, probe: Edge, edition: Edition, measured: Measurement, ask: Ask
) -> bool:
    """Whether the metric raises of every well-formed case beside the probe what it
    raises at the edge, or gives no number there either: then that shows nothing of the
    edge. One of them may have the edge itself, as a list shorter than k is well formed;
    what the adapter refuses shows nothing."""
    failure = describe_failure(measured, edition)
    if failure is None:
        return False
    beside = [ask(metric.name, c) for c in select_cases_beside(metric, probe, edition)]
    others = [one for one in beside if not isinstance(one, Refused)]
    return {describe_failure(one, edition) for one in others} == {failure}


def describe_failure(measured: Measurement, edition: Edition) -> str | None:
    """What a metric raised, or what stands where it gave no number; None where neither
    is held to other cases."""
    if isinstance(measured, Value):
        asked = edition.edition >= UNCHANGED_SINCE
        odd = asked and not is_finite_measurement(measured)
        return format_numbers(measured) if odd else None
    if not isinstance(measured, Failed) or not measured.kind.raised:
        return None
    asked = edition.edition >= HELD_TO_OTHERS_SINCE
    return str(make_failure_outcome(measured)) if asked else None


def select_cases_beside(
    metric: Metric, probe: Edge, edition: Edition
) -> list[dict[str, str]]:
    """What is asked about beside a probe: the well-formed cases of its outcomes; that
    alone in which the edge changes nothing, if there is one, for others may change what
    a metric raises of. Beside rankings whose outcomes are numbers alone, as those at
    k = 0 are, stands one at a usual cut-off."""
    takes = find_metric_case_type(metric)
    at_edge = make_edge_request(probe, takes)
    names = [name for name in probe.outcomes if is_well_formed(probe, name)]
    if UNCHANGED in names and edition.edition >= UNCHANGED_SINCE:
        names = [UNCHANGED]
    if takes is Case and not names:
        return [at_edge | {"ranking": AT_ONE}]
    return [at_edge | {"outcome": name} for name in names]


def is_well_formed(probe: Edge, outcome: str) -> bool:
    """Whether an outcome stands for a case without the edge, and not for a number or
    for what a formula makes of the very same data."""
    case = probe.outcomes[outcome]
    if isinstance(case, float) or outcome == AS_FORMULA:
        return False
    its, edge = TableCase.like(case), probe.case
    return (its.recommendations, its.truth) != (edge.recommendations, edge.truth)


def changes_with_calls(
    metric: Metric, probe: Edge, first: Measurement, several: Iterable[Ask]
) -> bool:
    """Whether the metric gives one case several values, asked again in each of these
    ways: it draws an order."""
    if not isinstance(first, Value):
        return False
    request = make_edge_request(probe, find_metric_case_type(metric))
    calls = (ask(metric.name, request) for ask in several)
    return any(
        str(make_recorded_values(again)) != str(make_recorded_values(first))
        for again in calls
    )


def is_cut_off_unread(metric: Metric, probe: Edge, odd: Measurement, ask: Ask) -> bool:
    """Whether an odd cut-off gives what a usual one does, and usual ones all give the
    same: then the metric has no cut-off, and does nothing about an odd one."""
    if not isinstance(odd, Value) or not is_finite_measurement(odd):
        return False
    usual = (ask(metric.name, make_ranking_request(line)) for line in READS)
    first, *others = usual
    alike = all(is_same_measurement(first, other, metric.precision) for other in others)
    whole = probe.outcomes.get(NO_CUT_OFF)
    ranking = make_case_request(whole) if whole else make_ranking_request(AT_ONE)
    return alike and is_same_measurement(
        odd, ask(metric.name, ranking), metric.precision
    )


def make_ranking_request(line: str) -> dict[str, str]:
    """How the child process is asked about a ranking: odd cut-offs are theirs."""
    return make_case_request(Case.parse(line))


def is_same_measurement(one: Measurement, other: Measurement, precision: float) -> bool:
    """Whether both are numbers, and the same."""
    if not isinstance(one, Value) or not isinstance(other, Value):
        return False
    return are_all_close(
        list_measured_numbers(one), list_measured_numbers(other), precision
    )
