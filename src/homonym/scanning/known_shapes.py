"""The shapes of recorded functions: `shapes.json`, hashes made where each was measured.

`yield_library_shapes` makes them of a library's folder, `read_known_shapes` reads those
committed, and `find_copied_functions` says which of them a function is. None of the
libraries' code is kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from pathlib import Path

from homonym.adapters.contract import Adapter
from homonym.scanning.code_files import SUFFIXES, Code, read_code
from homonym.scanning.library_names import list_public_names
from homonym.scanning.shape import (
    STATEMENTS,
    CodeShape,
    compute_code_shape,
    list_code_definitions,
)

DATA = "shapes.json"
NEAR = 0.75
"""Functions that share so many of the statements that either has are near copies."""


@dataclass(frozen=True)
class KnownShape:
    """A function of a library, by the public name of its metric.

    file: where it stands in the library; versions: those on record that have it so.
    """

    library: str
    metric: str
    file: str
    shape: CodeShape
    versions: tuple[str, ...] = field(default=(), compare=False)


def yield_library_shapes(folder: Path, adapter: Adapter) -> Iterator[KnownShape]:
    """Those of a library's folder: what is named as its metrics are, in the files that
    its adapter is about."""
    names = {normalise_function_name(name): name for name in list_public_names(adapter)}
    for path in sorted(one for s in SUFFIXES for one in folder.rglob(f"*{s}")):
        file = path.relative_to(folder).as_posix()
        if not any(fnmatchcase(file, pattern) for pattern in adapter.files):
            continue
        trees = [one.tree for one in read_code(path, folder) if isinstance(one, Code)]
        for node in (node for tree in trees for node in list_code_definitions(tree)):
            found = compute_code_shape(node)
            if found and (name := names.get(normalise_function_name(node.name))):
                yield KnownShape(adapter.library, name, file, found)


def normalise_function_name(name: str) -> str:
    """A name without what libraries write differently in class, function and setting.

    >>> normalise_function_name("NDCG_at_k"), normalise_function_name("ndcgAtK")
    ('ndcgatk', 'ndcgatk')
    """
    return name.replace("_", "").lower()


@cache
def read_known_shapes() -> tuple[KnownShape, ...]:
    """All that are committed."""
    text = files(__package__).joinpath(DATA).read_text("utf-8")
    return tuple(
        KnownShape(
            one["library"],
            one["metric"],
            one["file"],
            CodeShape(one["whole"], tuple(one["parts"].split())),
            tuple(one["versions"]),
        )
        for one in json.loads(text)["functions"]
    )


def render_known_shapes(shapes: Sequence[KnownShape]) -> str:
    """The file that holds them, a function a line."""
    order = sorted(shapes, key=lambda s: (s.library, s.metric, s.file, s.shape.whole))
    lines = [
        json.dumps(
            {
                "library": one.library,
                "metric": one.metric,
                "file": one.file,
                "versions": list(one.versions),
                "whole": one.shape.whole,
                "parts": " ".join(one.shape.parts),
            }
        )
        for one in order
    ]
    return '{"schema": 1, "functions": [\n' + ",\n".join(lines) + "\n]}\n"


def merge_version_shapes(
    known: Sequence[KnownShape], found: Sequence[KnownShape], version: str
) -> list[KnownShape]:
    """What is known, and what one version of a library was found to have."""
    library = {one.library for one in found}
    kept = {
        one: [v for v in one.versions if one.library not in library or v != version]
        for one in known
    }
    for one in found:
        kept.setdefault(one, []).append(version)
    return [
        KnownShape(
            one.library, one.metric, one.file, one.shape, tuple(sorted(versions))
        )
        for one, versions in kept.items()
        if versions
    ]


def find_copied_functions(shape: CodeShape) -> tuple[list[KnownShape], float]:
    """The recorded functions that a function is a copy of, and their likeness: 1 where
    the shapes are equal, else the nearest, if it is near."""
    same = [one for one in read_known_shapes() if one.shape.whole == shape.whole]
    if same or len(shape.parts) < STATEMENTS:
        return same, 1.0
    likeness = {
        one: shape.likeness(one.shape)
        for one in read_known_shapes()
        if shape.most_likeness(one.shape) >= NEAR
    }
    most = max(likeness.values(), default=0.0)
    nearest = [one for one, found in likeness.items() if found == most >= NEAR]
    return nearest, most
