"""A browser with a page on the report of the committed records."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HERE = Path(__file__).parent
NAMES = ("chromium", "chromium-browser", "google-chrome")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder need a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium; the tests are skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api")
    named = os.environ.get("HOMONYM_CHROMIUM", "")
    found = (shutil.which(name) for name in ([named] if named else NAMES))
    executable = next((path for path in found if path), "")
    if not executable:
        pytest.skip("no Chromium here: install it, or name one in HOMONYM_CHROMIUM")
    with playwright.sync_playwright() as started:
        made = started.chromium.launch(
            executable_path=executable, args=["--no-sandbox"]
        )
        yield made
        made.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page as wide as a laptop's; an error in its console fails the test."""
    found = browser.new_page(viewport={"width": 1280, "height": 900})
    told: list[str] = []
    found.on("console", lambda line: told.append(line.text))
    found.on("pageerror", lambda error: told.append(str(error)))
    yield found
    found.close()
    assert not told
