"""Rankings, which the accuracy families take: what may hold of one, what is varied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from homonym.conditions import CONDITIONS
from homonym.problems import Kind, variations
from homonym.problems.small_rankings import several_users, smallest_first
from homonym.reference.case import Case


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


def drawn() -> Sequence[Any]:
    """Any case; then full rankings, leave-one-out and both for metrics that take only
    those."""
    from homonym.problems.drawn_rankings import cases

    return cases(), cases(full=True), cases(one=True), cases(full=True, one=True)


KIND = Kind(
    legend="[ ] relevant   · not judged   ¦ after rank k   | missing from the list",
    conditions=CONDITIONS,
    variations={
        "second_call": variations.the_same,
        "same_object": variations.same_object,
        "users_reordered": variations.users_reordered,
        "ids_relabelled": variations.ids_relabelled,
        "scores_shifted": variations.scores_shifted,
        "scores_scaled": variations.scores_scaled,
        "tail_removed": tail_removed,
        "other_cut_offs": variations.other_cut_offs,
        "other_metrics": variations.other_metrics,
    },
    smallest_first=smallest_first,
    drawn=drawn,
    several_users=several_users,
)
