"""Records of schema 1, as older runs wrote them: start at `migrate_record`.

Schema 1 said why a metric had no verdict in a sentence; the kind of reason is read from
it here, and nowhere else.
"""

from __future__ import annotations

import builtins
import re
from typing import Any

from homonym.failures import classify_failure
from homonym.records.schema import SCHEMA
from homonym.records.schema_entry import ReasonKind

NOT_ASKED = re.compile(r"no case was run$|not run\b")
ERROR = re.compile(r"\w*(Error|Exception|Warning|Exit|Interrupt)$")
"""How the name ends of what a library raises."""


def migrate_record(found: dict[str, Any]) -> dict[str, Any]:
    """A record of schema 1 as schema 2 has it; what is odd in it stays, for whoever
    validates it."""
    metrics = found.get("metrics")
    if isinstance(metrics, dict):
        metrics = {name: migrate_metric_entry(entry) for name, entry in metrics.items()}
        found = {**found, "metrics": metrics}
    return {**found, "schema": SCHEMA}


def migrate_metric_entry(old: Any) -> Any:
    """A metric's entry."""
    if not isinstance(old, dict):
        return old
    kept = {k: v for k, v in old.items() if k not in ("unavailable", "raised_at")}
    if "unavailable" in old:
        reason, at = old["unavailable"], old.get("raised_at")
        told = {"kind": classify_reason(reason, bool(at)), "reason": reason}
        kept["no_verdict"] = told | ({} if at is None else {"at": at})
        return {"status": "unavailable", **kept}
    if isinstance(found := old.get("variants"), list):
        usual = {0: "unexplained", 1: "identified"}.get(len(found), "ambiguous")
        return {"status": usual, **kept}
    return kept


def classify_reason(reason: Any, placed: bool) -> ReasonKind:
    """What kind of reason a sentence gives; placed: whether it names a line.

    >>> classify_reason("ConnectionRefusedError: connection refused", False)
    'raised'
    >>> classify_reason("it ranks by score: ties are refused", False)
    'refused'
    """
    text = str(reason)
    if placed or is_error(text.partition(":")[0]):
        return "raised"
    if not classify_failure(text).raised:
        return "killed"
    return "not run" if NOT_ASKED.match(text) else "refused"


def is_error(name: str) -> bool:
    """Whether it is the name of an exception."""
    known = getattr(builtins, name, None)
    raised = isinstance(known, type) and issubclass(known, BaseException)
    return raised or bool(ERROR.match(name))
