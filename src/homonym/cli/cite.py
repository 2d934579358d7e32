"""`homonym cite`: what a paper's methods section says of a metric."""

from __future__ import annotations

import hashlib
import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any

from homonym.adapters import adapters
from homonym.address import address, checked
from homonym.cases.kinds import kind_of
from homonym.cli.common import own_record
from homonym.errors import UserError
from homonym.explain import bibtex as sources
from homonym.records import store
from homonym.records.lookup import find_on_record, metric_of, why_no_formula
from homonym.records.schema import Record
from homonym.records.schema_entry import MetricEntry
from homonym.reference.corpus import edge
from homonym.reference.variants import Variant, every_family
from homonym.reports.findings.finding import Finding, variant_page
from homonym.trace.latex import latex

SELF = """\
@software{{homonym,
  author = {{{{The homonym contributors}}}},
  title = {{homonym: same name, different number}},
  version = {{{version}}},
{where}}}"""


def cite_metric(
    library: str,
    metric: str,
    k: int,
    site: str,
    as_json: bool,
    file: Path | None = None,
) -> None:
    """Print what to write about a library's metric; site: where the report stands;
    file: one's own record."""
    site = "" if file else site or address("Report")
    record, metric = found_in(library, metric, own_record(file))
    told = cited(record, metric, k, checked(site) if site else "", file)
    if as_json:
        print(json.dumps(told, indent=2))
        return
    for name, value in told.items():
        rows = value if isinstance(value, list) else [value]
        if rows:
            print(f"{name}\n" + "\n".join(f"  {row}" for row in rows) + "\n")
    if not site and not file:
        print("no address of the report is known: --site URL adds links to its pages")


def found_in(library: str, metric: str, own: Record | None) -> tuple[Record, str]:
    """The record of `LIBRARY` or `LIBRARY==VERSION`, or one's own, and the metric's
    name there."""
    name, _, version = library.partition("==")
    if own is None:
        return find_on_record(name, metric, version)
    if name.lower() != own.library.lower() or version not in ("", own.version):
        raise UserError(f"the record is of {own.library} {own.version}, not {library}")
    return own, metric_of(own, metric)


def cited(
    record: Record, metric: str, k: int, site: str, file: Path | None = None
) -> dict[str, Any]:
    """The sentence, the formula, the sources, the conventions and where it stands."""
    entry = record.metrics[metric]
    if len(entry.variants) != 1:
        raise UserError(
            f"{record.library}.{metric} has no one formula: {why_no_formula(entry)}"
        )
    variant = Variant.parse(entry.variants[0])
    found = page_links(record, metric, entry, site)
    name = permanent(record, metric, file)
    own = itself(name, found)
    bibtex = "\n\n".join(
        filter(None, [sources.bibtex(sources.entries_of(variant)), own])
    )
    return {
        "sentence": describe_computation(record, metric, k, variant, entry),
        "formula": latex(variant).splitlines(),
        "conventions": describe_conventions(entry),
        "permanent name": name,
        "links": found,
        "bibtex": bibtex.splitlines(),
    }


def itself(name: str, links: list[str]) -> str:
    """homonym's own entry, with the verdict's name as LaTeX prints it."""
    note = re.sub(r"([#$%&_])", r"\\\1", name)
    where = f"  note = {{{note}}},\n"
    where += f"  url = {{{links[0]}}},\n" if links else ""
    return SELF.format(version=metadata.version("homonym"), where=where)


def describe_computation(
    record: Record,
    metric: str,
    k: int,
    variant: Variant,
    entry: MetricEntry,
) -> str:
    """What was computed, by whom, and what its choices are."""
    found = adapters().get(record.library)
    title = found.title if found else record.library
    when = f", given {entry.when.replace('_', ' ')}" if entry.when else ""
    return (
        f"{variant.home.title}{at(variant, k)} was computed with {metric} of {title} "
        f"{record.version}, which is {variant}{when} in the terms of homonym "
        f"{metadata.version('homonym')}: {'; '.join(describe_choices(variant))}."
    )


def at(variant: Variant, k: int) -> str:
    """The cut-off, where the cases of the variant's type have one."""
    return f" at k = {k}" if kind_of(variant.home.takes).cut_off else ""


def describe_choices(variant: Variant) -> list[str]:
    """The choices of the first axis, of the users, and those not at their default."""
    axes = variant.home.axes
    first = next(iter(axes))
    return [
        f"{axes[axis].asks}: {first_sentence(axes[axis].choices[name].doc)}"
        for axis, name in variant.choices
        if axis in (first, "users") or name != axes[axis].default
    ]


def first_sentence(doc: str) -> str:
    """A choice's first sentence, to stand in a longer one."""
    first = re.split(r"(?<=[a-z0-9)])\.(?:\s|$)", " ".join(doc.split()))[0]
    return first[:1].lower() + first[1:]


def describe_conventions(entry: MetricEntry) -> list[str]:
    """What it does at the edges that data in a paper meets; where no probe of the type
    of case says that it is one of these, at all."""
    known = entry.conventions
    asked = edge(every_family()[entry.claims].takes)
    matter = sorted((one for one in asked if one.cite), key=lambda one: one.cite)
    told = (one for one in matter or asked if one.id in known)
    return [f"{one.convention}: {known[one.id]}" for one in told]


def permanent(record: Record, metric: str, file: Path | None = None) -> str:
    """What names the verdict wherever it is published: the record, by its hash."""
    name, version = record.library, record.version
    kept = file or store.record_path(name, version)
    digest = hashlib.sha256(kept.read_bytes()).hexdigest()
    where = file.name if file else f"records/{name}/{version}.toml"
    return f"{metric} in {where}, sha256 {digest[:16]}"


def page_links(record: Record, metric: str, entry: MetricEntry, site: str) -> list[str]:
    """The pages of the metric and of its variant, where the report is published."""
    if not site:
        return []
    finding = Finding(record.library, record.version, metric, entry)
    pages = (finding.page, variant_page(entry.variants[0]))
    return [f"{site}/{page}" for page in pages]
