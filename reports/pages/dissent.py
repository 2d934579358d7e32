"""The pages on how much the choice of variant matters: start at `list_dissent_pages`.

The numbers are data: what `homonym dissent --json` says of the models that `homonym
example --models grid` trains, condensed by `homonym-maintain dissent`
(`results/dissent.json`): a page for each split and protocol, and one over all.
`write_dissent_page` draws the same of somebody's own models.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from homonym.reports.charts.scatter import draw_scatter_chart
from homonym.reports.charts.slopes import Slope, draw_slope_chart
from homonym.reports.findings.dissent_results import read_dissent_results
from homonym.reports.pages.dissent_settings import (
    DEFINITIONS,
    LIBRARIES,
    Data,
    count_changed_winners,
    find_largest_reversals,
    format_setting_title,
    name_setting_page,
    shorten_measure_name,
    sort_setting_comparisons,
    tell_differences,
    tell_uncut_pairs,
)
from homonym.reports.pages.folder import replace_page_folder
from homonym.reports.pages.heat_maps import collect_heat_maps
from homonym.reports.pages.off_policy import read_published_off_policy
from homonym.reports.pages.render import build_jinja_environment
from homonym.reports.pages.shared import write_style

ROWS, SLOPES = 12, 3
"""So many comparisons stand in a table before one has to open the rest; so many of
them are drawn."""
FEWEST = 3
"""Of libraries' metrics: for two the table has the one number that a map would show."""


def read_dissent_answer() -> str:
    """The sentence of the first setting."""
    return str(read_dissent_results()["settings"][0]["answer"])


@cache
def list_dissent_pages() -> tuple[tuple[str, str, dict[str, Any]], ...]:
    """The page over all settings, and that of each."""
    return tuple(yield_dissent_pages())


def yield_dissent_pages() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The same, one after the other."""
    results = read_dissent_results()
    every = [
        (name_setting_page(one["grid"]), format_setting_title(one["grid"]), one)
        for one in results["settings"]
    ]
    yield (
        "dissent.html",
        "dissent.html",
        {
            "settings": [(*told, find_largest_reversals(told[-1])) for told in every],
            "differences": tell_differences(results["settings"]),
            "uncut": tell_uncut_pairs(results["settings"]),
            "source": read_published_off_policy(),
            "published": [(one, draw_dcg_chart(one)) for one in results["published"]],
        },
    )
    for page, title, found in every:
        context = {"settings": every, "title": title, **build_dissent_context(found)}
        yield page, "dissent_setting.html", context


def draw_dcg_chart(found: Data) -> str:
    """Figure 2 of Jeunen et al. 2024: nDCG by DCG, a mark a model."""
    dcg, ndcg = sorted(
        found["measures"], key=lambda one: "ideal" not in one["definition"]
    )
    kinds: dict[str, tuple[list[float], list[float]]] = {}
    both = zip(dcg["values"], ndcg["values"], strict=True)
    for model, (x, y) in zip(found["models"], both, strict=True):
        across, up = kinds.setdefault(model.partition("-")[0], ([], []))
        across.append(x)
        up.append(y)
    return draw_scatter_chart(f"DCG@{found['k']}", f"nDCG@{found['k']}", kinds)


def build_dissent_context(found: Data) -> dict[str, Any]:
    """What is shown of one set of models."""
    return {
        "found": found,
        "rows": sort_setting_comparisons(found),
        "some": ROWS,
        "flips": find_surest_reversals(found),
        "winners": count_changed_winners(found),
        "maps": collect_heat_maps(found, LIBRARIES, FEWEST),
        "families": collect_heat_maps(found, DEFINITIONS),
        "slopes": draw_slopes_by_name(found),
    }


def find_surest_reversals(found: Data) -> list[tuple[Data, Data, Data]]:
    """The surest pair of models of each comparison of libraries that has any."""
    return [
        (group, one, flip)
        for group, one in sort_setting_comparisons(found)
        if group["what"] == LIBRARIES
        for flip in one["flips"][:1]
    ]


def draw_slopes_by_name(found: Data) -> dict[str, str]:
    """Ranks by the two measures of each name that reverse the most pairs, the best of
    each kind by the first marked; of names whose models' numbers are there."""
    charts: dict[str, str] = {}
    for group, one in sort_setting_comparisons(found):
        mine, its = (group["measures"][one[at]] for at in ("one", "other"))
        if group["title"] in charts or "values" not in mine or not one["reversed"]:
            continue
        if group["what"] == LIBRARIES and len(charts) < SLOPES:
            charts[group["title"]] = draw_measure_pair(found["models"], mine, its)
    return charts


def draw_measure_pair(models: Sequence[str], mine: Data, its: Data) -> str:
    """The chart of two measures."""
    left, right = (
        rank_measure_values(mine["values"]),
        rank_measure_values(its["values"]),
    )
    marked = {*find_best_model_places(models, left)}
    every = [
        Slope(name, left[at], right[at], at in marked) for at, name in enumerate(models)
    ]
    return draw_slope_chart(
        shorten_measure_name(mine), shorten_measure_name(its), every
    )


def find_best_model_places(models: Sequence[str], of: Sequence[float]) -> Iterator[int]:
    """The place of the best model of each kind."""
    found: dict[str, int] = {}
    for at, name in enumerate(models):
        kind = name.partition("-")[0]
        if kind not in found or of[at] < of[found[kind]]:
            found[kind] = at
    yield from found.values()


def rank_measure_values(values: Sequence[float]) -> list[int]:
    """1 for the greatest, equal numbers equal."""
    return [1 + sum(other > one for other in values) for one in values]


def write_dissent_page(folder: Path, found: Data, tables: Mapping[str, str]) -> Path:
    """Put `index.html`, its style, `results.json` and the tables into the folder.

    Returns the page. Raises UserError where the folder holds something that the command
    has not written, or cannot be written to.
    """
    template = build_jinja_environment().get_template("dissent_own.html")
    version = metadata.version("homonym")
    text = template.render(
        homonym=version, tables=[*tables], **build_dissent_context(found)
    )

    def write(new: Path) -> None:
        write_style(new)
        (new / "index.html").write_text(text, encoding="utf-8")
        data = json.dumps(found, indent=1) + "\n"
        for name, content in {"results.json": data, **tables}.items():
            (new / name).write_text(content, encoding="utf-8")

    replace_page_folder(folder, write, "homonym dissent")
    return folder / "index.html"
