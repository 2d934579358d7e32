"""What the pages show beside a verdict: steps, lines to paste, contradictions, what
must not change, recipes, and what changed its meaning."""

from __future__ import annotations

import csv
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from homonym.equivalence.conversion import TAKES, find_conversion
from homonym.explain.compare import compare_definitions
from homonym.explain.snippets import write_library_snippet
from homonym.measurement.refutation import TRIES
from homonym.records import store
from homonym.records.lookup import find_named
from homonym.records.reading import as_plain, convert_plain_record
from homonym.records.schema_entry import MetricEntry
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.build import build_report_pages
from homonym.reports.evidence import edges
from homonym.reports.evidence.changes import list_library_drifts
from homonym.reports.evidence.witness import (
    build_returned_witness,
    find_smallest_telling_case,
    find_telling_witness,
)
from homonym.reports.findings.finding import Finding, find_installed_library
from homonym.reports.findings.meaning import find_meanings_by_family
from homonym.reports.findings.survey import Survey, read_survey
from homonym.reports.pages import recipes
from homonym.reports.pages.library import USUAL
from homonym.reports.pages.library_stories import State

PAGE = "library-recommenders.html"


def text(page: Path) -> str:
    """What people read, that of one cell apart from that of the next."""
    plain = re.sub(r"<[^>]+>", " ", page.read_text(encoding="utf-8"))
    return " ".join(unescape(plain).split())


@pytest.fixture(scope="module")
def all_records() -> Survey:
    return read_survey()


def changed(tmp_path: Path, *made: dict[str, Any]) -> tuple[Survey, Path]:
    """The survey of these records, and its pages."""
    for one in made:
        store.write_record_of(
            convert_plain_record(one, "a test"), [], tmp_path / "records"
        )
    found = read_survey(folder=tmp_path / "records")
    return found, build_report_pages(tmp_path / "site", found).parent


def newest(library: str) -> dict[str, Any]:
    """A copy of the library's newest record, to be changed."""
    return as_plain([r for r in store.read_every() if r.library == library][-1])


def test_a_witness_is_worked_out_for_both_sides_in_the_same_rows() -> None:
    """MAP with min(k, r) and with r on one hit of two: the divisor tells them apart."""
    found = find_telling_witness(
        Variant.with_defaults("MAP"), Variant.parse("MAP(divisor=r)")
    )
    assert found and found.short
    assert found.rows == (
        ("sum of precisions", "1/1 = 1", "1/1 = 1"),
        ("divisor", "1", "2"),
        ("value", "1/1 = 1", "1/2 = 0.5"),
        ("mean", "1/1 = 1", "1/2 = 0.5"),
    )


def test_a_witness_keeps_to_the_inputs_that_a_metric_takes() -> None:
    """With one relevant item a user, r and min(k, r) are one; r and k differ later."""
    r, k = Variant.parse("MAP(divisor=r)"), Variant.parse("MAP(divisor=k)")
    found = find_telling_witness(r, k, "one_relevant")
    assert found and all(user.r == 1 for user in found.case.users)


def test_a_witness_that_fulfils_the_conditions_is_not_searched_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Which ties are broken otherwise shows in a large case only, which is on file."""
    searched = "homonym.explain.compare.enumerate_small_cases"
    monkeypatch.setattr(searched, lambda takes: iter(()))
    tails = ("least_popular", "least_popular_first_seen")
    one, other = (Variant.parse(f"long_tail_share(tail={tail})") for tail in tails)
    found = find_smallest_telling_case(one, other, ("only_new",))
    assert found is not None
    assert one.value(found) != other.value(found)


def test_what_is_equal_on_the_inputs_taken_has_no_witness() -> None:
    """Average precision with r is the reciprocal rank, where one item is relevant."""
    ap, rank = Variant.parse("MAP(divisor=r)"), Variant.with_defaults("MRR")
    assert find_telling_witness(ap, rank, "one_relevant") is None
    assert find_telling_witness(ap, rank) is not None


def test_a_recorded_number_stands_beside_the_nearest_variants_steps() -> None:
    """Of what is unexplained only the number is known: it has one row, the last."""
    found = build_returned_witness(
        Variant.with_defaults("MAP"), Case.parse("1 | 1 @1"), 0.25
    )
    assert (found.one, found.other) == (1.0, 0.25)
    assert found.rows[0] == ("sum of precisions", "1/1 = 1", "")
    assert found.rows[-1][2] == "0.25"


def test_the_lines_to_paste_are_those_that_the_command_prints(
    all_records: Survey,
) -> None:
    """`homonym witness LIBRARY==VERSION.METRIC DOCUMENTED --code LIBRARY` has them."""
    shown = 0
    for finding in all_records.newest:
        witness = State(finding, (finding.version,), None).against_words
        if not finding.differs or witness is None:
            continue
        lines = State(finding, (finding.version,), None).code(witness.case)
        if lines:
            metric = f"{finding.library}=={finding.version}.{finding.metric}"
            found = compare_definitions(
                find_named(metric), find_named(finding.promises[0])
            )
            assert lines in write_library_snippet(finding.library, found), metric
            shown += 1
    assert shown > 5


def test_what_changes_a_number_that_must_not_is_told_first(tmp_path: Path) -> None:
    """The variation, both numbers and the case, on the library's page; and a mark on
    the page of all."""
    one = newest("recommenders")
    told = "violated: 0.5 became 0.25 on 1 . | 1 @1"
    one["metrics"]["map"]["invariances"] = {"scores_shifted": told}
    one["metrics"]["map_at_k"]["invariances"] = {"scores_shifted": "holds"}
    _, site = changed(tmp_path, one)
    mine = text(site / "library-recommenders.html")
    assert "Numbers that change where they must not in 1 metric, at 1.2.1" in mine
    assert "It changes: 1 added to every score. map 1.2.1 0.5 became 0.25 on" in mine
    every = (site / "conventions.html").read_text(encoding="utf-8")
    assert 'class="broken">violated' in every


def test_metrics_whose_number_changes_are_counted_by_name(site: Path) -> None:
    """At the newest version: ranx's 13 metrics by dictionaries, whatever else changes
    and however often; Elliot's, called alone and by its evaluator, each once."""
    for library, count in (("ranx", 13), ("elliot", 7)):
        told = f"must not in {count} metrics, at"
        assert told in text(site / f"library-{library}.html")


def test_what_matters_stands_beside_the_verdict(tmp_path: Path) -> None:
    """On the library's page and in the matrix, whether a formula was found or none."""
    one = newest("recommenders")
    told = "violated: 0.5 became 0.25 on 1 . | 1 @1"
    metrics = one["metrics"]
    metrics["map"]["invariances"] = {"ids_relabelled": told, "tail_removed": "holds"}
    values = {"1 . @1": 0.3}
    metrics["map_at_k"] = {
        **{"claims": "average_precision", "status": "unexplained", "values": values},
        **{"entry": "function", "invariances": {"users_reordered": told}},
    }
    _, site = changed(tmp_path, one)
    mine = text(site / "library-recommenders.html")
    assert mine.count(", but ids matter") == 1
    assert "no known formula gives its numbers , but the order of users matters" in mine
    matrix = (site / "matrix.html").read_text(encoding="utf-8")
    assert matrix.count('title="but ids matter"') == 1
    assert 'title="unexplained; but the order of users matters"' in matrix
    assert 'title="but the order of users matters">†' in matrix


@pytest.fixture(scope="module")
def ids_matter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of two versions with two metrics of one number, `map` and `mapr`: ids
    matter to one of them, at one version."""
    one, old = newest("recommenders"), newest("recommenders")
    for made, version in (one, "1.2.1"), (old, "0.0.1"):
        found, number = made["metrics"]["map"], made["example"]["values"]["map"]
        made["version"] = version
        made["metrics"] = {"map": found, "mapr": dict(found)}
        made["example"]["values"] = {"map": number, "mapr": number}
        made.pop("movielens", None)
    told = "violated: 0.5 became 0.25 on 1 . | 1 @1"
    one["metrics"]["map"]["invariances"] = {"ids_relabelled": told}
    _, site = changed(tmp_path_factory.mktemp("ids_matter"), one, old)
    return site


def test_what_matters_stands_beside_the_verdict_in_exports(ids_matter: Path) -> None:
    """After the formula in Markdown and LaTeX, in a column or a note in CSV; not after
    that of a metric to which nothing matters, whatever it has in common."""
    site = ids_matter
    report = (site / "report.md").read_text(encoding="utf-8")
    assert "| **A** divisor=r, but ids matter: map; **A** divisor=r: mapr |" in report
    assert "| **A** divisor=r: map, mapr |" in report
    number = r"0\.\d{4}"
    told = rf"{number} map \(divisor=r, but ids matter\); {number} mapr \(divisor=r\)"
    assert re.search(told, report)
    matrix = (site / "matrix.tex").read_text(encoding="utf-8")
    assert r"\textbf{A} divisor=r, but ids matter; \textbf{A} divisor=r" in matrix
    table = (site / "table-1.tex").read_text(encoding="utf-8")
    assert re.search(rf"& {number} A, but ids matter; {number} A &", table)
    with (site / "verdicts.csv").open(encoding="utf-8", newline="") as lines:
        rows = {(r["version"], r["metric"]): r for r in csv.DictReader(lines)}
    flaws = {at: row["violations"] for at, row in rows.items() if row["violations"]}
    assert flaws == {("1.2.1", "map"): "ids matter"}
    with (site / "table-1.csv").open(encoding="utf-8", newline="") as lines:
        notes = {row["note"] for row in csv.DictReader(lines) if row["metrics"]}
    assert any("map: ids matter" in note for note in notes)


def test_what_matters_stands_where_pages_say_who_computes_it(ids_matter: Path) -> None:
    """On the page of the variant and of the family, beside the versions at which it
    does, the others stand apart; in the paper's tables and under what books define."""
    mine = text(ids_matter / "variant-average_precision-divisor-r.html")
    computed = mine.partition("Who computes it Metric")[2].partition("Who docu")[0]
    assert "MS Recommenders map but ids matter 1.2.1" in computed
    assert "MS Recommenders map 0.0.1" in computed
    assert "MS Recommenders mapr 1.2.1 and 0.0.1" in computed
    assert computed.count("but ids matter") == 1
    family = text(ids_matter / "family-average_precision.html")
    apart = "MS Recommenders map 1.2.1 but ids matter MS Recommenders map 0.0.1"
    assert f"{apart} MS Recommenders mapr 1.2.1 and 0.0.1" in family
    paper = text(ids_matter / "paper.html")
    assert "map but ids matter , mapr A divisor= r" in paper
    book = text(ids_matter / "textbook.html")
    assert "MS Recommenders map but ids matter" in book
    assert family.count("but ids matter") == 1


def test_an_unstable_metric_is_told_with_its_calls(tmp_path: Path) -> None:
    """Both numbers and the case, on its page and as a mark in the matrix."""
    one = newest("recommenders")
    calls = [
        {"case": "1 . | 1 @1", "gave": [0.5, 0.25]},
        {"case": ". 1 @1", "gave": [1.0, "raises KeyError: 9"]},
    ]
    one["metrics"]["map"] = {
        **{"claims": "average_precision", "entry": "function", "status": "unstable"},
        **{"unstable": calls, "repeated": {"cases": 60, "differed": 2}},
    }
    found, site = changed(tmp_path, one)
    mine = text(site / "library-recommenders.html")
    assert "unstable : one call gave two numbers when it was made twice" in mine
    assert "0.5 and 0.25 on 1 . | 1 @1" in mine
    assert "1.0 and raises KeyError: 9 on . 1 @1" in mine
    matrix = (site / "matrix.html").read_text(encoding="utf-8")
    assert matrix.count('title="unstable: one input gives two numbers"') == 1
    (finding,) = (f for f in found.newest if f.metric == "map")
    assert (finding.status, finding.matters) == ("unstable", ())


def test_a_large_case_is_told_in_few_lines(tmp_path: Path) -> None:
    """As the only witness, with one number or one for each user, and as that of what
    must not change: by its name, its size, both numbers and the code that makes it."""
    one, line = newest("recommenders"), "large users_257"
    by_user = [0.25] * 256 + [0.75]
    values = {"map": 0.1, "map_at_k": by_user}
    for name, returned in values.items():
        users = "" if name == "map" else ", users=caller"
        one["metrics"][name] = {
            **{"claims": "average_precision", "entry": "function", "cases": [line]},
            **{"status": "unexplained", "values": {line: returned}},
            "nearest": {
                **{"variant": f"average_precision(divisor=r{users})", "of": 61},
                **{"agrees_on": 60, "distance": 0.5, "witness": line},
                "differs_on": [line],
            },
            "invariances": {"users_reordered": f"violated: 0.5 became 0.25 on {line}"},
        }
    _, site = changed(tmp_path, one)
    mine = text(site / PAGE)
    assert f"{line} 257 users, 90 items, lists of up to 40 items" in mine
    assert 'from homonym.reference.rankings.case import Case; Case.parse("large' in mine
    assert 'tables = case_tables(Case.parse("large users_257"))' in mine
    assert "nearest 0.1412 , returned 0.1000 , step by step" in mine
    assert "… 257 numbers in all)" in mine
    assert f"0.5 became 0.25 on {line}" in mine
    for name in values:
        page = (site / PAGE).read_text(encoding="utf-8")
        story = page[page.index(f'"story-{name}"') :].partition("</article>")[0]
        assert len(story) < 8000, name


def test_contradictions_are_marked_and_mere_differences_are_not(
    tmp_path: Path,
) -> None:
    """Two outcomes that have a name in common may be one and the same convention."""
    one = newest("recommenders")
    for entry in one["metrics"].values():
        entry["conventions"] = {}
    probe, other = "user_without_list", "user_absent_from_truth"
    metrics = one["metrics"]
    metrics["map"]["conventions"] = {probe: "skipped", other: "skipped"}
    metrics["ndcg_at_k"]["conventions"] = {
        probe: "counts as 0",
        other: "skipped or counts as 0",
    }
    found, site = changed(tmp_path, one)
    (told,) = edges.list_contradictions(found.libraries[0].releases)
    assert told.id == probe
    assert told.outcomes == (("skipped", ("map",)), ("counts as 0", ("ndcg_at_k",)))
    for page in ("edges-recommenders.html", "conventions.html"):
        marked = (site / page).read_text(encoding="utf-8")
        assert marked.count('title="its metrics contradict one another"') == 1 + (
            page == "conventions.html"
        ), "the legend of the page of all has the sign too"


def test_how_hard_a_verdict_was_tried_is_told(tmp_path: Path) -> None:
    """The runner-up with its distance, the points searched, and what gave no number."""
    one = newest("recommenders")
    one["metrics"]["map"] |= {
        "searched": 123,
        "runner_up": {
            "variant": "average_precision(divisor=k)",
            "agrees_on": 7,
            "of": 60,
            "distance": 0.25,
            "witness": "1 | 1 @1",
        },
        "refuted": {"tried": 200, "failed": 0, "raised": {"ValueError: no": 43}},
    }
    mine = text(changed(tmp_path, one)[1] / "library-recommenders.html")
    assert "Found by searching all 123 definitions." in mine
    assert "it agrees on 7 of 60 cases, not on 1 | 1 @1 , and is at most 0.2500" in mine
    assert "of the drawn cases 43 gave no number: ValueError: no" in mine
    assert USUAL == TRIES
    assert "not the usual" not in mine
    one["metrics"]["map"]["refuted"]["tried"] = 40
    mine = text(changed(tmp_path, one)[1] / "library-recommenders.html")
    assert "40 cases were drawn at random (not the usual 200: slow metrics" in mine


@pytest.mark.exhaustive
def test_in_what_a_library_was_asked_is_told_where_its_users_have_another(
    tmp_path: Path,
) -> None:
    """Beside where the version is from."""
    one, told = newest("recommenders"), "pandas frames, where its users have Spark's"
    assert "asked in" not in text(changed(tmp_path, one)[1] / PAGE)
    one["provenance"]["asked_in"] = told
    assert f"registry asked in {told} 3." in text(changed(tmp_path, one)[1] / PAGE)


def test_two_doors_to_one_library_count_as_one(tmp_path: Path) -> None:
    """MS Recommenders on Spark is MS Recommenders; its page leads there."""
    one, door = newest("recommenders"), newest("recommenders")
    door["library"] = "recommenders-spark"
    _, site = changed(tmp_path, one, door)
    assert (
        find_installed_library("recommenders-spark")
        == find_installed_library("recommenders")
        == "recommenders"
    )
    assert "1 library, in 1 version" in text(site / "index.html")
    other = (site / "library-recommenders-spark.html").read_text(encoding="utf-8")
    own = "The same library through another interface has a page of its own: "
    assert f'{own}<a href="library-recommenders.html">' in other


def test_a_recipe_stands_where_a_conversion_follows(all_records: Survey) -> None:
    """For every two meanings at the newest versions the page has what `find_conversion`
    has."""
    told = recipes.build_recipes_context(
        all_records, find_meanings_by_family(all_records)
    )
    for name in told["names"]:
        for source in name.sides:
            for target in name.sides:
                a, b = (Variant.parse(s.meaning.variant) for s in (source, target))
                found = None if source is target else find_conversion(a, b)
                shown = name.between(source, target)
                assert (shown.found if shown else None) == found
    assert told["count"] > 5


def test_a_metric_known_on_some_inputs_only_is_in_no_recipe(
    all_records: Survey,
) -> None:
    """Nor is one of an older version: each option is offered once."""
    told = recipes.build_recipes_context(
        all_records, find_meanings_by_family(all_records)
    )
    values = [one.value for found in told["options"].values() for one in found]
    mine = [f for f in all_records.newest if f.meaning and not f.when]
    assert sorted(values) == sorted(f"{f.library}.{f.metric}" for f in mine)


def test_the_front_page_names_what_changed_its_meaning(
    all_records: Survey, site: Path
) -> None:
    """With the versions between which it did, and a link to the proof."""
    front = text(site / "index.html")
    steps = [step for step in list_library_drifts(all_records) if step.of("definition")]
    assert steps
    for step in steps:
        told = f"between {step.before.version} and {step.after.version}"
        assert f"{step.library.title}, {told} :" in front
    homes = {"recommenders-spark": "recommenders"}
    names = {
        (homes.get(s.library.name, s.library.name), name)
        for s in steps
        for name in s.changed("meaning")
    }
    assert f"{len(names)} metrics changed meaning between versions" in front
    broke = sum(len(s.changed("broke")) for s in steps)
    repaired = sum(len(s.changed("repaired")) for s in steps)
    assert f"; {broke} broke, {repaired} " in front


def test_a_finding_of_an_unknown_library_is_its_own_home() -> None:
    """Somebody's records may be of a library that has no adapter here."""
    entry = MetricEntry(claims="ndcg", status="unexplained")
    assert Finding("theirs", "1", "map", entry).home == "theirs"


def test_every_name_in_the_lines_of_recipes_is_explained_above(site: Path) -> None:
    """What a line takes and does not make itself stands in the introduction."""
    page = unescape((site / "recipes.html").read_text(encoding="utf-8"))
    above = page[: page.index('<form id="pick"')]
    lines = " ".join(re.findall(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL))
    used = [name for name in TAKES if re.search(rf"\b{name}\b", lines)]
    assert "interactions" in used
    assert not [name for name in used if not re.search(rf"<code>{name}\b", above)]
