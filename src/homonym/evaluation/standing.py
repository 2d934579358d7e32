"""How each list stands in the table of predictions: start at `survey_lists`.

Most tables have a user's rows together, best first. That is seen in one pass over the
rows as they come, and spares sorting them; what stands otherwise is looked at user by
user. It is a matter of the engine, and written in DuckDB's words.
"""

from __future__ import annotations

from typing import Any

from homonym.datasets.column_names import Contents
from homonym.datasets.large_tables import fetched

LISTS = "homonym_lists"
"""The table that is made: user, rows, first (the place of the user's first row),
together (whether the user's rows follow one another), unsorted, tied, without_id,
without_number and unusable (how many rows lack an id, a number, either)."""
AS_THEY_COME = """
CREATE OR REPLACE TEMP TABLE homonym_seen AS
SELECT user, count(*) AS rows, min(place) AS first,
count(*) FILTER (NOT coalesce(follows, false)) = 1 AS together,
count(*) FILTER (follows AND number > before) > 0 AS rises,
count(*) FILTER (follows AND number = before) > 0 AS repeats,
count(*) FILTER (user IS NULL OR item IS NULL) AS without_id,
count(*) FILTER (number IS NULL) AS without_number,
count(*) FILTER (user IS NULL OR item IS NULL OR number IS NULL) AS unusable
FROM (SELECT user, item, number, place, lag(number) OVER () AS before,
user = lag(user) OVER () AND place = lag(place) OVER () + 1 AS follows
FROM given_predictions) GROUP BY user"""
"""In one pass: a row follows where the one before is the same user's."""
USER_BY_USER = """
CREATE OR REPLACE TEMP TABLE homonym_others AS
SELECT user, coalesce(bool_or(number > before), false) AS unsorted,
coalesce(bool_or(number = lower), false) AS tied
FROM (SELECT user, number,
lag(number) OVER (PARTITION BY user ORDER BY place) AS before,
lag(number) OVER (PARTITION BY user ORDER BY number) AS lower
FROM given_predictions
SEMI JOIN (SELECT user FROM homonym_seen WHERE NOT together OR rises OR without_number)
USING (user)) GROUP BY user"""
"""Of users whose rows stand apart, rise or lack a number: all pairs of neighbours."""
BOTH = f"""
CREATE OR REPLACE TEMP TABLE {LISTS} AS
SELECT seen.* EXCLUDE (rises, repeats), coalesce(others.unsorted, rises) AS unsorted,
coalesce(others.tied, repeats) AS tied
FROM homonym_seen AS seen LEFT JOIN homonym_others AS others USING (user)"""
STANDS_AGAIN = """
SELECT 1 FROM (SELECT pair, lag(pair) OVER (ORDER BY pair) AS before
FROM (SELECT hash(user, item) AS pair FROM {table}
WHERE user IS NOT NULL AND item IS NOT NULL)) WHERE pair = before LIMIT 1"""
"""Equal hashes are neighbours: cheaper than counting every pair."""


def survey_lists(opened: Any) -> None:
    """Make the table of the lists from `given_predictions`."""
    for query in (AS_THEY_COME, USER_BY_USER, BOTH):
        opened.execute(query)


def stand_again(opened: Any, kind: Contents) -> bool:
    """Whether pairs of a table may stand again; False is certain."""
    return bool(fetched(opened, STANDS_AGAIN.format(table=f"given_{kind}")))
