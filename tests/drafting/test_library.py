"""The metrics of a whole module, found and drafted."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from homonym.drafting.draft_adapter import Draft, build_adapter_draft
from homonym.drafting.library import find_module_metrics

DEMO = Path(__file__).parents[1] / "demo"


@pytest.fixture(scope="module")
def named() -> Draft:
    """The draft for a library of classes and of metrics by name."""
    sys.path.insert(0, str(DEMO))
    try:
        import named  # type: ignore[import-not-found]

        found = find_module_metrics(named, "", lambda stage, done, of: None)
    finally:
        sys.path.remove(str(DEMO))
    return build_adapter_draft(
        "named", "named", tuple(found.wrapped), found.left_out, found.classes
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("metric", "call"),
    [
        ("Recall", "named.Recall(k=case.k)(predicted=items, actual=relevant(judged))"),
        (
            "HitRate",
            "named.HitRate(topk=case.k).compute("
            "predictions=lists(case), targets=truth(case))",
        ),
        (
            "average_precision",
            "named.average_precision("
            "expected_ids=relevant(judged), retrieved_ids=items[:case.k])",
        ),
        ("precision_at_k", "named.precision_at_k(recommended=items, "),
        ("rmse", "named.rmse(y_true=true_values(case), y_pred=predictions(case))"),
        (
            "evaluate(precision)",
            "named.evaluate(qrels=qrels(case), run=run(case), "
            'metrics=[f"precision@{case.k}"])',
        ),
        (
            "evaluate(mrr)",
            "named.evaluate(qrels=qrels(case), run=run(case), "
            'metrics=[f"mrr@{case.k}"])',
        ),
    ],
)
def test_classes_and_metrics_by_name_are_drafted(
    metric: str, call: str, named: Draft
) -> None:
    """Objects are made with their cut-off, and asked by a call or a method."""
    assert metric in named.wrapped
    assert call in named.text


def test_what_could_not_be_wrapped_has_its_reason_and_lines_to_write(
    named: Draft,
) -> None:
    reasons = named.left_out
    assert (
        reasons["ndcg_of_models"]
        == "not wrapped yet: it takes model, loader, device, k"
    )
    assert reasons["coverage"].endswith("and no shape holds these")
    assert reasons["Trainer"] == "not wrapped yet: its name is no metric's"
    assert '@adapter.metric("ndcg_of_models", claims="ndcg")' in named.by_hand
    assert "lambda items, judged: named.ndcg_of_models(" in named.by_hand
    assert named.by_hand.strip().count("\n") < 7


def test_the_draft_is_an_adapter_that_lists_every_public_name(named: Draft) -> None:
    """Classes too; what the lines by hand call is there."""
    sys.path.insert(0, str(DEMO))
    made: dict[str, Any] = {}
    try:
        exec(named.text, made)
        assert made["adapter"].unlisted() == []
    finally:
        sys.path.remove(str(DEMO))
    assert {"each", "relevant"} <= {*made}


def test_a_metric_named_as_a_helper_does_not_hide_it() -> None:
    library = ModuleType("helpers")
    exec("def hits(recommended, relevant, k): return 0.5", library.__dict__)
    sys.modules["helpers"] = library
    try:
        found = find_module_metrics(library, "lists", lambda stage, done, of: None)
    finally:
        del sys.modules["helpers"]
    text = build_adapter_draft("helpers", "helpers", tuple(found.wrapped), {}).text
    assert "def hits_metric(case):" in text
