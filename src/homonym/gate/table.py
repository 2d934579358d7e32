"""What each metric computes, on how many cases, and how that stands to the record, as
every command shows it: start at `list_status_rows`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

from homonym.adapters.contract import Failed, Measurement, Value
from homonym.failures import FailureKind
from homonym.gate.check import Result, list_metric_statuses
from homonym.records.cases_run import describe_case_counts
from homonym.records.lookup import describe_recorded_formula
from homonym.records.values import format_numbers, list_measured_numbers
from homonym.reference.large import is_large
from homonym.tolerances import are_all_close

COLUMNS = ("metric", "computes", "cases", "status")
OTHERS = ("edge ", "example ", "movielens ", "varied ")
"""What the ids of cases begin with that are not of the corpus's core, nor drawn."""
FEW = 5
"""A number that stands on fewer cases is not called the same on every one."""
CaseMeasurements = list[tuple[str, Measurement]]


@dataclass(frozen=True)
class TableRow:
    """One metric: what it computes, on how many cases it gave a number and what it did
    on the others, and how it stands to its record."""

    metric: str
    computes: str
    cases: str
    status: str

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The cells below `COLUMNS`."""
        return self.metric, self.computes, self.cases, self.status


def list_status_rows(result: Result) -> Iterator[TableRow]:
    """A row for every metric of the record and of the result."""
    measured = group_rows_by_metric(result)
    for name, status, _ in list_metric_statuses(result):
        entry = result.record.metrics.get(name)
        told = describe_recorded_formula(entry) + describe_constant(measured[name])
        yield TableRow(name, told, describe_case_counts(entry), status)


def group_rows_by_metric(result: Result) -> defaultdict[str, CaseMeasurements]:
    """The measurements of each metric on well-formed cases."""
    found: defaultdict[str, CaseMeasurements] = defaultdict(list)
    for name, case, measured in result.rows:
        if not case.startswith(OTHERS):
            found[name].append((case, measured))
    return found


def describe_constant(rows: CaseMeasurements) -> str:
    """That a metric gave the same number on every case; nothing where it did not."""
    numbers = [
        n for _, m in rows if isinstance(m, Value) for n in list_measured_numbers(m)
    ]
    if len(numbers) < FEW or not are_all_close(
        numbers, [numbers[0]] * len(numbers), 1e-9
    ):
        return ""
    return f", {format_numbers(Value(numbers[0]))} on every case"


def render_status_table(result: Result) -> str:
    """The rows in columns."""
    from rich.console import Console
    from rich.table import Table

    drawing = Table(*COLUMNS, box=None, pad_edge=False)
    for row in list_status_rows(result):
        drawing.add_row(*row.cells)
    drawn = StringIO()
    Console(file=drawn, width=200, highlight=False, markup=False).print(drawing)
    return "\n".join(line.rstrip() for line in drawn.getvalue().splitlines())


def list_failure_lines(result: Result) -> list[str]:
    """A line for each metric that gave no number on any case because it failed, and for
    each that returned what is no number: the metric, what happened, on a short case."""
    measured = group_rows_by_metric(result)
    return [
        f"{name}: {told}"
        for name in result.record.metrics
        if (told := describe_first_failure(name, result, measured[name]))
    ]


def describe_first_failure(name: str, result: Result, rows: CaseMeasurements) -> str:
    """How a metric fails, with a case on which it does; nothing where it gives
    numbers and fails in no way that only its adapter can mend."""
    always = is_failing_metric(name, result)
    failed = [(case, m) for case, m in rows if isinstance(m, Failed)]
    wrong = [one for one in failed if always or one[1].kind is FailureKind.NO_NUMBER]
    if not wrong:
        return ""
    case, first = min(wrong, key=lambda one: (is_large(one[0]), len(one[0])))
    where = f" ({first.where})" if first.where else ""
    often = "every case" if always else f"{len(wrong)} of {len(rows)} cases"
    return f"{first.error}{where} on {often}, as on {case}"


def is_failing_metric(name: str, result: Result) -> bool:
    """Whether a metric gave no number on any case because it failed."""
    entry = result.record.metrics.get(name)
    why = entry.no_verdict if entry else None
    return why is not None and why.failed
