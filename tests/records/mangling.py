"""Files with one thing wrong, by chance: start at `mangled`.

A record's or a table's text comes back with a line gone, another's in its place, or
twice; cut short; with a value of another type; with bytes at random.
"""

from __future__ import annotations

import copy
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from homonym.errors import UserError
from homonym.records.schema import Record

ODD: tuple[Any, ...] = (0, -1, 10**400, 1e999, True, "", "x", [], [[]], {}, {"a": 1})
CELLS = ("", "x", "-1", "nan", "[", "[]", "[1.0, x]", "9" * 400, "\t", '"', "\0")
"""What stands in a value's, and in a cell's, place."""
KEYS = "|".join(field.encode_name for field in msgspec.structs.fields(Record))
PLACE = re.compile(
    rf": ({KEYS}|'[^']*')[ .\[]|: \S+ is no key here;|"
    r" is no record: .*(line \d+|at end of document|in position \d+)|"
    r" is no record: it has no schema;| has schema |"
    r" is not the file that was recorded: its sha256 |"
    r" holds no measurements: .*(line \d+|its columns are|in position \d+)"
)
"""How a sentence goes on behind its file: the key, the line or the place in it."""


def mangled(text: str, chance: random.Random) -> bytes:
    """The text, of a record or of raw measurements, with one thing wrong."""
    lines = text.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    how = chance.randrange(6)
    if how == 0:
        del lines[place]
    elif how == 1:
        lines[place] = chance.choice(lines)
    elif how == 2:
        lines.insert(place, lines[place])
    elif how == 3:
        return text.encode()[: chance.randrange(len(text))]
    elif how == 4:
        swap = swapped_cell if "\t" in lines[0] else swapped_value
        return swap(text, chance).encode()
    data = bytearray("".join(lines).encode())
    if how == 5:
        for _ in range(chance.randrange(1, 9)):
            data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def swapped_cell(text: str, chance: random.Random) -> str:
    """The table with another text in one of its cells."""
    lines = text.splitlines()
    place = chance.randrange(len(lines))
    cells = lines[place].split("\t")
    cells[chance.randrange(len(cells))] = chance.choice(CELLS)
    lines[place] = "\t".join(cells)
    return "\n".join(lines)


def swapped_value(text: str, chance: random.Random) -> str:
    """The record with one value, or one key, of another type or gone."""
    found = copy.deepcopy(tomllib.loads(text))
    table, key = chance.choice([*places(found)])
    if chance.random() < 0.2:
        del table[key]
    else:
        table[key] = chance.choice(ODD)
    return tomli_w.dumps(found)


def places(table: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Every key, with the table that it stands in."""
    for key, value in table.items():
        yield table, key
        if isinstance(value, dict):
            yield from places(value)


def is_read(read: Callable[[], object], *files: Path) -> bool:
    """Whether it is read; it is refused in one sentence that names one of the files,
    and the place in it."""
    try:
        read()
    except UserError as error:
        told = str(error)
        assert "\n" not in told, told
        (file,) = [file for file in files if told.startswith(str(file))]
        assert PLACE.match(told.removeprefix(str(file))), told
        return False
    return True
