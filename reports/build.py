"""All pages of the report, written into a folder: start at `build`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from homonym.adapters import adapters
from homonym.address import address
from homonym.reference.variants import Family, Variant, every_family
from homonym.reports.charts import dots as charts
from homonym.reports.charts.preview import preview_address, write_preview
from homonym.reports.evidence.edges import Contradiction, all_contradictions
from homonym.reports.evidence.matrix import Matrix, matrices
from homonym.reports.exports import exports
from homonym.reports.findings.addresses import (
    cases_page,
    cite_page,
    edges_page,
    family_page,
    library_page,
    variant_page,
)
from homonym.reports.findings.known_as import known_as
from homonym.reports.findings.meaning import Meanings, meanings
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
    dissent,
    diversity,
    family,
    folder,
    front,
    library,
    matrix,
    method,
    missing,
    off_policy,
    paper,
    play,
    recipes,
    search,
    shared,
    textbook,
    variant,
)
from homonym.reports.pages.render import environment, paragraphs
from homonym.reports.paper.claims import Claim, claims
from homonym.reports.paper.tables import PaperTable, paper_tables

if TYPE_CHECKING:
    from jinja2 import Environment

Page = tuple[str, str, dict[str, Any]]
"""File, template, what the template shows."""


def build(out: Path, survey: Survey) -> Path:
    """Write the report in place of the one that is there; return its front page."""
    folder.replace(out, lambda target: write_pages(target, survey))
    return out.absolute() / "index.html"


def write_pages(target: Path, survey: Survey) -> None:
    """All pages, and the same as data."""
    found = found_in(survey)
    templates = templates_for(found)
    write_html(target, found, templates)
    write_scripts(target, found, templates)
    shared.write_shared(target)
    badges.write_badges(target, survey.libraries, templates)
    exports.write_exports(target, survey, found.shown, found.tables, found.known)


@dataclass(frozen=True)
class Found:
    """What several pages tell, computed once.

    known: the meanings of each family; called: every name that people read; shown: the
    matrices; tables: the paper's; ruled: its claims; linked: the classes that pages
    link to; contradictions: those of each library.
    """

    survey: Survey
    known: dict[str, Meanings]
    called: list[Name]
    shown: list[Matrix]
    tables: tuple[PaperTable, PaperTable]
    ruled: list[Claim]
    linked: list[str]
    contradictions: dict[str, list[Contradiction]]


def found_in(survey: Survey) -> Found:
    """All of it."""
    known = meanings(survey)
    return Found(
        survey,
        known,
        called=names(survey, known),
        shown=matrices(survey, matrix.order_families(survey, known), known),
        tables=paper_tables(survey, known),
        ruled=claims(survey),
        linked=variant.linked(survey),
        contradictions={
            one.name: all_contradictions(one.recorded) for one in survey.libraries
        },
    )


def templates_for(found: Found) -> Environment:
    """The templates, with what any page may show."""
    templates, survey = environment(), found.survey
    templates.filters.update(shortened=axioms.shorten_case)
    templates.globals.update(
        survey=survey,
        sections=sections(families_by_title()),
        homonym=metadata.version("homonym"),
        matrices=found.shown,
        issues=address("Issues"),
        preview=preview_address(),
        charts=charts.charts_by_family(survey, found.known),
        probe_page=conventions.probe_page,
        answers=answers.answers(found.ruled),
        known_as=known_as(),
        no_chart=charts.why_no_chart,
        titles=titles(survey),
    )
    return templates


def write_html(target: Path, found: Found, templates: Environment) -> None:
    """Every page, and the picture that stands for them elsewhere."""
    first = front.context(found.survey, found.called)
    write_preview(target, [(len(n.meanings), n.title) for n in first["most"]])
    for file, template, context in chain(
        [("index.html", "index.html", first)],
        matrix_pages(found.shown),
        library_pages(found),
        family_pages(found),
        single_pages(found),
        edge_pages(found),
        variant_pages(found),
    ):
        text = templates.get_template(template).render(page=file, **context)
        (target / file).write_text(text, encoding="utf-8")


def write_scripts(target: Path, found: Found, templates: Environment) -> None:
    """The data of the pages that compute: search, Comparable? and Try it."""
    survey, called = found.survey, found.called
    pair = templates.get_template("compared.html")
    files = {
        "search-index.js": search.script(
            survey, families_by_title(), found.linked, called
        ),
        "play-data.js": play.script(survey, called),
        **dict(compare.scripts(survey, found.known, called, pair)),
    }
    for file, text in files.items():
        (target / file).write_text(text, encoding="utf-8")


def titles(survey: Survey) -> dict[str, str]:
    """How people write the libraries, those included that only others are part of."""
    ours = {name: adapter.title for name, adapter in adapters().items()}
    return {**ours, **{library.name: library.title for library in survey.libraries}}


def single_pages(found: Found) -> Iterator[Page]:
    """The pages that there is one of."""
    survey = found.survey
    contexts = {
        "paper.html": paper.context(survey, found.tables, found.ruled),
        "recipes.html": recipes.context(survey, found.known),
        "textbook.html": textbook.context(survey, found.called),
        "axioms.html": axioms.context(),
        "diversity.html": diversity.context(),
        "off_policy.html": off_policy.context(),
        "dissent.html": dissent.context(),
        "search.html": {},
        "compare.html": {},
        "play.html": play.context(),
        "method.html": method.context(survey),
        "missing.html": missing.context(survey),
    }
    yield from ((file, file, context) for file, context in contexts.items())


def matrix_pages(shown: list[Matrix]) -> Iterator[Page]:
    """The matrix of each section, which knows the page of the next."""
    pages = [one.section.page for one in shown]
    for one, following in zip(shown, [*pages[1:], ""], strict=True):
        yield one.section.page, "matrix.html", matrix.context(one, following)


def library_pages(found: Found) -> Iterator[Page]:
    """Three pages a library: what was found, the cases, and what to write of it."""
    for one in found.survey.libraries:
        against = found.contradictions[one.name]
        told = library.context(one, found.survey, found.known, against)
        cases = library.cases_context(one, told["stories"])
        yield library_page(one.name), "library.html", told
        yield cases_page(one.name), "cases.html", cases
        yield cite_page(one.name), "cite.html", cited.context(one)


def family_pages(found: Found) -> Iterator[Page]:
    """One page a family, also for those that no metric claims."""
    for one in families_by_title():
        mine = found.known.get(one.name, {})
        context = family.context(one, found.survey, mine, found.called)
        yield family_page(one.name), "family.html", context


def edge_pages(found: Found) -> Iterator[Page]:
    """The page of all edge cases, one of each, and one of each library."""
    edges = conventions.parts(found.survey)
    every = conventions.context(found.survey, edges, found.called)
    yield "conventions.html", "conventions.html", every
    pages = dict(conventions.probe_pages(edges))
    for file, context in pages.items():
        yield file, "probe.html", context
    for one in found.survey.libraries:
        against = found.contradictions[one.name]
        told = library.edges_context(one, pages, against)
        yield edges_page(one.name), "library_edges.html", told


def variant_pages(found: Found) -> Iterator[Page]:
    """One page for each class that a page links to."""
    for id in found.linked:
        one = Variant.parse(id)
        about = paragraphs(family.module_doc(one.home))
        context = variant.context(one, found.survey, found.known)
        yield variant_page(id), "variant.html", {**context, "about": about}


def families_by_title() -> list[Family]:
    """The families, in the order of their titles."""
    return sorted(every_family().values(), key=lambda one: one.title.casefold())
