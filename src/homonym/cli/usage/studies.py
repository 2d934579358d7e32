"""Commands that try the experiments of the sources again: what they take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from homonym.cli.usage.options import Json, Out


def axioms(
    metric: Annotated[
        list[str],
        typer.Argument(help="Variants or aliases (default: a table of those known)."),
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    tries: Annotated[
        int, typer.Option(min=1, help="How many cases to draw for each axiom.")
    ] = 1000,
    as_json: Json = False,
) -> None:
    """Say which axioms of accuracy and diversity a metric satisfies."""
    from homonym.cli.axioms import show_axioms

    show_axioms(metric, tries, as_json)


def diversity(
    ratings: Annotated[Path, typer.Option(help="A MovieLens folder with genres.")],
    seed: Annotated[int, typer.Option(min=0, help="The seed of the random split.")] = 1,
    depth: Annotated[
        int,
        typer.Option(
            min=10, help="The length of the lists; users need as many test items."
        ),
    ] = 40,
    systems: Annotated[
        int, typer.Option(min=2, help="How many random orders to rank.")
    ] = 50,
    removals: Annotated[
        int, typer.Option(min=1, help="How often to remove ratings.")
    ] = 50,
    repeats: Annotated[
        int, typer.Option(min=1, help="How often to draw orders and removals anew.")
    ] = 3,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Save progress to this file, and go on from it after an interruption.",
        ),
    ] = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Make lists worse, and see which metrics of diversity notice."""
    from homonym.cli.diversity import run_diversity
    from homonym.experiments.missing_ratings import ExperimentSize

    size = ExperimentSize(systems, removals, repeats)
    run_diversity(ratings, seed, depth, size, out, as_json, resume)


def off_policy(
    seed: Annotated[
        int, typer.Option(min=0, help="The seed of the simulated log.")
    ] = 1,
    sessions: Annotated[
        int, typer.Option(min=100, help="How many sessions a log has.")
    ] = 4000,
    repeats: Annotated[
        int, typer.Option(min=2, help="How many logs to draw for each experiment.")
    ] = 40,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Simulate what DCG and nDCG say of a policy never deployed."""
    from homonym.cli.off_policy import run_off_policy

    run_off_policy(seed, sessions, repeats, out, as_json)
