"""Versions of libraries in order: start at `order`.

Releases are ordered as packaging reads them. What it cannot read (the commit of a clone
that names no version) stands before them, by the day it was measured.
"""

from __future__ import annotations

import re
from importlib import metadata

from packaging.version import InvalidVersion, Version

COMMIT = re.compile(r"[0-9a-f]{7}")
"""How a commit is written; `12345a6` would be an alpha of release 12345."""
NUMBERS = 3
"""So many numbers a release has at least: 1.2 is 1.2.0."""

Order = tuple[bool, str, Version, str]


def order(version: str, measured: str = "") -> Order:
    """What versions of one library are sorted by, the newest last.

    >>> sorted(["1.10.0", "1.9.0", "4787f1a", "1.10.0rc1"], key=order)
    ['4787f1a', '1.9.0', '1.10.0rc1', '1.10.0']
    """
    found = release(version)
    if found is None:
        return False, measured, Version("0"), version
    return True, "", found, version


def release(version: str) -> Version | None:
    """The version as packaging reads it; None where it names no release."""
    if COMMIT.fullmatch(version):
        return None
    try:
        return Version(version)
    except InvalidVersion:
        return None


def release_numbers(version: str) -> tuple[int, ...]:
    """The numbers of a release, its candidates' too; none where it names no release.

    >>> release_numbers("0.3.0rc1"), release_numbers("1.2"), release_numbers("1b7d693")
    ((0, 3, 0), (1, 2, 0), ())
    """
    found = release(version)
    if found is None:
        return ()
    return found.release + (0,) * (NUMBERS - len(found.release))


def installed_version(distribution: str) -> str | None:
    """The version that is installed here; None where none is."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None
