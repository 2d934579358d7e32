"""Where in a library an error was raised: start at `locate_raised_error`."""

from __future__ import annotations

import sys
import sysconfig
import traceback
from pathlib import Path


def locate_raised_error(error: BaseException, module: str) -> str:
    """The innermost file and line of the library in the error's traceback, from its own
    folder on; nothing where it has no part in it."""
    package = module.partition(".")[0]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if inside := locate_in_package(package, Path(frame.filename)):
            return f"{inside}:{frame.lineno}"
    return ""


def locate_in_package(package: str, file: Path) -> str:
    """The file as seen from beside the package, or from beside a module that is one
    file; nothing where it is none of it."""
    for place in list_package_places(package):
        if file == place or file.is_relative_to(place):
            return file.relative_to(place.parent).as_posix()
    if package in sys.modules or file.is_relative_to(sysconfig.get_path("stdlib")):
        return ""
    parts = file.parts
    if package not in parts:
        return ""
    start = len(parts) - 1 - parts[::-1].index(package)
    return "/".join(parts[start:])


def list_package_places(package: str) -> list[Path]:
    """The folders of an imported package, or the file of a module that is one; none of
    what could not be imported."""
    found = sys.modules.get(package)
    folders = getattr(found, "__path__", None)
    if folders is not None:
        return [Path(folder) for folder in folders]
    file = getattr(found, "__file__", None)
    return [Path(file)] if file else []
