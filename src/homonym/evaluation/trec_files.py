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
LINES = """read_csv({path}, auto_detect=false, header=false, quote='', escape='',
delim={never}, columns={{'line': 'VARCHAR'}})"""
WORDS = r"""
(SELECT UNNEST(regexp_extract(line, {form}, {cells})) FROM {lines}
WHERE regexp_matches(line, '\S'))"""
"""The words of each line that is not blank, split at any white space as trec_eval
does; groups of an expression are found many times faster than a list is made."""
BLANK = r" || '|\s*'"
OTHER_LINE = r"""
SELECT 1 FROM {lines}
WHERE NOT regexp_full_match(coalesce(line, ''), {form}{blank}) LIMIT 1"""
"""Whether a line has another form."""
OTHER_WIDTH = r"""
SELECT number, words FROM (SELECT row_number() OVER () AS number,
len(regexp_extract_all(coalesce(line, ''), '\S+')) AS words FROM {lines})
WHERE words NOT IN (0, {width}) ORDER BY number LIMIT 1"""
"""The first line that has not, and how many it has."""
NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")


def is_trec(path: Path, kind: Contents) -> bool:
    """Whether the first line is that of a run, or of qrels: so many words, a number
    where one belongs, and no delimiter of a CSV file."""
    if kind not in COLUMNS:
        return False
    words = [word.decode("utf-8", "replace") for word in read_first_line(path).split()]
    numbers = [at for role, at in COLUMNS[kind].items() if role not in ("user", "item")]
    return len(words) == WIDTH[kind] and all(
        NUMBER.fullmatch(words[at]) for at in numbers
    )


def read_first_line(path: Path) -> bytes:
    """The first line that is not blank."""
    with path.open("rb") as file:
        return next((line for line in file if line.strip()), b"")


def check_trec_lines(path: Path, kind: Contents) -> None:
    """UserError for a line of another width than the kind has; none for a blank one."""
    import duckdb

    width = WIDTH[kind]
    lines = render_trec_lines(path)
    form = quote_sql_text(format_line_pattern(width))
    with duckdb.connect() as opened:
        if fetch_query_rows(
            opened, OTHER_LINE.format(lines=lines, form=form, blank=BLANK)
        ):
            wrong = OTHER_WIDTH.format(lines=lines, width=width)
            ((number, words),) = fetch_query_rows(opened, wrong)
            raise UserError(
                f"{path}, line {number}: {words} words stand there, and a line of such "
                f"a TREC file has {width}"
            )


def render_trec_source(path: Path, kind: Contents) -> str:
    """What DuckDB selects c0, c1, … from; raises what `check_trec_lines` does.

    Where the same single character parts all words, DuckDB reads them twice as fast.
    """
    width = WIDTH[kind]
    if mark := find_trec_delimiter(path, width):
        columns = {f"c{place}": "VARCHAR" for place in range(width)}
        how = f"auto_detect=false, header=false, quote='', escape='', delim='{mark}'"
        return f"read_csv({quote_sql_text(path)}, {how}, columns={columns})"
    check_trec_lines(path, kind)
    return WORDS.format(
        lines=render_trec_lines(path),
        form=quote_sql_text(f"^{format_line_pattern(width)}$"),
        cells=[f"c{place}" for place in range(width)],
    )


def find_trec_delimiter(path: Path, width: int) -> str:
    """The one space, or one tab, that parts the words of every line, and nothing where
    there is other white space, or a line has not so many words."""
    import duckdb

    mark = "\t" if b"\t" in read_first_line(path) else " "
    form = quote_sql_text(mark.join([r"\S+"] * width))
    query = OTHER_LINE.format(lines=render_trec_lines(path), form=form, blank="")
    with duckdb.connect() as opened:
        return "" if fetch_query_rows(opened, query) else mark


def render_trec_lines(path: Path) -> str:
    """What DuckDB selects the lines from, whole."""
    return LINES.format(path=quote_sql_text(path), never=quote_sql_text(NEVER))


def format_line_pattern(width: int) -> str:
    """The expression for a line of so many words, each a group."""
    words = r"\s+".join([r"(\S+)"] * width)
    return rf"\s*{words}\s*"
