"""Questions to the page of the paper and to the rest of the site, answered by the pages
that are built."""

from __future__ import annotations

import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).with_name("questions.toml")
GIVEN: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
PAPER: list[dict[str, Any]] = [
    {"page": "paper.html", **asked} for asked in GIVEN["question"]
]
SITE: list[dict[str, Any]] = GIVEN["site"]
VOID = {"meta", "br", "wbr", "img", "link", "input", "hr"}


class Element(HTMLParser):
    """The text of the element with an id: all that stands in it, as people read it."""

    def __init__(self, page: str, id: str) -> None:
        super().__init__()
        self.id, self.depth, self.text, self.found = id, 0, "", False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if dict(attrs).get("id") == self.id:
            self.found = True
            self.depth = 1
        elif self.depth and tag not in VOID:
            self.depth += 1
        if tag in ("p", "li", "td", "th", "dt", "dd", "br", "summary", "div"):
            self.text += " " if self.depth else ""

    def handle_endtag(self, tag: str) -> None:
        if self.depth and tag not in VOID:
            self.depth -= 1

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.text += data


@pytest.mark.parametrize("question", [*PAPER, *SITE], ids=lambda q: q["asks"])
def test_the_page_answers(site: Path, question: dict[str, Any]) -> None:
    """Every part of the answer stands in the element that is named."""
    page = (site / question["page"]).read_text(encoding="utf-8")
    element = Element(page, question["at"])
    assert element.found, f"nothing on the page has the id {question['at']}"
    text = " ".join(element.text.split())
    for part in question["answer"]:
        assert part in text, f"{part!r} does not stand in {text!r}"


@pytest.mark.parametrize("questions", [PAPER, SITE], ids=["paper", "site"])
def test_there_are_ten_questions_or_more(questions: list[dict[str, Any]]) -> None:
    """Each asks something else, and is answered at a place of its own."""
    assert len(questions) == len({q["asks"] for q in questions}) >= 10
    assert len({(q["page"], q["at"]) for q in questions}) == len(questions)
