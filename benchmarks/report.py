"""What the whole report takes for 40 library versions, or for so many of so many.

`python benchmarks/report.py [VERSIONS [LIBRARIES [SLACK]]]` copies the committed
records under later versions until there are so many, and under other names until there
are so many libraries; the repositories of papers stand beside them as they are. Prints
the seconds, the largest pages, the front page's tab stops and the wide tables, and
which of these stand in no window of their own; ends with 1 where a limit is broken.
SLACK is how many times the limit of the seconds it may take: `.ci/run` gives 3.
Imports count, the interpreter's start not; garbage is looked for as seldom as by the
command.
"""

from __future__ import annotations

import sys
import time

STARTED = time.perf_counter()

import dataclasses  # noqa: E402  (imports are measured)
import re  # noqa: E402
import tempfile  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from html.parser import HTMLParser  # noqa: E402
from itertools import cycle, islice  # noqa: E402
from pathlib import Path  # noqa: E402

from msgspec.structs import replace  # noqa: E402

from homonym.adapters import adapters  # noqa: E402
from homonym.records import store  # noqa: E402
from homonym.records.schema import Record  # noqa: E402
from homonym.reports.build import build_report_pages  # noqa: E402
from homonym.reports.findings.repositories import is_paper_repository  # noqa: E402
from homonym.reports.findings.survey import read_survey  # noqa: E402
from homonym.running import collect_seldom  # noqa: E402

VERSIONS = 40
SECONDS = {40: 8.0, 85: 13.0, 150: 20.0}
"""At most, by so many versions or fewer."""
FRONT, PAGE, STOPS = 400_000, 600_000, 1_000
"""Bytes of the front page and of any page; how often Tab stops on the front page."""
COLUMNS = 12
"""A table of more may be wider than a page: it stands in a window, where its first
column stays."""
TABLE = re.compile(r'(class="scroll[^>]*>\s*)?<table[^>]*>(.*?)</tr>', re.S)
STOPS_AT = {"summary", "select", "button", "input", "textarea"}
"""Elements that Tab stops at, beside links and what says so itself."""


def copies(versions: int, libraries: int, folder: Path) -> None:
    """Write so many records of libraries: each as it is, then for other libraries, then
    again under later versions. Those of repositories are no versions of libraries."""
    found = store.read_every()
    papers = [record for record in found if is_paper_repository(record.library)]
    ours = [record for record in found if not is_paper_repository(record.library)]
    for record in (*papers, *islice(copied(ours, libraries), versions)):
        store.write_record_of(record, [], folder)


def copied(found: list[Record], libraries: int) -> Iterator[Record]:
    """The records, and copies of them without end."""
    newest = {record.library: record for record in found}
    others = islice(cycle(newest.values()), max(0, libraries - len(newest)))
    every = [*found, *(another(record, n) for n, record in enumerate(others))]
    yield from every
    for place, record in enumerate(cycle(every)):
        yield replace(record, version=f"{999 + place}.0.0")


def another(record: Record, place: int) -> Record:
    """The record of a library of another name, whose metrics are called the same."""
    name, adapter = f"{record.library}-{place}", adapters()[record.library]
    title = f"{adapter.title} {place}"
    adapters()[name] = dataclasses.replace(
        adapter, library=name, title=title, distribution=""
    )
    return replace(record, library=name)


def main(versions: int, libraries: int, slack: int) -> int:
    """Build the pages; 1 where a limit is broken."""
    collect_seldom()
    with tempfile.TemporaryDirectory() as made:
        imported = time.perf_counter() - STARTED
        copies(versions, libraries, Path(made) / "records")
        began = time.perf_counter()
        found = read_survey(folder=Path(made) / "records")
        site = build_report_pages(Path(made) / "site", found).parent
        took = imported + time.perf_counter() - began
        told = [seconds(versions, took, slack), *weights(site), *widths(site)]
    print(f"{len(found.libraries)} libraries, {len(found.releases)} versions")
    for line, holds in told:
        print(f"{'ok  ' if holds else 'OVER'} {line}")
    return int(not all(holds for _, holds in told))


def seconds(versions: int, took: float, slack: int = 1) -> tuple[str, bool]:
    """The time it took, with the limit; whether so many times that is enough."""
    most = next((s for n, s in SECONDS.items() if versions <= n), max(SECONDS.values()))
    busy = time.process_time()
    return (
        f"{took:.1f} s, at most {most:g}; {busy:.1f} s computing",
        took <= slack * most,
    )


class TabStops(HTMLParser):
    """How often Tab stops on a page: not inside of what is folded."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.count = 0
        self.open: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        stops = tag in STOPS_AT or (tag == "a" and "href" in given)
        folded = self.open[:-1] if tag == "summary" else self.open
        self.count += (stops or given.get("tabindex") == "0") and all(folded)
        if tag == "details":
            self.open.append("open" in given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.open.pop()


def weights(site: Path) -> Iterator[tuple[str, bool]]:
    """The front page's bytes and tab stops, and the five largest pages."""
    front = (site / "index.html").read_text(encoding="utf-8")
    stops = TabStops(front).count
    yield f"{stops:,} tab stops on the front page, at most {STOPS:,}", stops <= STOPS
    sizes = {file.name: file.stat().st_size for file in site.glob("*.html")}
    first = sizes["index.html"]
    yield f"{first:,} bytes of index.html, at most {FRONT:,}", first <= FRONT
    for name in sorted(sizes, key=sizes.__getitem__)[:-6:-1]:
        yield f"{sizes[name]:,} bytes of {name}, at most {PAGE:,}", sizes[name] <= PAGE
    over = sum(size > PAGE for size in sizes.values())
    yield f"{over} of {len(sizes)} pages over {PAGE:,} bytes", not over


def widths(site: Path) -> Iterator[tuple[str, bool]]:
    """The tables of many columns: those outside of a window, in which the first would
    stay, and how many there are in all."""
    wide = widest = 0
    for file in sorted(site.glob("*.html")):
        for before, head in TABLE.findall(file.read_text(encoding="utf-8")):
            columns = len(re.findall("<t[hd][ >]", head))
            wide, widest = wide + (columns > COLUMNS), max(widest, columns)
            if columns > COLUMNS and not before:
                told = f"a table of {columns} columns outside of a window of its own"
                yield f"{file.name}: {told}", False
    yield f"{wide} tables of more than {COLUMNS} columns, the widest of {widest}", True


if __name__ == "__main__":
    asked = [int(one) for one in sys.argv[1:]]
    sys.exit(main(*(asked + [VERSIONS, 0, 1][len(asked) :])))
