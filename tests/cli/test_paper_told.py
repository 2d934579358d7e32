"""How `homonym explain --paper` prints a paper, here of data that are made up."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from homonym.cli import explain_paper
from homonym.cli.explain_paper import (
    build_paper_data,
    describe_code_metric,
    describe_paper_code,
    describe_paper_words,
)
from homonym.reports.findings.paper_code import find_paper_or_code
from homonym.reports.findings.papers import read_papers_data

METRIC = {
    "metric": "NDCG",
    "says": "“normalised” (p. 3)",
    "defines": "ndcg(gain=binary)",
    "equals": "",
    "note": "",
    "computed by": ["recbole.ndcg"],
}


def paper(*metrics: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A paper with these metrics and no code."""
    plain = {"paper": "A 2020", "source": "B 2021", "metrics": metrics}
    return {**plain, "recorded": None, "code": None, **more}


def test_the_words_of_a_paper_are_told_where_it_has_them() -> None:
    """With who computes what they define; what is empty is left out."""
    silent = {**METRIC, "metric": "HR", "defines": "", "note": "no formula"}
    nobody = {**METRIC, "metric": "MAP", "computed by": []}
    assert [*describe_paper_words(paper(METRIC, silent, nobody))] == [
        "A 2020, as reported by B 2021",
        "\nNDCG",
        "  says         “normalised” (p. 3)",
        "  defines      ndcg(gain=binary)",
        "  computed by  recbole.ndcg",
        "\nHR",
        "  says         “normalised” (p. 3)",
        "  note         no formula",
        "\nMAP",
        "  says         “normalised” (p. 3)",
        "  defines      ndcg(gain=binary)",
        "  computed by  none",
    ]
    assert [*describe_paper_words(paper())] == [
        "A 2020: its text is not on record here; its code alone"
    ]


COMPUTED = {
    "metric": "ndcg",
    "name": "NDCG",
    "computes": "ndcg(gain=binary)",
    "when": "",
    "matters": [],
    "example": None,
}


def test_a_function_is_told_with_who_computes_the_same() -> None:
    """And how many compute another number under its name."""
    apart = {"libraries": ["a"], "repositories": ["b", "c"]}
    one = {
        **COMPUTED,
        "when": "every user has one relevant item",
        "matters": ["ids", "order"],
        "example": 0.25,
        "same": {"libraries": ["x"], "repositories": ["y"]},
        "different": apart,
    }
    assert [*describe_code_metric(one)] == [
        "\n  ndcg                     ndcg(gain=binary) where every user has one "
        "relevant item, but ids and order",
        "    on the example data  0.2500",
        "    the same             x and y",
        "    another NDCG         1 library and 2 repositories",
    ]
    alone = {**one, "same": {"libraries": [], "repositories": []}, "example": 0}
    lines = [*describe_code_metric(alone)]
    assert lines[1:3] == [
        "    on the example data  0.0000",
        "    the same             nobody on record",
    ]
    assert [*describe_code_metric(COMPUTED)] == [
        "\n  ndcg                     ndcg(gain=binary)"
    ]


def test_the_code_of_a_paper_is_told_as_recorded_or_as_it_was_run() -> None:
    recorded = {
        "repository": "https://a.org/b",
        "commits": ["abc", "def"],
        "paper": "A",
        "licence": "MIT",
        "metrics": [COMPUTED],
        "said": ["by C"],
    }
    assert [*describe_paper_code(paper(recorded=recorded))] == [
        "\nits own code, https://a.org/b recorded at abc, def",
        "  A; licence: MIT",
        "\n  ndcg                     ndcg(gain=binary)",
        "  said before: by C",
    ]
    none = {**recorded, "commits": []}
    first, *_ = describe_paper_code(paper(recorded=none))
    assert first.endswith("recorded at no commit yet")
    code = {
        "repository": "https://a.org/b",
        "commit": "abc",
        "computes": {"ndcg": "ndcg(gain=binary)"},
        "note": "run once",
    }
    assert [*describe_paper_code(paper(code=code))] == [
        "\nits own code, https://a.org/b at abc",
        "  ndcg                     ndcg(gain=binary)",
        "  run once",
    ]
    assert [*describe_paper_code(paper())] == []


def test_a_paper_is_told_with_the_commits_of_its_own_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The newest first; and with the source of its words, where these are on record."""
    survey = SimpleNamespace(
        repositories=[
            SimpleNamespace(name="other", recorded=[SimpleNamespace(version="1")]),
            SimpleNamespace(
                name="ngcf",
                recorded=[SimpleNamespace(version="b"), SimpleNamespace(version="a")],
            ),
        ]
    )
    monkeypatch.setattr(explain_paper, "read_survey", lambda: survey)
    monkeypatch.setattr(explain_paper, "yield_code_metrics", lambda code, survey: [])
    told = build_paper_data(find_paper_or_code("NGCF"))
    assert told["recorded"]["commits"] == ["b", "a"]
    assert (told["source"], told["reference"], told["metrics"]) == (None, None, [])
    words = build_paper_data(find_paper_or_code("NeuMF"))
    assert words["source"] == read_papers_data()["source"]
    explain_paper.explain_paper("NGCF", as_json=True)
    assert json.loads(capsys.readouterr().out) == told


def test_a_machine_is_told_words_as_they_are_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(explain_paper, "build_paper_data", lambda found: paper(METRIC))
    explain_paper.explain_paper("NGCF", as_json=True)
    assert "“normalised”" in capsys.readouterr().out
