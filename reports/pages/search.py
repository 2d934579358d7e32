"""The search box: a list of everything that has an address, as a script file.

Start at `yield_search_entries`. Pages opened from a disk may load a script beside them,
and no data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from homonym.adapters import adapters
from homonym.reference.corpus import edge
from homonym.reference.variants import Family, Variant
from homonym.reports.findings.addresses import (
    make_slug,
    name_family_page,
    name_library_page,
    name_variant_page,
)
from homonym.reports.findings.dissent_results import read_dissent_results
from homonym.reports.findings.known_as import read_known_definitions
from homonym.reports.findings.names import Name
from homonym.reports.findings.sections import list_finding_case_types
from homonym.reports.findings.survey import Survey
from homonym.reports.pages.conventions import name_probe_page
from homonym.reports.pages.dissent_settings import (
    format_setting_title,
    name_setting_page,
)
from homonym.reports.pages.missing import build_missing_context
from homonym.reports.pages.scripts import format_script_json

SearchEntry = tuple[str, str, str, str]
"""What it is, its name, words that are searched too, its address."""

PROMISE = "window.homonymIndex = "
MISSING = "missing.html"
PAGES = (
    ("Matrix of libraries", "table comparison overview", "matrix.html"),
    (
        "The code that papers ran",
        "repository repositories github papers",
        "papers.html",
    ),
    (
        "Printed side by side",
        "papers tables pairs repositories findings",
        "papers-side-by-side.html",
    ),
    ("Comparable?", "compare two metrics equal same difference", "compare.html"),
    ("Try it", "play example teach demo", "play.html"),
    ("The paper’s tables", "Tamm RecSys 2021 reproduce claims", "paper.html"),
    ("Constant scores", "ties tied equal HR NDCG random", "ties.html"),
    (
        "Protocols",
        "sampled negatives leave-one-out full ranking mask popularity HR correction",
        "protocols.html",
    ),
    ("Edge cases", "ties NaN empty short lists conventions", "conventions.html"),
    (
        "Textbook definitions",
        "book standard right correct scikit-learn sklearn trec_eval Manning",
        "textbook.html",
    ),
    ("Convert", "recipes from one library to another", "recipes.html"),
    ("Method", "how verdict reached limits cite BibTeX object", "method.html"),
    ("My library is not here", "missing own add init ask my library", MISSING),
    ("Axioms", "diversity Parapar Radlinski", "axioms.html"),
    ("Diversity on MovieLens", "alpha-nDCG", "diversity.html"),
    ("Off-policy evaluation", "reward nDCG Jeunen", "off_policy.html"),
    ("Does the variant matter?", "dissent winner inversions", "dissent.html"),
)
"""Pages by their titles, with other words for what they are about."""


def render_search_script(
    survey: Survey,
    families: Iterable[Family],
    variants: Iterable[str],
    called: Iterable[Name],
) -> str:
    """The index as a script that sets `homonymIndex`."""
    pages = (*yield_titled_pages(survey), *yield_setting_pages())
    told = [("page", *page) for page in pages]
    entries = [
        *told,
        *yield_name_entries(called),
        *yield_search_entries(survey, list(families), variants),
    ]
    return f"{PROMISE}{format_script_json(entries)};\n"


def yield_titled_pages(survey: Survey) -> Iterator[tuple[str, str, str]]:
    """`PAGES`; that of missing libraries by the names of those that it tells of too."""
    shown = build_missing_context(survey)
    names = " ".join([*shown["known"], *shown["left_out"]])
    for title, words, page in PAGES:
        yield title, f"{words} {names}" if page == MISSING else words, page


def yield_setting_pages() -> Iterator[tuple[str, str, str]]:
    """The pages of splits and protocols, on which models were compared."""
    for one in read_dissent_results()["settings"]:
        grid = one["grid"]
        words = f"variant matter dissent winner {grid['split']} {grid['candidates']}"
        yield format_setting_title(grid), words, name_setting_page(grid)


def yield_name_entries(called: Iterable[Name]) -> Iterator[SearchEntry]:
    """The names that people read: to their boxes on the front page, or their family."""
    for name in called:
        box = f"index.html#{name.anchor}"
        at = box if name.homonym else name_family_page(name.families[0].name)
        yield "name", name.title, " ".join([*name.spellings, *name.also]), at


def name_imported_module(library: str) -> str:
    """The module that people import; nothing for a library without an adapter."""
    adapter = adapters().get(library)
    return adapter.module if adapter else ""


def yield_search_entries(
    survey: Survey, families: Iterable[Family], variants: Iterable[str]
) -> Iterator[SearchEntry]:
    """Libraries and repositories, metrics, families, choices, variants and probes."""
    for library in survey.libraries:
        versions = " ".join(release.version for release in library.releases)
        page, paper = name_library_page(library.name), library.repository
        imported = name_imported_module(library.name)
        words = f"{library.name} {imported} {versions}"
        if paper:
            words = f"{words} {paper.repository} {paper.paper}"
            yield "repository", library.title, words, page
        else:
            yield "library", library.title, words, page
        for finding in library.newest.findings:
            its = f"{library.name}.{finding.metric} {imported}.{finding.metric}"
            words = f"{its} {' '.join(finding.variants)}"
            name = f"{library.title} {finding.metric}"
            yield "metric", name, f"{words} {finding.status}", finding.page
    for family in families:
        page, also = name_family_page(family.name), " ".join(family.also)
        yield "family", family.title, f"{family.name} {also}", page
        for axis, decision in family.axes.items():
            for choice in decision.choices.values():
                at = f"{page}#{make_slug('choice', axis, choice.name)}"
                name = f"{family.title}: {axis}={choice.name}"
                formula = choice.formula.replace("\\", "")
                words = f"{choice.doc} {choice.source} {formula} {also}"
                yield "choice", name, words, at
    for id in sorted(variants):
        home = Variant.parse(id).home
        aliases = [
            alias
            for alias, also in home.also.items()
            if str(home.variant(**also).canonical()) == id
        ]
        also = " ".join([*aliases, read_known_definitions().get(id, "")])
        yield "variant", id, also, name_variant_page(id)
    for takes in list_finding_case_types(survey.newest):
        mine = (f for f in survey.newest if f.takes is takes)
        told = {id for f in mine for id in f.entry.conventions}
        for probe in (one for one in edge(takes) if one.id in told):
            at = name_probe_page("probe", takes, probe.id)
            yield "edge", probe.convention, " ".join([probe.id, *probe.outcomes]), at
