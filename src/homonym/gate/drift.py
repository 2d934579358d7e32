"""Drift, said with its evidence: what was recorded, what is so now, on which case.

Start at `explain_drift`, which says all of a result; `list_metric_changes` has it
metric by metric.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from homonym.cases.kinds import find_case_kind
from homonym.gate.check import Result, list_metric_statuses
from homonym.gate.consequences import (
    NOT_SHOWN,
    can_be_one_habit,
    find_smallest_value_change,
    follows_from_metric,
    keeps_variation_effect,
)
from homonym.gate.evidence import EvidenceRow, list_evidence_rows
from homonym.records.differences import (
    Difference,
    align_inventories,
    describe_record_part,
)
from homonym.records.lookup import find_smallest_call
from homonym.records.reading import as_plain
from homonym.records.schema_entry import MetricEntry
from homonym.records.values import format_recorded_value
from homonym.records.violations import format_violations
from homonym.reference.corpus import edge
from homonym.reference.variants import every_family

FOLLOWS = (
    *("variants", "status", "refuted", "core", "when", "searched", "nearest"),
    *("runner_up", "cases"),
)
"""What differs because the class does, and is not said again."""
NUMBERS = ("values", "nearest", "core")
"""What differs of an unexplained metric because its numbers do."""
UNNAMED = "without a formula there is no name for what it does in most edge cases"


@dataclass(frozen=True)
class MetricChange:
    """How one metric differs from its record.

    headline: in one line; evidence: rows (what, value, why) on the smallest case;
    edges: for each convention that differs what it was and is; folded: in words, those
    that only follow from the definition; rest: other differences; redefined: whether it
    computes something else; gone: whether it gives nothing now.
    """

    metric: str
    status: str
    headline: str
    evidence: tuple[EvidenceRow, ...] = ()
    edges: tuple[EvidenceRow, ...] = ()
    rest: tuple[Difference, ...] = ()
    redefined: bool = True
    gone: bool = False
    folded: str = ""

    @property
    def own(self) -> tuple[Difference, ...]:
        """The other differences, but those of its invariances."""
        return tuple(one for one in self.rest if one.head != "invariances")

    def lines(self, library: str) -> Iterator[str]:
        """The block that says it, the evidence aligned."""
        yield f"{library}: {self.headline}"
        if self.evidence:
            yield ""
            yield from yield_aligned_rows(self.evidence)
        for row in self.edges:
            yield from yield_edge_lines(row)
        rest = [difference.within for difference in self.rest]
        rest += [f"conventions: {self.folded}"] if self.folded else []
        if rest:
            yield ""
            yield from (f"  {line}" for line in rest)


def yield_edge_lines(row: EvidenceRow) -> Iterator[str]:
    """A convention that differs: the probe, what was recorded, what is so now."""
    probe, before, now = row
    yield ""
    yield f"  {describe_probe(probe)}"
    yield f"    recorded  {before}"
    yield f"    now       {now}"


def explain_drift(result: Result, command: str = "") -> Iterator[str]:
    """A block for each metric that differs, then all else; with the command that was
    given, what to do."""
    record = result.record
    named = f"{record.library} {record.version}"
    for change in list_metric_changes(result):
        yield ""
        yield from change.lines(named)
    if rest := list_other_changes(result):
        yield f"\n{named}: what else is not as recorded\n"
        yield from (f"  {line}" for line in rest)
    if result.drift and (beside := describe_other_packages(result)):
        yield f"\n  {beside}"
    if result.drift and command:
        yield f"\n  meant it?  {command} --accept"


def describe_other_packages(result: Result) -> str:
    """What the record was made beside and what stands here, in words, of the packages
    that both have at other versions; nothing where there are none."""
    if not result.expected:
        return ""
    before, now = (one.provenance.packages for one in (result.expected, result.record))
    moved = [name for name in before if now.get(name, before[name]) != before[name]]
    if not moved:
        return ""
    was, here = (
        ", ".join(f"{name} {its[name]}" for name in moved) for its in (before, now)
    )
    return f"the record was made beside {was}; here: {here}"


def list_metric_changes(result: Result) -> list[MetricChange]:
    """Every metric that differs from its record, in the record's order."""
    old = result.expected.metrics if result.expected else {}
    new = result.record.metrics
    return [
        make_metric_change(
            name, status, old.get(name), new.get(name), differences, result
        )
        for name, status, differences in list_metric_statuses(result)
        if differences
    ]


def make_metric_change(
    name: str,
    status: str,
    old: MetricEntry | None,
    now: MetricEntry | None,
    mine: Sequence[Difference],
    result: Result,
) -> MetricChange:
    """What differs of one metric; mine: its differences."""
    if old is None or now is None or old.no_verdict or now.no_verdict:
        return make_presence_change(name, status, old, now)
    edges = tuple(
        e for e in yield_changed_edges(old, now) if is_drifted_probe(e[0], mine)
    )
    if old.status != "unstable" and old.variants != now.variants:
        shown = tuple(list_evidence_rows(old, now, result.measured(name)))
        return make_redefined_change(name, status, old, now, edges, shown, mine)
    same = old.status == now.status
    if same and (
        numbers := find_smallest_value_change(find_entry_case_type(now), mine)
    ):
        return make_numbers_change(name, status, numbers, mine)
    was, is_now = map(describe_metric_entry, (old, now))
    told = f"{name} is still {is_now}, and differs"
    if not same and was != is_now:
        told = f"{name} was {was} and is {is_now} now"
    lines = select_other_differences(mine, ("conventions",) if edges else ())
    return MetricChange(name, status, told, (), edges, lines, redefined=False)


def make_presence_change(
    name: str, status: str, old: MetricEntry | None, now: MetricEntry | None
) -> MetricChange:
    """A metric that is new, or gone, or that gives no number before or now."""
    was, is_now = (describe_metric_entry(one) if one else "" for one in (old, now))
    if now is None:
        told = f"{name} is no longer offered; it was {was}"
        return MetricChange(name, status, told, gone=True)
    if old is None:
        return MetricChange(name, status, f"{name} is new: it is {is_now}")
    told = f"{name} was {was} and is {is_now} now"
    return MetricChange(name, status, told, gone=now.no_verdict is not None)


def make_redefined_change(
    name: str,
    status: str,
    old: MetricEntry,
    now: MetricEntry,
    edges: tuple[EvidenceRow, ...],
    shown: tuple[EvidenceRow, ...],
    mine: Sequence[Difference],
) -> MetricChange:
    """What differs of a metric that computes something else; what follows from that is
    folded."""
    told = f"{name} is no longer {describe_metric_entry(old)}"
    lines = select_other_differences(mine, ("conventions", "values", *FOLLOWS))
    rest = tuple(one for one in lines if not keeps_variation_effect(one))
    shows = (row for row in edges if now.variants or row[2] != NOT_SHOWN)
    kept = tuple(row for row in shows if not can_be_one_habit(*row[1:]))
    folded = len(edges) - len(kept)
    verb = "differs" if folded == 1 else "differ"
    more = f"{folded} {verb} as the definition does" if folded else ""
    if folded and not now.variants:
        more = UNNAMED
    return MetricChange(name, status, told, shown, kept, rest, folded=more)


def make_numbers_change(
    name: str,
    status: str,
    smallest: tuple[Any, Difference],
    mine: Sequence[Difference],
) -> MetricChange:
    """What differs of a metric that is unexplained as before, and gives other numbers:
    the smallest case, and how many more there are."""
    case, one = smallest
    others = sum(d.head == "values" for d in mine) - 1
    told = f"{name} is still unexplained, and gives other numbers"
    rows = (
        ("case", case.id, find_case_kind(type(case)).in_brief(case)),
        ("recorded", describe_record_part(one.old), ""),
        (
            "now",
            describe_record_part(one.new),
            f"and on {others} more" if others else "",
        ),
    )
    lines = select_other_differences(mine, ("conventions", *NUMBERS))
    rest = tuple(d for d in lines if not keeps_variation_effect(d))
    edges = any(d.head == "conventions" for d in mine)
    return MetricChange(
        name, status, told, rows, (), rest, folded=UNNAMED if edges else ""
    )


def find_entry_case_type(entry: MetricEntry) -> Any:
    """The type of case that a metric is asked about."""
    return every_family()[entry.claims].takes


def describe_metric_entry(entry: MetricEntry) -> str:
    """What a metric computes, in an id or few words."""
    if entry.no_verdict:
        return f"unavailable ({entry.no_verdict.reason})"
    if call := find_smallest_call(entry):
        gave = " or ".join(map(format_recorded_value, call.gave))
        return f"unstable ({gave} on {call.case})"
    return (" or ".join(entry.variants) or "unexplained") + format_violations(entry)


def select_other_differences(
    mine: Sequence[Difference], told: tuple[str, ...]
) -> tuple[Difference, ...]:
    """A metric's differences but for those of the parts told already."""
    return tuple(d for d in mine if d.head not in told)


def is_drifted_probe(probe: str, mine: Sequence[Difference]) -> bool:
    """Whether a convention is among a metric's differences: what only records of
    another edition hold is not compared."""
    return any(d.part in (("conventions",), ("conventions", probe)) for d in mine)


def yield_changed_edges(old: MetricEntry, now: MetricEntry) -> Iterator[EvidenceRow]:
    """(probe, recorded, now) of every convention that differs."""
    before, after = old.conventions, now.conventions
    for probe in {**before, **after}:
        was, now_is = before.get(probe, NOT_SHOWN), after.get(probe, NOT_SHOWN)
        if was != now_is:
            yield probe, was, now_is


def list_other_changes(result: Result) -> list[str]:
    """Differences of no metric: the names that came or went, then the others."""
    every = result.drift
    own = (d for d in every if d.metric is None and d.head != "inventory")
    own = (d for d in own if not follows_from_metric(d, every))
    found = [f"neither wrapped nor out of scope: {n}" for n in result.unlisted]
    if result.expected is None:
        return found
    both = (replace(one, metrics={}) for one in (result.expected, result.record))
    old, new = align_inventories(*map(as_plain, both))
    return [*found, *yield_moved_names(old, new), *map(str, own)]


def yield_moved_names(
    old: Mapping[str, Iterable[str]], new: Mapping[str, Iterable[str]]
) -> Iterator[str]:
    """The public names that came, went, or went from one side to the other."""
    sides = {"wrapped": "wrapped", "out_of_scope": "out of scope"}
    for kind, label in sides.items():
        other = next(one for one in sides if one != kind)
        before, now = set(old.get(kind, ())), set(new[kind])
        was, is_now = set(old.get(other, ())), set(new[other])
        for name in sorted(now - before):
            came = f"{sides[other]} before, now {label}"
            yield f"{came if name in was else f'new public name, {label}'}: {name}"
        for name in sorted(before - now - is_now):
            yield f"no longer a public name, {label}: {name}"


def describe_probe(probe: str) -> str:
    """A convention's probe in words."""
    known = {one.id: one.convention for one in edge()}
    return f"{known[probe]} ({probe})" if probe in known else probe.replace("_", " ")


def yield_aligned_rows(rows: tuple[EvidenceRow, ...]) -> Iterator[str]:
    """Rows in columns."""
    names, values = (max(len(row[place]) for row in rows) for place in (0, 1))
    for name, value, why in rows:
        yield f"  {name:<{names}}  {value:<{values}}  {why}".rstrip()
