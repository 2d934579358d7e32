"""The pages that the code writes, and the schema that the table of records is from."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Any

import generate
import jsonschema
import pytest
from samples import few_of

from homonym.records.json_schema import render_json_schema
from homonym.reference.variants import every_family

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "reports" / "record.schema.json").read_text())
RECORDS = sorted((ROOT / "reports" / "records").glob("*/*.toml"))


@pytest.mark.parametrize("page", generate.pages())
def test_a_generated_page_is_what_the_code_gives(page: str) -> None:
    """After a change: `python docs/generate.py`."""
    committed = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert committed == generate.pages()[page]


def test_every_choice_stands_on_the_page_of_the_axes() -> None:
    """With its formula: no family and no axis is left out."""
    page = (ROOT / "docs" / "axes.md").read_text(encoding="utf-8")
    for family in every_family().values():
        section = page.partition(f"\n## {family.title}\n")[2].partition("\n## ")[0]
        for name, axis in family.axes.items():
            assert f"### {family.title}: {name}\n" in section
            for choice in axis.choices.values():
                words = indent(choice.doc, "    ").lstrip()
                told = f"- `{choice.name}`: {words} `{choice.formula}`"
                assert told in (page if name == "users" else section)


def test_the_schema_of_records_is_what_their_types_give() -> None:
    """After a change: `python -m homonym.records.json_schema`, into the file."""
    committed = (ROOT / "reports" / "record.schema.json").read_text(encoding="utf-8")
    assert committed == render_json_schema()


@pytest.mark.parametrize(
    "file", few_of(RECORDS, RECORDS[::8]), ids=lambda f: f"{f.parent.name}-{f.stem}"
)
def test_every_record_is_as_the_schema_says(file: Path) -> None:
    """No key that the page does not explain, and none of another type."""
    jsonschema.validate(record(file), SCHEMA)


def record(file: Path) -> dict[str, Any]:
    """A record as JSON would have it: a day is a text."""
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return dict(json.loads(json.dumps(found, default=str)))


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (("odd",), 1),
        (("library",), 1),
        (("inventory", "unlisted"), ["new_metric"]),
        (("metrics", "ndcg", "status"), "certain"),
        (("metrics", "ndcg", "odd"), "a key nobody explained"),
        (("metrics", "ndcg", "core", "ran"), -1),
        (("metrics", "ndcg", "conventions", "ties"), 1),
    ],
)
def test_the_schema_refuses_what_is_no_record(at: tuple[str, ...], value: Any) -> None:
    """A committed record with one key changed."""
    found = record(ROOT / "reports" / "records" / "rs-metrics" / "0.6.0.toml")
    changed = copy.deepcopy(found)
    table = changed
    for key in at[:-1]:
        table = table[key]
    table[at[-1]] = value
    jsonschema.validate(found, SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(changed, SCHEMA)


def test_every_key_of_a_record_is_described() -> None:
    """The schema is the page: a key without words would be an empty row."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    keys = list(described(SCHEMA))
    assert len(keys) > 50
    assert not [key for key, words in keys if not words.endswith(".")]


def described(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every key below, with its description."""
    for key, inner in schema.get("properties", {}).items():
        yield key, inner.get("description", "")
        yield from described(inner)
    if isinstance(each := schema.get("additionalProperties"), dict):
        yield from described(each)
