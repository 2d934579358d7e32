"""Tables are read once, and what is done with is dropped."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from opened import open_inputs

import homonym
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.engine import evaluate_ranking_variants
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.reading import read_input_table
from homonym.identification import settings
from homonym.identification.settings import OpenedSettings, Setting
from homonym.reference.variants import Variant

Write = Callable[[str, str], Path]
LISTS = "user,item,score\na,1,0.9\na,2,0.8\nb,3,0.7\nb,1,0.6\n"
TRUTH = "user,item,grade\na,2,5\nb,3,4\nc,1,3\n"
SKIPPED = Conventions.of(["user_without_list=skipped"])


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that are read, as that happens."""
    found: list[str] = []

    def counted(backend: Any, kind: Any, *others: Any) -> Any:
        found.append(kind)
        return read_input_table(backend, kind, *others)

    monkeypatch.setattr("homonym.evaluation.inputs.read_input_table", counted)
    return found


@pytest.mark.exhaustive
def test_several_libraries_conventions_read_the_tables_once(
    write: Write, read: list[str]
) -> None:
    files = write("p.csv", LISTS), write("t.csv", TRUTH)
    found = homonym.evaluate(*files, k=2, like=["recbole", "rs-metrics", "beta-rec"])
    assert len(found.bases) > 1
    assert sorted(read) == ["predictions", "truth"]


@pytest.mark.exhaustive
def test_every_threshold_and_treatment_reads_the_tables_once(
    write: Write, read: list[str]
) -> None:
    files = write("p.csv", LISTS), write("t.csv", TRUTH)
    homonym.identify(*files, "0.77", k=1, metric="recall", threshold="any", users="any")
    assert sorted(read) == ["predictions", "truth"]


def tables_in(backend: Any) -> int:
    """How many tables DuckDB holds."""
    return int(backend.rows_of("SELECT count(*) FROM duckdb_tables()")[0][0])


def test_what_numbers_are_computed_from_is_dropped(write: Write) -> None:
    opened = open_inputs(
        Inputs(write("p.csv", LISTS), write("t.csv", TRUTH)), Conventions()
    )
    backend = opened.tables.backend
    before = tables_in(backend)
    recall = Variant.parse("recall(divisor=r)")
    assert evaluate_ranking_variants(opened.tables, [recall], 2) == {
        recall: pytest.approx(2 / 3)
    }
    assert tables_in(backend) == before
    opened.close()
    assert tables_in(backend) < before


def test_settings_that_are_done_keep_no_tables(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "KEPT", 1)
    every = OpenedSettings(Inputs(write("p.csv", LISTS), write("t.csv", TRUTH)))
    (first,) = every.opened(Setting(None, Conventions()))
    before = tables_in(first.tables.backend)
    (second,) = every.opened(Setting(4, SKIPPED))
    assert second.tables.backend is first.tables.backend
    assert tables_in(second.tables.backend) == before
    assert second.counts["users"] == 2


def test_a_row_without_an_item_adds_none_to_the_catalogue(write: Write) -> None:
    files = write("p.csv", LISTS), write("t.csv", TRUTH)
    train = write("train.csv", "user,item\na,7\nb,\n")
    coverage = "coverage(of=items)"
    found = homonym.evaluate(*files, k=2, metrics=[coverage], train=train)
    # 1, 2 and 3 of those and 7
    assert found.value(coverage) == 0.75
