"""What is wrong with a record, in one sentence: start at `describe_invalid_value`.

msgspec says what is wrong, and leaves out which key of a table of free names it was,
what stood there and, of a name, which are accepted: all three are looked up here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

Path = tuple[str | int, ...]

WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "array": "a list",
    "object": "a table",
    "bool": "true or false",
    "date": "a day such as 2026-01-31",
    "null": "nothing",
}
"""The types, as people name them."""
LONG = 60
"""So many characters of a value are shown."""
BARE = re.compile(rf"[A-Za-z0-9_-]{{1,{LONG}}}")
"""A key that is shown as it is."""
UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
"""What msgspec says of a key that a table does not have."""


def convert_value(found: Any, to: type[Any]) -> Any:
    """What was found as the type; ValueError with the sentence where it is none."""
    try:
        return msgspec.convert(found, to)
    except msgspec.ValidationError as error:
        raise ValueError(describe_invalid_value(str(error), found, to)) from None


def describe_invalid_value(message: str, found: Any, to: type[Any]) -> str:
    """The key, what stands there, and what would be accepted."""
    said, at = split_error_message(message, found)
    path = tuple(resolve_error_path(at, found, to))
    if name := UNKNOWN.fullmatch(said):
        known = ", ".join(list_struct_keys(find_schema_type(to, path)))
        return f"{format_toml_path((*path, name[1]))} is no key here; known are {known}"
    if name := re.fullmatch(r"Object missing required field `(.*)`", said):
        want = describe_accepted_type(find_schema_type(to, (*path, name[1])))
        return f"{format_toml_path((*path, name[1]))} is missing: it must be {want}"
    value = find_value_at_path(found, path)
    if wanted := re.fullmatch(r"Expected `([^`]*)`(.*)", said):
        more = re.sub(r",? ?got .*", "", wanted[2])
        at, must = format_toml_path(path), name_expected_types(wanted[1])
        return f"{at} is {describe_value(value)}; it must be {must}{more}"
    if said == "Number out of range":
        at = format_toml_path(path)
        return (
            f"{at} is {describe_value(value)}; it must be a number of 64 bits or fewer"
        )
    if said.startswith("Invalid"):
        want = describe_accepted_type(find_schema_type(to, path))
        return f"{format_toml_path(path)} is {describe_value(value)}; it must be {want}"
    return f"{format_toml_path(path)} is odd: {said}" if path else said


def split_error_message(message: str, found: Any) -> tuple[str, str]:
    """What is said, and the path, which comes last: an unknown key stands in the
    sentence as it is, and may look like one. At the top of a file there is no path."""
    top = UNKNOWN.fullmatch(message)
    if top and isinstance(found, Mapping) and top[1] in found:
        return message, ""
    said, _, at = message.rpartition(" - at `$")
    return (said, at.removesuffix("`")) if said else (message, "")


def resolve_error_path(at: str, found: Any, to: type[Any]) -> Iterator[str | int]:
    """The keys of a path such as `.core.refused[...]`: which key of a table of free
    names is meant is found by asking about one after the other."""
    whole, steps = found, re.findall(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]", at)
    path: Path = ()
    for name, index in steps:
        key: str | int = name or index
        if index == "...":
            table = find_value_at_path(whole, path)
            key = next(
                (k for k in table if is_wrong(keep_single_key(whole, path, k), to, at)),
                "",
            )
            whole = keep_single_key(whole, path, key)
        elif index:
            key = int(index)
        path = (*path, key)
        yield key


def is_wrong(found: Any, to: type[Any], at: str) -> bool:
    """Whether it is wrong at the place."""
    try:
        msgspec.convert(found, to)
    except msgspec.ValidationError as error:
        return str(error).endswith(f" - at `${at}`")
    return False


def keep_single_key(found: Any, path: Path, key: str | int) -> Any:
    """What was found, with that key alone in the table at the path."""
    if not path:
        return {key: found[key]} if key in found else {}
    first, *rest = path
    inner = keep_single_key(found[first], tuple(rest), key)
    if isinstance(found, Mapping):
        return {**found, first: inner}
    return [inner if place == first else one for place, one in enumerate(found)]


def find_value_at_path(found: Any, path: Path) -> Any:
    """What stands at the path; None where there is nothing."""
    for key in path:
        try:
            found = found[key]
        except (KeyError, IndexError, TypeError):
            return None
    return found


def find_schema_type(to: Any, path: Path) -> Any:
    """The type that the schema has at the path."""
    for key in path:
        to = unwrap_type(to)
        if isinstance(to, type) and issubclass(to, msgspec.Struct):
            to = list_struct_keys(to).get(str(key), Any)
        else:
            to = (get_args(to) or (Any,))[-1 if get_origin(to) is dict else 0]
    return unwrap_type(to)


def unwrap_type(to: Any) -> Any:
    """The type without what is said about it, and without None."""
    if get_origin(to) is Annotated:
        return unwrap_type(get_args(to)[0])
    if get_origin(to) in (Union, UnionType):
        some = [one for one in get_args(to) if one is not type(None)]
        return unwrap_type(some[0]) if len(some) == 1 else to
    return to


def list_struct_keys(to: Any) -> dict[str, Any]:
    """The keys of a table as they are written, each with its type."""
    if not (isinstance(to, type) and issubclass(to, msgspec.Struct)):
        return {}
    hints = get_type_hints(to, include_extras=True)
    return {
        field.encode_name: hints[field.name] for field in msgspec.structs.fields(to)
    }


def describe_accepted_type(to: Any) -> str:
    """What a type takes, in words."""
    if get_origin(to) is Literal:
        *most, last = map(str, get_args(to))
        return f"{', '.join(most)} or {last}" if most else last
    if isinstance(to, type) and issubclass(to, msgspec.Struct):
        return WORDS["object"]
    name = str(getattr(get_origin(to) or to, "__name__", ""))
    return WORDS.get({"dict": "object", "tuple": "array"}.get(name, name), "another")


def name_expected_types(names: str) -> str:
    """msgspec's names of types, as people name them."""
    return " or ".join(WORDS.get(name, name) for name in names.split(" | "))


def describe_value(value: Any) -> str:
    """A value in a few words."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, int) and value.bit_length() > LONG:
        return f"a number of {value.bit_length()} bits"
    text = repr(value) if isinstance(value, str | int | float) else str(value)
    return text if len(text) <= LONG else f"{text[:LONG]}…"


def format_toml_path(path: Path) -> str:
    """A path as TOML writes it, a long key cut."""
    told = ""
    for key in path:
        if isinstance(key, int):
            told += f"[{key}]"
        else:
            told += f".{key if BARE.fullmatch(key) else describe_value(key)}"
    return told.removeprefix(".")
