"""The page to play with: five ranks, and what every formula of a name makes of them.

Start at `render_play_script`. The numbers are the reference's own, of every case that
the page can show, computed when it is built: its script looks them up.
`yield_case_lines` says in which order they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from string import Template
from typing import Any

from homonym.errors import UserError
from homonym.explain.snippets import name_and_options, read_snippet_calls
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Number, Variant
from homonym.reports.findings.addresses import name_variant_page
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import parse_variant
from homonym.reports.findings.meaning import Meaning
from homonym.reports.findings.names import Name
from homonym.reports.findings.numbers import format_page_number
from homonym.reports.findings.survey import Survey
from homonym.reports.pages.scripts import format_script_json

RANKS, MISSED, CUT_OFF = 5, 3, 5
"""So many ranks; at most so many relevant items that are not listed, and such a k."""
SECOND = ". 1 . . ."
"""The second user's list."""
TABLES = frozenset(
    ("k", "items", "catalogue", "truth", "lists", "train", "truth_rows", "lists_rows")
) | {"label_rows", "shown_rows"}
"""What the page's script can put into a library's lines."""
NO_CASE = "–"
GRADES = ("binary_grades",)
"""What all the cases fulfil, so that formulas that differ by grades alone are one."""


def build_play_context() -> dict[str, Any]:
    """What the template of the page shows."""
    second = SECOND.split().index("1") + 1
    return {"ranks": RANKS, "missed": MISSED, "cut_off": CUT_OFF, "second": second}


def render_play_script(survey: Survey, called: Iterable[Name]) -> str:
    """The names that have several formulas of rankings, with all their numbers."""
    told = [
        name_data(one, survey)
        for one in called
        if select_ranking_meanings(one.meanings)[1:]
    ]
    data = {"names": told, "code": list(yield_play_calls(survey)), "second": SECOND}
    return f"window.homonymPlay = {format_script_json(data)};\n"


def select_ranking_meanings(meanings: Sequence[Meaning]) -> list[Meaning]:
    """Those whose formula looks at rankings."""
    found = ((one, parse_variant(one.variant)) for one in meanings)
    return [one for one, variant in found if variant and variant.home.takes is Case]


def name_data(name: Name, survey: Survey) -> dict[str, Any]:
    """A name for the script."""
    rows = [
        build_play_row(one, survey) for one in select_ranking_meanings(name.meanings)
    ]
    return {"title": name.title, "rows": rows}


def build_play_row(meaning: Meaning, survey: Survey) -> dict[str, Any]:
    """A formula for the script: `shown` holds each number once, as it is written, `at`
    which of them every case has."""
    shown, at = compute_play_numbers(Variant.parse(meaning.variant).canonical(GRADES))
    return {
        "letter": meaning.letter,
        "colour": meaning.colour,
        "label": meaning.label,
        "page": name_variant_page(meaning.variant),
        "libraries": [survey.title(name) for name in meaning.libraries],
        "shown": shown,
        "at": at,
    }


@cache
def compute_play_numbers(variant: Variant) -> tuple[list[str], list[int]]:
    """The numbers that a formula gives on the cases, each once, and which of them each
    case has."""
    places: dict[str, int] = {}
    value = variant.home.formula(variant)
    shown = (format_value_on_case(value, case) for case in parse_play_cases())
    at = [places.setdefault(one, len(places)) for one in shown]
    return list(places), at


def format_value_on_case(value: Callable[[Case], Number], case: Case) -> str:
    """What a formula gives on a case; a dash where a user has no relevant item, of
    which definitions say nothing."""
    return format_page_number(value(case)) if all(u.r for u in case.users) else NO_CASE


def yield_case_lines() -> Iterator[str]:
    """Every case that can be shown, in the order in which numbers stand: without the
    second user and with; by the first user's hits, the first rank changing fastest; by
    missed items; by k."""
    marks = [hits[::-1] for hits in product(".1", repeat=RANKS)]
    for second, hits in product(("", f" ; {SECOND}"), marks):
        for missed, k in product(range(MISSED + 1), range(1, CUT_OFF + 1)):
            left = f" |{' 1' * missed}" if missed else ""
            yield f"{' '.join(hits)}{left}{second} @{k}"


@cache
def parse_play_cases() -> tuple[Case, ...]:
    """The same, parsed."""
    return tuple(map(Case.parse, yield_case_lines()))


def yield_play_calls(survey: Survey) -> Iterator[dict[str, Any]]:
    """How libraries are called, of the newest metrics with a formula of rankings, as
    far as the page has the tables that the call takes."""
    for finding in survey.newest:
        if (
            finding.meaning
            and finding.takes is Case
            and (found := render_play_call(finding))
        ):
            title = f"{survey.title(finding.library)} {finding.metric}"
            yield {"title": title, "lines": found}


def render_play_call(finding: Finding) -> str:
    """The lines that call a metric, with `$name` where a table stands; nothing where
    there are none, or the page has not all of the tables."""
    try:
        call = read_snippet_calls(finding.library).get(finding.metric)
    except UserError:
        return ""
    if call is None:
        return ""
    named = name_and_options(finding.metric)
    text = Template(f"{call.data}\n\nprint({call.expression})").safe_substitute(named)
    return text if TABLES.issuperset(Template(text).get_identifiers()) else ""
