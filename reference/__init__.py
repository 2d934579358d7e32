"""The oracle: a readable definition of every variant of every metric.

Start at `reference/precision.py` for the shape of a family, at `reference/axes.py` for
the words. Nothing here imports numpy or anything else of ours.
"""

import importlib
import pkgutil
from functools import lru_cache

SUPPORT = {
    "axes",
    "case",
    "corpus",
    "elementary",
    "properties",
    "ranges",
    "ranks",
    "users",
}
"""The modules of this package that are not a family."""


@lru_cache(maxsize=1)
def load() -> None:
    """Import every family file, so that each registers itself."""
    for module in pkgutil.iter_modules(__path__):
        if module.name not in SUPPORT:
            importlib.import_module(f"{__name__}.{module.name}")
