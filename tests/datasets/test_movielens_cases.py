"""Measuring on people's MovieLens ratings, and how such numbers are compared."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from homonym.adapters.contract import Value
from homonym.errors import UserError
from homonym.measurement.calls import Calls
from homonym.measurement.datasets import compute_callers_mean, measure_movielens
from homonym.measurement.library_process import LibraryProcess
from homonym.records.differences import compare_records

pytest.importorskip("numpy")

RATINGS = (
    "userId,movieId,rating,timestamp\n"
    "1,10,5.0,1\n1,20,4.5,2\n2,10,4.5,4\n2,40,5.0,5\n2,50,5.0,6\n"
    "3,20,5.0,7\n3,40,5.0,8\n1,40,4.5,9\n"
)
"""One rating is the test: user 1 has yet to see item 40, beside item 50."""


@pytest.fixture
def calls(fakes: str) -> Iterator[Calls]:
    """The fake library's."""
    with LibraryProcess(fakes) as asked, Calls(asked) as made:
        yield made


def test_each_metric_is_measured_on_the_ratings(calls: Calls, tmp_path: Path) -> None:
    """Item 40 is one of the twenty recommended: precision is one in twenty."""
    (tmp_path / "ratings.csv").write_text(RATINGS)
    metrics = calls.library.adapter.metrics
    asked = {name: metrics[name] for name in ("precision", "per_user")}
    found = measure_movielens(calls, asked, tmp_path)
    assert found.values == {"precision": 0.05, "per_user": "per user"}
    assert found.means == {"per_user": 0.05}
    assert found.data.startswith(tmp_path.name)
    assert "global split, digest " in found.data
    assert [case for _, case, _ in calls.rows] == ["movielens top"] * 2


def test_a_folder_without_ratings_is_refused_in_a_sentence(calls: Calls) -> None:
    """The path is named."""
    with pytest.raises(UserError, match="nowhere"):
        measure_movielens(calls, {}, Path("nowhere"))


def test_the_mean_of_per_user_numbers_is_that_of_a_caller() -> None:
    """One user without a number makes it NaN, as numpy's mean does."""
    assert compute_callers_mean(Value(None, (0.5, 0.25, 0.0))) == 0.25
    assert str(compute_callers_mean(Value(None, (0.5, None)))) == "nan"


def recorded(**changes: Any) -> dict[str, Any]:
    data = {"data": "ml, digest 1", "values": {"map": 0.5}, "means": {"ap": 0.25}}
    return {"metrics": {"map": {}}, "movielens": {**deepcopy(data), **changes}}


def test_numbers_on_ratings_are_compared_where_both_records_have_them() -> None:
    """A run without ratings is no drift; another number on the same ratings is."""
    old, other = recorded(), recorded(values={"map": 0.6})
    without = {"metrics": {"map": {}}}
    assert list(compare_records(old, without)) == []
    assert list(compare_records(without, old)) == []
    (told,) = compare_records(old, other)
    assert str(told) == "movielens.values.map: recorded 0.5, now 0.6"


def test_numbers_on_other_ratings_are_not_compared() -> None:
    """The digest names the data: on another split nothing is expected."""
    other = recorded(data="ml, digest 2", values={"map": 0.6})
    assert list(compare_records(recorded(), other)) == []


def test_a_record_from_before_means_were_kept_still_holds() -> None:
    """Means are compared where both have them, and then they count."""
    old = recorded()
    del old["movielens"]["means"]
    assert list(compare_records(old, recorded())) == []
    assert list(compare_records(recorded(), old)) == []
    assert list(compare_records(recorded(), recorded(means={"ap": 0.5})))
