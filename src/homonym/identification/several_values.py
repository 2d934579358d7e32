"""Printed numbers of one table: start at `identify_printed_values`.

Whoever printed them computed them by one library, or at least at one cut-off, where the
names have none of their own, by one threshold and one treatment of users; what does not
fit the others is left out of each number's matches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from homonym.errors import UserError, in_brief, render_option
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluate import check_cut_offs
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs, explain_engine_errors
from homonym.evaluation.runs import require_runs
from homonym.evaluation.wanted_variants import split_cut_off
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
from homonym.identification.settings import OpenedSettings, Setting, Unknown

GivingPlace = tuple[str, int | None, Setting]
"""A library, a cut-off, None where the number's name has it, and a setting."""
BETWEEN = re.compile(r",(?![^(]*\))")
"""Commas but those of a definition's choices."""
Answers = Mapping[str, Sequence[Identification]]
"""What the tiers say of each number, by its name."""


class IdentifiedValues(dict[str, Identifications]):
    """What each tier says of each number, by its name, its matches those that fit the
    other numbers too.

    explained_by: the libraries (with version) of whose recorded metrics one gives each
    number, at one cut-off and by one threshold, which are said where several were
    tried, and by one treatment of users; by_library: the numbers that a library gives,
    by the same words; may_explain: where no library gives all numbers, those that may,
    for their records leave open which definition a metric computes; together: whether
    what matches is found at one cut-off and in one setting.
    """

    def __init__(
        self,
        answers: Mapping[str, Identifications],
        by_library: Mapping[str, Sequence[str]],
        together: bool = True,
        may_by_library: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        super().__init__(answers)
        self.together = together
        self.by_library = by_library
        self.explained_by, may = (
            [name for name, its in by.items() if len(its) == len(answers)]
            for by in (by_library, may_by_library or {})
        )
        self.may_explain = [] if self.explained_by else may

    def __repr__(self) -> str:
        many = f"{len(self.explained_by):,} libraries explain all, in .explained_by"
        return f"<IdentifiedValues of {', '.join(self)}: {many}>"

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
            "may_explain": self.may_explain if len(self) > 1 else [],
            "together": self.together,
            "faults": [one.data for one in self.faults],
            "numbers": {
                name: [build_identification_data(answer) for answer in answers]
                for name, answers in self.items()
            },
            "wider": {
                name: [build_identification_data(answer) for answer in answers.wider]
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
    alone is tried, a definition's id, which alone is, or nothing; either may end in a
    cut-off of its own, as `NDCG@20`; unknown: what is tried beside definitions. Raises
    UserError for no number, for what is none, for no known name, for a name without a
    cut-off where none is given, for another where all have their own, and for what
    cannot be read.
    """
    if not printed:
        raise UserError("no number is given: give at least one, by its metric's name")
    questions = {name: Question.of(text, name) for name, text in printed.items()}
    for name, one in questions.items():
        if one.k is None and not cut_offs:
            raise UserError(
                f"{in_brief(name)} has no cut-off: give {render_option('k')}, or write "
                "it behind the name, as in NDCG@20"
            )
        check_cut_offs([one.k] if one.k is not None else cut_offs)
    own = {one.k for one in questions.values()}
    if cut_offs and None not in own and own != {*cut_offs}:
        given = f"{render_option('k')} {', '.join(map(str, cut_offs))}"
        raise UserError(f"{given} is looked at by none: each name has its own cut-off")
    tables, usual = OpenedSettings(inputs), conventions or Conventions()
    require_runs(inputs)
    with explain_engine_errors(inputs):
        alone = {
            name: answer_question(
                tables,
                cut_offs if one.k is None else [one.k],
                one,
                usual,
                unknown or Unknown(),
            )
            for name, one in questions.items()
        }
        by, may = group_numbers_by_library(alone), group_numbers_by_library(alone, True)
        common = find_common_places(alone)
        for name, answers in alone.items():
            fits = select_fitting_matches(name, answers, common)
            answers[-1] = limit_answer(tables, questions[name], answers[-1], fits)
    return IdentifiedValues(alone, by, bool(common), may)


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


def find_common_places(answers: Answers) -> set[GivingPlace]:
    """Where the numbers that something gives are all given: by libraries, each at a
    cut-off and in a setting; else at cut-offs and in settings by any definition (of
    which the library is the empty text); none where there are no such."""
    found = {name: its for name, its in answers.items() if its[-1].matches}
    every = [
        {place for one in its[-1].matches for place in list_places(name, its, one)}
        for name, its in found.items()
    ]
    common = set.intersection(*every) if every else set()
    return {place for place in common if place[0]} or common


def select_fitting_matches(
    name: str, answers: Sequence[Identification], common: Set[GivingPlace]
) -> list[Match]:
    """The matches of a number that are in one of the common places; all where there are
    none."""
    return [
        one
        for one in answers[-1].matches
        if not common or not common.isdisjoint(list_places(name, answers, one))
    ]


def limit_answer(
    tables: OpenedSettings,
    question: Question,
    answer: Identification,
    fits: Sequence[Match],
) -> Identification:
    """An answer with the matches that fit alone, and what is said of these."""
    if len(fits) == len(answer.matches):
        return answer
    further = tell_apart(tables, answer.printed, fits)
    return question.add_bounds(replace(answer, matches=tuple(fits), further=further))


def group_numbers_by_library(
    answers: Answers, may: bool = False
) -> dict[str, list[str]]:
    """By library, cut-off and threshold, in words: the numbers, by name, that its
    recorded metrics give, or may, in one setting, in that which gives the most."""
    numbers: dict[GivingPlace, dict[str, None]] = {}
    for name, its in answers.items():
        for match in its[0].matches if its else ():
            for place in list_places(name, its[:1], match, may):
                if place[0]:
                    numbers.setdefault(place, {})[name] = None
    best: dict[tuple[str, int | None, float | None], dict[str, None]] = {}
    for (library, k, setting), given in numbers.items():
        at = library, k, setting.threshold
        best[at] = max(best.get(at, {}), given, key=len)
    ks = {k for _library, k, _threshold in best}
    graded = {threshold for _library, _k, threshold in best}
    return {
        describe_place(
            library, k if len(ks) > 1 else None, threshold, len(graded) > 1
        ): [*best[library, k, threshold]]
        for library, k, threshold in sorted(best, key=str)
    }


def list_places(
    name: str, answers: Sequence[Identification], match: Match, may: bool = True
) -> set[GivingPlace]:
    """Where a match of a number's last answer may be from: no library in particular,
    and in the first tier, which has libraries' own conventions, those that give it;
    may: those too that may."""
    its = match.candidate
    k = its.k if split_cut_off(name)[1] is None else None
    any_of = {("", k, setting) for setting in its.list_treatments()}
    metrics = *its.computed_by, *(its.may_compute if may else ())
    return any_of | {
        (name_dated_library(metric), k, setting)
        for metric in (metrics if len(answers) == 1 else ())
        for setting in its.list_treatments(metric)
    }


def describe_place(
    library: str, k: int | None, threshold: float | None, graded: bool
) -> str:
    """A library, at a cut-off and by a threshold where these are not the only ones."""
    at = "" if k is None else f" at k = {k}"
    return f"{library}{at}{f', {describe_threshold(threshold)}' if graded else ''}"
