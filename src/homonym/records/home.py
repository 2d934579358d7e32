"""Where the committed records stand: the one place that says so.

They are data of `homonym.reports`, which is built on records and above them: that it is
named here by a string is what keeps the imports going one way.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def find_records_folder() -> Path:
    """The folder of the committed records."""
    return Path(str(files("homonym.reports").joinpath("records")))
