"""What does somebody's own function compute: start at `ask_target`.

The readings of its arguments are tried on the core; of those that give numbers the one
that a definition explains is measured as a library is, and nothing is written.
"""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import configuration
from msgspec.structs import replace

from homonym.adapters import adapters
from homonym.drafting.asked import ThisProcess, process_of
from homonym.drafting.families import family, family_within
from homonym.drafting.fitting import Fit, best_fit, why_none
from homonym.drafting.roles import CannotTell
from homonym.drafting.shapes import (
    Reading,
    Shape,
    check_rankings,
    check_shape,
    readings,
)
from homonym.drafting.signature import Function, from_text, read_function
from homonym.drafting.target import split_target
from homonym.errors import Broken, UserError
from homonym.explain.compare import Comparison, averaged, compare
from homonym.measurement.calls import Calls
from homonym.measurement.environment import HASH_SEED, child_environment
from homonym.measurement.own_folder import own_path
from homonym.measurement.process import LibraryProcess
from homonym.measurement.session import Progress, Session
from homonym.measurement.tried_import import START_SECONDS
from homonym.records.lookup import newest_metrics, of_variant
from homonym.records.same_metric import RecordedMetric, find_same
from homonym.records.schema_entry import MetricEntry
from homonym.reference.corpus import editions
from homonym.reference.variants import Variant

TRIES = 25
"""So many cases are drawn to refute a verdict."""
UNNAMED = "precision"
"""What is taken for claimed where no name says anything: all families are searched."""

Other = tuple[Shape, str]


@dataclass(frozen=True)
class Answer:
    """What a function computes.

    reading: how its arguments were read, and the shape; claims: the family that it is
    named after, nothing where none is; entry: what a record would say of it; also:
    other shapes, in which it is another definition; guessed: of a function that nothing
    explains, the other shapes in which it gives numbers; same: the metrics on record
    that compute the same number; textbook: its definition beside that which its
    family's name stands for, worked out on the smallest case, or None.
    """

    reading: Reading
    claims: str
    entry: MetricEntry
    also: tuple[Other, ...]
    guessed: tuple[Shape, ...]
    same: tuple[RecordedMetric, ...]
    textbook: Comparison | None

    @property
    def variant(self) -> Variant | None:
        """What it computes, where that is one definition or several."""
        return Variant.parse(self.entry.variants[0]) if self.entry.variants else None

    @property
    def by_user(self) -> bool:
        """Whether it leaves the mean of the users' numbers to its caller."""
        variant = self.variant
        return variant is not None and variant.names["users"] == "caller"


def ask_target(
    target: str, shape: str = "", progress: Progress | None = None
) -> Answer:
    """What the function of a target (`MODULE:NAME`, `FILE.py:NAME`) computes, asked in
    a process of its own; UserError where it cannot be told how it is called."""
    check_shape(shape)
    function = read_elsewhere(target)
    where, name = split_target(target)
    function = dataclasses.replace(function, name=name)
    claims = family_of(function)
    tried = its_readings(function, claims, shape)
    with process_of(where, {claims or UNNAMED: tried}) as asked:
        if "error" in asked.about:
            raise Broken(f"{target} cannot be asked: {asked.about['error']}")
        return answer(asked, tried, claims, shape, progress or silent)


def ask_function(found: Callable[..., Any], shape: str = "") -> Answer:
    """The same of a function that one has, asked in this process."""
    check_shape(shape)
    function = read_function(found)
    claims = family_of(function)
    tried = its_readings(function, claims, shape)
    asked = ThisProcess(found, {claims or UNNAMED: tried})
    return answer(asked, tried, claims, shape, silent)


def silent(stage: str, done: int, of: int) -> None:
    """Says nothing of what is done."""


def read_elsewhere(target: str) -> Function:
    """What a function says of itself, read in another process."""
    command = [sys.executable, "-P", "-m", "homonym.drafting.signature", target]
    try:
        with TemporaryDirectory() as folder:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=START_SECONDS,
                env=child_environment(os.environ, own_path(), folder, HASH_SEED),
            )
    except subprocess.TimeoutExpired:
        raise Broken(f"{target} is not imported in {START_SECONDS:g} s") from None
    last = (done.stdout.strip().splitlines() or [""])[-1]
    told: dict[str, Any] = json.loads(last) if last.startswith("{") else {}
    if "missing" in told:
        raise UserError(told["missing"])
    if not told or "error" in told:
        why = told.get("error", f"the process ended with exit code {done.returncode}")
        raise Broken(f"{target} cannot be imported: {why}")
    return from_text(last)


def family_of(function: Function) -> str:
    """The family that a function's name or the first line of its docstring says."""
    first = function.doc.strip().partition("\n")[0]
    name = function.name
    return family(name) or family_within(name) or family_within(first)


def its_readings(function: Function, claims: str, shape: str) -> list[Reading]:
    """The ways to ask it; UserError where there is none."""
    try:
        check_rankings(claims)
        return readings(function, shape)
    except CannotTell as error:
        raise UserError(
            f"{function.name} cannot be asked: {error}; a metric takes lists and "
            "truth, or one list of hits, and perhaps a cut-off",
            wrapper(function),
        ) from None


def wrapper(function: Function) -> str:
    """Five lines to write, where no shape is the function's."""
    return (
        "write a function that calls it, and ask that one:\n"
        f"  from MODULE import {function.name}\n\n"
        f"  def {function.name}_of_lists(recommended, relevant, k):\n"
        "      # one user's items, best first, and the list of the relevant ones\n"
        f"      return {function.name}(recommended[:k], relevant)"
    )


def answer(
    asked: LibraryProcess,
    tried: Sequence[Reading],
    claims: str,
    shape: str,
    progress: Progress,
) -> Answer:
    """The answer of the function in its process."""
    with Calls(asked) as calls:
        fits = best_fit(calls, tried, progress)
        if not fits:
            raise no_numbers(calls, tried, shape)
        best, others = fits
        entry = measured(calls, best.reading, progress)
    return Answer(
        best.reading,
        claims,
        entry,
        in_other_shapes(best, others),
        () if best.variants else tuple(one.reading.shape for one in others),
        same_as(entry),
        beside_textbook(entry, claims),
    )


def in_other_shapes(best: Fit, others: Sequence[Fit]) -> tuple[Other, ...]:
    """Other shapes in which the function is another definition, each of these once."""
    found: dict[str, Other] = {}
    for one in others:
        if one.variants and one.claimed and not one.variants & best.variants:
            said = min(map(str, {v.canonical() for v in one.variants}), key=len)
            found.setdefault(said, (one.reading.shape, said))
    return tuple(found.values())


def measured(calls: Calls, reading: Reading, progress: Progress) -> MetricEntry:
    """What a record would say of the function."""
    about = {**calls.library.about, "names": [reading.name]}
    session = Session(calls, editions()[-1], None, progress, TRIES, False)
    with nothing_stored():
        return session.record(about).metrics[reading.name]


@contextmanager
def nothing_stored() -> Iterator[None]:
    """Hypothesis keeps what it learns in a folder that is gone afterwards."""
    with TemporaryDirectory() as folder:
        configuration.set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            configuration.set_hypothesis_home_dir(None)


def no_numbers(
    calls: Calls, tried: Sequence[Reading], shape: str
) -> UserError | Broken:
    """What to raise where no reading gives a number."""
    function = tried[0].function
    told = f"{function} gave no number in\n{why_none(calls, tried)}"
    if shape:
        return Broken(told)
    return UserError(
        f"{told}\nif it takes one of these, say --shape NAME", wrapper(function)
    )


def same_as(entry: MetricEntry) -> tuple[RecordedMetric, ...]:
    """The metrics of each library's newest record that compute the same; the mean is
    taken of a number for each user."""
    if len(entry.variants) != 1:
        return ()
    mean = averaged(Variant.parse(entry.variants[0]))
    one = RecordedMetric("", "", "", replace(entry, variants=(str(mean),)))
    known = (named.recorded for lib in adapters() for named in newest_metrics(lib))
    others = [m for m in known if m and len(m.entry.variants) == 1]
    return tuple(same.metric for same in find_same(one, others, ()))


def beside_textbook(entry: MetricEntry, claims: str) -> Comparison | None:
    """The function's definition beside that of its family's name; None where it has no
    definition, or no name."""
    if not entry.variants or not claims:
        return None
    mine = averaged(Variant.parse(entry.variants[0]))
    theirs = Variant.with_defaults(claims)
    return compare(of_variant(mine), of_variant(theirs))
