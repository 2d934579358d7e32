"""What several probes of ties say together."""

from __future__ import annotations

import pytest

from homonym.records.home import find_records_folder
from homonym.records.reading import read_record_file
from homonym.reference.variants import Variant
from homonym.verdicts.orders import (
    BEST,
    CUT_FIRST,
    LARGER_TEXT,
    SMALLER_TEXT,
    WORST,
    compute_mean_over_orders,
    index_named_orders,
)
from homonym.verdicts.ties import NOT_BY_ID, reconcile_tie_outcomes

MRR = "reciprocal_rank(counts=first)"
AP = "average_precision(divisor=r)"
PRECISION = "precision(divisor=k)"
SHORT, LONG = "ties", "ties_in_a_long_list"


def answer(variant: str, short: str, long: str) -> tuple[str, str]:
    """What the two probes are told to say, after all that was told of both."""
    told = {SHORT: short, LONG: long}
    found = {**told, **reconcile_tie_outcomes(Variant.parse(variant), told, 1e-9)}
    return found[SHORT], found[LONG]


@pytest.mark.parametrize(
    ("variant", "short", "long", "name"),
    [
        # 9 8 7 6 5 4 3 2 12 11 10 1: 9 is a hit; 1/1, 2/2, 3/4, 4/5, 5/6, 6/11 over 6
        (MRR, "larger item first", "optimistic", LARGER_TEXT),
        # of the first five 9, 8, 6 and 5 are hits: 1/1, 2/2, 3/4, 4/5 over 6
        (AP, "larger item first", "another order: 0.591667", LARGER_TEXT),
        (PRECISION, "larger item first", "input order reversed", LARGER_TEXT),
        # 1 10 11 12 2: one hit, second; 1 2 3 of the short list: two, at 1 and 3
        (MRR, "input order or smaller item first", "another order: 0.5", SMALLER_TEXT),
        # 11 3 12 1 8 by falling id: 12 11 8 3 1
        (MRR, "input order or smaller item first", "larger item first", CUT_FIRST),
        (MRR, "input order or smaller item first", "input order", "input order"),
        (AP, "input order", "input order", "input order"),
    ],
)
def test_two_probes_of_ties_end_in_one_answer(
    variant: str, short: str, long: str, name: str
) -> None:
    """The order that gives both numbers, told again it stays the same."""
    assert answer(variant, short, long) == (name, name)
    assert answer(variant, name, name) == (name, name)


HIT = "hit_rate(counts=any)"
CUT_AUC = "auc(positives=all, depth=k)"


@pytest.mark.parametrize(
    ("variant", "told", "becomes"),
    [
        # of three places down to k, each of 20 orders but one has one of three hits
        (HIT, "input order", "random"),
        # 924 orders: half of the items to rank 5 of 12; all but 6 of them have a hit
        (HIT, "optimistic or input order", "random"),
        # of 20 orders one or two give this number: six calls that agree are no chance
        (AP, "input order", "input order"),
        (MRR, "random", "random"),
        # six of 20 have the first hit in rank 2: five more such calls may be chance
        (MRR, "another order: 0.5", "random"),
        # a fifth of the orders give this share of pairs: five more are no chance
        (CUT_AUC, "another order: 0.166667", "another order: 0.166667"),
        # counts tied pairs half: of no order
        ("auc(positives=recommended)", "averaged", "averaged"),
    ],
)
def test_an_order_that_is_drawn_once_is_drawn_where_calls_agree_by_chance(
    variant: str, told: str, becomes: str
) -> None:
    """A pair tied alone shows it; where nearly every order has a hit, nothing does."""
    probe = LONG if "optimistic" in told or variant == CUT_AUC else SHORT
    asked = {"tied_pair": "random", probe: told}
    found = {**asked, **reconcile_tie_outcomes(Variant.parse(variant), asked, 1e-9)}
    assert found == {"tied_pair": "random", probe: becomes}


def test_hits_first_or_last_is_an_order_of_every_list() -> None:
    """Though only one probe has it among its outcomes: in the other's list it is the
    order given, or that reversed."""
    assert answer(MRR, "input order", "optimistic") == ("optimistic",) * 2
    both = answer(MRR, "input order reversed", "pessimistic")
    assert both == ("pessimistic",) * 2


def test_an_order_that_one_probe_refutes_is_none() -> None:
    """Whatever its name: no probe names an order that another contradicts; a number
    without a name is one still."""
    neither = (NOT_BY_ID, NOT_BY_ID)
    assert answer(MRR, "larger item first", "input order") == neither
    both = "input order or smaller item first"
    assert answer(MRR, both, "pessimistic") == neither
    unnamed = "another order: 0.666667"  # 1 1 1 1 . among others: 4 over 6
    assert answer(AP, "larger item first", unnamed) == (NOT_BY_ID, unnamed)
    assert answer(AP, "input order", unnamed) == (NOT_BY_ID, unnamed)
    assert answer(AP, *neither) == neither


@pytest.mark.parametrize(
    ("told", "becomes"),
    [
        ("smaller item first", NOT_BY_ID),
        ("input order reversed or smaller item first", NOT_BY_ID),
        ("told apart", "told apart"),
        ("told apart or smaller item first", "told apart or smaller item first"),
        ("averaged", "averaged"),
    ],
)
def test_scores_that_are_taken_for_equal_are_in_no_order_either(
    told: str, becomes: str
) -> None:
    """Where the probes of ties name none: it is one sort that orders both."""
    close = "scores_closer_than_single"
    asked = {SHORT: "larger item first", LONG: "input order", close: told}
    found = {**asked, **reconcile_tie_outcomes(Variant.parse(MRR), asked, 1e-9)}
    assert found == {SHORT: NOT_BY_ID, LONG: NOT_BY_ID, close: becomes}
    alone = {SHORT: "input order", LONG: "input order", close: told}
    assert {**alone, **reconcile_tie_outcomes(Variant.parse(MRR), alone, 1e-9)} == alone


@pytest.mark.parametrize("long", ["raises KeyError", "random", "NaN"])
def test_what_tells_no_number_leaves_the_other_probe_as_it_is(long: str) -> None:
    """An error, an order drawn, what is not a number."""
    assert answer(MRR, "larger item first", long) == ("larger item first", long)
    assert (
        reconcile_tie_outcomes(Variant.parse(MRR), {SHORT: "larger item first"}, 1e-9)
        == {}
    )


@pytest.mark.parametrize(
    ("long", "becomes"),
    [("averaged", "averaged"), ("another order: 7", "counts otherwise: 7")],
)
def test_a_number_of_no_order_takes_back_the_orders_of_others(
    long: str, becomes: str
) -> None:
    """Tied pairs counted half, what no order can give: no order by ids either. Nor is
    it another order's, asked once more too."""
    assert answer(MRR, "larger item first", long) == (NOT_BY_ID, becomes)
    assert answer(MRR, NOT_BY_ID, becomes) == (NOT_BY_ID, becomes)


def test_what_orders_give_by_chance_is_a_mean_where_another_probe_shows_one() -> None:
    """Of three tied items at the cut with one hit in their middle, the order given has
    as many pairs as tied pairs that count half: 0.75."""
    auc = "auc(positives=all)"
    by_chance = "input order or smaller item first"
    told = {SHORT: "averaged", "ties_at_the_cut": by_chance}
    found = reconcile_tie_outcomes(Variant.parse(auc), told, 1e-9)
    assert found["ties_at_the_cut"] == "averaged"
    told = {SHORT: "averaged", "ties_at_the_cut": "optimistic"}
    found = reconcile_tie_outcomes(Variant.parse(auc), told, 1e-9)
    assert found["ties_at_the_cut"] == NOT_BY_ID


def test_hits_first_or_last_may_be_in_no_order_of_all() -> None:
    """Each may rank before, or after, all that it is tied with."""
    reversed_ = "input order reversed"  # as if hits were last: 1 in rank 4
    assert answer(MRR, reversed_, "another order: 7")[0] == WORST


def test_an_order_may_give_what_tied_pairs_give_that_count_half() -> None:
    """As RePlay's RocAuc does: cut at k in the order given, half of the pairs are."""
    record = read_record_file(find_records_folder() / "replay-rec" / "0.12.0.toml")
    told = record.metrics["RocAuc"].conventions
    assert (told[SHORT], told[LONG]) == (CUT_FIRST, "averaged")


def test_what_counts_half_may_be_the_number_of_an_order_by_text() -> None:
    """In a list of one digit it is that of numbers too: the long list tells which."""
    # 9 8 7 6 5 4 3 2 12 11 10 1: 6 + 6 + 5 + 5 + 5 + 1 of 36 pairs
    told = {"ties_at_the_cut": "averaged", LONG: "another order: 0.777778"}
    auc = Variant.parse("auc(positives=all)")
    assert reconcile_tie_outcomes(auc, told, 1e-9) == {}


def test_pytrec_eval_orders_ties_by_ids_as_text() -> None:
    """trec_eval sorts by score, then by the document's id as a string, falling."""
    record = read_record_file(
        find_records_folder() / "pytrec-eval-terrier" / "0.5.11.toml"
    )
    said = {
        name: {
            **entry.conventions,
            **reconcile_tie_outcomes(
                Variant.parse(entry.variants[0]), entry.conventions, 1e-9
            ),
        }
        for name, entry in record.metrics.items()
    }
    for name in ("map", "map_cut", "ndcg", "ndcg_cut", "recip_rank", "P", "Rprec"):
        assert said[name][SHORT] == said[name][LONG] == LARGER_TEXT


@pytest.mark.parametrize(
    ("variant", "mean"),
    [
        (PRECISION, 0.5),
        (f"{PRECISION[:-1]}, users=caller)", (0.5,)),
        # the first hit is first in 1/2 of 20 orders, second in 3/10, third in 3/20
        (MRR, 0.5 + 0.3 / 2 + 0.15 / 3),
        # in one order of twenty there is no hit, and then no user with a number
        (f"{PRECISION[:-1]}, users=mean_nonzero)", None),
    ],
)
def test_a_mean_over_orders_has_each_order_once(variant: str, mean: object) -> None:
    """Three of six tied items are relevant, k = 3: twenty places of the hits."""
    found = compute_mean_over_orders(SHORT, Variant.parse(variant))
    assert found == (pytest.approx(mean, abs=1e-15) if mean is not None else None)


def test_the_best_order_has_every_hit_first_and_the_worst_last() -> None:
    named = index_named_orders(LONG)
    for name, first in ((BEST, True), (WORST, False)):
        grades = [grade is not None for grade in named[name].users[0].grades]
        assert grades == sorted(grades, reverse=first)
        assert {*grades} == {True, False}
