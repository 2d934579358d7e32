"""The build of all pages: nothing is computed twice, every build writes the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from homonym.records import store
from homonym.reports import build as module
from homonym.reports.findings.names import sort_words_alphabetically
from homonym.reports.findings.survey import read_survey


def counting(monkeypatch: pytest.MonkeyPatch, name: str) -> list[Any]:
    """What a function of the build is called with from now on."""
    calls: list[Any] = []
    own = getattr(module, name)
    monkeypatch.setattr(module, name, lambda asked: calls.append(asked) or own(asked))
    return calls


@pytest.mark.exhaustive
def test_claims_and_contradictions_are_computed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The claims for the paper's page and the front page, the contradictions for two
    pages of each library."""
    for one in store.read_every():
        if one.library in ("rs-metrics", "recsys-pytorch"):
            store.write_record_of(one, [], tmp_path / "records")
    found = read_survey(folder=tmp_path / "records")
    claims = counting(monkeypatch, "rule_on_claims")
    against = counting(monkeypatch, "list_contradictions")
    front = module.build_report_pages(tmp_path / "site", found)
    assert claims == [found]
    assert against == [one.recorded for one in found.libraries]
    assert len(against) == 2
    assert (front.parent / "paper.html").read_text(encoding="utf-8").count("claim-")


def test_names_that_only_capitals_tell_apart_have_one_order() -> None:
    """Sets have another order in every process; `map` and `MAP` have not."""
    for written in (["map", "MAP", "Map"], ["Map", "MAP", "map"]):
        assert sort_words_alphabetically(written) == ["MAP", "Map", "map"]
