"""The page that says how verdicts are reached, with the sizes that were tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from homonym.cases.kinds import load_case_kinds
from homonym.measurement.refutation import TRIES
from homonym.reference.corpus import core, editions
from homonym.reference.large import large_cases
from homonym.reference.variants import every_family
from homonym.reports.evidence.edges import INVARIANCES
from homonym.reports.findings.finding import Finding, join_names
from homonym.reports.findings.survey import Survey


@dataclass(frozen=True)
class Tried:
    """How many cases of a type are asked of a metric, and how large they become: the
    most users and the greatest cut-off, 0 where there is none."""

    takes: Any
    definitions: int
    core: int
    edges: int
    large: int
    users: int
    k: int


@dataclass(frozen=True)
class FewerTries:
    """Who had fewer drawn cases than usual: libraries in words, or one metric of a
    library, and how many."""

    who: str
    metric: str = ""
    tried: int = 0


def build_method_context(survey: Survey) -> dict[str, Any]:
    """What the template of the page shows; of types of case the one of most definitions
    first."""
    found = map(count_tried_cases, load_case_kinds())
    return {
        "tried": sorted(found, key=lambda one: -one.definitions),
        "edition": editions()[-1],
        "draws": TRIES,
        "invariances": list(INVARIANCES.values()),
        "fewer": list_fewer_tries(survey),
        "behind": count_older_editions(survey),
        "papers_behind": count_older_editions(survey.papers),
        "statuses": Counter(f.status for f in survey.newest).most_common(),
        "homes": len({library.home for library in survey.libraries}),
    }


def list_fewer_tries(survey: Survey) -> list[FewerTries]:
    """Libraries all of whose metrics had fewer cases, at the newest version or at older
    ones, then the metrics that had fewer where others of their library had not."""
    titles = {library.name: library.title for library in survey.libraries}
    fewer = [one for one in survey.newest if has_fewer_tries(one)]
    usual = {one.library for one in survey.newest if has_usual_tries(one)}
    slow = sorted({one.library for one in fewer} - usual)
    named = join_names([titles[name] for name in slow])
    older = list_slow_older_versions(survey, slow).items()
    return [
        *([FewerTries(f"{named}, where calls are slow")] if slow else ()),
        *(FewerTries(f"{titles[name]} {join_names(its)}") for name, its in older),
        *(
            FewerTries(titles[one.library], one.metric, one.entry.refuted.tried)
            for one in fewer
            if one.library not in slow and one.entry.refuted
        ),
    ]


def list_slow_older_versions(
    survey: Survey, slow: Collection[str]
) -> dict[str, list[str]]:
    """By library, the versions before the newest whose metrics all had fewer cases; of
    libraries that are not slow at the newest."""
    found = {
        library.name: [
            release.version
            for release in library.recorded
            if any(map(has_fewer_tries, release.findings))
            and not any(map(has_usual_tries, release.findings))
        ]
        for library in survey.libraries
        if library.name not in slow
    }
    return {name: versions for name, versions in found.items() if versions}


def count_older_editions(survey: Survey) -> int:
    """How many libraries, by interface, have at their newest version a record of an
    edition before the last."""
    last = editions()[-1].edition
    records = [one.newest.record for one in survey.libraries]
    return sum(record.corpus.edition < last for record in records if record)


def count_tried_cases(takes: Any) -> Tried:
    """The cases of a type."""
    large = large_cases(takes)
    families = (home for home in every_family().values() if home.takes is takes)
    return Tried(
        takes,
        sum(len(home.variants) for home in families),
        len(core(takes)),
        len(editions()[-1].edges(takes)),
        len(large),
        max(len(case.users) for case in large),
        max(case.k for case in large),
    )


def has_fewer_tries(finding: Finding) -> bool:
    """Whether fewer cases than usual were drawn to refute a metric's verdict."""
    drawn = finding.entry.refuted
    return drawn is not None and drawn.tried < TRIES


def has_usual_tries(finding: Finding) -> bool:
    """Whether as many as usual were drawn."""
    return finding.entry.refuted is not None and not has_fewer_tries(finding)
