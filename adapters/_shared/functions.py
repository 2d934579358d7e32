"""The public functions of a library's modules, by which its inventory is taken."""

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

from homonym.errors import UserError, in_brief


def functions(
    module: ModuleType, package: str = "", classes: bool = False
) -> dict[str, Callable[..., Any]]:
    """A module's own public functions by name, and its classes where they are asked
    for: imported ones are left out, unless they come from the package named.

    >>> "ndcg" in functions(inspect), "getmembers" in functions(inspect)
    (False, True)
    """
    if not isinstance(module, ModuleType) or not isinstance(package, str):
        wrong = package if isinstance(module, ModuleType) else module
        raise UserError(
            f"functions lists those of a module, as in functions(mymetrics), not of "
            f"{in_brief(wrong)}"
        )
    home = package or module.__name__

    def wanted(found: object) -> bool:
        return inspect.isfunction(found) or (classes and inspect.isclass(found))

    return {
        name: found
        for name, found in inspect.getmembers(module, wanted)
        if f"{found.__module__}.".startswith(f"{home}.") and not name.startswith("_")
    }
