"""What a metric of predicted chances looks at: labels with their chances.

Start at `LabelCase.parse`: a case is one line, and the line is its id.

    1=0.9 0=. ; 0=0.25

It is written as a case of ratings is, with a label of 0 or 1 for a rating and the
chance that it is 1 for a prediction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from homonym.reference.brief import in_brief
from homonym.reference.case import CaseError, written
from homonym.reference.rating_error.case import RatingCase


@dataclass(frozen=True)
class LabelCase(RatingCase):
    """One evaluation problem: all users' labels and chances."""

    kind: ClassVar[str] = "labels with their chances"
    folder: ClassVar[str] = "chances"
    example: ClassVar[str] = "1=0.9 0=."
    pair_form: ClassVar[str] = "label=chance, as in 1=0.9, or 1=."

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read a case from its line.

        >>> LabelCase.parse("1=0.9 0=.").users[0].pairs
        ((1.0, 0.9), (0.0, None))

        Raises CaseError for a label that is not 0 or 1, or a chance outside 0 to 1.
        """
        found = super().parse(line)
        for label, chance in (pair for user in found.users for pair in user.pairs):
            if label not in (0, 1) or not 0 <= (chance or 0) <= 1:
                told = "." if chance is None else written(chance)
                raise CaseError(
                    f"the pair {written(label)}={told} in the case {in_brief(line)} is "
                    "no label with its chance: the label must be 0 or 1, the chance "
                    "from 0 to 1"
                )
        return found
