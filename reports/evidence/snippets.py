"""Code that a reader pastes to see a number come out of the library:
`render_metric_snippet`, `render_change_snippet`.

It is what `homonym witness --code` prints, for the witness that a page shows. Libraries
that nobody wrote such lines for have none, and the page shows none.
"""

from __future__ import annotations

from typing import Any

from homonym.errors import UserError
from homonym.explain.snippets import render_library_snippet, write_metric_code
from homonym.records.lookup import Named
from homonym.reference.case import AnyCase
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant


def render_metric_snippet(finding: Finding, case: AnyCase) -> str:
    """The call of the metric on the case, and what it gives."""
    variant = parse_variant(finding.variants[0]) if finding.variants else None
    side = Named("", variant, library=finding.library, metric=finding.metric)
    try:
        return write_metric_code(side, case)
    except UserError:
        return ""


def render_change_snippet(old: Finding, new: Finding, case: AnyCase) -> str:
    """The call of a metric on the case, and what it gives at each of two versions."""
    try:
        call = render_library_snippet(new.library, new.metric, case)
    except UserError:
        return ""
    return "\n".join([call, *(format_value_comment(one, case) for one in (old, new))])


def format_value_comment(finding: Finding, case: Any) -> str:
    """What the version's variant has, as a comment."""
    variant = parse_variant(finding.variants[0])
    value = variant.value(case) if variant else "unknown"
    return f"# {value} with {finding.library} {finding.version}"
