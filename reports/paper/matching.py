"""Which of our records stand beside a row of the paper: `list_row_runs`.

A library is measured twice: at the paper's version, or the nearest that is recorded
with the reason why it is not the paper's own, and at the newest. Which versions may
stand for the paper's is data: `[[library]]` in published/tamm2021.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from homonym.reports.findings.survey import RecordedLibrary, Release, Survey

NO_RECORD = "homonym has no record of it yet"
THEN, NOW, BOTH = "at the paper’s version", "today", "at the paper’s version and today"
OF_ITS_TIME = "at a version of the paper’s time, which did not run it"


@dataclass(frozen=True)
class PaperRun:
    """A library at one release, as it stands in the paper's tables.

    when: THEN (OF_ITS_TIME of a library that the paper did not run), NOW or BOTH;
    release: nothing where no record can stand there; note: why it is not the paper's
    own version, or why there is none.
    """

    when: str
    release: Release | None
    note: str = ""


def find_row_libraries(
    name: str, given: Mapping[str, Any], survey: Survey
) -> list[RecordedLibrary]:
    """The libraries in our records that a row of the paper means, its own first."""
    names = given.get("records", [])
    mine = [lib for lib in survey.libraries if lib.name in names or lib.title == name]
    return sorted(mine, key=lambda lib: (lib.name not in names, lib.name))


def list_row_runs(
    name: str, given: Mapping[str, Any], survey: Survey
) -> tuple[PaperRun, ...]:
    """The runs of a row: at the paper's version, then at the newest."""
    mine = find_row_libraries(name, given, survey)
    if not mine:
        return (PaperRun(BOTH, None, NO_RECORD),)
    newest = mine[0].newest
    now = PaperRun(
        NOW, newest if newest.record else None, explain_missing_record(newest)
    )
    if not given:
        return (now,)
    found = find_paper_version_run(mine, given)
    if found.release is not now.release or not now.release:
        return found, now
    return (
        (PaperRun(THEN, None, found.note), now)
        if found.note
        else (PaperRun(BOTH, now.release),)
    )


def find_paper_version_run(
    mine: list[RecordedLibrary], given: Mapping[str, Any]
) -> PaperRun:
    """The paper's version, else the nearest named that is recorded, else the oldest."""
    recorded = {
        release.version: release
        for library in reversed(mine)
        for release in library.releases
        if release.record
    }
    for version in given["own"]:
        if version in recorded:
            when = THEN if given.get("ran", True) else OF_ITS_TIME
            return PaperRun(when, recorded[version])
    near = [recorded[v] for v in given.get("near", []) if v in recorded]
    oldest = [lib.releases[-1] for lib in mine[:1] if lib.releases[-1].record]
    return PaperRun(
        THEN, next(iter([*near, *oldest]), None), given.get("why", NO_RECORD)
    )


def explain_missing_record(release: Release) -> str:
    """Why a release without a record has none."""
    if release.record:
        return ""
    status = release.status
    return f"{status.status}: {status.reason}" if status else NO_RECORD
