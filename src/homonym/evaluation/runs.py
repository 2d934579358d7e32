"""A folder of runs, of several seeds or models, each against the one truth.

Start at `evaluate_runs`; `average_run_values` is what a table that is averaged over
seeds has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from homonym.errors import UserError
from homonym.evaluation.backends.in_duckdb import DuckDb
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.engine import VariantValues, evaluate_ranking_variants
from homonym.evaluation.inputs import Inputs, Opened, SurveyedTables, survey_inputs
from homonym.evaluation.means import compute_defined_mean
from homonym.evaluation.numbers import Further, evaluate_groups
from homonym.evaluation.reading import Given, find_column_places, open_table_source
from homonym.evaluation.result import Evaluation
from homonym.reference.variants import Variant


def evaluate_runs(
    inputs: Inputs,
    cut_offs: Sequence[int],
    groups: Mapping[Conventions, Sequence[Variant]],
    wanted: Further,
) -> Evaluation:
    """What definitions give on each file of a folder, or on the predictions that there
    are."""
    runs = require_runs(inputs)
    if not runs:
        return evaluate_groups(inputs, cut_offs, groups, wanted)
    return join_run_evaluations(
        {
            run: evaluate_groups(
                replace(inputs, predictions=path), cut_offs, groups, wanted
            )
            for run, path in runs.items()
        }
    )


def join_run_evaluations(found: Mapping[str, Evaluation]) -> Evaluation:
    """The evaluations of all runs as one, in which each number has its run."""
    every = list(found.items())
    return Evaluation(
        [replace(one, run=run) for run, its in every for one in its.numbers],
        [replace(one, run=run) for run, its in every for one in its.bases],
        [replace(one, run=run) for run, its in every for one in its.users],
        every[0][1].interval,
    )


def list_run_files(predictions: Given) -> dict[str, Path]:
    """The files of a folder by their names and in order, but for hidden ones and those
    that begin with `_`, as Spark's _SUCCESS; none of what is no folder."""
    if not isinstance(predictions, str | Path) or not Path(predictions).is_dir():
        return {}
    files = sorted(Path(predictions).iterdir())
    found = {file.name: file for file in files if not file.name.startswith((".", "_"))}
    if not found:
        raise UserError(
            f"the folder {predictions} is empty: a file for each run is needed"
        )
    return found


def require_runs(inputs: Inputs) -> dict[str, Path]:
    """The runs; UserError that names the files of the folder that are no tables."""
    runs, columns = list_run_files(inputs.predictions), dict(inputs.columns)
    if not runs:
        return {}
    wrong = []
    backend = DuckDb.opened()
    for path in runs.values():
        try:
            with open_table_source(backend, "predictions", path) as (source, _path):
                find_column_places(source, path, "predictions", columns, inputs.order)
        except UserError as error:
            wrong.append(error.message)
    if wrong:
        raise UserError(
            f"each file of {inputs.predictions} is read as a run: {'; '.join(wrong)}"
        )
    return runs


def survey_runs(inputs: Inputs) -> list[SurveyedTables]:
    """The tables of each run, or of the predictions that there are, read once."""
    every = list(list_run_files(inputs.predictions).values()) or [inputs.predictions]
    return [survey_inputs(replace(inputs, predictions=one)) for one in every]


def average_run_values(
    opened: Sequence[Opened], variants: Iterable[Variant], k: int
) -> VariantValues:
    """What each variant gives at the cut-off, the mean over the runs."""
    asked = list(variants)
    every = [evaluate_ranking_variants(one.tables, asked, k) for one in opened]
    return {one: compute_defined_mean([found[one] for found in every]) for one in asked}
