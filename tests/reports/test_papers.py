"""Papers and effects: data that people wrote, checked and told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from homonym.cli import app
from homonym.errors import UserError
from homonym.reference.variants import Variant
from homonym.reports.findings.effects import parse_effect, read_effects
from homonym.reports.findings.paper_code import find_paper_or_code
from homonym.reports.findings.papers import (
    read_papers,
    read_papers_data,
    render_papers_page,
)

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_what_the_data_gives() -> None:
    """docs/papers.md is made by `python -m homonym.reports.findings.papers`."""
    assert (DOCS / "papers.md").read_text(encoding="utf-8") == render_papers_page()


def test_each_variant_is_one_of_the_reference() -> None:
    """In the form that names its class."""
    for told in (told for paper in read_papers() for told in paper.metrics):
        for id in filter(None, (told.variant, told.equals)):
            assert str(Variant.parse(id)) == id
    coded = [paper.code for paper in read_papers() if paper.code]
    assert coded
    for id in (id for code in coded for id in code.computes.values()):
        assert str(Variant.parse(id)) == id


def test_all_fifteen_papers_of_table_3_are_there() -> None:
    """By name, or as a reference that the text at hand never names."""
    table = read_papers_data()["table_3"]
    named = [paper.reference for paper in read_papers()]
    assert sorted([*named, *table["unnamed"]]) == table["read"]
    assert len(table["read"]) == table["of"] == 15


def test_arhr_is_mrr_for_one_relevant_item_alone() -> None:
    """What the source calls a synonym is one under a condition."""
    slim = find_paper_or_code("slim").words
    assert slim
    (arhr,) = slim.metrics
    assert arhr.when_equal == (
        "said to be reciprocal_rank(counts=first): it is where every user has one "
        "relevant item, and not elsewhere"
    )


def test_an_unknown_paper_names_the_nearest() -> None:
    """And all that are known."""
    with pytest.raises(UserError, match="did you mean TriRank"):
        find_paper_or_code("TriRang")


def test_explain_tells_a_papers_metrics() -> None:
    """The words, what they define, and who computes it."""
    done = CliRunner().invoke(app.app, ["explain", "--paper", "Mult-VAE", "--json"])
    (told,) = json.loads(done.stdout)["metrics"]
    assert told["defines"] == "recall(divisor=min_k_r)"
    assert "dl-rs-evaluation f5618c6: PRECISION_RECALL_MIN_DEN" in told["computed by"]
    shown = CliRunner().invoke(app.app, ["explain", "--paper", "CDL"]).stdout
    assert "that is all the paper says" in shown
    assert "its own code" not in shown
    code = json.loads(done.stdout)["code"]
    assert code["computes"]["Recall_at_k_batch"] == "recall(divisor=min_k_r)"
    coded = CliRunner().invoke(app.app, ["explain", "--paper", "NeuMF"]).stdout
    assert "getHitRatio              hit_rate(counts=any)" in coded


def test_explain_takes_a_variant_or_a_paper() -> None:
    """Neither and both are wrong use."""
    for words in (["explain"], ["explain", "MAP", "--paper", "CDL"]):
        with pytest.raises(UserError, match="a VARIANT, --paper NAME or"):
            CliRunner().invoke(app.app, words, catch_exceptions=False)


def test_the_counts_and_quotations_are_the_sources(shared: Path) -> None:
    """Table 3, the six papers, and the words that are quoted."""
    source = json.loads((shared / "worked_examples.json").read_text(encoding="utf-8"))
    told = source["tamm_2021"]["table_3_paper_definitions"]
    counts = read_papers_data()["table_3"]["counts"]
    assert {name: f"{n}/15" for name, n in counts.items()} == told
    assert {p.name for p in read_papers()} == {
        *source["tamm_2021"]["papers_named_in_the_text"]
    }
    (text,) = (shared / "papers").glob("004*.txt")
    read = plain(text.read_text(encoding="utf-8"))
    listed = "[6, 11, 13-16, 22, 23, 27, 33, 36, 38, 41, 42, 44]"
    assert listed in text.read_text(encoding="utf-8")
    # the scan has broken the formula of CoupledCF apart
    quoted = [
        t
        for p in read_papers()
        for t in p.metrics
        if t.quoted and "|GT|" not in t.words
    ]
    assert quoted
    for one in quoted:
        words = one.words.replace("is replaced from", "is re- placed from")
        assert plain(words) in read, one.words


def plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def test_every_effect_says_between_which_versions_it_was_run() -> None:
    """Of a library that is recorded, with a day where it was run."""
    assert len([one for one in read_effects() if one.ran]) >= 2
    assert any(one.silent for one in read_effects())
    for one in read_effects():
        assert one.before_version != one.after_version
        assert re.fullmatch(r"(\d{4}-\d\d-\d\d)?", one.ran)


def test_an_effect_that_lacks_something_is_refused() -> None:
    """The file, the effect and what it lacks."""
    with pytest.raises(UserError, match=r"e\.toml.*'x'.*lacks versions, package"):
        parse_effect({"library": "x"}, "e.toml")


def test_explain_joins_a_papers_words_and_its_code() -> None:
    """NGCF has no words here: its code alone, the formula of each function, its number,
    and who computes the same."""
    done = CliRunner().invoke(app.app, ["explain", "--paper", "ngcf", "--json"])
    told = json.loads(done.stdout)
    assert (told["paper"], told["metrics"], told["code"]) == ("NGCF", [], None)
    functions = {one["metric"]: one for one in told["recorded"]["metrics"]}
    ndcg = functions["ndcg_at_k"]
    assert ndcg["computes"] == "ndcg(gain=binary, ideal=list_k)"
    assert ndcg["matters"] == ["other cut-offs in the call matter"]
    assert "DaisyRec" in ndcg["same"]["libraries"]
    assert "RecBole" not in ndcg["same"]["libraries"]
    assert "recbole" in ndcg["different"]["libraries"]
    assert "kgin" in ndcg["different"]["repositories"]
    assert "KGIN" in functions["recall_at_k"]["same"]["repositories"]
    shown = CliRunner().invoke(app.app, ["explain", "--paper", "NGCF"]).stdout
    assert "its text is not on record here; its code alone" in shown
    assert "on the example data  0.5095" in shown
    assert "issues/34" in shown


def test_a_papers_code_goes_by_any_of_its_names() -> None:
    """Its adapter's, its title, the repository's; a paper's words lead to its code."""
    for name in (
        *("ngcf", "NGCF", "neural_graph_collaborative_filtering"),
        "xiangwang1223/neural_graph_collaborative_filtering",
    ):
        code = find_paper_or_code(name).code
        assert code
        assert code.library == "ngcf"
    slim = find_paper_or_code("SLIM")
    assert slim.words and not slim.code
    for one in read_papers():
        mine = find_paper_or_code(one.name)
        assert mine.words == one
        if mine.code and one.code:
            assert find_paper_or_code(mine.code.library).words == one


def test_an_unknown_paper_or_code_names_the_nearest_and_all() -> None:
    """In one sentence, words and code together."""
    with pytest.raises(
        UserError, match=r"'NGCV'; did you mean NGCF\? known are .*KGIN"
    ):
        find_paper_or_code("NGCV")
    with pytest.raises(UserError, match=r"known are .*NGCF.*TriRank"):
        find_paper_or_code("nothing like it")
