"""What a function says of itself."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homonym import UserError
from homonym.drafting.questions import read_elsewhere
from homonym.drafting.signature import (
    Argument,
    Function,
    find_argument_doc,
    parse_function_json,
    print_function,
    read_function,
    render_function_json,
    yield_function_texts,
)
from homonym.errors import Broken

COLUMN, COLUMNS, KEYS = "user_id", ("item_id", 7), {"score_id": 1}


def metric(actual, predicted: list[int], k: int = 10, *, by="ndcg", **more):  # type: ignore
    """A metric.

    :param actual: the relevant items
    :param list predicted: what is ranked,
        best first
    k (int): the cut-off
    """
    return [COLUMN, COLUMNS, KEYS, "here", lambda: "inside"]


def test_a_functions_arguments_are_read() -> None:
    """Names, types, what is told of them, and defaults; those without names not."""
    found = read_function(metric)
    assert (found.name, found.method, found.made_with) == ("metric", "", None)
    assert found.doc.startswith("A metric.")
    assert found.arguments == (
        Argument("actual", told="the relevant items"),
        Argument("predicted", "list[int]", "what is ranked, best first"),
        Argument("k", "int", "the cut-off", optional=True),
        Argument("by", optional=True, default="ndcg"),
    )
    assert str(found) == "metric(actual, predicted, k, by)"
    assert found.why == ""


def test_the_texts_of_a_function_are_those_of_its_code_and_what_it_reads() -> None:
    """Of constants of the module, among several, as keys; of functions inside it; and
    of defaults."""
    found = set(yield_function_texts(metric))
    assert {"ndcg", "user_id", "item_id", "score_id", "here", "inside"} <= found

    def plain(column: str = "a column") -> None: ...

    assert set(yield_function_texts(plain)) == {"a column"}

    @functools.wraps(plain)
    def wrapped(*all_of: Any) -> None:
        print("not this")

    assert set(yield_function_texts(wrapped)) == {"a column"}
    assert list(yield_function_texts(len)) == []


class Made:
    """A metric of objects."""

    def __init__(self, k: int) -> None:
        """Made with k."""

    def score(self, run: Any) -> str:
        """Asked: run: the lists"""
        return "score"

    def compute(self, run: Any, qrels: Any) -> str:
        """run: the ranking"""
        return "compute"


class Heir(Made):
    """Its attributes are another's."""


class Plain:
    """Made with nothing, and called."""

    def __call__(self, hits: Any, /) -> float:
        return 0.0


class Unasked:
    """With no usual method."""

    compute = 7


def test_a_class_is_asked_by_the_first_usual_method() -> None:
    """Its own, or that of the class it is made from; its objects are made first."""
    found = read_function(Made)
    assert str(found) == "Made(k).compute(run, qrels)"
    assert found.arguments[0] == Argument("run", "Any", "the ranking")
    assert found.doc == "A metric of objects.\nrun: the ranking"
    assert "compute" in found.texts and "score" not in found.texts
    assert str(read_function(Heir)) == "Heir(k).compute(run, qrels)"
    plain = read_function(Plain)
    assert str(plain) == "Plain()(hits)"
    assert plain.arguments == (Argument("hits", "Any", by_position=True),)
    assert (plain.made_with, plain.why) == ((), "")


def test_a_type_that_is_no_text_is_written_as_one() -> None:
    """As modules have them that do not put annotations off."""

    def eager(hits: Any) -> None: ...

    eager.__annotations__["hits"] = list[int]
    assert read_function(eager).arguments == (Argument("hits", "list[int]"),)


def test_an_object_is_asked_by_its_call() -> None:
    """Named after its class."""
    found = read_function(Plain())
    assert (found.name, str(found)) == ("Plain", "Plain(hits)")


def any_number(*lists: Any) -> float:
    return 0.0


class Many:
    """Made with any number."""

    def __init__(self, *parts: Any) -> None: ...

    def compute(self, run: Any) -> float:
        return 0.0


class Both(Many):
    """Nor can it be asked."""

    def compute(self, *runs: Any) -> float:  # type: ignore[override]
        return 0.0


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (any_number, "it takes any number of arguments, without names"),
        (Many, "it takes any number of arguments, without names"),
        (Both, "it takes any number of arguments, without names"),
        (Unasked, "its objects are not asked by a usual method"),
        (min, "its arguments cannot be read"),
    ],
)
def test_what_cannot_be_called_says_why(what: Callable[..., Any], why: str) -> None:
    assert read_function(what).why == why


@pytest.mark.parametrize(
    ("doc", "told"),
    [
        (":param run: the lists", "the lists"),
        (":param dict run: the lists", "the lists"),
        ("run: the lists", "the lists"),
        (
            "    run (dict of lists): the lists\n        of users\n    k: no",
            "the lists of users",
        ),
        ("run : dict\n    The lists.\nk : int\n    Not this.", "dict The lists."),
        ("a run: the lists", ""),
        ("truns: the lists", ""),
        ("", ""),
    ],
)
def test_a_docstring_tells_of_an_argument_in_the_usual_ways(
    doc: str, told: str
) -> None:
    """Of it alone: what is indented more belongs to it."""
    assert find_argument_doc("run", doc) == told


def test_what_is_read_is_carried_as_text() -> None:
    """Of a function, and of a class."""
    for what in (metric, Made, Plain):
        found = read_function(what)
        assert parse_function_json(render_function_json(found)) == found
    assert isinstance(read_function(Made).made_with, tuple)
    assert (
        parse_function_json(render_function_json(Function("f", ()))).made_with is None
    )


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("def f(a): ...", "name"),
        ("raise KeyError('no')", "error"),
        ("raise SystemExit(3)", "error"),
        ("def g(a): ...", "missing"),
    ],
)
def test_a_function_elsewhere_is_printed_as_one_line(
    text: str, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what its file has printed before it; or why it is not to be had."""
    file = tmp_path / f"printed_{key}.py"
    file.write_text(f"print('x', end='')\n{text}\n", encoding="utf-8")
    try:
        print_function(f"{file}:f")
    finally:
        sys.modules.pop(file.stem, None)
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert key in told


def test_a_function_is_read_in_a_process_of_its_own(tmp_path: Path) -> None:
    """Whatever its file prints; what is not there, or breaks off, is one sentence."""
    file = tmp_path / "read_apart.py"
    file.write_text("print('x')\ndef f(run, qrels): ...\n", encoding="utf-8")
    assert str(read_elsewhere(f"{file}:f")) == "f(run, qrels)"
    with pytest.raises(UserError, match="has no 'g'; there are f"):
        read_elsewhere(f"{file}:g")
    file.write_text("raise KeyError('no')\n", encoding="utf-8")
    with pytest.raises(Broken, match="cannot be imported: KeyError"):
        read_elsewhere(f"{file}:f")
    file.write_text("import os\nos._exit(3)\n", encoding="utf-8")
    with pytest.raises(Broken, match="cannot be imported: "):
        read_elsewhere(f"{file}:f")
