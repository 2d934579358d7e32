"""TREC's run and qrels files, which have no header: start at `is_trec`."""

from __future__ import annotations

import re
from pathlib import Path

from homonym.datasets.column_names import Contents
from homonym.datasets.large_tables import fetch_query_rows, quote_sql_text
from homonym.errors import UserError

COLUMNS: dict[Contents, dict[str, int]] = {
    "predictions": {"user": 0, "item": 2, "rank": 3, "score": 4},
    "truth": {"user": 0, "item": 2, "relevance": 3},
}
"""Which column is what: `qid Q0 docid rank score tag`, and `qid 0 docid grade`."""
WIDTH: dict[Contents, int] = {"predictions": 6, "truth": 4}
NEVER = "\x1f"
"""What stands in no line: the separator of units."""
OTHER_WIDTH = """
SELECT number, words FROM (
SELECT row_number() OVER () AS number,
len(string_split(coalesce(line, ''), {mark})) AS words
FROM read_csv({path}, auto_detect=false, header=false, quote='', escape='',
delim={never}, columns={{'line': 'VARCHAR'}}))
WHERE words <> {width} ORDER BY number LIMIT 1"""
"""The first line that has not so many words."""
NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")


def is_trec(path: Path, kind: Contents) -> bool:
    """Whether the first line is that of a run, or of qrels: so many words, a number
    where one belongs, and no delimiter of a CSV file."""
    if kind not in COLUMNS:
        return False
    with path.open("rb") as file:
        words = file.readline().decode("utf-8", "replace").split()
    numbers = [at for role, at in COLUMNS[kind].items() if role not in ("user", "item")]
    return len(words) == WIDTH[kind] and all(
        NUMBER.fullmatch(words[at]) for at in numbers
    )


def find_trec_delimiter(path: Path, kind: Contents) -> str:
    """What stands between its words; UserError for a line of another width."""
    import duckdb

    with path.open("rb") as file:
        mark = "\t" if b"\t" in file.readline() else " "
    query = OTHER_WIDTH.format(
        path=quote_sql_text(path),
        mark=quote_sql_text(mark),
        width=WIDTH[kind],
        never=quote_sql_text(NEVER),
    )
    with duckdb.connect() as opened:
        for number, words in fetch_query_rows(opened, query):
            raise UserError(
                f"{path}, line {number}: {words} words stand there, and a line of such "
                f"a TREC file has {WIDTH[kind]}"
            )
    return mark
