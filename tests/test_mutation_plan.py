"""What mutation.toml explains stands in the code: else it explains nothing."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLAN = tomllib.loads((ROOT / "tests/mutation.toml").read_text("utf-8"))


def lines_of(module: str) -> set[str]:
    """The lines of a file, without what they are indented by."""
    return {line.strip() for line in (ROOT / module).read_text("utf-8").splitlines()}


def test_every_mutant_that_is_explained_is_of_a_line_that_stands() -> None:
    """In its module; once, with a reason."""
    explained = PLAN["equivalent"]
    stale = [one for one in explained if one["line"] not in lines_of(one["module"])]
    assert not stale
    named = [(one["module"], one["line"], one["change"]) for one in explained]
    assert len(named) == len({*named})
    assert all(one["reason"] for one in [*explained, *PLAN["always"]])
