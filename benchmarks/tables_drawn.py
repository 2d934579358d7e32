"""Lists and a truth, drawn: the tables of evaluate.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

LENGTH, ITEMS = 100, 20_000
AT_ONCE = 100_000
"""So many users are drawn at once."""


def write_files(
    folder: Path, users: int, length: int = LENGTH, items: int = ITEMS
) -> list[str]:
    """Lists by falling score, and a truth of which two fifths are listed where lists
    are short; so many users at a time as memory holds."""
    drawn = np.random.default_rng(1)
    most = AT_ONCE * LENGTH // length
    paths = folder / "lists.parquet", folder / "truth.parquet"
    files: list[parquet.ParquetWriter] = []
    for first in range(0, users, most):
        ids = np.arange(first, min(users, first + most))
        tables = draw_tables(drawn, ids, length, items)
        if not files:
            pairs = zip(paths, tables, strict=True)
            files = [parquet.ParquetWriter(path, its.schema) for path, its in pairs]
        for file, table in zip(files, tables, strict=True):
            file.write_table(table, row_group_size=2**20)
    for file in files:
        file.close()
    return [str(path) for path in paths]


def draw_tables(
    drawn: np.random.Generator, ids: Any, length: int, items: int
) -> tuple[pa.Table, pa.Table]:
    """The lists of some users, and their truth."""
    shape = len(ids), length
    block = max(1, items // (4 * length))
    listed = np.argsort(drawn.random((len(ids), items // block)), axis=1)[:, :length]
    listed = listed * block + drawn.integers(0, block, shape)
    score = -np.sort(-drawn.random(shape), axis=1)
    user = np.repeat(ids, length)
    chance = np.zeros(length)
    chance[:LENGTH] = np.linspace(0.11, 0.01, min(LENGTH, length))
    liked = drawn.random(shape) < chance
    others = drawn.integers(0, items, len(ids) * 8)
    pairs = np.unique(
        np.concatenate(
            [
                user[liked.ravel()] * items + listed[liked],
                np.repeat(ids, 8) * items + others,
            ]
        )
    )
    lists = {"user": user, "item": listed.ravel(), "score": score.ravel()}
    return pa.table(lists), pa.table({"user": pairs // items, "item": pairs % items})
