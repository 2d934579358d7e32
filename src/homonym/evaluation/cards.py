"""Metric cards: numbers with all that they can be computed again from.

Start at `write_card`; `homonym.evaluation.verification` computes one again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from importlib import metadata
from math import isfinite
from pathlib import Path

import msgspec

from homonym.errors import UserError, render_option
from homonym.evaluation.bootstrap import Interval
from homonym.evaluation.card_schema import (
    METHOD,
    SCHEMA,
    Card,
    CardFault,
    CardInterval,
    CardMean,
    CardNumber,
    CardUsers,
    Evaluated,
)
from homonym.evaluation.evaluated_number import Basis, EvaluatedNumber
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.means import Mean
from homonym.evaluation.output_files import check_file, write_text
from homonym.evaluation.recorded_metrics import find_metrics_of_definition
from homonym.evaluation.result import Evaluation
from homonym.evaluation.runs import list_run_files


def check_card(inputs: Inputs, path: Path | None) -> None:
    """UserError where no card can be written of these inputs."""
    check_file(render_option("card", str(path)), path, (".json",))
    for kind, given in inputs.every.items() if path else ():
        if not isinstance(given, str | Path | int):
            raise UserError(
                "a card names files and the hashes of their bytes, and the table of "
                f"{kind} is a frame: give a path"
            )


def write_card(found: Evaluation, inputs: Inputs, path: Path) -> None:
    """Write the card; files are named from its folder."""
    plain = msgspec.to_builtins(build_card(found, inputs, path.parent))
    write_text(path, json.dumps(plain, indent=2, allow_nan=False) + "\n")


def build_card(found: Evaluation, inputs: Inputs, folder: Path) -> Card:
    """What was found, and what it was found from."""
    files: dict[str, Path] = {
        kind: Path(given)
        for kind, given in inputs.every.items()
        if isinstance(given, str | Path)
    }
    return Card(
        schema=SCHEMA,
        homonym=metadata.version("homonym"),
        files={
            kind: format_relative_path(folder, path) for kind, path in files.items()
        },
        sha256=dict(hash_card_files(files)),
        items=inputs.catalogue if isinstance(inputs.catalogue, int) else None,
        columns=dict(inputs.columns),
        order=inputs.order,
        threshold=inputs.threshold,
        interval=build_card_interval(found.interval) if found.interval else None,
        evaluated=tuple(build_card_evaluation(found, basis) for basis in found.bases),
        means=tuple(build_card_mean(one) for one in found.means),
    )


def format_relative_path(folder: Path, path: Path) -> str:
    """The path from a folder, as it is written on any system."""
    return Path(os.path.relpath(path, folder)).as_posix()


def hash_card_files(files: Mapping[str, Path]) -> Iterator[tuple[str, str]]:
    """The hash of each file; of a folder's files, each as `predictions/NAME`."""
    for kind, path in files.items():
        runs = list_run_files(path)
        for name, run in runs.items():
            yield f"{kind}/{name}", hash_of(run)
        if not runs:
            yield kind, hash_of(path)


def hash_of(path: Path) -> str:
    """The SHA-256 of a file's bytes; UserError where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error}") from None


def build_card_interval(interval: Interval) -> CardInterval:
    """How intervals are drawn."""
    return CardInterval(
        method=METHOD,
        level=interval.level,
        seed=interval.seed,
        draws=interval.draws,
    )


def build_card_evaluation(found: Evaluation, basis: Basis) -> Evaluated:
    """The numbers by a set of conventions."""
    return Evaluated(
        run=basis.run,
        conventions=basis.conventions.chosen,
        ties=basis.conventions.ties,
        users=CardUsers(evaluated=basis.counts["users"], left_out=basis.left_out or 0),
        rows=dict(basis.rows),
        faults=tuple(
            CardFault(fault=one.key, count=one.count, done=one.done)
            for one in basis.faults
        ),
        numbers=tuple(number_on_card(one) for one in found.of(basis)),
    )


def cut_off_of(one: EvaluatedNumber | Mean) -> int:
    """Its cut-off; UserError for a number that has none."""
    if one.k is None:
        raise UserError(
            f"{one.variant} has no cut-off, which a number on a metric card needs",
            f"name others with {render_option('metric', python='metrics')}",
        )
    return one.k


def number_on_card(one: EvaluatedNumber) -> CardNumber:
    """A number, and who computes it, or may, at which version."""
    lower, upper = one.bounds or (None, None)
    by, may = (
        tuple(metric.dated for metric in its)
        for its in find_metrics_of_definition(one.variant)
    )
    return CardNumber(
        metric=str(one.variant),
        group=one.group,
        k=cut_off_of(one),
        value=drop_infinite_number(one.value),
        lower=lower,
        upper=upper,
        left_out=one.left_out,
        computed_by=by,
        may_compute=may,
    )


def build_card_mean(one: Mean) -> CardMean:
    """A mean over runs."""
    lower, upper = one.bounds or (None, None)
    return CardMean(
        metric=str(one.variant),
        group=one.group,
        k=cut_off_of(one),
        conventions=one.conventions.chosen,
        ties=one.conventions.ties,
        runs=one.runs,
        mean=drop_infinite_number(one.value),
        standard_deviation=one.deviation,
        lower=lower,
        upper=upper,
    )


def drop_infinite_number(number: float | None) -> float | None:
    """The number; None where it is none, or NaN."""
    return number if number is not None and isfinite(number) else None
