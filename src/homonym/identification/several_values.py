"""Printed numbers of one table: start at `identify_printed_values`.

Whoever printed them computed them by one library, or at least at one cut-off and by one
threshold; what does not fit the others is left out of each number's matches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from homonym.errors import UserError, in_brief
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluate import check_cut_offs
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs, explain_engine_errors
from homonym.evaluation.runs import require_runs
from homonym.identification.identify import (
    Identification,
    Identifications,
    Question,
    answer_question,
    build_identification_data,
    describe_threshold,
    name_dated_library,
)
from homonym.identification.next_question import Match, tell_apart
from homonym.identification.printed_values import read_printed
from homonym.identification.settings import OpenedSettings, Unknown

GivingPlace = tuple[str, int, float | None]
"""A library, a cut-off and a threshold."""
BETWEEN = re.compile(r",(?![^(]*\))")
"""Commas but those of a definition's choices."""
Answers = Mapping[str, Sequence[Identification]]
"""What the tiers say of each number, by its name."""


class IdentifiedValues(dict[str, Identifications]):
    """What each tier says of each number, by its name, its matches those that fit the
    other numbers too.

    explained_by: the libraries (with version) of whose recorded metrics one gives each
    number, at one cut-off and by one threshold, which are said where several were
    tried; by_library: the numbers that a library gives, by the same words.
    """

    def __init__(
        self,
        answers: Mapping[str, Identifications],
        by_library: Mapping[str, Sequence[str]],
    ) -> None:
        super().__init__(answers)
        self.by_library = by_library
        self.explained_by = [
            name for name, its in by_library.items() if len(its) == len(answers)
        ]

    @property
    def faults(self) -> list[Fault]:
        """What was wrong with the tables."""
        return next(iter(self.values())).faults

    @property
    def conventions(self) -> Conventions:
        """The choices where a library's own are not tried."""
        return next(iter(self.values())).conventions

    @property
    def data(self) -> dict[str, Any]:
        """The answers for a machine."""
        return {
            "explained_by": self.explained_by if len(self) > 1 else [],
            "faults": [one.data for one in self.faults],
            "numbers": {
                name: [build_identification_data(answer) for answer in answers]
                for name, answers in self.items()
            },
        }

    @property
    def table(self) -> Any:
        """What matches as a table of pyarrow, a row a match: number, which is its name,
        and the columns of `Identifications.table`."""
        import pyarrow as pa

        tables = []
        for name, answers in self.items():
            its = answers.table
            names = pa.array([name] * its.num_rows, pa.string())
            tables.append(its.add_column(0, "number", names))
        return pa.concat_tables(tables)

    def to_pandas(self) -> Any:
        """The same as a data frame."""
        return self.table.to_pandas()


def identify_printed_values(
    inputs: Inputs,
    cut_offs: Sequence[int],
    printed: Mapping[str, str],
    conventions: Conventions | None = None,
    unknown: Unknown | None = None,
) -> IdentifiedValues:
    """What each tier says of each number, as far as it fits the others.

    printed: the numbers by the names that they go by, each a name of a family, which
    alone is tried, a definition's id, which alone is, or nothing; unknown: what is
    tried beside definitions. Raises UserError for no number, for what is none, for no
    known name, and for what cannot be read.
    """
    check_cut_offs(cut_offs)
    if not printed:
        raise UserError("no number is given: give at least one, by its metric's name")
    questions = {name: Question.of(text, name) for name, text in printed.items()}
    tables, usual = OpenedSettings(inputs), conventions or Conventions()
    require_runs(inputs)
    with explain_engine_errors(inputs):
        alone = {
            name: answer_question(tables, cut_offs, one, usual, unknown or Unknown())
            for name, one in questions.items()
        }
        by, fits = group_numbers_by_library(alone), choose_common_ground(alone)
        for name, answers in alone.items():
            answers[-1] = limit_answer(tables, questions[name], answers[-1], fits)
    return IdentifiedValues(alone, by)


def read_values(text: str) -> Mapping[str, str]:
    """The numbers of `map=0.0317,ndcg=0.0512` by name, which may be an id.

    UserError for any other text.
    """
    found: dict[str, str] = {}
    for part in BETWEEN.split(text):
        name, equals, number = (word.strip() for word in part.rpartition("="))
        if not name or not equals or name in found:
            raise UserError(
                f"--values {in_brief(text)}: write NAME=NUMBER,…, each name once"
            )
        read_printed(number)
        found[name] = number
    return found


def choose_common_ground(answers: Answers) -> Callable[[Match], bool]:
    """What a match has to do with to fit the other numbers that something gives: a
    library at a cut-off and by a threshold where one gives them all; else a cut-off and
    a threshold at which all are found; else nothing."""
    found = {name: its for name, its in answers.items() if its[-1].matches}
    by = find_places(found)
    if whole := {place for place, its in by.items() if len(its) == len(found)}:
        return lambda match: not whole.isdisjoint(list_places(match))
    each = [
        {(one.candidate.k, one.candidate.threshold) for one in its[-1].matches}
        for its in found.values()
    ]
    common = set.intersection(*each) if each else set()
    return lambda match: (
        not common or (match.candidate.k, match.candidate.threshold) in common
    )


def limit_answer(
    tables: OpenedSettings,
    question: Question,
    answer: Identification,
    fits: Callable[[Match], bool],
) -> Identification:
    """An answer with the matches that fit alone, and what is said of these."""
    matches = tuple(filter(fits, answer.matches))
    if len(matches) == len(answer.matches):
        return answer
    further = tell_apart(tables, answer.printed, matches)
    return question.add_bounds(replace(answer, matches=matches, further=further))


def group_numbers_by_library(
    answers: Answers,
) -> dict[str, list[str]]:
    """By library, cut-off and threshold, in words: the numbers, by name, that one of
    its recorded metrics gives."""
    places = find_places(answers)
    ks = {k for _library, k, _threshold in places}
    graded = {threshold for _library, _k, threshold in places}
    return {
        describe_place(
            library, k if len(ks) > 1 else None, threshold, len(graded) > 1
        ): [*places[library, k, threshold]]
        for library, k, threshold in sorted(places, key=str)
    }


def find_places(answers: Answers) -> dict[GivingPlace, dict[str, None]]:
    """By library, cut-off and threshold: the numbers, by name, that one of its recorded
    metrics gives."""
    places: dict[GivingPlace, dict[str, None]] = {}
    for number, found in answers.items():
        for match in found[0].matches if found else ():
            for place in list_places(match):
                places.setdefault(place, {})[number] = None
    return places


def list_places(match: Match) -> list[GivingPlace]:
    """Where a match may be from."""
    its = match.candidate
    names = dict.fromkeys(map(name_dated_library, its.computed_by))
    return [(library, its.k, its.threshold) for library in names]


def describe_place(
    library: str, k: int | None, threshold: float | None, graded: bool
) -> str:
    """A library, at a cut-off and by a threshold where these are not the only ones."""
    at = "" if k is None else f" at k = {k}"
    return f"{library}{at}{f', {describe_threshold(threshold)}' if graded else ''}"
