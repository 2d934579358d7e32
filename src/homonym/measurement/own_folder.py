"""Where people's own modules are found: start at `look_here`.

The folder that one is in is searched last, so that no file in it is taken for a package
of homonym's. An adapter and its library are found there first: whoever changes them in
their checkout means those, and not an older copy that is installed.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterable
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from homonym.adapters import GROUP


class OwnFolder(MetaPathFinder):
    """Finds the modules of these names in a folder, before it is looked elsewhere."""

    def __init__(self, names: Iterable[str], folder: Path) -> None:
        self.names, self.folder = frozenset(names), str(folder)

    def find_spec(
        self, fullname: str, path: Any = None, target: Any = None
    ) -> ModuleSpec | None:
        """Where the module stands; nothing for a folder that is no package."""
        if path is not None or fullname not in self.names:
            return None
        found = PathFinder.find_spec(fullname, [self.folder])
        return found if found and found.loader else None


def look_here(*modules: str, folder: Path | None = None) -> None:
    """Search the folder last, but first for the packages of these modules."""
    own = folder or Path.cwd()
    sys.path.append(str(own))
    tops = (module.partition(".")[0] for module in modules)
    sys.meta_path.insert(0, OwnFolder(tops, own))


def find_adapter_module(name: str) -> str:
    """The module of an adapter that is named by its place, or by an entry point;
    nothing for one of ours."""
    registered = entry_points(group=GROUP)
    value = registered[name].value if name in registered.names else name
    return value.rpartition(":")[0]


def join_import_folders() -> str:
    """The folders where this process finds what is not installed: for the child too.
    The current folder is not among them unless PYTHONPATH names it: there the child
    looks last."""
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    here = {"", str(Path.cwd())}.difference(filter(None, named))
    own = (entry for entry in sys.path if entry not in here and not is_installed(entry))
    return os.pathsep.join(own)


def is_installed(path: str) -> bool:
    """Whether Python or packages are installed there."""
    found = Path(path)
    packages = {"site-packages", "dist-packages"} & set(found.parts)
    stdlib = found.is_relative_to(sysconfig.get_path("stdlib"))
    return bool(packages) or stdlib or found.suffix == ".zip"
