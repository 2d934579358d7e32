"""The rows of a file, numbered as an editor shows them, or why there are none."""

from __future__ import annotations

import builtins
import gzip
import re
from pathlib import Path
from typing import Any

import pytest

from homonym.datasets import file_rows
from homonym.datasets.file_rows import find_delimiter, open_seekable_file, read_rows
from homonym.errors import UserError


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a,b\n1,2\n", [(1, ["a", "b"]), (2, ["1", "2"])]),
        ("\ufeffa;b\r\n\r\n1;2,5\r\n", [(1, ["a", "b"]), (3, ["1", "2,5"])]),
        ('a\tb\n"x\ny"\t2\n', [(1, ["a", "b"]), (3, ["x\ny", "2"])]),
        ("a", [(1, ["a"])]),
        (",\n \n", [(1, ["", ""]), (2, [" "])]),
    ],
)
def test_rows_that_are_not_blank_have_their_line(
    text: str, rows: list[Any], tmp_path: Path
) -> None:
    """The header first; what separates cells is what it shows."""
    (file := tmp_path / "x.csv").write_bytes(text.encode())
    assert [*read_rows(file)] == rows


@pytest.mark.parametrize(
    ("header", "mark"),
    [("a,b;c;d", ";"), ("a", ","), ("a\tb,c\t", "\t"), ("a;b,", ",")],
)
def test_the_most_frequent_mark_separates(header: str, mark: str) -> None:
    """A comma before the others."""
    assert find_delimiter(header) == mark


@pytest.mark.parametrize("name", ["x.csv", "x.PQ", "x.parquet"])
def test_parquet_is_known_by_its_first_bytes_or_its_name(
    name: str, tmp_path: Path
) -> None:
    """Its rows are numbered from 1, however many are read at a time."""
    import duckdb

    file = tmp_path / name
    with duckdb.connect() as opened:
        values = "SELECT range AS a, 'x' AS b FROM range(5)"
        opened.execute(f"COPY ({values}) TO '{file}' (FORMAT parquet)")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_rows, "BATCH", 2)
        found = [*read_rows(file)]
    assert found == [(0, ["a", "b"]), *((n + 1, (n, "x")) for n in range(5))]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("x.csv", b"", "x.csv is empty: a header and rows are needed"),
        ("x.csv", b" \na,b\n", "x.csv is empty: a header and rows are needed"),
        (
            "x.csv",
            b"a,b\n\xff",
            "x.csv cannot be read as a CSV or Parquet file: it is no text in UTF-8, "
            "from byte 4 on",
        ),
        (
            "x.csv",
            gzip.compress(b"a,b\n", mtime=0),
            "x.csv cannot be read as a CSV or Parquet file: it is compressed: unpack "
            "it first",
        ),
        ("x.pq", b"a,b\n", "x.pq cannot be read as a CSV or Parquet file: "),
        (
            "x.csv",
            b'a,b\n"' + b"x" * 200_000 + b'"\n',
            "x.csv cannot be read as a CSV or Parquet file: field larger than",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_told_why(
    name: str, content: bytes, told: str, tmp_path: Path
) -> None:
    """By its name."""
    (file := tmp_path / name).write_bytes(content)
    with pytest.raises(UserError, match=re.escape(told)):
        list(read_rows(file))


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    """A folder, and nothing at all."""
    with pytest.raises(UserError, match=rf"^{re.escape(str(tmp_path))} is a folder: "):
        list(read_rows(tmp_path))
    away = tmp_path / "away.csv"
    with pytest.raises(UserError, match=f"^there is no file {re.escape(str(away))}$"):
        list(read_rows(away))
    with pytest.raises(UserError, match=r"cannot be read as .*: File name too long$"):
        list(read_rows(tmp_path / ("x" * 300)))


def test_a_file_is_read_where_it_is_and_a_pipe_copied(tmp_path: Path) -> None:
    """Only what can be read once is read before."""
    (file := tmp_path / "x.csv").write_text("a\n")
    for path in (file, tmp_path, tmp_path / "away"):
        with open_seekable_file(path) as found:
            assert found == path


def test_without_duckdb_parquet_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What brings it is said."""
    imported = builtins.__import__

    def without(name: str, *given: Any, **more: Any) -> Any:
        if name == "duckdb":
            raise ImportError(name)
        return imported(name, *given, **more)

    (file := tmp_path / "x.parquet").write_bytes(b"PAR1")
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(
        UserError, match="is a Parquet file, and reading those need"
    ) as e:
        list(read_rows(file))
    assert e.value.remedy == 'pip install "homonym[parquet]"'
