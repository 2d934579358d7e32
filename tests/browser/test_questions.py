"""Questions that people come with, each answered from the front page in three steps."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

FILE = Path(__file__).with_name("questions.toml")
QUESTIONS: list[dict[str, Any]] = tomllib.loads(FILE.read_text("utf-8"))["question"]
MOST = 3


def click(page: Page, words: str) -> None:
    """Follow the first link with these words that can be seen."""
    page.locator("a:visible", has_text=words).first.click()


def search(page: Page, words: str) -> None:
    """Type into the box, and follow the first result."""
    page.fill("#seek", words)
    page.press("#seek", "Enter")
    page.wait_for_url("**/search.html?q=*")
    page.locator("#results a").first.click()


def choose(page: Page, name: str, value: str) -> None:
    page.select_option(f"select[name={name}]", value)


def pick(page: Page, side: str, library: str, metric: str) -> None:
    """Choose a library and its metric, at the version that is offered first."""
    found = page.locator(f"[data-side={side}]")
    found.locator(".library").select_option(library)
    found.locator(".metric").select_option(label=metric)


STEPS = {"click": click, "search": search, "choose": choose, "pick": pick}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q["asks"])
def test_a_reader_is_answered_in_three_steps(
    page: Page, site: Path, question: dict[str, Any]
) -> None:
    """From the front page; every word of the answer can be seen at its place."""
    assert len(question["steps"]) <= MOST
    page.goto(f"{site.as_uri()}/index.html")
    for kind, *words in question["steps"]:
        STEPS[kind](page, *words)
    page.wait_for_selector(question["at"])
    told = " ".join(page.inner_text(question["at"]).split())
    for part in question["answer"]:
        assert part in told, f"{part!r} is not on {page.url}: {told[:600]}"


def test_there_are_fifteen() -> None:
    assert len({question["asks"] for question in QUESTIONS}) == 15
