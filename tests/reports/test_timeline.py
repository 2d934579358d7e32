"""The timeline of a metric: which formula at which version, oldest first."""

from __future__ import annotations

import re
from html import unescape
from itertools import groupby
from pathlib import Path

from homonym.reports.findings.addresses import name_library_page, name_metric_anchor
from homonym.reports.findings.survey import Survey, read_survey


def drawn(site: Path, library: str, metric: str) -> list[str]:
    """The spans on a metric's article, as people read them."""
    page = (site / name_library_page(library)).read_text(encoding="utf-8")
    _, _, rest = page.partition(f'<span id="{name_metric_anchor(metric)}">')
    article = rest.partition("</article>")[0]
    found = re.search(r'<ol class="timeline".*?</ol>', article, re.DOTALL)
    items = re.findall(r"<li.*?</li>", found[0], re.DOTALL) if found else []
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", i)).split()) for i in items]


def test_since_when_map_at_k_divides_by_min_k_r(site: Path) -> None:
    """The first version measured divides by r, those after it by min(k, r)."""
    assert drawn(site, "recommenders", "map_at_k") == [
        "1.1.1 B divisor= r",
        "1.2.0 to 1.2.1 A divisor= min_k_r",
    ]


def test_every_metric_that_changed_has_its_formulas_in_order(site: Path) -> None:
    """Counted from the records: a span as long as the formula stays, and none where it
    always stayed."""
    told: Survey = read_survey()
    changing = 0
    for library in told.libraries:
        releases = [one for one in reversed(library.releases) if one.record]
        for metric in {f.metric for one in releases for f in one.findings}:
            labels = [
                next((f.label for f in one.findings if f.metric == metric), "missing")
                for one in releases
            ]
            spans = len([*groupby(labels)])
            shown = drawn(site, library.name, metric)
            assert len(shown) == (spans if spans > 1 else 0), (library.name, metric)
            changing += spans > 1
    assert changing > 10
