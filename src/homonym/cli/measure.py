"""`homonym measure`: a library's own metrics on people's data."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

from homonym.adapters.contract import Measurement, Refused, Value
from homonym.arguments import check_engine
from homonym.cases.kinds import TRAINING
from homonym.cli.common import (
    find_library_clone,
    show_measuring_status,
    tell_lost,
    tell_note,
)
from homonym.cli.exit_codes import BROKEN, HOLDS, NOTHING_RAN
from homonym.cli.measured_output import (
    describe_recorded_verdict,
    describe_refuted_record,
    list_situation_outcomes,
    replace_nan_by_null,
    show_measured,
)
from homonym.datasets.edges_in_data import find_edges_in_data
from homonym.datasets.tables import ORDERS, ListOrder, load_case
from homonym.errors import UserError, in_brief
from homonym.gate.broken_library import describe_process_deaths
from homonym.gate.check import make_import_error
from homonym.measurement.context import find_first_lacking
from homonym.measurement.library_process import LibraryProcess, hand_over_tables
from homonym.measurement.own_folder import find_adapter_module, look_here
from homonym.measurement.registered_metrics import check_offered
from homonym.measurement.session import Progress
from homonym.measurement.tried_import import find_importable_adapter
from homonym.records import store
from homonym.records.schema_entry import MetricEntry
from homonym.records.values import summarise_measurement
from homonym.reference.case import TableCase
from homonym.versions import split_mark

if TYPE_CHECKING:
    from homonym.evaluation.inputs import Inputs

HOUR = 3600.0
WHERE_GIVEN = {TRAINING: "--train FILE gives it"}
"""How people give what a metric needs beside lists and truth."""


@dataclass(frozen=True)
class PeoplesFiles:
    """What people's data stands in; columns, order: as `load_case` takes them."""

    predictions: Path
    truth: Path
    k: int
    train: Path | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    order: str = ""

    def read(self, folder: Path) -> TableCase:
        """The case that they make, in columns in the folder where they are large; ids
        that are written differently are told of."""
        if self.order not in ("", *ORDERS):
            raise UserError(
                f"--order {in_brief(self.order)} is unknown: write "
                f"{' or '.join(ORDERS)}"
            )
        order = cast(ListOrder, self.order) if self.order else None
        return load_case(
            self.predictions,
            self.truth,
            self.k,
            self.columns,
            order,
            self.train,
            tell_note,
            folder,
        )

    @property
    def inputs(self) -> Inputs:
        """The same for `homonym evaluate`."""
        from homonym.evaluation.inputs import Inputs

        given = self.predictions, self.truth, self.train
        return Inputs(*given, columns=self.columns, order=self.order or "score")

    @property
    def beside(self) -> tuple[str, ...]:
        """What they give beside lists and truth."""
        return (TRAINING,) if self.train else ()


def measure_tables(
    library: str,
    files: PeoplesFiles,
    wanted: list[str],
    version: str,
    checkouts: list[str],
    as_json: bool,
    seconds: float = HOUR,
    python: str = "",
) -> int:
    """Read the files, print what each metric of the library returns, and return the
    exit code."""
    look_here(find_adapter_module(library))
    adapter = find_importable_adapter(library)
    check_known_metrics(library, list(adapter.metrics), wanted)
    clone = find_library_clone(library, checkouts)
    with show_measuring_status(library) as moved, TemporaryDirectory() as folder:
        moved("reading the files", 0, 1)
        case = files.read(Path(folder))
        other = require_library_python(python)
        with LibraryProcess(library, clone, seconds, python=other) as asked:
            about = require_installed_library(asked, version)
            known = read_recorded_metrics(library, about["version"])
            check_offered(adapter, about["names"], known)
            names = wanted or list(adapter.offered(about["names"]))
            entries = {name: known.get(name) for name in names}
            measured = measure_metrics(asked, entries, case, files.beside, moved)
        edges = list_situation_outcomes(find_edges_in_data(case), entries)
    tell_lost(library, describe_process_deaths(measured), asked.lost)
    told = {"library": library, "version": about["version"], "k": case.k}
    rows = list_metric_rows(measured, entries)
    add_evaluated(rows, files, entries)
    found = {**told, "metrics": rows, "conventions": edges}
    if as_json:
        print(json.dumps(replace_nan_by_null(found), indent=2, allow_nan=False))
    else:
        show_measured(found)
    return choose_measure_exit_code(measured)


def require_library_python(path: str) -> str:
    """The interpreter of a library's environment; UserError for what is none, or has
    no homonym to ask the library with."""
    if not path:
        return ""
    asked = [path, "-P", "-c", "import homonym.measurement.worker"]
    try:
        tried = subprocess.run(asked, capture_output=True, text=True, check=False)
    except OSError as error:
        raise UserError(f"--python {path} does not run: {error.strerror}") from None
    if tried.returncode:
        last = (tried.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise UserError(
            f"--python {path} cannot ask the library: {last}",
            f"{path} -m pip install homonym",
        )
    return path


def add_evaluated(
    rows: list[dict[str, Any]],
    files: PeoplesFiles,
    entries: Mapping[str, MetricEntry | None],
) -> None:
    """Put beside each number what `homonym evaluate` gives for the definition on
    record, where it is installed; a metric whose number is another is not said to
    compute it."""
    try:
        check_engine()
    except UserError:
        return
    from homonym.evaluation.library_numbers import DIFFERS, evaluate_beside

    known = {
        row["metric"]: (entry, row["value"])
        for row in rows
        if (entry := entries[row["metric"]]) and isinstance(row["value"], float)
    }
    found = evaluate_beside(files.inputs, files.k, known)
    for row in rows:
        row["evaluate"] = found.get(row["metric"], "")
        if row["evaluate"].startswith(DIFFERS):
            row["computes"] = describe_refuted_record(row["computes"])


def list_metric_rows(
    measured: Mapping[str, Measurement], entries: Mapping[str, MetricEntry | None]
) -> list[dict[str, Any]]:
    """What each metric returned, and what it computes by its record."""
    return [
        {
            "metric": name,
            "value": summarise_measurement(one),
            "computes": describe_recorded_verdict(entries[name]),
        }
        for name, one in measured.items()
    ]


def measure_metrics(
    asked: LibraryProcess,
    entries: Mapping[str, MetricEntry | None],
    case: TableCase,
    beside: Collection[str],
    moved: Progress,
) -> dict[str, Measurement]:
    """What each metric returns on the case, which the library's process reads from a
    file; one that needs what is not given is not asked.

    entries: what is on record of each metric; beside: what is given beside lists and
    truth.
    """
    found: dict[str, Measurement] = {}
    with hand_over_tables(case, asked) as request:
        for place, (name, entry) in enumerate(entries.items(), start=1):
            moved(f"{name},", place, len(entries))
            lacking = find_first_lacking(asked.adapter.metrics[name], entry, beside)
            found[name] = (
                refuse_missing_input(lacking)
                if lacking
                else asked.measure(name, request)
            )
    return found


def refuse_missing_input(what: str) -> Refused:
    """Why a metric is not asked."""
    return Refused(f"it needs {what}: {WHERE_GIVEN.get(what, 'no file gives them')}")


def choose_measure_exit_code(measured: Mapping[str, Measurement]) -> int:
    """As that of `check`: broken where a metric ended its process, nothing ran where
    none returned a value."""
    if any(describe_process_deaths(measured)):
        return BROKEN
    if any(isinstance(one, Value) for one in measured.values()):
        return HOLDS
    tell_note("no metric returned a value")
    return NOTHING_RAN


def check_known_metrics(library: str, known: list[str], wanted: list[str]) -> None:
    """UserError for a metric asked for that no version of the library has."""
    for name in wanted:
        if name not in known:
            raise UserError(
                f"{library} has no metric {in_brief(name)}; known are "
                f"{', '.join(known)}"
            )


def require_installed_library(asked: LibraryProcess, version: str) -> dict[str, Any]:
    """What the child says of the library; Broken where it cannot be imported, UserError
    when it is not the one wanted."""
    name, about = asked.adapter.library, asked.about
    if "error" in about:
        raise make_import_error(asked.adapter, about["error"])
    if version and about["version"] != version:
        raise UserError(
            f"{name} {about['version']} is installed here, not {version}",
            name_needed_package(name, version, about["version"]),
        )
    return about


def name_needed_package(library: str, wanted: str, here: str) -> str:
    """What brings the wanted version in place of the one that is here: of the same
    release the package that it stands beside, or stands without.

    >>> name_needed_package("lenskit", "0.14.4", "0.14.4+pandas3")
    'pip install "pandas<3"'
    >>> name_needed_package("lenskit", "0.14.4+pandas3", "0.14.4")
    'pip install "pandas>=3"'
    >>> name_needed_package("lenskit", "0.14.4+pandas3", "0.13")
    'pip install lenskit==0.14.4 "pandas>=3"'
    """
    (release, package, major), (its, other, newer) = map(split_mark, (wanted, here))
    older = f'"{other}<{newer}"'
    needed = [] if release == its else [f"{library}=={release}"]
    needed += [f'"{package}>={major}"'] if package else []
    return f"pip install {' '.join(needed or [older])}"


def read_recorded_metrics(library: str, version: str) -> dict[str, MetricEntry]:
    """The recorded metrics of that version, if there is a record."""
    file = store.locate_record_file(library, version)
    return store.read_record_in_place(file).metrics if file.exists() else {}
