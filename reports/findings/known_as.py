"""Definitions in words that people know from elsewhere: start at `known_as`."""

from __future__ import annotations

from homonym.reports.findings.data import read_data


def known_as() -> dict[str, str]:
    """What a class is in terms of a well-known function, by its id."""
    found = read_data("published/known_as.toml", "list of definitions in known words")
    return dict(found["known"])
