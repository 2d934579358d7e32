"""The tox environments that measure what a registry has: start at `list_environments`.

A lock in `locks/` is one environment. It is on the registry where it pins the version
of the library that it is named after: a clone's lock does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from homonym.adapters import adapters
from homonym.errors import UserError
from homonym.records import store
from homonym.records.schema import Record
from homonym.reference.corpus import editions
from homonym.versions import split_mark

PIN = re.compile(r"([\w.-]+)==(\S+)")


@dataclass(frozen=True)
class Environment:
    """One library at one version, with its mark where that has a second environment;
    pins: what its lock installs, names in lower case."""

    library: str
    version: str
    pins: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """As tox calls it, whose names have no plus sign."""
        return f"py311-{self.library}-{self.version.replace('+', '_')}"

    @property
    def on_spark(self) -> bool:
        """Whether it computes on Apache Spark, which takes an hour and Java."""
        return any(package == "pyspark" for package, _ in self.pins)

    def record_file(self, project: Path) -> Path:
        """Where its record stands, or would."""
        folder = project / "reports" / "records" / self.library
        return folder / f"{self.version}.toml"

    def record(self, project: Path) -> Record | None:
        """Its record; None where it has none."""
        file = self.record_file(project)
        return store.read_record_in_place(file) if file.exists() else None


def list_environments(project: Path) -> list[Environment]:
    """All of what is on the registry, from A to Z."""
    distributions = {name: one.distribution for name, one in adapters().items()}
    found = []
    for lock in sorted((project / "locks").glob("py311-*.txt"), key=str):
        library, _, version = lock.stem.removeprefix("py311-").rpartition("-")
        version = version.replace("_", "+")
        pins = tuple((p.lower(), v) for p, v in PIN.findall(lock.read_text("utf-8")))
        name = distributions.get(library, library).lower()
        if (name, split_mark(version)[0]) in pins:
            found.append(Environment(library, version, pins))
    return found


def select_environments(words: list[str], project: Path) -> list[Environment]:
    """The environments that words name, of a library all; else UserError."""
    every = list_environments(project)
    for word in words:
        if not any(word in (one.name, one.library) for one in every):
            raise UserError(
                f"no library on the registry and no environment of one is {word!r}",
                "tox list",
            )
    return [one for one in every if one.name in words or one.library in words]


def is_current(record: Record | None, environment: Environment) -> bool:
    """Whether a record is of the newest edition of the corpus and was measured with the
    packages that the lock pins."""
    if record is None or record.corpus.edition < editions()[-1].edition:
        return False
    pins = dict(environment.pins)
    packages = record.provenance.packages.items()
    return all(pins.get(name.lower(), version) == version for name, version in packages)
