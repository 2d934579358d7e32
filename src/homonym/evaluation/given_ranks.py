"""Lists in the order of a column of ranks: start at `place_by_rank`."""

from __future__ import annotations

from typing import Any

from homonym.datasets.large_tables import fetched
from homonym.errors import UserError

WITHOUT = (
    "SELECT user, item FROM read_predictions WHERE rank IS NULL OR NOT isfinite(rank)"
)
AGAIN = """
SELECT user, rank FROM read_predictions WHERE user IS NOT NULL
GROUP BY user, rank HAVING count(*) > 1"""
BY_RANK = """
CREATE TEMP TABLE ranked_predictions AS SELECT user, item, number,
row_number() OVER (ORDER BY user, rank) AS place FROM read_predictions ORDER BY place"""


def place_by_rank(opened: Any, name: str) -> None:
    """Make `ranked_predictions`, in which rows stand as their ranks say.

    name: of the predictions. Raises UserError for a rank that is no number, or stands
    again in a list.
    """
    for user, item in fetched(opened, f"{WITHOUT} ORDER BY user, item LIMIT 1"):
        raise UserError(
            f"{name}: the rank of user {user} and item {item} is no finite number, and "
            "--order rank needs one in each row"
        )
    for user, rank in fetched(opened, f"{AGAIN} ORDER BY user, rank LIMIT 1"):
        raise UserError(
            f"{name}: rank {rank:g} stands more than once in the list of user {user}, "
            "and --order rank needs one order"
        )
    opened.execute(BY_RANK)
