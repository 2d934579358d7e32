"""The statistics of the experiments, by hand."""

from __future__ import annotations

import sys
from math import sqrt

import pytest

from homonym.errors import UserError

reason = "numpy and scipy are in the extra 'simulation'"
numpy = pytest.importorskip("numpy", reason=reason)
pytest.importorskip("scipy", reason=reason)

from homonym.experiments.statistics import (  # noqa: E402
    compute_kendall_tau,
    compute_tau_with_each,
    compute_wilcoxon_p,
)


def test_taus_with_ties_by_hand() -> None:
    """Of six pairs the one orders five, 1 and 2 being tied: all five are alike, all
    turned round, none ordered; last, of the three that the other orders one is alike,
    one turned round and one tied."""
    one = numpy.array([1.0, 2.0, 2.0, 3.0])
    others = numpy.array([[1.0, 2, 3, 4], [4, 3, 2, 1], [1, 1, 1, 1], [1, 2, 1, 1]])
    found = compute_tau_with_each(one, others)
    assert found == [pytest.approx(5 / sqrt(30)), pytest.approx(-5 / sqrt(30)), None, 0]
    for row, value in zip(others, found, strict=True):
        assert compute_kendall_tau(one, row) == (value and pytest.approx(value))


@pytest.mark.parametrize(
    ("ideal", "other", "p"),
    [
        ([1.0, 2.0, 3.0], [0.5, 0.5, 0.5], 1 / 8),
        ([0.5, 0.5, 0.5], [1.0, 2.0, 3.0], 1.0),
        ([1.0, 2.0], [1.0, 2.0], 1.0),
        ([1 + 1e-13], [1.0], 1.0),
        ([1e-12], [0.0], 1.0),
        ([1 + 1e-11], [1.0], 1 / 2),
        ([1 + 1e-13, 3.0], [1.0, 2.0], 1 / 2),
        ([2.0, 1.0, 1.0], [1.0, 3.0, 4.0], 7 / 8),
    ],
)
def test_the_chance_of_signs_as_good_as_these(
    ideal: list[float], other: list[float], p: float
) -> None:
    """All three better: one of eight signs. What differs by 1e-12 differs by rounding.
    Where the smallest alone is better its rank is 1: all signs but one reach that."""
    assert compute_wilcoxon_p(ideal, other) == pytest.approx(p)


def test_without_scipy_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    with pytest.raises(UserError, match="the experiments need scipy"):
        compute_kendall_tau([1, 2], [1, 2])


def test_statistics_are_those_worked_out_by_hand() -> None:
    """tau: one of three pairs is inverted; Wilcoxon: all eight users alike, 2^-8."""
    assert compute_kendall_tau([1, 2, 3], [1, 3, 2]) == pytest.approx(1 / 3)
    assert compute_kendall_tau([1, 2, 3], [1, 1, 1]) is None
    better, less = [n + 1.0 for n in range(8)], [0.5 * n for n in range(8)]
    assert compute_wilcoxon_p(better, less) == pytest.approx(2**-8)
    assert compute_wilcoxon_p(better, better) == 1.0
