"""Drift, said with its evidence: what was recorded, what is so now, on which case.

Start at `explain_drift`, which says all of a result; `metric_changes` has it metric by
metric.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from homonym.adapters.contract import Measurement, Value
from homonym.cases.kinds import kind_of
from homonym.gate.check import Result, statuses
from homonym.records.differences import Difference, inventories
from homonym.records.reading import as_plain
from homonym.records.schema_entry import MetricEntry
from homonym.records.values import shown_measurement
from homonym.records.violations import but_matters
from homonym.reference.corpus import edge
from homonym.reference.variants import Variant
from homonym.trace.plain_text import plain_formula
from homonym.trace.rankings import Line
from homonym.verdicts.formula import agrees

FOLLOWS = (
    *("variants", "status", "refuted", "core", "when", "searched", "nearest"),
    *("runner_up", "cases"),
)
"""What differs because the class does, and is not said again."""
NOT_SHOWN = "does not show"
"""Where all that a metric may do at an edge gives the same number."""
UNNAMED = "without a formula there is no name for what it does at most edges"

Row = tuple[str, str, str]


@dataclass(frozen=True)
class MetricChange:
    """How one metric differs from its record.

    headline: in one line; evidence: rows (what, value, why) on the smallest case;
    edges: for each convention that differs what it was and is; unnamed: whether there
    are more of them, without a name now; rest: other differences; redefined: whether it
    computes something else; gone: whether it gives nothing now.
    """

    metric: str
    status: str
    headline: str
    evidence: tuple[Row, ...] = ()
    edges: tuple[Row, ...] = ()
    rest: tuple[Difference, ...] = ()
    redefined: bool = True
    gone: bool = False
    unnamed: bool = False

    def lines(self, library: str) -> Iterator[str]:
        """The block that says it, the evidence aligned."""
        yield f"{library}: {self.headline}"
        if self.evidence:
            yield ""
            yield from in_columns(self.evidence)
        for row in self.edges:
            yield from edge_lines(row)
        rest = [difference.within for difference in self.rest]
        rest += [f"conventions: {UNNAMED}"] if self.unnamed else []
        if rest:
            yield ""
            yield from (f"  {line}" for line in rest)


def edge_lines(row: Row) -> Iterator[str]:
    """A convention that differs: the probe, what was recorded, what is so now."""
    probe, before, now = row
    yield ""
    yield f"  {probe_in_words(probe)}"
    yield f"    recorded  {before}"
    yield f"    now       {now}"


def explain_drift(result: Result, command: str = "") -> Iterator[str]:
    """A block for each metric that differs, then all else; with the command that was
    given, what to do."""
    record = result.record
    named = f"{record.library} {record.version}"
    for change in metric_changes(result):
        yield ""
        yield from change.lines(named)
    if rest := other_changes(result):
        yield f"\n{named}: what else is not as recorded\n"
        yield from (f"  {line}" for line in rest)
    if result.drift and command:
        yield f"\n  meant it?  {command} --accept"


def metric_changes(result: Result) -> list[MetricChange]:
    """Every metric that differs from its record, in the record's order."""
    old = result.expected.metrics if result.expected else {}
    new = result.record.metrics
    return [
        change(name, status, old.get(name), new.get(name), result)
        for name, status, differences in statuses(result)
        if differences
    ]


def change(
    name: str,
    status: str,
    old: MetricEntry | None,
    now: MetricEntry | None,
    result: Result,
) -> MetricChange:
    """What differs of one metric."""
    if not now:
        was = computed_in_words(old) if old else ""
        told = f"{name} is no longer offered; it was {was}"
        return MetricChange(name, status, told, gone=True)
    if not old:
        return MetricChange(
            name, status, f"{name} is new: it is {computed_in_words(now)}"
        )
    if now.no_verdict or old.no_verdict:
        told = (
            f"{name} was {computed_in_words(old)} and is {computed_in_words(now)} now"
        )
        return MetricChange(name, status, told, gone=now.no_verdict is not None)
    edges = tuple(e for e in changed_edges(old, now) if drifted(name, e[0], result))
    if old.variants == now.variants:
        told = f"{name} is still {computed_in_words(now)}"
        lines = other_differences(name, result, ("conventions",) if edges else ())
        told += ", and differs"
        return MetricChange(name, status, told, (), edges, lines, redefined=False)
    told = f"{name} is no longer {computed_in_words(old)}"
    shown = tuple(evidence(old, now, result.measured(name)))
    lines = other_differences(name, result, ("conventions", "values", *FOLLOWS))
    named = tuple(e for e in edges if now.variants or e[2] != NOT_SHOWN)
    lost = len(named) < len(edges)
    return MetricChange(name, status, told, shown, named, lines, unnamed=lost)


def computed_in_words(entry: MetricEntry) -> str:
    """What a metric computes, in an id or few words."""
    if entry.no_verdict:
        return f"unavailable ({entry.no_verdict.reason})"
    if entry.status == "unstable":
        case, gave = entry.unstable[0].case, entry.unstable[0].gave
        return f"unstable ({' or '.join(map(_number, gave))} on {case})"
    return (" or ".join(entry.variants) or "unexplained") + but_matters(entry)


def other_differences(
    metric: str, result: Result, told: tuple[str, ...]
) -> tuple[Difference, ...]:
    """The metric's differences but for those of the parts told already."""
    mine = (d for d in result.drift if d.metric == metric)
    return tuple(d for d in mine if d.head not in told)


def drifted(metric: str, probe: str, result: Result) -> bool:
    """Whether a convention is among the differences: what only records of another
    edition hold is not compared."""
    parts = (("conventions",), ("conventions", probe))
    return any(d.metric == metric and d.part in parts for d in result.drift)


def changed_edges(old: MetricEntry, now: MetricEntry) -> Iterator[Row]:
    """(probe, recorded, now) of every convention that differs."""
    before, after = old.conventions, now.conventions
    for probe in {**before, **after}:
        was, now_is = before.get(probe, NOT_SHOWN), after.get(probe, NOT_SHOWN)
        if was != now_is:
            yield probe, was, now_is


def evidence(
    old: MetricEntry, now: MetricEntry, measured: dict[str, Measurement]
) -> Iterator[Row]:
    """The smallest measured case on which the recorded variant is wrong."""
    if not old.variants:
        return
    before = Variant.parse(old.variants[0])
    found = smallest_difference(before, measured, now.precision or old.precision)
    if not found:
        return
    case, value = found
    after = now.variants[0] if now.variants else ""
    yield "case", case.id, kind_of(type(case)).in_brief(case)
    yield "recorded", _number(before.value(case)), difference(before, after, case)
    yield "now", _number(got(value)), f"as {after or 'no variant'} gives"


def got(measured: Measurement) -> object:
    """The number that was measured, the users' numbers, or why there is none."""
    if isinstance(measured, Value):
        return measured.per_user if measured.value is None else measured.value
    return shown_measurement(measured)


def difference(variant: Variant, other: str, case: Any) -> str:
    """The choices that the variant makes otherwise, each with its formula and what it
    is on the case; for another family the variant's id."""
    against = Variant.parse(other) if other else None
    if against is None or against.family != variant.family:
        return f"as {variant} gives"
    axes, known = variant.home.axes, parts_of_ranking(variant, case)
    return ", ".join(
        f"{axis} {plain_formula(axes[axis].choices[name].formula)}{known.get(axis, '')}"
        for axis, name in variant.choices
        if against.names[axis] != name
    )


def parts_of_ranking(variant: Variant, case: Any) -> dict[str, str]:
    """The numbers that one user's value is made of, by the axis they are of, where the
    case is told in brief."""
    kind = kind_of(type(case))
    if not kind.in_brief(case) or len(case.users) > 1:
        return {}
    (user,) = kind.steps(variant, case).users
    lines = [part for part in user.parts if isinstance(part, Line)]
    return {line.name: f" = {_number(line.value)}" for line in lines}


def smallest_difference(
    variant: Variant, measured: dict[str, Measurement], precision: float
) -> tuple[Any, Measurement] | None:
    """The smallest case on which the variant does not give what was measured."""
    takes: Any = variant.home.takes
    cases = {
        line: takes.parse(line)
        for line in measured
        if not line.startswith(("edge ", "example ", "movielens ", "varied "))
    }
    wrong = [
        (case, measured[line])
        for line, case in cases.items()
        if not agreeing(variant, case, measured[line], precision)
    ]
    return min(
        wrong,
        key=lambda pair: pair[0].weight,
        default=None,
    )


def agreeing(
    variant: Variant, case: Any, measured: Measurement, precision: float
) -> bool:
    """Whether the variant gives what was measured."""
    if not isinstance(measured, Value):
        return False
    return agrees(variant.value(case), measured, precision)


def other_changes(result: Result) -> list[str]:
    """Differences of no metric: the names that came or went, then the others."""
    own = (d for d in result.drift if d.metric is None and d.head != "inventory")
    found = [f"neither wrapped nor out of scope: {n}" for n in result.unlisted]
    if result.expected is None:
        return found
    old, new = inventories(as_plain(result.expected), as_plain(result.record))
    for kind, label in (("wrapped", "wrapped"), ("out_of_scope", "out of scope")):
        before, now = set(old.get(kind, ())), set(new[kind])
        found += [f"new public name, {label}: {name}" for name in sorted(now - before)]
        found += [
            f"no longer a public name, {label}: {n}" for n in sorted(before - now)
        ]
    return [*found, *map(str, own)]


def probe_in_words(probe: str) -> str:
    """A convention's probe in words."""
    known = {one.id: one.convention for one in edge()}
    return f"{known[probe]} ({probe})" if probe in known else probe.replace("_", " ")


def in_columns(rows: tuple[Row, ...]) -> Iterator[str]:
    """Rows in columns."""
    names, values = (max(len(row[place]) for row in rows) for place in (0, 1))
    for name, value, why in rows:
        yield f"  {name:<{names}}  {value:<{values}}  {why}".rstrip()


def _number(value: object) -> str:
    if isinstance(value, tuple) and len(value) == 1:
        return _number(*value)
    if isinstance(value, tuple):
        return f"({', '.join(map(_number, value))})"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
