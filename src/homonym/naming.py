"""What people name: a variant, or a library's metric as the records have it.

Start at `named`. It reads ids, aliases, `library.metric` (its newest record) and
`library==version.metric`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from homonym import records
from homonym.adapters import adapters
from homonym.errors import UserError
from homonym.reference.axes import Number, Problem, UnknownName, Variant, every_family
from homonym.reference.case import Case
from homonym.same import Metric


@dataclass(frozen=True)
class Named:
    """A variant, or a metric and the variant it computes.

    title: how it is shown; variant: None where the metric is unexplained, and then
    values: what it was recorded to return, by the case's line, a number or every
    user's; when: the condition that all inputs it takes fulfil; of: how many
    definitions its inputs leave open; takes: the type of its cases; library, metric,
    version, entry (what its record says): nothing for a variant.
    """

    title: str
    variant: Variant | None
    values: Mapping[str, Number] = field(default_factory=dict)
    when: str = ""
    of: int = 1
    takes: type[Problem] = Case
    library: str = ""
    metric: str = ""
    version: str = ""
    entry: Mapping[str, Any] = field(default_factory=dict)

    @property
    def recorded(self) -> Metric | None:
        """The metric as a record has it; None for a variant."""
        if not self.library:
            return None
        return Metric(self.library, self.version, self.metric, dict(self.entry))


def named(text: str) -> Named:
    """What the text names; UserError saying what would be accepted."""
    for library in adapters():
        found = re.fullmatch(rf"{re.escape(library)}(\.|==)(.+)", text, re.IGNORECASE)
        if found:
            return metric(library, found[2], versioned=found[1] == "==")
    try:
        variant = Variant.parse(text)
    except UnknownName as error:
        raise UserError(str(error)) from None
    return Named(str(variant), variant, takes=variant.home.takes)


def metric(library: str, text: str, versioned: bool) -> Named:
    """A library's metric: `METRIC`, or `VERSION.METRIC`."""
    mine = {r["version"]: r for r in records.every() if r["library"] == library}
    if not mine:
        raise UserError(f"{library} has no record")
    if not versioned:
        having = [v for v, r in mine.items() if spelled(text, r) in r["metrics"]]
        version, name = (having or list(mine))[-1], text
    else:
        version = next((v for v in mine if text.startswith(f"{v}.")), "")
        if not version:
            known = ", ".join(f"{library}=={v}" for v in mine)
            raise UserError(f"{library}=={text} names no record; known are {known}")
        name = text[len(version) + 1 :]
    name = spelled(name, mine[version])
    entry = mine[version]["metrics"].get(name)
    if entry is None:
        known = ", ".join(mine[version]["metrics"])
        raise UserError(
            f"{library} {version} has no metric {name!r}; known are {known}"
        )
    return recorded(library, version, name, entry)


def spelled(name: str, record: records.Record) -> str:
    """A metric's name as the record has it, however its letters are written."""
    alike = [known for known in record["metrics"] if known.lower() == name.lower()]
    return alike[0] if name not in alike and len(alike) == 1 else name


def newest(library: str) -> Iterator[Named]:
    """The metrics of the library's newest record that have a verdict."""
    mine = [record for record in records.every() if record["library"] == library]
    if mine:
        version, metrics = mine[-1]["version"], mine[-1]["metrics"]
        for name, entry in metrics.items():
            if "unavailable" not in entry:
                yield recorded(library, version, name, entry)


def recorded(library: str, version: str, name: str, entry: Mapping[str, Any]) -> Named:
    """A metric as one record has it."""
    title = f"{library} {version} {name}"
    if why := entry.get("unavailable"):
        raise UserError(f"{title} is unavailable: {why}")
    variants = entry["variants"]
    values = {
        line: tuple(value) if isinstance(value, list) else value
        for line, value in entry.get("values", {}).items()
        if isinstance(value, float | int | list)
    }
    variant = Variant.parse(variants[0]) if variants else None
    when, of = entry.get("when", ""), len(variants)
    takes = every_family()[entry["claims"]].takes
    where = library, name, version, entry
    return Named(title, variant, values, when, of, takes, *where)
