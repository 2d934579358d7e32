"""The page for a library that is not here: what it tells stands in the sources."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

from homonym.reference.variants import every_family
from homonym.reports.findings.survey import read_survey
from homonym.reports.pages import missing


def test_what_is_known_of_others_is_a_source_of_the_reference(site: Path) -> None:
    """Each row's words stand in the choice that it leads to, and no library of it has a
    record."""
    page = (site / "missing.html").read_text(encoding="utf-8")
    rows = re.findall(
        r'href="family-([^"#]+)\.html#choice-[^"]+">.*?small">([^<]+)<', page
    )
    assert len(rows) > 10
    for family, source in rows:
        axes = every_family()[family].axes.values()
        told = {c.source for axis in axes for c in axis.choices.values()}
        assert any(unescape(source) in one for one in told if one), (family, source)
    titles = {library.title for library in read_survey().libraries}
    assert not titles & {*missing.build_missing_context(read_survey())["known"]}


def test_both_commands_stand_on_the_page_and_lead_on(site: Path) -> None:
    """And the front page and the page of comparisons lead to it."""
    page = (site / "missing.html").read_text(encoding="utf-8")
    assert "homonym ask eval.py:ndcg_at_k" in page and "homonym init MYPACKAGE" in page
    for name in ("index.html", "compare.html", "method.html"):
        assert 'href="missing.html"' in (site / name).read_text(encoding="utf-8")


def test_search_finds_it_by_libraries_without_a_record_alone(site: Path) -> None:
    """Those of which the page tells; none of its other words is a recorded one's."""
    text = (site / "search-index.js").read_text(encoding="utf-8")
    entries = json.loads(text.removeprefix("window.homonymIndex = ").rstrip(";\n"))
    words = next(words for _, _, words, at in entries if at == "missing.html")
    shown = missing.build_missing_context(read_survey())
    for name in [*shown["known"], *shown["left_out"]]:
        assert name in words
        words = words.replace(name, "", 1)
    recorded = {
        name.casefold()
        for library in read_survey().libraries
        for name in (library.name, library.title)
    }
    assert not recorded & {*words.casefold().split()}


def test_a_library_that_is_recorded_leaves_the_list() -> None:
    """With its record it has a page of its own."""
    found = read_survey()
    assert "scikit-learn" in missing.read_unrecorded_libraries()
    shown = missing.build_missing_context(found)["known"]
    recorded = {library.title.casefold() for library in found.libraries}
    assert ("scikit-learn" in shown) == ("scikit-learn" not in recorded)


def test_an_older_version_that_was_read_has_a_recorded_one_beside_it(
    site: Path,
) -> None:
    """Its library is recorded, at another version; what was read is a sentence."""
    page = unescape((site / "missing.html").read_text(encoding="utf-8"))
    recorded = {library.title: library for library in read_survey().libraries}
    assert missing.read_older_versions()
    for one in missing.read_older_versions():
        versions = [r.version for r in recorded[one["library"]].recorded]
        assert versions and one["version"] not in versions
        title = f"{one['library']} {one['version']}"
        why = one["why"]
        assert f"<dt>{title}</dt><dd>{why[0].upper()}{why[1:]}.</dd>" in page


def test_no_reason_begins_with_the_name_of_a_function() -> None:
    """It begins a sentence, with a capital that the name has not."""
    told = [one["why"] for one in missing.read_older_versions()]
    told += missing.read_left_out_libraries().values()
    assert not [why for why in told if "_" in why.split()[0]]


def test_who_was_looked_at_and_not_measured_stands_with_the_reason(site: Path) -> None:
    """In whole sentences, and none of them has a record."""
    page = unescape((site / "missing.html").read_text(encoding="utf-8"))
    told = missing.read_left_out_libraries()
    assert len(told) > 3
    for library, why in told.items():
        assert f"<dt>{library}</dt><dd>{why[0].upper()}{why[1:]}.</dd>" in page
    titles = {library.title for library in read_survey().libraries}
    assert not titles & {*told}
