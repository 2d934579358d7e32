"""Definitions in words that people know from elsewhere: start at
`read_known_definitions`."""

from __future__ import annotations

from homonym.reports.findings.data import read_data


def read_known_definitions() -> dict[str, str]:
    """What a class is in terms of a well-known function, by its id."""
    found = read_data("published/known_as.toml", "list of definitions in known words")
    return dict(found["known"])
