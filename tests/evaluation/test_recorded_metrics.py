"""What records say their metrics give on the example, evaluated from its files."""

from collections.abc import Callable
from math import isnan
from pathlib import Path

import pytest

import homonym
from homonym.adapters import find_adapter
from homonym.datasets.dataset import write_dataset
from homonym.datasets.example import generate_example
from homonym.evaluation.recorded_metrics import Computes, list_recorded_metrics
from homonym.records import store

Make = Callable[[str, Callable[[Path], object]], Path]
NEAR = 1e-8
"""Records keep nine digits."""


def recorded() -> dict[Computes, tuple[float, float]]:
    """What identified metrics give on the example, the mean where each user has a
    number, and how exact that is."""
    found = {}
    for record in store.read_every():
        given = record.example
        numbers = {**given.values, **given.means} if given else {}
        for one in list_recorded_metrics():
            if (one.library, one.version) == (record.library, record.version):
                value = numbers.get(one.metric)
                if isinstance(value, float):
                    found[one] = value, record.metrics[one.metric].precision or 0.0
    return found


def test_no_number_of_an_identified_metric_is_left_out() -> None:
    numbers = {
        f"{record.library}=={record.version}.{name}"
        for record in store.read_every()
        for name, entry in record.metrics.items()
        if entry.status == "identified" and record.example
        if isinstance(
            {**record.example.values, **record.example.means}.get(name), float
        )
    }
    assert numbers == {one.dated for one in recorded()}
    assert len(numbers) > 800


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("full", "lists"), [(False, "predictions"), (True, "rankings")]
)
def test_the_example_gives_what_was_recorded(
    once: Make, full: bool, lists: str
) -> None:
    folder = once("example", lambda made: write_dataset(generate_example(), made))
    wanted = {one: n for one, n in recorded().items() if is_full(one) == full}
    assert len(wanted) > 20
    found = homonym.evaluate(
        folder / ("rankings.csv" if full else "predictions.csv"),
        folder / "test.csv",
        k=20,
        metrics=[str(one.averaged) for one in wanted],
        train=folder / "train.csv",
    )
    other = {
        str(one): (value, found.value(one.averaged))
        for one, value in wanted.items()
        if not near(value, found.value(one.averaged))
    }
    assert not other


def is_full(one: Computes) -> bool:
    """Whether the metric was asked about full rankings."""
    return find_adapter(one.library).metrics[one.metric].full


def near(recorded: tuple[float, float], found: float | None) -> bool:
    """Whether the two are one number, to the metric's precision."""
    value, precision = recorded
    if found is None or isnan(value):
        return found is not None and isnan(found)
    return abs(value - found) <= max(NEAR, precision) * max(1.0, abs(value))
