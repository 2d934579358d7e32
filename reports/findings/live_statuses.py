"""What a live run says beside its records: `statuses.json`, read by
`read_live_statuses`.

It is a list of {"library", "version", "status", "reason"}, for what has no new record:
could not be installed, refused everything, not run.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from homonym.errors import UserError


@dataclass(frozen=True)
class Status:
    """How a library at a version fared in the live run, in the words of the design."""

    library: str
    version: str
    status: str
    reason: str = ""


def read_live_statuses(live: Path | None) -> list[Status]:
    """The statuses in the folder of a live run; none where there is no file."""
    file = live / "statuses.json" if live else None
    if not file or not file.exists():
        return []
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
        return [
            Status(*(str(entry.get(name, "")) for name in Status.__match_args__))
            for entry in entries
            if entry["library"] and entry["version"]
        ]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UserError(
            f"{file} is no list of statuses: write "
            '[{"library": …, "version": …, "status": …, "reason": …}]'
        ) from None
