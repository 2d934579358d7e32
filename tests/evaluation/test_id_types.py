"""How ids are stored, of tables that no engine has read."""

from __future__ import annotations

import ibis
import pytest

from homonym.datasets.column_names import Contents
from homonym.evaluation.id_types import (
    FLOATS,
    TEXTS,
    WHOLE,
    ReadTable,
    count_id_types,
    name_stored_type,
    read_ids_as_texts,
)


def read(user: str, item: str, /, **stored: str) -> ReadTable:
    """A table whose ids are read as these types, and are stored as whole numbers but
    where it is said otherwise."""
    rows = ibis.table({"user": user, "item": item, "number": "float64"}, "some")
    return ReadTable(rows, {"user": WHOLE, "item": WHOLE, **stored})


def named(*tables: ReadTable) -> dict[Contents, ReadTable]:
    """The tables as what they may be, in turn."""
    kinds: tuple[Contents, ...] = ("predictions", "truth", "train")
    return dict(zip(kinds, tables, strict=False))


@pytest.mark.parametrize(
    ("kind", "typed", "name"),
    [
        ("float64", True, FLOATS),
        ("float32", False, FLOATS),
        ("string", True, TEXTS),
        ("string", False, WHOLE),
        ("int64", True, WHOLE),
    ],
)
def test_a_text_of_a_file_without_types_may_be_a_whole_number(
    kind: str, typed: bool, name: str
) -> None:
    """A float is one wherever it stands."""
    assert name_stored_type(ibis.table({"user": kind}, "some").user, typed) == name


def test_ids_of_two_types_are_counted_where_they_are_whole_numbers() -> None:
    """Of each role by itself; how they are stored is not looked at then."""
    whole, texts = read("int64", "int64"), read("int64", "string", item=TEXTS)
    assert count_id_types(named(whole, texts)) == {"item_ids_of_two_types": 1}
    assert count_id_types(named(whole, texts, whole)) == {"item_ids_of_two_types": 2}
    assert count_id_types(named(whole, read("string", "int64"))) == {
        "user_ids_of_two_types": 1
    }


def test_whole_numbers_that_are_stored_otherwise_are_counted() -> None:
    """Not where all are alike, nor where all are read as texts."""
    whole, floats = read("int64", "int64"), read("int64", "int64", user=FLOATS)
    texts = read("int64", "int64", user=TEXTS)
    assert count_id_types(named(whole, floats, texts)) == {
        "user_ids_stored_otherwise": 2
    }
    assert count_id_types(named(floats, texts)) == {"user_ids_stored_otherwise": 2}
    assert count_id_types(named(whole, whole)) == {}
    assert count_id_types(named(floats, floats)) == {}
    written = read("int64", "string", item=TEXTS), read("int64", "string")
    assert count_id_types(named(*written)) == {}


def test_ids_of_two_types_are_texts_in_every_table_that_has_them() -> None:
    """Those of the other role stay what they are, and so does a table without any."""
    tables = named(read("int64", "int64"), read("int64", "string"))
    groups = ReadTable(ibis.table({"user": "int64", "group": "string"}, "some"), {})
    found = read_ids_as_texts(
        {**tables, "user_groups": groups}, ["item_ids_of_two_types"]
    )
    for kind in ("predictions", "truth"):
        types = found[kind].schema()
        assert types["item"].is_string() and types["user"].is_integer()
    assert found["user_groups"] is groups.rows
    left = read_ids_as_texts(tables, ["item_ids_stored_otherwise"])
    assert left == {kind: one.rows for kind, one in tables.items()}
