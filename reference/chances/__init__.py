"""Metrics of predicted chances: how well they foretell labels of 0 or 1.

Start at `log_loss.py`; the case it takes is in `case.py`.
"""

import importlib
import pkgutil

SUPPORT = {"case", "properties"}
"""The modules of this package that are not a family."""

for _module in pkgutil.iter_modules(__path__):
    if _module.name not in SUPPORT:
        importlib.import_module(f"{__name__}.{_module.name}")
