"""What several test files share: the fakes on the path of child processes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

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
