"""How files of a clone are imported that are no package: start at `in_folder`."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType


def in_folder(folder: str, empty: Iterable[str] = ()) -> Callable[[str], ModuleType]:
    """An adapter's `load`: imports as a program does that is run in a folder of the
    clone. `empty`: modules for which empty ones stand in, that no metric uses."""

    def load(name: str) -> ModuleType:
        sys.path.insert(0, str(path_in_clone(folder)))
        for one in empty:
            sys.modules.setdefault(one, ModuleType(one))
        return import_module(name)

    return load


def functions_alone(
    file: str, names: Iterable[str], given: Iterable[str] = ()
) -> Callable[[str], ModuleType]:
    """An adapter's `load`: of a file that cannot be imported, or of a notebook, the
    functions and classes of these names alone. `given`: the imports that they need
    (`import numpy as np`)."""

    def load(name: str) -> ModuleType:
        loader = FunctionsAlone(path_in_clone(file), {*names}, "\n".join(given))
        spec = spec_from_loader(name, loader, origin=str(loader.path))
        assert spec
        sys.modules[name] = module = module_from_spec(spec)
        module.__file__ = spec.origin
        loader.exec_module(module)
        return module

    return load


WORDS = ("def", "class")
"""What a definition begins with."""


class FunctionsAlone(InspectLoader):
    """Imports some functions and classes of a file, after other lines than its own."""

    def __init__(self, path: Path, names: set[str], given: str) -> None:
        self.path, self.names, self.given = path, names, given

    def get_source(self, fullname: str) -> str:
        """The whole file, or the cells of a notebook that begin with one of them."""
        text = self.path.read_text("utf-8")
        if self.path.suffix != ".ipynb":
            return text
        cells = ["".join(cell["source"]) for cell in json.loads(text)["cells"]]
        begins = tuple(f"{word} {name}" for word in WORDS for name in self.names)
        return "\n".join(cell for cell in cells if cell.startswith(begins))

    def get_code(self, fullname: str) -> CodeType:
        """The functions' own code."""
        found = [
            one
            for one in ast.parse(self.get_source(fullname)).body
            if isinstance(one, ast.FunctionDef | ast.ClassDef)
            and one.name in self.names
        ]
        if missing := self.names - {one.name for one in found}:
            raise ImportError(f"{self.path} has no {', '.join(sorted(missing))}")
        tree = ast.Module([*ast.parse(self.given).body, *found], [])
        return compile(tree, str(self.path), "exec")


def path_in_clone(path: str) -> Path:
    """Where a file or folder of the clone is, whose root stands on the path."""
    for root in sys.path:
        if root and (found := Path(root, path)).exists():
            return found
    raise ModuleNotFoundError(f"the clone has no {path}")
