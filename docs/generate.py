"""Writes the pages of the reference that the code already knows.

`python docs/generate.py` writes axes.md from the definitions, cli.md from the command
line, sources.md from sources.toml, the table in records.md from
reports/record.schema.json and two numbers of the README; what stands around these is
written by hand. A test holds the pages to what this gives.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from textwrap import indent
from typing import Any

import sources
import typer

from homonym.cli.app import app
from homonym.cli.exit_codes import MEANINGS
from homonym.reference.axes import Axis, Choice
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.rankings.users import users
from homonym.reference.variants import Family, every_family
from homonym.reports.findings.sections import group_families_by_section

HERE = Path(__file__).parent
TABLE = re.compile(r"^\| key \| content \|\n(?:\|.*\n)+", re.M)


PRODUCT = re.compile(
    r"[\d,]+(\svariants of the \w+ families of rankings\. The )\d+(\score cases)"
)
"""What the README says of the product and the core."""


def product(found: re.Match[str]) -> str:
    """The same with the numbers of today."""
    homes = every_family().values()
    points = sum(len(home.variants) for home in homes if home.takes is Case)
    return f"{points:,}{found[1]}{len(core())}{found[2]}"


def pages() -> dict[str, str]:
    """Every generated page's text by its name."""
    records = (HERE / "records.md").read_text(encoding="utf-8")
    table = "".join(f"{line}\n" for line in records_table())
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    return {
        "../README.md": PRODUCT.sub(product, readme),
        "axes.md": "\n".join(axes()) + "\n",
        "cli.md": "\n".join(cli()) + "\n",
        "records.md": TABLE.sub(lambda _: table, records),
        "sources.md": "\n".join(sources.page()) + "\n",
    }


def axes() -> Iterator[str]:
    """The families, and each axis with its choices."""
    found = sorted(every_family().values(), key=lambda family: family.title)
    points = sum(len(family.variants) for family in found)
    yield "# The axes"
    yield ""
    yield "An axis is one decision on which definitions of a family differ. A variant"
    yield "makes a choice on every axis; its id leaves out those that are the default,"
    yield "the first of each list."
    yield f"There are {points:,} variants of {len(found)} families."
    yield "Made by `python docs/generate.py` from the files in `reference/`."
    yield ""
    for section in group_families_by_section(found):
        yield f"- {section.title}: {', '.join(one.title for one in section.families)}"
    for section in group_families_by_section(found):
        for family in section.families:
            yield from described(family)
    yield ""
    yield "## How the users are combined"
    yield ""
    yield "The axis `users` of every family whose choices are not listed above:"
    yield ""
    yield from choices(users)


def described(family: Family) -> Iterator[str]:
    """One family."""
    yield ""
    yield f"## {family.title}"
    yield ""
    yield family.about
    yield ""
    yield f"`{family.name}`, {len(family.variants):,} variants."
    if family.also:
        yield "Also called:"
        yield ""
    for name, names in family.also.items():
        yield f"- {name}: `{family.variant(**names)}`"
    for name, axis in family.axes.items():
        yield ""
        yield f"### {family.title}: {name}"
        yield ""
        yield f"{axis.asks[:1].upper()}{axis.asks[1:]}."
        yield ""
        if axis.choices == users.choices:
            yield "See [how the users are combined](#how-the-users-are-combined)."
        else:
            yield from choices(axis)


def choices(axis: Axis) -> Iterator[str]:
    """An axis's choices, the default first."""
    for choice in axis.choices.values():
        yield f"- {indent(told(choice), '    ').lstrip()}"


def told(choice: Choice) -> str:
    """A choice: its name, meaning, formula and source."""
    source = f" Source: {choice.source}." if choice.source else ""
    return f"`{choice.name}`: {choice.doc} `{choice.formula}`.{source}"


def cli() -> Iterator[str]:
    """The commands with their arguments and options."""
    whole = typer.main.get_command(app)
    yield "# The command line"
    yield ""
    yield "Made by `python docs/generate.py` from the text of `--help`. Every command"
    yield "ends with one of these codes. If it stops early, one sentence says why."
    yield ""
    yield "| exit code | means |"
    yield "| ---: | --- |"
    for code, meaning in MEANINGS.items():
        yield f"| {code} | {meaning} |"
    yield ""
    yield "Reading only the beginning of the output (`homonym variants | head`) does"
    yield "not change the code. `homonym --version` prints the version."
    for name, command in sorted(whole.commands.items()):  # type: ignore[attr-defined]
        yield ""
        yield f"## homonym {name}"
        yield ""
        yield f"{command.help}"
        yield ""
        yield from map(parameter, command.params)


def parameter(param: Any) -> str:
    """An argument or an option: its names, its value's name, what it is for."""
    argument = param.param_type_name == "argument"
    value = param.metavar or param.name.upper()
    shown = value if argument else ", ".join(param.opts)
    if not argument and not param.is_flag:
        shown += f" {value}"
    told = param.help.removesuffix(" (may be repeated).")
    told += "." * (told != param.help)
    ends = [
        "required" if param.required else "",
        "may be repeated" if param.multiple else "",
        f"default: {param.default}" if usable(param.default) else "",
    ]
    more = ", ".join(filter(None, ends))
    return f"- `{shown}`: {told}" + (f" ({more})" if more else "")


def usable(default: Any) -> bool:
    """Whether a default says something."""
    return bool(default) and not isinstance(default, bool | list | tuple)


def records_table() -> Iterator[str]:
    """A row for each key of a record, by its schema."""
    schema = files("homonym.reports").joinpath("record.schema.json")
    yield "| key | content |"
    yield "| --- | --- |"
    yield from rows("", json.loads(schema.read_text(encoding="utf-8")))


def rows(at: str, schema: dict[str, Any]) -> Iterator[str]:
    """The rows of a table's keys, those of the tables within it below them."""
    for key, inner in schema.get("properties", {}).items():
        yield f"| `{at}{key}` | {inner['description']}{allowed(inner)} |"
        yield from rows(f"{at}{key}.", inner)
        if isinstance(each := inner.get("additionalProperties"), dict):
            yield from rows(f"{at}{key}.<name>.", each)


def allowed(schema: dict[str, Any]) -> str:
    """The values that a key may have, where they are few."""
    if "const" in schema:
        return f" Now {schema['const']}."
    return f" One of {', '.join(schema['enum'])}." if "enum" in schema else ""


if __name__ == "__main__":
    for page, text in pages().items():
        (HERE / page).write_text(text, encoding="utf-8")
