"""Shapes of recorded functions: found in folders, kept by version, compared."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from homonym.adapters.contract import Adapter, Metric
from homonym.scanning import known_shapes as module
from homonym.scanning.known_shapes import (
    KnownShape,
    find_copied_functions,
    merge_version_shapes,
    normalise_function_name,
    read_known_shapes,
    render_known_shapes,
    yield_library_shapes,
)
from homonym.scanning.shape import STATEMENTS, CodeShape

CODE = """
def ndcgAtK(items, truth, k):
    found = 0.0
    for rank, item in enumerate(items[:k]):
        if item in truth:
            found += 1 / (rank + 2)
    best = sum(1 / (rank + 2) for rank in range(min(k, len(truth))))
    return found / best if best else 0.0


def helper(items):
    total = 0
    for item in items:
        total += item * 2
    return total
"""


def adapter(*files: str) -> Adapter:
    """An adapter of one metric, about these files."""
    found = Adapter("lib", "lib", "Lib", "", list, files=files)
    found.metrics["ndcg"] = Metric("ndcg_at_k", "ndcg", lambda case: 0.0)
    return found


def known(whole: str, *parts: str, versions: tuple[str, ...] = ("1",)) -> KnownShape:
    """A recorded function of that shape."""
    return KnownShape("lib", "ndcg", "m.py", CodeShape(whole, parts), versions)


def words(count: int, start: int = 0) -> tuple[str, ...]:
    """So many statements, in order."""
    return tuple(f"{n:04}" for n in range(start, start + count))


def test_functions_named_as_metrics_are_found(tmp_path: Path) -> None:
    """However the name is written, in the files that the adapter is about; what is too
    small is passed over."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/eval.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "other.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "broken.py").write_text("def f(:", encoding="utf-8")
    (tmp_path / "small.py").write_text("def ndcg_at_k(): pass", encoding="utf-8")
    found = list(
        yield_library_shapes(tmp_path, adapter("sub/*", "broken.py", "small.py"))
    )
    assert [(one.library, one.metric, one.file) for one in found] == [
        ("lib", "ndcg_at_k", "sub/eval.py")
    ]
    every = [one.file for one in yield_library_shapes(tmp_path, adapter("*"))]
    assert every == ["other.py", "sub/eval.py"]
    assert (
        normalise_function_name("NDCG_at_k")
        == normalise_function_name("ndcgAtK")
        == "ndcgatk"
    )


def test_shapes_are_written_a_line_each_and_read_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In one order, whichever they come in."""
    shapes = [known("b", "1", "2"), known("a", versions=("1", "2"))]
    text = render_known_shapes(shapes)
    assert text == render_known_shapes(shapes[::-1])
    assert [one["whole"] for one in json.loads(text)["functions"]] == ["a", "b"]
    assert len(text.splitlines()) == 4
    committed = read_known_shapes()
    assert render_known_shapes(committed) == module.files(module.__package__).joinpath(
        module.DATA
    ).read_text("utf-8")
    assert all(one.versions for one in committed)


def test_a_version_takes_the_place_of_what_it_had() -> None:
    """Of its library alone; what no version has any more is forgotten."""
    old, stays = known("a"), known("b", versions=("1", "2"))
    other = replace(known("c"), library="other")
    found = merge_version_shapes([old, stays, other], [known("b"), known("d")], "1")
    assert {(one.library, one.shape.whole): one.versions for one in found} == {
        ("lib", "b"): ("1", "2"),
        ("lib", "d"): ("1",),
        ("other", "c"): ("1",),
    }
    more = merge_version_shapes([stays], [known("b"), known("e")], "0")
    assert {one.shape.whole: one.versions for one in more} == {
        "b": ("0", "1", "2"),
        "e": ("0",),
    }


def test_a_copy_is_equal_or_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that are equal; else, of nine statements in common of twelve or more, those
    that have the most; of few statements none is near."""
    twelve = words(12)
    nine, ten = known("n", *twelve[:9]), known("t", *twelve[:10])
    alike = known("t2", *twelve[:10])
    monkeypatch.setattr(module, "read_known_shapes", lambda: (nine, ten, alike))
    assert find_copied_functions(CodeShape("n", ())) == ([nine], 1.0)
    assert find_copied_functions(CodeShape("x", twelve)) == ([ten, alike], 10 / 12)
    monkeypatch.setattr(module, "read_known_shapes", lambda: (nine,))
    assert find_copied_functions(CodeShape("x", twelve)) == ([nine], 0.75)
    assert find_copied_functions(CodeShape("x", words(13))) == ([], 0.0)
    assert find_copied_functions(CodeShape("x", words(12, 1)))[0] == []
    few = known("f", *words(STATEMENTS))
    monkeypatch.setattr(module, "read_known_shapes", lambda: (few, nine))
    assert find_copied_functions(CodeShape("x", words(STATEMENTS))) == ([few], 1.0)
    assert find_copied_functions(CodeShape("x", words(STATEMENTS - 1))) == ([], 1.0)
