"""All pages of the report, written into a folder: start at `build`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import Any

from homonym.adapters import adapters
from homonym.address import address
from homonym.reference.variants import Family, Variant, every_family
from homonym.reports.charts import dots as charts
from homonym.reports.charts.preview import preview_address, write_preview
from homonym.reports.evidence.matrix import Matrix, matrices
from homonym.reports.exports import exports
from homonym.reports.findings.finding import (
    cases_page,
    cite_page,
    edges_page,
    family_page,
    library_page,
    variant_page,
)
from homonym.reports.findings.known_as import known_as
from homonym.reports.findings.meaning import meanings
from homonym.reports.findings.names import Name, names
from homonym.reports.findings.sections import sections
from homonym.reports.findings.survey import Survey
from homonym.reports.pages import (
    answers,
    axioms,
    badges,
    cited,
    compare,
    conventions,
    diversity,
    family,
    folder,
    front,
    library,
    matrix,
    method,
    missing,
    off_policy,
    play,
    recipes,
    search,
    shared,
    textbook,
    variant,
)
from homonym.reports.pages import paper as paper_page
from homonym.reports.pages.render import environment, paragraphs
from homonym.reports.paper import tables as paper

Page = tuple[str, str, dict[str, Any]]
"""File, template, what the template shows."""


def build(out: Path, survey: Survey) -> Path:
    """Write the report in place of the one that is there; return its front page."""
    folder.replace(out, lambda target: write_pages(target, survey))
    return out.absolute() / "index.html"


def write_pages(target: Path, survey: Survey) -> None:
    """All pages, and the same as data."""
    templates = environment()
    known = meanings(survey)
    called = names(survey, known)
    edges = conventions.parts(survey)
    linked = variant.linked(survey)
    templates.filters.update(shortened=axioms.shorten_case)
    shown = matrices(survey, matrix.order_families(survey, known), known)
    templates.globals.update(
        survey=survey,
        sections=sections(families_by_title()),
        homonym=metadata.version("homonym"),
        matrices=shown,
        issues=address("Issues"),
        preview=preview_address(),
        charts=charts.charts_by_family(survey, known),
        probe_page=conventions.probe_page,
        answers=answers.answers(survey),
        known_as=known_as(),
        no_chart=charts.why_no_chart,
        titles=titles(survey),
    )
    tables = paper.paper_tables(survey, known)
    first = front.context(survey, called)
    write_preview(target, [(len(n.meanings), n.title) for n in first["most"]])
    for file, template, context in chain(
        [("index.html", "index.html", first)],
        matrix_pages(shown),
        library_pages(survey, known),
        family_pages(survey, known, called),
        single_pages(survey, known, tables),
        [("textbook.html", "textbook.html", textbook.context(survey, called))],
        edge_pages(survey, edges, called),
        variant_pages(linked, survey, known),
    ):
        text = templates.get_template(template).render(page=file, **context)
        (target / file).write_text(text, encoding="utf-8")
    index = search.script(survey, families_by_title(), linked, called)
    (target / "search-index.js").write_text(index, encoding="utf-8")
    pair = templates.get_template("compared.html")
    for file, text in compare.scripts(survey, known, called, pair):
        (target / file).write_text(text, encoding="utf-8")
    (target / "play-data.js").write_text(play.script(survey, called), encoding="utf-8")
    shared.write_shared(target)
    badges.write_badges(target, survey.libraries, templates)
    exports.write_exports(target, survey, shown, tables, known)


def titles(survey: Survey) -> dict[str, str]:
    """How people write the libraries, those included that only others are part of."""
    ours = {name: adapter.title for name, adapter in adapters().items()}
    return {**ours, **{library.name: library.title for library in survey.libraries}}


def single_pages(survey: Survey, known: Any, tables: Any) -> Iterator[Page]:
    """The pages that there is one of."""
    contexts = {
        "paper.html": paper_page.context(survey, tables),
        "recipes.html": recipes.context(survey, known),
        "axioms.html": axioms.context(),
        "diversity.html": diversity.context(),
        "off_policy.html": off_policy.context(),
        "search.html": {},
        "compare.html": {},
        "play.html": play.context(),
        "method.html": method.context(survey),
        "missing.html": missing.context(survey),
    }
    yield from ((file, file, context) for file, context in contexts.items())


def matrix_pages(shown: list[Matrix]) -> Iterator[Page]:
    """The matrix of each section."""
    for one in shown:
        yield one.section.page, "matrix.html", matrix.context(one)


def library_pages(survey: Survey, known: Any) -> Iterator[Page]:
    """Three pages a library: what was found, the cases, and what to write of it."""
    for one in survey.libraries:
        told = library.context(one, survey, known)
        cases = library.cases_context(one, told["stories"])
        yield library_page(one.name), "library.html", told
        yield cases_page(one.name), "cases.html", cases
        yield cite_page(one.name), "cite.html", cited.context(one)


def family_pages(survey: Survey, known: Any, called: list[Name]) -> Iterator[Page]:
    """One page a family, also for those that no metric claims."""
    for one in families_by_title():
        mine = known.get(one.name, {})
        context = family.context(one, survey, mine, called)
        yield family_page(one.name), "family.html", context


def edge_pages(
    survey: Survey, edges: list[conventions.ConventionsPart], called: list[Name]
) -> Iterator[Page]:
    """The page of all edge cases, one of each, and one of each library."""
    every = conventions.context(survey, edges, called)
    yield "conventions.html", "conventions.html", every
    pages = dict(conventions.probe_pages(edges))
    for file, context in pages.items():
        yield file, "probe.html", context
    for one in survey.libraries:
        told = library.edges_context(one, pages)
        yield edges_page(one.name), "library_edges.html", told


def variant_pages(linked: list[str], survey: Survey, known: Any) -> Iterator[Page]:
    """One page for each class that a page links to."""
    for id in linked:
        one = Variant.parse(id)
        about = paragraphs(family.module_doc(one.home))
        context = variant.context(one, survey, known)
        yield variant_page(id), "variant.html", {**context, "about": about}


def families_by_title() -> list[Family]:
    """The families, in the order of their titles."""
    return sorted(every_family().values(), key=lambda one: one.title.casefold())
