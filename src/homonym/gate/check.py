"""Measure a library and hold it to its record.

Start at `measure_against_record`: the measurements are made by
`homonym.measurement.session`, here they are compared with what was recorded.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from homonym.adapters.contract import Adapter, Measurement, Value
from homonym.errors import Broken, UserError
from homonym.measurement.calls import Calls
from homonym.measurement.library_process import SECONDS, LibraryProcess
from homonym.measurement.refutation import SEED, TRIES
from homonym.measurement.registered_metrics import check_offered
from homonym.measurement.session import Progress, Session
from homonym.records import store
from homonym.records.differences import Difference, compare_records
from homonym.records.measurements import MeasuredRow
from homonym.records.reading import as_plain
from homonym.records.schema import OnData, Record
from homonym.records.schema_entry import MetricEntry, ShownNumber
from homonym.reference.corpus import Edition, editions
from homonym.reference.names import unknown

HOLDS = "holds"
REFUSED = "refused everything"
STILL_FAILS = "fails, as recorded"
"""Of a metric that gives no number on any case: there is no verdict that could hold."""
NOT_WANTED = "--metric names others"
"""Why a metric is not asked that is here."""
T = TypeVar("T")


@dataclass
class Result:
    """What a check found: the record, its raw rows, and how it compares.

    expected: the committed record, if there is one, of the metrics that are here;
    drift: the differences from it; spent: seconds inside the library's own functions;
    absent: the metrics whose code is not here, each with the reason; lost: why the
    library's process was started again, where no call was to blame.
    """

    record: Record
    rows: list[MeasuredRow]
    expected: Record | None = None
    drift: list[Difference] = field(default_factory=list)
    spent: float = 0.0
    absent: dict[str, str] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Result, {len(self.drift):,} differences in .drift: {self.record!r}>"

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The public names of the library that nobody decided on."""
        return self.record.inventory.unlisted if self.record.inventory else ()

    @property
    def cases_run(self) -> int:
        return sum(isinstance(measured, Value) for _, _, measured in self.rows)

    @cached_property
    def by_metric(self) -> dict[str, dict[str, Measurement]]:
        """The measurements by metric and case id."""
        found: defaultdict[str, dict[str, Measurement]] = defaultdict(dict)
        for name, case, measured in self.rows:
            found[name][case] = measured
        return found

    def measured(self, metric: str) -> dict[str, Measurement]:
        """A metric's measurements by case id."""
        return self.by_metric.get(metric, {})


def measure_against_record(
    library: str,
    checkout: Path | None = None,
    progress: Progress = lambda stage, done, of: None,
    folder: Path | None = None,
    tries: int = TRIES,
    example: bool = False,
    renew: bool = False,
    seed: int = SEED,
    ratings: Path | None = None,
    file: Path | None = None,
    seconds: float = SECONDS,
    fewer: bool = False,
    wanted: Collection[str] = (),
) -> Result:
    """Measure the library that is installed here and compare it with its record: the
    file given, whatever version it is of, or that of its version in the folder of
    records given, or homonym's own. With `example` it is run on the example data too,
    with `ratings` on that MovieLens folder: only the report needs them. With `renew` it
    is measured by the newest edition of the corpus, for a new record, else by that of
    its record. tries, seed: how many cases Hypothesis draws, and which; seconds: how
    long a call may take; fewer: whether a new record may rest on fewer drawn cases than
    the one that it replaces; wanted: the metrics to ask, all where none is named.

    Raises UserError for wrong use, a record that is none before anything else; Broken
    for a library that cannot be imported.
    """
    if folder and not folder.is_dir():
        raise UserError(f"{folder} is no folder of records")
    if tries < 1:
        raise UserError(f"{tries} drawn cases try nothing: ask for 1 or more")
    if file and file.exists():
        store.read_expected_record(file)
    with LibraryProcess(library, checkout, seconds) as asked, Calls(asked) as calls:
        about = asked.about
        if "error" in about:
            raise make_import_error(asked.adapter, about["error"])
        about["absent"] |= find_unwanted_metrics(asked, wanted)
        away: dict[str, str] = about["absent"]
        if away and renew:
            raise UserError(f"{library} is recorded whole: {next(iter(away.values()))}")
        expected = find_record_of_version(asked, folder, file)
        if expected and renew and not fewer:
            check_draws(expected, tries)
        known = expected.metrics if expected and not renew else {}
        check_offered(asked.adapter, about["names"], known)
        edition = find_record_edition(None if renew else expected)
        session = Session(
            calls, edition, expected, progress, tries, example, seed, ratings
        )
        record = session.record(about)
    drift = (
        list(compare_records(as_plain(expected), as_plain(record))) if expected else []
    )
    if (tries, seed) != (TRIES, SEED):
        drift = [difference for difference in drift if not difference.by_chance]
    return Result(record, calls.rows, expected, drift, calls.seconds, away, calls.lost)


def find_unwanted_metrics(
    asked: LibraryProcess, wanted: Collection[str]
) -> dict[str, str]:
    """Why metrics that the library offers are not asked, where others are wanted;
    UserError for one that is wanted and not offered."""
    offered = asked.adapter.offered(asked.about["names"])
    for name in wanted:
        if name not in offered:
            told = unknown("metric", name, offered)
            raise UserError(f"{asked.name}: {told}")
    return {n: NOT_WANTED for n in offered if wanted and n not in wanted}


def find_record_of_version(
    asked: LibraryProcess, folder: Path | None, file: Path | None
) -> Record | None:
    """The record of a library's version: the file given, or that in the folder of
    records; of the metrics that are here, and None where there is no record."""
    its_own = store.locate_record_file(
        asked.adapter.library, asked.about["version"], folder
    )
    if not (file or its_own).exists():
        return None
    found = (
        store.read_expected_record(file)
        if file
        else store.read_record_in_place(its_own)
    )
    return keep_present_metrics(found, asked.about["absent"])


def check_draws(record: Record, tries: int) -> None:
    """Raise UserError where a new record would rest on fewer drawn cases."""
    tried = (e.refuted.tried for e in record.metrics.values() if e.refuted)
    before = max(tried, default=0)
    if tries < before:
        raise UserError(
            f"the record rests on {before} drawn cases a metric, and {tries} are asked "
            "for",
            f"--max-examples {before}, or --fewer-draws to record fewer",
        )


def keep_present_metrics(record: Record, absent: Collection[str]) -> Record:
    """The record without the metrics that are absent, nor their numbers on datasets."""
    example, movielens = (
        data and replace(data, **drop_absent_metrics(data, absent))
        for data in (record.example, record.movielens)
    )
    metrics = drop_metric_keys(record.metrics, absent)
    return replace(record, metrics=metrics, example=example, movielens=movielens)


def drop_absent_metrics(
    data: OnData, absent: Collection[str]
) -> dict[str, dict[str, ShownNumber]]:
    """The numbers on a dataset of the metrics that are here."""
    return {
        "values": drop_metric_keys(data.values, absent),
        "means": drop_metric_keys(data.means, absent),
    }


def drop_metric_keys(table: Mapping[str, T], names: Collection[str]) -> dict[str, T]:
    """The table without keys of these names."""
    return {key: value for key, value in table.items() if key not in names}


def make_import_error(adapter: Adapter, error: str) -> UserError | Broken:
    """What to raise for a library that does not import: not there, or broken."""
    library, module = adapter.library, adapter.module
    found = re.fullmatch(r"ModuleNotFoundError: No module named '(.+)'", error)
    if not found or not f"{module}.".startswith(f"{found[1]}."):
        return Broken(f"{library} cannot be measured: {error}")
    if adapter.checkout:
        return UserError(f"the folder given for {library} holds no {module}")
    return Broken(
        f"{library} is not installed here: there is no module {found[1]!r}",
        f"pip install {adapter.distribution}",
    )


def find_record_edition(record: Record | None) -> Edition:
    """The edition a record was made with; the newest where there is none."""
    known = {edition.edition: edition for edition in editions()}
    return known[record.corpus.edition] if record else editions()[-1]


def list_metric_statuses(result: Result) -> Iterator[tuple[str, str, list[Difference]]]:
    """(metric, status, its differences) for every metric of record and result."""
    old = result.expected.metrics if result.expected else {}
    drift: defaultdict[str | None, list[Difference]] = defaultdict(list)
    for one in result.drift:
        drift[one.metric].append(one)
    for name in {**old, **result.record.metrics}:
        now = result.record.metrics.get(name)
        mine = drift[name]
        yield name, name_metric_status(old.get(name), now, bool(mine)), mine


def name_metric_status(
    old: MetricEntry | None, now: MetricEntry | None, differs: bool
) -> str:
    """The status of one metric, in the words of the design."""
    if not now:
        return "no longer offered"
    if now.no_verdict and (differs or old is None):
        return REFUSED if now.no_verdict.kind == "refused" else "errored"
    if now.no_verdict and now.no_verdict.failed:
        return STILL_FAILS
    if old is None:
        return "new"
    return HOLDS if not differs else name_change_status(old, now)


def name_change_status(old: MetricEntry, now: MetricEntry) -> str:
    """The status of a metric that differs from its record."""
    if now.status == "unstable":
        return "unstable now"
    if old.status == "unstable":
        return "stable now"
    if not now.variants and old.variants:
        return "unexplained now"
    changed = now.variants != old.variants
    return "changed to another class" if changed else "changed"
