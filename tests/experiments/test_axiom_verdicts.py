"""How a metric is put to an axiom, on pairs that are made up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from homonym.experiments.axiom_pairs import Pair
from homonym.experiments.axiom_verdicts import (
    AxiomVerdict,
    as_metric,
    as_rankings,
    build_axiom_table_data,
    collect_shrunk_pairs,
    draw_pairs,
    is_better_list_preferred,
    judge_axiom,
    judge_variants,
    list_axiom_metrics,
)
from homonym.experiments.axioms import ALL, Always, Exists
from homonym.reference.case import CaseError
from homonym.reference.diversity.case import AspectCase
from homonym.reference.variants import Number, Variant


def rate_first(case: AspectCase) -> Number:
    """The rating of the first item; none where it has none."""
    return case.users[0].ranked[0].rating


def pair(better: str, worse: str) -> Pair:
    """Two lists of one item each, of which the axiom prefers the first."""
    return Pair(*(AspectCase.parse(f"{item} @1") for item in (better, worse)))


def exists(*groups: Iterable[Pair]) -> Exists:
    """An axiom that promises a list in each of the groups."""

    def made() -> Iterator[Iterable[Pair]]:
        return iter(groups)

    return Exists("There", "There is", "There is one.", made)


def always(name: str) -> Always:
    """One of the axioms about all lists."""
    (axiom,) = (one for one in ALL if one.name == name)
    assert isinstance(axiom, Always)
    return axiom


HOLDS, BROKEN, CLOSER = pair("3a", "2a"), pair("1a", "3a"), pair("1a", "2a")
UNDEFINED = pair("5a", ".a")


@pytest.mark.parametrize(
    ("better", "worse", "preferred"),
    [
        ("3a", "2a", True),
        ("2a", "2a", False),
        ("2a", "3a", False),
        (".a", "2a", False),
        ("2a", ".a", False),
    ],
)
def test_a_list_is_preferred_where_it_has_the_greater_number(
    better: str, worse: str, preferred: bool
) -> None:
    """A list without a number is not, and none is preferred to it."""
    assert is_better_list_preferred(pair(better, worse), rate_first) is preferred


@pytest.mark.parametrize(("more", "preferred"), [(5e-14, False), (2e-13, True)])
def test_a_difference_of_rounding_prefers_none(more: float, preferred: bool) -> None:
    """1e-13 and less."""
    of = {HOLDS.better: more, HOLDS.worse: 0.0}
    assert is_better_list_preferred(HOLDS, of.__getitem__) is preferred
    of = {HOLDS.better: 1e-13, HOLDS.worse: 0.0}
    assert not is_better_list_preferred(HOLDS, of.__getitem__)


def test_of_what_is_promised_the_last_witness_is_shown() -> None:
    """The second pair of the first group holds, and the first of the second: of five
    three are looked at."""
    axiom = exists([BROKEN, HOLDS, BROKEN], [pair("5a", "1a"), HOLDS])
    expected = AxiomVerdict("There", True, 3, pair("5a", "1a"), (5.0, 1.0))
    assert judge_axiom(rate_first, axiom) == expected


def test_a_group_without_a_witness_breaks_the_promise_by_its_closest_pair() -> None:
    """After the two of the group before it all three are looked at: one is off by a
    star, one by two, and one has no number."""
    axiom = exists([BROKEN, HOLDS], [UNDEFINED, BROKEN, CLOSER], [HOLDS])
    expected = AxiomVerdict("There", False, 5, CLOSER, (1.0, 2.0))
    assert judge_axiom(rate_first, axiom) == expected


def count_missing(case: AspectCase) -> Number:
    """How many items of the list have no rating: one more of the better lists."""
    return sum(item.rating is None for item in case.users[0].ranked)


def test_what_holds_on_all_pairs_is_satisfied() -> None:
    """So many are drawn as are asked for; the same ones when they are drawn again."""
    axiom = always("MissOverNon")
    pairs = draw_pairs(axiom, 20)
    assert len(pairs) == 20
    found = judge_axiom(count_missing, axiom, 20)
    assert found == AxiomVerdict("MissOverNon", True, 20)
    draw_pairs.cache_clear()
    assert draw_pairs(axiom, 20) == pairs


def test_no_literal_of_a_module_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which modules are loaded differs from run to run."""
    axiom = always("MoreAsp")
    before = draw_pairs(axiom, 60)
    module = tmp_path / "full_of_literals.py"
    module.write_text(f"NUMBERS = {[*range(300)]}\n")
    monkeypatch.syspath_prepend(tmp_path)
    import_module("full_of_literals")
    draw_pairs.cache_clear()
    assert draw_pairs(axiom, 60) == before


def test_the_first_pair_that_breaks_it_is_counted_and_the_smallest_is_shown() -> None:
    """The better list of the fourth pair gets nothing. What is shown is no greater than
    any pair that breaks the axiom, and breaks it too."""
    axiom = always("MissOverNon")
    pairs = draw_pairs(axiom, 20)

    def spurn(case: AspectCase) -> Number:
        return 0 if case == pairs[3].better else count_missing(case)

    broken = [one for one in pairs if not is_better_list_preferred(one, spurn)]
    found = judge_axiom(spurn, axiom, 20)
    told = found.axiom, found.satisfied, found.tried
    assert told == ("MissOverNon", False, pairs.index(broken[0]) + 1)
    assert found.pair is not None
    assert found.pair.weight <= min(one.weight for one in broken)
    assert found.values == (spurn(found.pair.better), spurn(found.pair.worse))
    assert not is_better_list_preferred(found.pair, spurn)


def test_a_counterexample_is_looked_for_among_as_many_pairs_as_are_asked_for() -> None:
    """Where there is none both lists of each of twenty are looked at, and no more."""
    seen: list[AspectCase] = []

    def watch(case: AspectCase) -> Number:
        seen.append(case)
        return count_missing(case)

    assert collect_shrunk_pairs(watch, always("MissOverNon"), 20) == []
    assert len(seen) == 2 * 20


def test_a_counterexample_is_made_smaller_than_any_that_was_drawn() -> None:
    """Two items, of which none is needed beside the two that change places."""
    found = judge_axiom(lambda case: 1.0, always("Deep"), 20)
    assert found.pair is not None
    assert len(found.pair.better.users[0].ranked) == 4
    assert found.tried == 1


def test_a_ranking_of_ratings_has_scores_that_fall_evenly() -> None:
    """Three quarters, two, one; of the unlisted those that are liked are missed."""
    case = AspectCase.parse("1a > 5a .b 0c | 3a 0b .c 2a @2")
    (user,) = as_rankings(case).users
    assert user.scores == (3 / 4, 2 / 4, 1 / 4)
    assert (user.missed, user.unranked) == ((3.0, 2.0), 2)


def test_a_metric_of_other_cases_is_refused() -> None:
    """Ratings that were predicted say nothing about lists."""
    one = Variant.with_defaults("rmse")
    with pytest.raises(CaseError, match="and the axioms are about lists of items with"):
        as_metric(one)
    listed = AspectCase.parse("5a 0b 1a @2")
    assert as_metric(Variant.with_defaults("precision"))(listed) == 0.5
    assert as_metric(Variant.with_defaults("s_recall"))(listed) == 1.0


def test_every_metric_of_the_table_stands_there_once() -> None:
    """The seven of the paper first, in its order."""
    ids = [str(one) for one in list_axiom_metrics()]
    assert len(ids) == len({*ids}) > 20
    names = [id.partition("(")[0] for id in ids[:7]]
    assert names == [
        "alpha_ndcg",
        "s_recall",
        "s_rr",
        "nrbp",
        "eu",
        "rbu",
        "alpha_beta_ndcg",
    ]


def test_the_verdicts_of_variants_as_data() -> None:
    """On every axiom; who is told which variant is tried is told before."""
    told: list[str] = []
    variant = Variant.with_defaults("precision")
    found = judge_variants([variant], 3, told.append)
    assert told == [str(variant)] == [*found]
    assert [one.axiom for one in found[str(variant)]] == [axiom.name for axiom in ALL]
    assert found[str(variant)][0] == judge_axiom(
        as_metric(variant), always("Pri"), tries=3
    )
    made = {
        "x": [
            AxiomVerdict("Pri", True, 3),
            AxiomVerdict("Deep", False, 2, BROKEN, (1.0, 3.0)),
        ]
    }
    assert build_axiom_table_data(made, 3) == {
        "schema": 1,
        "tries": 3,
        "metrics": {
            "x": {
                "Pri": {"satisfied": True, "tried": 3},
                "Deep": {
                    "satisfied": False,
                    "tried": 2,
                    "better": {"case": "1a @1", "value": 1.0},
                    "worse": {"case": "3a @1", "value": 3.0},
                },
            }
        },
    }
