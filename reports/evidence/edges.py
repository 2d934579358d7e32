"""What a library does where definitions are silent, and what must not change a number.

Start at `build_edge_tables`: for each type of case, and each span of versions that do
the same, a table of probes by metrics. `list_contradictions` and
`list_invariance_violations` are what stands out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from homonym.records.outcomes import Outcome
from homonym.records.schema_entry import MetricEntry
from homonym.records.values import PER_USER
from homonym.reference.case import CaseError
from homonym.reference.corpus import edge
from homonym.reference.rankings.case import Case
from homonym.reports.findings.sections import list_finding_case_types
from homonym.reports.findings.survey import Release
from homonym.verdicts.contradictions import find_contradictions as contradicting
from homonym.verdicts.contradictions import find_explaining_order

INVARIANCES = {
    "after_other_calls": "the same call after other calls",
    "second_call": "the same call twice",
    "same_object": "the same call twice on one object",
    "users_reordered": "users in the opposite order",
    "lists_reordered": "users in the opposite order in the lists alone",
    "truth_reordered": "users in the opposite order in the truth alone",
    "judged_reordered": "every user’s truth in the opposite order",
    "rows_reordered": "every user’s rows in the opposite order",
    "ids_relabelled": "other ids for users and items",
    "first_hit_is_item_0": "id 0 for the first relevant item",
    "scores_shifted": "1 added to every score",
    "scores_scaled": "every score times 10",
    "tail_removed": "irrelevant items at the bottom removed",
    "other_cut_offs": "other cut-offs in the same call",
    "other_metrics": "other metrics in the same call",
}
"""What must not change the number, in words."""
PER_USERS = f"{PER_USER} became {PER_USER}"
KEPT = 1024
"""Of so many releases and types of case what was found is kept: pages ask again."""


@dataclass(frozen=True)
class Probed:
    """One probe, and what the metrics of each column do.

    outcomes: None where the probe tells nothing; contradicts: whether metrics of the
    library contradict one another on it.
    """

    id: str
    words: str
    outcomes: tuple[Outcome | None, ...]
    contradicts: bool = False

    @property
    def agreed(self) -> Outcome | None:
        """The outcome of all metrics, where all show one."""
        shown = set(self.outcomes)
        return shown.pop() if len(shown) == 1 else None


@dataclass(frozen=True)
class EdgeTable:
    """Probes by metrics, of one type of case and at some versions; metrics that never
    differ share a column."""

    takes: Any
    versions: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    rows: tuple[Probed, ...]


@dataclass(frozen=True)
class Contradiction:
    """An input on which metrics of one library contradict one another.

    outcomes: each with the metrics that have it, that of most metrics first.
    """

    id: str
    words: str
    outcomes: tuple[tuple[str, tuple[str, ...]], ...]
    versions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Violation:
    """A variation that changed a number, for some metrics at some versions.

    told: what became of the number; case: where, if its line can be read.
    """

    words: str
    told: str
    case: Any
    metrics: tuple[str, ...]
    versions: tuple[str, ...]


@cache
def index_probe_words(takes: Any = Case) -> dict[str, str]:
    """Every edge probe of a type of case by its id, in words."""
    return {probe.id: probe.convention for probe in edge(takes)}


def list_release_case_types(recorded: Sequence[Release]) -> list[Any]:
    """The types of case that any of the metrics takes."""
    return list_finding_case_types(f for release in recorded for f in release.findings)


def build_edge_tables(recorded: Sequence[Release], part: str) -> list[EdgeTable]:
    """A part of the records (`conventions`, `invariances`), type by type."""
    return [
        table
        for takes in list_release_case_types(recorded)
        for table in build_type_tables(takes, recorded, part)
    ]


def build_type_tables(
    takes: Any, recorded: Sequence[Release], part: str
) -> list[EdgeTable]:
    """The tables of one type of case, newest version first; one where neighbours
    agree."""
    asked = index_probe_words(takes) if part == "conventions" else INVARIANCES
    found: list[EdgeTable] = []
    for release in recorded:
        columns = group_metrics(parse_metric_outcomes(release, part, takes), asked)
        split = (
            find_type_contradictions(release, takes) if part == "conventions" else {}
        )
        rows = tuple(yield_probed_rows(list(columns), asked, split))
        metrics = tuple(tuple(names) for names in columns.values())
        if found and (found[-1].columns, found[-1].rows) == (metrics, rows):
            versions = (*found[-1].versions, release.version)
            found[-1] = EdgeTable(takes, versions, metrics, rows)
        elif rows:
            found.append(EdgeTable(takes, (release.version,), metrics, rows))
    return found


@lru_cache(maxsize=KEPT)
def find_type_contradictions(
    release: Release, takes: Any
) -> dict[str, dict[str, list[str]]]:
    """Where metrics of one type of case contradict one another: one input for all."""
    return contradicting(select_type_entries(release, takes), takes)


def select_type_entries(release: Release, takes: Any) -> dict[str, MetricEntry]:
    """The metrics of a release's record that are of one type of case."""
    return {f.metric: f.entry for f in release.findings if f.takes is takes}


@lru_cache(maxsize=KEPT)
def parse_metric_outcomes(
    release: Release, part: str, takes: Any
) -> dict[str, dict[str, Outcome]]:
    """What each metric of a type of case does: metric -> probe -> outcome. One order by
    ids that explains all of them stands in place of what it coincides with."""
    metrics = select_type_entries(release, takes)
    edges = part == "conventions"
    by_ids = find_explaining_order(metrics, takes) if edges else {}
    return {
        name: {
            id: Outcome.parse(one)
            for id, one in {**outcomes, **by_ids.get(name, {})}.items()
        }
        for name, entry in metrics.items()
        if (outcomes := entry.conventions if edges else entry.invariances)
    }


def group_metrics(
    told: Mapping[str, Mapping[str, Outcome]], asked: Iterable[str]
) -> dict[tuple[Outcome | None, ...], list[str]]:
    """Metrics by what they do on all probes, in the order of the record."""
    groups: dict[tuple[Outcome | None, ...], list[str]] = {}
    for metric, outcomes in told.items():
        key = tuple(outcomes.get(id) for id in asked)
        groups.setdefault(key, []).append(metric)
    return groups


def yield_probed_rows(
    columns: Sequence[tuple[Outcome | None, ...]],
    asked: dict[str, str],
    against: Iterable[str],
) -> Iterator[Probed]:
    """A row for each probe that some metric shows something on."""
    for place, (id, words) in enumerate(asked.items()):
        outcomes = tuple(column[place] for column in columns)
        if any(outcomes):
            yield Probed(id, words, outcomes, id in against)


def list_contradictions(recorded: Sequence[Release]) -> list[Contradiction]:
    """Every contradiction, with the versions that have it."""

    def told(release: Release) -> Iterator[Contradiction]:
        for takes in list_release_case_types([release]):
            for id, outcomes in find_type_contradictions(release, takes).items():
                most = sorted(outcomes.items(), key=lambda pair: -len(pair[1]))
                named = tuple((words, tuple(metrics)) for words, metrics in most)
                yield Contradiction(id, index_probe_words(takes).get(id, id), named)

    return [
        Contradiction(one.id, one.words, one.outcomes, versions)
        for one, versions in group_by_version(recorded, told).items()
    ]


def list_invariance_violations(recorded: Sequence[Release]) -> list[Violation]:
    """Every invariance that a metric violates, with the versions that do."""

    def told(release: Release) -> Iterator[tuple[str, Outcome, Any, tuple[str, ...]]]:
        groups: dict[tuple[str, Outcome, Any], list[str]] = {}
        for finding in release.findings:
            for id, text in finding.entry.invariances.items():
                if (outcome := Outcome.parse(text)).broken:
                    key = id, outcome, finding.takes
                    groups.setdefault(key, []).append(finding.metric)
        yield from ((*key, tuple(names)) for key, names in groups.items())

    return [
        parse_violation_parts(id, outcome, takes, metrics, versions)
        for (id, outcome, takes, metrics), versions in group_by_version(
            recorded, told
        ).items()
    ]


def parse_violation_parts(
    id: str,
    outcome: Outcome,
    takes: Any,
    metrics: tuple[str, ...],
    versions: tuple[str, ...],
) -> Violation:
    """The outcome in its parts: what became of the number, and on which case."""
    told, line = outcome.violation
    words = told.replace(PER_USERS, "the users’ numbers changed")
    case = parse_recorded_case(line, takes)
    return Violation(INVARIANCES.get(id, id), words, case, metrics, versions)


def group_by_version(
    recorded: Sequence[Release], told: Callable[[Release], Iterable[Any]]
) -> Mapping[Any, tuple[str, ...]]:
    """What each release tells, once, with the versions that tell it."""
    found: dict[Any, tuple[str, ...]] = {}
    for release in recorded:
        for one in told(release):
            found[one] = (*found.get(one, ()), release.version)
    return found


def parse_recorded_case(line: str, takes: Any = Case) -> Any:
    """The case of a line; None where it is none of that type."""
    try:
        return takes.parse(line)
    except CaseError:
        return None
