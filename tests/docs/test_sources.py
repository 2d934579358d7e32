"""The page of the sources: nothing of them without a line, no line without an end."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest
import typer
from sources import ENDS, Line, Source, sources

from homonym.cli.app import app
from homonym.reports.findings.survey import read_survey
from homonym.reports.paper.claims import read_stated_claims, rule_on_claims
from homonym.reports.paper.verdicts import HOLDS

ROOT = Path(__file__).parents[2]
LINES = [line for one in sources() for line in one.lines]
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]

NUMBERED = {
    "tamm2021": {"Table": r"^Table (\d):", "Definition": r"^(4\.\d) "},
    "parapar2021": {
        "Table": r"(?:^|>)Table (\d):",
        "Figure": r"(?:^|>)Figure (\d):",
        "Axiom": r"^Axiom (\d) ?\(",
        "Equation": r"\((\d\d?)\)$",
        "Experiment": r"^5\.\d Experiment (\d):",
        "Perturbation": r"^(5\.2\.[1-3]) Swapping",
    },
    "jeunen2024": {
        "Table": r"\*\*Table (\d):",
        "Figure": r"Figure (\d):",
        "Assumption": r"^\*\*ASSUMPTION (\d) ",
        "Lemma": r"^LEMMA (\d\.\d)\.",
        "Equation": r"(?:\\tag\{|\()(\d)[)}](?:\$\$|\n)",
        "Research question": r"RQ(\d)\*\*",
        "Contribution": r"^- \((\d)\) ",
    },
}
"""How a source writes the numbers of each kind, in the texts at hand."""
COUNTED = {
    "slides": {"Slide": r"^# "},
    "blog": {
        "Example": r"^\[[01], [01], [01]\]\[",
        "Picture": r"^(?:MRR metric calc|Example M|MAP calc|Interpretation of the MAP"
        r"|Annotated deriv|Demonstration of)",
    },
}
"""What a source does not number is counted in its order."""


@pytest.mark.parametrize("one", sources(), ids=lambda one: one.id)
def test_nothing_that_a_source_numbers_is_without_its_line(one: Source) -> None:
    """And each stands in one line alone."""
    told = Counter((line.kind, n) for line in one.lines for n in line.numbers)
    assert told == Counter(
        (kind, n) for kind, its in one.inventory.items() for n in its
    )
    for line in one.lines:
        assert bool(line.numbers) == (line.kind in one.inventory), line.words


@pytest.mark.parametrize("one", sources(), ids=lambda one: one.id)
def test_the_inventory_is_what_the_text_has(one: Source, shared: Path) -> None:
    """Read off the source document: every number of every kind."""
    (file,) = (shared / "papers").glob(f"{one.text}_*.txt")
    text = file.read_text(encoding="utf-8")
    for kind, pattern in NUMBERED.get(one.id, {}).items():
        found = sorted(set(re.findall(pattern, text, re.M)), key=in_order)
        assert tuple(found) == one.inventory[kind], kind
    for kind, pattern in COUNTED.get(one.id, {}).items():
        count = len(re.findall(pattern, text, re.M))
        assert tuple(str(n) for n in range(1, count + 1)) == one.inventory[kind], kind
    assert {*NUMBERED.get(one.id, ()), *COUNTED.get(one.id, ())} == {*one.inventory}


def in_order(number: str) -> list[int]:
    """Numbers as they are counted: 2 before 10."""
    return [int(part) for part in number.split(".")]


def test_every_line_has_one_of_three_ends_and_its_reason() -> None:
    """What is reproduced needs none, but a page, a command or a test that shows it."""
    for line in LINES:
        assert line.end in ENDS, line.words
        assert bool(line.because) == (line.end != "reproduced"), line.words
        shown = line.pages + line.docs + line.run + line.test
        assert shown or line.end == "cannot be had here", line.words


def test_every_claim_that_the_report_checks_has_a_line_that_agrees() -> None:
    """Reproduced if its verdict is that it holds; whatever else it is, it differs."""
    told = {line.claim: line.end for line in LINES if line.claim}
    ruled = {one.id: one.ruling.verdict for one in rule_on_claims(read_survey())}
    assert told == {
        id: "reproduced" if verdict == HOLDS else "differs"
        for id, verdict in ruled.items()
    }
    assert len([line for line in LINES if line.claim]) == len(read_stated_claims())


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.words[:40])
def test_every_test_and_every_command_of_a_line_is_there(line: Line) -> None:
    """The function in its file; the command with its options."""
    for address in line.test:
        file, _, name = address.partition("::")
        assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8"), address
    for command in line.run:
        program, name, *words = shlex.split(command)
        assert program == "homonym"
        known = {option for param in COMMANDS[name].params for option in param.opts}
        assert {word for word in words if word.startswith("--")} <= known, command


def test_every_address_in_these_docs_is_there() -> None:
    """The page, and the heading that the anchor is made of."""
    for at in (at for line in LINES for at in line.docs):
        page, _, anchor = at.partition("#")
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        headings = re.findall(r"^#+ (.+)$", text, re.M)
        assert not anchor or anchor in map(anchored, headings), at


def anchored(heading: str) -> str:
    """The anchor that mkdocs gives to a heading."""
    words = re.sub(r"[^\w\s-]", "", heading.lower())
    return re.sub(r"[\s-]+", "-", words.strip())


def test_every_address_in_the_report_is_there(site: Path) -> None:
    """The page, and the place on it."""
    for at in (at for line in LINES for at in line.pages):
        page, _, anchor = at.partition("#")
        text = (site / page).read_text(encoding="utf-8")
        assert not anchor or f'id="{anchor}"' in text, at
