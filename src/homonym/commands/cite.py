"""`homonym cite`: what a paper's methods section says of a metric."""

from __future__ import annotations

import json
import re
from importlib import metadata
from typing import Any

from homonym import records, sources
from homonym.adapters import adapters
from homonym.errors import UserError
from homonym.formula import latex
from homonym.records import version_key
from homonym.reference.axes import Variant
from homonym.reference.corpus import edge
from homonym.reports.finding import Finding, variant_page

MATTER = (
    *("user_without_list", "user_without_relevant", "user_absent_from_truth"),
    *("short_list", "ties", "item_twice", "zero_grade"),
)
"""The conventions that data in a paper meets."""
SELF = """\
@software{{homonym,
  author = {{{{The homonym contributors}}}},
  title = {{homonym: same name, different number}},
  version = {{{version}}},
}}"""


def run(library: str, metric: str, k: int, as_json: bool) -> None:
    """Print what to write about a library's metric."""
    record = of(library)
    told = cited(record, spelled(record, metric), k)
    if as_json:
        print(json.dumps(told, indent=2))
        return
    for name, value in told.items():
        rows = value if isinstance(value, list) else [value]
        print(f"{name}\n" + "\n".join(f"  {row}" for row in rows) + "\n")


def of(library: str) -> records.Record:
    """The record of `LIBRARY==VERSION`, or of the newest version there is."""
    name, _, version = library.partition("==")
    mine = {r["version"]: r for r in records.every() if r["library"] == name}
    if not mine:
        known = ", ".join(adapters())
        raise UserError(f"{name!r} has no record; known are {known}")
    if version and version not in mine:
        raise UserError(f"{name} {version} has no record; there are {', '.join(mine)}")
    return mine[version or max(mine, key=version_key)]


def spelled(record: records.Record, metric: str) -> str:
    """A metric's name as the record has it, however its letters are written."""
    known = record["metrics"]
    alike = [name for name in known if name.lower() == metric.lower()]
    if metric in known or len(alike) == 1:
        return metric if metric in known else alike[0]
    raise UserError(
        f"{record['library']} {record['version']} has no metric {metric!r}; "
        f"known are {', '.join(known)}"
    )


def cited(record: records.Record, metric: str, k: int) -> dict[str, Any]:
    """The sentence, the formula, the sources, the conventions and the link."""
    entry = record["metrics"][metric]
    if len(entry.get("variants", ())) != 1:
        raise UserError(
            f"{record['library']}.{metric} has no one formula: {why(entry)}"
        )
    variant = Variant.parse(entry["variants"][0])
    own = SELF.format(version=metadata.version("homonym"))
    bibtex = "\n\n".join(filter(None, [sources.bibtex(sources.of(variant)), own]))
    return {
        "sentence": sentence(record, metric, k, variant, entry),
        "formula": latex(variant).splitlines(),
        "conventions": conventions(entry),
        "links": links(record, metric, entry),
        "bibtex": bibtex.splitlines(),
    }


def why(entry: dict[str, Any]) -> str:
    """Why there is nothing to cite."""
    if "unavailable" in entry:
        return f"unavailable, {entry['unavailable']}"
    left = entry["variants"]
    return f"one of {', '.join(left)}" if left else "no variant explains it"


def sentence(
    record: records.Record,
    metric: str,
    k: int,
    variant: Variant,
    entry: dict[str, Any],
) -> str:
    """What was computed, by whom, and what its choices are."""
    found = adapters().get(record["library"])
    title = found.title if found else record["library"]
    when = f", given {entry['when'].replace('_', ' ')}" if entry.get("when") else ""
    return (
        f"{variant.home.title} at k = {k} was computed with {metric} of {title} "
        f"{record['version']}, which is {variant}{when} in the terms of homonym "
        f"{metadata.version('homonym')}: {'; '.join(choices(variant))}."
    )


def choices(variant: Variant) -> list[str]:
    """The choices of the first axis, of the users, and those not at their default."""
    axes = variant.home.axes
    first = next(iter(axes))
    return [
        f"{axes[axis].asks}: {plain(axes[axis].choices[name].doc)}"
        for axis, name in variant.choices
        if axis in (first, "users") or name != axes[axis].default
    ]


def plain(doc: str) -> str:
    """A choice's first sentence, to stand in a longer one."""
    first = re.split(r"(?<=[a-z0-9)])\.(?:\s|$)", " ".join(doc.split()))[0]
    return first[:1].lower() + first[1:]


def conventions(entry: dict[str, Any]) -> list[str]:
    """What it does at the edges that data meets."""
    known = entry.get("conventions", {})
    words = {probe.id: probe.convention for probe in edge()}
    return [f"{words[one]}: {known[one]}" for one in MATTER if one in known]


def links(record: records.Record, metric: str, entry: dict[str, Any]) -> list[str]:
    """The report's pages of the metric and of its variant, and the record behind them
    with the hash of its measurements."""
    name, version = record["library"], record["version"]
    digest = record["provenance"].get("measurements", {}).get("sha256", "")
    return [
        Finding(name, version, metric, entry).page,
        variant_page(entry["variants"][0]),
        f"records/{name}/{version}.toml, measurements sha256 {digest}",
    ]
