"""Pipelines cut their work into batches: the size of the data changes no formula."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import pytest

from homonym.adapters.contract import Refused, Value
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, families
from homonym.verdicts.formula import agrees_with_measured

if TYPE_CHECKING:
    from homonym.gate.check import Result
    from homonym.measurement.library_process import LibraryProcess

USERS, ITEMS, K = 11, 2100, 20
"""Ids of more than one digit, and so many items that RecBole has one user a batch."""
SECONDS = 300.0
"""The time that a call may take."""


@cache
def build_large_catalogue() -> Case:
    """Every user has hits at other ranks, within the first k and far below."""
    hits = [{user, 3 * user, 100 * user} for user in range(1, USERS + 1)]
    rows = (["1" if n in mine else "." for n in range(1, ITEMS + 1)] for mine in hits)
    return Case.parse(f"{' ; '.join(map(' '.join, rows))} @{K}")


def test_a_pipeline_keeps_its_formula_on_a_large_catalogue(
    metric: str,
    result: Result,
    live: Callable[[], LibraryProcess],
    pytestconfig: pytest.Config,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where users no longer fit into one batch, and ids have several digits."""
    from homonym.adapters import find_adapter

    adapter = find_adapter(pytestconfig.getoption("--homonym-library"))
    one = adapter.metrics[metric]
    known = result.record.metrics.get(metric)
    variants = known.variants if known else ()
    if (
        one.entry != "pipeline"
        or len(variants) != 1
        or one.claims not in families(Case)
    ):
        pytest.skip("no pipeline that ranks by one formula")
    library = live()
    monkeypatch.setattr(library, "seconds", SECONDS)
    measured = library.measure(metric, build_large_catalogue())
    if isinstance(measured, Refused):
        pytest.skip(measured.reason)
    expected = Variant.parse(variants[0]).value(build_large_catalogue())
    assert isinstance(measured, Value)
    assert agrees_with_measured(expected, measured, one.precision), (expected, measured)
