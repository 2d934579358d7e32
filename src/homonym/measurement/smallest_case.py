"""The smallest case that shows a definition to be wrong: start at `SmallestCases`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from homonym.adapters.contract import Value
from homonym.cases.kinds import find_case_kind
from homonym.equivalence.witness import are_told_apart
from homonym.measurement.calls import Calls
from homonym.reference.variants import Variant
from homonym.verdicts.formula import Verdict, agrees_with_measured

SMALLEST = 300
"""So many of the smallest cases are tried to show that a variant is wrong."""
SECONDS = 20.0
"""A metric that has taken so long for them is asked about no more of them."""


@dataclass
class SmallestCases:
    """Asks for the smallest cases on which metrics are not what they are near to."""

    calls: Calls

    def against_nearest(self, metric: str, verdict: Verdict, recorded: str = "") -> Any:
        """The smallest case on which the nearest variant, or the runner-up of a search,
        is wrong; None where none of the smallest is smaller than that of the corpus.
        One on which what survived is wrong itself comes whatever its size.

        recorded: the line of the one in the metric's record, which is asked about where
        there is no time for the search.
        """
        near = verdict.nearest or verdict.runner_up
        if not near:
            return None
        computed = Variant.parse(verdict.variants[0]) if verdict.variants else None
        wrong = Variant.parse(near.variant)
        takes: Any = wrong.home.takes
        known = [takes.parse(recorded)] if recorded else []
        case, refuted = self.first_wrong(metric, wrong, computed, known)
        smaller = case and case.weight <= takes.parse(near.witness).weight
        return case if smaller or refuted else None

    def against(self, metric: str, variant: Variant) -> Any:
        """The smallest case on which a metric does not give what the variant does, with
        some of several users behind."""
        return self.first_wrong(metric, variant)[0]

    def first_wrong(
        self,
        metric: str,
        variant: Variant,
        computed: Variant | None = None,
        known: Iterable[Any] = (),
    ) -> tuple[Any, bool]:
        """The same; where it is known what the metric computes, of those cases alone on
        which that differs, and whether that is wrong itself. Where time runs out one
        that was known before."""
        precision = self.calls.library.adapter.metrics[metric].precision
        kind = find_case_kind(variant.home.takes)
        small = kind.smallest_first()
        if computed:
            small = (
                c for c in small if are_told_apart(computed.value(c), variant.value(c))
            )
        few = itertools.islice(small, SMALLEST)
        every = few if computed else itertools.chain(few, kind.several_users())
        for case in self.in_time(metric, every, known):
            measured = self.calls.ask(metric, case)
            if not isinstance(measured, Value):
                continue
            refuted = computed is not None and not agrees_with_measured(
                computed.value(case), measured, precision
            )
            if refuted or not agrees_with_measured(
                variant.value(case), measured, precision
            ):
                return case, refuted
        return None, False

    def in_time(
        self, metric: str, cases: Iterable[Any], known: Iterable[Any]
    ) -> Iterator[Any]:
        """The cases until the metric has taken `SECONDS`, then those known before."""
        before = self.calls.spent[metric]
        for case in cases:
            if self.calls.spent[metric] - before > SECONDS:
                yield from known
                return
            yield case
