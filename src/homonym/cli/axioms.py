"""`homonym axioms`: which axioms of Parapar and Radlinski (2021) a metric satisfies."""

from __future__ import annotations

import json

from homonym.cli.common import make_console, tell_taken
from homonym.errors import UserError
from homonym.experiments.axiom_verdicts import (
    AxiomVerdict,
    build_axiom_table_data,
    judge_variants,
    list_axiom_metrics,
)
from homonym.experiments.axioms import ALL
from homonym.records.suggestions import explain_unknown_names
from homonym.reference.case import CaseError
from homonym.reference.variants import Variant

LONG = 100
"""Lines of more characters are cut: the lists of top-heaviness are long."""


def show_axioms(names: list[str], tries: int, as_json: bool) -> None:
    """Put metrics to all axioms: those named, or those of the report's table."""
    variants = [parse_metric(name) for name in names] or list_axiom_metrics()
    tell_taken(names)
    with make_console(stderr=True).status("starting") as line:
        try:
            found = judge_variants(variants, tries, line.update)
        except CaseError as error:
            raise UserError(f"the axioms' cases do not fit: {error}") from None
    if as_json:
        print(json.dumps(build_axiom_table_data(found, tries), indent=1))
    elif len(found) == 1:
        show_metric(*found.popitem())
    else:
        show_overview(found, tries)


def parse_metric(name: str) -> Variant:
    """The variant of a name; UserError where it has none."""
    with explain_unknown_names(name):
        return Variant.with_defaults(name)


def show_overview(found: dict[str, list[AxiomVerdict]], tries: int) -> None:
    """A row a metric, a column an axiom; and how much a yes is worth."""
    from rich.table import Table

    rows = Table("metric", *(axiom.name for axiom in ALL), box=None, pad_edge=False)
    for variant, verdicts in found.items():
        rows.add_row(variant, *("yes" if v.satisfied else "no" for v in verdicts))
    make_console().print(rows)
    print(
        f"\nyes: for an axiom about all lists, no counterexample among {tries} cases; "
        "for one that promises a list, the list was found"
    )
    print("homonym axioms METRIC shows what was tried, and the counterexamples")


def show_metric(variant: str, verdicts: list[AxiomVerdict]) -> None:
    """One metric: each axiom in words, the verdict and its case."""
    print(variant)
    for axiom, verdict in zip(ALL, verdicts, strict=True):
        print(f"\n{axiom.name}: {name_verdict(verdict)}\n  {axiom.says}")
        if verdict.pair and verdict.values:
            better, worse = verdict.values
            print(
                f"  should be better  {better!s:<22} "
                f"{shorten_axiom_case(verdict.pair.better)}"
            )
            print(
                f"  than              {worse!s:<22} "
                f"{shorten_axiom_case(verdict.pair.worse)}"
            )


def name_verdict(verdict: AxiomVerdict) -> str:
    """The verdict in words.

    >>> name_verdict(AxiomVerdict("Pri", True, 1000))
    'satisfied (1000 cases tried)'
    >>> name_verdict(AxiomVerdict("Pri", False, 1))
    'violated (after 1 case)'
    """
    cases = f"{verdict.tried} {'case' if verdict.tried == 1 else 'cases'}"
    return (
        f"satisfied ({cases} tried)"
        if verdict.satisfied
        else f"violated (after {cases})"
    )


def shorten_axiom_case(case: object) -> str:
    """A case as a line of the terminal holds it."""
    text = str(case)
    return text if len(text) <= LONG else f"{text[:LONG]} …"
