"""`homonym-maintain`: the programs for whoever extends homonym, a command each.

Start at `choice`. They write to the checkout that homonym is installed from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from homonym.errors import UserError
from homonym.maintain.checkout import find_checkout_folder
from homonym.running import run_commands

app = typer.Typer(
    name="homonym-maintain",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
Dry = Annotated[bool, typer.Option("--dry-run", help="Write nothing.")]
Type = Annotated[
    str, typer.Argument(help="A type of case, named by its folder in reference/.")
]


def main() -> None:
    """Run a command; what stops it is one sentence and an exit code."""
    run_commands(app, "homonym-maintain")


@app.callback()
def require_checkout() -> None:
    """Programs for whoever extends homonym; each writes to the checkout."""
    find_checkout_folder()


@app.command()
def choice(
    family: Annotated[
        str,
        typer.Argument(metavar="FAMILY", help="The family that has the new choice."),
    ],
    dry: Dry = False,
) -> None:
    """Complete a new choice: core cases, witnesses, properties, generated pages."""
    from homonym.maintain.new_choice import (
        ChoiceSteps,
        complete_choice,
        find_new_choices,
    )

    home = find_family_by_name(family)
    with show_stage_progress() as watch:
        complete_choice(
            ChoiceSteps(
                home,
                find_checkout_folder(),
                find_new_choices(home),
                print_sentence,
                watch,
                dry,
            )
        )


@app.command()
def shapes(
    record: Annotated[
        str,
        typer.Argument(
            metavar="LIBRARY==VERSION",
            help="The version of a library that has a record.",
        ),
    ],
    folder: Annotated[
        Path, typer.Argument(help="The library's package as installed, or its clone.")
    ],
) -> None:
    """Store the hashes of a library's functions, by which homonym scan finds copies."""
    from homonym.maintain.write_shapes import write_shapes

    print_sentence(write_shapes(record, folder, find_checkout_folder()))


@app.command()
def corpus(
    folder: Type = "rankings",
    when: Annotated[
        str, typer.Option(help="Append only cases that fulfil this condition.")
    ] = "",
    dry: Dry = False,
) -> None:
    """Append core cases that tell apart what the corpus does not, and their edition."""
    from homonym.cases.kinds import find_case_kind
    from homonym.maintain import extend_corpus
    from homonym.reference.corpus import core

    takes = require_case_type(folder)
    if when and when not in find_case_kind(takes).conditions:
        accepted = ", ".join(sorted(find_case_kind(takes).conditions)) or "none"
        raise UserError(f"no condition on {folder}: {when!r}; known are {accepted}")
    cases = list(core(takes))
    with show_stage_progress() as watch:
        tried = make_try_counter(watch)
        found = list(extend_corpus.grow_corpus(takes, cases, when, progress=tried))
    for case in found:
        print_sentence(str(case))
    if not dry and (found or extend_corpus.lacks_edition()):
        why = f"Cases that tell apart what {folder} did not."
        added = extend_corpus.append_cases(takes, found, why)
        print_sentence(f"edition {added.edition} written: {added.sha256}")
    split = extend_corpus.split_by([*cases, *found], takes, when)
    if left := extend_corpus.list_unfinished_families(split, when):
        raise UserError(f"not told apart yet: {', '.join(left)}")
    print_sentence(f"the core cases of {folder} tell all classes apart")


@app.command()
def witnesses(
    families: Annotated[
        list[str] | None, typer.Argument(help="The families (default: all).")
    ] = None,
    dry: Dry = False,
) -> None:
    """Find all witnesses of families anew: every small case is tried, which may take
    an hour for NDCG."""
    from homonym.maintain import write_witnesses
    from homonym.reference.variants import every_family

    for home in [find_family_by_name(name) for name in families or every_family()]:
        name = home.name
        with show_stage_progress() as watch:

            def told(done: int, of: int, name: str = name, watch: Any = watch) -> None:
                watch(f"{name}: pairs told apart", done, of)

            found = write_witnesses.find_witnesses(home, told)
        if not dry:
            write_witnesses.write_witness_file(home, found)
        print_sentence(
            f"{name}: {len(found.small)} small cases, {len(found.longer)} longer ones"
        )
        if found.left:
            raise UserError(f"{name}: {found.left} pairs have no witness")


@app.command()
def dissent(
    answers: Annotated[
        list[Path], typer.Argument(help="Files of homonym dissent --json, on grids.")
    ],
) -> None:
    """Record what the page on the choice of variant shows, the main answer first."""
    from homonym.maintain.record_dissent import record_dissent

    print_sentence(f"wrote {record_dissent(answers, find_checkout_folder())}")


@app.command()
def protocols(
    ratings: Annotated[Path, typer.Argument(help="A MovieLens folder.")],
) -> None:
    """Record what the page on protocols shows: one ranking by each of them."""
    from homonym.maintain.record_protocols import record_protocols

    print_sentence(f"wrote {record_protocols(ratings, find_checkout_folder())}")


@app.command()
def properties(folder: Type = "rankings", dry: Dry = False) -> None:
    """Declare the properties of choices that declare none."""
    from homonym.maintain import declare_properties
    from homonym.reference.variants import families

    takes = require_case_type(folder)
    for table in declare_properties.render_missing_declarations(takes):
        print_sentence(table)
    for home in families(takes).values():
        if not dry:
            declare_properties.write_properties(home)


@app.command()
def edition(
    why: Annotated[
        str, typer.Argument(help="What was appended and why, in a sentence.")
    ],
) -> None:
    """Write the edition that the corpus has grown into, with its hash."""
    from homonym.maintain.write_edition import write_next_edition

    print_sentence(write_next_edition(why))


@app.command()
def everything(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LIBRARY]...",
            help="Libraries, or environments as tox names them (default: all of the "
            "registry).",
        ),
    ] = None,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Measure what is current too; a stopped run goes on."
        ),
    ] = False,
    accept: Annotated[
        bool, typer.Option("--accept", help="Write the records anew.")
    ] = False,
    spark: Annotated[
        bool,
        typer.Option(
            "--spark", help="Measure what computes on Spark too, an hour each."
        ),
    ] = False,
    discard: Annotated[
        bool, typer.Option("--discard", help="Remove each environment afterwards.")
    ] = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-p", min=1, help="How many to run side by side.")
    ] = 2,
    ratings: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            resolve_path=True,
            help="With --accept: add the numbers on this MovieLens folder.",
        ),
    ] = None,
    checkout: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LIBRARY=FOLDER",
            help="A clone's folder, for what a library has outside its package.",
        ),
    ] = None,
    dry: Dry = False,
) -> int:
    """Measure every library of the registry whose record is not current, each in its
    tox environment."""
    from homonym.maintain import everything as program
    from homonym.maintain.environments import list_environments, select_environments

    every = (
        select_environments(names, find_checkout_folder())
        if names
        else list_environments(find_checkout_folder())
    )
    chosen = [one for one in every if spark or names or not one.on_spark]
    for one in every:
        if one not in chosen:
            print_sentence(f"{one.name}: left out, on Spark: --spark")
    clones = tuple(map(require_clone_folder, checkout or ()))
    wanted = program.WantedRun(force, accept, discard, jobs, dry, ratings, clones)
    found = program.measure_everything(
        chosen, find_checkout_folder(), wanted, print_sentence
    )
    print_sentence(program.summarise_environment_runs(found))
    return program.choose_runs_exit_code(found)


def require_clone_folder(text: str) -> str:
    """`LIBRARY=FOLDER` with the whole path; UserError where there is no such folder."""
    library, _, folder = text.partition("=")
    if not library or not folder or not Path(folder).is_dir():
        raise UserError(
            f"--checkout {text!r}: write LIBRARY=FOLDER, with a folder that exists"
        )
    return f"{library}={Path(folder).resolve()}"


def find_family_by_name(name: str) -> Any:
    """The family of that name."""
    from homonym.reference.variants import every_family

    if name not in every_family():
        accepted = ", ".join(sorted(every_family()))
        raise UserError(f"no family is called {name!r}; known are {accepted}")
    return every_family()[name]


def require_case_type(folder: str) -> Any:
    """The type of case whose files stand in that folder."""
    from homonym.maintain.extend_corpus import TYPES

    if folder not in TYPES:
        raise UserError(
            f"no type of case is called {folder!r}; known are {', '.join(TYPES)}"
        )
    return TYPES[folder]


def print_sentence(text: str) -> None:
    """Print a sentence at once."""
    print(text, flush=True)


def make_try_counter(
    watch: Callable[[str, int, int], None],
) -> Callable[[int, Any], None]:
    """Shows the tries of the search for core cases."""
    return lambda tries, blocks: watch("tried", tries, 60)


@contextmanager
def show_stage_progress() -> Iterator[Callable[[str, int, int], None]]:
    """A bar on the terminal that says what is done, and how much of it."""
    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)
        yield lambda stage, done, of: shown.update(
            task, description=stage, completed=done, total=of or None
        )


if __name__ == "__main__":
    main()
