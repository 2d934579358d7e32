"""The page of the axioms: the paper's Table 1 as printed, and as found by trying.

Start at `build_axioms_context`. What was found is data, written by `homonym axioms
--json` (`results/axioms.json`); what was printed is `published/parapar2021.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log2
from typing import Any

from homonym.experiments.axiom_verdicts import SETTLING
from homonym.experiments.axioms import ALL
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, families
from homonym.reports.findings.data import read_data

LONG = 70
DEEPEST = 200
"""The most items that are tried to make up for one on top."""


@dataclass(frozen=True)
class AxiomCell:
    """One metric and one axiom: found, and printed where the paper has it; remark: what
    the paper's text says of it beside its table."""

    axiom: str
    found: dict[str, Any]
    printed: bool | None = None
    remark: str = ""

    @property
    def disagrees(self) -> bool:
        return self.printed is not None and self.printed != self.found["satisfied"]


@dataclass(frozen=True)
class AxiomRow:
    """One metric: its name in the paper, the variant, and a cell for every axiom."""

    name: str
    variant: str
    cells: tuple[AxiomCell, ...]


def read_published_axioms() -> dict[str, Any]:
    """The paper's Table 1 and its source."""
    return read_data("published/parapar2021.toml", "published table", "published")


def read_axiom_results() -> dict[str, Any]:
    """What homonym found, by variant and axiom."""
    return read_data("results/axioms.json", "result")


def build_axioms_context() -> dict[str, Any]:
    """What the template of the page shows."""
    paper = tuple(map(build_printed_axiom_row, read_published_axioms()["row"]))
    return {
        "source": read_published_axioms(),
        "axioms": ALL,
        "tries": read_axiom_results()["tries"],
        "paper": paper,
        "parameters": [
            (row, parse_variant_parameters(row["reading"]))
            for row in read_published_axioms()["row"]
        ],
        "make_up": [
            (p, *measure_compensation(p)) for p in (0.2, 0.25, 0.26, 0.3, 0.4, 0.5)
        ],
        "settling": build_added_axiom_rows(SETTLING),
        "accuracy": build_added_axiom_rows(
            v for v in read_axiom_results()["metrics"] if is_accuracy_metric(v)
        ),
        "disagreements": [
            (row, cell) for row in paper for cell in row.cells if cell.disagrees
        ],
        "remarked": [
            (row, cell)
            for row in paper
            for cell in row.cells
            if cell.remark and not cell.disagrees
        ],
    }


def build_printed_axiom_row(given: dict[str, Any]) -> AxiomRow:
    """A row of the paper beside what was found for the variant that it is read as."""
    printed = dict(
        zip(read_published_axioms()["axioms"], given["satisfied"], strict=True)
    )
    found = read_axiom_results()["metrics"][given["reading"]]
    remarks = given.get("remarks", {})
    cells = (
        AxiomCell(a.name, found[a.name], printed.get(a.name), remarks.get(a.name, ""))
        for a in ALL
    )
    return AxiomRow(given["name"], given["reading"], tuple(cells))


def build_added_axiom_rows(variants: Iterable[str]) -> list[AxiomRow]:
    """Rows that the paper does not have."""
    found = read_axiom_results()["metrics"]
    return [
        AxiomRow(v, v, tuple(AxiomCell(a.name, found[v][a.name]) for a in ALL))
        for v in variants
    ]


def parse_variant_parameters(variant: str) -> dict[str, float]:
    """What the variant computes with, its own defaults included.

    >>> parse_variant_parameters("nrbp(relevance=graded, alpha=0.5)")
    {'alpha': 0.5, 'beta': 0.9, 'r_max': 5}
    """
    parsed = Variant.parse(variant)
    return {**parsed.home.parameters, **dict(parsed.parameters)}


def measure_compensation(p: float) -> tuple[int, float]:
    r"""How far liked items of one aspect below as many others make up for one on top.

    p: the share of the interest that each of them satisfies. The m, up to 200, for
    which \sum_{j<m} (1 - p)^j / \log_2(m + j + 2) is greatest, and that sum:
    TopHeavComp holds where it is above 1, the gain of the one on top.

    >>> measure_compensation(0.25)[0], round(measure_compensation(0.25)[1], 3)
    (7, 1.015)
    """
    sums = (
        (sum((1 - p) ** j / log2(m + j + 2) for j in range(m)), m)
        for m in range(1, DEEPEST)
    )
    best, m = max(sums)
    return m, best


def is_accuracy_metric(variant: str) -> bool:
    """Whether it is a metric of accuracy, which knows no aspects."""
    return variant.partition("(")[0] in families(Case)


def shorten_case(line: str) -> str:
    """A case whose list is long, with its middle left out.

    >>> shorten_case("5a @1")
    '5a @1'
    """
    half = LONG // 2
    return line if len(line) <= LONG else f"{line[:half]} … {line[-half:]}"
