"""All pages of the report, written into a folder: start at `build`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from homonym.reference.axes import Family, families
from homonym.reports import (
    axioms,
    diversity,
    exports,
    family,
    folder,
    front,
    library,
    off_policy,
    paper,
)
from homonym.reports.cases import drawn
from homonym.reports.finding import family_page, library_page
from homonym.reports.groups import sums
from homonym.reports.meaning import meanings, of_family
from homonym.reports.render import environment
from homonym.reports.survey import Survey

Page = tuple[str, str, dict[str, Any]]
"""File, template, what the template shows."""


def build(out: Path, survey: Survey) -> Path:
    """Write the report in place of the one that is there; return its front page."""
    folder.replace(out, lambda target: write(target, survey))
    return out.absolute() / "index.html"


def write(target: Path, survey: Survey) -> None:
    """All pages, and the same as data."""
    templates = environment()
    templates.filters["shortened"] = axioms.shortened
    known = meanings(survey)
    templates.globals.update(
        survey=survey,
        families=shown(survey),
        homonym=metadata.version("homonym"),
        drawn=drawn,
        titles={library.name: library.title for library in survey.libraries},
    )
    first = front.context(survey, known)
    tables = paper.tables(survey, known)
    for file, template, context in [
        ("index.html", "index.html", first),
        ("paper.html", "paper.html", paper_context(survey, tables)),
        ("axioms.html", "axioms.html", axioms.context()),
        ("diversity.html", "diversity.html", diversity.context()),
        ("off_policy.html", "off_policy.html", off_policy.context()),
        *library_pages(survey, known),
        *family_pages(survey),
    ]:
        text = templates.get_template(template).render(page=file, **context)
        (target / file).write_text(text, encoding="utf-8")
    exports.write(target, survey, first["matrix"], tables, known)


def paper_context(
    survey: Survey, tables: tuple[paper.Table, paper.Table]
) -> dict[str, Any]:
    """What the template of the paper's page shows."""
    rows = paper.published()["table_1"]["row"]
    return {
        "paper": paper.published(),
        "tables": tables,
        "sums": sums(tables[0]),
        "printed": sum(row.get("printed", True) for row in rows),
        "data": paper.data_names(survey.recorded),
    }


def library_pages(survey: Survey, known: Any) -> Iterator[Page]:
    """One page a library."""
    for one in survey.libraries:
        yield library_page(one.name), "library.html", library.context(one, known)


def family_pages(survey: Survey) -> Iterator[Page]:
    """One page a family, also for those that no metric claims."""
    for one in shown(survey):
        known = of_family(one.name, survey)
        context = family.context(one, survey, known)
        yield family_page(one.name), "family.html", context


def shown(survey: Survey) -> list[Family]:
    """The families, in the order of their titles."""
    return sorted(families().values(), key=lambda one: one.title.casefold())
