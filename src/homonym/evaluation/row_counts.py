"""How many rows and users there are in people's tables: for metric cards."""

from __future__ import annotations

from homonym.evaluation.backends.backend import JUDGED
from homonym.evaluation.inputs import Opened


def count_table_rows(opened: Opened) -> dict[str, int]:
    """How many rows each table has."""
    rows_of = opened.tables.backend.rows_of
    return {
        kind: int(rows_of(f"SELECT count(*) FROM given_{kind}")[0][0])
        for kind in opened.kinds
    }


def count_all_users(opened: Opened) -> int:
    """How many users stand in predictions or truth."""
    both = " UNION ".join(f"SELECT user FROM given_{kind}" for kind in JUDGED)
    query = f"SELECT count(user) FROM ({both}) AS every"
    return int(opened.tables.backend.rows_of(query)[0][0])
