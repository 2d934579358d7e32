"""One way in which metrics of a library changed between two versions: `VersionChange`,
and the words for what a metric computes at one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from homonym.reports.evidence.witness import Witness
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import shorten_variant_id

NOT_OFFERED = "not offered"
EFFECTS = {
    "meaning": "another formula",
    "broke": "no number any more",
    "repaired": "a number where there was none",
}
"""What a changed definition comes to: whether both versions give numbers."""


@dataclass(frozen=True)
class VersionChange:
    """One way in which metrics of a library changed.

    metrics: those that changed alike; before, after: what they compute or do; probe:
    the edge case, for a convention; witness: the smallest case on which the two
    definitions differ; code: lines to paste that show it with the first metric; cause:
    what in the environment, not in the library, makes the difference; renamed: whether
    the metrics are the old name and the new one; effect: of a definition, one of
    `EFFECTS`; called: the names of the newer version's metrics, however one calls them.
    """

    metrics: tuple[str, ...]
    before: str
    after: str
    probe: str = ""
    witness: Witness | None = None
    code: str = ""
    cause: str = ""
    renamed: bool = False
    effect: str = ""
    called: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """`definition`, `convention`, `offer` for a metric that came or went, or
        `environment` where only the packages beside the library made the change."""
        if self.cause:
            return "environment"
        if self.probe:
            return "convention"
        return "offer" if NOT_OFFERED in (self.before, self.after) else "definition"

    def __str__(self) -> str:
        what = f"{self.probe}: " if self.probe else ""
        return f"{self.names}: {what}{self.before} → {self.after}"

    @property
    def names(self) -> str:
        """The metrics, as a line has them."""
        return (" → " if self.renamed else ", ").join(self.metrics)


def add_change_effect(
    change: VersionChange, old: Sequence[Finding], new: Sequence[Finding]
) -> VersionChange:
    """A change of definition, with what it comes to and whom it concerns."""
    called = tuple(dict.fromkeys(f.name for f in new))
    return replace(change, effect=classify_change_effect(old, new), called=called)


def classify_change_effect(old: Iterable[Finding], new: Iterable[Finding]) -> str:
    """What a change of definition comes to, one of `EFFECTS`."""
    if all(f.reason for f in new):
        return "broke"
    return "repaired" if all(f.reason for f in old) else "meaning"


def describe_computed_formula(finding: Finding) -> str:
    """What a metric computes, in words that stay the same as long as it does."""
    if finding.reason:
        return f"unavailable: {finding.reason}"
    ids = [shorten_variant_id(variant, finding.claims) for variant in finding.variants]
    on = f" where {finding.when}" if finding.when else ""
    return " or ".join(ids) + on if ids else finding.status
