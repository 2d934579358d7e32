"""The JSON Schema of records, made of their types: start at `build_json_schema`.

`python -m homonym.records.json_schema` prints reports/record.schema.json, which a test
holds equal to it.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from homonym.records.schema import Record

DRAFT = "https://json-schema.org/draft/2020-12/schema"
SAID = (
    "The committed result for one library at one version, as docs/records.md describes "
    "it."
)


def build_json_schema() -> dict[str, Any]:
    """The schema of the records that are written, in one piece."""
    whole = msgspec.json.schema(Record)
    found = whole["$defs"]["Record"]
    made = inline_tables(found, whole["$defs"])
    return {
        "$schema": DRAFT,
        **made,
        "title": "homonym record",
        "description": SAID,
    }


def inline_tables(found: Any, tables: dict[str, Any]) -> Any:
    """A schema with the tables that it refers to in their places. What a key may lack
    it is never null, and a default says nothing of the file."""
    if isinstance(found, list):
        return [inline_tables(one, tables) for one in found]
    if not isinstance(found, dict):
        return found
    if "$ref" in found:
        return inline_reference(found, tables)
    found = {key: value for key, value in found.items() if key != "default"}
    if "anyOf" in found:
        return inline_alternatives(found, tables)
    if len(one := found.get("enum", ())) == 1:
        return {**{k: v for k, v in found.items() if k != "enum"}, "const": one[0]}
    return {key: inline_tables(value, tables) for key, value in found.items()}


def inline_reference(found: dict[str, Any], tables: dict[str, Any]) -> dict[str, Any]:
    """The table that is referred to, in the words of the key that it stands at."""
    table = tables[found["$ref"].rpartition("/")[2]]
    inner = {key: value for key, value in table.items() if key != "title"}
    own = {key: value for key, value in found.items() if key != "$ref"}
    made: dict[str, Any] = inline_tables(inner, tables)
    return {**made, **own}


def inline_alternatives(
    found: dict[str, Any], tables: dict[str, Any]
) -> dict[str, Any]:
    """Of several types those beside null; one of them alone is the type."""
    own = {key: value for key, value in found.items() if key != "anyOf"}
    some = [one for one in found["anyOf"] if one != {"type": "null"}]
    if len(some) == 1:
        return {**inline_tables(some[0], tables), **own}
    return {
        **own,
        "anyOf": [allow_number_words(one) for one in inline_tables(some, tables)],
    }


def allow_number_words(found: dict[str, Any]) -> dict[str, Any]:
    """A type; where a number may be a word (JSON has no NaN), so may one of several."""
    if found == {"type": "array", "items": {"type": "number"}}:
        return {**found, "items": {"type": ["number", "string"]}}
    return found


def render_json_schema() -> str:
    """The file."""
    return json.dumps(build_json_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(render_json_schema(), end="")
