"""The report as people meet it: in a browser, by keyboard, on a phone, on paper."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from homonym.reports.findings.addresses import name_library_page
from homonym.reports.findings.survey import read_survey

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MAIN = (
    "index.html",
    "matrix.html",
    "matrix-beyond-accuracy.html",
    "paper.html",
    "conventions.html",
    "conventions.html?outcome=nan&metric=NDCG",
    "probe-short_list.html",
    "invariance-tail_removed.html",
    "edges-recommenders.html",
    "cases-recbole.html",
    "recipes.html",
    "compare.html#recbole==1.2.1.NDCG/elliot==0.3.1.nDCG",
    "play.html",
    "papers.html",
    "papers-side-by-side.html",
    "repository-ngcf.html",
    "ties.html",
    "protocols.html",
    "missing.html",
    "method.html",
    "textbook.html",
    "axioms.html",
    "diversity.html",
    "off_policy.html",
    "dissent.html",
    "dissent-weak.html",
    "cite-rs-metrics.html",
    "search.html?q=ndcg",
    "family-average_precision.html",
    "variant-average_precision-divisor-r.html",
    name_library_page("recommenders"),
    name_library_page("dl-rs-evaluation"),
)
"""One page of every kind."""


def address(site: Path, page: str) -> str:
    return f"{site.as_uri()}/{page}"


def visible(page: Page, selector: str) -> int:
    return page.locator(f"{selector}:visible").count()


def becomes(page: Page, selector: str, count: int) -> None:
    """Wait until so many are visible: a form is shown anew after its reset."""
    from playwright.sync_api import expect

    expect(page.locator(f"{selector}:visible")).to_have_count(count)


def test_filters_narrow_the_matrix_and_stand_in_the_address(
    page: Page, site: Path
) -> None:
    """A library and a family leave one column and that library's rows."""
    page.goto(address(site, "matrix.html"))
    rows = page.locator(".matrix tbody tr").count()
    page.select_option("select[name=library]", "recommenders")
    page.select_option("select[name=family]", "average_precision")
    mine = visible(page, ".matrix tbody tr")
    assert 0 < mine < rows
    assert visible(page, ".matrix thead th") == 2
    assert "library=recommenders&family=average_precision" in page.url
    assert page.inner_text("#shown").startswith(f"{mine} of {rows} rows")


def test_an_address_with_filters_shows_the_same_view(page: Page, site: Path) -> None:
    """The view can be sent; what is no option is no filter; all can be shown again."""
    page.goto(address(site, "matrix.html?verdict=differs&versions=all&run=never"))
    assert page.input_value("select[name=verdict]") == "differs"
    shown = page.locator(".matrix li:visible")
    assert shown.count() > 0
    for place in range(shown.count()):
        assert shown.nth(place).get_attribute("data-differs") is not None
    page.click("#filters button")
    becomes(page, ".matrix tbody tr", page.locator(".matrix .first").count())
    assert "verdict" not in page.url


def test_a_cell_has_an_address_of_its_own(page: Page, site: Path) -> None:
    """It is scrolled to, below the header, and unfolded if it is an older version's."""
    page.goto(address(site, "matrix.html"))
    for cell in (".matrix .first li[id]", ".matrix .again li[id]"):
        anchor = page.locator(cell).last.get_attribute("id")
        page.goto(address(site, f"matrix.html#{anchor}"))
        page.wait_for_function("window.scrollY > 0")
        assert page.locator(f"[id='{anchor}']").is_visible()
        top = page.locator(f"[id='{anchor}']").bounding_box()["y"]
        assert top > page.locator(".matrix thead").bounding_box()["y"] + 30


def test_an_old_address_of_a_cell_leads_to_it(page: Page, site: Path) -> None:
    """All cells stood on the front page once, and in one matrix; an address that is
    none leads to the matrix."""
    for name in sorted(site.glob("matrix*.html"), key=lambda file: file.name):
        cells = re.findall(r'<li id="(cell-[^"]+)"', name.read_text(encoding="utf-8"))
        for old in ("index.html", "matrix.html"):
            page.goto(address(site, f"{old}#{cells[-1]}"))
            page.wait_for_url(address(site, f"{name.name}#{cells[-1]}"))
            assert page.locator(f"[id='{cells[-1]}']").is_visible()
    page.goto(address(site, "index.html#cell-nobody-1.0-ndcg"))
    page.wait_for_url(address(site, "matrix.html"))
    page.goto(address(site, "index.html#matrix"))
    assert page.url.endswith("index.html#matrix")


def test_the_main_families_need_no_scrolling_on_a_laptop(
    page: Page, site: Path
) -> None:
    """NDCG, MAP and AUC first; six stand whole in 1,280 pixels. Header and first column
    stay where they are when the table moves."""
    page.goto(address(site, "matrix.html"))
    heads = page.locator(".matrix thead th")
    assert heads.all_inner_texts()[1:4] == ["NDCG", "Average precision", "AUC"]
    window = page.locator(".tall").bounding_box()
    sixth = heads.nth(6).bounding_box()
    assert window and sixth
    assert sixth["x"] + sixth["width"] <= window["x"] + window["width"]
    page.eval_on_selector(".tall", "box => box.scrollTo(300, 700)")
    for still in (".matrix thead th >> nth=0", ".matrix thead th >> nth=5"):
        box = page.locator(still).bounding_box()
        assert box and abs(box["y"] - window["y"]) < 2
    row = page.locator(".matrix .first th >> nth=4").bounding_box()
    assert row and abs(row["x"] - window["x"]) < 2


def test_older_versions_unfold_under_their_library(page: Page, site: Path) -> None:
    """By the box in the row of the newest; all of them by the filter."""
    page.goto(address(site, "matrix.html"))
    assert visible(page, ".matrix .again") == 0
    box = page.locator(".matrix tbody", has_text="MS Recommenders").first
    box.get_by_role("checkbox").check()
    assert visible(page, ".matrix .again") == box.locator(".again").count() > 0
    shown = page.locator(".matrix tbody tr:visible").count()
    assert page.inner_text("#shown").startswith(f"{shown} of ")
    page.select_option("select[name=versions]", "all")
    assert visible(page, ".matrix .again") == page.locator(".matrix .again").count()


def test_a_phone_shows_a_card_a_library_the_asked_for_family_first(
    browser: Browser, site: Path
) -> None:
    """The other families of the library stand below it."""
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.goto(address(site, "matrix.html?family=auc"))
    card = page.locator(".matrix tr:visible").first
    cells = card.locator("td:visible")
    tops = {
        cell.get_attribute("data-family"): cell.bounding_box()["y"]
        for cell in cells.all()
    }
    assert len(tops) > 3 and min(tops, key=tops.__getitem__) == "auc"
    widths = [cell.bounding_box()["width"] for cell in cells.all()]
    assert min(widths) > 250
    page.close()


def test_search_finds_libraries_and_formulas(page: Page, site: Path) -> None:
    """The box of any page leads there; the words stand in the address."""
    page.goto(address(site, "paper.html"))
    page.fill("#seek", "recbole ndcg")
    page.press("#seek", "Enter")
    page.wait_for_url("**/search.html?q=recbole*")
    page.wait_for_selector("#results li")
    assert "RecBole NDCG" in page.inner_text("#results")
    page.fill("#wanted", "no such thing anywhere")
    assert page.inner_text("#found").startswith("0 found")
    assert "no+such+thing" in page.url
    page.fill("#wanted", "recbole ndgc")
    assert page.inner_text("#found") == "0 found; without one of the words:"
    assert "RecBole" in page.inner_text("#results")
    page.fill("#wanted", "")
    assert "Textbook definitions" in page.inner_text("#results")
    page.fill("#wanted", "divisor=min_k_r")
    page.click("#results a >> nth=0")
    assert "min_k_r" in page.inner_text("main")


def test_two_metrics_are_picked_and_stand_in_the_address(
    page: Page, site: Path
) -> None:
    """The recipe between them is left, or the sentence that there is none; an address
    brings the same; without a script all recipes stand on the page."""
    page.goto(address(site, "recipes.html"))
    recipes = visible(page, "article.recipe")
    assert recipes > 2
    page.select_option("select[name=from]", "rs-metrics.mapr")
    page.select_option("select[name=to]", "recbole.MAP")
    assert visible(page, "article.recipe") == 1
    assert "from=rs-metrics.mapr&to=recbole.MAP" in page.url
    assert page.inner_text("#answer") == "How to get RecBole MAP from rs_metrics mapr:"
    page.goto(address(site, "recipes.html?from=recbole.MAP&to=replay-rec.MAP"))
    assert "is the same number" in page.inner_text("#answer")
    assert visible(page, "article.recipe") == 0
    page.click("#pick button")
    becomes(page, "article.recipe", recipes)


def test_a_metric_is_compared_with_those_of_its_own_name_only(
    page: Page, site: Path
) -> None:
    """What is no option any more is not chosen."""
    page.goto(address(site, "recipes.html?from=recbole.MAP&to=recbole.NDCG"))
    assert page.input_value("select[name=to]") == ""
    assert page.inner_text("#answer") == ""


def test_edge_cases_are_narrowed_by_outcome_metric_and_library(
    page: Page, site: Path
) -> None:
    """What is left is of that sort, in the columns that show it; the address keeps it;
    an old address leads to the row of its input."""
    page.goto(address(site, "conventions.html?outcome=nan&metric=NDCG"))
    told = page.locator(".edges td div:visible").all_inner_texts()
    assert told and all("NaN" in one for one in told)
    columns = visible(page, ".edges thead [data-library]")
    assert 0 < columns < page.locator(".edges thead [data-library]").count()
    page.select_option("select[name=library]", "recommenders")
    assert visible(page, ".edges thead [data-library]") == visible(page, ".edges")
    assert "outcome=nan&metric=NDCG&library=recommenders" in page.url
    page.click("#filters button")
    becomes(page, ".edges tbody tr", page.locator(".edges tbody tr").count())
    for metric, shows in (("NDCG", True), ("RMSE", False)):
        page.goto(address(site, f"conventions.html?metric={metric}&library=neurec"))
        assert bool(visible(page, ".edges td div:not([data-names])")) == shows
    page.goto(address(site, "conventions.html#probe-short_list"))
    page.click("#probe-short_list a")
    assert page.url.endswith("/probe-short_list.html")


def test_the_steps_of_a_witness_unfold_by_keyboard(page: Page, site: Path) -> None:
    """A long working-out is closed at first; Enter opens it."""
    page.goto(address(site, name_library_page("dl-rs-evaluation")))
    closed = page.query_selector("details.steps:not([open]) > summary")
    assert closed
    closed.focus()
    page.keyboard.press("Enter")
    assert closed.evaluate("summary => summary.parentElement.open")


def test_all_links_of_all_pages_resolve(page: Page, site: Path) -> None:
    """As the browser resolves them: the file is there, and the place in it."""
    found = {file.name: ids(file) for file in site.glob("*.html")}
    for name in (*found, "search.html?q=ndcg"):
        page.goto(address(site, name))
        links = page.eval_on_selector_all("a[href]", "all => all.map(a => a.href)")
        inside = {link for link in links if link.startswith("file:")}
        assert inside
        for link in inside:
            file, _, anchor = link.removeprefix("file://").partition("#")
            there = Path(file.partition("?")[0])
            assert there.is_file(), f"{name} links to {link}"
            made = there.name in ("compare.html", "play.html")  # scripts read it
            assert not anchor or made or anchor in found[there.name], (
                f"{name} links to {link}"
            )


def ids(file: Path) -> set[str]:
    """The anchors of a page."""
    return set(re.findall(r' id="([^"]*)"', file.read_text(encoding="utf-8")))


def test_the_keyboard_reaches_content_filters_and_matrix(
    page: Page, site: Path
) -> None:
    """Tab leads to the skip link first, later to the filters and the matrix."""
    page.goto(address(site, "matrix.html"))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.url.endswith("#main")
    reached = set()
    for _ in range(150):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                "document.activeElement.name || document.activeElement.className"
            )
        )
        if {"library", "drift", "scroll tall"} <= reached:
            break
    assert {"library", "drift", "scroll tall"} <= reached
    page.focus("select[name=versions]")
    page.keyboard.press("ArrowDown")
    assert "versions=all" in page.url


@pytest.mark.parametrize("name", MAIN)
def test_a_phone_scrolls_only_tables_sideways(
    browser: Browser, site: Path, name: str
) -> None:
    """At 360 pixels no page is wider than the screen."""
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.goto(address(site, name))
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.close()
    assert wide <= 360


def serious(page: Page, name: str, options: dict[str, Any]) -> list[str]:
    """What axe finds on the page that is serious or critical."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    return [
        f"{name}, {one['id']}: {one['nodes'][0]['html'][:120]}"
        for one in axe.Axe().run(page, options=options).response["violations"]
        if one["impact"] in ("serious", "critical")
    ]


WRONG = {"resultTypes": ["violations"]}
"""What axe is to tell in full: to list what is right too takes twice as long."""
BUT_CONTRAST = {**WRONG, "rules": {"color-contrast": {"enabled": False}}}


def test_one_page_of_every_kind_is_looked_at(site: Path) -> None:
    """Pages of a kind begin with one word: `library-recbole.html`."""
    kinds = {re.split(r"[-.]", file.name)[0] for file in site.glob("*.html")}
    assert kinds == {re.split(r"[-.]", name)[0] for name in MAIN}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_has_no_serious_findings_on_any_kind_of_page(
    browser: Browser, site: Path, scheme: str, width: int
) -> None:
    """Contrast, names, roles and structure; what scrolls is reached by keyboard."""
    assert not found_by_axe(browser, site, MAIN, scheme, width)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(BUT_CONTRAST, id="but contrast"),
        pytest.param(WRONG, id="all", marks=pytest.mark.exhaustive),
    ],
)
def test_axe_has_no_serious_findings_on_any_page(
    browser: Browser, site: Path, options: dict[str, Any]
) -> None:
    """On all of them, in one scheme and one width: it takes some minutes, and three
    times as many with the contrast of all that is written there."""
    names = sorted(file.name for file in site.glob("*.html"))
    assert not found_by_axe(browser, site, names, "light", 1280, options)


def found_by_axe(
    browser: Browser,
    site: Path,
    names: Iterable[str],
    scheme: str,
    width: int,
    options: dict[str, Any] = WRONG,
) -> list[str]:
    """What is serious on these pages."""
    size = {"width": width, "height": 740}
    page = browser.new_page(color_scheme=scheme, viewport=size)  # type: ignore[arg-type]
    found = []
    for name in names:
        page.goto(address(site, name))
        found += serious(page, name, options)
    page.close()
    return found


def test_dark_mode_is_dark(browser: Browser, site: Path) -> None:
    """The background follows the system's setting."""
    shades = []
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(address(site, "index.html"))
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        shades.append(sum(map(int, re.findall(r"\d+", colour)[:3])))
        page.close()
    assert shades[0] > 600 and shades[1] < 150


def test_tables_print_whole(page: Page, site: Path) -> None:
    """A PDF comes out, without the filters, and no cell is cut off at the side."""
    page.goto(address(site, "index.html"))
    assert page.pdf().startswith(b"%PDF")
    page.emulate_media(media="print")
    assert visible(page, "#filters") == 0
    page.set_viewport_size({"width": 1031, "height": 740})  # A4 landscape less margins
    for name in (*MAIN, name_library_page("elliot")):
        page.goto(address(site, name))
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 1031, f"{name} is {wide} pixels wide on paper"


@pytest.mark.parametrize("name", ["conventions.html", "papers-conventions.html"])
def test_edge_cases_of_many_libraries_print_as_a_list_with_their_names(
    page: Page, site: Path, name: str
) -> None:
    """A column for each of forty would be two letters wide: below each input stands
    every library that has an outcome, under its name."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1031, "height": 702})
    page.goto(address(site, name))
    cells = page.eval_on_selector_all(
        ".edges.many td:has(div)",
        """all => all.map(one => [
          getComputedStyle(one, "::before").content.slice(1, -1),
          one.closest("table").tHead.rows[0].cells[one.cellIndex]
            .querySelector("a").textContent,
          one.offsetWidth])""",
    )
    assert len(cells) > 100
    assert [above for above, _, _ in cells] == [title for _, title, _ in cells]
    assert min(width for _, _, width in cells) > 80


@pytest.mark.parametrize("name", ["conventions.html", "edges-recommenders.html"])
def test_edge_cases_print_with_their_header_on_every_sheet(
    page: Page, site: Path, name: str
) -> None:
    """The browser repeats a header that no window clips; how many metrics show an
    outcome is not larger than the outcome. No row is torn but those of all libraries,
    which may be as high as a sheet."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1031, "height": 702})
    page.goto(address(site, name))
    for asked, wanted in (
        ("one => getComputedStyle(one.tHead).display", {"table-header-group"}),
        ("one => getComputedStyle(one.closest('.scroll')).overflow", {"visible"}),
        (
            "one => getComputedStyle(one.tBodies[0].rows[0]).breakInside",
            {"auto" if name == "conventions.html" else "avoid"},
        ),
        ("one => one.rows[0].cells[0].offsetWidth > 80", {True}),
    ):
        tables = ":is(section, main) > .scroll > .sticky:not(.many)"
        found = page.eval_on_selector_all(tables, f"all => all.map({asked})")
        assert found and {*found} == wanted, asked
    sizes = "all => all.map(one => getComputedStyle(one).fontSize)"
    words, counts = (page.eval_on_selector_all(one, sizes) for one in SAID)
    assert {*counts} <= {*words}


SAID = (".sticky td", ".edges i")
"""Outcomes, and how many metrics show them."""


@pytest.mark.parametrize("name", [*MAIN, name_library_page("elliot")])
def test_nothing_on_paper_leaves_half_a_sheet_empty(
    page: Page, site: Path, name: str
) -> None:
    """What is kept on one sheet is smaller than half of it; table headers aside, which
    the browser keeps."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1031, "height": 702})
    page.goto(address(site, name))
    tall = page.eval_on_selector_all(
        "main *:not(thead)",
        """all => all.filter(one => getComputedStyle(one).breakInside === "avoid")
          .map(one => one.getBoundingClientRect().height).filter(high => high > 360)""",
    )
    assert not tall


@pytest.mark.parametrize("width", [360, 1280])
def test_a_table_wider_than_its_window_keeps_its_first_column(
    browser: Browser, site: Path, width: int
) -> None:
    """On every page but those of variants, which have small ones."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    moving = {}
    for file in sorted(site.glob("*.html")):
        if not file.name.startswith("variant"):
            page.goto(file.as_uri())
            moving[file.name] = page.eval_on_selector_all(".scroll", MOVING)
    page.close()
    assert not {name: found for name, found in moving.items() if found}


MOVING = """all => all.filter(box => {
  const first = box.querySelector("tbody th[scope=row]") ?? box;
  const wide = box.scrollWidth > box.clientWidth + 1;
  return wide && getComputedStyle(first).position !== "sticky";
}).map(box => box.getAttribute("aria-label"))"""
"""The labels of those windows whose first column moves."""


def test_no_page_asks_the_network_or_complains(page: Page, site: Path) -> None:
    """All pages are visited: only files of the report are read."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for file in sorted(site.glob("*.html")):
        page.goto(file.as_uri())
    home = site.as_uri()
    assert not [url for url in asked if not url.startswith((home, "data:"))]


def test_every_library_of_the_records_is_on_the_front_page(
    page: Page, site: Path
) -> None:
    """Each row's first link leads to a page with the library's name as headline."""
    page.goto(address(site, "index.html"))
    titles = {library.title for library in read_survey().libraries}
    assert titles == set(page.locator(".glance th[scope=row] a").all_inner_texts())


def test_two_metrics_are_compared_at_an_address(page: Page, site: Path) -> None:
    """The verdict is the first line; what is picked stands in the address; of metrics
    of two kinds it says so."""
    page.goto(address(site, "compare.html#recbole==1.2.1.NDCG/elliot==0.3.1.nDCG"))
    verdict = page.locator(".verdict-line")
    verdict.wait_for()
    assert verdict.inner_text().startswith("Equal if every judged item has grade 1")
    assert "1 | 2 @1" in page.inner_text("#told")
    page.locator("fieldset").nth(1).locator(".metric").select_option("MAP")
    assert "metrics of different kinds" in page.inner_text("#told")
    assert page.url.endswith("/elliot==0.3.1.MAP")
    page.locator("fieldset").nth(0).locator(".metric").select_option("MAP")
    page.locator(".verdict-line").wait_for()
    assert page.inner_text(".verdict-line").startswith("No: they are different")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("recbole==9.9.NDCG/elliot==0.3.1.nDCG", "RecBole is on record in 1.2.1, "),
        ("recbole==1.2.1.ndcg/elliot==0.3.1.nDCG", "RecBole 1.2.1 has no such metric"),
        ("nonsense/elliot==0.3.1.nDCG", "nonsense is no library==version.metric"),
        ("%/%", "% is no library==version.metric on record"),
    ],
)
def test_an_address_of_what_is_not_on_record_has_no_verdict(
    page: Page, site: Path, asked: str, told: str
) -> None:
    """It says what is not known, and answers for no other metric in its place."""
    page.goto(address(site, f"compare.html#{asked}"))
    assert told in page.inner_text("#told")
    assert not page.locator(".verdict-line").count()


def test_an_edge_case_that_may_be_the_same_is_no_difference(
    page: Page, site: Path
) -> None:
    """Where one counts each occurrence, the other that or once."""
    asked = "beta-rec==0.3.2.ndcg/dgcf==56dbc30.dcg_at_k"
    page.goto(address(site, f"compare.html#{asked}"))
    page.locator(".verdict-line").wait_for()
    assert "Edge cases on which they differ" not in page.inner_text("#told")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (
            "catboost==1.2.10.NDCG/scikit-learn==1.9.1.ndcg_score[listed]",
            "Equal on every well-formed input that CatBoost 1.2.10 NDCG takes; "
            "otherwise not always. They differ in ",
        ),
        (
            "daisyRec==2.3.0.MAP/ngcf==a718a4f.average_precision",
            "Equal on well-formed input. But to NGCF a718a4f average_precision other "
            "cut-offs in the call matter. They differ in ",
        ),
    ],
)
def test_edge_cases_on_which_they_differ_are_in_the_verdict(
    page: Page, site: Path, asked: str, told: str
) -> None:
    """Where one takes some inputs alone too, and where only one of the two raises; and
    what matters to one of them alone."""
    page.goto(address(site, f"compare.html#{asked}"))
    page.locator(".verdict-line").wait_for()
    assert page.inner_text(".verdict-line").startswith(told)


@pytest.mark.parametrize(
    ("asked", "drawn"),
    [
        ("recbole==1.2.1.NDCG/elliot==0.3.1.nDCG", True),
        ("dl-rs-evaluation==f5618c6.Novelty/replay-rec==0.22.0.Surprisal", False),
        ("elliot==0.3.1.MAE/lenskit==2025.8.1.MAE", False),
    ],
)
def test_how_to_read_boxes_is_told_where_there_are_some(
    page: Page, site: Path, asked: str, drawn: bool
) -> None:
    """A whole run is told in words, and an unknown formula has no case."""
    page.goto(address(site, f"compare.html#{asked}"))
    page.locator(".verdict-line").wait_for()
    assert page.locator("#how").is_visible() is drawn
    assert bool(page.locator("#told .boxes").count()) is drawn


def test_sides_keep_their_letters_when_they_are_swapped(page: Page, site: Path) -> None:
    """RecBole's number on the smallest case is 1 on either side."""
    for place, order in enumerate(("recbole==1.2.1.NDCG", "elliot==0.3.1.nDCG")):
        other = ("elliot==0.3.1.nDCG", "recbole==1.2.1.NDCG")[place]
        page.goto("about:blank")
        page.goto(address(site, f"compare.html#{order}/{other}"))
        page.locator("#told summary").first.wait_for()
        summary = page.inner_text("#told summary")
        letter = "AB"[place]
        assert f"{letter} 1" in summary, summary


def test_clicking_a_rank_changes_the_numbers(page: Page, site: Path) -> None:
    """And the tables in the lines to paste are those of the case that is shown."""
    from ast import literal_eval

    import homonym

    page.goto(address(site, "play.html#1 . 1 . . | 1 @3"))
    box = page.locator(".play", has=page.locator("h2", has_text="MAP")).first
    row = box.locator("li", has_text="rs_metrics")
    assert row.locator(".value").inner_text() == "0.5556"
    page.click(".box[data-rank='2']")
    page.check("#second")
    assert page.inner_text("#case") == "1 1 1 . . | 1 ; . 1 . . . @3"
    shown = float(row.locator(".value").inner_text())
    page.select_option("#library", label="rs_metrics mapr")
    lines = page.inner_text("#code")
    truth, lists = (
        literal_eval(re.search(rf"{name} = pd.DataFrame\((.*), columns", lines)[1])
        for name in ("truth", "lists")
    )
    wanted: dict[int, set[int]] = {}
    given: dict[int, list[int]] = {}
    for user, item, _ in truth:
        wanted.setdefault(user, set()).add(item)
    for user, item, _ in lists:
        given.setdefault(user, []).append(item)
    variant = "average_precision(divisor=r)"
    assert homonym.value(variant, given, wanted, k=3) == pytest.approx(shown, abs=1e-4)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("hit ratio", "Hit rate"),
        ("sklearn", "Textbook definitions"),
        ("comparable", "Comparable?"),
        ("ndcg", "NDCG"),
        ("recbole", "RecBole"),
    ],
)
def test_the_search_begins_with_what_people_mean(
    page: Page, site: Path, typed: str, first: str
) -> None:
    """Pages and names by their other words, before the choices they are made of."""
    page.goto(address(site, f"search.html?q={typed}"))
    assert page.locator("#results a").first.inner_text() == first


def test_a_formula_is_found_without_its_spaces(page: Page, site: Path) -> None:
    """As people type it."""
    page.goto(address(site, "search.html?q=min(k,r)"))
    assert "min_k_r" in page.inner_text("#results")
