"""What is wrong with people's tables, counted and named: start at `count_faults`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from homonym.datasets.large_tables import fetched
from homonym.errors import UserError


@dataclass(frozen=True)
class Fault:
    """One kind of it, in words, how often it stands there and what was done.

    key: its name.
    """

    key: str
    what: str
    count: int
    done: str

    def __str__(self) -> str:
        return f"{self.what}: {self.count:,} ({self.done})"


TWICE = (
    "SELECT coalesce(sum(n - 1), 0) FROM "
    "(SELECT count(*) AS n FROM given_{0} GROUP BY user, item) WHERE n > 1"
)
ABSENT = (
    "SELECT count(*) FROM (SELECT DISTINCT user FROM given_{0}) ANTI JOIN "
    "(SELECT DISTINCT user FROM given_{1}) USING (user)"
)
TIED = (
    "SELECT count(*) FROM (SELECT user FROM given_predictions WHERE number IS NOT NULL "
    "GROUP BY user HAVING count(DISTINCT number) < count(*))"
)
UNSORTED = (
    "SELECT count(DISTINCT user) FROM (SELECT user, number > lag(number) OVER "
    "(PARTITION BY user ORDER BY place) AS rises FROM given_predictions) WHERE rises"
)
EMPTY = "SELECT count(*) FROM given_{0} WHERE user IS NULL OR item IS NULL"
NO_NUMBER = "SELECT count(*) FROM given_{0} WHERE number IS NULL"
BELOW = "SELECT count(*) FROM given_truth WHERE number < 0"
IRRELEVANT = (
    "SELECT count(*) FROM (SELECT user FROM given_truth GROUP BY user "
    "HAVING max(number) < 1)"
)
LISTS, TRUTH = "predictions", "truth"


def count_faults(opened: Any, done: dict[str, str]) -> list[Fault]:
    """The faults of the tables that were read; done: what is done about the users and
    the ties that a convention decides on, by the fault's key."""
    asked = (
        ("empty_ids", "rows of the predictions without an id", EMPTY.format(LISTS)),
        ("empty_ids_in_truth", "rows of the truth without an id", EMPTY.format(TRUTH)),
        (
            "scores_no_number",
            "predictions whose score is no finite number",
            NO_NUMBER.format(LISTS),
        ),
        (
            "grades_no_number",
            "rows of the truth whose grade is no finite number",
            NO_NUMBER.format(TRUTH),
        ),
        ("negative_grade", "judged pairs of a grade below 0", BELOW),
        (
            "item_twice",
            "pairs that stand again in the predictions",
            TWICE.format(LISTS),
        ),
        (
            "pair_twice_in_truth",
            "pairs that stand again in the truth",
            TWICE.format(TRUTH),
        ),
        ("ties", "lists with tied scores", TIED),
        ("unsorted", "lists whose rows do not stand in the order of scores", UNSORTED),
        (
            "user_without_list",
            "users of the truth without a list",
            ABSENT.format(TRUTH, LISTS),
        ),
        (
            "user_absent_from_truth",
            "users with a list who are not in the truth",
            ABSENT.format(LISTS, TRUTH),
        ),
        ("user_without_relevant", "users without a relevant item", IRRELEVANT),
    )
    found = [
        Fault(key, what, int(fetched(opened, query)[0][0]), done[key])
        for key, what, query in asked
    ]
    return [fault for fault in found if fault.count]


def check_strictly(faults: list[Fault]) -> None:
    """UserError where there is a fault."""
    if faults:
        told = "; ".join(f"{fault.what}: {fault.count:,}" for fault in faults)
        raise UserError(f"the tables have faults, and --strict allows none: {told}")
