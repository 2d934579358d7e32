"""The page of protocols: what a relevant item is ranked against, and what that does to
one ranking. Start at `build_protocols_context`."""

from __future__ import annotations

from typing import Any

from homonym.protocols.protocol import METRICS, read_protocols
from homonym.reports.findings.protocols import read_protocol_ranking

PAGE, TEMPLATE = "protocols.html", "protocols.html"


def build_protocols_context() -> dict[str, Any]:
    """What the template shows."""
    found = read_protocol_ranking()
    return {
        "protocols": [*read_protocols().values()],
        "ranking": found,
        "by_protocol": found["protocols"],
        "negative": found["negative"],
        "correction": found["correction"],
        "of_one_item": [*METRICS],
    }
