"""A long study in pieces: what is done is kept, and how far it is can be shown.

Start at `carry_out`. A study that is interrupted, and started again with the same file,
goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from homonym.errors import UserError

StudyProgress = Callable[[str, float], None]
"""Is told what is being done, and how much was done of what all of it will take."""


class Pieces:
    """The results of a study's pieces by their names, JSON values.

    file: where they are kept as soon as each is there, or nowhere; asked: what the
    study was asked for, which a file must have been made for too.
    """

    def __init__(self, file: Path | None, asked: dict[str, Any]) -> None:
        self.file, self.asked = file, asked
        self.done: dict[str, Any] = {}
        if file and file.exists():
            self.done = read_pieces(file, asked)

    def get(self, name: str, make: Callable[[], Any]) -> Any:
        """The piece of that name: what was kept, or what is made now, and kept."""
        if name not in self.done:
            self.done[name] = make()
            self.keep()
        return self.done[name]

    def keep(self) -> None:
        """Write all that is done beside the file, then put it in its place."""
        if self.file is None:
            return
        beside = self.file.with_name(f"{self.file.name}.new")
        text = json.dumps({"asked": self.asked, "done": self.done})
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(self.file)
        except OSError as error:
            raise UserError(f"{self.file} cannot be written: {error}") from None


def read_pieces(file: Path, asked: dict[str, Any]) -> dict[str, Any]:
    """What a file keeps; UserError where it is none, or of another study."""
    found: Any = None
    with suppress(OSError, ValueError):
        found = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(found, dict) or set(found) != {"asked", "done"}:
        raise UserError(
            f"{file} holds no study in progress: name a new file, or one that this "
            "option made"
        )
    for key, value in asked.items():
        if (kept := found["asked"].get(key)) != value:
            raise UserError(
                f"{file} was begun with {key} {kept!r}, and {value!r} is asked for: "
                "give what it was begun with, or a new file"
            )
    return dict(found["done"])


Advance = Callable[[float], None]
"""Is told how much of a piece is done."""


@dataclass(frozen=True)
class Piece:
    """A part of a study: how long it takes, in any unit, and what makes its result."""

    takes: float
    make: Callable[[Advance], Any]


def carry_out(plan: dict[str, Piece], kept: Pieces, progress: StudyProgress) -> None:
    """Make every piece of the plan that is not kept yet, in its order."""
    total, before = sum(piece.takes for piece in plan.values()), 0.0
    for name, piece in plan.items():
        advance = make_piece_progress(
            progress, name, before / total, piece.takes / total
        )
        kept.get(name, partial(piece.make, advance))
        before += piece.takes
        advance(1.0)


def make_piece_progress(
    progress: StudyProgress, name: str, before: float, takes: float
) -> Advance:
    """What is told of a piece, told of all of the study."""
    return lambda share: progress(name, before + share * takes)
