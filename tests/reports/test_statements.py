"""What the sources say beside their tables, tried; docs/sources.md names these."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from homonym.reference.diversity.case import AspectCase, Item, User
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.findings.papers import read_papers_data
from homonym.reports.findings.survey import Survey, read_survey
from homonym.reports.paper.tables import read_published_numbers

LISTS = [hits for n in (1, 2, 3, 4) for hits in product("1.", repeat=n)]
"""Every list of hits and misses of up to four items."""
GRADED = [" ".join(order) for order in permutations("3210")]
"""Every order of four items of the grades 3 to 0."""


def value(variant: str, line: str) -> float:
    """What a variant gives on a case where it is defined."""
    found = Variant.with_defaults(variant).value(Case.parse(line))
    assert isinstance(found, float | int)
    return found


def lines(missed: int = 1) -> list[str]:
    """Every small list in full, with so many relevant items that it missed."""
    more = " 1" * missed
    return [f"{' '.join(hits)} |{more} @{len(hits)}" for hits in LISTS]


@pytest.fixture(scope="module")
def recorded() -> Survey:
    return read_survey()


def count_libraries(found: Survey, family: str) -> Counter[str]:
    """How many libraries compute each formula of a family, at their newest versions."""
    pairs = {(f.meaning, f.home) for f in found.newest if f.claims == family}
    return Counter(meaning for meaning, _ in pairs if meaning)


def test_map_has_the_most_values_in_the_paper_s_table_1() -> None:
    """Five, of the rows that the paper prints, to the three digits that it prints."""
    printed = [
        row["cells"]
        for row in read_published_numbers()["table_1"]["row"]
        if row.get("printed", True)
    ]
    columns = read_published_numbers()["table_1"]["columns"]
    values = {
        name: len(
            {round(v, 3) for row in printed if isinstance(v := row.get(name), float)}
        )
        for name in columns
    }
    assert values["MAP"] == 5
    assert max(values, key=lambda name: values[name]) == "MAP"
    assert sorted(values.values())[-2] < 5


def test_some_variants_go_above_one() -> None:
    """Two hits: counted, or with their reciprocal ranks added up."""
    assert value("hit_rate(counts=hits)", "1 1 @2") == 2
    assert value("reciprocal_rank(counts=sum)", "1 1 @2") == 1.5


def test_recall_and_average_precision_over_k_cannot_reach_one() -> None:
    """The best list: of r = 2 at k = 1; of r = 1 at k = 2."""
    assert value("recall", "1 | 1 @1") == 1 / 2
    assert value("average_precision(divisor=k)", "1 . @2") == 1 / 2
    assert value("average_precision(divisor=min_k_r)", "1 . @2") == 1
    assert value("recall(divisor=min_k_r)", "1 | 1 @1") == 1


def test_the_percentages_of_table_3_are_those_of_its_counts() -> None:
    """5, 3, 8 and 7 of 15, rounded."""
    counts, of = (
        read_papers_data()["table_3"]["counts"],
        read_papers_data()["table_3"]["of"],
    )
    full, right = counts["full description"], counts["correct reference"]
    sure = full + right
    found = [round(100 * n / of) for n in (full, right, sure, of - sure)]
    assert found == [33, 20, 53, 47]
    assert sum(counts.values()) == of


def test_precision_is_blind_to_the_order_and_rank_aware_metrics_are_not() -> None:
    """One hit at each of three ranks: the earlier the better, but for precision."""
    early = ["1 . . @3", ". 1 . @3", ". . 1 @3"]
    assert len({value("precision", line) for line in early}) == 1
    for name in ("reciprocal_rank", "average_precision", "ndcg"):
        values = [value(name, line) for line in early]
        assert values == sorted(values, reverse=True) and len(set(values)) == 3


def test_mrr_looks_at_nothing_below_the_first_hit() -> None:
    """Whatever follows it."""
    for rest in product("1.", repeat=3):
        assert value("reciprocal_rank", f". 1 {' '.join(rest)} | 1 @5") == 1 / 2


@pytest.mark.parametrize("divisor", ["r", "min_k_r", "k"])
def test_one_more_or_earlier_hit_raises_average_precision(divisor: str) -> None:
    """On every small list with a miss, r and k being the same."""
    name = f"average_precision(divisor={divisor})"
    for hits in LISTS:
        before = value(name, with_four_relevant(hits))
        for at in (n for n, hit in enumerate(hits) if hit == "."):
            more = (*hits[:at], "1", *hits[at + 1 :])
            assert value(name, with_four_relevant(more)) > before
            if "1" in hits[at + 1 :]:
                later = hits.index("1", at)
                earlier = (*more[:later], ".", *more[later + 1 :])
                assert value(name, with_four_relevant(earlier)) > before


def with_four_relevant(hits: tuple[str, ...]) -> str:
    """The list's case, of a user with four relevant items."""
    return f"{' '.join(hits)} |{' 1' * (4 - hits.count('1'))} @{len(hits)}"


def test_a_sum_without_the_indicator_needs_a_precision_of_0_at_a_miss() -> None:
    """Then it is the sum over the hits; with each rank's own precision, as in Elliot's
    MAP, it is another number."""
    for hits in LISTS:
        line = " ".join(hits)
        at_hits = sum(
            value("precision", f"{line} | 1 @{k}") if hit == "1" else 0.0
            for k, hit in enumerate(hits, start=1)
        )
        found = value("average_precision(divisor=k)", f"{line} | 1 @{len(hits)}")
        assert found == pytest.approx(at_hits / len(hits))
    every = "average_precision(divisor=k, terms=every_rank)"
    assert value(every, "1 . . @3") == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    assert value("average_precision(divisor=k)", "1 . . @3") == pytest.approx(1 / 3)


def test_users_without_relevant_items_leave_the_order_of_two_runs() -> None:
    """Both means fall by the same factor."""
    for one, other in product(lines(), repeat=2):
        if one.partition("@")[2] != other.partition("@")[2]:
            continue
        k = one.partition("@")[2]
        alone = [value("average_precision", line) for line in (one, other)]
        both = [
            value("average_precision", f"{line.partition('@')[0]}; . @{k}")
            for line in (one, other)
        ]
        assert both == pytest.approx([a / 2 for a in alone])


def test_recall_is_one_minus_the_false_negative_rate() -> None:
    """The relevant items that the list misses, of all that are relevant."""
    for line in lines(missed=2):
        hits = line.partition("|")[0].count("1")
        assert value("recall", line) == pytest.approx(1 - 2 / (hits + 2))


def test_cumulative_gain_is_blind_to_the_order_and_dcg_is_not() -> None:
    """Of four items of the grades 3 to 0: one sum, and many."""
    gain = "ndcg(gain=grade, discount=flat, ideal=none)"
    assert {value(gain, f"{line} @4") for line in GRADED} == {6}
    dcg = [value("ndcg(gain=grade, ideal=none)", f"{line} @4") for line in GRADED]
    assert max(dcg) == dcg[0] and dcg.count(dcg[0]) == 1


def test_padding_a_short_list_with_misses_changes_no_ndcg() -> None:
    """Every small list at a cut-off of six, in full and ended early."""
    for hits in LISTS:
        line, padding = " ".join(hits), " ." * (6 - len(hits))
        assert value("ndcg", f"{line}{padding} | 1 @6") == value(
            "ndcg", f"{line} | 1 @6"
        )


def test_on_labels_of_0_and_1_both_gains_are_one() -> None:
    """And a grade of 2 tells them apart."""
    for line in lines():
        assert value("ndcg(gain=grade)", line) == value("ndcg(gain=exponential)", line)
    assert value("ndcg(gain=grade)", "1 2 @2") != value(
        "ndcg(gain=exponential)", "1 2 @2"
    )


def test_ndcg_of_the_ideal_order_is_one_and_of_any_order_at_most_that() -> None:
    """Over the ideal of the truth; divided by nothing it is more than 1."""
    values = [value("ndcg(gain=grade)", f"{line} @4") for line in GRADED]
    assert values[0] == 1 and all(0 <= v <= 1 for v in values)
    assert value("ndcg(gain=grade, ideal=none)", "3 2 @2") > 1


def test_the_greedy_order_is_nearly_the_best() -> None:
    """No order of thirty drawn lists of five has two hundredths more; one has more."""
    metric = Variant.parse("alpha_beta_ndcg(gain=noisy_or, weights=test)")
    chance, best = Random(1), 0.0
    for _ in range(30):
        items = [drawn_item(chance) for _ in range(5)]
        cases = (AspectCase.of([User(order)], 5) for order in permutations(items))
        best = max(best, *(float(metric.value(case) or 0) for case in cases))
    assert 1 + 1e-9 < best < 1.02


def drawn_item(chance: Random) -> Item:
    """A film with a rating and some of four aspects."""
    aspects = chance.sample("abcd", chance.randint(1, 3))
    return Item(chance.randrange(1, 11) / 2, tuple(sorted(aspects)))


def test_with_as_many_held_out_items_ndcg_is_dcg_rescaled() -> None:
    """Two users with two relevant items each, whatever is found of them: one factor."""
    factors = {
        round(value("ndcg", case) / dcg, 12)
        for one, other in product(("1 .", ". 1", "1 1", ". ."), repeat=2)
        if (dcg := value("ndcg(ideal=none)", case := two(one, other)))
    }
    assert len(factors) == 1
    assert value("ndcg", "1 | ; . 1 | 1 @2") != pytest.approx(
        value("ndcg(ideal=none)", "1 | ; . 1 | 1 @2") * factors.pop()
    )


def two(one: str, other: str) -> str:
    """Two users with two relevant items each, listed or missed."""
    missed = (f"{line} |{' 1' * (2 - line.count('1'))}" for line in (one, other))
    return f"{' ; '.join(missed)} @2"


def test_libraries_divide_average_precision_by_min_k_r(recorded: Survey) -> None:
    """More of them than by anything else, at their newest versions."""
    ((most, _),) = count_libraries(recorded, "average_precision").most_common(1)
    assert most == "average_precision(divisor=min_k_r)"


def test_the_binary_ndcg_is_the_most_common_of_more_than_two(recorded: Survey) -> None:
    """Of what goes by the family NDCG at the newest versions."""
    found = count_libraries(recorded, "ndcg")
    assert found.most_common(1)[0][0] == "ndcg(gain=binary)"
    assert len(found) > 2


def test_ndcg_has_more_meanings_than_auc(recorded: Survey) -> None:
    """And than any other metric of the paper's table."""
    families = read_published_numbers()["columns"].values()
    found = {name: len(count_libraries(recorded, name)) for name in families}
    assert max(found, key=lambda name: found[name]) == "ndcg"
    assert found["ndcg"] > found["auc"]
