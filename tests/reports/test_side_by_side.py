"""Pairs of repositories that tables print side by side: worked by hand, and told."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from homonym.adapters import adapters
from homonym.records.schema_entry import MetricEntry
from homonym.reports.findings import side_by_side
from homonym.reports.findings.comparable import Beside
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.names import read_listed_names
from homonym.reports.findings.repositories import read_paper_repositories
from homonym.reports.findings.side_by_side import (
    PrintedTable,
    judge_printed_pair,
    list_printed_pairs,
    read_printed_tables,
    read_side_by_side_data,
)
from homonym.reports.findings.survey import read_survey
from homonym.reports.pages.side_by_side import make_pair_anchor

TABLE = PrintedTable("a table", "https://example.org", ("NDCG",), ("NGCF", "KGIN"))


def metric(library: str, *variants: str) -> Beside:
    """A metric that may be any of these variants."""
    status = "identified" if len(variants) == 1 else "ambiguous"
    entry = MetricEntry(claims="ndcg", status=status, variants=variants)
    return Beside(Finding(library, "1", "ndcg_at_k", entry), library, 0.5)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (["ndcg(gain=binary)"], ["ndcg(gain=binary, users=caller)"], True),
        (["ndcg(gain=binary)"], ["ndcg(gain=binary, ideal=list_k)"], False),
        (["ndcg(gain=binary)", "ndcg(gain=grade)"], ["ndcg(gain=binary)"], None),
    ],
)
def test_a_pair_is_judged_by_its_records(
    one: list[str], other: list[str], same: bool | None
) -> None:
    """The same, another formula, or not told."""
    found = judge_printed_pair(
        "NDCG", [metric("ngcf", *one)], [metric("kgin", *other)], (TABLE,)
    )
    assert found.same is same
    assert found.tables == (TABLE,) and not found.partly


def test_one_metric_of_several_that_means_the_same_is_enough() -> None:
    """A repository that has both formulas is no pair that differs."""
    binary, cut = "ndcg(gain=binary)", "ndcg(gain=binary, ideal=list_k)"
    both = [metric("kgin", cut), metric("kgin", binary)]
    found = judge_printed_pair("NDCG", [metric("ngcf", binary)], both, (TABLE, TABLE))
    assert found.same and found.partly
    assert found.other.finding.meaning == binary
    assert found.tables == (TABLE,)


def test_which_functions_are_the_same_is_told(site: Path) -> None:
    """MMGCN has two formulas under NDCG: it is the same as NGCF by one, and as LightGCN
    by the other, which compute different ones."""
    text = unescape((site / "papers-side-by-side.html").read_text("utf-8"))
    told = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", text))
    pairs = [one for one in list_printed_pairs(read_survey()) if one.partly]
    titles = {(p.name, p.one.title, p.other.title) for p in pairs}
    assert {("NDCG", "MMGCN", "NGCF"), ("NDCG", "LightGCN", "MMGCN")} <= titles
    assert f", {len(pairs)} of them by one function of a repository" in told
    assert told.count("not by all functions of the name") == len(pairs)


def test_a_pair_is_found_in_the_tables_that_name_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """NGCF and KGIN, as recorded: their NDCGs differ, and NGCF's issue says so."""
    known = {
        name: [read_paper_repositories()[library].repository]
        for name, library in (("NGCF", "ngcf"), ("KGIN", "kgin"))
    }
    monkeypatch.setattr(
        side_by_side, "read_side_by_side_data", lambda: {"repositories": known}
    )
    monkeypatch.setattr(side_by_side, "read_printed_tables", lambda: [TABLE, TABLE])
    (found,) = list_printed_pairs(read_survey())
    assert found.same is False
    assert {found.one.finding.library, found.other.finding.library} == {"ngcf", "kgin"}
    assert found.tables == (TABLE,)
    assert any("issues/34" in one for one in found.said)
    assert make_pair_anchor(found) == "pair-NDCG-kgin-ngcf"


def test_the_tables_name_what_is_known() -> None:
    """Every method has its repositories, written `owner/name`, every metric is a name,
    and a table is read at a commit."""
    known = read_side_by_side_data()["repositories"]
    for table in read_printed_tables():
        assert {*table.methods} <= {*known}
        assert {*table.metrics} <= {*read_listed_names().values()}
        assert re.fullmatch(r"https://github.com/[^/]+/[^/]+/blob/.+", table.address)
    every = [one for mine in known.values() for one in mine]
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+", one) for one in every)
    homes = {adapter.homepage for adapter in adapters().values()}
    for one in read_paper_repositories().values():
        assert one.address in homes


def test_the_sentence_counts_the_pairs(site: Path) -> None:
    """Those that differ, and those that do not."""
    main = (site / "papers-side-by-side.html").read_text("utf-8").partition("<main")[2]
    text = " ".join(unescape(re.sub(r"<[^>]+>", "", main)).split())
    found = list_printed_pairs(read_survey())
    apart = [one for one in found if one.same is False]
    assert (
        f"under the name of one metric {len(found)} times: {len(apart)} times" in text
    )
    for one in found:
        assert f'id="{make_pair_anchor(one)}"' in main
