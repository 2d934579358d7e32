"""Trying to refute verdicts: Hypothesis draws well-formed cases, libraries answer.

Start at `refute`. The cases are the same in every run (one seed); a metric that
takes only part of them is asked again with cases it can take, until `TRIES` were tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from homonym.adapters.contract import Failed, Measurement, Metric, Refused
from homonym.classify import agrees
from homonym.reference.axes import Variant
from homonym.reference.case import Case

TRIES = 200
SEED = 1
"""Of the cases that every run draws, unless another is asked for."""
PALETTES = (("1",), ("1", "2", "3", "4", "5"), ("1", "1.5", "2.5", "4"), ("2", "4.5"))
CUT_OFFS = (5, 10, 20, 50, 100)
"""Where people cut: a formula may be wrong at one of them alone."""

Ask = Callable[[str, Case], Measurement]


@dataclass
class Attempt:
    """How many cases a metric was tried on, and those on which its verdict failed.

    stored: the smallest counterexample of this attempt and of those before.
    raised: messages with how often, on cases that gave no number to hold it to.
    """

    tried: int = 0
    failed: int = 0
    raised: Counter[str] = field(default_factory=Counter)
    counterexamples: list[Case] = field(default_factory=list)
    stored: list[Case] = field(default_factory=list)

    @property
    def smallest(self) -> Case | None:
        """The counterexample with the fewest users, then items, then the smallest k."""
        return min(self.counterexamples, key=lambda case: case.weight, default=None)

    def after(self, before: Attempt | None) -> Attempt:
        """This attempt, with what an earlier verdict on the same metric failed on."""
        kept = before.stored if before else []
        found = [self.smallest] if self.smallest else []
        failed = self.failed + (before.failed if before else 0)
        raised = self.raised + (before.raised if before else Counter())
        return replace(self, failed=failed, raised=raised, stored=[*kept, *found])


@dataclass(frozen=True)
class Shape:
    """What a drawn case is like: the most users and ranks, the cut-offs to choose from,
    and which scores; `full`: nothing is unranked; `one`: one relevant item a user."""

    users: int = 5
    ranks: int = 14
    cut_offs: Sequence[int] = range(1, 9)
    scores: str = "usual"
    full: bool = False
    one: bool = False


SHAPES = (
    *[Shape()] * 5,
    Shape(users=3, ranks=40, cut_offs=(10, 20)),
    Shape(users=60, ranks=10, cut_offs=range(1, 6)),
    Shape(users=2, ranks=120, cut_offs=CUT_OFFS),
    Shape(users=3, ranks=9, scores="close"),
    Shape(users=3, ranks=9, scores="tiny"),
    Shape(users=3, ranks=9, scores="high"),
)
"""Many of the cases are small; the others are large somewhere, or have odd scores."""

STEP = 2.0**-24
SCORES: dict[str, Callable[[int], float]] = {
    "close": lambda place: 0.5 - place * STEP / 2,
    "tiny": lambda place: 2.0 ** -(100 + place / 4),
    "high": lambda place: 1 - (place + 1) * STEP,
}
"""Falling scores in (0, 1), distinct even in single precision."""


@st.composite
def cases(draw: st.DrawFn, full: bool = False, one: bool = False) -> Case:
    """A well-formed case of one of the shapes.

    The shape is drawn, and the seed of the rest: Hypothesis limits how much it draws.
    """
    shape = replace(draw(st.sampled_from(SHAPES)), full=full, one=one)
    return built(shape, Random(draw(st.integers(0, 2**32))))


def built(shape: Shape, chance: Random) -> Case:
    """A case of that shape."""
    k = chance.choice(shape.cut_offs)
    grades = chance.choice(PALETTES)
    users = range(chance.randint(1, shape.users))
    lines = [user(shape, k, grades, chance) for _ in users]
    case = Case.parse(f"{' ; '.join(lines)} @{k}")
    return case if shape.scores == "usual" else rescored(case, SCORES[shape.scores])


def user(shape: Shape, k: int, grades: Sequence[str], chance: Random) -> str:
    """One user's part of a line: r and the list's length lie around k, or anywhere."""
    ranks = k + chance.choice((0, 0, 1, chance.randint(0, max(1, shape.ranks - k))))
    cut = not shape.full and chance.random() < 0.5
    ranks = ranks if cut else max(2, ranks)
    around = (1, k - 1, k, k + 1, chance.randint(1, ranks + 2))
    r = 1 if shape.one else max(1, chance.choice(around))
    listed = min(r, ranks if cut else ranks - 1)
    missed = chance.randint(0, listed) if cut else 0
    found = [chance.choice(grades) for _ in range(listed - missed)]
    row = [*found, *["."] * (ranks - len(found))]
    chance.shuffle(row)
    if not cut:
        return " ".join(row)
    unranked = [chance.choice(grades) for _ in range(missed + r - listed)]
    return f"{' '.join(row)} | {' '.join(unranked)}"


def rescored(case: Case, score: Callable[[int], float]) -> Case:
    """The case with other scores, dealt to the users in turn."""
    many = len(case.users)
    users = tuple(
        replace(u, scores=tuple(score(i + many * n) for n in range(len(u.grades))))
        for i, u in enumerate(case.users)
    )
    return replace(case, users=users)


def refute(
    metrics: Sequence[Metric],
    survivors: Mapping[str, Sequence[Variant]],
    ask: Ask,
    progress: Callable[[int], None] = lambda done: None,
    tries: int = TRIES,
    of: int = SEED,
) -> dict[str, Attempt]:
    """Compare each metric with its surviving variants on cases drawn for it: any case,
    then full rankings, leave-one-out and both for those that take too few."""
    attempts = {m.name: Attempt() for m in metrics if survivors.get(m.name)}
    both = cases(full=True, one=True)
    for drawn in (cases(), cases(full=True), cases(one=True), both):
        short = [
            m for m in metrics if m.name in attempts and attempts[m.name].tried < tries
        ]

        def each(case: Case, short: Sequence[Metric] = short) -> None:
            for metric in short:
                so_far = attempts[metric.name]
                if so_far.tried < tries:
                    attempt(metric, survivors[metric.name], case, ask, so_far)
            progress(1)

        if short:
            draw(drawn, tries, of, each)
    return attempts


def draw(
    drawn: st.SearchStrategy[Case],
    tries: int,
    of: int,
    visit: Callable[[Case], None],
) -> None:
    """Show so many cases of the seed to `visit`: Hypothesis only draws, it minimises
    nothing."""

    @seed(of)
    @settings(
        max_examples=tries,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(drawn)
    def every_case(case: Case) -> None:
        visit(case)

    every_case()


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
