"""The front page: the question, what was found in numbers, and a small matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from homonym.reports.charts.dots import (
    DotsChart,
    Headline,
    draw_dots_chart,
    draw_headline_chart,
)
from homonym.reports.evidence.changes import Step, list_library_drifts
from homonym.reports.evidence.matrix import MatrixGroup
from homonym.reports.evidence.surprises import find_shown_surprises
from homonym.reports.evidence.version_change import EFFECTS
from homonym.reports.findings.finding import Finding
from homonym.reports.findings.ids import is_same_class
from homonym.reports.findings.meaning import count_metrics
from homonym.reports.findings.names import Name
from homonym.reports.findings.sections import Section, group_families_by_section
from homonym.reports.findings.survey import Survey
from homonym.versions import split_mark

MOST = 4
"""So many names are counted on top: those of most meanings."""
MAIN = 6
"""So many families stand in the small matrix: the first of the large one."""
UNFOLDED = 30
"""A table of so many rows, or fewer, stands open."""


def build_front_context(survey: Survey, called: Sequence[Name]) -> dict[str, Any]:
    """What the template of the front page shows; called: every name that people
    read."""
    homonyms = [name for name in called if name.homonym]
    shared = [n for n in called if len(n.meanings) == 1 and n.libraries > 1]
    turned = [step for step in list_library_drifts(survey) if step.of("definition")]
    promised = [f for f in survey.newest if f.documented and not f.reason]
    differing = [f for f in promised if f.differs]
    caused = find_environment_causes(survey)
    pictures = draw_homonym_charts(homonyms, survey)
    return {
        "most": homonyms[:MOST],
        "chief": find_headline_name(homonyms, survey),
        "surprises": list(find_shown_surprises(survey)),
        "homonyms": group_names_by_section(homonyms),
        "agreed": shared,
        "alone": sum(name.libraries == 1 for name in called if not name.homonym),
        "pictures": pictures,
        "several_dots": any(chart.several_dots for chart in pictures.values()),
        "libraries": len({finding.home for finding in survey.findings}),
        "versions": len({(f.home, split_mark(f.version)[0]) for f in survey.findings}),
        "metrics": count_metrics(survey.findings),
        "ways": len({(f.library, f.metric) for f in survey.findings}),
        "promised": count_metrics(promised),
        "broken": count_metrics(f for f in differing if f not in caused),
        "caused": caused,
        "by_environment": count_metrics(f for f in differing if f in caused),
        "differing": group_same_named_metrics(differing),
        "unclear": count_metrics(f for f in promised if f.several),
        "several": group_same_named_metrics(f for f in promised if f.several),
        "turned": turned,
        "effects": EFFECTS,
        "changed": {effect: count_changed(turned, effect) for effect in EFFECTS},
        "main": MAIN,
        "letters": list_cell_letters,
        "unfolded": UNFOLDED,
    }


def list_cell_letters(cell: Sequence[MatrixGroup]) -> list[tuple[MatrixGroup, bool]]:
    """Each letter of a cell once, and whether a metric under it differs from its
    documentation."""
    found: dict[str, list[MatrixGroup]] = {}
    for group in cell:
        found.setdefault(group.letter, []).append(group)
    return [(mine[0], any(one.differs for one in mine)) for mine in found.values()]


def find_headline_name(
    homonyms: Sequence[Name], survey: Survey
) -> tuple[Name, Headline] | None:
    """The name of most meanings that there are numbers of, with its chart."""
    for one in homonyms:
        if found := draw_headline_chart(one.title, one.meanings, survey):
            return one, found
    return None


def draw_homonym_charts(
    homonyms: Sequence[Name], survey: Survey
) -> dict[str, DotsChart]:
    """The chart of each name that has one; of those of one family alone, which share
    its letters."""
    made = {
        name.title: draw_dots_chart(name.title, name.meanings, survey)
        for name in homonyms
        if len(name.families) == 1
    }
    return {name: chart for name, chart in made.items() if chart}


def count_changed(steps: Iterable[Step], effect: str) -> int:
    """How many metrics have this effect between some versions: counted as
    `count_metrics` does."""
    return len({(step.library.home, n) for step in steps for n in step.changed(effect)})


def find_environment_causes(survey: Survey) -> dict[Finding, str]:
    """What in the environment, not in the library, makes metrics of a newest version
    break their documentation: in another environment the same version keeps it."""
    found = {}
    for step in list_library_drifts(survey):
        before = {f.metric: f for f in step.before.findings}
        for change in step.of("environment"):
            for new in step.after.findings:
                if new.metric in change.metrics and not change.probe and new.differs:
                    (said,) = new.promises
                    if is_same_class(said, before[new.metric].meaning):
                        found[new] = change.cause
    return found


def group_same_named_metrics(findings: Iterable[Finding]) -> list[tuple[Finding, ...]]:
    """Metrics of one name that promise and compute the same, side by side."""
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for f in findings:
        key = (f.library, f.name, " or ".join(f.promises), *f.variants)
        groups.setdefault(key, []).append(f)
    return [tuple(found) for found in groups.values()]


def group_names_by_section(told: Sequence[Name]) -> list[tuple[Section, list[Name]]]:
    """The names in the report's sections, in their order: each in that of the family
    that most of its metrics are of."""
    return [
        (section, [name for name in told if name.families[0] in section.families])
        for section in group_families_by_section(name.families[0] for name in told)
    ]
