"""Versions of libraries in order: start at `make_version_key`.

Releases are ordered as packaging reads them. What it cannot read (the commit of a clone
that names no version) stands before them, by the day it was measured. A version has
two records where it gives other numbers beside another package: `split_mark`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import metadata

from packaging.version import Version

COMMIT = re.compile(r"[0-9a-f]{7}")
"""How a commit is written; `12345a6` would be an alpha of release 12345."""
MARK = re.compile(r"([a-z-]+?)(\d{1,9})")
"""How a second environment of a version is marked: by a package and its major version,
beside which the library gives other numbers."""
NUMBERS = 3
"""So many numbers a release has at least: 1.2 is 1.2.0."""

VersionKey = tuple[bool, str, Version, str]


def make_version_key(version: str, measured: str = "") -> VersionKey:
    """What versions of one library are sorted by, the newest last.

    >>> sorted(["1.10.0", "1.9.0", "4787f1a", "1.10.0rc1"], key=make_version_key)
    ['4787f1a', '1.9.0', '1.10.0rc1', '1.10.0']
    """
    found = parse_release(version)
    if found is None:
        return False, measured, Version("0"), version
    return True, "", found, version


def parse_release(version: str) -> Version | None:
    """The version as packaging reads it; None where it names no release."""
    if COMMIT.fullmatch(version):
        return None
    try:
        return Version(version)
    except ValueError:  # an InvalidVersion, or a number too long for Python to read
        return None


def make_version_mark(beside: Mapping[str, int]) -> str:
    """The mark of a version that stands beside packages as new as that, of which each
    is named with its major version; nothing beside older ones.

    >>> make_version_mark({"packaging": 1}), make_version_mark({"packaging": 10**6})
    ('+packaging1', '')
    """
    return "".join(
        f"+{package}{major}"
        for package, major in beside.items()
        if (version := find_installed_version(package))
        and parse_release_numbers(version) >= (major,)
    )


def split_mark(version: str) -> tuple[str, str, int]:
    """A version without its mark, and the package and major version that it names;
    nothing and 0 of a version that has none.

    >>> split_mark("0.14.4+pandas3"), split_mark("0.3.1+fc27efe")
    (('0.14.4', 'pandas', 3), ('0.3.1+fc27efe', '', 0))
    """
    alone, _, local = version.partition("+")
    found = MARK.fullmatch(local)
    if not found or COMMIT.fullmatch(local):
        return version, "", 0
    return alone, found[1], int(found[2])


def parse_release_numbers(version: str) -> tuple[int, ...]:
    """The numbers of a release, its candidates' too; none where it names no release.

    >>> [*map(parse_release_numbers, ("0.3.0rc1", "1.2", "1b7d693"))]
    [(0, 3, 0), (1, 2, 0), ()]
    """
    found = parse_release(version)
    if found is None:
        return ()
    return found.release + (0,) * (NUMBERS - len(found.release))


def find_installed_version(distribution: str) -> str | None:
    """The version that is installed here; None where none is."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None
