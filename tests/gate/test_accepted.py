"""What was accepted holds at the next check, however the library lies."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

BY_THE_CLOCK = {"forks_and_comes_late"}
"""Which of its calls come to nothing depends on when another process ends."""


@pytest.mark.parametrize(
    ("fake", "step"),
    [
        ("fakes.sampled", 4),
        *(
            pytest.param(f"fakes.{fake}", 1, marks=pytest.mark.exhaustive)
            for fake in ("lying", "subtle", "mistaken", "trained", "hostile")
        ),
    ],
)
def test_what_was_accepted_holds(
    fake: str,
    step: int,
    accepted: Callable[[str], Path],
    gate: Callable[..., tuple[int, str]],
) -> None:
    """Refuted, unexplained and unstable metrics hold as such, and nothing drifts: all
    of them, or one in so many."""
    record = accepted(fake)
    every = tomllib.loads(record.read_text("utf-8"))["metrics"]
    names = [name for name in every if name not in BY_THE_CLOCK][::step]
    code, said = gate(fake, record, "--json", *(f"--metric={name}" for name in names))
    metrics = json.loads(said)["metrics"]
    assert [*metrics] == names
    moved = {
        name: [line[:100] for line in metric["drift"][:3]]
        for name, metric in metrics.items()
        if metric["status"] not in ("holds", "fails, as recorded")
    }
    assert moved == {}
    assert code == 0, said
