"""What a person at the command line reads when there is no result.

`UserError`: they asked for what cannot be. `Broken`: the library or its adapter is.
"""

from __future__ import annotations

import errno
import re

from homonym.reference.brief import (
    in_brief as in_brief,  # noqa: PLC0414 (read from here)
)
from homonym.reference.error import Error

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""A disk that takes no more is nobody's wrong use."""
OWN_FOLDER = re.compile(r"(?:/[\w.+-]+)*/homonym-[a-z0-9_]{8}(?=\W|$)")
"""The folder for temporary files of a library's process."""


NAMED = re.compile("\0([^\0]*)\0([^\0]*)\0")
"""An option as `render_option` writes it: as a command has it, and as a function has
it."""


def render_option(name: str, value: str = "", python: str = "") -> str:
    """What is given, in the sentence of a `Told`: that has it as the argument of a
    function, `ties='zz'`, and a command which prints it as its option, `--ties 'zz'`.

    name: of the argument; value: nothing where the name alone is meant; python: what
    the argument is, where it is not `name=value`.
    """
    command = f"--{name.replace('_', '-')}{value and f' {value}'}"
    return f"\0{command}\0{python or name + (value and f'={value}')}\0"


class Told(Error):
    """One sentence that names the value, and how to put it right.

    message: the sentence; remedy: what to do, normally a command, or nothing;
    exit_code: what a command ends with that meets it; in_command: what it prints, which
    is the same but for names of options (`render_option`).
    """

    exit_code: int

    def __init__(self, message: str, remedy: str = "") -> None:
        self.message, self.remedy = (NAMED.sub(r"\2", one) for one in (message, remedy))
        super().__init__(self.message)
        given = f"{message}\n  {remedy}" if remedy else message
        self.in_command = NAMED.sub(r"\1", given)

    def __str__(self) -> str:
        return f"{self.message}\n  {self.remedy}" if self.remedy else self.message


class UserError(Told):
    """Wrong use or input."""

    __module__ = "homonym"  # where people import it

    exit_code = 2


class Broken(Told):
    """The library or its adapter cannot be measured at all; the message says why."""

    __module__ = "homonym"  # where people import it

    exit_code = 3


def make_file_error(error: OSError, message: str, remedy: str = "") -> Told:
    """What to raise where the file that somebody named cannot be written (or read):
    Broken where the disk is full, UserError for all else; without a name Broken."""
    own = error.filename is not None and error.errno not in FULL
    return (UserError if own else Broken)(message, remedy)


def shorten_error(error: BaseException) -> str:
    """The error's type and first line, without what changes from run to run."""
    first = (str(error).strip().splitlines() or [""])[0]
    first = re.sub(r"^\[\d\d:\d\d:\d\d\] ", "", first)
    first = OWN_FOLDER.sub("TMPDIR", first)[:160]
    first = re.sub(r"0x[0-9a-f]+", "0x…", first)
    return f"{type(error).__name__}: {first}".rstrip(": ")


def format_error_line(error: Exception) -> str:
    """What an error says, in a line."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
