"""Versions of libraries in order, those without a release included."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from pathlib import Path

import pytest

from homonym.explain.snippets import is_call_taken
from homonym.records import store
from homonym.records.schema import SCHEMA, Corpus, Provenance, Record
from homonym.reference.corpus import editions
from homonym.reports.findings.effects import Effect
from homonym.versions import (
    find_installed_version,
    make_version_key,
    parse_release,
    parse_release_numbers,
    split_mark,
)


def test_versions_are_ordered_as_people_count() -> None:
    """1.10 is newer than 1.9 and than its own candidates, a build newer than what it
    was built from."""
    ordered = ["1.9.0", "1.10.0.dev1", "1.10.0rc1", "1.10.0", "1.10.0+cpu", "2021.2.9"]
    assert sorted(set(ordered), key=make_version_key) == ordered


def test_a_second_environment_stands_after_its_version_and_beside_it() -> None:
    """Of every record that is marked so the version alone is on record too, and its
    packages are as new as the mark says."""
    ordered = ["0.14.4", "0.14.4+pandas3", "0.15.0"]
    assert sorted({*ordered}, key=make_version_key) == ordered
    marked = [one for one in store.read_every() if split_mark(one.version)[1]]
    assert [(one.library, one.version) for one in marked] == [
        ("lenskit", ordered[1]),
        ("trectools", "0.0.50+pandas3"),
    ]
    for one in marked:
        alone, package, major = split_mark(one.version)
        every = {file.stem: file for file in store.list_record_files(one.library)}
        other = store.read_expected_record(every[alone])
        theirs, its = (r.provenance.packages[package] for r in (other, one))
        assert parse_release_numbers(theirs) < (major,) <= parse_release_numbers(its)


@pytest.mark.parametrize("commit", ["1b7d693", "4787f1a", "1234567", "12345a6"])
def test_a_commit_stands_before_every_release(commit: str) -> None:
    """Those too whose digits could be read as a release's."""
    assert make_version_key(commit, "2026-11-21") < make_version_key(
        "0.0.1.dev1", "2020-01-01"
    )
    assert parse_release_numbers(commit) == ()


@pytest.mark.parametrize("long", ["9" * 5000, f"1.{'9' * 5000}"])
def test_a_number_too_long_for_python_is_no_release(long: str) -> None:
    """It stands before every release, as any text that names none, and is no mark."""
    assert parse_release(long) is None
    assert make_version_key(long, "2026-11-21") < make_version_key(
        "0.0.1.dev1", "2020-01-01"
    )
    assert parse_release_numbers(long) == ()
    assert split_mark(f"1+pandas{long}") == (f"1+pandas{long}", "", 0)


def test_commits_are_ordered_by_the_day_they_were_measured() -> None:
    """Their names tell nothing; of one day they keep one order all the same."""
    days = {"f000000": "2025-01-01", "0000000": "2026-01-01", "1000000": "2026-01-01"}
    assert sorted(
        days, key=lambda commit: make_version_key(commit, days[commit])
    ) == list(days)


def test_records_are_read_in_the_order_of_their_versions(tmp_path: Path) -> None:
    """Commits first by their day, then a candidate, then its release."""
    days = {"f000000": "2025-01-01", "0000000": "2026-01-01"}
    versions = [*days, "1.9.0", "1.10.0rc1", "1.10.0"]
    for version in versions:
        provenance = Provenance(
            measured=date.fromisoformat(days.get(version, "2024-01-01")),
            origin="registry",
            python="3.11.7",
            packages={},
        )
        record = Record(
            schema=SCHEMA,
            library="some",
            version=version,
            corpus=Corpus(**asdict(editions()[0])),
            metrics={},
            provenance=provenance,
        )
        store.write_record_of(record, [], tmp_path)
    assert [record.version for record in store.read_every(tmp_path)] == versions


def test_what_is_not_installed_has_no_version() -> None:
    """As nothing of that name is."""
    assert find_installed_version("no-such-distribution-here") is None
    assert find_installed_version("pytest") == pytest.__version__


def test_a_candidate_is_called_as_its_release_is() -> None:
    """Code to paste for a version of any form: no number is read off a text."""
    assert is_call_taken("0.13.0", "0.12.1rc1") and is_call_taken("0.13.0", "1b7d693")
    assert not is_call_taken("0.3.0", "0.3.0rc1") and not is_call_taken(
        "0.3.0", "0.3.1+fc27efe"
    )
    assert not is_call_taken("0.3.0", "0.3") and not is_call_taken("0.3.0", "")


def test_a_candidate_of_the_package_lies_before_its_release() -> None:
    """What changes from numpy 1.26 to 2.0 may have changed in a candidate of 2.0."""
    change = ("numpy", "1.26.4", "2.0.0")
    effect = Effect("some", ("1.0",), *change, ("m",), "a", "b", True, "why")
    assert effect.lies_between({"numpy": "1.26.4"}, {"numpy": "2.0.0"})
    assert not effect.lies_between({"numpy": "1.26.4"}, {"numpy": "2.0.0rc1"})
