"""What commands about records print, line by line."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from homonym.cli import libraries
from homonym.cli.cite import cite_metric, find_cited_metric, list_page_links
from homonym.cli.convert import show_conversions
from homonym.cli.explain import build_metric_data, explain_name
from homonym.cli.libraries import (
    as_cell,
    list_libraries,
    list_outdated_libraries,
    show_library_rows,
)
from homonym.cli.same_as import list_same, parse_when_conditions
from homonym.cli.variants import list_default_aliases, list_variants, show_family
from homonym.errors import UserError
from homonym.explain.variant import describe_variant
from homonym.records import store
from homonym.reference.variants import Variant, every_family

Printed = pytest.CaptureFixture[str]
PRECISION, RECALL = "recbole==1.2.1.Precision", "recbole==1.2.1.Recall"
TAKES = [
    "one(user): the other library's number for the rows of this user alone",
    "truth: a dictionary, user -> grades of the user's relevant items",
    "k: the cut-off",
    "number: what you get",
]


def test_a_conversion_is_code_with_what_it_takes(capsys: Printed) -> None:
    """First the first metric from the second, and then the other way."""
    show_conversions(PRECISION, RECALL, as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "recbole 1.2.1 Precision from recbole 1.2.1 Recall"
    assert lines[1].startswith("  Ask for one user at a time, undo the divisor r and")
    assert lines[3] == "    values = {}"
    assert "        values[user] = one(user) * r / k" in lines
    assert f"  {TAKES[0]}" in lines
    assert "recbole 1.2.1 Recall from recbole 1.2.1 Precision" in lines
    assert lines[-1] == "edge cases in which they differ: user_with_empty_truth"


def test_a_conversion_has_its_parts_for_a_machine(capsys: Printed) -> None:
    show_conversions(PRECISION, RECALL, as_json=True)
    first, second = json.loads(capsys.readouterr().out)
    assert (first["get"], first["from"]) == (second["from"], second["get"])
    assert first["get"] == "recbole 1.2.1 Precision"
    assert first["takes"] == TAKES
    assert "one(user) * r / k" in first["code"]
    assert "one(user) * k / r" in second["code"]
    assert "undo the divisor k" in second["how"]


def test_what_no_conversion_gives_is_said(capsys: Printed) -> None:
    """Both ways, and to a machine by nothing; MAP and itself differ in no edge case."""
    show_conversions("recbole==1.2.1.MAP", "recbole==1.2.1.NDCG", as_json=False)
    lines = capsys.readouterr().out.splitlines()
    none = "  No conversion follows from what they compute."
    assert [line for line in lines if line] == [
        "recbole 1.2.1 MAP from recbole 1.2.1 NDCG",
        none,
        "recbole 1.2.1 NDCG from recbole 1.2.1 MAP",
        none,
    ]
    show_conversions("recbole==1.2.1.MAP", "recbole==1.2.1.NDCG", as_json=True)
    for way in json.loads(capsys.readouterr().out):
        assert (way["how"], way["code"], way["takes"]) == (None, None, None)


def test_a_citation_stands_under_its_heads(capsys: Printed) -> None:
    cite_metric("rs-metrics==0.6.0", "mapr", 20, "", as_json=False)
    told = capsys.readouterr().out
    lines = told.splitlines()
    assert lines[0] == "sentence"
    assert lines[1].startswith("  Average precision at k = 20 was computed with mapr")
    assert "links" not in lines
    assert "  & b_u = r" in lines
    assert "  tied scores: input order" in lines
    assert lines[-1] == (
        "no address of the report is known: --site URL adds links to its pages"
    )
    cite_metric("rs-metrics", "mapr", 20, "https://a.org/b", as_json=False)
    told = capsys.readouterr().out
    assert "links\n  https://a.org/b/" in told
    assert "no address of the report" not in told


def test_a_citation_has_links_where_the_report_is_published(capsys: Printed) -> None:
    """To the metric and to its definition."""
    for site, many in (("https://a.org/b/", 2), ("", 0)):
        cite_metric("rs-metrics==0.6.0", "mapr", 10, site, as_json=True)
        told = json.loads(capsys.readouterr().out)
        assert len(told["links"]) == many
        assert all(one.startswith("https://a.org/b/") for one in told["links"])
        bibtex = "\n".join(told["bibtex"])
        assert [one in bibtex for one in told["links"]] == [True, False][:many]
    (record, metric) = find_cited_metric("rs-metrics==0.6.0", "mapr", None)
    assert list_page_links(record, metric, record.metrics[metric], "") == []


def test_ones_own_record_is_cited_by_its_name_and_version() -> None:
    file = store.locate_record_file("rs-metrics", "0.6.0")
    own = store.read_expected_record(file)
    for name in ("rs-metrics", "RS-Metrics", "rs-metrics==0.6.0"):
        assert find_cited_metric(name, "mapr", own) == (own, "mapr")
    for wrong in ("recbole", "rs-metrics==0.5.0"):
        with pytest.raises(UserError, match=f"is of rs-metrics 0.6.0, not {wrong}"):
            find_cited_metric(wrong, "mapr", own)


def test_who_computes_the_same_stands_in_a_table(capsys: Printed) -> None:
    """With what it computes, on which input, and the edge cases."""
    list_same("rs-metrics==0.6.0.mapr", [], as_json=False)
    head, columns, *rows = capsys.readouterr().out.splitlines()
    assert head == (
        "rs-metrics 0.6.0 mapr computes average_precision(divisor=r); the same number:"
    )
    assert columns.split("  ")[0] == "metric"
    assert columns.split()[1:] == ["computes", "differs", "in"]
    (row,) = (row for row in rows if row.startswith("rs-metrics 0.5.0 mapr "))
    assert row.split()[3] == "average_precision(divisor=r)"
    assert any("average_precision(divisor=r) on full rankings" in row for row in rows)
    assert row.rstrip().endswith("no edge case")
    (row,) = (row for row in rows if row.startswith("beta-rec 0.3.2 map_at_k "))
    assert "user_without_list, user_without_relevant" in row


def test_who_computes_the_same_where_a_condition_holds(capsys: Printed) -> None:
    list_same("rs-metrics==0.6.0.mapr", ["one-relevant"], as_json=False)
    told = capsys.readouterr().out.splitlines()[0]
    assert told.endswith("; the same number when one-relevant:")
    list_same("rs-metrics==0.6.0.mapr", ["one-relevant"], as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["metric"] == "rs-metrics 0.6.0 mapr"
    assert found["computes"] == "average_precision(divisor=r)"
    assert found["when"] == ["one-relevant"]
    computed = {one["computes"] for one in found["same"]}
    assert "average_precision(divisor=min_k_r)" in computed
    with pytest.raises(UserError, match="--when 'never' is unknown; known are "):
        parse_when_conditions(["never"])
    assert parse_when_conditions([]) == []


def test_cells_have_what_there_is() -> None:
    """Several in a row, and a dash for nothing."""
    told = [as_cell(one) for one in (["1.0", "2.0"], None, 3, "a")]
    assert told == ["1.0, 2.0", "-", "3", "a"]


def test_rows_of_libraries_are_a_table_or_data(capsys: Printed) -> None:
    """A table has the columns that are asked for."""
    rows: list[dict[str, object]] = [{"library": "a", "recorded": ["1"], "more": None}]
    show_library_rows(rows, ("library", "recorded"), as_json=False)
    head, row = capsys.readouterr().out.splitlines()
    assert (head.rstrip(), row.rstrip()) == ("library  recorded", "a        1")
    show_library_rows(rows, ("library", "recorded"), as_json=True)
    assert json.loads(capsys.readouterr().out) == rows


RELEASES = {"a": "2.0", "b": "1.5", "c": None, "d": "9.0", "e": "9.0", "f": "3.0"}
RECORDED = {
    **{"a": ["0.9", "1.0"], "b": ["1.0", "1.5"], "c": ["1.0"]},
    **{"d": ["1.0"], "e": [], "f": ["1.0", "1.5", "2.0"]},
}


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six libraries: of a and f there is a newer release, of d a clone, of e no
    record."""
    found: Any = {
        name: SimpleNamespace(
            distribution=f"lib-{name}",
            checkout=name == "d",
            title=name.upper(),
            metrics={"m": None},
            homepage="",
        )
        for name in RELEASES
    }
    monkeypatch.setattr(libraries, "adapters", lambda: found)
    monkeypatch.setattr(libraries, "list_recorded_versions", RECORDED.__getitem__)
    monkeypatch.setattr(
        libraries,
        "fetch_newest_release",
        lambda name, registry: RELEASES[name.removeprefix("lib-")],
    )


def test_a_library_is_outdated_where_its_release_is_not_recorded(
    followed: None, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No clone is, and nothing of which there is no record or no release."""
    first = {"library": "a", "distribution": "lib-a"}
    last = {"library": "f", "distribution": "lib-f"}
    list_outdated_libraries("https://a.org", as_json=True)
    assert json.loads(capsys.readouterr().out) == [
        {**first, "recorded": "1.0", "newest": "2.0"},
        {**last, "recorded": "2.0", "newest": "3.0"},
    ]
    list_outdated_libraries("https://a.org", as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["a", "1.0", "2.0"],
        ["f", "2.0", "3.0"],
    ]
    monkeypatch.setitem(RELEASES, "a", "1.0")
    monkeypatch.setitem(RELEASES, "f", "1.0")
    list_outdated_libraries("https://a.org", as_json=True)
    assert json.loads(capsys.readouterr().out) == []
    list_outdated_libraries("https://a.org", as_json=False)
    told = capsys.readouterr().out
    assert told == "every library's newest release is recorded\n"


def test_libraries_stand_before_the_repositories_of_papers(
    followed: None, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is said of each, and where it comes from."""
    monkeypatch.setattr(libraries, "is_paper_repository", lambda name: name in "ad")
    monkeypatch.setattr(libraries, "find_installed_version", lambda name: None)
    list_libraries(as_json=True)
    rows = json.loads(capsys.readouterr().out)
    assert [row["library"] for row in rows] == [*"bcefad"]
    assert [row["kind"] for row in rows] == ["library"] * 4 + ["repository"] * 2
    assert [row["from"] for row in rows] == ["registry"] * 5 + ["a clone: --checkout"]
    assert (rows[0]["recorded"], rows[0]["installed"]) == (["1.0", "1.5"], None)
    assert (rows[0]["title"], rows[0]["metrics"]) == ("B", 1)
    list_libraries(as_json=False)
    told = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert told[1] == "b        library     1        1.0, 1.5       -          registry"


def test_a_family_is_shown_with_its_default_choices(capsys: Printed) -> None:
    """The first of each axis; aliases of the default stand beside the family."""
    family = Variant.with_defaults("recall").home
    show_family(family)
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.endswith(" (default)") for line in lines) == len(family.axes)
    (first,) = (line for line in lines if line.startswith("  r  "))
    assert first == "  r                      " + (
        f"{family.axes['divisor'].choices['r'].doc} (default)"
    )
    for alias, names in family.also.items():
        is_default = family.variant(**names) == family.default
        assert (alias in list_default_aliases(family)) is is_default


def test_a_metric_is_explained_by_all_its_records_and_its_definition() -> None:
    """What has several lines stands last; one's own record is told alone."""
    told: Any = build_metric_data("rs-metrics.mapr")
    assert {*describe_variant("average_precision(divisor=r)")} <= {*told}
    assert told["computes"][-1] == "0.6.0: average_precision(divisor=r)"
    assert len(told["computes"]) > 1
    are_lists = [isinstance(one, list) for one in told.values()]
    assert are_lists == sorted(are_lists) and not are_lists[0]
    own = store.read_expected_record(store.locate_record_file("rs-metrics", "0.6.0"))
    alone: Any = build_metric_data("rs-metrics.mapr", own)
    assert alone["computes"] == ["0.6.0: average_precision(divisor=r)"]
    several: Any = build_metric_data("lightgbm==4.7.0.ndcg")
    assert not {*describe_variant("ndcg(gain=exponential)")} <= {*several}
    assert build_metric_data("recall(divisor=r)") is None


def test_all_families_are_listed_or_one_is_shown(capsys: Printed) -> None:
    """A line each, with its names, how many variants it has, and its axes."""
    every = every_family()
    list_variants("", as_json=False)
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["family", "also", "called", "variants", "axes"]
    assert head.startswith("family ")
    assert lines[-2:] == ["", "homonym variants FAMILY shows the choices on each axis"]
    assert [line.split()[0] for line in lines[:-2]] == sorted(every)
    (rbp,) = (line for line in lines if line.startswith("rbp "))
    family = every["rbp"]
    assert f" {len(family.variants)} " in rbp
    assert rbp.rstrip().endswith(", ".join(family.axes))
    list_variants("", as_json=True)
    assert len(json.loads(capsys.readouterr().out)) == len(every)
    list_variants("MAP", as_json=True)
    (told,) = json.loads(capsys.readouterr().out)
    assert told["family"] == "average_precision"
    assert told["axes"]["divisor"][0]["choice"] == "min_k_r"
    list_variants("MAP", as_json=False)
    shown = capsys.readouterr().out
    assert shown.startswith(every["average_precision"].about)
    assert "\nalso called\n" in shown
    assert shown.splitlines()[-1].split()[1].startswith("average_precision(")


def test_a_definition_is_explained_under_heads(capsys: Printed, tmp_path: Path) -> None:
    explain_name("recall(divisor=r)", None, as_json=True)
    told = json.loads(capsys.readouterr().out)
    explain_name("recall(divisor=r)", None, as_json=False)
    lines = capsys.readouterr().out.splitlines()
    for key, value in told.items():
        if isinstance(value, list):
            assert lines[lines.index(key) - 1] == ""
            assert all(f"  {one}" in lines for one in value if "\n" not in one)
        else:
            assert f"{key:<10} {value}".splitlines()[0] in lines
