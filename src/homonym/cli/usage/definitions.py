"""Commands about definitions, and who computes them: what they take."""

from __future__ import annotations

from typing import Annotated

import typer

from homonym.cli.usage.options import Json, Own
from homonym.errors import UserError

EXPLAINED = "homonym explain MAP, homonym explain --paper NeuMF"


def variants(
    family: Annotated[
        str, typer.Argument(help="The family to show (default: list all).")
    ] = "",
    as_json: Json = False,
) -> None:
    """List the families, or one family's axes and choices."""
    from homonym.cli.variants import list_variants

    list_variants(family, as_json)


def explain(
    variant: Annotated[
        str,
        typer.Argument(
            help="A variant's id, an alias, LIBRARY.METRIC or LIBRARY==VERSION.METRIC."
        ),
    ] = "",
    paper: Annotated[
        str,
        typer.Option(
            help="Explain a paper instead, named by its model: its text and its code."
        ),
    ] = "",
    protocol: Annotated[
        str,
        typer.Option(help="Explain what a relevant item is ranked against instead."),
    ] = "",
    items: Annotated[
        int, typer.Option(min=2, help="With --protocol: the number of candidates.")
    ] = 1000,
    k: Annotated[
        int, typer.Option("--k", min=1, help="With --protocol: the cut-off.")
    ] = 10,
    gamma: Annotated[
        float | None,
        typer.Option(
            help="With --protocol: correct for sampling with this gamma, such as 0.1."
        ),
    ] = None,
    record: Own = None,
    as_json: Json = False,
) -> None:
    """Say what a variant computes, its sources, and who computes it."""
    if sum(map(bool, (variant, paper, protocol))) != 1:
        raise UserError(
            "explain takes a VARIANT, --paper NAME or --protocol NAME", EXPLAINED
        )
    if protocol:
        from homonym.cli import explain_protocol

        explain_protocol.explain_protocol(protocol, items, k, gamma, as_json)
        return
    if paper:
        from homonym.cli import explain_paper

        explain_paper.explain_paper(paper, as_json)
        return
    from homonym.cli.explain import explain_name

    explain_name(variant, record, as_json)


def witness(
    one: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A variant, LIBRARY.METRIC or LIBRARY==VERSION.METRIC."
        ),
    ],
    other: Annotated[
        str, typer.Argument(metavar="B", help="The other one, named in the same way.")
    ],
    code: Annotated[
        str,
        typer.Option(
            metavar="LIBRARY", help="Print code that shows it with this library."
        ),
    ] = "",
    form: Annotated[
        str, typer.Option("--format", help="text, markdown or json.")
    ] = "text",
    record: Own = None,
    edge: Annotated[
        str, typer.Option(help="Compare them in this edge case instead, such as ties.")
    ] = "",
) -> None:
    """Work out the smallest case on which two definitions differ."""
    from homonym.cli.witness import show_witness

    show_witness(one, other, code, form, record, edge)


def same_as(
    metric: Annotated[
        str, typer.Argument(help="LIBRARY.METRIC or LIBRARY==VERSION.METRIC.")
    ],
    when: Annotated[
        list[str],
        typer.Option(
            help="A condition that your data fulfil, such as leave-one-out "
            "(may be repeated)."
        ),
    ] = [],  # noqa: B006  (typer reads the default, nobody mutates it)
    record: Own = None,
    as_json: Json = False,
) -> None:
    """List who computes the same number, and where they differ."""
    from homonym.cli.same_as import list_same

    list_same(metric, when, as_json, record)


def convert(
    one: Annotated[
        str, typer.Argument(help="LIBRARY.METRIC or LIBRARY==VERSION.METRIC.")
    ],
    other: Annotated[
        str, typer.Argument(help="The other metric, named in the same way.")
    ],
    as_json: Json = False,
) -> None:
    """Say how to get one library's number from another's, both ways."""
    from homonym.cli.convert import show_conversions

    show_conversions(one, other, as_json)


def cite(
    library: Annotated[
        str, typer.Argument(help="LIBRARY==VERSION, or LIBRARY for its newest record.")
    ],
    metric: Annotated[str, typer.Argument(help="The metric, as the library calls it.")],
    k: Annotated[int, typer.Option("--k", min=1, help="The cut-off.")] = 10,
    site: Annotated[
        str,
        typer.Option(metavar="URL", help="The address where the report is published."),
    ] = "",
    record: Own = None,
    as_json: Json = False,
) -> None:
    """Give what a methods section needs: sentence, formula, sources."""
    from homonym.cli.cite import cite_metric

    cite_metric(library, metric, k, site, as_json, record)
