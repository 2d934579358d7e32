"""The public functions of a library's modules, by which its inventory is taken."""

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any


def functions(module: ModuleType, package: str = "") -> dict[str, Callable[..., Any]]:
    """A module's own public functions by name: imported ones are left out, unless they
    come from the package named.

    >>> "ndcg" in functions(inspect), "getmembers" in functions(inspect)
    (False, True)
    """
    home = package or module.__name__
    return {
        name: found
        for name, found in inspect.getmembers(module, inspect.isfunction)
        if f"{found.__module__}.".startswith(f"{home}.") and not name.startswith("_")
    }
