"""What is wrong with plain values is said with the key and what it must be."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from homonym.records.invalid_values import convert_value


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a list, or of a table of free names."""

    kind: Literal["a", "b", "c"]
    counts: dict[str, int] = {}
    size: int | None = None


class Whole(msgspec.Struct, forbid_unknown_fields=True):
    """All that is read; each key is needed."""

    names: dict[str, Part]
    parts: tuple[Part, ...]
    share: float | None
    one: Part
    text: int | str


A = {"kind": "a"}
GIVEN: dict[str, Any] = {
    "names": {"x": A, "y": A},
    "parts": [A, A],
    "share": 0.5,
    "one": A,
    "text": "t",
}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            {"names": {"x": A, "y": {"kind": "d"}}},
            "names.y.kind is 'd'; it must be a, ",
        ),
        (
            {"names": {"x": {"kind": "d"}, "y": A}},
            "names.x.kind is 'd'; it must be a, b or c",
        ),
        ({"names": {"x": A, "y": {}}}, "names.y.kind is missing: it must be a, b or c"),
        ({"names": {"a b": {}}}, "names.'a b'.kind is missing: it must be a, b or c"),
        ({"names": 5}, "names is 5; it must be a table"),
        ({"parts": [A, {}]}, "parts[1].kind is missing: it must be a, b or c"),
        ({"parts": [A, {"kind": "d"}]}, "parts[1].kind is 'd'; it must be a, b or c"),
        (
            {"parts": [A, {**A, "counts": {"n": 1, "m": "2"}}, A]},
            "parts[1].counts.m is '2'; it must be a whole number",
        ),
        (
            {"parts": [{**A, "counts": {"n": 1}}, {**A, "counts": {"m": 1, "n": []}}]},
            "parts[1].counts.n is a list of 0; it must be a whole number",
        ),
        ({"parts": A}, "parts is a table; it must be a list"),
        (
            {"parts": [{**A, "other": 1}]},
            "parts[0].other is no key here; known are kind, counts, size",
        ),
        ({"one": {**A, "size": "1"}}, "one.size is '1'; it must be a whole number or "),
        ({"text": 0.5}, "text is 0.5; it must be "),
        ({"share": None, "one": 5}, "one is 5; it must be a table"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    changed: dict[str, Any], told: str
) -> None:
    """Of tables of free names with the name, of lists with the place."""
    with pytest.raises(ValueError) as wrong:
        convert_value({**GIVEN, **changed}, Whole)
    assert str(wrong.value).startswith(told)


@pytest.mark.parametrize(
    ("key", "want"),
    [
        ("names", "a table"),
        ("parts", "a list"),
        ("share", "a number"),
        ("one", "a table"),
        ("text", "another"),
    ],
)
def test_what_is_missing_is_said_with_what_it_must_be(key: str, want: str) -> None:
    """But for nothing, where that is accepted too; of several types none is named."""
    with pytest.raises(ValueError) as wrong:
        convert_value({k: v for k, v in GIVEN.items() if k != key}, Whole)
    assert str(wrong.value) == f"{key} is missing: it must be {want}"


def test_what_is_right_is_the_type() -> None:
    """As it was given."""
    found = convert_value(GIVEN, Whole)
    assert isinstance(found, Whole)
    assert msgspec.to_builtins(found)["names"]["y"]["kind"] == "a"
