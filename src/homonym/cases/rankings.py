"""Rankings, which the accuracy families take: start at `KIND`, below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from struct import pack, unpack
from typing import Any

from homonym.cases import rankings_described as described
from homonym.cases import rankings_enumerated as enumerated
from homonym.cases import variations
from homonym.cases.boxes import Boxes
from homonym.cases.conditions import CONDITIONS
from homonym.cases.kinds import Kind
from homonym.reference.case import TableCase
from homonym.reference.rankings.case import Case, Ranking
from homonym.trace.rankings import trace_ranking_steps


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


@cache
def draw_rankings() -> Sequence[Any]:
    """Any case; then full rankings, leave-one-out and both for metrics that take only
    those."""
    from homonym.cases.rankings_drawn import draw_ranking_case

    return (
        draw_ranking_case(),
        draw_ranking_case(full=True),
        draw_ranking_case(one=True),
        draw_ranking_case(full=True, one=True),
    )


def list_ranking_flaws(case: Case) -> list[str]:
    """What keeps a case from being well formed; nothing when it is."""
    found = [
        flaw for user in case.users for flaw in list_user_ranking_flaws(user, case.k)
    ]
    scores = [score for user in case.users for score in user.scores]
    if len({round_to_float32(score) for score in scores}) < len(scores):
        found.append("two scores are equal in single precision")
    if not all(0 < score < 1 for score in scores):
        found.append("a score is not within (0, 1)")
    return found


def list_user_ranking_flaws(user: Ranking, k: int) -> list[str]:
    """What is wrong with one user's ranking."""
    wrong = {
        "the cut-off is not positive": k < 1,
        "the list is shorter than k": len(user.grades) < k,
        "no item is relevant": user.r == 0,
        "a full ranking holds no other item": not user.unranked and all(user.hits),
        "relevant items are missing from a full ranking": bool(
            user.missed and not user.unranked
        ),
        "a judged item is not relevant": user.judged != user.relevant,
        "scores do not fall": list(user.scores)
        != sorted(set(user.scores), reverse=True),
    }
    return [flaw for flaw, holds in wrong.items() if holds]


def round_to_float32(score: float) -> float:
    """The score in single precision."""
    (rounded,) = unpack("f", pack("f", score))
    return float(rounded)


def is_fair_ranking_case(case: Case) -> bool:
    """Well formed, with scores as far apart and as far from 0 as those drawn."""
    from homonym.cases.rankings_drawn import LOWEST, STEP

    scores = sorted(score for user in case.users for score in user.scores)
    steps = (above - below for below, above in pairwise(scores))
    return (
        not list_ranking_flaws(case)
        and scores[0] > LOWEST
        and all(step >= STEP for step in steps)
    )


def rescore_several(case: Case) -> Iterable[Case]:
    """With other scores, where there are several lists to put into one another."""
    return variations.vary_scores(case) if len(case.users) > 1 else ()


def add_other_items(case: Case) -> Iterable[Case]:
    """With one more candidate that no list has, then with one more item of training."""
    more = (
        [replace(user, unranked=user.unranked + 1) for user in case.users],
        [replace(user, train=user.train + 1) for user in case.users],
    )
    return (replace(case, users=tuple(users)) for users in more)


def convert_tables_to_rankings(table: TableCase) -> Case:
    """The rows as rankings, of those users too who are not in the truth."""
    from homonym.datasets.tables import convert_to_case

    judged = {**dict.fromkeys(table.recommendations, ()), **table.truth}
    return convert_to_case(replace(table, truth=judged))


KIND = Kind(
    takes=Case,
    legend="[ ] relevant   · not judged   ¦ after rank k   | missing from the list",
    describe=described.describe_ranking_case,
    in_brief=described.describe_ranking_briefly,
    boxes=Boxes(
        described.build_box_rows,
        described.describe_boxes,
        described.describe_beyond_boxes,
    ),
    conditions=CONDITIONS,
    variations={
        "second_call": variations.leave_case_unchanged,
        "same_object": variations.same_object,
        "users_reordered": variations.users_reordered,
        "lists_reordered": variations.lists_reordered,
        "truth_reordered": variations.truth_reordered,
        "judged_reordered": variations.judged_reordered,
        "ids_relabelled": variations.ids_relabelled,
        "first_hit_is_item_0": variations.first_hit_is_item_0,
        "scores_shifted": variations.scores_shifted,
        "scores_scaled": variations.scores_scaled,
        "tail_removed": tail_removed,
        "other_cut_offs": variations.other_cut_offs,
        "other_metrics": variations.other_metrics,
    },
    smallest_first=enumerated.enumerate_small_rankings,
    several_users=enumerated.enumerate_several_users,
    few=enumerated.enumerate_few_rankings,
    few_are=enumerated.FEW_ARE,
    drawn=draw_rankings,
    flaws=list_ranking_flaws,
    fair=is_fair_ranking_case,
    steps=trace_ranking_steps,
    rescored=rescore_several,
    with_others=add_other_items,
    cut_off=True,
    of_tables=convert_tables_to_rankings,
    graded=(Case.parse("1 1 . @2"), Case.parse("1 2 . @2")),
    letters=described.LETTERS,
)
