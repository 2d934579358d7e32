"""What a record says of one metric: `Finding`, and how its words are shown.

Also here: short labels and file names, and whether the documentation keeps its promise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log10
from typing import Any
from urllib.parse import quote

from homonym.adapters import adapters
from homonym.cases.conditions import WORDS
from homonym.records.schema_entry import DocumentedVariant, MetricEntry
from homonym.records.violations import describe_violations, format_violations
from homonym.reference.variants import every_family
from homonym.reports.findings.addresses import (
    make_slug,
    name_library_page,
    name_metric_anchor,
)
from homonym.reports.findings.ids import (
    find_averaged_id,
    is_same_class,
    shorten_variant_id,
)
from homonym.reports.findings.repositories import is_paper_repository

ROUNDS = 1e-4
"""A precision from which on a record's number was rounded by the library."""


@dataclass(frozen=True, eq=False)
class Finding:
    """One metric of one library at one version, as its record has it."""

    library: str
    version: str
    metric: str
    entry: MetricEntry

    @property
    def home(self) -> str:
        """The library, whichever of its interfaces this is a metric of."""
        return find_installed_library(self.library)

    @property
    def of_paper(self) -> bool:
        """Whether it is of a paper's repository, and not of a library."""
        return is_paper_repository(self.library)

    @property
    def claims(self) -> str:
        return self.entry.claims

    @property
    def takes(self) -> Any:
        """The type of case that the family it claims looks at."""
        return every_family()[self.claims].takes

    @cached_property
    def public_name(self) -> str:
        """The library's name, without options or backends that are measured apart."""
        return re.split(r"[(\[]", self.metric, maxsplit=1)[0]

    @cached_property
    def name(self) -> str:
        """The library's name of the metric, whichever way it is called: that of
        `Evaluator.eval(MAP)`, which calls others too, is MAP; an argument is none."""
        if self.public_name not in find_shared_entry_points(self.library):
            return self.public_name
        inside = re.search(r"\[([^\]]+)\]$|\((.+)\)$", self.metric)
        called = (inside[1] or inside[2]) if inside else self.metric
        name = re.split(r"[(\[]", called, maxsplit=1)[0]
        return self.public_name if "=" in name else name

    @property
    def variants(self) -> tuple[str, ...]:
        return self.entry.variants

    @property
    def reason(self) -> str:
        """Why it is unavailable, and where in the library that was raised."""
        why = self.entry.no_verdict
        if why is None:
            return ""
        return f"{why.reason} (at {why.at})" if why.at else why.reason

    @property
    def raised(self) -> bool:
        """Whether it has no verdict because the library gives no number: it raises,
        hangs or dies."""
        why = self.entry.no_verdict
        return why is not None and why.failed

    @property
    def status(self) -> str:
        return self.entry.status

    @cached_property
    def meaning(self) -> str:
        """The id of the one class it computes; nothing where it is not one.

        Per-user numbers without a mean are the formula of the mean: see `per_user`.
        """
        return find_averaged_id(self.variants[0]) if len(self.variants) == 1 else ""

    @property
    def per_user(self) -> bool:
        """Whether it leaves the mean over users to its caller."""
        return bool(self.meaning) and self.meaning != self.variants[0]

    @property
    def sign(self) -> str:
        """What stands for a letter where it has not one meaning."""
        signs = {"unavailable": "×", "unexplained": "!", "unstable": "~"}
        return signs.get(self.status, "?")

    @cached_property
    def mentioned(self) -> list[str]:
        """The ids that its record names beside the one it computes."""
        named = [*self.variants, *self.promises]
        named += [self.entry.nearest.variant] if self.entry.nearest else []
        return [id for id in named if id and id != self.meaning]

    @property
    def when(self) -> str:
        """The condition that all inputs it takes fulfil, in words after `where`."""
        return WORDS[self.entry.when] if self.entry.when else ""

    @property
    def conditions(self) -> tuple[str, ...]:
        """The same by its name, if there is one."""
        return (self.entry.when,) if self.entry.when else ()

    @property
    def label(self) -> str:
        """What it computes, in a few words."""
        if self.status in ("unavailable", "unexplained", "unstable"):
            return self.status
        if not self.meaning:
            return f"one of {len(self.variants)}"
        on = f" where {self.when}" if self.when else ""
        on += ", per user" if self.per_user else ""
        return shorten_variant_id(self.meaning, self.claims) + on

    @property
    def matters(self) -> tuple[str, ...]:
        """What matters to it that must not."""
        return describe_violations(self.entry)

    @property
    def verdict(self) -> str:
        """What it computes, in a few words, and what matters though it must not."""
        return self.label + format_violations(self.entry)

    @property
    def documented(self) -> DocumentedVariant | None:
        """What its documentation promises."""
        return self.entry.documented

    @cached_property
    def promises(self) -> tuple[str, ...]:
        """The variants that its words fit; several where they contradict themselves."""
        return self.documented.variants if self.documented else ()

    @property
    def kept(self) -> tuple[str, ...]:
        """Those of them that it computes, or may compute."""
        when = self.entry.when
        return tuple(
            promised
            for promised in self.promises
            if any(is_same_class(promised, v, when) for v in self.variants)
        )

    @property
    def differs(self) -> bool:
        """Whether the documentation promises one variant, and another is computed."""
        return len(self.promises) == 1 and not self.kept and not self.reason

    @property
    def several(self) -> bool:
        """Whether the documentation contradicts itself or fits several variants."""
        return len(self.promises) > 1 and not self.reason

    @property
    def decimals(self) -> int:
        """To how many decimals the library rounds its number; 0 where it does not."""
        precision = self.entry.precision
        return round(-log10(precision)) if precision >= ROUNDS else 0

    @property
    def anchor(self) -> str:
        """The permanent name of its cell in the matrix."""
        return make_slug("cell", self.library, self.version, self.metric)

    @property
    def compared(self) -> str:
        """Where it is compared with another metric."""
        asked = quote(f"{self.library}=={self.version}.{self.metric}", "=()[],")
        return f"compare.html#{asked}"

    @property
    def page(self) -> str:
        """Where its library's page tells of it."""
        return f"{name_library_page(self.library)}#{name_metric_anchor(self.metric)}"


FindingGroups = dict[str, list[Finding]]
"""By what each group has in common."""


def group_findings_by_verdict(findings: Iterable[Finding]) -> FindingGroups:
    """Metrics of one meaning, apart where what matters to them must not."""
    groups: FindingGroups = {}
    for finding in findings:
        groups.setdefault(finding.verdict, []).append(finding)
    return groups


def group_findings_by_metric(findings: Iterable[Finding]) -> list[list[Finding]]:
    """The versions of each metric, apart where what matters and must not is another."""
    metrics: dict[tuple[str, str], dict[tuple[str, ...], list[Finding]]] = {}
    for finding in findings:
        mine = metrics.setdefault((finding.library, finding.metric), {})
        mine.setdefault(finding.matters, []).append(finding)
    return [found for mine in metrics.values() for found in mine.values()]


def find_installed_library(library: str) -> str:
    """The library that this is an interface of: the one that is installed.

    >>> find_installed_library("recommenders-spark"), find_installed_library("recbole")
    ('recommenders', 'recbole')
    """
    adapter = adapters().get(library)
    known = adapter and adapter.distribution in adapters()
    return adapter.distribution if adapter and known else library


@lru_cache
def find_shared_entry_points(library: str) -> frozenset[str]:
    """The names by which a library calls metrics of several families: they are ways to
    call, not metrics.

    >>> [sorted(find_shared_entry_points(name)) for name in ("recbole", "fake")]
    [['Trainer.evaluate'], []]
    """
    adapter = adapters().get(library)
    families: dict[str, set[str]] = {}
    for metric in adapter.metrics.values() if adapter else ():
        families.setdefault(metric.public_name, set()).add(metric.claims)
    return frozenset(name for name, claims in families.items() if len(claims) > 1)


def join_names(names: Iterable[str]) -> str:
    """Names as a sentence has them: a, b and c."""
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last
