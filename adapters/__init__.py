"""One file per library, or several that share its `adapter`; see `contract.py`.

What several libraries share stands beside them, in files without an `adapter`.
"""

import importlib
import pkgutil
from functools import lru_cache

from homonym.adapters.contract import Adapter


@lru_cache(maxsize=1)
def adapters() -> dict[str, Adapter]:
    """Every library's adapter by the library's name, in the order of the names.

    A file registers by being here: no third-party library is imported.
    """
    found = {}
    for module in pkgutil.iter_modules(__path__):
        loaded = importlib.import_module(f"{__name__}.{module.name}")
        if hasattr(loaded, "adapter"):
            found[loaded.adapter.library] = loaded.adapter
    return dict(sorted(found.items()))


def find(name: str) -> Adapter | None:
    """The adapter of a library's name, or one that stands elsewhere: `module:name`."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return adapters().get(name)
    found = getattr(importlib.import_module(module), attribute)
    return found if isinstance(found, Adapter) else None
