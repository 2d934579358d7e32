"""The page that tells how verdicts are reached: its numbers, counted once more."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from homonym.reports.findings.repositories import read_paper_repositories
from homonym.reports.findings.survey import Survey
from homonym.reports.pages.method import FewerTries, list_fewer_tries

Surveyed = Callable[..., Survey]
ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "reports" / "records"
EDITION = tomllib.loads((ROOT / "reference" / "editions.toml").read_text("utf-8"))[
    "edition"
][-1]


def rows(site: Path) -> dict[str, list[str]]:
    """The table of what was tried, by type of case."""
    text = (site / "method.html").read_text(encoding="utf-8")
    found = re.findall(r"<tr><th scope=\"row\">(.*?)</th>(.*?)</tr>", text, re.DOTALL)
    return {name: re.findall(r"<td>(.*?)</td>", cells) for name, cells in found}


def test_the_cases_are_those_of_the_newest_edition(site: Path) -> None:
    """As its file counts them: of rankings by itself, of other types together."""
    told = rows(site)
    assert next(iter(told)) == "rankings", "of most definitions"
    assert told["rankings"][1] == str(EDITION["core"])
    assert told["rankings"][3] == str(EDITION["large"]["rankings"])
    cores = sorted(int(cells[1]) for cells in told.values())
    others = [core for core, _ in EDITION["others"].values()]
    assert cores == sorted([EDITION["core"], *others])
    text = (site / "method.html").read_text(encoding="utf-8")
    assert (
        f"Edition {EDITION['edition']} of the cases, <code>{EDITION['sha256']}" in text
    )


def test_replaced_probes_are_not_counted(site: Path) -> None:
    """Editions may end a probe."""
    probes = tomllib.loads((ROOT / "reference/rankings/edge.toml").read_text("utf-8"))
    asked = [one for one in probes["edge"][: EDITION["edge"]] if "until" not in one]
    assert rows(site)["rankings"][2] == str(len(asked))


def test_the_verdicts_are_counted_from_the_newest_versions(site: Path) -> None:
    """Of libraries, from the table of verdicts: as many as the sentence says."""
    with (site / "verdicts.csv").open(encoding="utf-8", newline="") as lines:
        found = [row for row in csv.DictReader(lines) if row["kind"] == "library"]
    first: dict[str, str] = {}
    for row in found:
        first.setdefault(row["library"], row["version"])
    newest = Counter(r["status"] for r in found if first[r["library"]] == r["version"])
    text = unescape((site / "method.html").read_text(encoding="utf-8"))
    for status, count in newest.items():
        assert f"{count} {status}" in text


def test_where_fewer_cases_were_drawn_is_told_as_the_records_have_it(
    site: Path,
) -> None:
    """A library whose metrics all had fewer, by its name; else the metric alone."""
    text = (site / "method.html").read_text(encoding="utf-8")
    (told,) = re.findall(r"Fewer than 200 cases were drawn for (.*?)</p>", text)
    records = {folder: tries(folder) for folder in ("recsys-metrics", "jurity")}
    few = {m: n for m, n in records["recsys-metrics"].items() if n < 200}
    assert len(few) == 1 and min(records["jurity"].values()) == 200
    for metric, drawn in few.items():
        assert f"<code>{metric}</code> of recsys_metrics ({drawn})" in told
    assert max(tries("replay-rec-spark").values()) < 200
    assert "RePlay on Spark, where calls are slow" in told and "Jurity" not in told
    older = sorted((RECORDS / "replay-rec").glob("*.toml"), key=lambda f: f.stem)
    slow = [f.stem for f in older if max(count_tries(f).values()) < 200]
    assert slow == ["0.10.0", "0.12.0", "0.5.1"]
    assert "for RePlay 0.12.0, 0.10.0 and 0.5.1" in told


def test_records_of_an_older_edition_are_counted(site: Path) -> None:
    """At the newest versions; a library of one record is told by that."""
    text = unescape((site / "method.html").read_text(encoding="utf-8"))
    (told,) = re.findall(r"those of (\d+) of the \d+ interfaces", text)
    single = [
        files for f in RECORDS.iterdir() if len(files := [*f.glob("*.toml")]) == 1
    ]
    known = read_paper_repositories()
    old = [
        file.parent.name
        for (file,) in single
        if file.parent.name not in known
        and tomllib.loads(file.read_text("utf-8"))["corpus"]["edition"]
        < EDITION["edition"]
    ]
    assert "neurec" in old
    assert int(told) >= len(old)
    assert f"of {len(known)} of the {len(known)} repositories of papers" in text


def test_the_front_page_has_the_sizes_of_rankings(site: Path) -> None:
    """And says that they are: runs have more users."""
    text = (site / "index.html").read_text(encoding="utf-8")
    *_, users, k = rows(site)["rankings"]
    assert f"The largest rankings have {users} users" in text
    assert f"cut-off {k} and" in text
    assert max(int(cells[4]) for cells in rows(site).values()) > int(users)


def tries(library: str) -> dict[str, int]:
    """How many cases were drawn for each metric of a library's only record."""
    (file,) = (RECORDS / library).glob("*.toml")
    return count_tries(file)


def count_tries(file: Path) -> dict[str, int]:
    """The same of a record."""
    metrics = tomllib.loads(file.read_text("utf-8"))["metrics"]
    return {n: e["refuted"]["tried"] for n, e in metrics.items() if "refuted" in e}


@pytest.mark.parametrize("page", ["index.html", "library-recbole.html"])
def test_the_page_is_linked_where_a_verdict_stands(site: Path, page: str) -> None:
    """From the front page, and under every metric."""
    assert 'href="method.html"' in (site / page).read_text(encoding="utf-8")


def test_older_versions_alone_with_fewer_cases_are_told(surveyed: Surveyed) -> None:
    """Also where no library is slow at its newest version."""
    drawn = {"tried": 40, "failed": 0}
    few = {"variants": ["recall(divisor=r)"], "claims": "recall", "refuted": drawn}
    few |= {"status": "identified", "entry": "function", "precision": 1e-9}
    usual = {**few, "refuted": {"tried": 200, "failed": 0}}
    assert list_fewer_tries(surveyed(("ranx", "0.2", {"recall": usual}))) == []
    old = FewerTries("ranx 0.1")
    assert list_fewer_tries(surveyed(("ranx", "0.1", {"recall": few}))) == [old]
    newest = ("ranx", "0.3", {"recall": few, "mrr": usual})
    told = [old, FewerTries("ranx", "recall", 40)]
    assert list_fewer_tries(surveyed(newest)) == told
