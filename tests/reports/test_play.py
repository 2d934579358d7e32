"""The page to play with: its numbers are the reference's, and stand where it looks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.pages.play import TABLES, yield_case_lines


@pytest.fixture(scope="module")
def played(site: Path) -> dict[str, Any]:
    """What the page's script looks up."""
    text = (site / "play-data.js").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text.partition(" = ")[2].rstrip(";\n"))
    return found


def row(played: dict[str, Any], name: str, label: str) -> dict[str, Any]:
    """A formula of a name."""
    (named,) = (one for one in played["names"] if one["title"] == name)
    (found,) = (one for one in named["rows"] if one["label"] == label)
    return dict(found)


def test_every_case_has_its_place() -> None:
    """Hits count 1, 2, 4, 8, 16 from the first rank on; then missed items; then k."""
    told = list(yield_case_lines())
    assert len(told) == len(set(told)) == 2 * 32 * 4 * 5
    mask, missed, k = 0b00101, 1, 3
    assert told[(mask * 4 + missed) * 5 + k - 1] == "1 . 1 . . | 1 @3"
    later = ((32 + 0b10000) * 4 + 0) * 5 + 4
    assert told[later] == ". . . . 1 ; . 1 . . . @5"


@pytest.mark.parametrize(
    ("name", "label", "line", "shown"),
    [
        ("MAP", "divisor=r", "1 . 1 . . | 1 @3", "0.5556"),
        ("MAP", "divisor=hits", "1 . 1 . . | 1 @3", "0.8333"),
        ("MRR", "counts=sum", "1 . 1 . . | 1 @3", "1.333"),
        ("MAP", "divisor=r", "1 . . . . ; . 1 . . . @1", "0.5000"),
        ("MAP", "divisor=r", ". . . . . @1", "–"),
    ],
)
def test_numbers_are_those_worked_out_by_hand(
    played: dict[str, Any], name: str, label: str, line: str, shown: str
) -> None:
    """(1 + 2/3) / 3, over two hits; 1 + 1/3; (1 + 0) / 2; nothing of no hit at all."""
    found = row(played, name, label)
    assert found["shown"][found["at"][list(yield_case_lines()).index(line)]] == shown


def test_every_formula_of_a_name_has_a_number_for_every_case(
    played: dict[str, Any],
) -> None:
    """That of the reference, tried on one case in forty."""
    told = list(yield_case_lines())
    assert len(played["names"]) > 5
    for name in played["names"]:
        assert len(name["rows"]) > 1
        for one in name["rows"]:
            assert len(one["at"]) == len(told)
            assert max(one["at"]) == len(one["shown"]) - 1
    found = row(played, "NDCG", "gain=binary, ideal=list_k")
    variant = Variant.parse("ndcg(gain=binary, ideal=list_k)")
    for line in told[25::40]:
        shown = found["shown"][found["at"][told.index(line)]]
        value = variant.value(Case.parse(line))
        assert (
            shown == "undefined"
            if value is None
            else float(shown) == pytest.approx(value, abs=1e-3)
        )


def test_a_library_is_shown_only_where_the_page_has_its_tables(
    played: dict[str, Any],
) -> None:
    """No place in its lines stays empty."""
    assert any(one["title"] == "rs_metrics ndcg" for one in played["code"])
    for one in played["code"]:
        left = set(re.findall(r"\$\{?(\w+)", one["lines"]))
        assert left <= TABLES, one["title"]


@pytest.mark.parametrize(
    "id", ["ndcg(gain=binary)", "auc(positives=recommended, users=stacked)"]
)
def test_many_cases_get_the_numbers_of_each_alone(id: str) -> None:
    """A user who stands in several cases is looked at once; nothing else changes."""
    variant = Variant.parse(id)
    value = variant.home.formula(variant)
    for line in ("1 . 1 @2", "1 . 1 @3", "1 . 1 ; . 1 . @3", ". 1 . ; 1 . 1 @3"):
        case = Case.parse(line)
        assert value(case) == variant.value(case), line
