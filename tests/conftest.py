"""What several test files share: the fakes on the path of child processes, records."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from homonym.records import store
from homonym.records.reading import record_of
from homonym.reference.variants import Variant
from homonym.reports.findings.survey import Survey, survey

HERE = Path(__file__).parent
SHARED = HERE.parent.parent / "shared"


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> str:
    """The adapter of the fake library, importable here and in child processes."""
    path = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(HERE), path])))
    monkeypatch.syspath_prepend(str(HERE))
    sys.modules.pop("fakes.lying", None)
    return "fakes.lying:adapter"


@pytest.fixture
def shared() -> Path:
    """The source documents beside the checkout; users do not have them."""
    if not SHARED.is_dir():
        pytest.skip("the source documents are not beside this checkout")
    return SHARED


@pytest.fixture
def surveyed(tmp_path: Path) -> Callable[..., Survey]:
    """Makes a survey of small records.

    Each is given as (library, version, {metric: a variant's id, or a whole entry}),
    and may have a fourth, the conventions of all its metrics, and a fifth, the values
    on the example data.
    """

    def make(*given: Any) -> Survey:
        for library, version, metrics, *rest in given:
            edges, values = (*rest, {}, {})[:2]
            made = {name: entry(found, edges) for name, found in metrics.items()}
            record = {
                "schema": 1,
                "library": library,
                "version": version,
                "corpus": {"edition": 1, "core": 48, "edge": 24, "sha256": "0" * 12},
                "metrics": made,
                "example": {"data": "example", "values": values},
                "provenance": {
                    "measured": "2026-01-02",
                    "from": "registry",
                    "python": "3.11.7",
                    "packages": {"numpy": "2.0.0"},
                },
            }
            store.write(record_of(record, "a test"), [], tmp_path / "records")
        return survey(folder=tmp_path / "records")

    return make


def entry(found: str | Mapping[str, Any], edges: Mapping[str, str]) -> dict[str, Any]:
    """A metric's entry: as given, or of one variant."""
    if not isinstance(found, str):
        return dict(found)
    return {
        "claims": Variant.with_defaults(found).family,
        "entry": "function",
        "variants": [str(Variant.with_defaults(found).canonical())],
        "status": "identified",
        "precision": 1e-9,
        "core": {"ran": 48, "of": 48},
        "refuted": {"tried": 200, "failed": 0},
        "conventions": dict(edges),
    }
