"""Where in a library functions stand that are named as metrics are.

An adapter enumerates the names of the modules it knows. This looks through all files of
the package, without importing any, so that a metric in a module that nobody thought of
is found. It goes by names: a loop that computes a metric inside `evaluate` is not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from homonym.adapters.contract import Adapter

DEFINITION = re.compile(r"^[ \t]*(?:def|class)[ \t]+(\w+)", re.MULTILINE)
WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
"""Where a word begins within a name such as HitRate."""
METRIC = re.compile(
    r"(^|_)("
    r"n?dcg|roc_?auc|[gl]?auc|mrr|reciprocal_rank|hr|hits?|hit_?rat(e|io)|recall|prec"
    r"|precision|average_precision|f1|rmse|mse|mae|gini|coverage|novelty|serendipity"
    r"|diversity|surprisal|unexpectedness"
    r")(_|\d|$)|^map(_at_k|_k|k|r|_)?$"
)
NOT_ITS_OWN = {"site-packages", "node_modules", "build"}


def named_as_metrics(folder: Path) -> Iterator[tuple[str, str]]:
    """(file, name) of the functions and classes named so, private ones too; the file
    as seen from the folder."""
    for path in sorted(folder.rglob("*.py")):
        file = path.relative_to(folder)
        aside = any(p in NOT_ITS_OWN or p.startswith(".") for p in file.parts)
        if aside or not path.is_file():
            continue
        for name in DEFINITION.findall(path.read_text("utf-8", errors="replace")):
            if METRIC.search(WORD.sub("_", name).lower()):
                yield file.as_posix(), name


def unmentioned(adapter: Adapter, folder: Path) -> list[str]:
    """Those of the files of which the adapter says nothing: there must be none."""
    known = (*adapter.files, *adapter.elsewhere)
    if "*" in known:
        return []
    return [
        f"{file}: {name}"
        for file, name in named_as_metrics(folder)
        if not any(fnmatchcase(file, pattern) for pattern in known)
    ]
