"""Families of equal code, worked by hand and as they are on record."""

from __future__ import annotations

from pathlib import Path

import pytest

from homonym.reports.findings import equal_code
from homonym.reports.findings.equal_code import (
    EqualRow,
    find_equal_code_families,
    group_connected_shapes,
)
from homonym.reports.findings.survey import (
    RecordedLibrary,
    Release,
    Survey,
    read_survey,
)
from homonym.scanning.known_shapes import KnownShape
from homonym.scanning.shape import CodeShape


def shape(library: str, metric: str, tree: str, version: str = "1") -> KnownShape:
    """A function with a tree."""
    return KnownShape(library, metric, "m.py", CodeShape(tree, ()), (version,))


def library(name: str) -> RecordedLibrary:
    """One at one version."""
    release = Release(name, "1", None)
    return RecordedLibrary(name, name, "", (release,), name)


def test_a_family_is_of_equal_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """KGIN's AUC is NGCF's auc; their NDCGs are not equal, and stand beside each other.
    RecBole shares no tree with them, LensKit's is of another version, and two libraries
    alone are no family of papers."""
    known = [
        *(shape("kgin", "AUC", "1"), shape("kgin", "ndcg", "2")),
        *(shape("ngcf", "auc", "1"), shape("ngcf", "ndcg", "3")),
        *(shape("recbole", "ndcg", "4"), shape("lenskit", "ndcg", "3", "0.9")),
        *(shape("elliot", "mae", "5"), shape("cornac", "mae", "5")),
    ]
    monkeypatch.setattr(equal_code, "read_known_shapes", lambda: known)
    names = ("cornac", "elliot", "lenskit", "recbole")
    papers = tuple(map(library, ("kgin", "ngcf")))
    (one,) = find_equal_code_families(
        Survey(tuple(map(library, names)), repositories=papers)
    )
    assert one.members == ("ngcf", "kgin")
    assert one.rows == (
        EqualRow(("AUC", "auc"), (("a",), ("a",))),
        EqualRow(("ndcg",), (("a",), ("b",))),
    )
    assert [row.trees for row in one.rows] == [1, 2]


def test_what_is_equal_to_a_third_is_in_one_family() -> None:
    """Groups grow together by whatever joins them, in any order."""
    every = [shape("a", "x", "1"), shape("c", "z", "2"), shape("b", "y", "3")]
    every += [shape("b", "y", "1"), shape("b", "y", "2")]
    found = group_connected_shapes(
        every, lambda one: [one.library], lambda one: [one.shape.whole]
    )
    assert [{one.library for one in group} for group in found] == [{"a", "b", "c"}]


def test_the_families_on_the_page_are_those_of_the_fingerprints(site: Path) -> None:
    """NGCF and KGIN differ in one function."""
    page = (site / "papers.html").read_text("utf-8")
    found = find_equal_code_families(read_survey())
    assert page.count('id="equal-') == len(found)
    (ours,) = [one for one in found if "ngcf" in one.members]
    at = [ours.members.index(name) for name in ("ngcf", "kgin")]
    apart = [
        row.names
        for row in ours.rows
        if row.letters[at[0]] and row.letters[at[0]] != row.letters[at[1]]
    ]
    assert ("ndcg_at_k",) in apart
    assert "2019-05-01" in page
