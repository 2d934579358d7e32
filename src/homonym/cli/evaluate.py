"""`homonym evaluate`: definitions on people's data, with who computes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from homonym.cli.common import make_console, resolve_ambiguous_metrics, tell_note
from homonym.cli.people import read_cut_offs
from homonym.errors import UserError, in_brief
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.cards import check_card, write_card
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.evaluate import evaluate_inputs
from homonym.evaluation.evaluated_number import PLURAL, Basis, EvaluatedNumber
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.means import Mean
from homonym.evaluation.numbers import Further
from homonym.evaluation.output_files import (
    SUFFIXES,
    check_beside_runs,
    check_distinct_files,
    check_file,
    write_tables,
)
from homonym.evaluation.result import BOUNDS, WITHOUT_ROWS, Evaluation
from homonym.records.suggestions import name_first_metrics

N = TypeVar("N", EvaluatedNumber, Mean)


@dataclass(frozen=True)
class Wanted:
    """What is asked: cut-offs as `5,10,20`, definitions, libraries (separated by
    commas), intervals, and what is done with the answer; out, per_user, card: files to
    write."""

    cut_offs: str
    metrics: Sequence[str]
    like: str | None
    conventions: Conventions
    as_json: bool
    out: Path | None = None
    per_user: Path | None = None
    interval: Interval | None = None
    card: Path | None = None


def evaluate_tables(inputs: Inputs, wanted: Wanted) -> None:
    """Evaluate, and print or write what was found."""
    check_file(f"--out {wanted.out}", wanted.out, SUFFIXES)
    check_file(f"--per-user {wanted.per_user}", wanted.per_user, SUFFIXES)
    check_card(inputs, wanted.card)
    every = {**inputs.every, "logged": inputs.logged}
    given = {f"--{kind.replace('_', '-')}": one for kind, one in every.items()}
    read = {option: one for option, one in given.items() if isinstance(one, Path)}
    files = {"--out": wanted.out, "--per-user": wanted.per_user, "--card": wanted.card}
    check_distinct_files({**read, **files})
    check_beside_runs(inputs.predictions, files)
    like = [] if wanted.like is None else read_libraries(wanted.like)
    metrics = resolve_ambiguous_metrics(wanted.metrics)
    asked = read_cut_offs(wanted.cut_offs), metrics, like, wanted.conventions
    further = Further(bool(wanted.per_user), wanted.interval, bool(wanted.card))
    found = evaluate_inputs(inputs, *asked, further)
    if wanted.per_user:
        write_users(found, wanted.per_user)
    if wanted.out:
        write_tables(wanted.out, [build_output_table(found)])
    if wanted.card:
        write_card(found, inputs, wanted.card)
    if wanted.as_json:
        print(json.dumps(build_evaluation_data(found), indent=2, allow_nan=False))
    else:
        show_evaluation(found)


def read_libraries(text: str) -> list[str]:
    """The libraries that are named; UserError for none."""
    named = [one.strip() for one in text.split(",") if one.strip()]
    if not named:
        raise UserError(
            f"--like {in_brief(text)} names no library: write one, such as recbole, or "
            "leave it out"
        )
    return named


def write_users(found: Evaluation, path: Path) -> None:
    """Write a row for each user, and name definitions that have none."""
    write_tables(path, found.tables_of_users())
    if without := [str(one) for one in found.without_users]:
        tell_note(
            f"{path} has no rows of {name_first_metrics(without)}: {WITHOUT_ROWS}"
        )


def build_evaluation_data(found: Evaluation) -> dict[str, Any]:
    """The answer for a machine; null for NaN and for what is undefined."""
    alone, by = len(found.bases) == 1, found.bases[0].of == "user"
    means = [build_run_mean_data(one, found.interval) for one in found.means]
    return {
        **(build_basis_data(found.bases[0]) if alone else {}),
        **({"interval": asdict(found.interval)} if found.interval else {}),
        **(
            {}
            if alone
            else {"tables": [build_run_basis_data(one) for one in found.bases]}
        ),
        "numbers": [
            {
                **row,
                "value": row["value"] if is_json_number(row["value"]) else None,
                **(
                    {"conventions": build_conventions_data(one.conventions)}
                    if by
                    else {}
                ),
            }
            for row, one in zip(found.rows, found.numbers, strict=True)
        ],
        **({"means": means} if means else {}),
        **({"left_out": build_left_data(found)} if found.left else {}),
        **build_open_definitions_data(found),
    }


def build_basis_data(basis: Basis) -> dict[str, Any]:
    """How many users there are, what was wrong with the tables, and what records leave
    open of conventions."""
    faults = [one.data for one in basis.faults]
    left_open = [asdict(one) for one in basis.open_conventions]
    return {
        PLURAL[basis.of]: basis.counts["users"],
        "faults": faults,
        **({"open_conventions": left_open} if left_open else {}),
    }


def build_run_basis_data(basis: Basis) -> dict[str, Any]:
    """The same, and of which run it is and by which conventions."""
    run = {"run": basis.run} if basis.run else {}
    by = {"conventions": build_conventions_data(basis.conventions)}
    return {**run, **by, **build_basis_data(basis)}


def build_conventions_data(conventions: Conventions) -> dict[str, str]:
    """Conventions, with the order of ties."""
    return {**conventions.chosen, "ties": conventions.ties}


def build_left_data(found: Evaluation) -> list[dict[str, Any]]:
    """What is not evaluated, and why."""
    return [
        {"why": why, "metrics": [*map(str, variants)]}
        for why, variants in found.left.items()
    ]


def build_open_definitions_data(found: Evaluation) -> dict[str, Any]:
    """Metrics that may compute one of several definitions; nothing where there are
    none."""
    every = [
        {"metric": name, "definitions": [*map(str, variants)]}
        for name, variants in found.open_definitions.items()
    ]
    return {"open_definitions": every} if every else {}


def build_run_mean_data(one: Mean, interval: Interval | None) -> dict[str, Any]:
    """A mean over runs."""
    ends = dict(zip(BOUNDS, one.bounds or (None, None), strict=True))
    return {
        "metric": str(one.variant),
        **({"group": one.group} if one.group else {}),
        "k": one.k,
        "runs": one.runs,
        "mean": one.value if is_json_number(one.value) else None,
        "standard_deviation": one.deviation,
        **(ends if interval else {}),
        "computed_by": list(one.computed_by),
        "may_compute": list(one.may_compute),
        "conventions": build_conventions_data(one.conventions),
    }


def is_json_number(value: float | None) -> bool:
    """Whether JSON has the number."""
    return value is not None and isfinite(value)


def build_output_table(found: Evaluation) -> Any:
    """The numbers, below them the means over the runs; who computes one in a text, as
    CSV has it."""
    import pyarrow as pa

    table = found.table_with_means
    for column in ("computed_by", "may_compute"):
        names = [", ".join(its) for its in table[column].to_pylist()]
        place = table.column_names.index(column)
        table = table.set_column(place, column, pa.array(names, pa.string()))
    return table


def show_evaluation(found: Evaluation) -> None:
    """The numbers for the terminal: a table for each set of conventions and each run, a
    column a cut-off, and below them the means over the runs."""
    for place, basis in enumerate(found.bases):
        print(end="\n" if place else "")
        show_basis(basis)
        if found.interval:
            print(f"intervals: {found.interval}")
        show_numbers(found.of(basis), format_number_and_interval)
    for name, variants in found.open_definitions.items():
        tell_note(describe_open_definitions(name, [*map(str, variants)]))
    for why, variants in found.left.items():
        tell_note(f"not evaluated: {name_first_metrics([*map(str, variants)])}: {why}")
    for variant in found.without_interval:
        print(f"no interval of {variant}: a sample of users has other pairs of items")
    by: dict[Conventions, list[Mean]] = {}
    for one in found.means:
        by.setdefault(one.conventions, []).append(one)
    for conventions, means in by.items():
        runs = "1 run" if means[0].runs == 1 else f"{means[0].runs} runs"
        print(f"\nmean over {runs}, ± standard deviation (n - 1)")
        print(conventions)
        show_numbers(means, format_run_mean)


def show_basis(basis: Basis) -> None:
    """How many users there are, what is wrong with the tables, and the conventions."""
    run = f"{basis.run}: " if basis.run else ""
    verb = "counts" if len(basis.like) == 1 else "count"
    verb = "may count" if basis.open_conventions else verb
    like = f", as {' and '.join(basis.like)} {verb}" if basis.like else ""
    print(f"{run}{basis.users}{like}")
    for fault in basis.faults:
        print(f"  {fault}")
    for left_open in basis.open_conventions:
        print(f"  left open by the record of {left_open}")
    by = basis.conventions.described(basis.order)
    print(f"\n{by}" if basis.of == "user" else "")


def show_numbers(numbers: Sequence[N], shown: Callable[[N], str]) -> None:
    """A row a definition."""
    from rich.table import Table

    cut_offs = list(dict.fromkeys(one.k for one in numbers))
    table = Table("definition", box=None, pad_edge=False)
    for k in cut_offs:
        title = "value" if k is None else f"k = {k}"
        table.add_column(title, justify="right")
    table.add_column("computed by")
    rows: dict[str, dict[int | None, N]] = {}
    for one in numbers:
        rows.setdefault(one.called, {})[one.k] = one
    for called, its in rows.items():
        cells = [shown(its[k]) if k in its else "" for k in cut_offs]
        first = next(iter(its.values()))
        table.add_row(called, *cells, describe_computing_metrics(first))
    make_console().print(table)


def describe_computing_metrics(one: EvaluatedNumber | Mean) -> str:
    """The first metrics that compute a definition, and those that may."""
    may = f"may be {name_first_metrics(one.may_compute)}" if one.may_compute else ""
    return "; ".join(filter(None, [name_first_metrics(one.computed_by), may]))


def describe_open_definitions(name: str, variants: Sequence[str]) -> str:
    """That a metric may compute one of several definitions, or the one that is left."""
    told = name_first_metrics(variants)
    if len(variants) == 1:
        return f"{name} may be {told}: its record leaves open whether it is"
    return (
        f"{name} may be one of {len(variants)} definitions that its record leaves "
        f"open: {told}"
    )


def format_run_mean(one: Mean) -> str:
    """A mean, how far the runs lie apart, and its interval."""
    apart = "" if one.deviation is None else f" ± {one.deviation:.6f}"
    return format_evaluated_value(one.value) + apart + format_interval_ends(one)


def format_number_and_interval(one: EvaluatedNumber) -> str:
    """A number and its interval."""
    return format_evaluated_value(one.value) + format_interval_ends(one)


def format_interval_ends(one: EvaluatedNumber | Mean) -> str:
    """An interval, where there is one."""
    return "" if one.bounds is None else " [{:.6f}, {:.6f}]".format(*one.bounds)


def format_evaluated_value(value: float | None) -> str:
    """A number as it stands in the table."""
    return "undefined" if value is None else f"{value:.6f}"
