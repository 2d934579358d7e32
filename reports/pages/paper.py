"""What the template of the paper's page shows: `build_paper_context`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from homonym.reports.evidence.changes import list_library_drifts
from homonym.reports.findings.papers import read_papers, read_papers_data
from homonym.reports.findings.survey import Survey
from homonym.reports.paper.claims import Claim
from homonym.reports.paper.equal_numbers import summarise_paper_columns
from homonym.reports.paper.relations import list_paper_relations
from homonym.reports.paper.table_parts import PaperTable
from homonym.reports.paper.tables import list_data_names, read_published_numbers
from homonym.reports.paper.verdicts import RULES


def build_paper_context(
    survey: Survey, tables: tuple[PaperTable, PaperTable], ruled: Sequence[Claim]
) -> dict[str, Any]:
    """Tables, claims, relations, the data, drift and the papers of Table 3."""
    rows = read_published_numbers()["table_1"]["row"]
    verdicts = [claim.ruling.verdict for claim in ruled]
    return {
        "paper": read_published_numbers(),
        "tables": tables,
        "sums": summarise_paper_columns(tables[0]),
        "printed": sum(row.get("printed", True) for row in rows),
        "data": list_data_names(survey.recorded),
        "real": list_data_names(survey.recorded, "movielens"),
        "claims": ruled,
        "verdicts": {v: verdicts.count(v) for v in dict.fromkeys(verdicts)},
        "rules": {verdict: RULES[verdict] for verdict in RULES if verdict in verdicts},
        "relations": list_paper_relations(),
        "steps": list_library_drifts(survey),
        "read": read_published_numbers()["read"],
        "papers": read_papers(),
        "table_3": read_papers_data()["table_3"],
        "failed": [
            r
            for r in survey.everyone.releases
            if r.status and r.status.status != "holds"
        ],
    }
