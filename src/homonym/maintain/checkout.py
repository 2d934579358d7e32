"""The checkout that is written to: start at `find_checkout_folder`."""

from __future__ import annotations

from pathlib import Path

from homonym import reference
from homonym.errors import UserError


def find_checkout_folder() -> Path:
    """The folder of the project; UserError where homonym is not installed from one."""
    folder = Path(next(iter(reference.__path__))).resolve()
    project = folder.parent
    if not (project / "pyproject.toml").exists() or not (project / "tests").is_dir():
        raise UserError(
            "homonym-maintain writes to a checkout of homonym, and this homonym is "
            f"installed in {folder.parent}",
            "in a checkout: pip install --editable .",
        )
    return project
