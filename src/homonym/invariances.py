"""Named invariances: what must not change a metric's value, and whether it does.

`VARIATIONS` says by name how a case is varied; the child process builds the varied case
from the case's line. `outcome` names what a metric made of the variations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from homonym.adapters.contract import Measurement, Metric, Refused, Value
from homonym.classify import agrees, close
from homonym.conventions import failure, shown
from homonym.reference.axes import Variant
from homonym.reference.case import AnyCase, Case, Id, Scored, TableCase

CASES = 3
"""On so many cases each variation is tried."""
HOLDS = "holds"
BY_DEFINITION = "changes as its definition says"


def the_same(case: Case) -> Case:
    """Nothing is varied: the call is the same."""
    return case


def users_reordered(case: Case) -> TableCase:
    """The users in the opposite order."""
    lists, truth = case.recommendations, case.truth
    return replace(
        _tables(case),
        recommendations={user: lists[user] for user in [*lists][::-1]},
        truth={user: truth[user] for user in [*truth][::-1]},
    )


def ids_relabelled(case: Case) -> TableCase:
    """Users and items counted down to 0 instead of up from 1."""
    users, items = len(case.users), case.size

    def renamed(pairs: Scored) -> Scored:
        return tuple((items - _number(item), number) for item, number in pairs)

    return TableCase(
        case.id,
        {users - _number(u): renamed(row) for u, row in case.recommendations.items()},
        {users - _number(u): renamed(row) for u, row in case.truth.items()},
        case.k,
        {
            users - _number(u): tuple(items - _number(item) for item in row)
            for u, row in case.train.items()
        },
        tuple(range(items)),
    )


def scores_shifted(case: Case) -> TableCase:
    """1 added to every score."""
    return _rescored(case, lambda score: score + 1)


def scores_scaled(case: Case) -> TableCase:
    """Every score times 10."""
    return _rescored(case, lambda score: score * 10)


def tail_removed(case: Case) -> Case:
    """The irrelevant items at the bottom of each list taken off, below the first k."""
    users = []
    for user in case.users:
        last = max((n for n, hit in enumerate(user.hits, 1) if hit), default=0)
        kept = max(case.k, last)
        cut = len(user.grades) - kept
        users.append(
            replace(
                user,
                grades=user.grades[:kept],
                scores=user.scores[:kept],
                unranked=user.unranked + cut,
            )
        )
    return replace(case, users=tuple(users))


def other_cut_offs(case: Case) -> TableCase:
    """Two other cut-offs asked for in the same call."""
    return replace(_tables(case), also=(case.k + 1, 1 if case.k > 1 else 3))


def other_metrics(case: Case) -> TableCase:
    """Other metrics asked for in the same call."""
    return replace(_tables(case), together=True)


VARIATIONS: dict[str, Callable[[Case], AnyCase]] = {
    "second_call": the_same,
    "users_reordered": users_reordered,
    "ids_relabelled": ids_relabelled,
    "scores_shifted": scores_shifted,
    "scores_scaled": scores_scaled,
    "tail_removed": tail_removed,
    "other_cut_offs": other_cut_offs,
    "other_metrics": other_metrics,
}
"""How a case is varied, by the name of the invariance."""


def tried_on(metric: Metric) -> list[str]:
    """The variations that the metric's interface has."""
    optional = {"other_cut_offs": metric.cut_offs, "other_metrics": metric.together}
    return [name for name in VARIATIONS if optional.get(name, True)]


LATER = "after_other_calls"
"""The invariance of a call to whatever was called before it."""


def outcome(
    name: str,
    metric: Metric,
    variant: Variant | None,
    tried: Sequence[tuple[Case, Measurement, Measurement]],
) -> str:
    """What the metric made of the variation: (case, its value, that of the varied).

    The first violation is named with its case; a value that the metric's own variant
    gives on the varied case is none.
    """
    found = HOLDS
    for case, before, after in tried:
        if isinstance(after, Refused):
            return f"refused: {after.reason}"
        if not isinstance(after, Value):
            return f"violated: {failure(after)} on {case.id}"
        if same(name, before, after, metric.precision):
            continue
        varied = VARIATIONS[name](case) if name in VARIATIONS else case
        if variant is None or not isinstance(varied, Case):
            return violation(before, after, case)
        if not agrees(variant.value(varied), after, metric.precision):
            return violation(before, after, case)
        found = BY_DEFINITION
    return found


def violation(before: Measurement, after: Measurement, case: Case) -> str:
    return f"violated: {shown(before)} became {shown(after)} on {case.id}"


def same(name: str, before: Measurement, after: Value, precision: float) -> bool:
    """Whether the value, and every user's, is what it was."""
    assert isinstance(before, Value)
    first, second = before.per_user or (), after.per_user or ()
    if name == "users_reordered":
        second = second[::-1]
    pairs = zip((before.value, *first), (after.value, *second), strict=True)
    return len(first) == len(second) and all(close(a, b, precision) for a, b in pairs)


def _number(name: Id) -> int:
    """An id of a case that is a line: those are numbers."""
    assert isinstance(name, int)
    return name


def _tables(case: Case) -> TableCase:
    return TableCase(
        case.id,
        case.recommendations,
        case.truth,
        case.k,
        case.train,
        case.catalogue,
    )


def _rescored(case: Case, change: Callable[[float], float]) -> TableCase:
    lists = {
        user: tuple((item, change(score)) for item, score in pairs)
        for user, pairs in case.recommendations.items()
    }
    return replace(_tables(case), recommendations=lists)
