"""What commands over people's tables take alike: start at `make_people_inputs`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from homonym.arguments import check_engine, read_bias, read_scale, read_threshold
from homonym.errors import UserError, in_brief

LOCAL = "local[*]"
"""Spark in this process, on all cores."""

if TYPE_CHECKING:
    from homonym.evaluation.bootstrap import Interval
    from homonym.evaluation.conventions import Conventions
    from homonym.evaluation.inputs import Inputs
    from homonym.identification.settings import Unknown

SEED, DRAWS = 1, 1000
"""Of intervals, where nothing else is said."""


def make_people_inputs(
    predictions: Path | None,
    truth: Path | None,
    train: Path | None,
    catalogue: str,
    columns: list[str],
    order: str,
    threshold: float | None,
    strict: bool,
    memory: str,
    engine: str,
    master: str,
    scale: str = "",
    aspects: Path | None = None,
    item_groups: Path | None = None,
    user_groups: Path | None = None,
    logged: Path | None = None,
    bias: str = "",
) -> Inputs:
    """What the options name; UserError for an option that says nothing usable."""
    check_engine()
    from homonym.evaluation.inputs import Inputs

    groups = item_groups, user_groups
    for path in (predictions, truth, train, aspects, *groups, logged):
        if path and not path.exists():
            raise UserError(f"there is no file {path}")
    return Inputs(
        predictions,
        truth,
        train,
        parse_catalogue_option(catalogue),
        parse_column_options(columns),
        order,
        read_threshold(threshold),
        strict,
        memory,
        *read_engine(engine, master, memory),
        read_scale(scale.split(",") if scale else None),
        aspects,
        *groups,
        logged,
        read_bias(bias.split(",") if bias else ()),
    )


def parse_catalogue_option(text: str) -> Path | int | None:
    """The file of all items, or how many there are; None for nothing."""
    if text.isascii() and text.isdecimal():
        return int(text)
    return Path(text) if text else None


def read_engine(engine: str, master: str, memory: str) -> tuple[str, str]:
    """The engine and where it runs; UserError for an option of the other."""
    if master and engine != "spark":
        raise UserError(
            f"--master {master} is for Spark alone: write --engine spark too"
        )
    if memory and engine == "spark":
        raise UserError(
            f"--memory-limit {memory} is for DuckDB alone: Spark has its own settings "
            "(SPARK_DRIVER_MEMORY, spark-defaults.conf)"
        )
    return engine, master or LOCAL


def parse_column_options(texts: list[str]) -> dict[str, str]:
    """The names of columns by role; UserError for a text without both."""
    found = {}
    for text in texts:
        role, _equals, name = (part.strip() for part in text.partition("="))
        if not role or not name:
            raise UserError(f"--column {in_brief(text)}: write ROLE=NAME, as user=uid")
        found[role] = name
    return found


def read_conventions(texts: list[str], ties: str) -> Conventions:
    """The conventions that are chosen."""
    from homonym.evaluation.conventions import Conventions

    return Conventions.of(texts, ties)


def read_unknown_options(threshold: str, users: str) -> tuple[float | None, Unknown]:
    """The threshold that is known, and what is tried; UserError for other words."""
    check_engine()
    from homonym.identification.settings import read_unknown_settings

    return read_unknown_settings(threshold or None, users)


def read_interval(level: float | None, seed: int, draws: int) -> Interval | None:
    """How intervals are drawn; None where none are asked for."""
    if level is None:
        if (seed, draws) != (SEED, DRAWS):
            raise UserError("--seed and --draws go with --interval, as --interval 0.95")
        return None
    from homonym.evaluation.bootstrap import Interval

    return Interval(level, seed, draws)


def read_cut_offs(text: str) -> list[int]:
    """The cut-offs of `5,10,20`, none of no text; UserError for what is none."""
    words = [word.strip() for word in text.split(",")] if text else []
    for word in words:
        if not word.isascii() or not word.isdecimal() or not 1 <= int(word) <= 10**9:
            raise UserError(
                f"--k {in_brief(text)}: {in_brief(word)} is no cut-off; write --k "
                "5,10,20"
            )
    return list(dict.fromkeys(map(int, words)))
