"""`homonym dissent`: whether the choice of definition changes who wins."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from homonym.cli.common import console, tell_note
from homonym.disagreement.csv_rows import as_csv
from homonym.disagreement.dissent import Question
from homonym.disagreement.model_files import name_runs
from homonym.disagreement.result import Judged, judge
from homonym.disagreement.words import called, comparisons, percent, rank
from homonym.evaluation.inputs import Inputs
from homonym.reports.pages.render import check_extras

SHOWN = 12
"""So many comparisons stand on the terminal."""


def show_dissent(
    inputs: Inputs,
    runs: Sequence[Path],
    question: Question,
    out: Path | None,
    as_json: bool,
) -> None:
    """Compare the runs, and print or write what was found."""
    named = name_runs(runs)
    if out:
        check_extras()
    with console(stderr=True).status(f"{len(named)} runs"):
        found = judge(inputs, named, question)
    if out:
        write_answer(found, out)
    if as_json:
        print(json.dumps(found.data, indent=1, allow_nan=False))
    else:
        show_answer(found.data)


def write_answer(found: Judged, out: Path) -> None:
    """The page, and the same as JSON and CSV."""
    from homonym.reports.pages.dissent import write_dissent_page

    tables = {
        "comparisons.csv": as_csv(found.rows),
        "flips.csv": as_csv(found.flips),
    }
    page = write_dissent_page(out, found.data, tables)
    print(f"wrote {page}", file=sys.stderr)


def show_answer(found: Mapping[str, Any]) -> None:
    """The sentence, and below it the comparisons of the most pairs."""
    print(f"{found['answer']}\n")
    models, users = len(found["models"]), found["users"]
    print(f"{models} models, {users:,} users, k = {found['k']}")
    every = sorted(comparisons(found), key=rank, reverse=True)
    show_comparisons(every[:SHOWN], found)
    if len(every) > SHOWN:
        print(f"and {len(every) - SHOWN} more: --json, or --out FOLDER")
    if found["without"]:
        without = ", ".join(found["without"])
        tell_note(f"not compared, as numbers of all users together: {without}")


def show_comparisons(
    some: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]],
    found: Mapping[str, Any],
) -> None:
    """A row for each two measures: all pairs of models that they order otherwise, those
    significant by both, and those that are both."""
    from rich.table import Table

    columns = ("", "one", "other")
    table = Table(*columns, box=None, pad_edge=False)
    for title in ("reversed", "significant", "both", "share", "tau-b"):
        table.add_column(title, justify="right")
    for group, one in some:
        own = (called(group["measures"][one[at]]) for at in ("one", "other"))
        share = one["share"]
        table.add_row(
            group["title"],
            *own,
            *(
                f"{one[n]:,}"
                for n in ("reversed", "significant", "reversed_significant")
            ),
            "" if share["value"] is None else percent(share, found).partition(" ")[0],
            "" if one["tau"]["value"] is None else f"{one['tau']['value']:.3f}",
        )
    console().print(table)
