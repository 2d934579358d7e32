"""Metrics of predicted ratings: how far they are from the true ones.

Start at `rmse.py`; the case they take is in `case.py`, their axes in `errors.py`.
"""

import importlib
import pkgutil

SUPPORT = {"case", "errors", "properties"}
"""The modules of this package that are not a family."""

for _module in pkgutil.iter_modules(__path__):
    if _module.name not in SUPPORT:
        importlib.import_module(f"{__name__}.{_module.name}")
