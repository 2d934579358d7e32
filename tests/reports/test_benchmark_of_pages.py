"""What the benchmark of the report measures on a folder of pages, and its limits."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from homonym.adapters import adapters
from homonym.records.store import read_every
from homonym.reports.findings.repositories import is_paper_repository

FILE = Path(__file__).parents[2] / "benchmarks" / "report.py"


@pytest.fixture(scope="module")
def measuring() -> Any:
    """The benchmark, as a module."""
    spec = spec_from_file_location("benchmark_of_pages", FILE)
    assert spec and spec.loader
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def broken(found: Any) -> list[str]:
    """The lines of the limits that do not hold."""
    return [line for line, holds in found if not holds]


def test_what_is_folded_is_no_tab_stop(measuring: Any) -> None:
    """A summary is one; what an open one shows, too."""
    page = """<a href="x">1</a> <a>no</a> <div tabindex="0">2</div>
      <details><summary>3</summary><a href="x">folded</a>
        <details open><summary>folded</summary></details></details>
      <details open><summary>4</summary><button>5</button></details>"""
    assert measuring.TabStops(page).count == 5


@pytest.mark.parametrize(
    ("front", "other", "told"),
    [
        ("x" * 400_000, "x" * 600_000, []),
        ("x" * 400_001, "", ["400,001 bytes of index.html, at most 400,000"]),
        ("<a href='x'>" * 1_001, "", ["1,001 tab stops on the front page"]),
        ("", "x" * 600_001, ["600,001 bytes of b.html", "1 of 2 pages over 600,000"]),
    ],
)
def test_a_page_over_its_limit_is_told(
    measuring: Any, tmp_path: Path, front: str, other: str, told: list[str]
) -> None:
    """The front page's bytes and tab stops, and any other's bytes."""
    (tmp_path / "index.html").write_text(front)
    (tmp_path / "b.html").write_text(other)
    found = broken(measuring.weights(tmp_path))
    assert len(found) == len(told)
    assert all(line.startswith(one) for line, one in zip(found, told, strict=True))


def test_a_build_that_takes_too_long_is_told(measuring: Any) -> None:
    """40 versions in 8 seconds, 150 in 20, more than that in 20 too."""
    for versions, most in ((40, 8), (41, 13), (150, 20), (900, 20)):
        assert measuring.seconds(versions, most)[1]
        assert not measuring.seconds(versions, most + 0.1)[1]
        assert measuring.seconds(versions, 3 * most, 3)[1]
        assert not measuring.seconds(versions, 3 * most + 0.1, 3)[1]


def test_a_wide_table_has_its_window(measuring: Any, tmp_path: Path) -> None:
    """In one its first column stays, by the style sheet."""
    table = f"<table><tr>{'<td>' * 13}</tr></table>"
    window = f'<div class="scroll">\n{table}</div>'
    (tmp_path / "a.html").write_text(window)
    assert not broken(measuring.widths(tmp_path))
    (tmp_path / "b.html").write_text(table)
    assert broken(measuring.widths(tmp_path)) == [
        "b.html: a table of 13 columns outside of a window of its own"
    ]


@pytest.mark.exhaustive
def test_copies_are_as_many_as_asked_each_once(
    measuring: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """150 records of 110 libraries, those that are committed among them; of papers'
    repositories those alone."""
    own = dict(adapters())
    monkeypatch.setattr(measuring, "adapters", lambda: own)
    measuring.copies(150, 110, tmp_path)
    found = {(one.library, one.version) for one in read_every(tmp_path)}
    ours = [one for one in found if not is_paper_repository(one[0])]
    assert len(ours) == 150 and len({library for library, _ in ours}) == 110
    assert {(one.library, one.version) for one in read_every()} <= found
