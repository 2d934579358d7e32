"""Declare the properties of choices that declare none.

Start at `write_properties`, which adds to a properties.toml what
`render_missing_declarations` gives: it looks for a counterexample to each property of
each such choice, among the small cases and drawn ones. What has none is said to hold:
read it before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from homonym import reference
from homonym.cases.kinds import find_case_kind, list_few_cases
from homonym.measurement.drawing import draw_cases
from homonym.measurement.refutation import SEED
from homonym.reference.properties import alone, properties, written
from homonym.reference.variants import Family, Problem, Variant, families

DRAWN, TRIED = 40, 10
"""How many cases are drawn of a type, and how many of them, the shortest, are tried."""


def render_missing_declarations(takes: type[Problem]) -> Iterator[str]:
    """The table of each choice that has none, as lines of TOML."""
    for home in families(takes).values():
        for choice, variant in alone(home).items():
            if not is_told(home, choice):
                yield render_choice_table(home, choice, variant)


def render_choice_table(home: Family, choice: str, variant: Variant) -> str:
    """A choice's table."""
    return (
        "\n".join([render_choice_header(home, choice), *yield_property_lines(variant)])
        + "\n"
    )


def render_choice_header(home: Family, choice: str) -> str:
    """How a choice's table begins."""
    return f'[{home.name}."{choice}"]' if choice else f"[{home.name}]"


def is_told(home: Family, choice: str) -> bool:
    """Whether the file has a table of it."""
    tables = written(home.takes.folder).get(home.name, {})
    return choice in tables if choice else "holds" in tables


def yield_property_lines(variant: Variant) -> Iterator[str]:
    """The properties that it has, and a counterexample to each of the others."""
    names = properties(variant.home.takes)
    found = {name: find_counterexample(variant, name) for name in names}
    holding = [name for name, case in found.items() if case is None]
    yield f"holds = [{', '.join(map(quote_toml_text, holding))}]"
    yield from (
        f"{n} = {quote_toml_text(str(case))}" for n, case in found.items() if case
    )


def find_counterexample(variant: Variant, name: str) -> Any:
    """The first case that breaks the property, None where there is none."""
    takes = variant.home.takes
    one, few = properties(takes)[name], list_few_cases(takes)
    tried = few if one.slow else (*few, *draw_short_cases(takes))
    return next((case for case in tried if one.breaks(variant, case)), None)


@cache
def draw_short_cases(takes: type[Problem]) -> tuple[Any, ...]:
    """Cases drawn by chance, always the same, the shortest first."""
    found: list[Any] = []
    draw_cases(find_case_kind(takes).drawn()[0], DRAWN, SEED, found.append)
    return tuple(sorted(found, key=lambda case: len(case.id))[:TRIED])


def quote_toml_text(text: str) -> str:
    """A text as TOML quotes it."""
    return f'"{text}"'


def find_properties_file(folder: str) -> Path:
    """The file of a type's folder."""
    return Path(next(iter(reference.__path__))) / folder / "properties.toml"


def write_properties(home: Family) -> list[str]:
    """Add what a family's choices lack to the file, each behind the choice before it;
    the choices that got their table."""
    file, before, added = find_properties_file(home.takes.folder), "", []
    for choice, variant in alone(home).items():
        if not is_told(home, choice):
            text = file.read_text(encoding="utf-8")
            new = render_choice_table(home, choice, variant)
            file.write_text(
                put_behind(render_choice_header(home, before), new, text), "utf-8"
            )
            added.append(choice)
        before = choice
    written.cache_clear()
    return added


def put_behind(head: str, new: str, text: str) -> str:
    """The text with a new table behind that of the head; at its end where it is not
    there."""
    start = text.find(f"{head}\n")
    end = text.find("\n\n", start)
    if start < 0 or end < 0:
        return f"{text.rstrip()}\n\n{new}"
    return f"{text[:end]}\n\n{new.rstrip()}{text[end:]}"
