"""The corpus: well formed, complete, and stored so that it can only grow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import exp
from typing import Any

import pytest
from partition_faults import format_partition_faults
from samples import few_of

from homonym.cases.conditions import CONDITIONS
from homonym.cases.rankings import list_ranking_flaws, round_to_float32
from homonym.cases.rankings_drawn import LOWEST, STEP, draw_ranking_case
from homonym.equivalence.partition import (
    GAP,
    compute_key_distance,
    find_declared_classes,
    join_first_lines,
    join_first_names,
    make_value_key,
    refine_by,
    split_block,
)
from homonym.measurement.drawing import draw_cases
from homonym.measurement.refutation import SEED, TRIES
from homonym.reference import corpus
from homonym.reference.beyond.case import RunCase
from homonym.reference.chances.case import LabelCase
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Number, Variant, every_family, families
from homonym.verdicts.conventions import compute_probe_numbers

NAMES = list(families(Case))
LARGEST = {"auc", "ndcg"}
"""The families of most variants."""
KINDS = {home.takes for home in every_family().values()}
"""The types of case."""
NDCG = families(Case)["ndcg"]


@cache
def values(family: str, case: Case) -> dict[Variant, Number]:
    """What every variant of the family gives on a core case."""
    return families(Case)[family].values(case)


@cache
def drawn() -> tuple[Case, ...]:
    """A hundred well-formed cases: the smaller half of those below."""
    return tuple(sorted(by_hypothesis(), key=lambda case: case.weight)[:100])


@pytest.mark.parametrize("case", corpus.core(), ids=str)
def test_every_core_case_is_well_formed(case: Case) -> None:
    """Only well-formed cases decide a verdict; no item is ranked twice."""
    assert list_ranking_flaws(case) == []
    for ranked in case.recommendations.values():
        assert len({item for item, _ in ranked}) == len(ranked)


def test_every_drawn_case_is_well_formed() -> None:
    """What the tests below draw, and what `homonym-maintain corpus` appends."""
    assert [list_ranking_flaws(case) for case in drawn()] == [[]] * 100


@cache
def by_hypothesis(full: bool = False, one: bool = False) -> tuple[Case, ...]:
    """Two hundred cases as `homonym.measurement.refutation` draws them."""
    found: list[Case] = []
    draw_cases(draw_ranking_case(full=full, one=one), TRIES, SEED, found.append)
    return tuple(found)


@pytest.mark.parametrize("kind", [{}, {"full": True}, {"one": True}])
def test_every_case_that_hypothesis_draws_is_well_formed(kind: dict[str, bool]) -> None:
    """And it is stored as a line: what refutes a verdict can be kept."""
    found = by_hypothesis(**kind)
    assert [list_ranking_flaws(case) for case in found] == [[]] * len(found)
    assert all(Case.parse(case.id) == case for case in found)
    assert len(set(found)) > 190
    if kind.get("full"):
        assert not any(user.unranked for case in found for user in case.users)
    if kind.get("one"):
        assert all(user.r == 1 for case in found for user in case.users)


def test_hypothesis_draws_what_formulas_turn_on() -> None:
    """Many users, long lists, cut-offs that are usual and between, k around r and the
    list's length, odd scores, mixed grades, and none below 1."""
    found = by_hypothesis()
    users = [(user, case.k) for case in found for user in case.users]
    assert max(len(case.users) for case in found) > 40
    assert max(len(user.grades) for user, _ in users) > 100
    assert {*range(1, 16), 20, 30, 50, 60, 100} == {case.k for case in found}
    for k in (10, 20):
        assert {-1, 0, 1} & {user.r - k for user, at in users if at == k}
    assert {-1, 0, 1} <= {user.r - k for user, k in users}
    assert {0, 1} <= {len(user.grades) - k for user, k in users}
    assert any(not user.found(k) for user, k in users)
    assert any(len(set(user.relevant)) > 2 for user, _ in users)
    judged = {grade for user, _ in users for grade in user.judged}
    assert {1, 1.5, 2, 3.5, 7, 10} <= judged and min(judged) == 1
    every = [score for user, _ in users for score in user.scores]
    assert min(every) < 0.03
    assert max(every) > 1 - 1e-5


@pytest.mark.parametrize("kind", [{}, {"full": True}, {"one": True}])
def test_no_drawn_case_turns_on_the_scale_of_its_scores(kind: dict[str, bool]) -> None:
    """Far enough apart for what is computed of them in single precision, and above any
    threshold: both are conventions, with probes of their own."""
    for case in by_hypothesis(**kind):
        scores = sorted(score for user in case.users for score in user.scores)
        assert scores[0] > LOWEST
        steps = [above - below for below, above in pairwise(scores)]
        assert min(steps, default=STEP) >= STEP
        assert len({round_to_float32(exp(score)) for score in scores}) == len(scores)


def test_a_seed_draws_other_cases_and_the_same_again() -> None:
    """Without one every run draws the same."""
    drawn_by: list[list[Case]] = [[], [], []]
    for cases_of, seed in zip(drawn_by, (7, 7, 8), strict=True):
        draw_cases(draw_ranking_case(), 20, seed, cases_of.append)
    assert drawn_by[0] == drawn_by[1]
    assert drawn_by[0] != drawn_by[2]
    assert set(drawn_by[0]) != set(by_hypothesis()[:20])


@pytest.mark.parametrize(
    ("line", "flaw"),
    [
        ("1 . @3", "the list is shorter than k"),
        ("1 . @0", "the cut-off is not positive"),
        (". . | @1", "no item is relevant"),
        ("1 1 @1", "a full ranking holds no other item"),
        ("1 0 @1", "a judged item is not relevant"),
    ],
)
def test_an_ill_formed_case_is_told_by_its_flaw(line: str, flaw: str) -> None:
    """The checker above can fail."""
    assert flaw in list_ranking_flaws(Case.parse(line))


def test_bad_scores_are_told_by_their_flaws() -> None:
    """Equal in single precision, rising, beyond 1: each has its sentence."""
    close = Ranking((1.0, None), (0.5 + 1e-12, 0.5))
    rising = Ranking((1.0, None), (0.4, 0.5))
    large = Ranking((1.0, None), (1.5, 0.5))
    assert list_ranking_flaws(Case((close,), 1)) == [
        "two scores are equal in single precision"
    ]
    assert list_ranking_flaws(Case((rising,), 1)) == ["scores do not fall"]
    assert list_ranking_flaws(Case((large,), 1)) == ["a score is not within (0, 1)"]


@pytest.mark.parametrize("family", few_of(NAMES, {*NAMES} - LARGEST))
def test_the_core_splits_a_family_into_exactly_its_classes(family: str) -> None:
    """Variants of two classes differ on some case by more than 0.001."""
    home = families(Case)[family]
    found = [values(family, case) for case in corpus.core()]
    assert (
        format_partition_faults(refine_by(home, found), find_declared_classes(home))
        == ""
    )


@pytest.mark.parametrize(
    "family",
    [
        pytest.param(name, marks=[pytest.mark.exhaustive] * (name in ("ndcg", "auc")))
        for name in NAMES
    ],
)
def test_no_class_rests_on_an_undefined_value(family: str) -> None:
    """Undefined is no evidence: the cases where all are defined split as far."""
    home = families(Case)[family]
    found = [values(family, case) for case in corpus.core()]
    defined = [each for each in found if None not in each.values()]
    if len(defined) < len(found):
        assert (
            format_partition_faults(
                refine_by(home, defined), find_declared_classes(home)
            )
            == ""
        )


@pytest.mark.exhaustive
def test_a_variant_is_defined_on_nine_in_ten_core_cases() -> None:
    """As a verdict asks. The others are a mean over the users who are not 0 where all
    are, as before rank 1, and a ratio whose divisor is 0.

    But for AUC at k = 1, which one rank leaves without a pair.
    """
    undefined = [
        (str(variant), variant.names["users"])
        for name in NAMES
        for case in corpus.core()
        if (name, case.k) != ("auc", 1)
        for variant, value in values(name, case).items()
        if value is None
    ]
    ((_, most),) = Counter(variant for variant, _ in undefined).most_common(1)
    assert most <= len(corpus.core()) / 10
    assert {users for _, users in undefined} <= {"mean_nonzero", "pooled"}


@pytest.mark.parametrize("family", NAMES)
def test_members_of_a_class_agree_on_every_core_case(family: str) -> None:
    """A rule of equality holds to the last digits, not only within the gap."""
    for case in corpus.core():
        assert disagreeing(family, values(family, case)) == [], str(case)


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("family", NAMES)
def test_members_of_a_class_agree_on_drawn_cases(family: str, step: int) -> None:
    """Rules are not fitted to the corpus: on all of a hundred cases, or each tenth."""
    for case in drawn()[::step]:
        assert disagreeing(family, families(Case)[family].values(case)) == [], str(case)


def disagreeing(family: str, found: dict[Variant, Number]) -> list[str]:
    """The variants that differ from the one that names their class."""
    return [
        str(variant)
        for variant, canonical in classes(family)
        if compute_key_distance(
            make_value_key(found[variant]), make_value_key(found[canonical])
        )
        > 1e-9
    ]


@cache
def classes(family: str) -> Sequence[tuple[Variant, Variant]]:
    """Every variant that is not the name of its class, with the one that is."""
    pairs = [(v, v.canonical()) for v in families(Case)[family].variants]
    return [(variant, name) for variant, name in pairs if variant != name]


def test_full_rankings_split_auc_into_the_classes_declared_for_them() -> None:
    """A library that takes full rankings only can still be told apart there."""
    full = [case for case in corpus.core() if CONDITIONS["full_rankings"](case)]
    auc = families(Case)["auc"]
    assert 0 < len(full) < len(corpus.core())
    declared = find_declared_classes(auc, ("full_rankings",))
    found = [values("auc", case) for case in full]
    assert format_partition_faults(refine_by(auc, found), declared) == ""
    assert len(declared) < len(find_declared_classes(auc))


@pytest.mark.parametrize("family", NAMES)
def test_the_leave_one_out_cases_split_a_family_as_far_as_numbers_do(
    family: str,
) -> None:
    """A library that takes one relevant item a user can be told apart there.

    But for NDCG with g² - 1, a bug, and for variants that differ only where one has no
    number: a mean over users with a hit where nobody has one.
    """
    home, when = families(Case)[family], ("one_relevant",)
    alone = [c for c in corpus.core() if all(u.r == 1 for u in c.users)]
    names = {variant.canonical(when) for variant in home.variants}
    left = [frozenset(n for n in names if n.names.get("gain") != "squared_minus_one")]
    for case in alone:
        left = [
            p for block in left for p in split_block(block, values(family, case), GAP)
        ]
    together = [block for block in left if len(block) > 1]
    more = [block for block in together if users_of(block) not in ALMOST]
    told = [join_first_names(sorted(map(str, block), key=len)) for block in more]
    assert not more, join_first_lines(
        ["one class where every r is 1, by no rule:", *told]
    )


@pytest.mark.parametrize(
    ("takes", "old", "new"),
    [
        (Case, "k_beyond_catalogue", "k_beyond_all_items"),
        (RunCase, "item_twice", "item_twice_apart"),
        (Case, "item_twice", "item_three_times"),
        (RunCase, "item_twice_apart", "item_twice_then_another"),
        (RunCase, "item_twice_then_another", "item_in_two_rows"),
        (Case, "score_nan", "score_nan_in_the_middle"),
        (Case, "pair_twice_in_truth", "pair_in_two_rows"),
        (Case, "pair_twice_below_k", "pair_in_two_rows_below_k"),
        (Case, "item_in_three_rows", "item_in_three_listed_rows"),
        (RatingCase, "prediction_twice", "prediction_twice_wrong"),
    ],
)
def test_an_edition_asks_no_probe_that_a_later_one_replaces(
    takes: Any, old: str, new: str
) -> None:
    """Records of the edition before are still held to it."""
    asked = {e.edition: {o.id for o in e.edges(takes)} for e in corpus.editions()}
    last = next(one.until for one in corpus.edge(takes) if one.id == old)
    assert old in asked[last] and new not in asked[last]
    assert new in asked[last + 1] and old not in asked[last + 1]


ALMOST = {
    ("mean", "mean"),
    ("by_length", "by_length"),
    ("mean_hit", "mean_nonzero"),
    ("mean_hit", "mean_nonzero", "mean_nonzero"),
}


def users_of(block: Iterable[Variant]) -> tuple[str, ...]:
    """How the users are combined by the variants of a block."""
    return tuple(sorted(variant.names["users"] for variant in block))


def test_only_the_reasons_tested_here_leave_combinations_out() -> None:
    """A new void needs a test that it means nothing."""
    reasons = {void.reason for f in families(Case).values() for void in f.voids}
    assert reasons == {
        "without a discount a re-sorted list gains what the list does: the ratio is 1",
        "a loss is measured against an ideal, and a loss of 0 is the best there is",
        "means and sums over all users are 0/0 only where nobody has a hit",
        "negatives are counted above relevant items, whatever their grades",
        "a re-sorted list, or one of ones, has no negatives: only the truth can be the "
        "ideal",
        "hits that take up no rank can exceed the ideal: there is no loss",
        "a gain that can exceed its ideal has no loss",
        "in use only on lists cut at k, by rank, with grades as they are given",
        "no truth is empty: only an ideal made of the list can be 0",
        "in use only in whole rankings, where no relevant item is unranked or cut off",
        "in use only where unranked items are tied, or in whole rankings",
        "every user with a hit that counts has 1, and so has their mean",
        "the whole list has no rank k + 1, and holds all that is below it",
        "the last hit is one of those that are counted",
        "another rank, or a mean over cut-offs, is in use only at the depth k",
        "the cut-offs up to k, and the rank after it, are of a list cut at k",
        "what is divided by k is of a list cut at k",
        "a mean of ratios is no ratio: there are no sums to divide",
    }


ABOVE = {"gain": "binary", "rank": "negatives_above"}


def test_ranks_among_negatives_have_flags_and_the_truth_for_an_ideal() -> None:
    """Left out: grades, and ideals of lists, whose items stand above no negative."""
    kept = {v for v in NDCG.variants if v.names["rank"] == "negatives_above"}
    assert {v.names["gain"] for v in kept} == {"binary"}
    ideals = {v.names["ideal"] for v in kept}
    assert ideals >= {"truth_k", "truth_all", "undiscounted", "none"}
    assert not ideals & {"list_k", "list_all", "ones_k", "ones_min_k_r"}
    graded = [NDCG.variant(**{**ABOVE, "gain": gain}) for gain in ("grade", "binary")]
    same = Case.parse("1 . 1 @2")
    assert len({variant.value(same) for variant in graded}) == 1


def test_ranks_among_negatives_pass_every_ideal_of_the_truth() -> None:
    """Left out: what is missing to 1 falls below 0 where all relevant items lead."""
    case = Case.parse("1 1 . @2")
    for ideal in ("truth_k", "truth_all"):
        value = NDCG.variant(**ABOVE, ideal=ideal).value(case)
        assert isinstance(value, float)
        assert value > 1
        lost = NDCG.variant(**ABOVE, ideal=ideal, reported="complement")
        assert lost not in NDCG.variants
        assert lost.value(case) == pytest.approx(1 - value)


@pytest.mark.parametrize(
    ("ideal", "line"),
    [("truth_10", "1 1 1 1 1 1 1 1 1 1 1 . @11"), ("ones_min_k_r", "3 . @1")],
)
def test_an_ideal_that_is_passed_is_of_one_call_and_has_no_loss(
    ideal: str, line: str
) -> None:
    """Left out: a loss below 0, and other depths, ranks and grades than were found."""
    kept = [v.names for v in NDCG.variants if v.names["ideal"] == ideal]
    assert {(n["grades"], n["rank"], n["depth"]) for n in kept} == {
        ("as_given", "in_list", "k")
    }
    assert {names["reported"] for names in kept} == {"value"}
    gain = "grade" if ideal == "ones_min_k_r" else "binary"
    lost = NDCG.variant(gain=gain, ideal=ideal, reported="complement")
    assert number_of(lost, line) < 0


def number_of(variant: Variant, line: str) -> float:
    """What a variant gives on a case, as a number."""
    found = variant.value(Case.parse(line))
    assert isinstance(found, float)
    return found


def test_before_rank_k_a_rank_too_many_is_the_rank_itself() -> None:
    """Left out: the two make up for each other, and cut-offs ask for no depth."""
    recall, kept = families(Case)["recall"], {"depth": "below_k"}
    others = ({"rank": "off_by_one"}, {"cut": "mean_1_to_k"})
    for names in others:
        assert recall.variant(**names, **kept) not in recall.variants
    both = recall.variant(rank="off_by_one", depth="below_k")
    mean = recall.variant(cut="mean_1_to_k", depth="below_k")
    for case in corpus.core():
        if case.k > 1:
            assert both.value(case) == recall.variant().value(case)
        assert mean.value(case) == recall.variant(cut="mean_1_to_k").value(case)


def test_who_has_a_hit_where_it_counts_has_a_hit_rate_of_1() -> None:
    """Left out: a mean over these users says nothing."""
    home = families(Case)["hit_rate"]
    for depth in ("below_k", "all"):
        left_out = home.variant(depth=depth, users="mean_nonzero")
        assert left_out not in home.variants
        assert {left_out.value(case) for case in corpus.core()} <= {1, None}


@pytest.mark.parametrize(
    ("family", "names", "others"),
    [
        ("precision", {"divisor": "last_hit"}, {"rank": "off_by_one", "depth": "all"}),
        ("reciprocal_rank", {"counts": "mean_1_to_k"}, {"depth": "below_k"}),
        ("reciprocal_rank", {"counts": "miss_at_k_plus_one"}, {"depth": "all"}),
        ("average_precision", {"terms": "hits_over_k"}, {"depth": "all"}),
    ],
)
def test_what_is_told_of_the_first_k_looks_at_these(
    family: str, names: dict[str, str], others: dict[str, str]
) -> None:
    """Left out: the formula has the cut-off in it, and no other depth or rank."""
    home = families(Case)[family]
    assert home.variant(**names) in home.variants
    for axis, name in others.items():
        assert home.variant(**names, **{axis: name}) not in home.variants


def test_no_ideal_of_the_truth_is_0() -> None:
    """Left out: one user without an ideal ends nothing, for there is none."""
    ideals = set(NDCG.axes["ideal"].choices) - {"list_k", "list_all"}
    for ideal in sorted(ideals):
        ended = NDCG.variant(ideal=ideal, users="mean_or_zero")
        assert ended not in NDCG.variants
        mean = NDCG.variant(ideal=ideal)
        assert all(ended.value(c) == mean.value(c) for c in corpus.core())


def test_in_whole_rankings_no_relevant_item_is_unranked() -> None:
    """Left out: other choices give the same number there, or cut the list."""
    auc = families(Case)["auc"]
    full = [case for case in corpus.core() if CONDITIONS["full_rankings"](case)]
    for names in ({"above": "every_item"}, {"negatives": "with_train_plus_one"}):
        kept = auc.variant(**names)
        assert kept in auc.variants
        for other in (
            {"positives": "recommended"},
            {"unranked": "half"},
            {"unranked": "excluded"},
            {"divisor": "r"},
            {"one_class": "half"},
        ):
            left_out = auc.variant(**names, **other)
            assert left_out not in auc.variants
            assert all(left_out.value(case) == kept.value(case) for case in full)
        assert auc.variant(**names, depth="k") not in auc.variants
    both = auc.variant(above="every_item", negatives="with_train_plus_one")
    assert both not in auc.variants


def test_the_means_of_precision_and_recall_are_never_0_over_0_in_the_core() -> None:
    """Left out: F of the means that is NaN is told from 0 where nobody has a hit."""
    left_out = families(Case)["f_score"].variant(
        combines="of_means", without_hit="undefined"
    )
    assert left_out not in families(Case)["f_score"].variants
    assert all(any(u.found(c.k) for u in c.users) for c in corpus.core())


def test_without_a_discount_the_re_sorted_list_gives_only_0_and_1() -> None:
    """Left out: sums do not depend on the order."""
    left_out = [
        NDCG.variant(gain=gain, discount="flat", users="caller", **names)
        for gain in NDCG.axes["gain"].choices
        for names in (
            {"ideal": "list_k"},
            {"ideal": "list_k", "depth": "all"},
            {"ideal": "list_all", "depth": "all"},
        )
    ]
    for variant in left_out:
        assert variant not in NDCG.variants
        for case in corpus.core():
            per_user = variant.value(case)
            assert isinstance(per_user, tuple)
            assert {round(value or 0, 9) for value in per_user} <= {0, 1}


def test_the_re_sorted_list_that_is_kept_gives_more_than_0_and_1() -> None:
    """Cut at k after sorting the whole list, the sum does depend on the order."""
    variant = Variant.parse("ndcg(gain=binary, discount=flat, ideal=list_all)")
    assert variant.value(Case.parse("1 . 1 . @2")) == 1 / 2


def test_a_loss_without_an_ideal_is_no_loss() -> None:
    """Left out: 1 - DCG falls below 0 without bound."""
    variant = NDCG.variant(ideal="none", reported="complement")
    assert variant not in NDCG.variants
    value = variant.value(Case.parse("1 1 1 . @3"))
    assert isinstance(value, float)
    assert value < -1


def test_a_mean_over_losses_that_are_not_0_leaves_out_the_best_users() -> None:
    """Left out: one perfect user more changes nothing, and alone gives no value."""
    variant = NDCG.variant(reported="complement", users="mean_nonzero")
    assert variant not in NDCG.variants
    assert variant.value(Case.parse("1 . ; . 1 @1")) == 1
    assert variant.value(Case.parse(". 1 @1")) == 1
    assert variant.value(Case.parse("1 . @1")) is None


def test_an_edition_is_the_first_lines_of_the_corpus() -> None:
    """The hash of each edition still holds: nothing stored was changed."""
    for number_of, edition in enumerate(corpus.editions(), start=1):
        assert edition.edition == number_of
        assert corpus.digest(edition) == edition.sha256


def test_the_last_edition_is_the_whole_corpus() -> None:
    """Whoever appends a case adds an edition; editions only grow."""
    for takes in KINDS:
        sizes = [edition.size(takes) for edition in corpus.editions()]
        assert sizes[-1] == (len(corpus.core(takes)), len(corpus.edge(takes)))
        assert sizes == sorted(sizes)


def test_an_edition_holds_no_case_of_a_type_that_came_later() -> None:
    """The first had rankings alone: nothing else is asked of its records."""
    first = corpus.editions()[0]
    sizes = {takes.folder: first.size(takes) for takes in KINDS}
    assert sizes.pop("rankings") == (48, 24)
    assert {*sizes.values()} == {(0, 0)}


@pytest.mark.exhaustive
def test_the_hash_depends_on_every_case() -> None:
    """One core or edge case less, of any type, is another edition."""
    last = corpus.editions()[-1]
    fewer = [replace(last, core=last.core - 1), replace(last, edge=last.edge - 1)]
    for folder, (core, edge) in last.others.items():
        fewer.append(replace(last, others={**last.others, folder: (core - 1, edge)}))
        if edge:
            less = {**last.others, folder: (core, edge - 1)}
            fewer.append(replace(last, others=less))
    assert len({corpus.digest(edition) for edition in (last, *fewer)}) == 1 + len(fewer)


def test_every_line_of_the_core_is_the_id_of_its_case() -> None:
    """Written as `str` writes it, and no line twice."""
    lines = corpus.text("rankings/core.txt").splitlines()
    assert [str(Case.parse(line)) for line in lines] == lines
    assert len(set(lines)) == len(lines)
    assert tuple(map(Case.parse, lines)) == corpus.core()


def test_a_prefix_of_the_core_already_separates_most_classes() -> None:
    """For slow libraries: the first dozen give three of four blocks; what comes with a
    new choice is told apart at the end."""
    prefix = corpus.core()[:12]
    split = sum(
        len(refine_by(home, [values(name, case) for case in prefix]))
        for name, home in families(Case).items()
    )
    assert split > 0.75 * sum(
        len(find_declared_classes(home)) for home in families(Case).values()
    )


def test_a_type_of_case_may_have_no_edge_cases() -> None:
    """A folder without the file has none; it is no error."""
    assert corpus.entries("no_such_folder") == []
    assert corpus.entries("rankings") != []


def test_predicted_ratings_have_no_cut_off() -> None:
    """Neither their core cases nor their edge cases: k is 0."""
    for takes in (RatingCase, LabelCase):
        cases = [*corpus.core(takes), *(edge.case for edge in corpus.edge(takes))]
        assert {case.k for case in cases} == {0}


def test_edge_cases_have_ids_of_their_own() -> None:
    """Records name conventions by them."""
    ids = [edge.id for edge in corpus.edge()]
    assert len(set(ids)) == len(ids)
    assert all(edge.case.id == edge.id for edge in corpus.edge())


@pytest.mark.parametrize("edge", corpus.edge(), ids=lambda edge: edge.id)
def test_an_edge_case_tells_its_outcomes_apart(edge: corpus.Edge) -> None:
    """On the default of at least one family that it is about, all of them differ."""
    told = 0
    for name in edge.families or NAMES:
        given = compute_probe_numbers(families(Case)[name].default, edge)
        results = [make_value_key(number) for number in given.values()]
        told = max(told, len(set(results)))
    assert told >= min(2, len(edge.outcomes))


ORDERS: dict[str, Callable[[list[Any]], list[Any]]] = {
    "input order": lambda items: items,
    "input order reversed": lambda items: items[::-1],
    "smaller item first": sorted,
    "larger item first": lambda items: sorted(items, reverse=True),
}


@pytest.mark.parametrize("outcome", ORDERS)
def test_an_order_of_ties_is_what_its_name_says(outcome: str) -> None:
    """The line of the outcome is the list in that order."""
    (ties,) = (edge for edge in corpus.edge() if edge.id == "ties")
    listed = [item for item, _ in ties.case.recommendations[1]]
    relevant = {item for item, _ in ties.case.truth[1]}
    row = " ".join("1" if i in relevant else "." for i in ORDERS[outcome](listed))
    assert str(ties.outcomes[outcome]) == f"{row} @{ties.case.k}"


def test_an_edge_outcome_has_the_catalogue_of_its_tables() -> None:
    """Of four items three are ranked: the other is a candidate, judged or not. Of the
    user without a list all are; of users with other items each has the six of both."""
    probes = {one.id: one for one in corpus.edge()}

    def held(probe: str, outcome: str) -> list[tuple[int, int, int, int]]:
        users = probes[probe].outcomes[outcome].users
        return [(len(u.grades), len(u.missed), u.unranked, u.train) for u in users]

    assert held("zero_grade_missed", "not relevant") == [(3, 0, 1, 0)]
    assert held("zero_grade_missed", "relevant") == [(3, 1, 0, 0)]
    assert held("user_without_list", "counts as 0")[2] == (0, 1, 2, 0)
    assert held("users_reordered_apart", "as any other") == [(3, 0, 3, 0)] * 2


def test_a_probe_of_rankings_lists_its_train_items() -> None:
    """So every item of its catalogue is a candidate; one probe alone has any."""
    trained = [one for one in corpus.edge() if any(one.case.train.values())]
    assert [one.id for one in trained] == ["train_item_in_list"]
    (case,) = (one.case for one in trained)
    for user, items in case.train.items():
        assert {*items} <= {item for item, _ in case.recommendations[user]}


def test_what_an_outcome_missed_stands_in_its_line() -> None:
    """Though nothing else was left unranked."""
    probes = {one.id: one for one in corpus.edge()}
    assert str(probes["zero_grade_missed"].outcomes["relevant"]) == ". 1 . | 1 @2"
