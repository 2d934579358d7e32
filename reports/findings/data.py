"""What the pages read beside the records: published numbers, and results of runs.

The files stand in `published/` (TOML, written by people) and `results/` (JSON, written
by commands).
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from homonym.errors import UserError

SCHEMA = 1


@cache
def read_data(name: str, what: str, label: str | None = None) -> dict[str, Any]:
    """A file by its path below `reports/`, TOML or JSON as its suffix says.

    what: the words for it in the UserError that is raised where it has another schema,
    or another label (as "published", "measured" or "simulated") than the one given.
    """
    file = files("homonym.reports").joinpath(name)
    parse = json.loads if name.endswith(".json") else tomllib.loads
    found: dict[str, Any] = parse(file.read_text(encoding="utf-8"))
    if found.get("schema") != SCHEMA or label not in (None, found.get("label")):
        raise UserError(f"{file} is no {what} of schema {SCHEMA}")
    return found
