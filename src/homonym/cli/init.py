"""`homonym init`: an adapter's first draft, and the record of what it measures."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import sysconfig
from collections import Counter
from importlib import metadata
from pathlib import Path
from types import ModuleType

from homonym.cli.common import show_measuring_status
from homonym.cli.exit_codes import BROKEN, HOLDS, NOTHING_RAN
from homonym.drafting.draft_adapter import Draft, build_adapter_draft
from homonym.drafting.library import find_module_metrics
from homonym.drafting.shapes import check_shape
from homonym.errors import Broken, UserError, in_brief, shorten_error
from homonym.gate.check import Result, measure_against_record
from homonym.gate.formats import describe_failing_metrics, describe_unexplained_metrics
from homonym.gate.table import render_status_table
from homonym.measurement.own_folder import is_installed, look_here
from homonym.measurement.tried_import import import_failure
from homonym.records import store
from homonym.records.target import check_target

ALSO_CALLED = {"user": "grades"}
"""Shapes by the names that drafts before gave them."""
EDITABLE = "in your library's folder: pip install --editable ."


def start_record(module: str, shape: str, record: Path, seconds: float) -> int:
    """Write what is missing of adapter and record; return the exit code."""
    shape = ALSO_CALLED.get(shape, shape)
    check_shape(shape, "data")
    look_here(module, f"{name_top_package(module)}_conformance")
    file, adapter = find_adapter_place(module)
    command = f"homonym check --adapter {adapter} --record {record}"
    if record.exists():
        raise UserError(f"{record} already exists", f"{command} --accept")
    check_target(record)
    found, new = import_own_module(module), not file.exists()
    if new:
        write_draft(draft_module_adapter(found, shape), file)
    try:
        with show_measuring_status(module) as moved:
            result = measure_against_record(
                adapter, progress=moved, file=record, seconds=seconds
            )
    except (UserError, Broken):
        if new:
            file.unlink()
        raise
    if result.record.metrics:
        print(
            "\n".join(
                [
                    render_status_table(result),
                    *describe_failing_metrics(result),
                    *describe_unexplained_metrics(result),
                ]
            )
        )
    return write_first_record(result, file, record, command)


def find_adapter_place(module: str) -> tuple[Path, str]:
    """Where a module's adapter stands, its file and `module:attribute`: beside it, or
    in this folder where the module was installed elsewhere."""
    name = name_top_package(module)
    try:
        found = importlib.util.find_spec(name)
    except ValueError:
        found = None
    if found is None or not found.origin:
        raise UserError(f"there is no module {in_brief(name)} here", EDITABLE)
    folder = Path(found.origin).resolve().parent
    if not found.has_location or is_pythons(folder):
        raise UserError(
            f"{in_brief(name)} is a module of Python itself, not a library with metrics"
        )
    if is_own_folder(folder) and found.submodule_search_locations:
        return folder / "conformance.py", f"{name}.conformance:adapter"
    beside = folder if is_own_folder(folder) else Path.cwd()
    return beside / f"{name}_conformance.py", f"{name}_conformance:adapter"


def is_pythons(folder: Path) -> bool:
    """Whether Python's own modules stand there."""
    own = Path(sysconfig.get_path("stdlib")).resolve()
    return folder.is_relative_to(own) and "site-packages" not in folder.parts


def is_own_folder(folder: Path) -> bool:
    """Whether a folder is the user's: the one they are in or below it, and not where
    packages are installed."""
    return folder.is_relative_to(Path.cwd()) and not is_installed(str(folder))


def name_top_package(module: str) -> str:
    """The package that a module is in."""
    return module.partition(".")[0]


def import_own_module(module: str) -> ModuleType:
    """The module; raises Broken where it fails, UserError where it has no version."""
    if fails := import_failure(module):
        raise Broken(f"{module} cannot be imported: {fails}")
    try:
        found = importlib.import_module(module)
    except (Exception, SystemExit) as error:
        raise Broken(f"{module} cannot be imported: {shorten_error(error)}") from None
    name = name_top_package(module)
    told = (getattr(one, "__version__", "") for one in (sys.modules[name], found))
    if not any(told) and name not in metadata.packages_distributions():
        raise UserError(
            f"{name} has no version, and a record needs one",
            f'write __version__ = "0.1.0" into {sys.modules[name].__file__}',
        )
    return found


def draft_module_adapter(module: ModuleType, shape: str) -> Draft:
    """The adapter's draft; UserError where the module has nothing to wrap."""
    name = module.__name__
    with show_measuring_status(name) as moved:
        its = find_module_metrics(module, shape, moved)
    if not its.wrapped and not its.left_out:
        raise UserError(
            f"{name} has no public function of its own", name_inner_modules(module)
        )
    library = find_distribution_name(name_top_package(name))
    return build_adapter_draft(
        library, name, tuple(its.wrapped), its.left_out, its.classes
    )


def name_inner_modules(module: ModuleType) -> str:
    """The modules of a package, to be named in its place; nothing where it has none."""
    inner = pkgutil.iter_modules(getattr(module, "__path__", ()))
    names = [one.name for one in inner if not one.name.startswith("_")]
    full = ", ".join(f"{module.__name__}.{name}" for name in names)
    return f"name the module that defines them: {full}" if full else ""


def write_draft(drafted: Draft, file: Path) -> None:
    """Write the draft, and say what it wraps."""
    file.write_text(drafted.text, encoding="utf-8")
    importlib.invalidate_caches()
    print(f"written {file}: wraps {', '.join(drafted.wrapped) or 'nothing'}")
    if drafted.left_out:
        print(
            f"left out (say in that file what they are): {', '.join(drafted.left_out)}"
        )
        for name, why in drafted.left_out.items():
            print(f"  {name}: {why}")
    if drafted.by_hand:
        print(f"to wrap them by hand, write in {file.name}:\n\n{drafted.by_hand}")


def find_distribution_name(package: str) -> str:
    """The name of the distribution that a package came in, or its own."""
    found = Counter(metadata.packages_distributions().get(package, ()))
    return next(iter(found), package)


def write_first_record(result: Result, file: Path, record: Path, command: str) -> int:
    """Write the record when every wrapped metric gave a number; say what to do next."""
    metrics = result.record.metrics
    silent = {n: e.no_verdict.reason for n, e in metrics.items() if e.no_verdict}
    if silent or not result.cases_run:
        told = "; ".join(f"{name}: {why}" for name, why in silent.items())
        print(f"\nno record: {told or 'no metric is wrapped'}\nedit {file}, try again")
        return BROKEN if silent else NOTHING_RAN
    store.save_record(result.record, result.rows, record)
    print(f"\nrecorded in {record}, the numbers in {record.with_suffix('.tsv')}")
    print(f"from now on  {command}")
    return HOLDS
