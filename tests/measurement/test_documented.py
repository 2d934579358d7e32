"""What a record holds of a metric's documentation, and what is made of it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import msgspec.structs
import pytest

from homonym.adapters.contract import Documented, Metric
from homonym.errors import UserError
from homonym.measurement.record_entry import make_documented_variant
from homonym.records.differences import compare_records
from homonym.records.reading import as_plain, convert_plain_record
from homonym.records.schema_entry import MetricEntry
from homonym.records.store import (
    locate_record_file,
    read_expected_record,
    read_record_file,
    write_record_of,
)
from homonym.reports.findings.finding import Finding

WORDS = Documented("average_precision(divisor=k)", "over min(|R|, K)")
BOTH = replace(
    WORDS,
    more=("to capture all the correct ones",),
    also=("average_precision(divisor=min_k_r)",),
)


def found(words: Documented | None, *computed: str) -> Finding:
    """A fake library's metric with these words, that computes one of these."""
    metric = Metric("MAP", "average_precision", lambda _: 0.0, words)
    status = ("unexplained", "identified", "ambiguous")[min(len(computed), 2)]
    entry = MetricEntry(
        claims="average_precision",
        status=status,  # type: ignore[arg-type]
        variants=computed,
        documented=make_documented_variant(metric, "fake/metrics.py:7"),
    )
    return Finding("fake", "1.0.0", "MAP", entry)


@pytest.mark.parametrize(
    ("words", "computed", "differs", "several", "kept"),
    [
        (None, ["average_precision(divisor=r)"], False, False, 0),
        (WORDS, ["average_precision(divisor=k)"], False, False, 1),
        (WORDS, ["average_precision(divisor=r)"], True, False, 0),
        (WORDS, [], True, False, 0),
        (BOTH, ["average_precision(divisor=min_k_r)"], False, True, 1),
        (BOTH, ["average_precision(divisor=r)"], False, True, 0),
        (BOTH, [], False, True, 0),
        (
            BOTH,
            ["average_precision(divisor=min_k_r)", "average_precision(divisor=r)"],
            False,
            True,
            1,
        ),
    ],
)
def test_documentation_is_kept_broken_or_fits_several(
    words: Documented | None,
    computed: list[str],
    differs: bool,
    several: bool,
    kept: int,
) -> None:
    """As documented, otherwise than documented, or words that fit several variants:
    then it is accused of nothing, whether it computes one of them or none."""
    one = found(words, *computed)
    assert (one.differs, one.several, len(one.kept)) == (differs, several, kept)


def test_what_has_no_verdict_breaks_no_promise() -> None:
    """A metric that raises computes nothing that could be otherwise."""
    why = {"kind": "raised", "reason": "ValueError"}
    plain = {"claims": "recall", "status": "unavailable", "no_verdict": why}
    metric = Metric("recall", "recall", lambda _: 0.0, BOTH)
    for words in (BOTH, WORDS):
        metric = replace(metric, documented=words)
        entry = msgspec.convert(plain, MetricEntry)
        entry = msgspec.structs.replace(
            entry, documented=make_documented_variant(metric, "a:1")
        )
        one = Finding("fake", "1.0.0", "recall", entry)
        assert not one.differs and not one.several


def test_what_is_promised_keeps_its_id() -> None:
    """Divided by k or by the length: one class where lists have k items, and another
    promise all the same."""
    by_k = Documented("novelty(divisor=k)", "divided by K")
    metric = Metric("Novelty", "novelty", lambda _: 0.0, by_k)
    once = make_documented_variant(metric, "a:1")
    assert once and once.variants == ("novelty(divisor=k)",)
    both = replace(by_k, also=("novelty(divisor=length)",))
    twice = make_documented_variant(replace(metric, documented=both), "a:1")
    assert twice and twice.variants == (
        "novelty(divisor=k)",
        "novelty(divisor=length)",
    )


def test_words_that_were_not_found_promise_nothing() -> None:
    """Another version may say other words."""
    assert (
        make_documented_variant(Metric("MAP", "recall", lambda _: 0.0, BOTH), "")
        is None
    )


def test_what_is_quoted_and_promised_is_compared_but_not_where() -> None:
    """A record without further words is held to one with them: that is drift."""
    record = read_record_file(locate_record_file("recbole", "1.2.1"))
    name = "MAP"

    def held(**changes: object) -> dict[str, object]:
        words = record.metrics[name].documented
        assert words
        changed = msgspec.structs.replace(words, also=(), more=(), **changes)
        entry = msgspec.structs.replace(record.metrics[name], documented=changed)
        metrics = {**record.metrics, name: entry}
        return as_plain(msgspec.structs.replace(record, metrics=metrics))

    moved = compare_records(held(), held(where="recbole/other.py:1, 3"))
    assert not list(moved)
    one = held()
    entry = one["metrics"][name]  # type: ignore[index]
    entry["documented"] |= {"also": ["average_precision(divisor=r)"], "more": ["r"]}
    found = {one.within for one in compare_records(held(), one)}
    assert found == {
        "documented.also: recorded nothing, now average_precision(divisor=r)",
        "documented.more: recorded nothing, now r",
    }


@pytest.mark.parametrize(
    ("also", "told"),
    [
        ("average_precision(divisor=all)", "divisor"),
        ("rmse(missing=dropped)", "documented.also is rmse"),
    ],
)
def test_a_record_names_other_variants_that_there_are(
    tmp_path: Path, also: str, told: str
) -> None:
    """What the words fit beside the first is read as strictly as that."""
    plain = as_plain(read_record_file(locate_record_file("recbole", "1.2.1")))
    plain["metrics"]["MAP"]["documented"]["also"] = [also]
    file = write_record_of(convert_plain_record(plain, "a test"), [], tmp_path)
    with pytest.raises(UserError, match=re.escape(told)):
        read_expected_record(file)
