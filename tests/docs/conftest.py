"""What the pages are carried out with: homonym's wheel, and fresh environments."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of homonym's wheel."""
    folder = tmp_path_factory.mktemp("wheels")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", folder, ROOT], check=True)
    return folder


@pytest.fixture(scope="module")
def shell(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables of a fresh environment; pip finds homonym's wheel for it."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder / "venv", with_pip=True)
    links = f"{wheels} {os.environ.get('PIP_FIND_LINKS', '')}".strip()
    path = f"{folder / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return {**kept, "PATH": path, "PIP_FIND_LINKS": links, "PIP_QUIET": "1"}
