"""The command line: every command, each a thin layer over the module that does it.

Heavy imports stand inside the commands, so that `homonym --help` is quick. Exit codes
stand in `homonym.cli.exit_codes`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from homonym.errors import UserError
from homonym.running import run_commands

EXPLAINED = "homonym explain MAP, homonym explain --paper NeuMF"

app = typer.Typer(
    name="homonym",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Checkouts = Annotated[
    list[str],
    typer.Option("--checkout", metavar="LIBRARY=PATH", help="A clone to measure."),
]
Timeout = Annotated[
    float,
    typer.Option(
        "--timeout", min=0.1, metavar="SECONDS", help="How long a call may take."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a machine.")]

Own = Annotated[
    Path | None,
    typer.Option(
        "--record", metavar="FILE", help="Your own record, to name its metrics too."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Write the numbers and their charts there."),
]


TrainFile = Annotated[
    Path | None, typer.Option(help="CSV or Parquet: user, item, of the training items.")
]
Catalogue = Annotated[
    str,
    typer.Option(metavar="FILE|NUMBER", help="All items, one a line, or how many."),
]
Ties = Annotated[
    str,
    typer.Option(
        help="Order of tied items: item, item-desc, input, optimistic, pessimistic, "
        "random:SEED."
    ),
]
Chosen = Annotated[
    list[str],
    typer.Option(
        "--convention", metavar="PROBE=OUTCOME", help="As user_without_list=skipped."
    ),
]
Column = Annotated[
    list[str],
    typer.Option("--column", metavar="ROLE=NAME", help="As user=uid, truth.item=doc."),
]
Order = Annotated[
    str,
    typer.Option(help="What puts lists in order: score, file (its rows) or rank."),
]
Threshold = Annotated[
    float | None,
    typer.Option(help="Items from this grade on are relevant; grades become 0 or 1."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Refuse tables with a fault.")]
Memory = Annotated[
    str, typer.Option("--memory-limit", metavar="SIZE", help="As 4GB; then disk.")
]
Engine = Annotated[str, typer.Option(help="What computes: duckdb, or spark.")]
Master = Annotated[
    str, typer.Option(metavar="URL", help="Where Spark runs, if not here.")
]


def main() -> None:
    """Run a command; what stops it is one sentence and an exit code."""
    run_commands(app, "homonym")


def print_version(asked: bool) -> None:
    """Print homonym's version and stop, where it is asked for."""
    if asked:
        from importlib import metadata

        print(f"homonym {metadata.version('homonym')}")
        raise typer.Exit


@app.callback()
def options(
    asked: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=print_version,
            is_eager=True,
            help="Print the version.",
        ),
    ] = False,
) -> None:
    """Same name, different number: which formula a metric really computes."""


@app.command()
def check(
    library: Annotated[
        str, typer.Argument(help="A library's name: homonym libraries.")
    ] = "",
    adapter: Annotated[
        str,
        typer.Option(metavar="MODULE:NAME", help="An adapter of your own, instead."),
    ] = "",
    record: Annotated[
        Path | None,
        typer.Option(help="The record to hold it to (with --adapter: homonym.toml)."),
    ] = None,
    accept: Annotated[
        bool, typer.Option("--accept", help="Write the record, print what changed.")
    ] = False,
    checkout: Checkouts = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    records: Annotated[
        Path | None,
        typer.Option(help="Folder of the records (default: those of homonym)."),
    ] = None,
    form: Annotated[
        str,
        typer.Option(
            "--format", help="text, markdown, json, or github: text and annotations."
        ),
    ] = "text",
    as_json: Json = False,
    summary: Annotated[
        Path | None, typer.Option(help="A file to add the Markdown summary to.")
    ] = None,
    max_examples: Annotated[
        int | None, typer.Option(min=1, help="How many cases to draw for each metric.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Draw other cases, by this seed.")
    ] = None,
    timeout: Timeout = 30,
    fewer_draws: Annotated[
        bool,
        typer.Option(
            "--fewer-draws",
            help="With --accept: let the record rest on fewer drawn cases than before.",
        ),
    ] = False,
    metric: Annotated[
        list[str], typer.Option(help="Only this metric (may be repeated).")
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
) -> None:
    """Measure the library installed here and hold it to its record."""
    from homonym.cli.check import Asked, check_library

    draws = (max_examples, seed, timeout, fewer_draws, metric)
    asked = Asked.of(library, adapter, record, records, *draws)
    form = "json" if as_json else form
    raise typer.Exit(check_library(asked, accept, checkout, form, summary))


@app.command()
def init(
    module: Annotated[
        str, typer.Argument(help="The module with your metrics, as it is imported.")
    ],
    data: Annotated[
        str,
        typer.Option(
            metavar="SHAPE",
            help="The shape in which all take data, as in homonym ask; else tried.",
        ),
    ] = "",
    record: Annotated[Path, typer.Option(help="The record to write.")] = Path(
        "homonym.toml"
    ),
    timeout: Timeout = 30,
) -> None:
    """Write an adapter for your own metrics, and their record."""
    from homonym.cli.init import start_record

    raise typer.Exit(start_record(module, data, record, timeout))


@app.command()
def ask(
    function: Annotated[
        str,
        typer.Argument(
            help="MODULE:FUNCTION or FILE.py:FUNCTION, as in eval.py:ndcg; a class too."
        ),
    ],
    shape: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="How it takes data, where that cannot be guessed."
        ),
    ] = "",
    metric: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Which one, of a function that takes metrics' names."
        ),
    ] = "",
    as_json: Json = False,
) -> None:
    """Say what your own function computes; nothing is written."""
    from homonym.cli.ask import ask_about

    ask_about(function, shape, metric, as_json)


@app.command()
def report(
    out: Annotated[Path, typer.Option(help="Folder to write the pages to.")] = Path(
        "homonym-report"
    ),
    live: Annotated[
        Path | None, typer.Option(help="Folder of records made by a live run.")
    ] = None,
) -> None:
    """Build the pages from the records."""
    from homonym.cli.report import build_report

    build_report(out, live)


@app.command()
def variants(
    family: Annotated[str, typer.Argument(help="A family; all when left out.")] = "",
    as_json: Json = False,
) -> None:
    """List the families, or one family's axes and choices."""
    from homonym.cli.variants import list_variants

    list_variants(family, as_json)


@app.command()
def explain(
    variant: Annotated[
        str,
        typer.Argument(
            help="A variant's id, an alias, LIBRARY.METRIC or LIBRARY==VERSION.METRIC."
        ),
    ] = "",
    paper: Annotated[
        str, typer.Option(help="Instead: a paper whose text defines metrics.")
    ] = "",
    record: Own = None,
    as_json: Json = False,
) -> None:
    """Say what a variant computes, where it comes from and who computes it."""
    if bool(variant) == bool(paper):
        raise UserError("explain takes a VARIANT, or --paper NAME", EXPLAINED)
    if paper:
        from homonym.cli import explain_paper

        explain_paper.explain_paper(paper, as_json)
        return
    from homonym.cli.explain import explain_name

    explain_name(variant, record, as_json)


@app.command()
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


@app.command()
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


@app.command("off-policy")
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


@app.command()
def witness(
    one: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A variant, LIBRARY.METRIC or LIBRARY==VERSION.METRIC."
        ),
    ],
    other: Annotated[str, typer.Argument(metavar="B", help="Likewise.")],
    code: Annotated[
        str,
        typer.Option(metavar="LIBRARY", help="Print code that shows it with this one."),
    ] = "",
    form: Annotated[
        str, typer.Option("--format", help="text, markdown or json.")
    ] = "text",
    record: Own = None,
    edge: Annotated[
        str, typer.Option(help="What the two do in this edge case instead, as ties.")
    ] = "",
) -> None:
    """Work out the smallest case on which two definitions differ."""
    from homonym.cli.witness import show_witness

    show_witness(one, other, code, form, record, edge)


@app.command(name="same-as")
def same_as(
    metric: Annotated[
        str, typer.Argument(help="LIBRARY.METRIC or LIBRARY==VERSION.METRIC.")
    ],
    when: Annotated[
        list[str],
        typer.Option(help="What your data fulfil, as leave-one-out (repeatable)."),
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    record: Own = None,
    as_json: Json = False,
) -> None:
    """List who computes the same number, and in which edge cases they differ."""
    from homonym.cli.same_as import list_same

    list_same(metric, when, as_json, record)


@app.command()
def convert(
    one: Annotated[str, typer.Argument(help="LIBRARY.METRIC, with ==VERSION or not.")],
    other: Annotated[str, typer.Argument(help="The metric to get it from.")],
    as_json: Json = False,
) -> None:
    """Say how to get one library's number from another's, both ways."""
    from homonym.cli.convert import show_conversions

    show_conversions(one, other, as_json)


@app.command()
def cite(
    library: Annotated[
        str, typer.Argument(help="LIBRARY==VERSION; without one its newest record.")
    ],
    metric: Annotated[str, typer.Argument(help="The metric, as the library calls it.")],
    k: Annotated[int, typer.Option("--k", min=1, help="The cut-off.")] = 10,
    site: Annotated[
        str, typer.Option(metavar="URL", help="Where the report is published.")
    ] = "",
    record: Own = None,
    as_json: Json = False,
) -> None:
    """Give the sentence, formula, conventions and sources for a methods section."""
    from homonym.cli.cite import cite_metric

    cite_metric(library, metric, k, site, as_json, record)


@app.command()
def libraries(
    outdated: Annotated[
        bool, typer.Option("--outdated", help="Only those with a newer release.")
    ] = False,
    registry: Annotated[
        str, typer.Option(help="The registry's JSON API, for --outdated.")
    ] = "",
    archive: Annotated[
        Path | None, typer.Option(help="Write all records into this zip file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the libraries, their recorded versions and what is installed here."""
    from homonym.cli import libraries as its

    if archive:
        its.write_archive_of_records(archive)
    elif outdated:
        its.outdated(registry or its.REGISTRY, as_json)
    else:
        its.list_libraries(as_json)


@app.command()
def measure(
    library: Annotated[
        str, typer.Argument(help="A library's name: homonym libraries.")
    ],
    predictions: Annotated[
        Path, typer.Option(help="CSV or Parquet: user, item, score.")
    ],
    truth: Annotated[Path, typer.Option(help="CSV or Parquet: user, item, relevance.")],
    k: Annotated[int, typer.Option("--k", min=1, help="The cut-off.")],
    metric: Annotated[
        list[str], typer.Option(help="Only this metric (may be repeated).")
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    version: Annotated[
        str, typer.Option(help="Insist on this version of the library.")
    ] = "",
    user: Annotated[str, typer.Option(help="Name of the user column.")] = "",
    item: Annotated[str, typer.Option(help="Name of the item column.")] = "",
    score: Annotated[str, typer.Option(help="Name of the score column.")] = "",
    relevance: Annotated[str, typer.Option(help="Name of the relevance column.")] = "",
    train: Annotated[
        Path | None,
        typer.Option(help="CSV or Parquet: user, item, of the training items."),
    ] = None,
    order: Annotated[
        str,
        typer.Option(
            help="What puts lists in order where the two differ: score, or file."
        ),
    ] = "",
    checkout: Checkouts = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    python: Annotated[
        str,
        typer.Option(metavar="PATH", help="The Python of the library's environment."),
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


@app.command()
def evaluate(
    predictions: Annotated[
        Path,
        typer.Option(help="CSV, Parquet or TREC run: user, item, score; or a folder."),
    ],
    truth: Annotated[
        Path, typer.Option(help="CSV, Parquet or qrels: user, item, relevance.")
    ],
    k: Annotated[
        str, typer.Option("--k", help="Cut-offs, as 5,10,20; errors have none.")
    ] = "",
    metric: Annotated[
        list[str],
        typer.Option(help="A definition, or LIBRARY.METRIC (may be repeated)."),
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    like: Annotated[
        str, typer.Option(help="As these libraries have it: recbole,rs-metrics==0.6.0.")
    ] = "",
    train: TrainFile = None,
    catalogue: Catalogue = "",
    convention: Chosen = [],  # noqa: B006
    ties: Ties = "item",
    order: Order = "score",
    threshold: Threshold = None,
    scale: Annotated[
        str, typer.Option(metavar="LOW,HIGH", help="Of the ratings, as 1,5.")
    ] = "",
    column: Column = [],  # noqa: B006
    strict: Strict = False,
    memory: Memory = "",
    engine: Engine = "duckdb",
    master: Master = "",
    as_json: Json = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write CSV or Parquet too.")
    ] = None,
    per_user: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write each user's part: CSV or Parquet."),
    ] = None,
    interval: Annotated[
        float | None,
        typer.Option(metavar="LEVEL", help="Intervals by bootstrap over users: 0.95."),
    ] = None,
    seed: Annotated[int, typer.Option(help="With --interval: draw by it.")] = 1,
    draws: Annotated[int, typer.Option(help="With --interval: how many.")] = 1000,
    card: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", help="Write what homonym verify reads."),
    ] = None,
) -> None:
    """Compute every recorded definition on your data."""
    from homonym.cli.evaluate import Wanted, evaluate_tables
    from homonym.cli.people import people_inputs, read_conventions, read_interval

    given = (predictions, truth, train, catalogue, column, order)
    inputs = people_inputs(*given, threshold, strict, memory, engine, master, scale)
    chosen = read_conventions(convention, ties)
    drawn = read_interval(interval, seed, draws)
    asked = Wanted(k, metric, like, chosen, as_json, out, per_user, drawn, card)
    evaluate_tables(inputs, asked)


@app.command()
def verify(
    card: Annotated[
        Path, typer.Argument(help="A metric card: homonym evaluate --card FILE.json.")
    ],
    predictions: Annotated[
        Path | None, typer.Option(help="Instead of the file that the card names.")
    ] = None,
    truth: Annotated[Path | None, typer.Option(help="The same of the truth.")] = None,
    train: Annotated[
        Path | None, typer.Option(help="The same of the training items.")
    ] = None,
    catalogue: Annotated[
        Path | None, typer.Option(help="The same of the catalogue.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Compute a metric card again, and say what differs."""
    from homonym.cli.verify import verify_file

    tables = {"predictions": predictions, "truth": truth, "train": train}
    given = {**tables, "catalogue": catalogue}
    raise typer.Exit(verify_file(card, given, as_json))


@app.command()
def identify(
    predictions: Annotated[
        Path,
        typer.Option(help="CSV, Parquet or TREC run: user, item, score; or a folder."),
    ],
    truth: Annotated[
        Path, typer.Option(help="CSV, Parquet or qrels: user, item, relevance.")
    ],
    k: Annotated[str, typer.Option("--k", help="The cut-off; several are all tried.")],
    value: Annotated[
        str, typer.Option(help="The number as it is printed: 0.0317, or 3.17%.")
    ] = "",
    metric: Annotated[str, typer.Option(help="The name it goes by, as map.")] = "",
    values: Annotated[
        str, typer.Option(help="Several at once: map=0.0317,ndcg=0.0512.")
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
            help="Items from this grade on are relevant; any tries every grade.",
        ),
    ] = "",
    users: Annotated[
        str, typer.Option(metavar="any", help="Try every treatment of users.")
    ] = "",
    column: Column = [],  # noqa: B006
    strict: Strict = False,
    memory: Memory = "",
    engine: Engine = "duckdb",
    master: Master = "",
    as_json: Json = False,
) -> None:
    """Find the definition that gives a printed number on your data."""
    from homonym.cli.identify import identify_number
    from homonym.cli.people import people_inputs, read_conventions, read_unknown

    known, unknown = read_unknown(threshold, users)
    given = (predictions, truth, train, catalogue, column, order)
    inputs = people_inputs(*given, known, strict, memory, engine, master)
    chosen = read_conventions(convention, ties)
    identify_number(inputs, k, (value, metric, values), chosen, unknown, as_json)


@app.command()
def example(
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = Path(
        "homonym-example"
    ),
    seed: Annotated[int, typer.Option(min=0, help="Seed of the generated data.")] = 1,
    ratings: Annotated[
        Path | None, typer.Option(help="A MovieLens folder, to use instead.")
    ] = None,
    split: Annotated[
        str, typer.Option(help="With --ratings: global or per-user.")
    ] = "global",
    k: Annotated[int, typer.Option("--k", help="The cut-off.")] = 20,
    compare: Annotated[
        Path | None,
        typer.Option(help="A published test set to compare the split with."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the folder.")] = False,
) -> None:
    """Write data with predictions: generated, or MovieLens by the paper's protocol."""
    from homonym.cli.example import write_example

    write_example(out, seed, ratings, split, k, compare, force)
