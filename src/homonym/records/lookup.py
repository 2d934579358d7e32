"""What people name: a variant, or a library's metric as the records have it.

Start at `find_named`. It reads ids, aliases, `library.metric` (the newest record that
has it) and `library==version.metric`; `find_metric_in_records` reads the last two, for
every command.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from homonym.adapters import spelled, spellings, unknown_library
from homonym.errors import UserError, in_brief
from homonym.records import store
from homonym.records.same_metric import RecordedMetric
from homonym.records.schema import Record
from homonym.records.schema_entry import MetricEntry, RepeatedCall
from homonym.records.suggestions import (
    explain_unknown_names,
    make_suggestion_error,
    name_first_metrics,
)
from homonym.records.values import format_recorded_value
from homonym.records.violations import format_violations
from homonym.reference.large import is_large
from homonym.reference.rankings.case import Case
from homonym.reference.variants import (
    Number,
    Problem,
    Variant,
    every_family,
)


@dataclass(frozen=True)
class Named:
    """A variant, or a metric and the variant it computes.

    title: how it is shown; variant: None where the metric is unexplained, and then
    values: what it was recorded to return, by the case's line, a number or every
    user's; when: the condition that all inputs it takes fulfil; of: how many
    definitions its inputs leave open; takes: the type of its cases; library, metric,
    version, entry (what its record says): nothing for a variant.
    """

    title: str
    variant: Variant | None
    values: Mapping[str, Number] = field(default_factory=dict)
    when: str = ""
    of: int = 1
    takes: type[Problem] = Case
    library: str = ""
    metric: str = ""
    version: str = ""
    entry: MetricEntry | None = None

    @property
    def recorded(self) -> RecordedMetric | None:
        """The metric as a record has it; None for a variant."""
        if self.entry is None:
            return None
        return RecordedMetric(self.library, self.version, self.metric, self.entry)


def find_named(text: str, own: Record | None = None) -> Named:
    """What the text names, also in a record of one's own; UserError saying what would
    be accepted."""
    with explain_unknown_names(text):
        return find_named_metric(text, own) or make_named_variant(
            Variant.with_defaults(text)
        )


def find_named_metric(text: str, own: Record | None = None) -> Named | None:
    """The metric on record that the text names; None where it begins with no
    library's name."""
    found = find_metric_in_records(text, own)
    if not found:
        return None
    record, name = found
    return make_named_metric(record.library, record.version, name, record.metrics[name])


def make_named_variant(variant: Variant) -> Named:
    """A variant as two definitions are compared."""
    return Named(str(variant), variant, takes=variant.home.takes)


def find_metric_in_records(
    text: str, own: Record | None = None
) -> tuple[Record, str] | None:
    """The record that `LIBRARY.METRIC` or `LIBRARY==VERSION.METRIC` means, and the
    metric's name there; None for a text that begins with no library's name. In a
    record of one's own its metrics go by their names alone too."""
    if own and (name := find_own_metric_name(text, own)):
        return own, name
    for written, library in spellings().items():
        name = re.escape(written).replace(r"\-", r"[\s_-]+")
        found = re.fullmatch(rf"{name}(\.|==)(.+)", text, re.IGNORECASE)
        if found and found[1] == ".":
            return find_on_record(library, found[2])
        if found:
            return find_on_record(library, *split_versioned_metric(library, found[2]))
    return None


def find_own_metric_name(text: str, own: Record) -> str:
    """The metric that a text names of a record of one's own; nothing where it names
    none, UserError where it names the library and none of its metrics."""
    if text in own.metrics:
        return text
    for start in (f"{own.library}.", f"{own.library}=={own.version}."):
        if text.lower().startswith(start.lower()):
            return require_metric_name(own, text[len(start) :])
    return ""


def require_metric_name(record: Record, metric: str) -> str:
    """The metric's name as the record has it; UserError where it has none."""
    name = match_metric_spelling(metric, record)
    if name not in record.metrics:
        known = ", ".join(record.metrics)
        raise UserError(
            f"{record.library} {record.version} has no metric {in_brief(metric)}; "
            f"known are {known}"
        )
    return name


def split_versioned_metric(library: str, text: str) -> tuple[str, str]:
    """The metric and the version of `VERSION.METRIC`: versions have points too."""
    mine = index_library_versions(library)
    for version in mine:
        if text.startswith(f"{version}."):
            return text[len(version) + 1 :], version
    if text in mine:
        names = ", ".join(store.read_record_in_place(mine[text]).metrics)
        raise UserError(
            f"{library}=={text} lacks a metric: write {library}=={text}.METRIC; there "
            f"are {names}"
        )
    known = ", ".join(f"{library}=={version}" for version in mine)
    raise UserError(f"{library}=={text} names no record; known are {known}")


def index_library_versions(library: str) -> dict[str, Path]:
    """The files of the library's records by version, oldest first; UserError where
    there is none."""
    mine = {file.stem: file for file in store.list_record_files(spelled(library))}
    if not mine:
        if spelled(library) in spellings().values():
            raise UserError(
                f"{in_brief(library)} has no record; homonym libraries lists those "
                "with one"
            )
        raise UserError(unknown_library(library))
    return mine


def find_on_record(library: str, metric: str, version: str = "") -> tuple[Record, str]:
    """The library's record of a version, or the newest that has the metric, and the
    metric's name there; UserError where there is none."""
    mine = index_library_versions(library)
    if version and version not in mine:
        raise UserError(
            f"{library} {version} has no record; there are {', '.join(mine)}"
        )
    record = (
        store.read_record_in_place(mine[version])
        if version
        else find_record_with_metric(metric, mine)
    )
    return record, require_metric_name(record, metric)


def find_record_with_metric(metric: str, files: Mapping[str, Path]) -> Record:
    """The newest record that has the metric; the newest where none has."""
    newest_first = map(store.read_record_in_place, reversed([*files.values()]))
    first = next(newest_first)
    every = itertools.chain([first], newest_first)
    return next(
        (r for r in every if match_metric_spelling(metric, r) in r.metrics), first
    )


def match_metric_spelling(name: str, record: Record) -> str:
    """A metric's name as the record has it, however its letters are written."""
    alike = [known for known in record.metrics if known.lower() == name.lower()]
    return alike[0] if name not in alike and len(alike) == 1 else name


def yield_newest_metrics(library: str) -> Iterator[Named]:
    """The metrics of the library's newest record that have a verdict."""
    for file in store.list_record_files(library)[-1:]:
        record = store.read_record_in_place(file)
        for name, entry in record.metrics.items():
            if not entry.no_verdict:
                yield make_named_metric(library, record.version, name, entry)


def make_named_metric(
    library: str, version: str, name: str, entry: MetricEntry
) -> Named:
    """A metric as one record has it."""
    title = f"{library} {version} {name}"
    if entry.no_verdict:
        raise UserError(f"{title} is unavailable: {entry.no_verdict.reason}")
    values: dict[str, Number] = {
        line: value
        for line, value in entry.values.items()
        if not isinstance(value, str)
    }
    variant = Variant.parse(entry.variants[0]) if entry.variants else None
    takes = every_family()[entry.claims].takes
    where = library, name, version, entry
    return Named(title, variant, values, entry.when, len(entry.variants), takes, *where)


def explain_no_formula(entry: MetricEntry) -> str:
    """Why a metric has no single formula."""
    if entry.no_verdict:
        return f"unavailable, {entry.no_verdict.reason}"
    if entry.status == "unstable":
        return describe_repeated_call(entry)
    left = entry.variants
    return f"one of {name_first_metrics(left)}" if left else "no variant explains it"


def find_identified_metric(name: str, own: Record | None = None) -> RecordedMetric:
    """The metric of that name, at the version named or the newest that has it, which
    has one formula; UserError where there is none."""
    found = find_metric_in_records(name, own)
    if not found:
        raise (make_suggestion_error(name) if "." in name else None) or UserError(
            f"{in_brief(name)} names no metric on record: write LIBRARY.METRIC, as in "
            "recbole.MAP or recbole==1.2.1.MAP"
        )
    return require_identified_metric(*found)


def require_identified_metric(record: Record, metric: str) -> RecordedMetric:
    """A metric of a record; UserError where it has no single formula."""
    entry = record.metrics[metric]
    if len(entry.variants) != 1:
        named = f"{record.library}.{metric}"
        raise UserError(f"{named} has no single formula: {explain_no_formula(entry)}")
    return RecordedMetric(record.library, record.version, metric, entry)


def require_explained_metric(record: Record, metric: str) -> RecordedMetric:
    """A metric of a record; UserError where no formula is known of it."""
    entry = record.metrics[metric]
    if not entry.variants:
        return require_identified_metric(record, metric)
    return RecordedMetric(record.library, record.version, metric, entry)


def describe_repeated_call(entry: MetricEntry) -> str:
    """What makes a metric unstable, with the smallest call on record that shows it.

    >>> call = RepeatedCall(case="1 . @1", gave=(0.5, 1.0))
    >>> entry = MetricEntry(claims="recall", status="unstable", unstable=(call,))
    >>> describe_repeated_call(entry)
    'one input gives two numbers (0.5 or 1 on 1 . @1)'
    """
    shown = find_smallest_call(entry)
    if not shown:
        return "one input gives two numbers"
    gave = " or ".join(map(format_recorded_value, shown.gave))
    return f"one input gives two numbers ({gave} on {shown.case})"


def find_smallest_call(entry: MetricEntry) -> RepeatedCall | None:
    """Of the calls that gave two numbers that of the shortest case, none that is large
    where there is another; None of a metric that is not unstable."""
    calls = entry.unstable
    return min(calls, key=lambda one: (is_large(one.case), len(one.case)), default=None)


def describe_recorded_formula(entry: MetricEntry | None) -> str:
    """What a metric was found to compute, in a few words."""
    if entry is None:
        return "-"
    if entry.no_verdict:
        return f"unavailable: {entry.no_verdict.reason}"
    if entry.status == "unstable":
        return f"unstable: {describe_repeated_call(entry)}"
    found = " or ".join(entry.variants or ("unexplained",))
    told = f"ambiguous: {found}" if entry.status == "ambiguous" else found
    when = f" on {entry.when}".replace("_", " ") if entry.when else ""
    return told + when + format_violations(entry)
