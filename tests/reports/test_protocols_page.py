"""The page of protocols: each of them, with what it makes of the ranking on record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from homonym.maintain.record_protocols import record_protocols
from homonym.protocols.protocol import read_protocols
from homonym.reports.findings.protocols import read_protocol_ranking
from homonym.reports.pages import protocols


def test_every_protocol_stands_on_the_page_with_its_numbers(site: Path) -> None:
    page = (site / protocols.PAGE).read_text("utf-8")
    found = read_protocol_ranking()["protocols"]
    assert {*found} == {*read_protocols()}
    for name, one in read_protocols().items():
        row = page[page.index(f'id="protocol-{name}"') :].partition("</tr>")[0]
        for title in ("HR", "NDCG", "MRR"):
            assert f">{found[name][title]:.3f}<" in row
        assert one.title in row


def test_protocols_make_the_numbers_of_one_ranking_far_apart() -> None:
    """Sampled above popular above full, and masks at 0 far below where all scores are
    negative: what the page's first sentence says."""
    found = {
        name: one["HR"] for name, one in read_protocol_ranking()["protocols"].items()
    }
    assert found["99-sampled"] > 1.5 * found["100-popular"] > 2 * found["full"]
    assert found["100-popular-history-too"] < found["100-popular"]
    negative = {
        name: one["HR"] for name, one in read_protocol_ranking()["negative"].items()
    }
    assert negative["masked-0"] < found["full"] / 5
    assert negative["full"] == found["full"]


def test_the_corrections_come_near() -> None:
    """HR of all at the mapped cut-offs, and the corrected mean, on real ranks."""
    told = read_protocol_ranking()["correction"]
    for one in told["maps"].values():
        assert one["full"] == pytest.approx(told["sampled"], abs=0.02)
    for value in told["values"].values():
        assert value == pytest.approx(told["full"], abs=0.01)


@pytest.mark.exhaustive
def test_the_record_is_what_a_run_gives(shared: Path, tmp_path: Path) -> None:
    """On ml-latest-small, to the last digit that is kept."""
    (tmp_path / "reports/results").mkdir(parents=True)
    target = record_protocols(shared / "data/ml-latest-small", tmp_path)
    again = target.read_text("utf-8")
    assert json.loads(again) == read_protocol_ranking()
