"""The runs that are given, by the names of their models: start at `read_runs`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.reading import Given
from homonym.evaluation.runs import list_run_files

TWO = render_option("run", "A.csv --run B.csv", "runs=['A.csv', 'B.csv']")


def read_runs(given: Any) -> Mapping[str, Given]:
    """What people hand over: a path or several, or tables by their models' names;
    UserError for anything else, and as `name_runs` does."""
    one = isinstance(given, str | Path)
    some = [given] if one or not isinstance(given, Iterable) else [*given]
    its = str if isinstance(given, Mapping) else str | Path
    if not all(isinstance(run, its) for run in some):
        raise UserError(
            f"the runs are {in_brief(given)}: give a folder, paths, or tables by name"
        )
    if isinstance(given, Mapping):
        return require_two_models(dict(given))
    return name_runs([Path(run) for run in some])


def name_runs(given: Sequence[Path]) -> dict[str, Given]:
    """Each file by its name without the suffix, of a folder all that it holds.

    Raises UserError for fewer than two, for one that is not there, and where two have
    one name.
    """
    found: dict[str, Path] = {}
    for path in yield_run_files(given):
        if path.stem in found:
            raise UserError(
                f"{found[path.stem]} and {path} are both named {path.stem}: a run is "
                "known by the name of its file, so give each another"
            )
        found[path.stem] = path
    return require_two_models(found)


def require_two_models(found: dict[str, Any]) -> dict[str, Any]:
    """The runs; UserError for fewer than two."""
    if len(found) < 2:
        raise UserError(
            f"two runs or more are compared, and only {', '.join(found)} was given"
            if found
            else "two runs or more are compared, and none was given",
            f"write {TWO}, or {render_option('run', 'FOLDER', 'runs=FOLDER')}",
        )
    return found


def yield_run_files(given: Sequence[Path]) -> Iterator[Path]:
    """The files, and those of the folders."""
    for path in given:
        if path.is_dir():
            yield from list_run_files(path).values()
        elif path.exists():
            yield path
        else:
            raise UserError(f"there is no file {path}")
