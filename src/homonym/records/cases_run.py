"""How much a verdict rests on, in words: start at `describe_case_counts`.

A metric that gives a number on 26 of 60 cases has a verdict on these: what it did on
the others belongs beside it.
"""

from __future__ import annotations

from collections.abc import Mapping

from homonym.records.schema_entry import MetricEntry

WIDE = 60
"""So many characters of a reason are shown."""


def describe_case_counts(entry: MetricEntry | None) -> str:
    """How many cases gave a number, and what happened most often on the others.

    >>> from homonym.records.schema_entry import Core
    >>> core = Core(ran=26, of=60, failed={"ValueError: k too large": 34})
    >>> entry = MetricEntry(claims="recall", status="unexplained", core=core)
    >>> describe_case_counts(entry)
    '26 of 60; 34 ValueError: k too large'
    """
    if entry is None:
        return "-"
    if entry.no_verdict:
        return "none"
    if entry.repeated and not entry.core:
        return f"{entry.repeated.cases} asked twice, {entry.repeated.differed} differ"
    parts = [("", entry.core), ("of the large ones ", entry.large)]
    told, known = [], set[str]()
    for of, core in parts:
        if core and (not of or core.failed.keys() - known):
            told.append(
                of + describe_run_count(core.ran, core.of, core.failed, core.refused)
            )
            known |= core.failed.keys()
    if entry.refuted and entry.refuted.raised.keys() - known:
        tried, raised = entry.refuted.tried, entry.refuted.raised
        ran = describe_run_count(tried - sum(raised.values()), tried, raised)
        told.append(f"of those drawn {ran}")
    return "; ".join(told) or "-"


def describe_run_count(ran: int, of: int, *reasons: Mapping[str, int]) -> str:
    """How many of the cases gave a number, and the chief of each kind of reason."""
    chief = (words for kind in reasons for words in format_chief_reason(kind))
    return "; ".join([f"{ran} of {of}", *chief])


def format_chief_reason(reasons: Mapping[str, int]) -> list[str]:
    """The reason that was given most often, after how often; none where there is none.

    >>> format_chief_reason({"KeyError: 1": 2, "ValueError: no": 3})
    ['3 ValueError: no']
    """
    most = sorted(reasons, key=lambda reason: -reasons[reason])[:1]
    return [f"{reasons[reason]} {cut_short(reason)}" for reason in most]


def cut_short(reason: str) -> str:
    """A reason on one line, cut where it is long."""
    line = " ".join(reason.split())
    return line if len(line) <= WIDE else f"{line[:WIDE]}…"
