"""One formula, one number: on the same data the records of all libraries agree.

A verdict is found on small cases. On a dataset a metric of that formula has to give
what the others of it give, or its adapter did not present what it says.
"""

from __future__ import annotations

from functools import cache
from math import isclose, isnan, nan
from statistics import median

import pytest

from homonym.adapters import find_adapter
from homonym.records.schema_entry import MetricEntry
from homonym.records.store import DATA
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.survey import read_survey
from homonym.reports.paper.tables import find_dataset_number, find_dataset_results

Numbers = dict[tuple[str, str, str], list[tuple[Finding, float]]]


@cache
def numbers(data: str) -> Numbers:
    """The numbers of all identified metrics by exact data, formula and, of the full
    rankings, what a metric makes of ties: MovieLens has tied scores far down."""
    found: Numbers = {}
    for release in read_survey().recorded:
        measured = find_dataset_results(release, data)
        name = measured.data if measured else ""
        for finding in release.findings:
            value = find_dataset_number(release, data, finding.metric)
            if finding.meaning and not finding.when and not isinstance(value, str):
                mine = found.setdefault((name, finding.meaning, asked(finding)), [])
                mine.append((finding, value))
    return found


def asked(finding: Finding) -> str:
    """Of which lists a metric gives its number, and how it breaks their ties."""
    if not find_adapter(finding.library).metrics[finding.metric].full:
        return "the first k"
    return f"all items, ties: {(finding.entry.conventions or {}).get('ties')}"


def disagreeing(found: Numbers) -> list[tuple[str, str, str, float]]:
    """(library, version, metric, number) of those unlike most of their formula, of
    which the most precise say what is usual."""
    told = []
    for alike in found.values():
        finest = min(finding.entry.precision for finding, _ in alike)
        middle = usual([v for f, v in alike if f.entry.precision == finest])
        told += [
            (finding.library, finding.version, finding.metric, value)
            for finding, value in alike
            if not near(value, middle, finding.entry.precision)
        ]
    return told


def usual(values: list[float]) -> float:
    """The median of the numbers; NaN where most are."""
    known = [value for value in values if not isnan(value)]
    return median(known) if 2 * len(known) > len(values) else nan


def near(one: float, other: float, precision: float) -> bool:
    """Within the library's precision, from 12 digits of either; NaN equals NaN."""
    if isnan(one) or isnan(other):
        return isnan(one) and isnan(other)
    return isclose(one, other, rel_tol=0, abs_tol=precision * max(1, other) + 1e-9)


LIBRARIES = sorted({finding.library for finding in read_survey().findings})


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("data", DATA)
def test_a_formula_gives_one_number_on_one_dataset(data: str, library: str) -> None:
    """Whichever library computes it, and through whichever of its interfaces."""
    assert not [told for told in disagreeing(numbers(data)) if told[0] == library]


def test_another_number_is_told() -> None:
    """One of three is off by more than its precision; one that is NaN is off too."""
    entry = MetricEntry(claims="recall", status="unexplained", precision=1e-5)
    of = [Finding(f"lib{n}", "1", "map", entry) for n in range(4)]
    values = (0.25, 0.250001, 0.2502, 0.25)
    found = {("data", "MAP", ""): list(zip(of, values, strict=True))}
    assert disagreeing(found) == [("lib2", "1", "map", 0.2502)]
    found["data", "MAP", ""][0] = (of[0], float("nan"))
    assert ("lib0", "1", "map") in [told[:3] for told in disagreeing(found)]
