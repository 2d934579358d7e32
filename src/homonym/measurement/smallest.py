"""The smallest case that shows a definition to be wrong: start at `SmallestCases`."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from homonym.adapters.contract import Value
from homonym.cases.kinds import kind_of
from homonym.equivalence.witness import differ
from homonym.measurement.calls import Calls
from homonym.reference.variants import Variant
from homonym.verdicts.formula import Verdict, agrees

SMALLEST = 300
"""So many of the smallest cases are tried to show that a variant is wrong."""


@dataclass
class SmallestCases:
    """Asks for the smallest cases on which metrics are not what they are near to."""

    calls: Calls

    def against_nearest(self, metric: str, verdict: Verdict) -> Any:
        """The smallest case on which the nearest variant, or the runner-up of a search,
        is wrong; None where none of the smallest is smaller than that of the corpus."""
        near = verdict.nearest or verdict.runner_up
        if not near:
            return None
        computed = Variant.parse(verdict.variants[0]) if verdict.variants else None
        wrong = Variant.parse(near.variant)
        case = self.against(metric, wrong, computed)
        takes: Any = wrong.home.takes
        smaller = case and case.weight <= takes.parse(near.witness).weight
        return case if smaller else None

    def against(
        self, metric: str, variant: Variant, computed: Variant | None = None
    ) -> Any:
        """The smallest case on which a metric does not give what the variant does; of
        those alone on which what it computes differs, where that is known, else with
        some of several users behind."""
        precision = self.calls.library.adapter.metrics[metric].precision
        kind = kind_of(variant.home.takes)
        small = kind.smallest_first()
        if computed:
            small = (c for c in small if differ(computed.value(c), variant.value(c)))
        few = itertools.islice(small, SMALLEST)
        for case in few if computed else itertools.chain(few, kind.several_users()):
            measured = self.calls.ask(metric, case)
            if isinstance(measured, Value) and not agrees(
                variant.value(case), measured, precision
            ):
                return case
        return None
