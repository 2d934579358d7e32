"""How a definition is written, `family(axis=choice, …)`: its words, and what is raised
for a text that is none.

Start at `choices`. What the words mean is up to `homonym.reference.variants`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from homonym.reference.axes import Axis
from homonym.reference.brief import cut, in_brief
from homonym.reference.error import Error


class UnknownName(Error, ValueError):
    """What names no family, variant or alias; the message names what would."""

    __module__ = "homonym"  # where people import it


class Ambiguous(UnknownName):
    """A name of several definitions, of which it names no one.

    definitions: those that differ by the first choice that is left open, as variants.
    """

    __module__ = "homonym"  # where people import it

    def __init__(self, message: str, definitions: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.definitions = tuple(definitions)


def name_of(text: str) -> str:
    """The name of a family or alias that a text begins with."""
    return text.partition("(")[0].strip()


def key_of(name: str) -> str:
    """A name as it is looked up: in lower case, and with hyphens for spaces.

    >>> key_of("industrial DCG")
    'industrial-dcg'
    """
    return "-".join(name.lower().split())


def choices(text: str) -> dict[str, str]:
    """The choices that are written behind the name; raises UnknownName.

    >>> choices("ndcg(gain=binary, users=mean)")
    {'gain': 'binary', 'users': 'mean'}
    """
    _, bracket, rest = text.strip().partition("(")
    if bracket and not rest.endswith(")"):
        closed = f"{text.strip()})" if re.search(r"=\w+$", rest) else "ndcg(gain=grade)"
        raise UnknownName(
            f"{in_brief(text)} does not end in a closing bracket: write {cut(closed)}"
        )
    pairs = list(_pairs(rest[:-1], text))
    given = dict(pairs)
    if len(given) < len(pairs):
        raise UnknownName(f"{in_brief(text)} makes a choice twice: one choice an axis")
    return given


def _pairs(text: str, whole: str) -> Iterator[tuple[str, str]]:
    for piece in (piece.strip() for piece in text.split(",") if text.strip()):
        match = re.fullmatch(r"(\w+)\s*=\s*([\w.+-]+)", piece)
        if not match:
            raise UnknownName(
                f"{in_brief(piece)} in {in_brief(whole)} is no choice: write "
                "axis=value, as in ndcg(gain=grade)"
            )
        yield match[1], match[2]


def sorted_out(
    written: Mapping[str, str],
    family: str,
    axes: Mapping[str, Axis],
    parameters: Iterable[str],
) -> tuple[dict[str, str], dict[str, float]]:
    """The choices by axis and the numbers by parameter, of a family that has these;
    raises UnknownName."""
    chosen, numbers = {}, {}
    for axis, value in written.items():
        if axis in parameters:
            numbers[axis] = number(axis, value)
        elif axis not in axes:
            raise unknown("axis", axis, [*axes, *parameters], family)
        elif value not in axes[axis].choices:
            raise unknown(f"{axis} of", value, axes[axis].choices, family)
        else:
            chosen[axis] = value
    return chosen, numbers


def number(name: str, text: str) -> float:
    """The number that a parameter is set to; raises UnknownName."""
    try:
        return float(text)
    except ValueError:
        raise UnknownName(
            f"{name}={cut(text)} must be a number, as in {name}=1"
        ) from None


def unknown(what: str, name: str, known: Iterable[str], of: str = "") -> UnknownName:
    """What to raise for a name that is none of those known, with the closest."""
    names = sorted(set(known))
    close = difflib.get_close_matches(name.lower(), names, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    where = f" {of}" if what.endswith("of") else (f" of {of}" if of else "")
    return UnknownName(
        f"unknown {what}{where}: {in_brief(name)}; {hint}known are {', '.join(names)}"
    )


def ambiguous(text: str, found: Sequence[Any], others: Sequence[str]) -> Ambiguous:
    """What to raise for a name of several definitions; others: the axes on which there
    are more of them."""
    *most, last = map(str, found)
    more = f" (or others, by a choice of {', '.join(others)})" if others else ""
    return Ambiguous(
        f"{in_brief(text)} has several definitions: write {', '.join(most)} or "
        f"{last}{more}",
        found,
    )
