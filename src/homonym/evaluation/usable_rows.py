"""What can be used of people's tables, and of which users."""

from __future__ import annotations

from typing import Any

import ibis
from ibis import _

from homonym.evaluation.conventions import Conventions
from homonym.records.outcomes import COUNTS_AS_0, SKIPPED
from homonym.reference.case import RELEVANT


def keep_usable_rows(table: Any) -> Any:
    """The rows with ids and a number."""
    return table.filter(_.user.notnull() & _.item.notnull() & _.number.notnull())


def drop_repeated_pairs(table: Any, best: list[Any]) -> Any:
    """Of pairs that stand again the best."""
    window = ibis.window(group_by=[_.user, _.item], order_by=best)
    return table.mutate(again=ibis.row_number().over(window)).filter(_.again == 0)


def grade_judged_pairs(truth: Any, threshold: float | None) -> Any:
    """The judged pairs with their grades (g), 1 and 0 by a threshold, none below 0."""
    grade = ibis.greatest(_.number, ibis.literal(0).cast("float64"))
    if threshold is not None:
        grade = (_.number >= threshold).cast("float64")
    return truth.select("user", "item", g=grade)


def keep_counted_users(judged: Any, lists: Any, conventions: Conventions) -> Any:
    """The truth, so that those users count whom the conventions count."""
    absent = lists.anti_join(judged, "user").select("user").distinct()
    if conventions.of_users("without_list") == SKIPPED:
        judged = judged.semi_join(lists, "user")
    if conventions.of_users("without_relevant") == SKIPPED:
        relevant = judged.filter(_.g >= RELEVANT)
        judged = judged.semi_join(relevant, "user")
    if conventions.of_users("absent") == COUNTS_AS_0:
        nothing = absent.select(
            "user",
            item=ibis.null(judged.item.type()),
            g=ibis.literal(int(RELEVANT)).cast("float64"),
        )
        judged = judged.union(nothing)
    return judged
