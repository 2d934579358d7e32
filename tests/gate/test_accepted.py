"""What was accepted holds at the next check, however the library lies."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "fake",
    ["fakes.lying", pytest.param("fakes.subtle", marks=pytest.mark.exhaustive)],
)
def test_what_was_accepted_holds(
    fake: str,
    accepted: Callable[[str], Path],
    gate: Callable[..., tuple[int, str]],
) -> None:
    """Refuted, unexplained and unstable metrics hold as such, and nothing drifts."""
    code, said = gate(fake, accepted(fake), "--json")
    metrics = json.loads(said)["metrics"]
    moved = {
        name: [line[:100] for line in metric["drift"][:3]]
        for name, metric in metrics.items()
        if metric["status"] not in ("holds", "fails, as recorded")
    }
    assert moved == {}
    assert code == 0, said
