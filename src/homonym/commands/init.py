"""`homonym init`: an adapter's first draft, and the record of what it measures."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections import Counter
from importlib import metadata
from pathlib import Path

from homonym import records
from homonym.check import Result, check
from homonym.child import short
from homonym.cli import BROKEN, HOLDS, NOTHING_RAN
from homonym.commands.common import progress
from homonym.commands.forms import table
from homonym.errors import Broken, UserError
from homonym.stub import SHAPES, draft


def run(module: str, shape: str, record: Path) -> int:
    """Write what is missing of adapter and record; return the exit code."""
    if shape not in SHAPES:
        raise UserError(f"--data {shape!r} is unknown: write {', '.join(SHAPES)}")
    sys.path.insert(0, "")
    file, adapter = home(module)
    command = f"homonym check --adapter {adapter} --record {record}"
    if record.exists():
        raise UserError(f"{record} is there already", f"{command} --accept")
    if not file.exists():
        write(module, shape, file)
    with progress(module) as moved:
        result = check(adapter, progress=moved, file=record)
    print(table(result))
    return recorded(result, file, record, command)


def home(module: str) -> tuple[Path, str]:
    """Where a module's adapter stands: beside it, its file and `module:attribute`."""
    package = module.partition(".")[0]
    try:
        found = importlib.util.find_spec(package)
    except (ValueError, ImportError):
        found = None
    if found is None or not found.origin:
        raise UserError(
            f"there is no module {package!r} here", "pip install --editable ."
        )
    folder = Path(found.origin).parent
    if found.submodule_search_locations:
        return folder / "conformance.py", f"{package}.conformance:adapter"
    return folder / f"{package}_conformance.py", f"{package}_conformance:adapter"


def write(module: str, shape: str, file: Path) -> None:
    """Write the draft, and say what it wraps."""
    try:
        imported = importlib.import_module(module)
    except Exception as error:
        raise Broken(f"{module} cannot be imported: {short(error)}") from None
    drafted = draft(distribution(module.partition(".")[0]), imported, shape)
    file.write_text(drafted.text, encoding="utf-8")
    importlib.invalidate_caches()
    print(f"written {file}: wraps {', '.join(drafted.wrapped) or 'nothing'}")
    if drafted.left_out:
        print(f"left out, say there what they are: {', '.join(drafted.left_out)}")


def distribution(package: str) -> str:
    """The name of the distribution that a package came in, or its own."""
    found = Counter(metadata.packages_distributions().get(package, ()))
    return next(iter(found), package)


def recorded(result: Result, file: Path, record: Path, command: str) -> int:
    """Write the record when every wrapped metric gave a number; say what to do next."""
    metrics = result.record["metrics"]
    silent = {n: e["unavailable"] for n, e in metrics.items() if "unavailable" in e}
    if silent or not result.cases_run:
        told = "; ".join(f"{name}: {why}" for name, why in silent.items())
        print(f"\nno record: {told or 'no metric is wrapped'}\nedit {file}, then again")
        return BROKEN if silent else NOTHING_RAN
    records.save(result.record, result.rows, record)
    print(f"\nrecorded in {record}, the numbers in {record.with_suffix('.tsv')}")
    print(f"from now on  {command}")
    return HOLDS
