"""What a person at the command line reads when there is no result.

`UserError`: they asked for what cannot be. `Broken`: the library or its adapter is.
"""

from __future__ import annotations


class Told(Exception):
    """One sentence that names the value, and how to put it right.

    message: the sentence; remedy: what to do, normally a command, or nothing.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message}\n  {self.remedy}" if self.remedy else self.message


class UserError(Told):
    """Wrong use or input."""


class Broken(Told):
    """The library or its adapter cannot be measured at all; the message says why."""
