"""What every user brings to every model's number: start at `score_runs`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np

from homonym.disagreement.joined_runs import Array, Together, Users, read_together
from homonym.disagreement.measures import Measure
from homonym.errors import UserError
from homonym.evaluation.bootstrap import compute_sample_ratios, compute_user_terms
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.depth import find_deepest_rank
from homonym.evaluation.engine import compute_user_parts
from homonym.evaluation.faults import Fault, list_found_faults, read_known_faults
from homonym.evaluation.inputs import (
    Inputs,
    Opened,
    explain_engine_errors,
    survey_inputs,
)
from homonym.evaluation.reading import Given
from homonym.evaluation.user_parts import UserParts
from homonym.evaluation.wanted_variants import group_by_conventions
from homonym.reference.variants import Variant


@dataclass(frozen=True)
class Scores:
    """What is added up to a measure's numbers, a row a user, a column a model, or one
    for all: above and below the line; spoils: who makes a number 0."""

    above: Array
    below: Array
    spoils: Array

    @cached_property
    def values(self) -> Array:
        """Each model's number, NaN where it is undefined."""
        return self.drawn(np.ones((1, len(self.above))))[0]

    def drawn(self, times: Array) -> Array:
        """The numbers of samples, which count each user so many times."""
        return compute_sample_ratios(times, self.above, self.below, self.spoils)

    @cached_property
    def shares(self) -> Array:
        """What each user brings to each number, whose mean over the users it is: their
        own number where it is a mean of all, else the number and by how much they move
        it."""
        off = self.above - self.values * self.below
        found = self.values + off / self.below.mean(axis=0)
        return np.where(self.spoils.any(axis=0), 0.0, found)


@dataclass
class Collected:
    """The parts of some runs' users, as they come: of each measure the columns that are
    known; faults: how often each stands in the tables."""

    found: dict[Measure, list[Array]] = field(default_factory=dict)
    relevant: dict[int, float] = field(default_factory=dict)
    counted: set[int] = field(default_factory=set)
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, measure: Measure, some: Together, parts: UserParts) -> None:
        """A measure's of some runs."""
        place = some.places(parts.users["user"].to_numpy())
        self.counted.update(place[1].tolist())
        shape = len(some.runs), int(place[1].max(initial=-1)) + 1
        (part,) = parts.of(measure.variant)
        columns = np.zeros((3, *shape))
        for at, own in enumerate(compute_user_terms(parts, measure.variant, part)):
            columns[at][place] = own
        self.found.setdefault(measure, []).append(columns)

    def note_relevant(self, some: Together, parts: UserParts) -> None:
        """How many relevant items users have."""
        places = some.places(parts.users["user"].to_numpy())[1]
        relevant = parts.column("r").tolist()
        self.relevant.update(zip(places.tolist(), relevant, strict=True))

    def note_faults(self, some: Together, faults: Iterable[Fault]) -> None:
        """What is wrong with the tables of some runs, which have each a copy of the one
        truth."""
        for one in faults:
            if read_known_faults()[one.key].get("of") == "truth":
                self.faults[one.key] = one.count // len(some.runs)
            else:
                self.faults[one.key] += one.count


@dataclass(frozen=True)
class ScoredRuns:
    """The scores of all measures that users have parts of; relevant: how many relevant
    items each user has; without: the definitions that no user has one part of; faults:
    what is wrong with the tables, those of all runs together."""

    models: tuple[str, ...]
    scores: Mapping[Measure, Scores]
    relevant: Array
    without: tuple[Variant, ...]
    faults: tuple[Fault, ...] = ()


def score_runs(
    inputs: Inputs,
    runs: Mapping[str, Given],
    k: int,
    measures: Iterable[Measure],
    usual: Conventions,
) -> ScoredRuns:
    """All measures of all runs; a set of conventions that the tables do not bring up
    is the usual one's."""
    asked = group_by_conventions(measures)
    users, found, without = Users(), Collected(), dict[Variant, None]()
    for some in read_together(inputs, runs, users):
        note = partial(found.note_faults, some)
        for mine, parts, variants in yield_parts_by_conventions(
            some.inputs, asked, k, usual, note
        ):
            found.note_relevant(some, parts)
            for one in variants:
                if parts.values(one) is None:
                    without[one] = None
                else:
                    found.add(Measure(one, mine), some, parts)
    faults = list_found_faults(found.faults, usual.decided(inputs.order))
    if not found.counted:
        told = "".join(f"; {one}" for one in faults)
        raise UserError(
            f"by these conventions no user counts: nothing to compare{told}"
        )
    kept = sorted(found.counted)
    scores = {one: as_scores(found.found.pop(one), kept) for one in [*found.found]}
    relevant = np.array([found.relevant[place] for place in kept])
    return ScoredRuns((*runs,), scores, relevant, (*without,), (*faults,))


def yield_parts_by_conventions(
    inputs: Inputs,
    asked: Mapping[Conventions, Sequence[Variant]],
    k: int,
    usual: Conventions,
    note: Callable[[Iterable[Fault]], None],
) -> Iterator[tuple[Conventions, UserParts, Sequence[Variant]]]:
    """What users bring by each set of conventions; tables are read once, and opened
    again only where the conventions make a difference to them; nothing of a truth of
    which no row can be counted. note: is told what is wrong with them."""
    variants = list(dict.fromkeys(one for its in asked.values() for one in its))
    with explain_engine_errors(inputs):
        cut = find_deepest_rank(variants, [k])
        survey = survey_inputs(inputs, cut)
        opened = survey.opened(usual, inputs.threshold, cut)
        note(opened.faults)
        if not survey.has_usable_truth():
            return
        every = compute_user_parts(opened.tables, variants, k)
        for mine, its in asked.items():
            if not usual.differing(mine, collect_fault_keys(opened)):
                yield mine, every, its
                continue
            others = survey.opened(mine, inputs.threshold, cut)
            yield mine, compute_user_parts(others.tables, its, k), its
            others.close()


def collect_fault_keys(opened: Opened) -> set[str]:
    """The faults of the tables."""
    return {fault.key for fault in opened.faults}


def as_scores(some: Sequence[Array], kept: Sequence[int]) -> Scores:
    """A measure's parts of all runs, a column a run, of the users who are kept."""
    every = np.concatenate([pad_user_parts(one, max(kept) + 1) for one in some], axis=1)
    above, below, spoils = (one[:, kept].T for one in every)
    return Scores(
        np.ascontiguousarray(above),
        collapse_equal_columns(below),
        collapse_equal_columns(spoils),
    )


def pad_user_parts(found: Array, width: int) -> Array:
    """Parts of so many users, 0 of those who came later."""
    return np.pad(found, [(0, 0), (0, 0), (0, max(0, width - found.shape[2]))])


def collapse_equal_columns(columns: Array) -> Array:
    """The columns, or one of them where all are the same."""
    alike = (columns == columns[:, :1]).all()
    return np.ascontiguousarray(columns[:, :1] if alike else columns)
