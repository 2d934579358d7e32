"""A reader's route through the source documents: docs/sources.md. Start at `page`.

What it says is data, `docs/sources.toml`; `python docs/generate.py` writes the page.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ENDS = ("reproduced", "differs", "cannot be had here")
PLACES = ("report", "docs", "run", "test")


@dataclass(frozen=True)
class Line:
    """What a source numbers or claims: where it stands here, and how it ended.

    numbers: those of its kind in the source, none of a claim; because: why it is not
    reproduced; claim: its id among those that the report checks.
    """

    kind: str
    words: str
    end: str
    numbers: tuple[str, ...] = ()
    because: str = ""
    claim: str = ""
    report: tuple[str, ...] = ()
    docs: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    test: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called in the source: its kind and numbers."""
        plural = "s" if len(self.numbers) > 1 else ""
        return f"{self.kind}{plural} {', '.join(self.numbers)}".strip()

    @property
    def pages(self) -> tuple[str, ...]:
        """Its addresses in the report; a claim that is checked has one by its id."""
        own = (f"paper.html#claim-{self.claim}",) if self.claim else ()
        return own + self.report


@dataclass(frozen=True)
class Source:
    """A source document; inventory: the numbers that it gives, by kind."""

    id: str
    name: str
    text: str
    title: str
    inventory: dict[str, tuple[str, ...]]
    lines: tuple[Line, ...]
    doi: str = ""


@cache
def sources() -> tuple[Source, ...]:
    """All of them, in the order of the file."""
    given = tomllib.loads((HERE / "sources.toml").read_text(encoding="utf-8"))
    return tuple(map(source, given["source"]))


def source(given: dict[str, Any]) -> Source:
    """A source from the file's table."""
    return Source(
        given["id"],
        given["name"],
        given["text"],
        given["title"],
        {kind: tuple(numbers) for kind, numbers in given["inventory"].items()},
        tuple(Line(**frozen(line)) for line in given["line"]),
        given.get("doi", ""),
    )


def frozen(line: dict[str, Any]) -> dict[str, Any]:
    """The same with its lists as tuples."""
    return {k: tuple(v) if isinstance(v, list) else v for k, v in line.items()}


def page() -> Iterator[str]:
    """The lines of docs/sources.md."""
    lines = [line for one in sources() for line in one.lines]
    count = Counter(line.end for line in lines)
    yield "# The sources, line by line"
    yield ""
    yield "homonym began with five documents. This page lists everything that they"
    yield "number, and what else they claim: where it stands here, and how it ended. Of"
    yield f"its {len(lines)} lines, {count['reproduced']} end with *reproduced*,"
    yield f"{count['differs']} with *differs* and {count['cannot be had here']} with"
    yield "*cannot be had here*; both give the reason. What is reproduced was computed"
    yield "or tried again here, by the test or on the page that is named;"
    yield "what comes out in part only, or under a condition, differs."
    yield ""
    yield "Addresses that end in `.html` are pages of the report (`homonym report --out"
    yield "FOLDER`), `homonym …` is a command, and `tests/…` a test of the checkout."
    yield "Made by `python docs/generate.py` from `docs/sources.toml`."
    for one in sources():
        yield from chapter(one)


def chapter(one: Source) -> Iterator[str]:
    """One source."""
    link = f", [doi {one.doi}](https://doi.org/{one.doi})" if one.doi else ""
    yield ""
    yield f"## {one.name}"
    yield ""
    yield f"{one.title}{link}."
    yield ""
    for line in one.lines:
        stop = "" if line.words.endswith("?") else "."
        yield f"- **{line.name}**: {line.words}{stop} {ending(line)}"
        if found := "; ".join(places(line)):
            yield f"  {found}."


def ending(line: Line) -> str:
    """How a line ended, with the reason."""
    return (
        f"*{line.end}*, because {line.because}." if line.because else f"*{line.end}*."
    )


def places(line: Line) -> Iterator[str]:
    """Where a line stands: pages, commands, tests."""
    yield from (f"`{at}`" for at in line.pages)
    yield from (f"[{at}]({at})" for at in line.docs)
    yield from (f"`{command}`" for command in line.run)
    yield from (f"`{name}`" for name in line.test)
