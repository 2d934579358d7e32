"""What a paper's methods section says of a metric: start at `make_metric_citation`."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from homonym.adapters import adapters
from homonym.cases.conditions import WORDS
from homonym.cases.kinds import find_case_kind
from homonym.explain import bibtex as sources
from homonym.records.schema import Record
from homonym.records.schema_entry import MetricEntry
from homonym.records.violations import format_violations
from homonym.reference.corpus import edge
from homonym.reference.variants import Variant, every_family
from homonym.trace.latex import render_variant_latex

CUT_OFF = re.compile(r"(?<![A-Za-z\\])k(?![A-Za-z])")
"""The letter of the cut-off in a formula."""
PROSE = re.compile(r"\\text\{[^{}]*\}")
"""Words in one: k is there as many as the metric looks at."""
SELF = """\
@software{{homonym,
  author = {{{{The homonym contributors}}}},
  title = {{homonym: same name, different number}},
  version = {{{version}}},
{where}}}"""


@dataclass(frozen=True)
class Citation:
    """What to write: the sentence, the formula in LaTeX, what is done in edge cases,
    the name that the verdict has wherever it is published, and the sources in BibTeX.
    """

    sentence: str
    formula: str
    conventions: tuple[str, ...]
    name: str
    bibtex: str


def make_metric_citation(
    record: Record, metric: str, k: int, file: Path, link: str = "", own: bool = False
) -> Citation:
    """What to write of a metric that computes one formula.

    file: where the record stands; link: the metric's page; own: whether the record is
    one's own, which only its file names.
    """
    entry = record.metrics[metric]
    variant = Variant.parse(entry.variants[0])
    where = file.name if own else f"records/{record.library}/{record.version}.toml"
    name = make_permanent_name(metric, file, where)
    entries = sources.render_bibtex(sources.list_variant_entries(variant))
    return Citation(
        describe_computation(record, metric, k, variant, entry),
        render_variant_latex(variant),
        tuple(describe_conventions(entry)),
        name,
        "\n\n".join(filter(None, [entries, make_homonym_entry(name, link)])),
    )


@cache
def read_own_version() -> str:
    """homonym's."""
    return metadata.version("homonym")


def make_homonym_entry(name: str, link: str) -> str:
    """homonym's own entry, with the verdict's name as LaTeX prints it."""
    note = re.sub(r"([#$%&_])", r"\\\1", name)
    where = f"  note = {{{note}}},\n"
    where += f"  url = {{{link}}},\n" if link else ""
    return SELF.format(version=read_own_version(), where=where)


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
    when = f" where {WORDS[entry.when]}" if entry.when else ""
    return (
        f"{name_variant_metric(variant)}{write_cut_off_phrase(variant, k)} was "
        "computed with "
        f"{metric} of {title} "
        f"{record.version}, which is {variant}{when} in the terms of homonym "
        f"{read_own_version()}{format_violations(entry)}. "
        f"{' '.join(describe_choices(variant))}"
    )


def name_variant_metric(variant: Variant) -> str:
    """What is computed, by its name: an NDCG that is divided by nothing is a DCG."""
    name = variant.home.title
    undivided = variant.names.get("ideal") == "none"
    return name.replace("NDCG", "DCG") if undivided else name


def write_cut_off_phrase(variant: Variant, k: int) -> str:
    """The cut-off, where the cases of the variant's type have one, and the definition
    reads it."""
    formula = PROSE.sub("", render_variant_latex(variant))
    whole = variant.names.get("depth") == "all" and not CUT_OFF.search(formula)
    return (
        f" at k = {k}"
        if find_case_kind(variant.home.takes).cut_off and not whole
        else ""
    )


def describe_choices(variant: Variant) -> list[str]:
    """The choices of the first axis, of the users, and those not at their default, a
    sentence each."""
    axes = variant.home.axes
    first = next(iter(axes))
    return [
        f"{capitalise_sentence_start(axes[axis].asks)}: "
        f"{extract_first_sentence(axes[axis].choices[name].doc)}."
        for axis, name in variant.choices
        if axis in (first, "users") or name != axes[axis].default
    ]


def capitalise_sentence_start(words: str) -> str:
    """The words as a sentence begins."""
    return words[:1].upper() + words[1:]


def extract_first_sentence(doc: str) -> str:
    """A choice's first sentence, to stand behind a colon: what follows one of its own
    is put in brackets.

    >>> extract_first_sentence("The most hits: a perfect list gives 1. As in TREC.")
    'the most hits (a perfect list gives 1)'
    """
    first = re.split(r"(?<=[a-z0-9)])\.(?:\s|$)", " ".join(doc.split()))[0]
    told, _, why = first.removesuffix(".").partition(": ")
    begin = told[:1] if told.startswith("NaN") else told[:1].lower()
    return f"{begin}{told[1:]}{f' ({why})' if why else ''}"


def describe_conventions(entry: MetricEntry) -> list[str]:
    """What it does in the edge cases that data in a paper meets; where no probe of the
    type of case says that it is one of these, at all."""
    known = entry.conventions
    asked = edge(every_family()[entry.claims].takes)
    matter = sorted((one for one in asked if one.cite), key=lambda one: one.cite)
    told = (one for one in matter or asked if one.id in known)
    return [f"{one.convention}: {known[one.id]}" for one in told]


def make_permanent_name(metric: str, file: Path, where: str) -> str:
    """What names the verdict wherever it is published: the record, by its hash."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return f"{metric} in {where}, sha256 {digest[:16]}"
