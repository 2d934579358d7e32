"""Trying to refute verdicts: Hypothesis draws well-formed cases, libraries answer.

Start at `refute`. The cases are the same in every run (derandomised); a metric that
takes only part of them is asked again with cases it can take, until `TRIES` were tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from homonym.adapters.contract import Failed, Measurement, Metric, Refused
from homonym.classify import agrees
from homonym.reference.axes import Variant
from homonym.reference.case import Case

TRIES = 200
UNJUDGED = "stuvwxyz"
GRADES = {"a": "1", "b": "1.5", "c": "2", "d": "2.5", "e": "3", "f": "4", "g": "5"}
ITEMS = UNJUDGED + "".join(GRADES)
"""One letter an item: half of those drawn are not relevant."""

Ask = Callable[[str, Case], Measurement]


@dataclass
class Attempt:
    """How many cases a metric was tried on, and those on which its verdict failed.

    raised: messages with how often, on cases that gave no number to hold it to.
    """

    tried: int = 0
    failed: int = 0
    raised: Counter[str] = field(default_factory=Counter)
    counterexamples: list[Case] = field(default_factory=list)

    @property
    def smallest(self) -> Case | None:
        """The counterexample with the fewest users, then items, then the smallest k."""
        return min(
            self.counterexamples,
            key=lambda case: case.weight,
            default=None,
        )


@st.composite
def rankings(draw: st.DrawFn, k: int, full: bool) -> str:
    """One user's part of a line: at least k ranks, full or cut."""
    ranked = spelled(draw(st.text(ITEMS, min_size=k, max_size=k + 6)))
    missed = draw(st.text("".join(GRADES), max_size=2 * k + 1))
    cut = bool(missed) and not full
    if cut and (missed[1:] or set(ranked) - set(". ")):
        return f"{ranked} | {spelled(missed[1:])}"
    return f"{ranked} ." if set(ranked) - set(". ") else f"{ranked} 1 ."


def spelled(text: str) -> str:
    """Letters as grades: a word an item."""
    return " ".join(GRADES.get(letter, ".") for letter in text)


@st.composite
def cases(draw: st.DrawFn, full: bool = False) -> Case:
    """A well-formed case: 1 to 5 users, k up to 8, more relevant items or fewer."""
    k = draw(st.integers(1, 8))
    users = draw(st.lists(rankings(k, full), min_size=1, max_size=5))
    return Case.parse(f"{' ; '.join(users)} @{k}")


def refute(
    metrics: Sequence[Metric],
    survivors: Mapping[str, Sequence[Variant]],
    ask: Ask,
    progress: Callable[[int], None] = lambda done: None,
    tries: int = TRIES,
) -> dict[str, Attempt]:
    """Compare each metric with its surviving variants on cases drawn for it."""
    attempts = {m.name: Attempt() for m in metrics if survivors.get(m.name)}
    _draw(metrics, survivors, ask, attempts, cases(), tries, progress)
    short = [
        m for m in metrics if m.name in attempts and attempts[m.name].tried < tries
    ]
    if short:
        _draw(short, survivors, ask, attempts, cases(full=True), tries, progress)
    return attempts


def _draw(
    metrics: Sequence[Metric],
    survivors: Mapping[str, Sequence[Variant]],
    ask: Ask,
    attempts: dict[str, Attempt],
    drawn: st.SearchStrategy[Case],
    tries: int,
    progress: Callable[[int], None],
) -> None:
    @settings(
        max_examples=tries,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(drawn)
    def every_metric_holds(case: Case) -> None:
        for metric in metrics:
            if metric.name in attempts and attempts[metric.name].tried < tries:
                attempt(
                    metric, survivors[metric.name], case, ask, attempts[metric.name]
                )
        progress(1)

    every_metric_holds()


def attempt(
    metric: Metric, variants: Sequence[Variant], case: Case, ask: Ask, so_far: Attempt
) -> None:
    """Try one case, and note whether any of the variants agrees."""
    measured = ask(metric.name, case)
    expected = [variant.value(case) for variant in variants]
    if isinstance(measured, Refused) or all(e is None for e in expected):
        return
    so_far.tried += 1
    if isinstance(measured, Failed):
        so_far.raised[measured.error] += 1
    elif not any(agrees(e, measured, metric.precision) for e in expected):
        so_far.failed += 1
        so_far.counterexamples.append(case)
