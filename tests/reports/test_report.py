"""The report: its pages hold together, tell all, and let nothing of others run."""

from __future__ import annotations

import csv
import json
import math
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import asdict
from functools import cache, cached_property
from html import unescape
from html.parser import HTMLParser
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from homonym.cli.report import build_report
from homonym.errors import UserError
from homonym.records import store
from homonym.records.invalid_values import convert_value
from homonym.records.reading import convert_plain_record
from homonym.records.schema_entry import MetricEntry
from homonym.reference.corpus import editions
from homonym.reference.variants import Variant
from homonym.reports.build import build_report_pages
from homonym.reports.evidence.witness import find_telling_witness
from homonym.reports.findings.addresses import make_slug, name_library_page
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import is_same_class
from homonym.reports.findings.numbers import format_page_number, format_published_number
from homonym.reports.findings.survey import read_survey
from homonym.reports.pages import folder
from homonym.reports.pages.render import render_mathml
from homonym.reports.paper import tables as paper


def templates() -> Path:
    """The folder of the templates."""
    return Path(str(files("homonym.reports").joinpath("templates")))


HOSTILE = "<script>alert('x')</script><img src=x onerror=alert(1)>"
SOURCE = Path(__file__).parents[3] / "shared" / "worked_examples.json"
RUNS = {"script", "img"}
OURS = {file.name for file in templates().glob("*.js")} | {
    "search-index.js",
    "compare-index.js",
    "play-data.js",
}
"""The scripts of a page: those that pages share, and the data."""
LOADED = {"style.css", "icon.svg"}
"""What every page has beside its scripts."""
VOID = {"meta", "br", "wbr", "img", "link", "input", "hr"}


class Page(HTMLParser):
    """What a page holds: ids, links, tags with their attributes, and its text."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.pieces: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        self.open += [] if tag in VOID else [tag]
        if found := given.get("id"):
            self.ids.append(found)
        if tag == "a":
            self.links.append(given.get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    @cached_property
    def text(self) -> str:
        return "".join(self.pieces)


@cache
def page(file: Path) -> Page:
    return Page(file)


class Pages(Mapping[str, Page]):
    """The pages of a folder by name, each parsed when it is first asked for."""

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        self.folder, self.names = folder, list(names)

    def __getitem__(self, name: str) -> Page:
        return page(self.folder / name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def pages(site: Path) -> Pages:
    return Pages(site, (file.name for file in sorted(site.glob("*.html"))))


def sampled(site: Path) -> list[str]:
    """Pages of every kind (`library-…`): the first, the largest and the last."""
    files = sorted(site.glob("*.html"))
    kinds = groupby(files, lambda file: file.stem.partition("-")[0])
    found: dict[str, None] = {}
    for _, its in kinds:
        mine = list(its)
        largest = max(mine, key=lambda file: file.stat().st_size)
        found |= {file.name: None for file in (mine[0], largest, mine[-1])}
    return list(found)


@pytest.fixture(params=["sampled", pytest.param("all", marks=pytest.mark.exhaustive)])
def looked_at(request: pytest.FixtureRequest, site: Path) -> Pages:
    """The pages of the report that are parsed in this run."""
    return Pages(site, sampled(site)) if request.param == "sampled" else pages(site)


ID, LINK = re.compile(r'\sid="([^"]*)"'), re.compile(r'<a\s[^>]*?href="([^"]*)"')


@cache
def ids_and_links(file: Path) -> tuple[frozenset[str], list[str]]:
    """The ids and links of one of our pages, found without parsing it."""
    text = file.read_text(encoding="utf-8")
    links = [unescape(link) for link in LINK.findall(text)]
    return frozenset(map(unescape, ID.findall(text))), links


def matrices(site: Path) -> list[Page]:
    return [page(file) for file in sorted(site.glob("*matrix*.html"))]


def spaced(file: Path) -> str:
    """The page's text, that of one cell apart from that of the next."""
    text = re.sub(r"<[^>]+>", " ", file.read_text(encoding="utf-8"))
    return " ".join(unescape(text).split())


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def record(**changes: Any) -> dict[str, Any]:
    """A small record to be changed."""
    entry = {
        "claims": "average_precision",
        "entry": "function",
        "variants": ["average_precision(divisor=r)"],
        "status": "identified",
        "precision": 1e-9,
        "core": {"ran": 48, "of": 48},
        "refuted": {"tried": 200, "failed": 0},
        "conventions": {"ties": "input order"},
    }
    made = {
        "schema": 1,
        "library": "fake",
        "version": "1.0.0",
        "corpus": asdict(editions()[0]),
        "inventory": {"wrapped": ["map"], "unlisted": [], "out_of_scope": {}},
        "metrics": {"map": entry},
        "example": {"data": "example", "values": {"map": 0.25}},
        "provenance": {
            "measured": "2026-01-02",
            "from": "registry",
            "python": "3.11.7",
            "packages": {"numpy": "2.0.0"},
        },
    }
    return {**made, **changes}


def metric(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(record()["metrics"]["map"]), **changes}


def made(tmp_path: Path, *found: dict[str, Any], live: Path | None = None) -> Path:
    """The report of these records."""
    for one in found:
        store.write_record_of(
            convert_plain_record(one, "a test"), [], tmp_path / "records"
        )
    gathered = read_survey(live, tmp_path / "records")
    return build_report_pages(tmp_path / "site", gathered).parent


def test_every_link_and_anchor_resolves(site: Path) -> None:
    """Every internal link leads to a page that is there, and to an id on it; one to a
    comparison names a metric that can be picked."""
    picked = metrics_to_compare(site)
    there = {file.relative_to(site).as_posix() for file in site.rglob("*")}
    for name in pages(site):
        for link in ids_and_links(site / name)[1]:
            if link.startswith(("https://", "http://")):
                continue
            file, _, anchor = link.partition("#")
            target = file or name
            assert target in there, f"{name} links to {link}"
            if file == "compare.html" and anchor:
                assert unquote(anchor) in picked, f"{name}: {link}"
            elif anchor:
                assert anchor in ids_and_links(site / target)[0], f"{name}: {link}"


def test_ids_and_links_are_those_of_the_parsed_page(looked_at: Pages) -> None:
    """What is looked for without parsing is all that is there."""
    for name, one in looked_at.items():
        ids, links = ids_and_links(looked_at.folder / name)
        assert (ids, links) == (set(one.ids), one.links), name


def metrics_to_compare(site: Path) -> set[str]:
    """Every metric of the index, as an address names it."""
    text = (site / "compare-index.js").read_text(encoding="utf-8")
    index = json.loads(text.partition(" = ")[2].rstrip(";\n"))
    return {
        f"{library}=={version}.{metric}"
        for library, found in index.items()
        for version, metrics in found["versions"].items()
        for metric in metrics
    }


def test_no_id_stands_twice_on_a_page(looked_at: Pages) -> None:
    """An anchor is one place."""
    for name, one in looked_at.items():
        assert len(set(one.ids)) == len(one.ids), name


def test_every_recorded_metric_has_a_cell_and_a_section(site: Path) -> None:
    """A matrix shows each metric at each version, its library's page tells of it."""
    cells = [id for one in matrices(site) for id in one.ids if id.startswith("cell-")]
    assert len(set(cells)) == len(cells)
    shown = set(cells)
    for one in store.read_every():
        own, _ = ids_and_links(site / name_library_page(one.library))
        for name in one.metrics:
            assert make_slug("cell", one.library, one.version, name) in shown
            assert make_slug("metric", name) in own


def test_nothing_is_loaded_from_anywhere(site: Path, looked_at: Pages) -> None:
    """Pages load nothing but the style sheet, scripts, the icon and badges that stand
    beside them; the style sheet loads nothing."""
    for name, one in looked_at.items():
        assert {g["href"] for tag, g in one.tags if tag == "link"} == LOADED, name
        for tag, given in one.tags:
            assert tag not in {"iframe", "object"}, name
            if source := given.get("src"):
                assert (site / source).is_file(), name
            assert tag in {"a", "link"} or "href" not in given, name
    assert all((site / name).is_file() for name in LOADED)
    style = (site / "style.css").read_text(encoding="utf-8")
    for text in (style, *(one.text for one in looked_at.values())):
        assert not re.search(r"url\((?!#)", text) and "@import" not in text


def test_pages_serve_keyboard_and_screen_reader(looked_at: Pages) -> None:
    """Language, title, skip link, one headline; table headers say what they head."""
    for name, one in looked_at.items():
        tags = [tag for tag, _ in one.tags]
        assert ("html", {"lang": "en"}) in one.tags, name
        assert tags.count("h1") == tags.count("main") == 1, name
        assert tags[: tags.index("body")].count("title") == 1, name
        assert one.links[0] == "#main", name
        assert all("scope" in given for tag, given in one.tags if tag == "th"), name
        scrolled = [given for _, given in one.tags if given.get("class") == "scroll"]
        assert all(g.get("tabindex") == "0" and g["aria-label"] for g in scrolled), name


def test_every_class_has_a_letter_beside_its_colour(site: Path) -> None:
    """Colour is never alone: each coloured group starts with its letter."""
    text = (site / "matrix.html").read_text(encoding="utf-8")
    groups = re.findall(
        r'class="group (\w+)">\s*<span class="letter">([A-Z?!×]+)<', text
    )
    assert len(groups) == text.count('class="group ')
    assert ("c0", "A") in groups


def test_formulas_are_mathml_and_prose_is_text(site: Path) -> None:
    """LaTeX becomes MathML; a formula in words, or that cannot be read, stays text."""
    assert any(tag == "mfrac" for tag, _ in pages(site)["family-ndcg.html"].tags)
    assert "<math" in render_mathml(r"\min(k, r)")
    assert "<math" not in render_mathml("DCG of the k best of the truth")
    assert "<b>" not in render_mathml(r"\frac{<b>") + render_mathml("<b> bold and tall")


@pytest.mark.exhaustive
def test_what_libraries_wrote_is_escaped_everywhere(tmp_path: Path) -> None:
    """Names, versions, quotations, errors and reasons are text, never markup."""
    claimed = {"variant": "average_precision(divisor=k)", "quote": HOSTILE}
    hostile = record(
        metrics={
            f"map{HOSTILE.replace('/', '')}": metric(
                documented={**claimed, "where": HOSTILE},
                core={"ran": 40, "of": 48, "failed": {HOSTILE: 8}},
                conventions={"ties": HOSTILE},
            ),
            "broken": {"claims": "ndcg", "unavailable": HOSTILE},
            "unknown": metric(variants=[], status="unexplained"),
        },
        inventory={
            "wrapped": [HOSTILE],
            "unlisted": [],
            "out_of_scope": {"a": HOSTILE},
        },
        example={"data": HOSTILE, "values": {"unknown": HOSTILE}},
    )
    hostile["provenance"]["from"] = HOSTILE
    found = made(tmp_path, hostile)
    for name, one in pages(found).items():
        loaded = [given.get("src") for tag, given in one.tags if tag in RUNS]
        assert all(src in OURS or src == "badges/fake.svg" for src in loaded), name
        assert HOSTILE not in (found / name).read_text(encoding="utf-8"), name
        assert not [g for _, g in one.tags if any(k.startswith("on") for k in g)], name
    own = [g["src"] for tag, g in pages(found)["matrix.html"].tags if tag == "script"]
    assert own == ["moved.js", "address.js", "filter.js"]
    assert HOSTILE in pages(found)["library-fake.html"].text
    assert "<script" not in (found / "report.md").read_text(encoding="utf-8")


def test_every_kind_of_verdict_is_told_with_its_reason(tmp_path: Path) -> None:
    """Ambiguous names all classes, unexplained the nearest, unavailable the error."""
    both = ["average_precision(divisor=r)", "average_precision(divisor=min_k_r)"]
    near = {"variant": both[0], "agrees_on": 31, "of": 48, "witness": "1 . 1 @1"}
    found = made(
        tmp_path,
        record(
            metrics={
                "two": metric(variants=both, status="ambiguous"),
                "odd": metric(
                    variants=[],
                    status="unexplained",
                    searched=14500,
                    nearest=near,
                    values={"1 . 1 @1": 0.123456},
                ),
                "gone": {"claims": "average_precision", "unavailable": "KeyError: 'r'"},
            }
        ),
    )
    text = pages(found)["library-fake.html"].text
    assert "one of 2" in text and "agrees on 31 of 48 cases" in text
    assert "0.1235" in text and "KeyError: 'r'" in text
    told = {row["metric"]: row["status"] for row in rows(found / "verdicts.csv")}
    assert told == {"two": "ambiguous", "odd": "unexplained", "gone": "unavailable"}


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("https://homonym.example/issues", "Say so at https://homonym.example/issues."),
        ("", "Tell whoever published these pages."),
    ],
)
def test_a_maintainer_is_told_how_to_reach_homonym(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, told: str
) -> None:
    """On the front page and on the library's: the address of the project, if any."""
    monkeypatch.setattr(
        "homonym.reports.build.find_project_url", {"Issues": address}.__getitem__
    )
    found = pages(made(tmp_path, record()))
    for name in ("index.html", "library-fake.html"):
        assert told in " ".join(found[name].text.split())
        assert (address in found[name].links) is bool(address)


def test_the_first_sentence_is_what_was_measured(tmp_path: Path) -> None:
    """The name of most meanings, its formulas, and the least and greatest number that
    libraries gave; nothing of it where there is nothing to compare."""
    other = record(
        library="other",
        metrics={"map": metric(variants=["average_precision(divisor=k)"])},
        example={"data": "example", "values": {"map": 0.5}},
    )
    both = spaced(made(tmp_path / "two", record(), other) / "index.html")
    assert "2 libraries have a metric called MAP, and 2 formulas stand" in both
    assert "report values from 0.25 to 0.50" in both
    assert "A: other" in both and "B: fake" in both
    alone = spaced(made(tmp_path / "one", record()) / "index.html")
    assert "Often not" not in alone


def test_no_page_links_to_nowhere(site: Path) -> None:
    """Whether or not this copy names addresses: each link says where, none is a
    placeholder."""
    for name in pages(site):
        _, found = ids_and_links(site / name)
        assert "" not in found, name
        links = [
            re.sub("(top_k|user_sample_size)[-=]None", "", link) for link in found
        ]  # a metric's name
        assert not [link for link in links if "…" in link or "None" in link], name


def test_an_unexplained_metric_is_shown_on_the_smallest_cases(tmp_path: Path) -> None:
    """Beside the nearest variant's number: hits at rank 1 and at rank 2, (1, 1/2).
    Users' numbers are shown as such, what is no number is left out."""
    lines = {f"1 {'. ' * n}| 1 @{n + 1}": 0.25 for n in range(7)}
    near = {
        "variant": "average_precision(divisor=r, users=caller)",
        "agrees_on": 31,
        "of": 48,
        "witness": "1 | 1 @1",
        "distance": math.inf,
        "differs_on": ["1 . ; . 1 @2", *reversed(lines), "1 @1"],
    }
    values = {**lines, "1 . ; . 1 @2": [0.25, math.nan], "1 @1": "per user"}
    odd = metric(variants=[], status="unexplained", nearest=near, values=values)
    for others, more, told in (
        (near["differs_on"], "The smallest 5 of 8 other cases", "1 . | 1 @2"),
        (["1 . ; . 1 @2"], "One more case", "1 . ; . 1 @2"),
    ):
        entry = {**odd, "nearest": {**near, "differs_on": others}}
        found = made(tmp_path / str(len(others)), record(metrics={"odd": entry}))
        text = spaced(found / "library-fake.html")
        assert f"{more} on which they differ" in text
        assert "on another only one of the two is a number" in text
        shown = text[text.index("Case nearest returned") :]
        assert told in shown and "per user" not in shown
    assert "(1, 0.5000) (0.2500, NaN)" in shown


def test_another_way_of_calling_it_leads_to_the_words_of_the_first(site: Path) -> None:
    """scikit-learn documents `ndcg_score`, of one user and of a list of users."""
    text = (site / "library-scikit-learn.html").read_text(encoding="utf-8")
    told = "is recorded for this way of calling it: see <a href="
    assert f'{told}"#metric-ndcg_score">' in text


def test_the_distance_of_the_nearest_is_that_on_the_core_cases(site: Path) -> None:
    """The cases that follow are others too, and differ by more."""
    text = (site / "library-daisyRec.html").read_text(encoding="utf-8")
    assert "apart on the core cases. Here they differ:" in text


def test_equal_numbers_prove_no_difference(tmp_path: Path) -> None:
    """The smallest case stands for nothing where the nearest gives what was returned,
    by user as the library has it; then the smallest of the others is shown."""
    near = {
        "variant": "average_precision(divisor=r)",
        "agrees_on": 1,
        "of": 3,
        "witness": "1 | 1 @1",
        "distance": math.inf,
        "differs_on": ["1 . ; . 1 . @2", ". 1 @2"],
    }
    values = {"1 | 1 @1": [0.5], "1 . ; . 1 . @2": [1.0, 1.0], ". 1 @2": [1.0]}
    odd = metric(variants=[], status="unexplained", nearest=near, values=values)
    text = spaced(made(tmp_path, record(metrics={"odd": odd})) / "library-fake.html")
    assert "Here they differ: · 1 . 1 @2 nearest (0.5000) , returned (1)" in text
    assert "One more case on which they differ" in text
    assert "1 | 1 @1" not in text


def test_a_broken_promise_is_shown_with_the_case_that_proves_it(tmp_path: Path) -> None:
    """The quotation, its place, and what either formula gives on the smallest case."""
    promised = {
        "variant": "average_precision(divisor=min_k_r)",
        "quote": "divided by min(k, r)",
        "where": "fake/metrics.py:7",
    }
    found = made(tmp_path, record(metrics={"map": metric(documented=promised)}))
    text = " ".join(pages(found)["library-fake.html"].text.split())
    assert "“divided by min(k, r)”fake/metrics.py:7" in text
    assert "documented 1, computed 0.5000, step by step" in text
    assert "divisor 1 2 value 1/1 = 1 1/2 = 0.5" in spaced(found / "library-fake.html")
    assert rows(found / "verdicts.csv")[0]["differs"] == "yes"


def test_words_that_fit_several_formulas_accuse_nobody(tmp_path: Path) -> None:
    """All quotations stand with every formula that they fit, and whether one of them is
    computed; they are counted, marked and listed apart from broken promises."""
    words = {
        "variant": "average_precision(divisor=k)",
        "also": ["average_precision(divisor=r)"],
        "quote": "over min(|R|, K)",
        "more": ["to capture all the correct ones"],
        "where": "fake/metrics.py:7, 9",
    }
    neither = {**words, "also": ["average_precision(divisor=hits)"]}
    computed = {"kept": metric(documented=words), "none": metric(documented=neither)}
    found = made(tmp_path, record(metrics=computed))
    page = found / "library-fake.html"
    one = "The documentation contradicts itself or fits several formulas"
    assert f"≟ {one} , one of which is computed." in spaced(page)
    assert f"≟ {one} , none of which is computed." in spaced(page)
    assert "The documentation promises another formula" not in spaced(page)
    quoted = "“over min(|R|, K)”“to capture all the correct ones”fake/metrics.py:7"
    assert quoted in " ".join(pages(found)[page.name].text.split())
    assert "the other interpretation 1 , computed 0.5000 , step by step" in spaced(page)
    differs = [row["differs"] for row in rows(found / "verdicts.csv")]
    assert differs == ["several", "several"]
    assert rows(found / "verdicts.csv")[0]["documented"] == (
        "average_precision(divisor=k) or average_precision(divisor=r)"
    )
    (release,) = json.loads((found / "report.json").read_text("utf-8"))["releases"]
    assert (release["differs"], release["several"]) == ([], ["kept", "none"])
    assert "kept ≟, none ≟" in (found / "report.md").read_text("utf-8")
    assert r"$\stackrel{?}{=}$" in (found / "matrix.tex").read_text("utf-8")
    front = spaced(found / "index.html")
    assert "0 of 2 documented metrics compute another formula" in front
    assert "for 2 it contradicts itself or fits several" in front
    assert "2 metrics in 2 rows" in front
    badge = json.loads((found / "badges" / "fake.json").read_text("utf-8"))
    assert badge["message"] == "2 of 2 formulas known"


def test_words_that_fit_one_class_twice_are_told_as_one(tmp_path: Path) -> None:
    """By k or by the length: no well-formed case tells, so both are computed."""
    words = {
        "variant": "novelty(divisor=length)",
        "also": ["novelty(divisor=k)"],
        "quote": "the fraction of shown items",
        "where": "fake/metrics.py:7",
    }
    one = metric(claims="novelty", variants=["novelty(divisor=length)"])
    found = made(tmp_path, record(metrics={"new": {**one, "documented": words}}))
    page = spaced(found / "library-fake.html")
    assert "which all give the computed number where data are well formed." in page


def test_a_change_between_versions_is_marked(tmp_path: Path) -> None:
    """Newest version first; a metric that means another thing is called changed."""
    new = metric(variants=["average_precision(divisor=k)"])
    found = made(tmp_path, record(), record(version="1.10.0", metrics={"map": new}))
    one = pages(found)["library-fake.html"]
    assert one.text.index("1.10.0") < one.text.index("1.0.0")
    assert "changed between versions" in one.text


def test_a_live_record_replaces_the_committed_one(tmp_path: Path) -> None:
    """Live results are marked live, with their drift; the others keep their date."""
    live = tmp_path / "live"
    new = metric(variants=["average_precision(divisor=k)"])
    store.write_record_of(
        convert_plain_record(record(metrics={"map": new}), "a test"), [], live
    )
    found = made(tmp_path, record(), record(version="0.9.0"), live=live)
    matrix = pages(found)["matrix.html"].text
    assert "live 2026-01-02, differs from its record" in matrix
    assert "recorded 2026-01-02" in matrix
    told = {row["version"]: row for row in rows(found / "verdicts.csv")}
    assert (told["1.0.0"]["run"], told["0.9.0"]["run"]) == ("live", "recorded")
    assert told["1.0.0"]["variants"] == "average_precision(divisor=k)"


def test_a_live_record_without_its_raw_measurements_is_refused(tmp_path: Path) -> None:
    """Its record has their hash; of a record that is not live they may be missing."""
    live = tmp_path / "live"
    one = convert_plain_record(record(), "a test")
    file = store.write_record_of(one, [], live).with_suffix(".tsv")
    file.unlink()
    told = f"{re.escape(str(file))} is missing: provenance.measurements of .* its hash"
    with pytest.raises(UserError, match=told):
        made(tmp_path, record(), live=live)
    for beside in (tmp_path / "records").rglob("*.tsv"):
        beside.unlink()
    releases = read_survey(None, tmp_path / "records").releases
    assert [release.raw for release in releases] == [{}]


def test_a_live_run_in_which_all_failed_replaces_nothing(tmp_path: Path) -> None:
    """The committed record stays, and the status says how the run fared."""
    live = tmp_path / "live"
    gone = {"claims": "average_precision", "unavailable": "ImportError: torch"}
    store.write_record_of(
        convert_plain_record(record(metrics={"map": gone}), "a test"), [], live
    )
    entry = {"library": "fake", "version": "1.0.0", "status": "errored", "reason": "?"}
    other = {"library": "rest", "version": "2", "status": "could not be installed"}
    (live / "statuses.json").write_text(json.dumps([entry, other]))
    matrix = pages(made(tmp_path, record(), live=live))["matrix.html"].text
    assert "recorded 2026-01-02" in matrix and "live run: errored: ?" in matrix
    assert "could not be installed" in matrix


def test_a_record_of_an_unknown_family_is_refused(tmp_path: Path) -> None:
    """One sentence names the record, the metric and the family."""
    with pytest.raises(
        UserError, match=r"metrics\.map\.claims is 'loudness', which is no"
    ):
        made(tmp_path, record(metrics={"map": metric(claims="loudness")}))


def test_statuses_that_are_none_are_refused(tmp_path: Path) -> None:
    """One sentence says what the file should be."""
    live = tmp_path / "live"
    live.mkdir()
    (live / "statuses.json").write_text('{"library": 1}')
    with pytest.raises(UserError, match="no list of statuses"):
        made(tmp_path, record(), live=live)


def test_without_records_there_is_no_report(tmp_path: Path) -> None:
    """Wrong use is one sentence, and nothing is written."""
    with pytest.raises(UserError, match="no records"):
        made(tmp_path)
    assert not (tmp_path / "site").exists()


def test_the_command_says_where_the_front_page_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An absolute path, whatever was given."""
    store.write_record_of(
        convert_plain_record(record(), "a test"), [], tmp_path / "records"
    )
    monkeypatch.setattr(store, "find_records_folder", lambda: tmp_path / "records")
    monkeypatch.chdir(tmp_path)
    build_report(Path("out"), None)
    assert capsys.readouterr().out.strip() == str(tmp_path / "out" / "index.html")


def test_only_a_report_is_replaced(tmp_path: Path) -> None:
    """A report is replaced whole; any other folder that holds something is left."""
    out = made(tmp_path, record())
    (out / "old.html").write_text("old")
    made(tmp_path, record())
    assert not (out / "old.html").exists()
    other = tmp_path / "thesis"
    other.mkdir()
    (other / "thesis.tex").write_text("years")
    with pytest.raises(UserError, match="was not written by homonym report"):
        build_report_pages(other, read_survey(folder=tmp_path / "records"))
    assert [file.name for file in other.iterdir()] == ["thesis.tex"]


def test_a_build_that_fails_leaves_the_old_report(tmp_path: Path) -> None:
    """The new pages are made beside the old ones, and swapped in when complete."""
    out = made(tmp_path, record())

    def fails(target: Path) -> None:
        (target / "index.html").write_text("half")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        folder.replace_page_folder(out, fails)
    assert "homonym" in (out / "index.html").read_text(encoding="utf-8")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["records", "site"]


def killed(out: Path, at: str) -> None:
    """A run of its own that is killed while it writes, or between the two renames."""
    text = f"""
import os
import signal
from pathlib import Path
from homonym.reports.pages import folder

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

out = Path({str(out)!r})
if {at!r} == "writing":
    folder.replace_page_folder(out, die)
rename = Path.rename
Path.rename = lambda self, to: die() if self.name == "new" else rename(self, to)
folder.replace_page_folder(out, lambda new: None)
"""
    done = subprocess.run([sys.executable, "-c", text], check=False)
    assert done.returncode == -signal.SIGKILL


@pytest.mark.parametrize("at", ["writing", "renaming"])
def test_what_a_killed_run_left_is_cleared_and_the_old_report_comes_back(
    at: str, tmp_path: Path
) -> None:
    """Also where the next run fails; what is another's or still running is left."""
    out = made(tmp_path, record())
    others = [tmp_path / f".site-{os.getpid()}-x", tmp_path / ".site-notes-2"]
    for other in others:
        other.mkdir()
    killed(out, at)
    assert out.exists() == (at == "writing")

    def fails(target: Path) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        folder.replace_page_folder(out, fails)
    assert "homonym" in (out / "index.html").read_text(encoding="utf-8")
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {"records", "site", *(other.name for other in others)}


def test_what_cannot_be_read_is_not_told_as_what_cannot_be_written(
    tmp_path: Path,
) -> None:
    """The file is named that it was; the folder of pages where that takes none."""
    out, gone = tmp_path / "out", tmp_path / "gone.toml"
    with pytest.raises(UserError, match=f"^{re.escape(str(gone))} cannot be read: No"):
        folder.replace_page_folder(out, lambda new: print(gone.read_bytes()))
    with pytest.raises(UserError, match=f"^{re.escape(str(out))} cannot be written to"):
        folder.replace_page_folder(
            out, lambda new: print((new / "a" / "b").write_bytes(b""))
        )
    assert not out.exists()


def test_markdown_holds_the_matrix_and_both_tables(site: Path) -> None:
    """Each library at each version has a row; published numbers stand labelled."""
    text = (site / "report.md").read_text(encoding="utf-8")
    found = read_survey()
    for one in found.releases:
        assert f"| {found.title(one.library)} {one.version} " in text
    assert text.count("Published, ") == text.count("Measured by homonym") == 2
    assert "| RecBole 0.2.1 | 0.4746 | 0.03927 |" in text
    for table in re.findall(r"(?:^\|.*\n)+", text, re.M):
        bars = [line.replace("\\|", "").count("|") for line in table.splitlines()]
        assert bars == bars[:1] * len(bars)


def test_csv_and_json_hold_every_metric(site: Path) -> None:
    """A row for each metric at each version, a row for each convention."""
    found = store.read_every()
    metrics = [(r.library, r.version, m) for r in found for m in r.metrics]
    told = rows(site / "verdicts.csv")
    assert sorted((t["library"], t["version"], t["metric"]) for t in told) == sorted(
        metrics
    )
    conventions = sum(len(e.conventions) for r in found for e in r.metrics.values())
    assert len(rows(site / "conventions.csv")) == conventions
    whole = json.loads((site / "report.json").read_text(encoding="utf-8"))
    assert [r["version"] for r in whole["releases"]] == [
        r.version for r in read_survey().everyone.releases
    ]


def test_a_spreadsheet_runs_nothing_of_a_library(tmp_path: Path) -> None:
    """A cell that starts like a formula is made a text."""
    found = made(tmp_path, record(metrics={"=cmd()": metric()}))
    assert rows(found / "verdicts.csv")[0]["metric"] == "'=cmd()"


@pytest.mark.skipif(not SOURCE.exists(), reason="the paper's numbers are not beside us")
def test_the_published_numbers_are_those_of_the_source() -> None:
    """All digits, all versions, stars and fails; a dash is a cell that is not there."""
    source = json.loads(SOURCE.read_text(encoding="utf-8"))["tamm_2021"]
    for name, key in (("table_1", "table_1"), ("table_2", "table_2_auc")):
        given = {
            row["name"]: row for row in paper.read_published_numbers()[name]["row"]
        }
        assert list(given) == list(source[key])
        for library, cells in source[key].items():
            row = given[library]
            told = {c: v for c, v in cells.items() if v is not None and c != "remark"}
            assert row["cells"] == told
            assert row.get("remark") == cells.get("remark")
            assert row["version"] == source["versions"][library]
    stars = {
        f"{row['name']} {column}": text
        for row in paper.read_published_numbers()["table_1"]["row"]
        for column, text in row.get("starred", {}).items()
    }
    assert stars == source["table_1_starred"]


def test_published_numbers_are_grouped_by_the_digits_that_both_have() -> None:
    """Five different numbers go by MAP in the first table."""
    told = paper.number_groups("MAP", paper.read_published_numbers()["table_1"]["row"])
    assert len(set(told.values())) == 5


LAUC = "negatives=catalogue_plus_one, divisor=min_k_r"


@pytest.mark.parametrize(
    ("variant", "column"),
    [
        ("auc(positives=recommended, users=stacked)", "SAUC"),
        ("auc(positives=all, users=by_r)", "GAUC"),
        ("auc(positives=recommended, depth=k)", "GAUC@20"),
        (
            f"auc(positives=all, {LAUC}, depth=k)",
            "LAUC@20",
        ),
        ("auc(positives=recommended, users=pooled)", paper.OTHER),
    ],
)
def test_an_auc_stands_in_the_column_of_its_meaning(variant: str, column: str) -> None:
    """Table 2 goes by what is computed, not by the name."""
    entry = convert_value(
        metric(claims="auc", variants=[variant], status="identified"), MetricEntry
    )
    assert paper.name_auc_column(Finding("fake", "1", "AUC", entry)) == column


@pytest.mark.parametrize(
    ("promised", "computed", "when", "kept"),
    [
        ("ndcg(gain=binary)", "ndcg(gain=binary, discount=ln_next)", "", True),
        ("recall(divisor=r)", "recall(divisor=r, users=caller)", "", True),
        ("recall(divisor=r)", "recall(divisor=min_k_r)", "", False),
        ("recall(divisor=r)", "recall(divisor=min_k_r)", "r_at_most_k", True),
        ("recall(divisor=r)", "hit_rate(counts=any)", "", False),
        ("recall(divisor=new)", "recall(divisor=new)", "", True),
    ],
)
def test_a_promise_is_kept_by_the_same_class(
    promised: str, computed: str, when: str, kept: bool
) -> None:
    """Equal by rule is equal; leaving the mean to the caller breaks no promise."""
    assert is_same_class(promised, computed, when) is kept


def test_a_witness_is_the_smallest_case() -> None:
    """One list of one item tells r from min(k, r); nothing tells equals apart."""
    r, min_k_r = (Variant.parse(f"MAP(divisor={d})") for d in ("r", "min_k_r"))
    found = find_telling_witness(r, min_k_r)
    assert found is not None
    assert (str(found.case), found.one, found.other) == ("1 | 1 @1", 0.5, 1.0)
    assert find_telling_witness(r, r) is None


def test_numbers_have_four_digits_and_no_more_than_were_published() -> None:
    """Trailing zeros are kept where they were measured, and not invented elsewhere."""
    assert [format_page_number(v) for v in (0.5, 1.0, 0.031690245, (0.25, None))] == [
        "0.5000",
        "1",
        "0.03169",
        "(0.2500, undefined)",
    ]
    assert [
        format_published_number(v) for v in (0.0933, 1.150384193194292, "fail")
    ] == [
        "0.0933",
        "1.150",
        "fail",
    ]


def test_a_place_that_cannot_be_written_to_is_one_sentence(tmp_path: Path) -> None:
    """A file stands where a folder is needed."""
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(UserError, match="cannot be written to"):
        build_report_pages(tmp_path / "file" / "report", read_survey())


def test_the_json_is_as_its_schema_says(site: Path) -> None:
    """The schema stands beside it, and refuses a report of another shape."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((site / "report.schema.json").read_text(encoding="utf-8"))
    text = (site / "report.json").read_text(encoding="utf-8")
    found = json.loads(text, parse_constant=pytest.fail)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(found, schema)
    found["releases"][0]["record"]["metrics"]["odd"] = {"claims": "ndcg"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found, schema)


def test_every_recorded_library_has_a_badge(site: Path) -> None:
    """The picture and the endpoint of shields.io say the same, and name the version."""
    for library in read_survey().libraries:
        name = make_slug(library.name)
        picture = (site / "badges" / f"{name}.svg").read_text(encoding="utf-8")
        endpoint = json.loads((site / "badges" / f"{name}.json").read_text("utf-8"))
        assert endpoint["schemaVersion"] == 1
        assert endpoint["message"] in picture
        assert f"{library.title} {library.newest.version}" in picture


def test_a_badge_counts_formulas_and_broken_promises(tmp_path: Path) -> None:
    """One metric of two is known, and it computes another formula than documented."""
    promise = {"variant": "average_precision(divisor=k)", "quote": "k", "where": "a:1"}
    found = made(
        tmp_path,
        record(
            metrics={
                "map": metric(documented=promise),
                "odd": metric(variants=[], status="unexplained"),
            }
        ),
    )
    badge = json.loads((found / "badges" / "fake.json").read_text("utf-8"))
    assert badge["message"] == "1 of 2 formulas known, 1 ≠ documented"


def test_tables_for_a_paper_use_booktabs_and_escape(site: Path) -> None:
    """Every row has as many cells as the header; underscores are escaped."""
    for name in ("matrix", "table-1", "table-2"):
        text = (site / f"{name}.tex").read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if line.endswith(r" \\")]
        cells = {len(re.split(r"(?<!\\)&", line)) for line in lines}
        assert len(cells) == 1 and len(lines) > 2, name
        assert "\\toprule" in text and not re.search(r"(?<!\\)_", text), name


def test_a_variant_has_a_page_that_says_who_computes_it(site: Path) -> None:
    """Formula, aliases, metrics, and a case against every other meaning."""
    one = pages(site)["variant-average_precision-divisor-min_k_r.html"]
    assert "recommenders.map_at_k" not in one.text
    assert "MS Recommenders map_at_k" in " ".join(one.text.split())
    assert "divisor=r" in one.text and "1 | 1 @1" in one.text


def test_the_page_of_conventions_has_every_probe_and_library(site: Path) -> None:
    """Each probe leads to a page with its input in full, and that to the libraries."""
    every = pages(site)["conventions.html"]
    for library in read_survey().libraries:
        assert f"edges-{make_slug(library.name)}.html" in every.links
    assert "probe-short_list" in every.ids
    assert "probe-short_list.html" in every.links
    one = pages(site)["probe-short_list.html"]
    assert "edges-recommenders.html#conventions" in one.links
    assert "k stays k" in one.text and "k stays k" in every.text


def test_no_page_weighs_more_than_600_kilobytes(site: Path) -> None:
    """A telephone loads it, and a person finds the end of it."""
    heavy = {file.name: file.stat().st_size for file in site.glob("*.html")}
    assert not {name: size for name, size in heavy.items() if size > 600_000}


def test_the_outcomes_that_can_be_filtered_for_are_those_of_the_records(
    site: Path,
) -> None:
    """As many marks as outcomes in the cells, counted from the words they stand by."""
    text = (site / "conventions.html").read_text(encoding="utf-8")
    tables = "".join(re.findall(r'<table class="sticky edges.*?</table>', text, re.S))
    cells = re.findall(r"<div([^>]*)>([^<]*)", tables)
    for sort, words in (
        ("nan", r"\bNaN\b"),
        ("raises", r"^raises |^killed by "),
        ("silently wrong", r"^silently wrong: "),
        ("violated", r"^violated"),
        ("refused", r"^refused"),
    ):
        marked = [told for marks, told in cells if sort in marks]
        assert marked == [told for _, told in cells if re.search(words, told)], sort
        assert marked


def test_everything_with_an_address_can_be_searched(site: Path) -> None:
    """The index is a script that holds JSON; each address is a page of the report."""
    text = (site / "search-index.js").read_text(encoding="utf-8")
    entries = json.loads(text.removeprefix("window.homonymIndex = ").rstrip(";\n"))
    assert {kind for kind, *_ in entries} >= {"library", "metric", "variant", "choice"}
    for *_, address in entries:
        file, _, anchor = address.partition("#")
        assert not anchor or anchor in ids_and_links(site / file)[0], address
