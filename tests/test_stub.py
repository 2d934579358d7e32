"""The first draft of an adapter."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from homonym.adapters.contract import Refuse
from homonym.reference.corpus import edge
from homonym.stub import draft


@pytest.mark.parametrize(
    ("shape", "arguments"), [("dicts", "rec, truth, k"), ("user", "rec, relevant, k")]
)
def test_a_draft_refuses_a_pair_that_a_dictionary_would_drop(
    monkeypatch: pytest.MonkeyPatch, shape: str, arguments: str
) -> None:
    """A pair twice in the truth is not counted once; every other case is called."""
    library = ModuleType("drafted")
    exec(f"def recall({arguments}): return 0.5", library.__dict__)
    monkeypatch.setitem(sys.modules, "drafted", library)
    made: dict[str, Any] = {}
    exec(draft("drafted", library, shape).text, made)
    probes = {probe.id: probe.case for probe in edge()}
    made["recall"](probes["ties"])
    with pytest.raises(Refuse, match="cannot stand in it twice"):
        made["recall"](probes["pair_twice_in_truth"])
