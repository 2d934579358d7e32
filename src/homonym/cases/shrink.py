"""A counterexample made smaller by what its line says, whatever the type of case.

Start at `smaller`. It leaves out users, lowers the cut-off, leaves out words and puts
simpler ones, and keeps what is still a counterexample. All are tried, then halves, then
quarters, down to single words, the last of the line first: the same in every run.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from homonym.cases import shorter_lines as lines

Test = Callable[[Any], bool]


def smaller(case: Any, refutes: Test, fair: Test, calls: int) -> Any:
    """A smaller case of its type that is fair and refutes, or the case itself, where
    there is none; `refutes` is asked so often at most, `fair` of every case.

    >>> from homonym.reference.rankings.case import Case
    >>> case = Case.parse("2.5 . 1 | 1 ; . 1 . @2")
    >>> print(smaller(case, lambda c: c.k == 2, lambda c: len(c.users[0].hits) > 1, 99))
    . . | @2
    """
    found, before = Shrinking(case, refutes, fair, calls), None
    while found.case != before:
        before = found.case
        found.sweep(lambda line: len(lines.users(line)[0]), lines.without_users)
        found.cut_off()
        found.whole_line()
        found.words_alike()
        for less in lines.LESS:
            found.sweep(lines.words, partial(lines.changed, less))
    return found.case


@dataclass
class Shrinking:
    """The smallest counterexample so far, and how many calls are left."""

    case: Any
    refutes: Test
    fair: Test
    calls: int

    @property
    def line(self) -> str:
        return lines.glued(self.case.id)

    def keep(self, line: str) -> None:
        """Take the case of the line, if it is smaller and still a counterexample."""
        try:
            case = type(self.case).parse(lines.unglued(line))
        except ValueError:
            return
        if self.calls and size(case) < size(self.case) and self.fair(case):
            self.calls -= 1
            if self.refutes(case):
                self.case = case

    def sweep(
        self, places: Callable[[str], int], edit: Callable[[str, int, int], str]
    ) -> None:
        """Edit all places of the line, each half of them, and so on."""
        width = places(self.line)
        while width:
            stop = places(self.line)
            while stop > 0:
                start = max(0, stop - width)
                self.keep(edit(self.line, start, stop))
                stop = start
            width //= 2

    def cut_off(self) -> None:
        """Lower it to 1, to a half, by one."""
        for k in (1, self.case.k // 2, self.case.k - 1):
            self.keep(re.sub(r"@\d+$", f"@{k}", self.line))

    def whole_line(self) -> None:
        """Leave out all scores; an item of a whole run, or an aspect."""
        self.keep(re.sub(r"~\S+(?=.*@)", "", self.line))
        for letter in sorted(set(re.findall("[a-z]", self.line)), reverse=True):
            self.keep(self.line.replace(letter, ""))

    def words_alike(self) -> None:
        """Change all words of a user that are one: an item stands in the ideal too."""
        for user, text in enumerate(lines.users(self.line)[0]):
            for word in sorted(set(lines.WORD.findall(text)), reverse=True):
                for less in lines.LESS:
                    self.keep(lines.changed_alike(less, self.line, user, word))


def size(case: Any) -> tuple[Any, ...]:
    """What makes a case small: its numbers, the cut-off, a short line."""
    numbers = (part for part in case.weight if not isinstance(part, str))
    return *numbers, case.k, len(case.id), case.id
