"""Edits of a case's line that make it say less, whatever the type of case.

Start at `changed`, which works on the words of all users. While it is edited, a line
has each score beside its grade (`glued`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

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


def words(line: str) -> int:
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


def rounded(word: str) -> str:
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
    rounded,
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
