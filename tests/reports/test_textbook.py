"""The page of textbook definitions: who computes them, counted once more."""

from __future__ import annotations

import csv
import re
import tomllib
from html import unescape
from pathlib import Path

import pytest

from homonym.reference.variants import Variant

ROOT = Path(__file__).parents[2]
TOLD = tomllib.loads((ROOT / "reports/published/textbook.toml").read_text("utf-8"))
WRITTEN = {
    "MAP": r"((get_)?map[rk]?(_at_k|_cut|_)?|(get)?apk?|average_?precision(_score)?)"
    r"|average_precision_at_k|ap@k|ap_metric|mean_average_precision(_at_k)?|retrieval_?(map|average_precision)",
    "MAE": r"(mae|mean_absolute_error)",
    "R-precision": r"(get_|retrieval_?)?r[_-]?prec(ision)?(_at_k)?",
}
"""Some names once more, by what the libraries call their metrics."""


@pytest.fixture(scope="module")
def page(site: Path) -> dict[str, str]:
    """The part of each name."""
    text = (site / "textbook.html").read_text(encoding="utf-8")
    parts = re.split(r"<section id=\"[^\"]*\">\s*<h2>(.*?)</h2>", text)
    return {unescape(n): part for n, part in zip(parts[1::2], parts[2::2], strict=True)}


def newest(site: Path) -> list[dict[str, str]]:
    """The rows of the table of verdicts at each library's first version there."""
    with (site / "verdicts.csv").open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["kind"] == "library"]
    first: dict[str, str] = {}
    for row in rows:
        first.setdefault(row["library"], row["version"])
    return [row for row in rows if row["version"] == first[row["library"]]]


def metrics_in(text: str) -> list[str]:
    """The metrics that a piece of the page links to, as they are written."""
    plain = text.replace("<wbr>", "")
    return [unescape(one) for one in re.findall(r"<code>(.*?)</code></a>", plain)]


@pytest.mark.parametrize("name", WRITTEN)
def test_a_definition_lists_who_computes_it_under_its_name(
    name: str, page: dict[str, str], site: Path
) -> None:
    """As the table of verdicts has them; a mean left to its caller is the same."""
    for one in (told for told in TOLD["definition"] if told["name"] == name):
        wanted = {one["variant"], one["variant"][:-1] + ", users=caller)"}
        called = [
            row["metric"]
            for row in newest(site)
            if row["variants"] in wanted
            and re.fullmatch(WRITTEN[name], inner(row["metric"]).lower())
        ]
        rows = re.findall(r"<tr>(.*?)</tr>", page[name], re.DOTALL)
        shown = next(row for row in rows if f">{one['variant']}<" in bare(row))
        assert sorted(metrics_in(shown)[1:]) == sorted(called)
        assert called


def bare(text: str) -> str:
    return text.replace("<wbr>", "")


def inner(metric: str) -> str:
    """The name of a metric that is called by an evaluator, else its own."""
    found = re.search(
        r"(?:\b|_)(?:evaluate|eval|cal_metric|ranking_metrics_at_k|reco_metrics)\w*"
        r"[\[(]([\w@-]+)",
        metric,
    )
    return found[1] if found else re.split(r"[(\[]", metric)[0]


def test_every_metric_of_a_name_stands_in_one_row(
    page: dict[str, str], site: Path
) -> None:
    """Whether it is a definition, something else, or not known."""
    for name in ("MAP", "MAE"):
        mine = [
            row["metric"]
            for row in newest(site)
            if row["status"] in ("identified", "ambiguous", "unexplained")
            and re.fullmatch(WRITTEN[name], inner(row["metric"]).lower())
        ]
        rows = re.findall(r"</td><td>(?!–)(.*?)</td></tr>", page[name], re.DOTALL)
        shown = [one for row in rows for one in metrics_in(row.split("</td><td>")[-1])]
        assert sorted(shown) == sorted(mine)


def test_a_formula_of_another_family_is_written_out(page: dict[str, str]) -> None:
    """LlamaIndex counts a granular hit rate as recall, whose A is no hit rate's."""
    told = re.sub(r"<[^>]+>", "", bare(page["Hit rate"]))
    assert "none of these: recall(divisor=r)" in told
    assert "A divisor=r" not in told


def test_every_definition_is_a_variant_with_its_source() -> None:
    """Written as records write it."""
    for one in TOLD["definition"]:
        variant = Variant.with_defaults(one["variant"])
        assert str(variant.canonical()) == one["variant"]
        assert re.search(r" (19|20)\d\d", one["source"])


def test_scikit_learn_and_trec_eval_are_told_of(page: dict[str, str]) -> None:
    """MAP of the books is average_precision_score on all candidates, and `map`."""
    told = re.sub(r"<[^>]+>", "", bare(page["MAP"])).replace("\n", " ")
    assert "scikit-learn: average_precision_score computes a definition above;" in told
    one, other = "map computes a definition above", "map_cut computes none of them"
    assert f"pytrec_eval: {one}; {other}" in told
