"""A counterexample made smaller by what its line says, whatever the type of case.

Start at `smaller`. It leaves out users, lowers the cut-off, leaves out words and puts
simpler ones, and keeps what is still a counterexample. All are tried, then halves, then
quarters, down to single words, the last of the line first: the same in every run. The
edits themselves follow, from `users` on: while a line is edited it has each score
beside its grade (`glued`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

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
        found.sweep(lambda line: len(users(line)[0]), without_users)
        found.cut_off()
        found.whole_line()
        found.words_alike()
        for less in LESS:
            found.sweep(count_words, partial(changed, less))
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
        return glued(self.case.id)

    def keep(self, line: str) -> None:
        """Take the case of the line, if it is smaller and still a counterexample."""
        try:
            case = type(self.case).parse(unglued(line))
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
        for user, text in enumerate(users(self.line)[0]):
            for word in sorted(set(WORD.findall(text)), reverse=True):
                for less in LESS:
                    self.keep(changed_alike(less, self.line, user, word))


def size(case: Any) -> tuple[Any, ...]:
    """What makes a case small: its numbers, the cut-off, a short line."""
    numbers = (part for part in case.weight if not isinstance(part, str))
    return *numbers, case.k, len(case.id), case.id


WORD = re.compile(r"[.\d-][^\s;]*|[a-z]")
"""An item, an impression, a rating; of whole runs a letter, or a user's group."""
TAIL = re.compile(r"\s*(\|\s*[a-z][a-z,\s]*@\d+|@-?\d+|~[^~@]*|\^.*)?$")
"""What follows the users: a catalogue, a cut-off, a scale, a position bias."""

Less = Callable[[str], str]
"""What a word is replaced by."""


def users(line: str) -> tuple[list[str], str]:
    """The users of a line, and what follows them."""
    tail = TAIL.search(line)
    start = tail.start() if tail else len(line)
    return line[:start].split(";"), line[start:]


def count_words(line: str) -> int:
    """How many words the users have."""
    return sum(len(WORD.findall(user)) for user in users(line)[0])


def without_users(line: str, start: int, stop: int) -> str:
    """The line without some of its users."""
    everyone, tail = users(line)
    return ";".join(everyone[:start] + everyone[stop:]) + tail


def changed(less: Less, line: str, start: int, stop: int) -> str:
    """The line with some of its words replaced."""
    everyone, tail = users(line)
    body = ";".join(everyone)
    for match in reversed(list(WORD.finditer(body))[start:stop]):
        body = body[: match.start()] + less(match[0]) + body[match.end() :]
    return body + tail


def changed_alike(less: Less, line: str, user: int, word: str) -> str:
    """The line with every such word of one user replaced."""
    everyone, tail = users(line)
    everyone[user] = WORD.sub(
        lambda found: less(word) if found[0] == word else found[0], everyone[user]
    )
    return ";".join(everyone) + tail


def nothing(word: str) -> str:
    """No word."""
    return ""


def numbered(number: str, word: str) -> str:
    """The word with another number where it begins with one."""
    return re.sub(r"^[.\d]+", number, word)


def round_word(word: str) -> str:
    """The word with whole numbers, but for a score."""
    what, tilde, score = word.partition("~")
    return re.sub(r"\d+\.\d+", lambda n: f"{float(n[0]):.0f}", what) + tilde + score


def with_fewer_letters(word: str) -> str:
    """The word with one aspect less."""
    return re.sub(r"(?<=[a-z])[a-z]$", "", word)


LESS: tuple[Less, ...] = (
    nothing,
    partial(numbered, "."),
    partial(numbered, "1"),
    round_word,
    with_fewer_letters,
)


def glued(line: str) -> str:
    """The line of a case with each score beside its grade.

    >>> glued("1 . | 2 ~ 0.9 0.1 @1")
    '1~0.9 .~0.1 | 2 @1'
    """
    body, at, k = line.rpartition("@")
    found = []
    for user in body.split(";"):
        text, tilde, scores = user.partition("~")
        ranked, bar, missed = text.partition("|")
        pairs = zip(ranked.split(), scores.split(), strict=False)
        told = " ".join(map("~".join, pairs)) if tilde else ranked.strip()
        found.append(f"{told} {bar}{missed}".strip())
    return f"{' ; '.join(found)} @{k}" if at else line


def unglued(line: str) -> str:
    """The same line as a case is read from: the scores after the words.

    >>> unglued("1~0.9 .~0.1 | 2 @1")
    '1 . | 2 ~ 0.9 0.1 @1'
    """
    body, at, k = line.rpartition("@")
    found = []
    for user in body.split(";"):
        text = re.sub(r"~\S+", "", user).strip()
        scores = " ".join(re.findall(r"~(\S+)", user))
        found.append(f"{text} ~ {scores}" if scores else text)
    return f"{' ; '.join(found)} @{k}" if at else line
