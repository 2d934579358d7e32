"""Which recorded library and metric a dotted name is: start at `find_used_metrics`.

Libraries on the registry are known by what people import. What is on none is copied
into people's folders and has no name of its own there: it is found by its shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache

from homonym.adapters import adapters
from homonym.adapters.contract import Adapter
from homonym.scanning.import_lines import Use

CUT_OFF = re.compile(r"[@_]\d+$")
"""How a text that names a metric may end: `ndcg@10`, `ndcg_cut_10`."""


@cache
def index_importable_libraries() -> dict[str, list[Adapter]]:
    """The libraries on the registry, by the first part of what is imported."""
    found: dict[str, list[Adapter]] = {}
    for adapter in adapters().values():
        if not adapter.checkout:
            found.setdefault(adapter.module.partition(".")[0], []).append(adapter)
    return found


def find_used_metrics(use: Use) -> Iterator[tuple[Adapter, str]]:
    """The libraries that a use may be of, each with the public name of its metric."""
    first, *parts = use.dotted.split(".")
    mine = index_importable_libraries().get(first, [])
    name = CUT_OFF.sub("", use.text) if use.text else (parts[-1] if parts else "")
    having = [one for one in mine if name in list_public_names(one)]
    in_file = [one for one in having if is_in_adapter_files(one, parts)]
    yield from ((one, name) for one in in_file or having)


def list_public_names(adapter: Adapter) -> set[str]:
    """The public names of the metrics that are measured."""
    return {metric.public_name for metric in adapter.metrics.values()}


def is_in_adapter_files(adapter: Adapter, parts: list[str]) -> bool:
    """Whether the modules of a dotted name, the library's own left out, are one of the
    files that the adapter is about, or begin with it."""
    ways = ("/".join(parts[:n]) for n in range(1, len(parts) + 1))
    return any(
        fnmatchcase(f"{way}.py", pattern) for way in ways for pattern in adapter.files
    )
