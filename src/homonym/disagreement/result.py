"""What `homonym.dissent` gives: start at `Judged`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from homonym.disagreement.as_data import build_dissent_data
from homonym.disagreement.csv_rows import (
    CsvRow,
    yield_flip_rows,
    yield_measure_pair_rows,
)
from homonym.disagreement.dissent import Dissent, DissentQuestion, judge_runs
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.reading import Given


@dataclass(frozen=True)
class Judged:
    """Whether the choice of definition changes who wins.

    answer: a sentence; data: everything, as JSON has it; rows: a dictionary for each
    two definitions; flips: one for each pair of models that two definitions order
    otherwise, both significantly.
    """

    found: Dissent

    @cached_property
    def data(self) -> dict[str, Any]:
        return build_dissent_data(self.found)

    def __repr__(self) -> str:
        return f"<Judged: {self.answer}>"

    @property
    def answer(self) -> str:
        return str(self.data["answer"])

    @property
    def rows(self) -> list[CsvRow]:
        return list(yield_measure_pair_rows(self.data))

    @property
    def flips(self) -> list[CsvRow]:
        return list(yield_flip_rows(self.found))


def answer_dissent_question(
    inputs: Inputs, runs: Mapping[str, Given], question: DissentQuestion
) -> Judged:
    """The answer to a question on these runs, as `judge_runs` finds it."""
    return Judged(judge_runs(inputs, runs, question))
