"""The function that somebody names: `mypkg.metrics:ndcg`, or `eval.py:ndcg` in a file.

Start at `load_target`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from homonym.errors import in_brief

FORM = "write MODULE:FUNCTION or FILE.py:FUNCTION, as in eval.py:ndcg"


class NotThere(LookupError):
    """There is no such module, file or function; the message is a sentence."""


def split_target(target: str) -> tuple[str, str]:
    """The module or file, and the function's name in it; NotThere where one lacks."""
    where, colon, name = target.rpartition(":")
    if not colon or not where or not name or "\0" in target:
        raise NotThere(f"{in_brief(target)} names no function: {FORM}")
    return where, name


def load_target(target: str) -> Any:
    """The function; NotThere where there is none, and whatever its module raises."""
    where, name = split_target(target)
    found: Any = load_file(where) if where.endswith(".py") else load_module(where)
    for part in name.split("."):
        if not hasattr(found, part):
            own = [one for one in vars(found) if callable(getattr(found, one, None))]
            known = (
                ", ".join(one for one in own if not one.startswith("_")) or "nothing"
            )
            raise NotThere(f"{where} has no {in_brief(name)}; there are {known}")
        found = getattr(found, part)
    if not callable(found):
        raise NotThere(
            f"{where} has {in_brief(name)}, which is no function and no class"
        )
    return found


def load_module(name: str) -> ModuleType:
    """A module by its name, looked for in this folder last."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and f"{name}.".startswith(f"{error.name}."):
            raise NotThere(
                f"there is no module {in_brief(error.name)} here; {FORM}"
            ) from None
        raise


def load_file(path: str) -> ModuleType:
    """A module by its file, whose folder is looked in for what it imports."""
    file = Path(path).resolve()
    if not file.is_file():
        raise NotThere(f"there is no file {path}; {FORM}")
    if (folder := str(file.parent)) not in sys.path:
        sys.path.append(folder)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec and spec.loader
    found = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(file.stem, found)
    spec.loader.exec_module(found)
    return found
