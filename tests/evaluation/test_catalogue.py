"""How many items a catalogue has: a number, a file, or all that the tables have."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from math import nan
from pathlib import Path
from typing import Any

import pytest

from homonym import UserError
from homonym.evaluation.catalogue import (
    count_catalogue_items,
    select_items,
    write_catalogue_id,
)

Write = Callable[[str, str], Path]
BOTH = ("predictions", "truth")


class Items:
    """An engine in whose tables these items are."""

    def __init__(self, *items: Any) -> None:
        self.items, self.asked = items, [""]

    def rows_of(self, query: str) -> list[tuple[Any]]:
        """The items, or how many there are."""
        self.asked.append(query)
        if "count(item)" in query:
            return [(sum(one is not None for one in self.items),)]
        return [(one,) for one in self.items]


def counted(
    catalogue: Any, *items: Any, kinds: Any = BOTH, columns: Any = None
) -> int | None:
    """How many items there are, beside tables with these."""
    engine: Any = Items(*items)
    return count_catalogue_items(engine, catalogue, kinds, columns or {})


def test_without_a_catalogue_all_tables_say_how_many() -> None:
    """Where the training items are among them; else nothing does."""
    assert counted(None, 1, 2, None, kinds=(*BOTH, "train")) == 2
    assert counted(None, 1, 2) is None


def test_a_number_is_no_smaller_than_what_the_tables_have() -> None:
    assert counted(2, 1, 2) == 2
    assert counted(3, 1, 2) == 3
    with pytest.raises(UserError, match="catalogue 1: the tables have 2 different ite"):
        counted(1, 1, 2)


def test_groups_of_items_list_none() -> None:
    """They may have groups of more items than the catalogue."""
    engine: Any = Items(1)
    count_catalogue_items(engine, 5, (*BOTH, "item_groups"), {})
    assert "item_groups" not in engine.asked[-1]
    assert select_items(BOTH) == (
        "SELECT item FROM given_predictions UNION SELECT item FROM given_truth"
    )


def test_a_file_has_each_item_once(write: Write) -> None:
    """However often it stands there; a row without one has none."""
    file = write("items.csv", "item,name\n1,a\n02,b\n2,c\n,d\n3,e\n")
    assert counted(file, 1, 2, None) == 3
    texts = write("texts.csv", "item\n1\n01\nx\n")
    assert counted(texts, "x", "1") == 3


def test_a_file_that_lacks_items_names_the_first(write: Write) -> None:
    file = write("items.csv", "item\n1\n")
    with pytest.raises(UserError, match=r"lacks items of the tables: 2 and 1 more\n"):
        counted(file, 1, 3, 2)
    with pytest.raises(UserError, match=r"lacks items of the tables: 2\n"):
        counted(file, 1, 2)


def test_the_column_of_items_is_named_or_known_or_the_first(write: Write) -> None:
    file = write("items.csv", "name,item,uid\n1,7,4\n2,8,5\n2,9,5\n")
    assert counted(file, 7, 8) == 3
    assert counted(file, 4, 5, columns={"catalogue.item": "uid"}) == 2
    assert counted(file, 4, 5, columns={"item": "uid"}) == 2
    assert counted(file, 7, columns={"item": "elsewhere"}) == 3
    unknown = write("unknown.csv", "name,uid\n1,4\n2,4\n")
    assert counted(unknown, 1, 2) == 2


def test_a_short_row_has_no_item(write: Write) -> None:
    file = write("items.csv", "name,item\na,7\nb\nc,8\n")
    assert counted(file, 7, 8) == 2


def test_an_id_is_no_header(write: Write) -> None:
    """Of the tables, or a whole number where theirs are."""
    with pytest.raises(UserError, match="line 1: '7' stands where a header is needed"):
        counted(write("a.csv", "7\n8\n"), 8)
    with pytest.raises(UserError, match="line 1: '07' stands where a header"):
        counted(write("a.csv", "07\n8\n"), 8)
    with pytest.raises(UserError, match="line 1: 'x' stands where a header is needed"):
        counted(write("b.csv", "x\ny\n"), "x", "y")
    assert counted(write("c.csv", "7\ny\n"), "y") == 1
    assert counted(write("d.csv", "film\n7\n"), 7) == 1


def test_a_file_that_is_not_there_may_be_meant_as_a_number(tmp_path: Path) -> None:
    for wrong in ("1e3", "-5", "2.5"):
        with pytest.raises(UserError, match="is neither a whole number nor a file"):
            counted(wrong, 1)
    with pytest.raises(UserError, match=r"there is no file .*none\.csv$"):
        counted(tmp_path / "none.csv", 1)


@pytest.mark.parametrize(
    ("cell", "as_number", "as_text"),
    [
        (None, "", ""),
        (nan, "", ""),
        (7.0, "7", "7"),
        (7.5, "7.5", "7.5"),
        (Decimal("7.00"), "7", "7"),
        (" 007 ", "7", "007"),
        ("-07", "-7", "-07"),
        ("0", "0", "0"),
        ("00", "0", "00"),
        ("07a", "07a", "07a"),
        ("", "", ""),
    ],
)
def test_ids_are_written_as_those_of_the_tables(
    cell: Any, as_number: str, as_text: str
) -> None:
    told = write_catalogue_id(cell, True), write_catalogue_id(cell, False)
    assert told == (as_number, as_text)
