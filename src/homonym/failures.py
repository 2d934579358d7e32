"""How a call fails, by the words that records keep of it: start at `classify_failure`.

Who loses a library's process writes these words, and whoever reads a failure, fresh or
from a record, asks here what kind it is.
"""

from __future__ import annotations

import re
from enum import Enum

NO_NUMBER = "NoNumber"
"""Stands where an exception's type would, of an answer that is no number."""
KILLED = "killed by"
ENDED = "the process ended with"
NO_ANSWER = "no answer in"
TWICE = "answered twice"
"""A call that left a process behind which answers too."""
UNREADABLE = "wrote what is no answer"


class FailureKind(Enum):
    """How a call fails; its value: what the words of it begin with."""

    DIED = rf"{KILLED} |{ENDED} "
    HUNG = rf"{NO_ANSWER}\b"
    INTERFERED = rf"{TWICE}|{UNREADABLE}"
    EXITED = r"SystemExit\b"
    NO_NUMBER = rf"{NO_NUMBER}:"
    RAISED = ""

    @property
    def raised(self) -> bool:
        """Whether the library's process went on: there is an exception's type, or what
        stands for it."""
        gone_on = FailureKind.RAISED, FailureKind.EXITED, FailureKind.NO_NUMBER
        return self in gone_on

    @property
    def at_fault(self) -> bool:
        """Whether the call was to end its process, or answered for others."""
        return self in (FailureKind.EXITED, FailureKind.INTERFERED)

    @property
    def broke(self) -> bool:
        """Whether it did so, or ended the process."""
        return self.at_fault or self is FailureKind.DIED


def classify_failure(error: str) -> FailureKind:
    """The kind of a failure, from its words.

    >>> classify_failure("KeyError: 3"), classify_failure("killed by SIGSEGV").raised
    (<FailureKind.RAISED: ''>, False)
    """
    return next(kind for kind in FailureKind if re.match(kind.value, error))


def name_failure(error: str) -> str:
    """The exception's type, or how the call ended, without the message.

    >>> name_failure("KeyError: 3")
    'KeyError'
    """
    return error.partition(":")[0]
