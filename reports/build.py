"""All pages of the report, written into a folder: start at `build_report_pages`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from homonym.adapters import adapters
from homonym.address import find_project_url
from homonym.reference.variants import Family, Variant, every_family
from homonym.reports.charts import dots as charts
from homonym.reports.charts.preview import find_preview_address, write_preview
from homonym.reports.evidence.edges import Contradiction, list_contradictions
from homonym.reports.evidence.matrix import Matrix, build_section_matrices
from homonym.reports.exports import exports
from homonym.reports.findings.addresses import (
    name_cases_page,
    name_cite_page,
    name_edges_page,
    name_family_page,
    name_library_page,
    name_variant_page,
)
from homonym.reports.findings.comparable import collect_newest_metrics
from homonym.reports.findings.known_as import read_known_definitions
from homonym.reports.findings.meaning import Meanings, find_meanings_by_family
from homonym.reports.findings.names import Name, list_names_by_meanings
from homonym.reports.findings.sections import group_families_by_section
from homonym.reports.findings.survey import Survey
from homonym.reports.pages import (
    answers,
    axioms,
    badges,
    citations,
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
    paper_pages,
    papers,
    play,
    recipes,
    repository,
    search,
    shared,
    textbook,
    variant,
)
from homonym.reports.pages.processes import run_side_by_side
from homonym.reports.pages.render import build_jinja_environment, split_docstring
from homonym.reports.paper.claims import Claim, rule_on_claims
from homonym.reports.paper.table_parts import PaperTable
from homonym.reports.paper.tables import build_paper_tables

if TYPE_CHECKING:
    from jinja2 import Environment

Page = tuple[str, str, dict[str, Any]]
"""File, template, what the template shows."""
ON_EVERY_PAGE = "base.html", "macros.html"
"""The templates that nearly all others take from: compiled once, before the pages are
shared between processes."""
LIBRARIES = {"who": "library", "many": "libraries", "of": "", "compared": ()}
"""What pages that tell of libraries call them; beside `paper_pages.REPOSITORIES`."""


def build_report_pages(out: Path, survey: Survey) -> Path:
    """Write the report in place of the one that is there; return its front page."""
    folder.replace_page_folder(out, lambda target: write_pages(target, survey))
    return out.absolute() / "index.html"


def write_pages(target: Path, survey: Survey) -> None:
    """All pages, and the same as data."""
    found = gather_report_findings(survey)
    templates = build_report_templates(found)
    shared.write_shared(target)
    for name in ON_EVERY_PAGE:
        templates.get_template(name)

    def write(pages: Iterable[Page]) -> None:
        write_html(target, templates, pages)

    run_side_by_side(
        lambda: write(chain(yield_library_pages(found), yield_edge_pages(found))),
        lambda: write(chain(yield_family_pages(found), yield_variant_pages(found))),
        lambda: write_scripts(target, found, templates),
        lambda: write(yield_single_pages(found)),
        lambda: write(
            paper_pages.yield_paper_pages(
                found.survey, found.everything, found.in_papers, found.of_papers
            )
        ),
        lambda: write_front(target, found, templates),
        lambda: write_data(target, found, templates),
    )


def write_front(target: Path, found: ReportFindings, templates: Environment) -> None:
    """The front page, what is shown where it is linked to, and what it leads to."""
    first = front.build_front_context(found.survey, found.called)
    write_preview(target, [(len(n.meanings), n.title) for n in first["most"]])
    pages = [("index.html", "index.html", first)]
    after = chain(matrix.yield_matrix_pages(found.shown), dissent.list_dissent_pages())
    write_html(target, templates, chain(pages, after))


def write_data(target: Path, found: ReportFindings, templates: Environment) -> None:
    """The same as the pages as data, and the badges."""
    badges.write_badges(target, found.survey.everyone.libraries, templates)
    matrices = [*found.shown, *found.of_papers]
    exports.write_exports(
        target, found.survey, matrices, found.tables, found.everything
    )


@dataclass(frozen=True)
class ReportFindings:
    """What several pages tell, computed once.

    known: the meanings of each family; everything: the same with those of repositories
    of papers; called: every name that people read; in_papers: those that repositories'
    metrics carry; shown: the matrices; of_papers: those of repositories; tables: the
    paper's; ruled: its claims; linked: the classes that pages link to.
    """

    survey: Survey
    known: dict[str, Meanings]
    everything: dict[str, Meanings]
    called: list[Name]
    in_papers: list[Name]
    shown: list[Matrix]
    of_papers: list[Matrix]
    tables: tuple[PaperTable, PaperTable]
    ruled: list[Claim]
    linked: list[str]

    @cached_property
    def contradictions(self) -> dict[str, list[Contradiction]]:
        """Those of each library and repository."""
        libraries = self.survey.everyone.libraries
        return {one.name: list_contradictions(one.recorded) for one in libraries}


def gather_report_findings(survey: Survey) -> ReportFindings:
    """All of it."""
    known, everything = (
        find_meanings_by_family(survey),
        find_meanings_by_family(survey.everyone),
    )
    apart = survey.papers
    columns = matrix.order_families(apart, everything)
    return ReportFindings(
        survey,
        known,
        everything,
        called=list_names_by_meanings(survey, known),
        in_papers=list_names_by_meanings(apart, everything),
        shown=build_section_matrices(
            survey, matrix.order_families(survey, known), known
        ),
        of_papers=build_section_matrices(apart, columns, everything, papers.OF),
        tables=build_paper_tables(survey, known),
        ruled=rule_on_claims(survey),
        linked=variant.list_linked_variants(survey.everyone),
    )


def build_report_templates(found: ReportFindings) -> Environment:
    """The templates, with what any page may show."""
    templates, survey = build_jinja_environment(), found.survey
    templates.filters.update(shortened=axioms.shorten_case)
    templates.globals.update(
        survey=survey,
        sections=group_families_by_section(sort_families_by_title()),
        homonym=metadata.version("homonym"),
        matrices=found.shown,
        exported=[*found.shown, *found.of_papers],
        papers_beside={one.section.title: one.section.page for one in found.of_papers},
        **LIBRARIES,
        issues=find_project_url("Issues"),
        preview=find_preview_address(),
        probe_page=conventions.name_probe_page,
        answers=answers.collect_study_answers(found.ruled),
        known_as=read_known_definitions(),
        no_chart=charts.explain_missing_chart,
        titles=collect_library_titles(survey),
    )
    return templates


def write_html(target: Path, templates: Environment, pages: Iterable[Page]) -> None:
    """Render each page."""
    for file, template, context in pages:
        text = templates.get_template(template).render(page=file, **context)
        (target / file).write_text(text, encoding="utf-8")


def write_scripts(target: Path, found: ReportFindings, templates: Environment) -> None:
    """The data of the pages that compute: search, Comparable? and Try it."""
    survey, called = found.survey, found.called
    every = [*called, *found.in_papers]
    pair = templates.get_template("compared.html")
    files = {
        "search-index.js": search.render_search_script(
            survey.everyone, sort_families_by_title(), found.linked, called
        ),
        "play-data.js": play.render_play_script(survey, called),
        **dict(
            compare.render_comparison_scripts(
                survey.everyone, found.everything, every, pair
            )
        ),
    }
    for file, text in files.items():
        (target / file).write_text(text, encoding="utf-8")


def collect_library_titles(survey: Survey) -> dict[str, str]:
    """How people write the libraries, those included that only others are part of."""
    ours = {name: adapter.title for name, adapter in adapters().items()}
    every = survey.everyone.libraries
    return {**ours, **{library.name: library.title for library in every}}


def yield_single_pages(found: ReportFindings) -> Iterator[Page]:
    """The pages that there is one of."""
    survey = found.survey
    contexts = {
        "paper.html": paper.build_paper_context(survey, found.tables, found.ruled),
        "recipes.html": recipes.build_recipes_context(survey, found.known),
        "textbook.html": textbook.build_textbook_context(survey, found.called),
        "axioms.html": axioms.build_axioms_context(),
        "diversity.html": diversity.build_diversity_context(),
        "off_policy.html": off_policy.build_off_policy_context(),
        "search.html": {},
        "compare.html": {},
        "play.html": play.build_play_context(),
        "method.html": method.build_method_context(survey),
        "missing.html": missing.build_missing_context(survey),
    }
    yield from ((file, file, context) for file, context in contexts.items())


def yield_library_pages(found: ReportFindings) -> Iterator[Page]:
    """Three pages a library or repository: what was found, the cases, and what to write
    of it."""
    survey, every = found.survey, collect_newest_metrics(found.survey)
    for one in survey.everyone.libraries:
        against, apart = found.contradictions[one.name], one.repository
        within, known = (
            (survey.everyone, found.everything) if apart else (survey, found.known)
        )
        told = library.build_library_context(one, within, known, against)
        cases = library.build_cases_context(one, told["stories"])
        more = repository.build_repository_context(one, every) if apart else {}
        words = paper_pages.REPOSITORIES if apart else {}
        yield name_library_page(one.name), "library.html", {**told, **more, **words}
        yield name_cases_page(one.name), "cases.html", {**cases, **words}
        yield (
            name_cite_page(one.name),
            "cite.html",
            {**citations.build_citations_context(one), **words},
        )


def yield_family_pages(found: ReportFindings) -> Iterator[Page]:
    """One page a family, also for those that no metric claims."""
    drawn = charts.draw_charts_by_family(found.survey, found.known)
    for one in sort_families_by_title():
        mine = found.known.get(one.name, {})
        context = family.build_family_context(one, found.survey, mine, found.called)
        context["papers"] = family.list_meanings_in_papers(
            one, found.survey, found.everything
        )
        context["chart"] = drawn.get(one.name)
        yield name_family_page(one.name), "family.html", context


def yield_edge_pages(found: ReportFindings) -> Iterator[Page]:
    """The page of all edge cases, one of each, and one of each library."""
    edges = conventions.list_convention_parts(found.survey)
    every = conventions.build_conventions_context(found.survey, edges, found.called)
    yield "conventions.html", "conventions.html", every
    pages = dict(conventions.yield_probe_pages(edges))
    for file, context in pages.items():
        yield file, "probe.html", context
    for one in found.survey.everyone.libraries:
        against = found.contradictions[one.name]
        told = library.build_edges_context(one, pages, against)
        words = paper_pages.REPOSITORIES if one.repository else {}
        yield name_edges_page(one.name), "library_edges.html", {**told, **words}


def yield_variant_pages(found: ReportFindings) -> Iterator[Page]:
    """One page for each class that a page links to."""
    for id in found.linked:
        one = Variant.parse(id)
        about = split_docstring(family.read_module_docstring(one.home))
        context = variant.build_variant_context(
            one, found.survey, found.known, found.everything
        )
        yield name_variant_page(id), "variant.html", {**context, "about": about}


def sort_families_by_title() -> list[Family]:
    """The families, in the order of their titles."""
    return sorted(every_family().values(), key=lambda one: one.title.casefold())
