"""Commands over people's tables: what they take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from homonym.cli.usage.options import (
    Catalogue,
    Checkouts,
    Chosen,
    ColumnRoles,
    Engine,
    Json,
    Master,
    Memory,
    Order,
    Strict,
    Threshold,
    Ties,
    Timeout,
    TrainFile,
)


def measure(
    library: Annotated[
        str, typer.Argument(help="The library's name, as homonym libraries lists it.")
    ],
    predictions: Annotated[
        Path,
        typer.Option(help="The predictions: CSV or Parquet with user, item, score."),
    ],
    truth: Annotated[
        Path,
        typer.Option(
            help="The relevant items: CSV or Parquet with user, item, relevance."
        ),
    ],
    k: Annotated[int, typer.Option("--k", min=1, help="The cut-off.")],
    metric: Annotated[
        list[str], typer.Option(help="Only this metric (may be repeated).")
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    version: Annotated[
        str, typer.Option(help="Stop unless the library has this version.")
    ] = "",
    user: Annotated[str, typer.Option(help="Name of the user column.")] = "",
    item: Annotated[str, typer.Option(help="Name of the item column.")] = "",
    score: Annotated[str, typer.Option(help="Name of the score column.")] = "",
    relevance: Annotated[str, typer.Option(help="Name of the relevance column.")] = "",
    train: Annotated[
        Path | None,
        typer.Option(help="The training items: CSV or Parquet with user, item."),
    ] = None,
    order: Annotated[
        str,
        typer.Option(
            help="What lists are sorted by where the two differ: score or file."
        ),
    ] = "",
    checkout: Checkouts = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    python: Annotated[
        str,
        typer.Option(
            metavar="PATH", help="The Python of the environment that has the library."
        ),
    ] = "",
    as_json: Json = False,
    timeout: Timeout = 3600,
) -> None:
    """Run a library's own metrics on your data."""
    from homonym.cli.measure import PeoplesFiles, measure_tables

    columns = {"user": user, "item": item, "score": score, "relevance": relevance}
    named = {role: name for role, name in columns.items() if name}
    files = PeoplesFiles(predictions, truth, k, train, named, order)
    asked = (library, files, metric, version, checkout, as_json, timeout, python)
    raise typer.Exit(measure_tables(*asked))


def evaluate(
    predictions: Annotated[
        Path | None,
        typer.Option(
            help="The predictions: CSV, Parquet or TREC run with user, item, "
            "score; or a folder of such files."
        ),
    ] = None,
    truth: Annotated[
        Path | None,
        typer.Option(
            help="The relevant items: CSV, Parquet or qrels with user, item, relevance."
        ),
    ] = None,
    k: Annotated[
        str,
        typer.Option(
            "--k", help="The cut-offs, such as 5,10,20; errors of ratings need none."
        ),
    ] = "",
    metric: Annotated[
        list[str],
        typer.Option(help="A definition, or LIBRARY.METRIC (may be repeated)."),
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    like: Annotated[
        str | None,
        typer.Option(
            help="Only what these libraries compute, with their conventions, "
            "such as recbole,rs-metrics==0.6.0."
        ),
    ] = None,
    train: TrainFile = None,
    catalogue: Catalogue = "",
    aspects: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The aspects: CSV or Parquet with item, aspect (or genres).",
        ),
    ] = None,
    item_groups: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Groups of items: CSV or Parquet with item, group."
        ),
    ] = None,
    user_groups: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Groups of users: CSV or Parquet with user, group."
        ),
    ] = None,
    logged: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Instead of lists: a log with trajectory, reward, rank (or more).",
        ),
    ] = None,
    bias: Annotated[
        str,
        typer.Option(
            metavar="NUMBERS",
            help="With --logged: how likely each rank is viewed, such as 1,0.6,0.3.",
        ),
    ] = "",
    convention: Chosen = [],  # noqa: B006
    ties: Ties = "item",
    order: Order = "score",
    threshold: Threshold = None,
    scale: Annotated[
        str,
        typer.Option(metavar="LOW,HIGH", help="The scale of the ratings, such as 1,5."),
    ] = "",
    column: ColumnRoles = [],  # noqa: B006
    strict: Strict = False,
    memory: Memory = "",
    engine: Engine = "duckdb",
    master: Master = "",
    as_json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the numbers to this CSV or Parquet file too."
        ),
    ] = None,
    per_user: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write each user's part to this CSV or Parquet file."
        ),
    ] = None,
    interval: Annotated[
        float | None,
        typer.Option(
            metavar="LEVEL", help="Add bootstrap intervals over users, such as 0.95."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="With --interval: the seed of the samples.")
    ] = 1,
    draws: Annotated[
        int, typer.Option(help="With --interval: the number of samples.")
    ] = 1000,
    card: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.json", help="Write a metric card, which homonym verify reads."
        ),
    ] = None,
) -> None:
    """Compute every recorded definition on your data."""
    from homonym.cli.evaluate import Wanted, evaluate_tables
    from homonym.cli.people import make_people_inputs, read_conventions, read_interval

    given = (predictions, truth, train, catalogue, column, order)
    how = (threshold, strict, memory, engine, master, scale)
    beside = (aspects, item_groups, user_groups, logged, bias)
    inputs = make_people_inputs(*given, *how, *beside)
    chosen = read_conventions(convention, ties)
    drawn = read_interval(interval, seed, draws)
    asked = Wanted(k, metric, like, chosen, as_json, out, per_user, drawn, card)
    evaluate_tables(inputs, asked)


def verify(
    card: Annotated[
        Path, typer.Argument(help="A metric card: homonym evaluate --card FILE.json.")
    ],
    predictions: Annotated[
        Path | None, typer.Option(help="Read this file instead of the one on the card.")
    ] = None,
    truth: Annotated[Path | None, typer.Option(help="The same for the truth.")] = None,
    train: Annotated[
        Path | None, typer.Option(help="The same for the training items.")
    ] = None,
    catalogue: Annotated[
        str,
        typer.Option(
            metavar="FILE|NUMBER", help="The same for the catalogue, or its number."
        ),
    ] = "",
    aspects: Annotated[
        Path | None, typer.Option(help="The same for the aspects.")
    ] = None,
    item_groups: Annotated[
        Path | None, typer.Option(help="The same for the groups of items.")
    ] = None,
    user_groups: Annotated[
        Path | None, typer.Option(help="The same for the groups of users.")
    ] = None,
    memory: Memory = "",
    engine: Engine = "duckdb",
    master: Master = "",
    as_json: Json = False,
) -> None:
    """Compute a metric card's numbers again, and say what differs."""
    from homonym.cli.people import parse_catalogue_option, read_engine
    from homonym.cli.verify import verify_file

    tables = {"predictions": predictions, "truth": truth, "train": train}
    groups = {"item_groups": item_groups, "user_groups": user_groups}
    items = parse_catalogue_option(catalogue)
    given = {**tables, "catalogue": items, "aspects": aspects, **groups}
    engine, master = read_engine(engine, master, memory)
    how = {"memory": memory, "engine": engine, "master": master}
    raise typer.Exit(verify_file(card, given, how, as_json))


def identify(
    predictions: Annotated[
        Path,
        typer.Option(
            help="The predictions: CSV, Parquet or TREC run with user, item, "
            "score; or a folder of such files."
        ),
    ],
    truth: Annotated[
        Path,
        typer.Option(
            help="The relevant items: CSV, Parquet or qrels with user, item, relevance."
        ),
    ],
    k: Annotated[
        str, typer.Option("--k", help="The cut-off; of several, each is tried.")
    ] = "",
    value: Annotated[
        str, typer.Option(help="The number as it is printed, such as 0.0317 or 3.17%.")
    ] = "",
    metric: Annotated[
        str,
        typer.Option(
            help="The name it is printed under (map, MAP@20), an id or LIBRARY.METRIC."
        ),
    ] = "",
    values: Annotated[
        str,
        typer.Option(
            help="Several numbers at once, such as map=0.0317,NDCG@10=0.0512."
        ),
    ] = "",
    train: TrainFile = None,
    catalogue: Catalogue = "",
    convention: Chosen = [],  # noqa: B006
    ties: Ties = "item",
    order: Order = "score",
    threshold: Annotated[
        str,
        typer.Option(
            metavar="NUMBER|any",
            help="Items of this grade or above are relevant; any tries every grade.",
        ),
    ] = "",
    users: Annotated[
        str, typer.Option(metavar="any", help="Try every treatment of users.")
    ] = "",
    column: ColumnRoles = [],  # noqa: B006
    strict: Strict = False,
    memory: Memory = "",
    engine: Engine = "duckdb",
    master: Master = "",
    as_json: Json = False,
) -> None:
    """Find the definition that gives a printed number on your data."""
    from homonym.cli.identify import identify_number
    from homonym.cli.people import (
        make_people_inputs,
        read_conventions,
        read_unknown_options,
    )

    known, unknown = read_unknown_options(threshold, users)
    given = (predictions, truth, train, catalogue, column, order)
    inputs = make_people_inputs(*given, known, strict, memory, engine, master)
    chosen = read_conventions(convention, ties)
    identify_number(inputs, k, (value, metric, values), chosen, unknown, as_json)


def dissent(
    truth: Annotated[
        Path,
        typer.Option(
            help="The relevant items: CSV, Parquet or qrels with user, item, relevance."
        ),
    ],
    run: Annotated[
        list[Path],
        typer.Option(
            metavar="FILE|FOLDER",
            help="The lists of one model (may be repeated), or a folder of such files.",
        ),
    ],
    k: Annotated[int, typer.Option("--k", min=1, help="The cut-off.")] = 10,
    metric: Annotated[
        list[str],
        typer.Option(help="A definition, or LIBRARY.METRIC (may be repeated)."),
    ] = [],  # noqa: B006
    convention: Chosen = [],  # noqa: B006
    ties: Ties = "item",
    order: Order = "score",
    threshold: Threshold = None,
    column: ColumnRoles = [],  # noqa: B006
    strict: Strict = False,
    memory: Memory = "",
    interval: Annotated[
        float,
        typer.Option(
            metavar="LEVEL", help="The level of the bootstrap intervals over users."
        ),
    ] = 0.95,
    seed: Annotated[int, typer.Option(help="The seed of the samples.")] = 1,
    draws: Annotated[int, typer.Option(help="The number of bootstrap samples.")] = 1000,
    alpha: Annotated[
        float, typer.Option(help="The level of the tests, after Holm's adjustment.")
    ] = 0.05,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Write a page, JSON and CSV to this folder."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Say whether the choice of definition changes which model wins."""
    from homonym.cli.people import make_people_inputs, read_conventions

    given = (None, truth, None, "", column, order)
    inputs = make_people_inputs(*given, threshold, strict, memory, "duckdb", "")
    from homonym.cli.common import resolve_ambiguous_metrics
    from homonym.cli.dissent import show_dissent
    from homonym.disagreement.dissent import DissentQuestion
    from homonym.evaluation.bootstrap import Interval

    drawn, chosen = Interval(interval, seed, draws), read_conventions(convention, ties)
    question = DissentQuestion(
        k, resolve_ambiguous_metrics(metric), chosen, drawn, alpha
    )
    show_dissent(inputs, run, question, out, as_json)


def example(
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path(
        "homonym-example"
    ),
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="The seed of whatever is generated or drawn."),
    ] = None,
    ratings: Annotated[
        Path | None,
        typer.Option(help="A MovieLens folder, to use instead of generated data."),
    ] = None,
    split: Annotated[
        str,
        typer.Option(
            help="With --ratings: global or per-user; with --models also weak or "
            "leave-one-out."
        ),
    ] = "global",
    k: Annotated[int, typer.Option("--k", help="The cut-off.")] = 20,
    compare: Annotated[
        Path | None,
        typer.Option(help="A published test set to compare the split with."),
    ] = None,
    models: Annotated[
        str,
        typer.Option(
            help="With --ratings: grid writes many models for homonym dissent."
        ),
    ] = "",
    protocol: Annotated[
        str,
        typer.Option(
            help="With --models: full, or sampled candidates; or jeunen2024, with its "
            "own models and split."
        ),
    ] = "full",
    force: Annotated[
        bool, typer.Option("--force", help="Replace the folder if it exists.")
    ] = False,
) -> None:
    """Write data with predictions: generated, or from MovieLens."""
    if models or protocol != "full":
        from homonym.cli.example_grid import write_models

        chosen = (models, split, protocol, seed, k, compare)
        write_models(out, ratings, chosen, force)
        return
    from homonym.cli.example import write_example

    write_example(out, 1 if seed is None else seed, ratings, split, k, compare, force)
