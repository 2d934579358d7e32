"""Drift from version to version: what changed, between which releases, with a case."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from homonym.records import store
from homonym.records.reading import as_plain, convert_plain_record
from homonym.records.schema_entry import NearestVariant
from homonym.reports.build import build_report_pages
from homonym.reports.evidence.changes import (
    find_environment_changes,
    is_difference_unasked,
    list_library_drifts,
    list_version_steps,
)
from homonym.reports.evidence.version_change import EFFECTS, VersionChange
from homonym.reports.findings.survey import Survey, read_survey

Surveyed = Callable[..., Survey]
K, MIN_K_R = "average_precision(divisor=k)", "average_precision(divisor=min_k_r)"


def only(found: Survey) -> list[VersionChange]:
    (step,) = list_library_drifts(found)
    return list(step.changes)


def test_a_definition_that_changed_is_told_with_its_smallest_case(
    surveyed: Surveyed,
) -> None:
    """MAP divided by k, then by min(k, r): one relevant item of two shows it."""
    found = surveyed(
        ("fake", "0.12.0", {"MAP": K}), ("fake", "0.22.0", {"MAP": MIN_K_R})
    )
    (change,) = only(found)
    assert str(change) == "MAP: divisor=k → divisor=min_k_r"
    assert change.kind == "definition"
    assert change.witness is not None
    assert (str(change.witness.case), change.witness.one, change.witness.other) == (
        ". 1 @2",
        0.25,
        0.5,
    )


def test_only_neighbouring_records_are_compared(surveyed: Surveyed) -> None:
    """Three versions are two steps, the newest first; the change stands at its own."""
    versions = (("0.9.0", K), ("0.10.0", MIN_K_R), ("0.11.0", MIN_K_R))
    found = surveyed(*(("fake", v, {"MAP": m}) for v, m in versions))
    newest, oldest = list_library_drifts(found)
    assert (newest.before.version, newest.after.version) == ("0.10.0", "0.11.0")
    assert newest.changes == ()
    assert len(oldest.changes) == 1


def test_metrics_that_changed_alike_stand_together(surveyed: Surveyed) -> None:
    """One line for all backends."""
    names = ("MAP", "MAP[polars]")
    found = surveyed(
        ("fake", "1.0.0", dict.fromkeys(names, K)),
        ("fake", "1.1.0", dict.fromkeys(names, MIN_K_R)),
    )
    assert [change.metrics for change in only(found)] == [names]


def test_a_convention_that_changed_names_its_input(surveyed: Surveyed) -> None:
    """The probe in words, before and after; a probe that told nothing is no change."""
    found = surveyed(
        (
            "fake",
            "1.0.0",
            {"P": "precision"},
            {"short_list": "k stays k", "k_zero": "raises ValueError"},
        ),
        (
            "fake",
            "1.1.0",
            {"P": "precision"},
            {"short_list": "k becomes the list's length", "ties": "input order"},
        ),
    )
    (change,) = only(found)
    assert change.kind == "convention"
    assert str(change) == (
        "P: a list shorter than k: k stays k → k becomes the list's length"
    )


def test_a_metric_that_came_or_went_is_told(surveyed: Surveyed) -> None:
    """By its public name; another backend of a metric that stays is no news."""
    found = surveyed(
        ("fake", "1.0.0", {"MAP": K, "HR": "hit_rate"}),
        ("fake", "1.1.0", {"MAP": K, "MAP[polars]": K, "MRR": "reciprocal_rank"}),
    )
    told = [str(change) for change in only(found)]
    assert told == ["HR: counts=any → not offered", "MRR: not offered → counts=first"]
    assert {change.kind for change in only(found)} == {"offer"}


def test_a_metric_that_is_called_otherwise_is_compared_by_its_public_name(
    surveyed: Surveyed,
) -> None:
    """The older has it on Spark alone, the newer on pandas alone."""
    found = surveyed(
        ("fake", "1.0.0", {"MAP[spark]": K}),
        ("fake", "1.1.0", {"MAP[pandas]": MIN_K_R}),
    )
    (change,) = only(found)
    assert str(change) == "MAP: divisor=k → divisor=min_k_r"
    assert change.witness is not None


def test_an_error_that_came_is_a_change(surveyed: Surveyed) -> None:
    """A metric that raises at the newer version is told with the error."""
    broken = {"claims": "average_precision", "unavailable": "AttributeError: np.bool"}
    found = surveyed(("fake", "1.0.0", {"MAP": K}), ("fake", "1.1.0", {"MAP": broken}))
    (change,) = only(found)
    assert change.after == "unavailable: AttributeError: np.bool"
    assert change.witness is None


@pytest.mark.exhaustive
def test_the_library_page_says_what_changed(surveyed: Surveyed, tmp_path: Path) -> None:
    """The step has its own anchor, and the case with both numbers."""
    found = surveyed(
        ("fake", "0.12.0", {"MAP": K}), ("fake", "0.22.0", {"MAP": MIN_K_R})
    )
    page = build_report_pages(tmp_path / "site", found).parent / "library-fake.html"
    text = page.read_text(encoding="utf-8")
    assert 'id="drift-fake-0.12.0-0.22.0"' in text
    assert "step by step" in text and ". 1 @2" in text


def test_an_interface_that_was_replaced_is_compared_by_families(
    surveyed: Surveyed,
) -> None:
    """Every name is another: what is named after a family is set side by side."""
    found = surveyed(
        (
            "fake",
            "1.1.2",
            {"map_at_k": K, "hr_at_k": "hit_rate(counts=any, users=caller)"},
        ),
        ("fake", "2.1.4", {"MAP": MIN_K_R, "HR": "hit_rate"}),
    )
    (change,) = only(found)
    assert str(change) == "map_at_k → MAP: divisor=k → divisor=min_k_r"
    assert change.kind == "definition"
    assert change.witness is not None and str(change.witness.case) == ". 1 @2"


NAN = "AttributeError: np.NaN was removed"


def nan_is_gone(surveyed: Surveyed, tmp_path: Path, before: str, after: str) -> Survey:
    """rs_metrics 0.5.0 with a number, 0.6.0 without; each with its numpy."""
    broken = {"claims": "alpha_ndcg", "unavailable": NAN}
    told = {"a_ndcg": "alpha_ndcg", "a_ndcg[other]": "alpha_ndcg"}
    surveyed(
        ("rs-metrics", "0.5.0", {**told, "precision": "precision"}),
        (
            "rs-metrics",
            "0.6.0",
            {**dict.fromkeys(told, broken), "precision": "precision(rank=off_by_one)"},
        ),
    )
    folder = tmp_path / "records"
    for version, numpy in (("0.5.0", before), ("0.6.0", after)):
        found = as_plain(
            store.read_record_file(
                store.locate_record_file("rs-metrics", version, folder)
            )
        )
        found["provenance"]["packages"] = {"numpy": numpy}
        store.write_record_of(convert_plain_record(found, "a test"), [], folder)
    return read_survey(folder=folder)


@pytest.mark.exhaustive
def test_what_the_environment_changed_is_no_change_of_the_library(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """The effects name package, metric and both versions; the locks stand on either
    side. It is told apart, and no metric changed its meaning by it."""
    found = nan_is_gone(surveyed, tmp_path, "1.26.4", "2.4.6")
    (step,) = list_library_drifts(found)
    (caused,) = step.of("environment")
    assert caused.metrics == ("a_ndcg", "a_ndcg[other]")
    assert caused.cause.startswith("measured with numpy 1.26.4, then 2.4.6: ")
    assert step.changed("meaning") == ["precision"], "which no effect names"
    assert find_environment_changes(step.library) == {*caused.metrics}
    site = build_report_pages(tmp_path / "site", found).parent
    shown = (site / "index.html").read_text(encoding="utf-8")
    assert "<b>1</b> metric changed meaning between versions" in shown
    shown = (site / "matrix.html").read_text(encoding="utf-8")
    assert shown.count(" data-changed>") == 2, "precision, at either version"
    library = (site / "library-rs-metrics.html").read_text(encoding="utf-8")
    assert library.count("changed between versions</span>") == 1
    for page in ("paper.html", "library-rs-metrics.html"):
        text = (site / page).read_text(encoding="utf-8")
        assert "Caused by the environment, not by the library: measured with" in text


def test_the_same_error_with_one_numpy_is_a_change_of_the_library(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """Nor does an effect explain what lies on one side of it."""
    for numpy in ("1.26.4", "2.4.6"):
        (step,) = list_library_drifts(nan_is_gone(surveyed, tmp_path, numpy, numpy))
        assert step.of("environment") == []
        told = {one for effect in EFFECTS for one in step.changed(effect)}
        assert told == {"a_ndcg", "precision"}


@pytest.mark.exhaustive
def test_a_second_environment_is_no_version_of_the_library(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """It is compared with its own version, and the next version with that; what differs
    is the environment's; it counts as no version."""
    left_out = "recall(divisor=min_k_r, users=mean_hit)"
    known = ("recall(divisor=min_k_r)", left_out, "recall(divisor=r)")
    versions = ("0.14.4", "0.14.4+pandas3", "2025.8.1")
    found = surveyed(
        *(
            ("lenskit", v, {"recall": one})
            for v, one in zip(versions, known, strict=True)
        )
    )
    newest, beside = list_library_drifts(found)
    assert (newest.before.version, newest.after.version) == ("0.14.4", "2025.8.1")
    assert (beside.before.version, beside.after.version) == versions[:2]
    (change,) = beside.changes
    assert change.kind == "environment" and "measured with pandas" in change.cause
    assert (change.before, change.after) == (
        "divisor=min_k_r",
        "divisor=min_k_r, users=mean_hit",
    )
    assert newest.changed("meaning") == ["recall"] and not beside.changed("meaning")
    site = build_report_pages(tmp_path / "site", found).parent
    shown = (site / "index.html").read_text(encoding="utf-8")
    assert "<b>1</b> library, in 2 versions" in shown
    shown = (site / "library-lenskit.html").read_text(encoding="utf-8")
    assert "measured at 2 versions, in 3 environments." in shown


def test_on_our_records_three_differ_by_their_environment() -> None:
    """a_ndcg of rs_metrics has the same line at both versions, the locks have numpy 1
    and 2; recall of LensKit and get_rprec of trectools were measured beside pandas 2
    and 3."""
    by = {
        one.name: find_environment_changes(one)
        for one in read_survey().libraries
        if find_environment_changes(one)
    }
    assert {*by} == {"lenskit", "rs-metrics", "trectools"}
    assert by["rs-metrics"] == {"a_ndcg"} and by["trectools"] == {"get_rprec"}
    for name, metric, why in (
        ("lenskit", "recall", "no longer writes through"),
        ("trectools", "get_rprec", "by the item alone"),
    ):
        (library,) = (one for one in read_survey().libraries if one.name == name)
        (beside,) = (s for s in list_version_steps(library) if "+" in s.after.version)
        (changed,) = (one for one in beside.changes if not one.probe)
        assert changed.metrics == (metric,) and why in changed.cause
        assert {one.kind for one in beside.changes} == {"environment"}


def test_old_and_new_names_of_a_family_are_paired(
    surveyed: Surveyed, tmp_path: Path
) -> None:
    """Each way to call the new name by its argument, with a case of its own; a way that
    gives nothing came, and a name without a partner went."""
    door, ap = "calc_ranking_results", "average_precision"
    ndcg, cut = "ndcg(ideal=list_k)", "ndcg(ideal=list_k, users=mean_or_zero)"
    broken = {"claims": ap, "unavailable": "KeyError: 'map'"}
    found = surveyed(
        (
            "daisyRec",
            "1b7d693",
            {"map_at_k": K, "ap": K, "ndcg_at_k": ndcg, "dcg_at_k": "ndcg(ideal=none)"},
        ),
        (
            "daisyRec",
            "2.1.4",
            {
                "MAP": f"{ap}(divisor=hits)",
                "NDCG": cut,
                f"{door}(MAP)": broken,
                f"{door}(NDCG)": cut,
            },
        ),
    )
    (step,) = list_library_drifts(found)
    told = [str(change) for change in step.of("definition")]
    turned = "gain=binary, ideal=list_k → gain=binary, ideal=list_k, users=mean_or_zero"
    assert told == [
        "map_at_k → MAP: divisor=k → divisor=hits",
        f"ndcg_at_k → NDCG: {turned}",
        f"ndcg_at_k → {door}(NDCG): {turned}",
    ]
    assert all(change.witness for change in step.of("definition"))
    assert step.changed("meaning") == ["MAP", "NDCG"]
    assert [str(change) for change in step.of("offer")] == [
        f"{door}(MAP): not offered → unavailable: KeyError: 'map'",
        "ap: divisor=k → not offered",
        "dcg_at_k: gain=binary, ideal=none → not offered",
    ]
    site = build_report_pages(tmp_path / "site", found).parent
    line = "<code>map_<wbr>at_k</code> → <code>MAP</code>:"
    for page in ("paper.html", "library-daisyRec.html"):
        text = (site / page).read_text(encoding="utf-8")
        assert line in text or line.replace("<wbr>", "") in text, page


def test_what_is_unexplained_is_shown_by_a_recorded_number() -> None:
    """DaisyRec 2.1.4 gives no formula's MRR: its own number stands beside the sum."""
    library = next(one for one in read_survey().libraries if one.name == "daisyRec")
    _, later, first = list_version_steps(library)
    turned, back = (
        next(c for c in step.of("definition") if "MRR" in c.metrics)
        for step in (first, later)
    )
    assert turned.witness and back.witness
    assert (turned.before, turned.after) == ("counts=sum", "unexplained")
    assert (back.before, back.after) == ("unexplained", "counts=first")
    recorded = library.releases[-2].findings
    values = {f.metric: f.entry.values for f in recorded}["MRR"]
    assert turned.witness.other == values[str(turned.witness.case)]
    assert back.witness.one == values[str(back.witness.case)]
    for change in (turned, back):
        assert change.witness and change.witness.one != change.witness.other


def test_what_only_large_cases_show_is_no_change_where_none_was_asked() -> None:
    """Nothing is known of the version of which nobody asked them."""
    (library,) = (one for one in read_survey().libraries if one.name == "rs-metrics")
    asked = next(f for f in library.newest.findings if f.metric == "ndcg")
    entry = msgspec.structs.replace(asked.entry, large=None)
    asked_of_none = replace(asked, entry=entry)
    near = NearestVariant(
        variant=asked_of_none.variants[0],
        agrees_on=60,
        of=61,
        distance=3e-5,
        witness="large users_257",
        differs_on=("large users_257",),
    )
    entry = msgspec.structs.replace(asked_of_none.entry, nearest=near)
    elsewhere = replace(asked_of_none, entry=entry)
    assert is_difference_unasked(asked_of_none, elsewhere)
    more = msgspec.structs.replace(near, differs_on=("large users_257", "1 . @1"))
    entry = msgspec.structs.replace(entry, nearest=more)
    assert not is_difference_unasked(asked_of_none, replace(asked_of_none, entry=entry))
