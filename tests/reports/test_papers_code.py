"""The code of papers on the pages: counted apart from libraries, and told exactly."""

from __future__ import annotations

import pkgutil
import re
from collections import Counter
from html import unescape
from importlib import import_module
from pathlib import Path

import pytest

import homonym.adapters.papers
from homonym.records.schema_entry import MetricEntry
from homonym.reports.findings.comparable import (
    Beside,
    collect_newest_metrics,
    compare_with_namesakes,
    computes_same,
    list_beside_metrics,
    prefer_any_input_metrics,
)
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.meaning import find_meanings_by_family
from homonym.reports.findings.names import list_names_by_meanings, normalise_metric_name
from homonym.reports.findings.repositories import (
    is_paper_repository,
    read_paper_repositories,
)
from homonym.reports.findings.survey import Survey, read_survey
from homonym.reports.pages import front, papers, repository


@pytest.fixture(scope="module")
def gathered() -> Survey:
    """All records."""
    return read_survey()


def test_every_adapter_of_a_paper_has_its_repository_and_no_other() -> None:
    """By the folder that its file is in: `adapters/papers/`."""
    files = pkgutil.iter_modules(homonym.adapters.papers.__path__)
    modules = (import_module(f"homonym.adapters.papers.{one.name}") for one in files)
    known = {m.adapter.library for m in modules if hasattr(m, "adapter")}
    assert known == set(read_paper_repositories())


def test_no_count_of_libraries_has_a_repository_in_it(gathered: Survey) -> None:
    """The survey keeps them apart, and the front page counts libraries alone."""
    assert not any(is_paper_repository(one.name) for one in gathered.libraries)
    assert all(is_paper_repository(one.name) for one in gathered.repositories)
    assert {"ngcf", "kgin"} <= {one.name for one in gathered.repositories}
    alone = Survey(gathered.libraries, gathered.waiting)
    told, bare = (
        front.build_front_context(
            s, list_names_by_meanings(s, find_meanings_by_family(s))
        )
        for s in (gathered, alone)
    )
    for what in ("libraries", "versions", "metrics", "ways", "promised", "broken"):
        assert told[what] == bare[what], what


def test_a_letter_is_the_same_formula_beside_libraries_and_papers(
    gathered: Survey,
) -> None:
    """What papers alone compute comes after what libraries do."""
    ours, every = (
        find_meanings_by_family(gathered),
        find_meanings_by_family(gathered.everyone),
    )
    for family, mine in ours.items():
        for id, one in mine.items():
            both = every[family][id]
            assert (one.letter, one.libraries) == (both.letter, both.libraries)


def finding(library: str, variant: str, when: str = "") -> Finding:
    """A metric of a library that was found to compute a variant."""
    claims = variant.partition("(")[0]
    entry = MetricEntry(
        claims=claims, status="identified", variants=(variant,), when=when
    )
    return Finding(library, "1", claims, entry)


@pytest.mark.parametrize(
    ("one", "other", "when", "same"),
    [
        ("ndcg(gain=binary)", "ndcg(gain=binary, users=caller)", "", True),
        ("ndcg(gain=binary)", "ndcg(gain=binary, ideal=list_k)", "", False),
        ("recall(divisor=r)", "recall(divisor=min_k_r)", "one_relevant", True),
        ("recall(divisor=r)", "recall(divisor=min_k_r)", "", False),
    ],
)
def test_two_metrics_are_compared_on_what_both_take(
    one: str, other: str, when: str, same: bool
) -> None:
    """Leave-one-out code is the same as more definitions than its name says; who takes
    the mean over users makes no difference."""
    a, b = finding("ngcf", one, when), finding("recbole", other)
    assert computes_same(a, b) is same
    assert computes_same(b, a) is same


def test_who_may_be_compared_and_who_not() -> None:
    """Worked by hand: of three others one computes the same, one another formula, and
    one has both, so that it is not counted among those that differ."""
    asked = Beside(finding("ngcf", "ndcg(gain=binary)"), "NGCF", 0.5)
    binary, graded = "ndcg(gain=binary, users=caller)", "ndcg(gain=grade)"
    every = [
        asked,
        Beside(finding("kgin", binary), "KGIN", 0.5),
        Beside(finding("recbole", graded), "RecBole", 0.25),
        Beside(finding("elliot", binary), "Elliot", 0.5),
        Beside(finding("elliot", graded), "Elliot", 0.25),
        Beside(finding("elliot", "recall(divisor=r)"), "Elliot", 0.75),
    ]
    found = compare_with_namesakes(asked, "NDCG", every)
    assert [one.title for one in found.same.libraries] == ["Elliot"]
    assert [one.title for one in found.same.repositories] == ["KGIN"]
    assert found.different == (["recbole"], [])
    assert [(one.meaning, one.numbers) for one in found.others] == [(graded, [0.25])]
    words = repository.RepositoryAnswer(found)
    assert words.same == "Elliot and KGIN"
    assert words.different == "1 library and no repositories"
    assert (words.title, words.number) == ("NDCG@20", "0.5000")


def test_leave_one_out_code_is_compared_only_where_there_is_no_other() -> None:
    """A library that has NDCG for any truth, and another for one relevant item, is
    compared by the first; one that has the second alone, by that."""
    asked = Beside(finding("ngcf", "ndcg(gain=binary, ideal=list_k)"), "NGCF", 0.5)
    any_truth = Beside(finding("elliot", "ndcg(gain=binary)"), "Elliot", 0.25)
    loo = "ndcg(gain=binary)", "one_relevant"
    every = [any_truth, Beside(finding("elliot", *loo), "Elliot", None)]
    every.append(Beside(finding("kgin", *loo), "KGIN", None))
    found = compare_with_namesakes(asked, "NDCG", every)
    assert found.same.libraries == []
    assert [one.title for one in found.same.repositories] == ["KGIN"]
    assert found.different == (["elliot"], [])


def test_what_is_unexplained_does_not_hide_another_of_its_library() -> None:
    """ReChorus has an NDCG of one formula for one relevant item, and another that no
    formula explains: who asks about the first finds it."""
    loo = finding("ncf", "ndcg(gain=binary)", "one_relevant")
    odd = Finding(
        "rechorus", "1", "ndcg", MetricEntry(claims="ndcg", status="unexplained")
    )
    beside = finding("rechorus", "ndcg(gain=binary)", "one_relevant")
    every = [Beside(one, one.library, None) for one in (odd, beside)]
    found = compare_with_namesakes(Beside(loo, "NCF", None), "NDCG", every)
    assert [one.finding for one in found.same.repositories] == [beside]


def test_numbers_are_of_the_formula_wherever_it_is_computed(site: Path) -> None:
    """Code for one relevant item is the same as many definitions on such data, which
    the example is not: their numbers differ, and are none of it."""
    asked = Beside(finding("ncf", "ndcg(gain=binary)", "one_relevant"), "NCF", None)
    ours = Beside(finding("kgin", "ndcg(gain=binary)"), "KGIN", 0.5)
    cut = Beside(finding("ngcf", "ndcg(gain=binary, ideal=list_k)"), "NGCF", 0.75)
    found = compare_with_namesakes(asked, "NDCG", [ours, cut])
    assert found.same.metrics == (ours, cut)
    assert found.same.numbers == [0.5]
    text = page_text(site / "repository-ncf.html")
    assert "The same formula is computed by" not in text
    assert (
        "the same where every user has one relevant item: ndcg(gain=binary) 0.4241"
        in text
    )


def test_the_line_on_top_is_recomputed_from_the_records(
    gathered: Survey, site: Path
) -> None:
    """Formula, number, who computes the same, and how many do not."""
    every = collect_newest_metrics(gathered)
    for one in gathered.repositories:
        text = page_text(site / f"repository-{one.name}.html")
        shown = repository.build_repository_context(one, every)
        for odd in shown["unsettled"]:
            assert f"NDCG of {odd.metric} is {odd.status}" in text
            assert odd.entry.formula in text
        for told in shown["answers_here"]:
            mine = told.finding
            others = prefer_any_input_metrics(
                [
                    other
                    for other in every
                    if other.finding.library != one.name and same_name(other, mine)
                ]
            )
            same = {o.title for o in others if computes_same(mine, o.finding)}
            called = re.escape(f"{told.title} here, {mine.metric}, is")
            sentence = re.search(rf"{called} .*?, another by", text)
            assert sentence
            assert mine.meaning in sentence[0]
            assert f"{told.number} on the example data" in sentence[0]
            titles = titles_once(others, same)
            if len(titles) <= repository.NAMED:
                assert all(title in sentence[0] for title in titles)
            else:
                counts = Counter(
                    is_paper_repository(home_of(others, one)) for one in titles
                )
                libraries, papers = counts[False], counts[True]
                words = repository.format_codebase_counts(libraries, papers, "other ")
                lead = "Where that holds, the same number is given" if mine.when else ""
                lead = lead or "The same formula is computed"
                assert f"{lead} by {words}," in sentence[0]


def same_name(one: Beside, other: Finding) -> bool:
    """Whether a metric goes by the name of another."""
    return names_of(one.finding) == names_of(other)


def names_of(one: Finding) -> str:
    """The name that people read."""
    return normalise_metric_name(one.name)


def home_of(others: list[Beside], title: str) -> str:
    """The name on record of who is called so."""
    return next(one.finding.library for one in others if one.title == title)


def titles_once(others: list[Beside], same: set[str]) -> list[str]:
    """Of each library, whatever its interfaces, the first title."""
    first: dict[str, str] = {}
    for one in others:
        if one.title in same:
            first.setdefault(one.finding.home, one.title)
    return [*first.values()]


def test_the_page_of_papers_counts_repositories(gathered: Survey, site: Path) -> None:
    """Their number, their metrics, and who has an NDCG."""
    text = page_text(site / papers.PAGE)
    assert f"{len(gathered.repositories)} repositories are measured here" in text
    have = [
        one.name
        for one in gathered.repositories
        if any(names_of(o.finding) == "NDCG" for o in list_beside_metrics(one))
    ]
    assert f"{len(have)} of the repositories have a metric called NDCG" in text
    for one in gathered.repositories:
        if len(one.recorded) > 1:
            assert f"{one.title} at {len(one.recorded)}" in text
    for one in gathered.repositories:
        assert one.repository
        told = one.repository
        row = page_text(site / f"repository-{one.name}.html")
        for fact in (told.repository, told.paper, told.licence, str(told.year)):
            assert fact in row


def test_exports_say_what_is_a_repository(site: Path) -> None:
    """In the last column, which was added after the others."""
    for file in ("verdicts.csv", "conventions.csv"):
        header, *rows = (site / file).read_text("utf-8").splitlines()
        assert header.endswith(",kind")
        kinds = {row.partition(",")[0]: row.rpartition(",")[2] for row in rows}
        assert kinds["ngcf"] == "repository"
        assert {
            kind for name, kind in kinds.items() if not is_paper_repository(name)
        } == {"library"}


def page_text(file: Path) -> str:
    """What a page says, on one line."""
    main = file.read_text("utf-8").partition("<main")[2].partition("</main")[0]
    return " ".join(unescape(re.sub(r"<wbr>|<[^>]+>", "", main)).split())


def test_code_that_was_looked_at_stands_with_the_reason_and_has_no_record(
    site: Path,
) -> None:
    """In whole sentences, a dead end for nobody: none of them is recorded."""
    page = unescape((site / papers.PAGE).read_text("utf-8"))
    told = papers.read_left_out_repositories()
    recorded = {one.repository.lower() for one in read_paper_repositories().values()}
    assert len(told) > 15
    for one in told:
        assert f"<dd>{one['why'][0].upper()}{one['why'][1:]}.</dd>" in page
        assert one["repository"].lower() not in recorded
        assert re.fullmatch("[0-9a-f]{7}", one.get("commit", "0" * 7))
    named = {one["repository"].rpartition("/")[2] for one in told}
    assert {"SASRec.pytorch", "TiSASRec", "generative-recommenders"} <= named
    assert {"Transformers4Rec", "RippleNet"} <= named


def test_who_runs_the_check_again_names_a_clone(site: Path) -> None:
    """What is on no registry is measured from one; what pip installs is not."""
    told = "homonym check ngcf --checkout ngcf=PATH, PATH being a clone of it."
    assert told in page_text(site / "repository-ngcf.html")
    assert "homonym check rs-metrics." in page_text(site / "library-rs-metrics.html")
