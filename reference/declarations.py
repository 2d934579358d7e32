r"""What choices declare for whole formulas and conversions: `lacking` says who has not.

A family's rows (`@family(…, rows=…)`) are its formula in LaTeX, its ratio
(`ratio=Ratio(…)`) is what conversions know of it. Both have places for the choices:

- `<axis>`: in a row the choice's `row`, or its formula; in a ratio its `code`
- `<axis.row>`: its `row`, which each choice of the axis has to declare
- `<axis.name>`: its name
- `<axis.part>`: what it declares in `parts` under that name, each choice of the axis;
  `<axis.part?>`: nothing where it declares none
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from homonym.reference.axes import Choice
from homonym.reference.variants import Family

Place = tuple[str, str, str]
"""An axis, a part of its choices (or nothing), and `?` where they may lack it."""
PLACE = re.compile(r"<([a-z_]+)(?:\.([a-z]+))?(\??)>")


def filled(text: str, put: Callable[[str, str], str]) -> str:
    """The text with what `put` gives for axis and part in its places, and in theirs.

    >>> known = {"a": "<c> / 2", "c": "1"}
    >>> filled("<a> + <b.name>", lambda axis, part: known.get(axis, part))
    '1 / 2 + name'
    """
    while PLACE.search(text):
        text = PLACE.sub(lambda place: put(place[1], place[2] or ""), text)
    return text


def lacking(home: Family) -> list[str]:
    """What choices of the family have to declare and do not, a sentence each."""
    return [*without_part(home), *without_code(home)]


def without_part(home: Family) -> Iterator[str]:
    """What the whole formula has a place for."""
    for axis, part, optional in reached(home, home.rows, row_text):
        for choice in home.axes[axis].choices.values():
            if part and not optional and choice.part(part) is None:
                write = 'row="…"' if part == "row" else f'parts={{"{part}": "…"}}'
                yield f"{of_family(home, axis, choice)} has no {part}: write {write}"


def without_code(home: Family) -> Iterator[str]:
    """What conversions put into Python, or a reason why they cannot."""
    for axis in coded_axes(home):
        for choice in home.axes[axis].choices.values():
            if not choice.code and not choice.no_code:
                write = 'code="…", or no_code="why no code can tell it"'
                yield f"{of_family(home, axis, choice)} has no code: write {write}"


def coded_axes(home: Family) -> list[str]:
    """The axes whose choices stand as code in conversions."""
    own = [axis for axis, part, _ in code_places(home) if not part]
    alone = home.ratio and "users" not in code_axes(home)
    return [*own, "users"] if alone else own


def code_axes(home: Family) -> list[str]:
    """The axes that a family's ratio names, in places of its own or of its choices."""
    return [axis for axis, _, _ in code_places(home)]


def code_places(home: Family) -> list[Place]:
    """The places of a family's ratio, and of what its choices put there."""
    return (
        reached(home, (home.ratio.of, home.ratio.by), code_text) if home.ratio else []
    )


def reached(
    home: Family, texts: Iterable[str], text: Callable[[Choice, str], str]
) -> list[Place]:
    """The places in the texts, and in what the choices put there, each once."""
    found: list[Place] = []
    rest = [place for one in texts for place in PLACE.findall(one)]
    while rest:
        axis, part, _ = place = rest.pop(0)
        if place not in found:
            found.append(place)
            for choice in home.axes[axis].choices.values():
                rest += PLACE.findall(text(choice, part))
    return found


def row_text(choice: Choice, part: str) -> str:
    """What a choice puts into a row of the formula."""
    return (choice.part(part) if part else choice.row) or ""


def code_text(choice: Choice, part: str) -> str:
    """What a choice puts into a conversion."""
    return (choice.part(part) or "") if part else choice.code


def of_family(home: Family, axis: str, choice: Choice) -> str:
    """A choice by its family, axis and name."""
    return f"{home.name}({axis}={choice.name})"
