"""Metrics of diversity with relevance: lists of items that have aspects.

Start at `alpha_beta_ndcg.py`, which follows the equations of Parapar and Radlinski
(2021); the case it takes is in `case.py`, what all these metrics share in `cascade.py`.
"""

import importlib
import pkgutil

SUPPORT = {
    "cascade",
    "case",
    "ideal",
    "parameters",
    "properties",
    "relevance",
    "users",
    "weights",
}
"""The modules of this package that are not a family."""

for _module in pkgutil.iter_modules(__path__):
    if _module.name not in SUPPORT:
        importlib.import_module(f"{__name__}.{_module.name}")
