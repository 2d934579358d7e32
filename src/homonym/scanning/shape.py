"""The shape of a function: its syntax tree without what people change when they copy.

Left out: names of variables, of arguments and of the function, annotations, decorators,
texts that document, formatting. Kept: names of what it calls, attributes, constants,
operators, the order of statements. A shape is kept as hashes alone, from which no code
can be had. Start at `compute_code_shape`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

CodeDefinition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
LEFT_OUT = {"ctx", "kind", "type_comment", "type_params", "annotation", "returns"} | {
    "decorator_list",
    "simple",
}
BODIES = {"body", "orelse", "finalbody", "handlers", "cases"}
NAMED = {(ast.Name, "id"), (ast.arg, "arg")} | {(kind, "name") for kind in DEFINITIONS}
"""Where names stand that people choose."""
LEAST = 25
"""A function of fewer nodes is like too many others."""
STATEMENTS = 5
"""One of fewer statements is not compared by likeness."""
WHOLE, PART = 16, 8
"""Digits of the hashes."""


@dataclass(frozen=True)
class CodeShape:
    """A function's hash, and those of its statements, each as often as it occurs."""

    whole: str
    parts: tuple[str, ...]

    @cached_property
    def counted(self) -> Counter[str]:
        """How often each statement occurs."""
        return Counter(self.parts)

    def likeness(self, other: CodeShape) -> float:
        """The statements that two have in common, of those that either has: 0 to 1."""
        either = (self.counted | other.counted).total()
        return (self.counted & other.counted).total() / either if either else 0.0

    def most_likeness(self, other: CodeShape) -> float:
        """What it can be at most, by how many statements each has."""
        fewer, more = sorted((len(self.parts), len(other.parts)))
        return fewer / more if more else 0.0


def list_code_definitions(tree: ast.Module) -> Iterator[CodeDefinition]:
    """Every function and class, inner ones too."""
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS):
            yield node


def compute_code_shape(node: CodeDefinition) -> CodeShape | None:
    """The shape of a function or class; None of one too small to tell it by.

    >>> one = "def f(a):\\n  return max(a[:5] + a[5:] + a[::2])"
    >>> other = one.replace("f(a)", "g(xs)").replace("a[", "xs[")
    >>> another = one.replace("max", "min")
    >>> texts = one, other, another
    >>> found = [next(list_code_definitions(ast.parse(text))) for text in texts]
    >>> a, b, c = map(compute_code_shape, found)
    >>> a == b, a == c
    (True, False)
    """
    own = set(collect_own_names(node))
    told = list(yield_tree_words(node, {}, own))
    if len(told) < LEAST:
        return None
    statements = (one for one in ast.walk(node) if isinstance(one, ast.stmt))
    parts = [
        hash_shape_words(list(yield_tree_words(one, None, own, BODIES)), PART)
        for one in statements
        if one is not node and not is_docstring(one)
    ]
    return CodeShape(hash_shape_words(told, WHOLE), tuple(sorted(parts)))


def collect_own_names(node: CodeDefinition) -> Iterator[str]:
    """The names that a function gives: its own, its arguments', its variables'. Those
    of what it calls are others'."""
    yield node.name
    for one in ast.walk(node):
        if isinstance(one, ast.arg):
            yield one.arg
        elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            yield one.id
        elif isinstance(one, DEFINITIONS):
            yield one.name


def yield_tree_words(
    node: ast.AST,
    numbers: dict[str, str] | None,
    own: Collection[str],
    without: Collection[str] = (),
) -> Iterator[str]:
    """A tree as words, in order; own names are numbered as they come, or all alike."""
    yield type(node).__name__
    for field, value in ast.iter_fields(node):
        if field in LEFT_OUT or field in without:
            continue
        yield field
        if (type(node), field) in NAMED and value in own:
            yield number_own_name(value, numbers)
        else:
            yield from yield_field_words(value, numbers, own)
    yield "."


def yield_field_words(
    value: object, numbers: dict[str, str] | None, own: Collection[str]
) -> Iterator[str]:
    """The same of what stands in a field."""
    if isinstance(value, ast.AST):
        yield from yield_tree_words(value, numbers, own)
    elif isinstance(value, list):
        for one in value:
            if not (isinstance(one, ast.stmt) and is_docstring(one)):
                yield from yield_field_words(one, numbers, own)
    else:
        yield repr(value)


def number_own_name(name: str, numbers: dict[str, str] | None) -> str:
    """A name's number."""
    return "_" if numbers is None else numbers.setdefault(name, f"_{len(numbers)}")


def is_docstring(statement: ast.stmt) -> bool:
    """Whether it is a text that stands alone."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def hash_shape_words(words: list[str], digits: int) -> str:
    """The first digits of a hash."""
    return sha256("\n".join(words).encode()).hexdigest()[:digits]
