"""The pages on how much the choice of variant matters, counted again."""

import json
import re
from html import unescape
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr

from homonym.disagreement.words import tell_answer
from homonym.errors import UserError
from homonym.maintain import record_dissent
from homonym.reference.variants import Variant
from homonym.reports.charts.slopes import Slope, draw_slope_chart
from homonym.reports.pages import dissent
from homonym.reports.pages.dissent_settings import (
    format_setting_title,
    name_setting_page,
    tell_differences,
    tell_uncut_pairs,
)

SETTINGS = dissent.read_dissent_results()["settings"]
MAIN = SETTINGS[0]
TITLES = [format_setting_title(one["grid"]) for one in SETTINGS]
every_setting = pytest.mark.parametrize("found", SETTINGS, ids=TITLES)


def groups(found: dict[str, Any], what: str = "libraries") -> list[dict[str, Any]]:
    """The names, or the families."""
    return [one for one in found["groups"] if one["what"] == what]


def numbers(group: dict[str, Any], one: dict[str, Any]) -> list[Any]:
    """The models' numbers by the two measures of a comparison."""
    both = (group["measures"][one[at]]["values"] for at in ("one", "other"))
    return [np.array(values) for values in both]


def test_the_sentence_on_top_is_what_the_recorded_numbers_give() -> None:
    for one in SETTINGS:
        assert one["answer"] == tell_answer(one)
    assert dissent.read_dissent_answer() == MAIN["answer"]


def test_splits_and_protocols_are_those_that_people_use() -> None:
    """The first is the one whose sentence stands on top."""
    kinds = [(one["grid"]["split"], one["grid"]["candidates"]) for one in SETTINGS]
    assert kinds == [
        ("weak", "full"),
        ("per-user", "full"),
        ("global", "full"),
        ("leave-one-out", "full"),
        ("leave-one-out", "sampled"),
    ]


@pytest.mark.sampled(4)
@every_setting
def test_its_counts_follow_from_the_models_own_numbers(found: dict[str, Any]) -> None:
    """Pairs of metrics whose best model is another, and pairs of models that the two
    that are named order otherwise."""
    another = pairs = 0
    for group in groups(found):
        for one in group["comparisons"]:
            mine, its = numbers(group, one)
            pairs += 1
            another += not ((mine == mine.max()) & (its == its.max())).any()
            against = sum(
                (mine[a] - mine[b]) * (its[a] - its[b]) < -1e-17
                for a, b in combinations(range(len(mine)), 2)
            )
            assert abs(against - one["reversed"]) <= 2, group["title"]
    told = found["answer"]
    assert told.startswith(f"In {another} of {pairs} pairs of libraries' metrics")
    counted = re.search(r"order ([\d,]+) of the ([\d,]+) pairs of models", told)
    most = headline(found)
    assert counted
    assert [int(one.replace(",", "")) for one in counted.groups()] == [
        most["reversed"],
        most["pairs"],
    ]
    assert f"{most['reversed_significant'] or 'none'} of them significantly" in told
    models = len(found["models"])
    assert most["pairs"] == models * (models - 1) // 2 and models >= 150


def headline(found: dict[str, Any]) -> Any:
    """The comparison that is told of: of libraries where one of theirs is reversed and
    significant, or nobody's is."""

    def most(what: str) -> Any:
        return max(
            (one for group in groups(found, what) for one in group["comparisons"]),
            key=lambda one: (one["reversed_significant"], one["reversed"]),
        )

    mine, its = most("libraries"), most("definitions")
    others = its["reversed_significant"] and not mine["reversed_significant"]
    return its if others else mine


def check_estimates(one: dict[str, Any], mine: Any, its: Any) -> None:
    """Counts, inversion rate, r and tau of a comparison, from the models' numbers by
    SciPy; these are recorded to nine decimals, so that two pairs may be tied there. Of
    what is not tied the inversion rate is what Kendall's tau-a lacks to 1, halved. A
    number that is the same for every model has neither r nor tau."""
    pairs = len(mine) * (len(mine) - 1) // 2
    assert (one["pairs"], one["inversion"]["value"]) == (
        pairs,
        round(one["reversed"] / pairs, 6),
    )
    if constant := len(set(mine)) == 1 or len(set(its)) == 1:
        assert one["tau"]["value"] is one["pearson"]["value"] is None
    else:
        table = kendalltau(mine, its, variant="b").statistic
        assert one["tau"]["value"] == pytest.approx(table, abs=1e-3)
        r = pearsonr(mine, its).statistic
        assert one["pearson"]["value"] == pytest.approx(r, abs=1e-6)
    signs = [
        np.sign(np.subtract.outer(x, x))[np.triu_indices(len(x), 1)]
        for x in (mine, its)
    ]
    agree = signs[0] @ signs[1]
    untied = np.count_nonzero(signs[0] * signs[1])
    assert abs((untied - agree) / 2 - one["reversed"]) <= 2
    for name in ("inversion", *(() if constant else ("pearson", "tau"))):
        assert one[name]["lower"] <= one[name]["upper"]


@pytest.mark.sampled(2)
@every_setting
def test_every_number_of_a_comparison_is_that_of_the_models_numbers(
    found: dict[str, Any],
) -> None:
    for group in groups(found):
        for one in group["comparisons"]:
            mine, its = numbers(group, one)
            check_estimates(one, mine, its)
            both = (mine == mine.max()) & (its == its.max())
            named = (both, both) if both.any() else (mine, its)
            assert one["best"] == [int(np.argmax(values)) for values in named]
            assert one["another_wins"] == (one["best"][0] != one["best"][1])


def test_dcg_against_ndcg_is_that_of_the_models_numbers() -> None:
    """Appendix A of Jeunen et al.: DCG is the larger number of each model."""
    for found in dissent.read_dissent_results()["published"]:
        dcg, ndcg = (np.array(one["values"]) for one in found["measures"])
        assert [one["definition"] for one in found["measures"]] == [
            "ndcg(gain=binary, ideal=none)",
            "ndcg(gain=binary)",
        ]
        assert len(dcg) == len(found["models"]) == 192 and (dcg > ndcg).all()
        check_estimates(found["comparison"], dcg, ndcg)


@every_setting
def test_winners_are_counted_from_the_comparisons(found: dict[str, Any]) -> None:
    for what, its in found["winners"].items():
        told = [
            one["another_wins"]
            for group in groups(found, what)
            for one in group["comparisons"]
        ]
        assert (len(told), sum(told)) == (its["pairs"], its["another"])
        assert 0 <= its["lower"] <= its["upper"] <= its["pairs"]


@every_setting
def test_a_flips_parts_add_up(found: dict[str, Any]) -> None:
    """A surest pair of models stands with each comparison that reverses any surely."""
    for group in groups(found):
        for one in group["comparisons"]:
            assert bool(one["flips"]) == bool(one["reversed_significant"])
            for flip in one["flips"]:
                for by in (flip["by_one"], flip["by_other"]):
                    parts = by["up_to_k"] + by["more"]
                    assert parts == pytest.approx(by["difference"], abs=1e-8)
                    assert by["p"] <= found["alpha"]
                signs = (flip[by]["difference"] > 0 for by in ("by_one", "by_other"))
                assert [*signs] == [True, False]


def plain(text: str) -> str:
    """A page's words."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def test_the_page_over_all_has_each_answer_and_leads_to_its_page(site: Path) -> None:
    """The first on top, and of libraries and of definitions what another winner has."""
    page = (site / "dissent.html").read_text(encoding="utf-8")
    (told,) = re.findall(r'id="answer"><strong>(.*?)</strong>', page, re.DOTALL)
    assert unescape(told) == MAIN["answer"]
    (table,) = re.findall(r'id="settings">(.*?)</table>', page, re.DOTALL)
    (tables,) = re.findall(r'id="who-wins">(.*?)<h2', page, re.DOTALL)
    for title, one in zip(TITLES, SETTINGS, strict=True):
        words = f"{title} {one['users']:,} {one['users_with_more']:,} {one['answer']}"
        assert words in plain(table)
        assert f'<a href="{name_setting_page(one["grid"])}">' in table
        for its in one["winners"].values():
            ends = f"({its['lower']:.0f} to {its['upper']:.0f})"
            words = f"{title} {its['pairs']} {its['another']} {ends}"
            assert words in plain(tables)
        ((share, ends),) = re.findall(
            r"\(([\d.]+%), 95% interval (.*?)\)", one["answer"]
        )
        assert f"{share} ({ends.replace('%', '')})" in plain(tables)
    for anchor in ("who-wins", "pairs", "slopes", "flips", "maps", "jeunen2024"):
        assert f'id="{anchor}"' in page


@every_setting
def test_each_setting_has_a_page_with_its_pictures(
    found: dict[str, Any], site: Path
) -> None:
    """Its sentence, a heat map a group (but of two libraries' metrics), slope charts,
    and the surest flips."""
    page = (site / name_setting_page(found["grid"])).read_text(encoding="utf-8")
    assert len(page.encode()) < 450_000
    assert found["answer"] in plain(page)
    assert f"--split {found['grid']['split']}" in page
    sampled = found["grid"]["candidates"] == "sampled"
    assert ("--protocol sampled" in page) == sampled
    maps = [
        one
        for one in found["groups"]
        if one["comparisons"]
        and (one["what"] == "definitions" or len(one["measures"]) > 2)
    ]
    _, drawn = page.split('id="maps"')
    assert drawn.count('<table class="heat c1"') == len(maps)
    slopes, flips = page.split('id="slopes"')[1].split('id="flips"')
    titles = {
        group["title"]
        for group in groups(found)
        for one in group["comparisons"]
        if one["reversed"]
    }
    assert slopes.count("<svg") == min(3, len(titles))
    surely = sum(
        len(one["flips"]) for group in groups(found) for one in group["comparisons"]
    )
    assert flips.split('id="maps"')[0].count("<tr>") == (
        2 * surely + 1 if surely else 0
    )


def kinds_otherwise(found: dict[str, Any], mine: Any, its: Any) -> bool:
    """Whether two kinds of models, each by its best, stand in another order by the one
    than by the other; what is equal to nine decimals stands in none."""
    kinds = [name.partition("-")[0] for name in found["models"]]
    best = [
        np.array([max(x[np.array(kinds) == kind]) for kind in found["kinds"]])
        for x in (mine, its)
    ]
    return any(
        (best[0][a] - best[0][b]) * (best[1][a] - best[1][b]) < -1e-17
        for a, b in combinations(range(len(found["kinds"])), 2)
    )


@every_setting
def test_what_is_said_of_winners_is_counted_again(
    found: dict[str, Any], site: Path
) -> None:
    """Of libraries from the models' numbers, of definitions from the comparisons."""
    page = plain((site / name_setting_page(found["grid"])).read_text(encoding="utf-8"))
    pairs, another, surely, some = counted(found)
    told = (
        f"Of {pairs} pairs of metrics of one name in the libraries that give different"
    )
    assert f"{told} numbers here, {some} order some models the other way" in page
    assert f"{another} name another best model, {surely} of those signif" in page
    kinds = sum(
        kinds_otherwise(found, *numbers(group, one))
        for group in groups(found)
        for one in group["comparisons"]
    )
    assert f"the best by each definition), {kinds} order two kinds otherwise" in page
    every = [g for g in groups(found, "definitions") for _ in g["comparisons"]]
    some = sum(
        one["reversed_significant"] > 0
        for group in groups(found, "definitions")
        for one in group["comparisons"]
    )
    told = f"Of {len(every)} pairs of definitions of one family that give different num"
    assert f"{told}bers here, {some} order some models the other way round" in page


def test_the_page_says_what_significantly_by_both_is(site: Path) -> None:
    """Above its first table, with the level of the tests."""
    page = (site / "dissent.html").read_text(encoding="utf-8")
    told = page[: page.index("<table>")]
    assert "<em>Significantly by both</em>: by each of the two metrics" in told
    assert f"below {SETTINGS[0]['alpha']})" in told


def test_every_setting_is_found_by_search_and_from_the_others(site: Path) -> None:
    index = (site / "search-index.js").read_text(encoding="utf-8")
    files = [name_setting_page(one["grid"]) for one in SETTINGS]
    for file, title in zip(files, TITLES, strict=True):
        assert file in index and title in index
        page = (site / file).read_text(encoding="utf-8")
        assert 'href="dissent.html" aria-current="page"' in page
        assert all(f'<a href="{one}">' in page for one in files if one != file)


def counted(found: dict[str, Any]) -> tuple[int, int, int, int]:
    """Of libraries' pairs: how many there are, name another best model, that
    significantly, and reverse two models significantly by both."""
    every = [one for group in groups(found) for one in group["comparisons"]]
    return (
        len(every),
        sum(one["best"][0] != one["best"][1] for one in every),
        sum(one["another_wins_significantly"] for one in every),
        sum(one["reversed_significant"] > 0 for one in every),
    )


def test_how_settings_differ_is_told_from_their_counts(site: Path) -> None:
    """Each sentence, from the comparisons alone."""
    pairs, winners, surely, names, few = tell_differences(SETTINGS)
    page = (site / "dissent.html").read_text(encoding="utf-8")
    for one in (pairs, winners, surely, names, few):
        assert one in plain(page)
    by = {f"“{t}”": counted(f) for t, f in zip(TITLES, SETTINGS, strict=True)}
    many = {name: its[0] for name, its in by.items()}
    top, low = max(many, key=many.__getitem__), min(many, key=many.__getitem__)
    assert f"in {top} ({many[top]}), fewest in {low} ({many[low]})" in pairs
    shares = {name: its[1] / its[0] for name, its in by.items()}
    top, low = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
    assert f"in {shares[top]:.0%} of these pairs in {top}" in winners
    assert f"in {shares[low]:.0%} in {low}" in winners
    for name, its in by.items():
        assert (f"{name} ({its[2]})" in winners) == (its[2] > 0)
        assert (f"{its[3]} in {name}" in surely) == (its[3] > 0)
    assert ("in no setting" in winners) == (not any(i[2] for i in by.values()))
    for title, found in zip(TITLES, SETTINGS, strict=True):
        told = f"“{title}” ({found['users']})"
        assert (told in few) == (found["users"] < 100)
    bearing: dict[str, list[str]] = {}
    for title, found in zip(TITLES, SETTINGS, strict=True):
        every = [(g, one) for g in groups(found) for one in g["comparisons"]]
        most = max(
            every, key=lambda o: (o[1]["reversed_significant"], o[1]["reversed"])
        )
        bearing.setdefault(most[0]["title"], []).append(f"“{title}”")
    of = "; ".join(f"{name} in {' and '.join(its)}" for name, its in bearing.items())
    assert names.replace(", “", " and “").endswith(f"are of {of}.")


def test_winners_that_no_formula_makes_are_told(site: Path) -> None:
    """Where one metric alone has no cut-off."""
    page = plain((site / "dissent.html").read_text(encoding="utf-8"))
    uncut = tell_uncut_pairs(SETTINGS)
    assert uncut in page
    for title, found in zip(TITLES, SETTINGS, strict=True):
        apart = won = 0
        for group in groups(found):
            for one in group["comparisons"]:
                ids = [
                    group["measures"][one[at]]["definition"] for at in ("one", "other")
                ]
                if (
                    sum(Variant.parse(id).names.get("depth") == "all" for id in ids)
                    == 1
                ):
                    apart += 1
                    won += one["another_wins"]
        assert f"{apart} in “{title}”, {won} of them" in uncut


def test_one_setting_differs_from_none() -> None:
    assert tell_differences(SETTINGS[:1]) == []


def test_slope_charts_say_what_they_show() -> None:
    slopes = draw_slope_chart("a", "b", [Slope("m", 1, 2, True), Slope("n", 2, 1)])
    assert "Ranks of 2 models by a and by b: m from 1 to 2" in slopes


@every_setting
def test_a_heat_map_has_the_share_of_each_two_measures(
    found: dict[str, Any], site: Path
) -> None:
    """In the row of the one and the column of the other, the darkest the greatest."""
    page = (site / name_setting_page(found["grid"])).read_text(encoding="utf-8")
    small = [
        group
        for group in found["groups"]
        if group["comparisons"] and 2 < len(group["measures"]) <= 16
    ]
    assert small
    for group in small:
        title = f'aria-label="{group["title"]}: pairs of models in another order: '
        ((count, most, table),) = re.findall(
            title + r"(\d+) rows and columns, up to ([\d.]+)%\".*?<tbody>(.*?)</tbody>",
            page,
            flags=re.S,
        )
        rates = {
            (one["other"], one["one"]): one["inversion"]["value"]
            for one in group["comparisons"]
        }
        greatest = max(rates.values()) or 1
        rows = table.strip().split("</tr>")[:-1]
        assert int(count) == len(rows) == len(group["measures"])
        assert float(most) == pytest.approx(100 * max(rates.values()), abs=0.05)
        names = [
            re.sub("<.*?>", "", row.partition("·")[2].partition("</th>")[0]).strip()
            for row in rows
        ]
        for row, text in enumerate(rows):
            cells = re.findall(r"<td(.*?)>(.*?)</td>", text)
            assert len(cells) == row
            for column, (told, shown) in enumerate(cells):
                share = rates.get((row, column))
                if share is None:
                    assert (told, shown) == ("", "")
                    continue
                assert shown == f"{100 * share:.1f}"
                assert f"--dark:{share / greatest:.2f}" in told
                words = f"{names[row]} and {names[column]}: {100 * share:.2f}%"
                assert f'title="{words}"' in told


def test_only_answers_on_a_grid_are_recorded(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    with pytest.raises(UserError, match="cannot be read"):
        record_dissent.record_dissent([file], tmp_path)
    file.write_text(json.dumps({"answer": "no grid"}), encoding="utf-8")
    with pytest.raises(UserError, match="is no answer on a grid of models"):
        record_dissent.record_dissent([file], tmp_path)


def test_an_answer_is_condensed_for_the_report(tmp_path: Path) -> None:
    """Recorded again from what is recorded: the same."""
    (tmp_path / "reports" / "results").mkdir(parents=True)
    answers = []
    for place, one in enumerate(SETTINGS):
        answers.append(tmp_path / f"{place}.json")
        answers[-1].write_text(json.dumps(one), encoding="utf-8")
    written = record_dissent.record_dissent(answers, tmp_path)
    found = json.loads(written.read_text("utf-8"))
    recorded = Path(str(files("homonym.reports") / "results" / "dissent.json"))
    given = json.loads(recorded.read_text("utf-8"))
    assert (found["settings"], found["columns"]) == (
        given["settings"],
        given["columns"],
    )
