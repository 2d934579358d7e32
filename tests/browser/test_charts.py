"""Charts as people see them: their words stand apart, and inside."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

UNREADABLE = """charts => charts.flatMap(chart => {
  const edge = chart.getBoundingClientRect();
  const words = [...chart.querySelectorAll("text")].map(text => {
    const {left, right, top, bottom} = text.getBoundingClientRect();
    const room = (bottom - top) / 4, told = text.textContent;
    return {told, left, right, top: top + room, bottom: bottom - room};
  });
  const outside = words.filter(one => one.left < edge.left - 1 || one.top < edge.top - 1
    || one.right > edge.right + 1 || one.bottom > edge.bottom + 1);
  const over = words.flatMap((one, n) => words.slice(n + 1).filter(other =>
    one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom
  ).map(other => `${one.told} over ${other.told}`));
  return edge.width ? [...outside.map(one => `outside: ${one.told}`), ...over] : [];
})"""
"""The words that stand outside of their chart, or over others; a line of words has room
above and below its letters."""


@pytest.mark.parametrize("width", [360, 1280])
def test_no_words_of_a_chart_lie_over_others_or_outside(
    browser: Browser, site: Path, width: int
) -> None:
    """On every page, what is folded included."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    found, charts = {}, 0
    for file in sorted(site.glob("*.html")):
        if "<figure" in file.read_text(encoding="utf-8"):
            page.goto(file.as_uri())
            page.eval_on_selector_all(
                "details", "all => all.map(one => one.open = true)"
            )
            charts += page.locator("figure svg").count()
            found[file.name] = page.eval_on_selector_all("figure svg", UNREADABLE)
    page.close()
    assert charts > 80
    assert not {name: told for name, told in found.items() if told}
