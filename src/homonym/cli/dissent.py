"""`homonym dissent`: whether the choice of definition changes who wins."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from homonym.cli.common import make_console, tell_note
from homonym.disagreement.csv_rows import as_csv
from homonym.disagreement.dissent import DissentQuestion
from homonym.disagreement.measures import COMPARED
from homonym.disagreement.model_files import name_runs
from homonym.disagreement.result import Judged, answer_dissent_question
from homonym.disagreement.words import (
    name_measure,
    rank_comparison,
    yield_group_comparisons,
)
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.models.run_folder import FACTS
from homonym.records.suggestions import name_first_metrics
from homonym.reports.pages.render import check_extras

SHOWN = 12
"""So many comparisons stand on the terminal."""


def show_dissent(
    inputs: Inputs,
    runs: Sequence[Path],
    question: DissentQuestion,
    out: Path | None,
    as_json: bool,
) -> None:
    """Compare the runs, and print or write what was found."""
    named = name_runs(runs)
    if out:
        check_extras()
    with make_console(stderr=True).status(f"{len(named)} runs"):
        found = answer_dissent_question(inputs, named, question)
    data = {**found.data, **read_grid_facts(inputs.truth)}
    if out:
        write_answer(found, data, out)
    if as_json:
        print(json.dumps(data, indent=1, allow_nan=False))
    else:
        show_dissent_answer(data, found.found.faults)


def read_grid_facts(truth: Path) -> dict[str, Any]:
    """How the models were trained, where `homonym example --models grid` did."""
    facts = truth.parent / FACTS
    return {"grid": json.loads(facts.read_text("utf-8"))} if facts.is_file() else {}


def write_answer(found: Judged, data: Mapping[str, Any], out: Path) -> None:
    """The page, and the same as JSON and CSV."""
    from homonym.reports.pages.dissent import write_dissent_page

    tables = {
        "comparisons.csv": as_csv(found.rows),
        "flips.csv": as_csv(found.flips),
    }
    page = write_dissent_page(out, data, tables)
    print(f"wrote {page}", file=sys.stderr)


def show_dissent_answer(found: Mapping[str, Any], faults: Sequence[Fault]) -> None:
    """The sentence, and below it the comparisons of the most pairs."""
    print(f"{found['answer']}\n")
    models, users = len(found["models"]), found["users"]
    print(f"{models} models, {users:,} users, k = {found['k']}")
    show_faults(faults)
    every = sorted(yield_group_comparisons(found), key=rank_comparison, reverse=True)
    if every:
        show_comparisons(every[:SHOWN], found)
    if len(every) > SHOWN:
        print(f"and {len(every) - SHOWN} more: --json, or --out FOLDER")
    if found["without"]:
        without = ", ".join(found["without"])
        tell_note(f"not compared, as no user has one number of these: {without}")
    if found["left_out"]:
        tell_note(f"not compared: {name_first_metrics(found['left_out'])}: {COMPARED}")


def show_faults(faults: Sequence[Fault]) -> None:
    """What is wrong with the tables, as `evaluate` tells it of each."""
    if faults:
        print("faults of the tables, all runs together:")
    for one in faults:
        print(f"  {one}")


def show_comparisons(
    some: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]],
    found: Mapping[str, Any],
) -> None:
    """A row for each two measures: of the pairs of models those that they order
    otherwise, as a share too, those significant by both, and those that are both."""
    from rich.table import Table

    columns = ("", "one", "other")
    table = Table(*columns, box=None, pad_edge=False)
    for title in ("reversed", "share", "significant", "both", "tau-b"):
        table.add_column(title, justify="right")
    for group, one in some:
        own = (name_measure(group["measures"][one[at]]) for at in ("one", "other"))
        table.add_row(
            group["title"],
            *own,
            f"{one['reversed']:,}",
            f"{one['inversion']['value']:.1%}",
            f"{one['significant']:,}",
            f"{one['reversed_significant']:,}",
            "" if one["tau"]["value"] is None else f"{one['tau']['value']:.3f}",
        )
    make_console().print(table)
