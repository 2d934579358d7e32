"""What does somebody's own function compute: start at `ask_target`.

The readings of its arguments are tried on the core; of those that give numbers the one
that a definition explains is measured as a library is, and nothing is written.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import configuration
from msgspec.structs import replace

from homonym.adapters import adapters
from homonym.drafting.fitting import Fit, describe_failed_shapes, find_best_fit
from homonym.drafting.questions import (
    DraftQuestion,
    find_textbook_definition,
    group_readings_by_family,
    list_draft_questions,
    read_elsewhere,
    render_wrapper_function,
    require_one_question,
)
from homonym.drafting.readings_adapter import ThisProcess, open_readings_process
from homonym.drafting.shapes import DataShape, Reading, check_shape
from homonym.drafting.signature import Function, read_function
from homonym.drafting.target import split_target
from homonym.equivalence.callers import replace_caller_by_mean
from homonym.errors import Broken, Told, UserError, render_option
from homonym.explain.compare import (
    Comparison,
    compare_definitions,
)
from homonym.measurement.calls import Calls
from homonym.measurement.library_process import LibraryProcess
from homonym.measurement.session import Progress, Session
from homonym.records.lookup import make_named_variant, yield_newest_metrics
from homonym.records.same_metric import RecordedMetric, find_same
from homonym.records.schema_entry import MetricEntry
from homonym.reference.corpus import editions
from homonym.reference.variants import Variant

TRIES = 25
"""So many cases are drawn to refute a verdict."""

OtherShape = tuple[DataShape, str]


@dataclass(frozen=True)
class FunctionAnswer:
    """What a function computes.

    reading: how its arguments were read, and the shape; claims: the family that it is
    named after, nothing where none is; entry: what a record would say of it; also:
    other shapes, in which it is another definition; guessed: the other shapes that it
    may as well take, where its own is a guess; same: the metrics on record that compute
    the same number; textbook: its definition beside that which its name stands for,
    worked out on the smallest case, or None.
    """

    reading: Reading
    claims: str
    entry: MetricEntry
    also: tuple[OtherShape, ...]
    guessed: tuple[DataShape, ...]
    same: tuple[RecordedMetric, ...]
    textbook: Comparison | None

    def __repr__(self) -> str:
        computes = " or ".join(self.entry.variants)
        return f"<FunctionAnswer: {self.entry.status} {computes}".rstrip() + ">"

    @property
    def variant(self) -> Variant | None:
        """What it computes, where that is one definition or several."""
        return Variant.parse(self.entry.variants[0]) if self.entry.variants else None

    @property
    def mostly_fails(self) -> bool:
        """Whether it failed on more core cases than it gave a number on."""
        core = self.entry.core
        return core is not None and sum(core.failed.values()) > core.ran

    @property
    def by_user(self) -> bool:
        """Whether it leaves the mean of the users' numbers to its caller."""
        variant = self.variant
        return variant is not None and variant.names["users"] == "caller"


def ask_target(target: str, shape: str = "", metric: str = "") -> FunctionAnswer:
    """What the function of a target (`MODULE:NAME`, `FILE.py:NAME`) computes, asked in
    a process of its own; UserError where it takes the names of several metrics and none
    is given, and as `ask_every`."""
    check_shape(shape)
    one = require_one_question(list_draft_questions(read_target(target), shape, metric))
    with open_target_process(target, [one]) as asked:
        return answer_draft_question(asked, one, shape, ignore_asking_progress)


def ask_every(
    target: str, shape: str, metric: str, progress: Progress
) -> dict[str, FunctionAnswer | Told]:
    """The same for each metric whose name the function takes, by these names, or by no
    name: the answer, or why there is none. UserError where it cannot be told how it is
    called, or nothing of it what it computes."""
    check_shape(shape)
    every = list_draft_questions(read_target(target), shape, metric)
    with open_target_process(target, every) as asked:
        found = {
            one.metric: answer_or_why(asked, one, shape, progress) for one in every
        }
    if not any(isinstance(one, FunctionAnswer) for one in found.values()):
        raise next(one for one in found.values() if isinstance(one, Told))
    return found


def read_target(target: str) -> Function:
    """What a function says of itself, by the name that it is called by."""
    function = read_elsewhere(target)
    _, name = split_target(target)
    return dataclasses.replace(function, name=name)


@contextmanager
def open_target_process(
    target: str, asked_for: Sequence[DraftQuestion]
) -> Iterator[LibraryProcess]:
    """The process that a function is asked in; Broken where it cannot be."""
    where, _ = split_target(target)
    with open_readings_process(where, group_readings_by_family(asked_for)) as asked:
        if "error" in asked.about:
            raise Broken(f"{target} cannot be asked: {asked.about['error']}")
        yield asked


def ask_function(
    found: Callable[..., Any], shape: str = "", metric: str = ""
) -> FunctionAnswer:
    """The same as `ask_target` of a function that one has, asked in this process."""
    check_shape(shape)
    one = require_one_question(
        list_draft_questions(read_function(found), shape, metric)
    )
    return answer_draft_question(
        ThisProcess(found, group_readings_by_family([one])),
        one,
        shape,
        ignore_asking_progress,
    )


def answer_or_why(
    asked: LibraryProcess, question: DraftQuestion, shape: str, progress: Progress
) -> FunctionAnswer | Told:
    """The answer to one question, or why there is none."""
    try:
        return answer_draft_question(asked, question, shape, progress)
    except Told as told:
        return told


def ignore_asking_progress(stage: str, done: int, of: int) -> None:
    """Says nothing of what is done."""


def answer_draft_question(
    asked: LibraryProcess, question: DraftQuestion, shape: str, progress: Progress
) -> FunctionAnswer:
    """The answer of the function in its process."""
    claims = question.claims
    with Calls(asked) as calls:
        fits = find_best_fit(calls, question.tried, progress)
        if not fits:
            raise make_no_numbers_error(calls, question, shape)
        best, others = fits
        entry = measure_asked_function(calls, best.reading, progress)
    return FunctionAnswer(
        best.reading,
        claims,
        entry,
        list_other_shapes(best, others),
        list_guessed_shapes(best, others, claims),
        find_same_recorded_metrics(entry),
        compare_with_textbook(
            entry, find_textbook_definition(best.reading.function, question.metric)
        ),
    )


def list_other_shapes(best: Fit, others: Sequence[Fit]) -> tuple[OtherShape, ...]:
    """Other shapes in which the function is another definition, each of these once."""
    found: dict[str, OtherShape] = {}
    for one in others:
        if one.variants and one.claimed and not one.variants & best.variants:
            said = min(map(str, {v.canonical() for v in one.variants}), key=len)
            found.setdefault(said, (one.reading.shape, said))
    return tuple(found.values())


def list_guessed_shapes(
    best: Fit, others: Sequence[Fit], claims: str
) -> tuple[DataShape, ...]:
    """The other shapes that it may as well take: of a function that nothing explains,
    all in which it gives numbers; of one whose name says nothing, those in which these
    are unexplained, for what explains the others may be chance."""
    if not best.variants:
        return tuple(one.reading.shape for one in others)
    unexplained = (one.reading.shape for one in others if not one.variants)
    return () if claims else tuple(unexplained)


def measure_asked_function(
    calls: Calls, reading: Reading, progress: Progress
) -> MetricEntry:
    """What a record would say of the function."""
    about = {**calls.library.about, "names": [reading.name]}
    session = Session(calls, editions()[-1], None, progress, TRIES, False)
    with isolate_hypothesis_home():
        return session.record(about).metrics[reading.name]


@contextmanager
def isolate_hypothesis_home() -> Iterator[None]:
    """Hypothesis keeps what it learns in a folder that is gone afterwards."""
    with TemporaryDirectory() as folder:
        configuration.set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            configuration.set_hypothesis_home_dir(None)


def make_no_numbers_error(
    calls: Calls, question: DraftQuestion, shape: str
) -> UserError | Broken:
    """What to raise where no reading gives a number."""
    function = question.tried[0].function
    told = (
        f"{function} gave no number in\n{describe_failed_shapes(calls, question.tried)}"
    )
    if shape:
        return Broken(told)
    return UserError(
        f"{told}\nif it takes one of these, say {render_option('shape', 'NAME')}",
        render_wrapper_function(function, question.claims),
    )


def find_same_recorded_metrics(entry: MetricEntry) -> tuple[RecordedMetric, ...]:
    """The metrics of each library's newest record that compute the same; the mean is
    taken of a number for each user."""
    if len(entry.variants) != 1:
        return ()
    mean = replace_caller_by_mean(Variant.parse(entry.variants[0]))
    one = RecordedMetric("", "", "", replace(entry, variants=(str(mean),)))
    known = (
        named.recorded for lib in adapters() for named in yield_newest_metrics(lib)
    )
    others = [m for m in known if m and len(m.entry.variants) == 1]
    return tuple(same.metric for same in find_same(one, others, ()))


def compare_with_textbook(
    entry: MetricEntry, textbook: Variant | None
) -> Comparison | None:
    """The function's definition beside the one that its name stands for; None where it
    has no definition, or no name."""
    if not entry.variants or textbook is None:
        return None
    mine = replace_caller_by_mean(Variant.parse(entry.variants[0]))
    return compare_definitions(make_named_variant(mine), make_named_variant(textbook))
