"""The properties: each metric agrees with its verdict on cases drawn by Hypothesis.

The library is asked anew, in a process of its own, about other cases than those of the
record: in every run others, or those of `--hypothesis-seed`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from homonym.gate.check import Result
    from homonym.measurement.library_process import LibraryProcess

SHARE = 8
"""So many times fewer cases are drawn than the check draws: 25 of 200."""


def test_metric_agrees_with_its_verdict_on_drawn_cases(
    result: Result,
    metric: str,
    live: Callable[[], LibraryProcess],
    pytestconfig: pytest.Config,
) -> None:
    """No case refutes the verdict, of all cases and then of those that metrics take
    which refuse most."""
    from homonym.cases.kinds import find_case_kind
    from homonym.conformance_tests.metric_property import Held
    from homonym.measurement.refutation import TRIES

    entry = result.record.metrics.get(metric)
    if entry is None:
        pytest.skip("no verdict to refute: no longer offered")
    if not entry.variants:
        why = entry.no_verdict.reason if entry.no_verdict else entry.status
        pytest.skip(f"no verdict to refute: {why}")
    library = live()
    held = Held(library.adapter.metrics[metric], entry, library.measure)
    tries = pytestconfig.getoption("--homonym-max-examples") or TRIES
    chosen = pytestconfig.getoption("--hypothesis-seed", default=None) is not None
    for drawn in find_case_kind(held.takes).drawn():
        if held.tried * SHARE < tries:
            held.on(drawn, max(1, tries // SHARE), chosen)
