"""One ranking by every protocol, as recorded: start at `read_protocol_ranking`.

Written by `homonym-maintain protocols` (`results/protocols.json`).
"""

from __future__ import annotations

from typing import Any

from homonym.reports.findings.data import read_data


def read_protocol_ranking() -> dict[str, Any]:
    """What each protocol makes of it; how near corrections come."""
    return read_data("results/protocols.json", "result", "measured")
