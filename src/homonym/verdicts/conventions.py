"""From measurements on edge cases to named conventions.

`name_convention` compares what a metric returned with what its variant gives on the
cases that each outcome stands for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.cases.kinds import find_case_kind
from homonym.records.outcomes import (
    COUNTS_AS_0,
    COUNTS_AS_1,
    NUMBER,
    REFUSED,
    SKIPPED,
    Outcome,
    combine_outcomes,
    make_failure_outcome,
)
from homonym.records.values import (
    format_numbers,
    is_finite_measurement,
    list_measured_numbers,
)
from homonym.reference.corpus import SILENT, Edge
from homonym.reference.ranges import value as number
from homonym.reference.variants import Number, Problem, Variant
from homonym.tolerances import are_numbers_close
from homonym.verdicts.formula import agrees_with_measured
from homonym.verdicts.orders import compute_mean_over_orders, list_tie_probes

SECOND_CALL = "second_call"
"""Stood among the conventions in records of edition 1."""
RANDOM = "random"
NOT_READ = "k is not read"
"""What a metric without a cut-off does with one that is none."""
AS_FORMULA = "as its formula says"
"""What fits no named outcome, and is what the metric's formula makes of the rows: one
that compares all pairs of items, say, has no user to skip."""
AS_DOCUMENTED = "as its documentation says"
"""The same of a formula that its documentation promises, where that is another."""
OTHERWISE = "counts otherwise"
"""What some probes call a number that is none of their outcomes'."""
NO_CUT_OFF = "no cut-off"
"""What a library does that takes k = 0 for the whole list."""
COUNTED = {COUNTS_AS_0: 0.0, COUNTS_AS_1: 1.0}
"""What a user may come to of whom the formula says nothing."""
AVERAGED = "averaged"
"""The mean over all orders of the tied items: of AUC, tied pairs count half."""
CALLS = 6
"""So often is a case asked about whose order is open: ties."""


def name_convention(
    metric: Metric, variant: Variant | None, probe: Edge, measured: Measurement
) -> Outcome | None:
    """What the metric does at the edge; None if it cannot show.

    Without a variant (an unexplained metric) only errors and NaN are told.
    """
    if probe.families and metric.claims not in probe.families:
        return None
    if isinstance(measured, Refused):
        return Outcome(REFUSED, measured.reason)
    if isinstance(measured, Failed):
        return make_failure_outcome(measured)
    if variant is None:
        return (
            None
            if is_finite_measurement(measured)
            else Outcome(NUMBER, format_numbers(measured))
        )
    found = name_outcome(variant, probe, measured, metric.precision)
    if found and found.kind == SILENT:
        said = [
            one
            for one in list_documented_variants(metric)
            if one.home.takes is variant.home.takes
        ]
        if any(as_rows_say(one, probe, measured, metric.precision) for one in said):
            return Outcome(AS_DOCUMENTED)
    return found


def list_documented_variants(metric: Metric) -> list[Variant]:
    """The formulas that the library's documentation promises."""
    said = metric.documented
    texts = (said.variant, *said.also) if said else ()
    return [Variant.parse(text) for text in texts]


def as_rows_say(
    variant: Variant, probe: Edge, measured: Value, precision: float
) -> bool:
    """Whether the value is what a formula makes of the probe's rows as they stand."""
    as_given = read_rows_as_given(variant, probe)
    expected = variant.value(as_given) if as_given else None
    return expected is not None and fits_in_any_order(expected, measured, precision)


def read_rows_as_given(variant: Variant, probe: Edge) -> Problem | None:
    """The probe's rows as they stand, as what a formula takes; None where no type of
    case holds them, or the cut-off is none."""
    kind = find_case_kind(variant.home.takes)
    as_given = kind.of_rows or kind.of_tables
    return as_given(probe.case) if as_given and probe.case.k > 0 else None


def open_order(probe: Edge) -> bool:
    """Whether the probe leaves an order to the library, which may draw it."""
    return "input order" in probe.outcomes


def name_outcome(
    variant: Variant, probe: Edge, measured: Value, precision: float
) -> Outcome | None:
    """The outcomes that give this value; None where all outcomes give the same.

    NaN is an outcome's own where the variant has no number there either, and is told
    beside several such; so is a 0 that no other outcome gives: libraries return it for
    a mean of nothing.
    """
    expected = compute_probe_numbers(variant, probe)
    some = is_finite_measurement(measured)
    known = {n: e for n, e in expected.items() if e is not None or not some}
    fit = [
        name for name, e in known.items() if fits_in_any_order(e, measured, precision)
    ]
    if not fit and fits_in_any_order(0.0, measured, precision):
        known = expected
        fit = [name for name, e in expected.items() if e is None]
    if not fit:
        return name_unlisted_outcome(variant, probe, measured, precision)
    if len(fit) == len(known) > 1:
        return None
    several = combine_outcomes(fit)
    if several.open and not some:
        return replace(several, detail=format_numbers(measured))
    return several


def name_unlisted_outcome(
    variant: Variant, probe: Edge, measured: Value, precision: float
) -> Outcome:
    """What fits no outcome of the probe: wrong only where it is not the formula."""
    if not is_finite_measurement(measured):
        return Outcome(NUMBER, format_numbers(measured))
    told_by_rows = probe.otherwise in (SILENT, OTHERWISE)
    if told_by_rows and as_rows_say(variant, probe, measured, precision):
        return Outcome(AS_FORMULA)
    if probe.case.k == 0 and as_rows_say(
        variant, lengthen_cut_off(probe), measured, precision
    ):
        return Outcome(NO_CUT_OFF)
    if probe.id in list_tie_probes(variant.home.takes) and fits_in_any_order(
        compute_mean_over_orders(probe.id, variant), measured, precision
    ):
        return Outcome(AVERAGED)
    for name in COUNTED:
        if is_user_counted_as(name, variant, probe, measured, precision):
            return Outcome(name)
    named = find_choice_outcome(variant, probe, measured, precision)
    return named or Outcome(probe.otherwise, format_numbers(measured))


def is_user_counted_as(
    name: str, variant: Variant, probe: Edge, measured: Value, precision: float
) -> bool:
    """Whether the user whom the probe asks about counts as that number."""
    expected = compute_counted_number(name, variant, probe)
    return expected is not None and fits_in_any_order(expected, measured, precision)


def hold_to_shown_edges(
    variant: Variant,
    probes: Sequence[Edge],
    told: Mapping[str, str],
    gave: Mapping[str, Measurement],
    precision: float,
) -> dict[str, str]:
    """What a probe's number is called by others that show its edge too: one of the
    names that it may have, where they agree on one.

    told, gave: the outcomes and the measurements by probe.
    """
    found: dict[str, str] = {}
    for probe in probes:
        measured = gave.get(probe.id)
        others = (one.id for one in probes if one.shows == probe.id)
        names = {told[id] for id in others if id in told}
        if probe.id in told and names:
            may_be = {*Outcome.parse(told[probe.id]).names}
            if told[probe.id] in probe.outcomes and isinstance(measured, Value):
                asked = variant, probe, measured, precision
                may_be |= {name for name in COUNTED if is_user_counted_as(name, *asked)}
            if len(agreed := names & may_be) == 1:
                found[probe.id] = agreed.pop()
    return found


def find_missing_cut_offs(
    variant: Variant,
    probes: Sequence[Edge],
    told: Mapping[str, str],
    gave: Mapping[str, Measurement],
    precision: float,
) -> dict[str, str]:
    """`no cut-off` for a 1 at k = 0 that the whole list gives, where no lists at all do
    not count as 1: cut to nothing, all lists would be the same as none.

    told, gave: the outcomes and the measurements by probe.
    """
    empty = [
        told.get(one.id, COUNTS_AS_1) for one in probes if not one.case.recommendations
    ]
    if not empty or any(COUNTS_AS_1 in Outcome.parse(one).names for one in empty):
        return {}
    return {
        probe.id: NO_CUT_OFF
        for probe in probes
        if probe.no_cut_off and probe.case.k == 0 and told.get(probe.id) == COUNTS_AS_1
        if isinstance(number_at := gave.get(probe.id), Value)
        and as_rows_say(variant, lengthen_cut_off(probe), number_at, precision)
    }


def lengthen_cut_off(probe: Edge) -> Edge:
    """The probe with a cut-off at the end of its longest list."""
    longest = max(map(len, probe.case.recommendations.values()), default=0)
    return replace(probe, case=replace(probe.case, k=longest))


def find_choice_outcome(
    variant: Variant, probe: Edge, measured: Value, precision: float
) -> Outcome | None:
    """The choices that give the value where the formula was expected to hold: of a
    variant that is equal to the metric's on well-formed cases alone, as `users=pooled`
    is where all lists are of one length; those with the fewest other choices."""
    case = probe.outcomes.get(AS_FORMULA)
    if case is None or isinstance(case, float):
        return None
    its = variant.canonical()
    fit = [
        [f"{axis}={name}" for axis, name in one.choices if name != its.names[axis]]
        for one in variant.home.variants
        if one.canonical() == its
        and fits_in_any_order(number(one, case), measured, precision)
    ]
    fewest = min(map(len, fit), default=0)
    return (
        combine_outcomes(", ".join(one) for one in fit if len(one) == fewest)
        if fit
        else None
    )


def fits_in_any_order(expected: Number, measured: Value, precision: float) -> bool:
    """Whether the measured value, or every user's, is the expected one; the users'
    numbers come in the library's order."""
    if isinstance(expected, tuple):
        ordered = Value(measured.value, sort_users_numbers(measured.per_user or ()))
        return agrees_with_measured(sort_users_numbers(expected), ordered, precision)
    return all(
        are_numbers_close(expected, n, precision)
        for n in list_measured_numbers(measured)
    )


def sort_users_numbers(users: Sequence[float | None]) -> tuple[float | None, ...]:
    """The users' numbers, smallest first, those without one at the end."""
    return tuple(sorted(users, key=lambda n: (n is None, n or 0)))


def compute_probe_numbers(variant: Variant, probe: Edge) -> dict[str, Number]:
    """What the variant gives by each outcome of the probe: on its case, or its number;
    only AUC can average ties."""
    found: dict[str, Number] = {}
    for name, given in probe.outcomes.items():
        if name != AVERAGED or variant.family == "auc":
            number_of = compute_counted_number(name, variant, probe)
            if number_of is None:
                number_of = given if isinstance(given, float) else variant.value(given)
            found[name] = number_of
    return found


def compute_counted_number(name: str, variant: Variant, probe: Edge) -> Number:
    """What the variant gives where the one user whom `skipped` leaves out counts as 0
    or as 1, whatever the formula makes of a list that stands for it; None for any other
    outcome, and where users are combined otherwise than in a mean."""
    others = probe.outcomes.get(SKIPPED, 0.0)
    told = {*probe.case.recommendations, *probe.case.truth}
    if name not in COUNTED or isinstance(others, float):
        return None
    of_others = variant.value(others)
    if len(told) != len(others.users) + 1 or of_others is None:
        return None
    if isinstance(of_others, tuple):
        return (*of_others, COUNTED[name])
    if variant.names["users"] != "mean":
        return None
    return (of_others * len(others.users) + COUNTED[name]) / len(told)
