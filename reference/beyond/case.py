"""What a metric of a whole run looks at: everyone's list, what was trained on, and all
items that there are.

Start at `RunCase.parse`: a case is one line, and the line is its id.

    ab > cd ; b > ce | abcdefg @2

Items are letters. Before `>` stand a user's training items, after it the list in rank
order; `;` starts the next user; after `|` comes the catalogue (all items of the case
where it is left out); `@k` is the cut-off.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from homonym.reference.case import CaseError

USER = re.compile(r"([a-z]*)\s*>\s*([a-z]*)|([a-z]*)")


@dataclass(frozen=True)
class Run:
    """What all lists of a run share: the training items by user, and the catalogue."""

    train: tuple[str, ...]
    catalogue: str

    @cached_property
    def counts(self) -> Counter[str]:
        """How many users have each item in training."""
        return Counter("".join(self.train))

    @property
    def interactions(self) -> int:
        """How many training items all users have together."""
        return sum(self.counts.values())


@dataclass(frozen=True)
class Listed:
    """One user's list, best first, and the run that it belongs to."""

    items: str
    train: str
    run: Run


@dataclass(frozen=True)
class RunCase:
    """One evaluation problem: all lists of a run, and the cut-off k."""

    kind: ClassVar[str] = "all lists of a run"
    folder: ClassVar[str] = "beyond"
    users: tuple[Listed, ...]
    k: int

    @classmethod
    def parse(cls, line: str) -> RunCase:
        """Read a case from its line.

        >>> case = RunCase.parse("ab > cd ; b > ce | abcdefg @2")
        >>> str(case), case.users[0].run.counts["b"]
        ('ab > cd ; b > ce | abcdefg @2', 2)
        >>> RunCase.parse("ab ; c @1").users[0].run.catalogue
        'abc'

        Raises CaseError when the line is not of that form.
        """
        body, at, cut_off = line.strip().rpartition("@")
        if not at or not re.fullmatch(r"\d+", cut_off.strip()):
            raise CaseError(f"the case {line!r} must end in its cut-off: 'ab > cd @2'")
        body, bar, catalogue = body.partition("|")
        pairs = [_user(text.strip(), line) for text in body.split(";")]
        known = "".join(sorted({item for pair in pairs for item in "".join(pair)}))
        given = catalogue.strip() if bar else known
        if missing := set(known) - set(given):
            raise CaseError(
                f"{sorted(missing)[0]!r} of the case {line!r} is not in its catalogue: "
                "after | stand all items that there are"
            )
        run = Run(tuple(train for train, _ in pairs), given)
        return cls(tuple(Listed(i, t, run) for t, i in pairs), int(cut_off))

    def __str__(self) -> str:
        lists = (f"{u.train} > {u.items}" if u.train else u.items for u in self.users)
        return f"{' ; '.join(lists)} | {self.users[0].run.catalogue} @{self.k}"

    @property
    def id(self) -> str:
        """The line."""
        return str(self)


def _user(text: str, line: str) -> tuple[str, str]:
    match = USER.fullmatch(text)
    if not match:
        raise CaseError(
            f"{text!r} in the case {line!r} is no list: write training items > list, a "
            "letter an item, as in ab > cd"
        )
    return (match[1], match[2]) if match[3] is None else ("", match[3])
