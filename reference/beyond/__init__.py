"""Metrics beyond accuracy: which items the lists show, and how popular those are.

Start at `gini.py` for a metric of the whole run, at `average_popularity.py` for one of
each list; the case they take is in `case.py`, popularity in `popularity.py`, how alike
two items are in `likeness.py`.
"""

import importlib
import pkgutil

SUPPORT = {"case", "combine", "discovery", "likeness", "parity", "popularity"}
"""The modules of this package that are not a family."""

for _module in pkgutil.iter_modules(__path__):
    if _module.name not in SUPPORT:
        importlib.import_module(f"{__name__}.{_module.name}")
