"""The error that a person at the command line reads: `UserError`, start there."""

from __future__ import annotations


class UserError(Exception):
    """Wrong use or input: one sentence naming the value, and how to put it right.

    message: the sentence; remedy: what to do, normally a command, or nothing.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message}\n  {self.remedy}" if self.remedy else self.message
