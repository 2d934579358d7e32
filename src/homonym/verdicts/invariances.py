"""Named invariances: what must not change a metric's value, and whether it does.

How a case of a type is varied stands in `homonym.cases.kinds`; the child process builds
the varied case from the case's line. `judge_variation` names what a metric made of
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from homonym.adapters.contract import Measurement, Metric, Refused, Value
from homonym.cases.kinds import find_case_kind
from homonym.records.outcomes import (
    HOLDS,
    REFUSED,
    Outcome,
    make_changed_outcome,
    make_failure_outcome,
    make_violated_outcome,
)
from homonym.records.values import format_numbers, summarise_measurement
from homonym.reference.case import TableCase, is_relevant
from homonym.reference.variants import Variant
from homonym.tolerances import are_all_close
from homonym.verdicts.cut_offs import explain_by_largest
from homonym.verdicts.formula import agrees_with_measured, find_metric_case_type

CASES = 3
"""On so many cases each variation is tried."""
BY_DEFINITION = "changes as its definition says"


def list_metric_variations(metric: Metric) -> list[str]:
    """The variations that the metric's interface has."""
    optional = {
        "same_object": metric.same_object,
        "other_cut_offs": metric.cut_offs,
        "other_metrics": metric.together,
    }
    variations = find_case_kind(find_metric_case_type(metric)).variations
    return [name for name in variations if optional.get(name, True)]


LATER = "after_other_calls"
"""The invariance of a call to whatever was called before it."""
TURNS = {
    "users_reordered": (True,),
    "lists_reordered": (False, True),
    "truth_reordered": (False, True),
}
"""Those of the users' order, in both tables or in one of them: whether users' numbers
are in the opposite order then. In one table they may be or not."""
AT_SIZE = (*TURNS, "judged_reordered", "rows_reordered", "ids_relabelled")
"""Those of order and of ids, which are tried among many users too."""
AT_LENGTH = ("other_cut_offs", "other_metrics")
"""Those of what else is asked for, which are tried on long lists too."""
RESCORED = ("scores_shifted", "scores_scaled")
"""Those that leave all but the scores as it is."""
FIRST_ITEM = "first_hit_is_item_0"
"""That of the number that an item goes by."""


def order_cases_to_try(
    name: str, taken: Sequence[tuple[Any, Measurement]]
) -> list[tuple[Any, Measurement]]:
    """The cases in the order in which a variation is tried on them: for
    an order of users first those with the most users that differ, for an item's number
    those with one relevant item in all."""
    if name in TURNS:
        return sorted(taken, key=lambda pair: -len(set(pair[0].users)))
    if name == FIRST_ITEM:
        return sorted(taken, key=lambda pair: count_relevant_in_truth(pair[0]) != 1)
    return list(taken)


def count_relevant_in_truth(case: Any) -> int:
    """How many items of the truth are relevant, all users together."""
    return sum(is_relevant(n) for row in case.truth.values() for _, n in row)


def judge_variation(
    name: str,
    metric: Metric,
    variant: Variant | None,
    tried: Sequence[tuple[Any, Measurement, Measurement]],
) -> Outcome:
    """What the metric made of the variation: (case, its value, that of the varied).

    The first violation is named with its case; a value that the metric's own variant
    gives on the varied case is none.
    """
    found = HOLDS
    for case, before, after in tried:
        if isinstance(after, Refused):
            return Outcome(REFUSED, after.reason)
        if not isinstance(after, Value):
            return make_violated_outcome(str(make_failure_outcome(after)), case.id)
        turns = TURNS.get(name, (False,)) if has_users_numbers(variant) else (False,)
        if any(is_same_value(before, after, metric.precision, turn) for turn in turns):
            continue
        varied = make_varied_case(name, case)
        if variant is None or isinstance(varied, TableCase):
            why = explain_by_largest(variant, case, varied, after, metric.precision)
            return make_violation_outcome(before, after, case, why)
        if not agrees_with_measured(variant.value(varied), after, metric.precision):
            return make_violation_outcome(before, after, case)
        found = BY_DEFINITION
    return Outcome(found)


def make_varied_case(name: str, case: Any) -> Any:
    """The case as it was varied; with other scores such a case again, where its type
    can be read from rows: a definition may read scores."""
    kind = find_case_kind(type(case))
    vary = kind.variations.get(name)
    varied: Any = vary(case) if vary else case
    return kind.of_rows(varied) if name in RESCORED and kind.of_rows else varied


def make_violation_outcome(
    before: Measurement, after: Measurement, case: Any, why: str = ""
) -> Outcome:
    """What became of the value, the reason before it if known, and on which case."""
    was, became = (str(format_value_or_numbers(one)) for one in (before, after))
    return make_changed_outcome(was, became, case.id, why)


def format_value_or_numbers(measured: Measurement) -> float | str:
    """The value, or the users' numbers."""
    if isinstance(measured, Value) and measured.value is None:
        return format_numbers(measured)
    return summarise_measurement(measured)


def has_users_numbers(variant: Variant | None) -> bool:
    """Whether several numbers of a metric are users' (of an unexplained one they are
    taken for such), not groups', which stay where they are when users move."""
    return variant is None or variant.names.get("users") == "caller"


def is_same_value(
    before: Measurement, after: Value, precision: float, turned: bool
) -> bool:
    """Whether the value, and every user's or group's, is what it was; `turned`: the
    users stand in the opposite order."""
    assert isinstance(before, Value)
    first, second = before.per_user or (), after.per_user or ()
    second = second[::-1] if turned else second
    return are_all_close((before.value, *first), (after.value, *second), precision)
