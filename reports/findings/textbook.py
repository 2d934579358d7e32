"""What books and first papers define under the names that people read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from homonym.reports.findings.data import read_data


@dataclass(frozen=True)
class Taught:
    """A definition of a name: its variant, its words in short, and where they stand."""

    name: str
    variant: str
    words: str
    source: str


@lru_cache
def read_textbook_definitions() -> tuple[Taught, ...]:
    """All of them, name by name."""
    told = read_data("published/textbook.toml", "list of definitions")
    return tuple(Taught(**one) for one in told["definition"])
