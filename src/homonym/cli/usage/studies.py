"""Commands that try the experiments of the sources again: what they take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from homonym.cli.usage.options import Json, Out


def axioms(
    metric: Annotated[
        list[str], typer.Argument(help="Variants or aliases; a table when left out.")
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    tries: Annotated[
        int, typer.Option(min=1, help="How many cases to draw for an axiom.")
    ] = 1000,
    as_json: Json = False,
) -> None:
    """Say which axioms of accuracy with diversity a metric satisfies."""
    from homonym.cli.axioms import show_axioms

    show_axioms(metric, tries, as_json)


def diversity(
    ratings: Annotated[Path, typer.Option(help="A MovieLens folder with genres.")],
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random split.")] = 1,
    depth: Annotated[
        int, typer.Option(min=10, help="Length of the lists; users need so many.")
    ] = 40,
    systems: Annotated[
        int, typer.Option(min=2, help="Random orders that are ranked.")
    ] = 50,
    removals: Annotated[
        int, typer.Option(min=1, help="Times that ratings are removed.")
    ] = 50,
    repeats: Annotated[
        int, typer.Option(min=1, help="Times that orders and removals are drawn anew.")
    ] = 3,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep what is done there, and go on from it when interrupted.",
        ),
    ] = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Make lists worse step by step, and see which metrics of diversity notice."""
    from homonym.cli.diversity import run_diversity
    from homonym.experiments.missing_ratings import ExperimentSize

    size = ExperimentSize(systems, removals, repeats)
    run_diversity(ratings, seed, depth, size, out, as_json, resume)


def off_policy(
    seed: Annotated[int, typer.Option(min=0, help="Seed of the simulated log.")] = 1,
    sessions: Annotated[int, typer.Option(min=100, help="Sessions in one log.")] = 4000,
    repeats: Annotated[
        int, typer.Option(min=2, help="Logs that are drawn for an experiment.")
    ] = 40,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Simulate what DCG and nDCG say of a policy that was never shown."""
    from homonym.cli.off_policy import run_off_policy

    run_off_policy(seed, sessions, repeats, out, as_json)
