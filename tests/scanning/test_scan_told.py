"""How `homonym scan` tells what was found, here of records that are made up."""

from __future__ import annotations

import pytest

from homonym.cli.scan import (
    build_scan_row,
    build_scan_rows,
    describe_expectation,
    describe_found_definitions,
    describe_how_found,
    format_found_count,
    join_first_texts,
    join_library_titles,
    print_found,
    print_table,
    summarise_scan,
)
from homonym.records.same_metric import RecordedMetric
from homonym.records.schema_entry import MetricEntry
from homonym.reference.variants import Variant
from homonym.scanning.code_files import Unread
from homonym.scanning.judgements import Expectation
from homonym.scanning.scan import CALL, NEAR_COPY, FoundMetric, Scan

R, CAPPED = "recall(divisor=r)", "recall(divisor=min_k_r)"


def found(
    *variants: str,
    how: str = CALL,
    place: str = "a.py:1",
    library: str = "lib",
    likeness: float = 1.0,
    source: str = "the pin",
) -> FoundMetric:
    """A metric, found in one place, with a way of calling it for each variant."""
    ways = tuple(
        RecordedMetric(
            library,
            "1.0",
            f"recall(n={number})" if len(variants) > 1 else "recall",
            MetricEntry(claims="recall", status="identified", variants=(one,)),
        )
        for number, one in enumerate(variants)
    )
    return FoundMetric(ways, how, source, likeness, (place,))


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 files"), (1, "1 file"), (2, "2 files")]
)
def test_what_is_counted_is_told_in_words(number: int, told: str) -> None:
    assert format_found_count(number, "file") == told


def test_a_scan_is_summed_up_by_calls_and_by_places_of_copies() -> None:
    """Two records that one function equals are one function."""
    copies = [found(R, how="copy", library=one) for one in ("a", "b")]
    scan = Scan(3, (), (found(R), *copies, found(R, how="copy", place="b.py:2")))
    assert summarise_scan(scan) == [
        "3 files: 1 recorded metric called, 2 functions copied from recorded ones"
    ]


def test_a_name_of_two_definitions_is_told_with_who_computes_each() -> None:
    one = found(R, library="rs-metrics")
    other = found(CAPPED, library="scikit-learn")
    told = summarise_scan(Scan(1, (), (one, one, other)))[1]
    assert told == (
        "Recall has 2 definitions here, which are not comparable: "
        f"{R} (rs_metrics); {CAPPED} (scikit-learn)"
    )
    assert join_library_titles([one, other, one]) == "rs_metrics, scikit-learn"


def test_an_expectation_is_a_sentence() -> None:
    """Whether nothing was found, all holds, or some metrics are not it."""
    recall = Variant.parse(R)
    told = [
        describe_expectation(Expectation(recall, of, against))
        for of, against in ((0, ()), (1, ()), (2, (found(CAPPED),)))
    ]
    assert told == [
        f"expected {R}: no Recall of a recorded library was found",
        f"expected {R}: everything found computes it",
        f"expected {R}, but these metrics compute, or may compute, something else: "
        "lib 1.0 recall (a.py:1)",
    ]


def test_how_a_metric_was_found_is_told() -> None:
    """Called, copied, or nearly copied and how nearly."""
    assert describe_how_found(found(R)) == "called; the pin"
    assert describe_how_found(found(R, how="copy")) == "copy of the pin"
    near = describe_how_found(found(R, how=NEAR_COPY, likeness=0.875))
    assert near == f"{NEAR_COPY} (88% of its statements) of the pin"


def test_a_formula_that_depends_on_the_call_is_told_with_each_way() -> None:
    assert describe_found_definitions(found(R, R)) == R
    told = describe_found_definitions(found(R, CAPPED, R))
    assert told == f"recall(n=0), recall(n=2): {R}; recall(n=1): {CAPPED}"


def test_the_first_three_stand_in_a_line() -> None:
    assert join_first_texts(["a", "b", "c"]) == "a, b and c"
    assert join_first_texts([*"abcd"]) == "a, b, c and 1 more"
    assert join_first_texts([*"abcde"]) == "a, b, c and 2 more"
    assert join_first_texts([]) == ""


def test_metrics_that_are_one_function_share_a_row() -> None:
    """Where they compute one thing, whichever file it is of; another formula has a row
    of its own, and so has a call by another version."""
    copies = [found(R, how="copy", library=one, source=one) for one in ("a", "b")]
    other = found(CAPPED, how="copy", library="c")
    both, alone = build_scan_rows([*copies, other])
    assert both[0] == "a 1.0 recall and b 1.0 recall"
    assert alone[:2] == ("c 1.0 recall", CAPPED)
    assert both[3:] == ("copy of a", "a.py:1")
    assert len(build_scan_rows([found(R), found(R, source="a file")])) == 2
    every = [one.ways[0] for one in copies]
    row = build_scan_row(copies[:1], every)
    assert row[:3] == ("a 1.0 recall", R, "b 1.0 recall")
    assert build_scan_row(copies, every)[2] == "-"


def test_a_table_has_its_heads_and_no_bar_of_a_cell(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From the first column on, and in Markdown with a line below its heads."""
    rows = [("m", "|S|", "-", "called", "a.py:1")]
    print_table(rows, markdown=True)
    assert capsys.readouterr().out.splitlines() == [
        "| metric | computes | the same number elsewhere | found as | where |",
        "| --- | --- | --- | --- | --- |",
        r"| m | \|S\| | - | called | a.py:1 |",
    ]
    print_table(rows, markdown=False)
    head, row = capsys.readouterr().out.splitlines()
    assert head.startswith("metric  computes  ")
    assert row.startswith("m       |S|       ")


def test_what_was_not_read_is_told_beside_the_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The answer as a list in Markdown; no table where nothing was found."""
    scan = Scan(2, (Unread("old.py", "no Python 3 (line 1)"),), ())
    judged = [Expectation(Variant.parse(R), 0, ())]
    lines = [
        "2 files: 0 recorded metrics called, 0 functions copied from recorded ones",
        f"expected {R}: no Recall of a recorded library was found",
    ]
    print_found(scan, judged, markdown=False)
    told = capsys.readouterr()
    assert told.out.splitlines() == lines
    assert told.err == "homonym: old.py was not read: no Python 3 (line 1)\n"
    print_found(scan, judged, markdown=True)
    assert capsys.readouterr().out.splitlines() == [f"- {one}" for one in lines]
