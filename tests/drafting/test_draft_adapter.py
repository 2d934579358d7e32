"""The first draft of an adapter."""

from __future__ import annotations

import ast
import sys
from types import ModuleType
from typing import Any

import pytest

import homonym
from homonym.adapters.contract import Refuse
from homonym.drafting.draft_adapter import Draft, build_adapter_draft
from homonym.drafting.library import find_module_metrics
from homonym.reference.corpus import edge

UNRANKED = {
    *(
        "ties",
        "ties_in_a_long_list",
        "ties_at_several_scores",
        "ties_in_uneven_groups",
        "tied_pair",
        "ties_at_the_cut",
        "unsorted",
        "unsorted_with_two_hits",
    ),
    *("score_nan", "score_nan_in_the_middle", "score_nan_within_k"),
    "score_nan_before_a_hit",
    *("score_infinite", "score_minus_infinite"),
}
"""Probes of what scores make of an order, which only a caller with scores knows."""
TWICE = {
    *("pair_twice_in_truth", "pair_twice_below_k", "pair_twice_in_full_list"),
    *("pair_in_two_rows", "pair_in_two_rows_below_k"),
}
ONE_USER = {
    *("user_without_list", "user_absent_from_truth", "empty_lists", "empty_truth"),
    *("user_without_list_between", "user_absent_from_truth_between"),
}
"""Probes of a user of one table alone, whom only a caller with both tables knows."""


def drafted(library: ModuleType, shape: str = "") -> Draft:
    """The draft for a module, all of which takes data of a shape."""
    found = find_module_metrics(library, shape, lambda stage, done, of: None)
    name = library.__name__
    return build_adapter_draft(
        name, name, tuple(found.wrapped), found.left_out, found.classes
    )


@pytest.fixture(params=[("dicts", "rec, truth, k"), ("grades", "rec, relevant, k")])
def refused(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """What the draft for a shape of data refuses: probe -> reason."""
    shape, arguments = request.param
    library = ModuleType("drafted")
    exec(f"def recall({arguments}): return 0.5", library.__dict__)
    monkeypatch.setitem(sys.modules, "drafted", library)
    made: dict[str, Any] = {}
    exec(drafted(library, shape).text, made)
    found = {"shape": shape}
    for probe in edge():
        try:
            made["recall"](probe.case)
        except Refuse as refusal:
            found[probe.id] = str(refusal)
    return found


def test_a_draft_refuses_a_pair_that_a_dictionary_would_drop(
    refused: dict[str, str],
) -> None:
    """A pair twice in the truth is not counted once."""
    assert "cannot stand in it twice" in refused["pair_twice_in_truth"]


def test_a_draft_asks_nothing_that_its_functions_are_not_asked(
    refused: dict[str, str],
) -> None:
    """What a missing user and an order that no scores decide make of the number is up
    to whoever calls a function of lists; a function of all users meets the users."""
    shape = refused.pop("shape")
    assert {refused[probe] for probe in UNRANKED} == {
        "it takes no scores: their order is its caller's"
    }
    missing = ONE_USER if shape == "grades" else set()
    assert set(refused) == UNRANKED | missing | TWICE
    assert {refused[probe] for probe in missing} <= {
        "it takes one user's list and truth: a user has both"
    }


@pytest.mark.parametrize("shape", ["grades", "dicts", "frames", "matrices", "rows"])
def test_a_draft_imports_public_names_alone(shape: str) -> None:
    """What is private may move: whoever keeps a draft would be left behind."""
    library = ModuleType("drafted")
    exec("def recall(rec, truth, k): return 0.5", library.__dict__)
    tree = ast.parse(drafted(library, shape).text)
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in imported if str(node.module).startswith("homonym")]
    assert [node.module for node in ours] == ["homonym"]
    assert {name.name for name in ours[0].names} <= {*homonym.__all__}
