"""What the pages are carried out with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def shell(
    environment: Callable[[Path], dict[str, str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, str]:
    """The variables of a fresh environment; pip finds homonym's wheel for it."""
    return environment(tmp_path_factory.mktemp("fresh") / "venv")
