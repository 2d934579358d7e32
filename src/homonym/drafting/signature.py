"""What a function says of itself: names, hints, docstring, the texts in its code.

Start at `read_function`. `python -m homonym.drafting.signature TARGET` prints it of a
function that is imported there, so that whatever its module does is done elsewhere.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from types import CodeType
from typing import Any, TypeGuard

from homonym.drafting.target import NotThere, load_target
from homonym.errors import shorten_error

METHODS = ("compute", "evaluate", "eval", "score", "calculate", "measure", "__call__")
"""What the objects of a metric's class are asked by, the first that there is."""
ParameterKind = inspect._ParameterKind
ANY = (ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD)


@dataclass(frozen=True)
class Argument:
    """One argument: hint: its type as written; told: what the docstring says of it;
    default: what it is where nothing is given, if that is a text."""

    name: str
    hint: str = ""
    told: str = ""
    optional: bool = False
    by_position: bool = False
    default: str = ""


@dataclass(frozen=True)
class Function:
    """A function, or a class of which objects are made and then asked.

    arguments: of the call; made_with: of a class, what its objects are made with;
    method: by which they are asked, `__call__` for a call of the object; texts: the
    strings in its code; why: what keeps it from being called at all.
    """

    name: str
    arguments: tuple[Argument, ...]
    doc: str = ""
    texts: tuple[str, ...] = ()
    made_with: tuple[Argument, ...] | None = None
    method: str = ""
    why: str = ""

    def __str__(self) -> str:
        called = ", ".join(argument.name for argument in self.arguments)
        if self.made_with is None:
            return f"{self.name}({called})"
        made = ", ".join(argument.name for argument in self.made_with)
        method = "" if self.method == "__call__" else f".{self.method}"
        return f"{self.name}({made}){method}({called})"


def read_function(found: Callable[..., Any]) -> Function:
    """What a function, or a class, says of itself."""
    name, doc = getattr(found, "__name__", type(found).__name__), read_docstring(found)
    if not inspect.isclass(found):
        called, why = read_signature_arguments(found, doc)
        return Function(name, called, doc, tuple(yield_function_texts(found)), why=why)
    method = next(
        (one for one in METHODS if callable(find_class_attribute(found, one))), ""
    )
    if not method:
        return Function(
            name, (), doc, why="its objects are not asked by a usual method"
        )
    asked = find_class_attribute(found, method)
    doc = f"{doc}\n{read_docstring(asked)}"
    called, why = read_signature_arguments(asked, doc, bound=True)
    made, fails = (
        ((), "")
        if found.__init__ is object.__init__
        else read_signature_arguments(found, doc)
    )
    return Function(
        name,
        called,
        doc,
        tuple(yield_function_texts(asked)),
        made,
        method,
        why or fails,
    )


def find_class_attribute(found: type, name: str) -> Any:
    """A class's own attribute, or that of a class it is made from; nothing of type."""
    return next((vars(one)[name] for one in found.__mro__ if name in vars(one)), None)


def read_signature_arguments(
    found: Callable[..., Any], doc: str, bound: bool = False
) -> tuple[tuple[Argument, ...], str]:
    """Its arguments, and why they cannot be given."""
    try:
        known = [*inspect.signature(found).parameters.values()][int(bound) :]
    except (TypeError, ValueError):
        return (), "its arguments cannot be read"
    if any(one.kind is ParameterKind.VAR_POSITIONAL for one in known):
        return (), "it takes any number of arguments, without names"
    named = (one for one in known if one.kind not in ANY)
    return tuple(
        Argument(
            one.name,
            format_type_hint(one.annotation),
            find_argument_doc(one.name, doc),
            one.default is not one.empty,
            one.kind is ParameterKind.POSITIONAL_ONLY,
            one.default if is_text(one.default) else "",
        )
        for one in named
    ), ""


def format_type_hint(annotation: object) -> str:
    """A type as it is written."""
    if annotation is inspect.Parameter.empty:
        return ""
    return annotation if isinstance(annotation, str) else str(annotation)


def read_docstring(found: object) -> str:
    """Its docstring."""
    return inspect.getdoc(found) or ""


def find_argument_doc(argument: str, doc: str) -> str:
    """What a docstring says of an argument, in the usual ways of writing it.

    >>> doc = "Args:\\n    a (list): the items\\n        retrieved\\n    b: k"
    >>> find_argument_doc("a", doc)
    'the items retrieved'
    """
    name = re.escape(argument)
    head = rf"^([ \t]*)(?::param[^\n:]*\b{name}:|{name}[ \t]*(?:\([^\n)]*\))?[ \t]*:)"
    said = re.search(rf"{head}([^\n]*(?:\n\1[ \t]+\S[^\n]*)*)", doc, re.MULTILINE)
    return " ".join(said[2].split()) if said else ""


def yield_function_texts(found: Any) -> Iterator[str]:
    """The strings that a function names columns and metrics by: in its code and in that
    of the functions inside it, its defaults, and what it reads of its module, also as
    one of several or as a key."""
    whole = inspect.unwrap(found)
    code = getattr(whole, "__code__", None)
    known = getattr(whole, "__globals__", {})
    yield from filter(is_text, getattr(whole, "__defaults__", None) or ())
    yield from filter(is_text, (getattr(whole, "__kwdefaults__", None) or {}).values())
    pending = [code] if code else []
    while pending:
        code = pending.pop()
        for value in (*map(known.get, code.co_names), *code.co_consts):
            if isinstance(value, CodeType):
                pending.append(value)
            many = isinstance(value, (tuple, list, set, frozenset, dict))
            yield from filter(is_text, value if many else (value,))


def is_text(value: object) -> TypeGuard[str]:
    """Whether a value is a text."""
    return isinstance(value, str)


def render_function_json(function: Function) -> str:
    """As JSON carries it."""
    return json.dumps(asdict(function))


def parse_function_json(text: str) -> Function:
    """What `render_function_json` wrote."""
    told = json.loads(text)
    made = told.pop("made_with")
    told["arguments"] = tuple(Argument(**one) for one in told["arguments"])
    told["texts"] = tuple(told["texts"])
    made_with = None if made is None else tuple(Argument(**one) for one in made)
    return Function(**told, made_with=made_with)


def print_function(target: str) -> None:
    """Print what the function says of itself, or why it is not to be had."""
    try:
        told = render_function_json(read_function(load_target(target)))
    except NotThere as error:
        told = json.dumps({"missing": str(error)})
    except BaseException as error:
        told = json.dumps({"error": shorten_error(error)})
    print(f"\n{told}", flush=True)


if __name__ == "__main__":
    print_function(sys.argv[1])
