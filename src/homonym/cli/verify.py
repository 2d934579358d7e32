"""`homonym verify`: a metric card, computed again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from homonym.arguments import check_engine
from homonym.cli.exit_codes import DRIFT, HOLDS

SHOWN = 4
"""So many differences are told one by one."""


def verify_file(
    card: Path, given: dict[str, Any], how: dict[str, Any], as_json: bool
) -> int:
    """Say what differs, and return the exit code.

    given: files by table, None for those that the card names; how: the engine, as
    `verify_card` takes it.
    """
    check_engine()
    from homonym.evaluation.verification import verify_card

    files = {kind: one for kind, one in given.items() if one is not None}
    found = verify_card(card, files, how)
    if as_json:
        told = {"same": found.same, "differences": found.differences}
        print(json.dumps(told, indent=2))
    elif found.same:
        numbers = "1 number" if found.numbers == 1 else f"{found.numbers:,} numbers"
        print(f"{card} holds: {numbers} computed again, and the files are the same")
    else:
        print(f"{card} differs: {'; '.join(list_first_differences(found.differences))}")
    return HOLDS if found.same else DRIFT


def list_first_differences(differences: tuple[str, ...]) -> list[str]:
    """The first differences, and how many more there are."""
    left = len(differences) - SHOWN
    more = [f"and {left:,} more"] if left > 0 else []
    return [*differences[:SHOWN], *more]
