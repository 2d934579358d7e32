"""Metrics of diversity: values by hand, what Clarke's own program gives, bad input."""

from __future__ import annotations

from math import log2
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from homonym.reference.case import CaseError
from homonym.reference.diversity.case import AspectCase
from homonym.reference.diversity.ideal import section_5_1
from homonym.reference.names import UnknownName
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Family, Number, Variant, families

HOMES = families(AspectCase)
EVERY_FAMILY = [pytest.param(home, id=name) for name, home in HOMES.items()]

drawn = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def value(variant: str, line: str) -> Number:
    """What the variant gives on the case."""
    return Variant.with_defaults(variant).value(AspectCase.parse(line))


def test_the_families_are_those_of_the_paper() -> None:
    """Each takes cases with aspects, and none is among those that rank items only."""
    assert set(HOMES) == {
        *("alpha_ndcg", "alpha_beta_ndcg", "s_recall", "s_rr"),
        *("nrbp", "eu", "rbu", "err_ia"),
    }
    assert not set(HOMES) & set(families(Case))


@pytest.mark.parametrize(
    "line",
    ["5a @1", "3a 5bc > 5ab .c 0d | 4a = 4a 5ab ; 5a > 4.5ab @2", "5a | 2.5bc .a @3"],
)
def test_a_case_reads_back_from_its_line(line: str) -> None:
    """The line is the id: nothing of the case is lost in it."""
    case = AspectCase.parse(line)
    assert str(case) == line
    assert AspectCase.parse(str(case)) == case


def test_equal_cases_are_one_key() -> None:
    """What is measured is kept by its case."""
    lines = ("5a > 3a 4b @1", "5a > 3a 4b @1", "5a > 4b 3a @1")
    assert len({AspectCase.parse(line) for line in lines}) == 2


def test_a_case_knows_what_the_user_rated_and_likes() -> None:
    """An item rated 0 is judged and not liked; a dot is not judged."""
    user = AspectCase.parse("3a > 5ab .c 0d | 4e .f @2").users[0]
    assert [str(item) for item in user.judged] == ["5ab", "0d", "4e"]
    assert user.interests == ("a", "b", "e")
    assert user.catalogue == ("a", "b", "c", "d", "e", "f")


@pytest.mark.parametrize("home", EVERY_FAMILY)
def test_every_id_reads_back_as_its_variant(home: Family) -> None:
    """No id is lost or shared, and every choice says what it is."""
    assert len({str(v) for v in home.variants}) == len(home.variants)
    assert all(Variant.parse(str(v)) == v for v in home.variants)
    for axis in home.axes.values():
        assert all(c.formula and c.doc.endswith(".") for c in axis.choices.values())


TABLE = [
    # Two aspects, the list shows one of them twice: gains 1, 0.5; ideal 1, 1.
    ("alpha_ndcg", "5a 5a 5b @2", (1 + 0.5 / log2(3)) / (1 + 1 / log2(3))),
    ("alpha_ndcg(gain=sum, ideal=none)", "5a 5a 5b @2", 0.5 * (1 + 0.5 / log2(3))),
    # Of the aspects a and b, c, which is in no liked item, has no weight.
    ("alpha_ndcg(gain=sum, ideal=none)", "5a .c | 5b @2", 0.5),
    (
        "alpha_ndcg(gain=sum, weights=uniform_catalogue, ideal=none)",
        "5a .c | 5b @2",
        1 / 3,
    ),
    # Noisy-or: 1 - (1 - 0.5/2)(1 - 0.5/2) for an item with both aspects.
    ("alpha_ndcg(gain=noisy_or, ideal=none)", "5ab @1", 1 - 0.75**2),
    # Graded: an item of 4 gives 0.8 and leaves 1 - 0.5 * 0.8 = 0.6 of the interest.
    (
        "alpha_ndcg(gain=sum, relevance=graded, ideal=none)",
        "4a 5a @2",
        0.8 + 0.6 / log2(3),
    ),
    (
        "alpha_ndcg(gain=sum, relevance=exponential, ideal=none)",
        "4a 5a @2",
        15 / 32 + 31 / 32 * (1 - 0.5 * 15 / 32) / log2(3),
    ),
    # Weights by Eq. 9: a has 3 of 4.
    ("alpha_ndcg(gain=sum, weights=train, ideal=none)", "3a 1b > 5a @1", 0.75),
    ("alpha_ndcg(gain=sum, weights=test, ideal=none)", "1b > 3a | 1b @1", 0.75),
    # A fully relevant list for two aspects: 2 (1/2) (1 + 0.5 / log2 3).
    ("alpha-DCG", "5a 5b @2", 0.5 * (1 + 1 / log2(3)) / (1 + 0.5 / log2(3))),
    # An ideal that was given: b first is worse than what was listed.
    ("alpha_ndcg(gain=sum, ideal=given)", "5ab | 5b = 5b @1", 2.0),
    # An item that is not relevant tires the reader too.
    ("alpha_ndcg(gain=sum, ideal=none)", ".a 5a @2", 1 / log2(3)),
    ("alpha_ndcg(gain=sum, ideal=none, redundancy=listed)", ".a 5a @2", 0.5 / log2(3)),
    # Aspects in turn: 1, 1, and 0.5 for the first of the second round.
    (
        "alpha_ndcg(gain=sum, ideal=in_turn)",
        "5a 5a 5b @3",
        (1 + 0.5 / log2(3) + 1 / 2) / (1 + 1 / log2(3) + 0.5 / 2),
    ),
    # Two full rounds count 1 each, as if nothing had worn off; the fifth counts 0.25.
    (
        "alpha_ndcg(gain=sum, ideal=in_turn)",
        "5a 5b 5a 5b 5a @5",
        (1 + 1 / log2(3) + 0.5 / 2 + 0.5 / log2(5) + 0.25 / log2(6))
        / (1 + 1 / log2(3) + 1 / 2 + 1 / log2(5) + 0.25 / log2(6)),
    ),
    # Eq. 5: a rating of 5 is trusted 0.5, of 2 0.2; weights 1.
    ("alpha_beta_ndcg(gain=noisy_or, ideal=none)", "1a > 5a @1", 0.5),
    ("alpha_beta_ndcg(gain=noisy_or, ideal=none)", "1a > 2a @1", 0.2),
    ("alpha_beta_ndcg(gain=noisy_or, ideal=none)", "1a > .a @1", 0.005),
    ("alpha_beta_ndcg(gain=noisy_or, ideal=none)", "1a > 0a @1", 0.0),
    # Eq. 12: below a rating of 5 half the interest is left, below a missing one 0.995.
    (
        "alpha_beta_ndcg(gain=noisy_or, ideal=none)",
        "1a > 5a .a 5a @3",
        0.5 + 0.005 * 0.5 / log2(3) + 0.5 * 0.5 * 0.995 / 2,
    ),
    # Eq. 13: weights 3/4 and 1/4, an item with both.
    (
        "alpha_beta_ndcg(gain=noisy_or, ideal=none)",
        "3a 1b > 5ab @1",
        1 - (1 - 0.5 * 0.75) * (1 - 0.5 * 0.25),
    ),
    ("alpha_beta_ndcg(gain=sum, ideal=none)", "3a 1b > 5ab @1", 0.5),
    (
        "alpha_beta_ndcg(gain=noisy_or, ideal=none, weights=uniform)",
        "3a 1b > 5a | 5b @1",
        0.25,
    ),
    # Judged items only are ideal: an unrated one above them passes 1 …
    (
        "alpha_beta_ndcg",
        "1a > 1a .a | @2",
        (0.1 + 0.005 * 0.9 / log2(3)) / 0.1,
    ),
    # … not where the ideal may use it too.
    ("alpha_beta_ndcg(gain=noisy_or, pool=listed)", "1a > 1a .a | @2", 1.0),
    (
        "alpha_beta_ndcg(gain=noisy_or, pool=catalogue)",
        "1a > 1a | .a @2",
        0.1 / (0.1 + 0.005 * 0.9 / log2(3)),
    ),
    ("alpha_beta_ndcg(gain=noisy_or, pool=listed)", "1a > 1a | .a @2", 1.0),
    # Any item covers, or only what the user likes; all aspects, or the user's.
    ("s_recall", "0a 5b | 5c .d @2", 2 / 4),
    ("s_recall(covers=relevant)", "0a 5b | 5c .d @2", 1 / 4),
    ("s_recall(covers=any, aspects=user)", "0a 5b | 5c .d @2", 1 / 2),
    # Profiles show b and d.
    ("s_recall(divisor=trained)", "1d > 0a 5b | 5c ; 3bd > 5abc @2", (2 + 3) / 2 / 2),
    ("strec", "0a 5b 5c | .d @2", 1 / 2),
    # Distinct aspects by rank: two in three items.
    ("CategoricalDiversity", "5a .b 5a | 5c @3", 2 / 3),
    ("s_recall(covers=any, aspects=user, divisor=k)", "5a .b 5a | 5c @3", 1 / 3),
    ("s_rr", "5a 5a 5b @3", 1 / 3),
    ("s_rr", "5a 5a 5b @2", 0.0),
    ("s_rr(covers=any, depth=all)", "5a 5a 5b @2", 1 / 3),
    ("s_rr(covers=any, aspects=user)", "5a .b @2", 1.0),
    ("s_rr(covers=relevant)", "5a .b 5b @3", 1 / 3),
    ("s_rr(level=0.5)", "5a 5a 5b @3", 1.0),
    # 1 - 0.75 * 0.9 = 0.325 for the first, the second at 0.9 * 0.75.
    ("nrbp", "5a 5a @1", 0.325 * (1 + 0.9 * 0.75)),
    ("nrbp(relevance=binary, depth=k)", "5a 5a @1", 0.325),
    ("nrbp(relevance=graded)", "4a @1", 0.325 * 0.8),
    ("nNRBP", ".a 5a @2", 0.9),
    # R = 31/32 at rating 5, 15/32 at 4; 1/2 at rank 2.
    ("err_ia", "4a 5a @2", 15 / 32 + 17 / 32 * 31 / 32 / 2),
    ("err_ia(relevance=graded)", "4a 5a @2", 0.8 + 0.2 / 2),
    ("err_ia(relevance=binary)", "4a 5a @2", 1.0),
    ("err_ia(relevance=binary, reader=tires)", "4a 5a @2", 1 + 0.5 / 2),
    ("nERR-IA", ".a 5a @2", 0.5),
    ("err_ia(relevance=binary, reader=tires, ideal=perfect)", ".a 5a @2", 0.5 / 1.25),
    # Effort 0.05 an item, read by 0.99 of the readers at rank 2, or by all.
    ("eu", "1a > 0a 5a @2", 0.99 * 1 - 0.05 * 1.99),
    ("eu(reader=reads_all)", "1a > 0a 5a @2", 1 - 0.05 * 2),
    ("eu(reader=reads_all)", "1a > 4a 5a @2", 0.8 + (1 - 0.25 * 0.8) - 0.1),
    ("eu(reader=reads_all, relevance=binary)", "1a > 4a 5a @2", 1.75 - 0.1),
    ("rbu(factor=none)", "1a > 4a 5a @2", 15 / 32 + 0.99 * 17 / 32 * 31 / 32 - 0.0995),
    ("rbu", "1a > 5a @1", 0.01 * (31 / 32 - 0.05)),
    ("rbu(factor=none, relevance=graded)", "1a > 4a @1", 0.75),
    # Two users: the mean, or the numbers themselves.
    ("s_recall", "5a | 5b ; 5ab @1", 0.75),
    ("s_recall(covers=any, users=caller)", "5a | 5b ; 5ab @1", (0.5, 1.0)),
]


@pytest.mark.parametrize(("variant", "line", "expected"), TABLE)
def test_a_variant_gives_the_value_worked_out_by_hand(
    variant: str, line: str, expected: Number
) -> None:
    """The formula on paper and the oracle give the same number."""
    assert value(variant, line) == pytest.approx(expected, abs=1e-12)


def test_the_table_has_a_row_for_every_choice() -> None:
    """A choice without a value worked out by hand is not tested."""
    rows = [Variant.with_defaults(variant) for variant, _, _ in TABLE]
    shown = {row.home.choice(*choice) for row in rows for choice in row.choices}
    every = {
        choice.function
        for home in HOMES.values()
        for axis in home.axes.values()
        for choice in axis.choices.values()
    }
    missing = {choice.__qualname__ for choice in every - shown}
    assert missing == {"by_aspects"}, "whose ordering the next two tests check"


def test_the_ideal_ordering_of_the_paper_turns_to_the_aspect_that_is_wanting() -> None:
    """Weights a 14/19, b 5/19: after 5a and 5b, a is 10 of 15 and still wanting."""
    user = AspectCase.parse("5b 4a 5a 5a @4").users[0]
    assert [str(item) for item in section_5_1(user)] == ["5a", "5b", "5a", "4a"]
    line = "5b 4a 5a 5a @4"
    assert value("alpha_ndcg(gain=sum, ideal=by_aspects)", line) == pytest.approx(
        value("alpha_ndcg(gain=sum, ideal=given)", "5b 4a 5a 5a = 5a 5b 5a 4a @4")
    )


def test_the_ideal_ordering_prefers_the_item_with_more_aspects_among_equals() -> None:
    """And an item that was taken for one aspect is taken for all."""
    user = AspectCase.parse("5a 5ab 1b @3").users[0]
    assert [str(item) for item in section_5_1(user)] == ["5ab", "5a", "1b"]


def test_the_ideal_ordering_ends_with_what_is_not_liked() -> None:
    """0 is the least rating; an aspect of no liked item is the last to be wanting."""
    user = AspectCase.parse("0b 0a 1a 2c @4").users[0]
    assert [str(item) for item in section_5_1(user)] == ["2c", "1a", "0a", "0b"]


def test_the_ideal_ordering_counts_a_share_of_what_was_chosen() -> None:
    """Weights a 0.7, c 0.2, b 0.1: after 5a 4c, a is 5/9 of it and wants 0.14 more."""
    user = AspectCase.parse("5a 5a 4a 4c 2b @5").users[0]
    order = [str(item) for item in section_5_1(user)]
    assert order == ["5a", "4c", "5a", "2b", "4a"]


@pytest.mark.parametrize(
    "variant",
    [
        "alpha_ndcg(gain=sum, weights=train, ideal=given)",
        "alpha_ndcg(weights=train)",
        "alpha_ndcg(gain=noisy_or, weights=train)",
        "s_rr(level=0)",
    ],
)
def test_an_aspect_that_weighs_nothing_adds_nothing(variant: str) -> None:
    """The user was trained on a alone; a share of 0 of the aspects is never reached."""
    assert value(variant, "3a > 5b = 5a @1") == 0


def test_adapters_see_numbers() -> None:
    """Users from 1; items by their place: the list, what is unlisted, the profile."""
    case = AspectCase.parse("3a > 5ab .c 0d | 4a ; 2b > 1c | 5b @2")
    assert {u: [i for i, _ in row] for u, row in case.recommendations.items()} == {
        1: [2, 3, 4],
        2: [7],
    }
    assert case.truth == {1: ((2, 5.0), (4, 0.0), (5, 4.0)), 2: ((7, 1.0), (8, 5.0))}
    assert case.train == {1: (1,), 2: (6,)}
    assert case.catalogue == (1, 2, 3, 4, 5, 6, 7, 8)
    assert case.aspects[2] == ("a", "b")
    assert case.aspects[7] == ("c",)


def test_scores_follow_the_rule_of_rankings() -> None:
    """Falling with rank, distinct over the case, between 0 and 1."""
    shown, ranked = AspectCase.parse("5a .b ; 5c @1"), Case.parse("1 . ; 1 | @1")
    scores = [[s for _, s in row] for row in shown.recommendations.values()]
    assert scores == [list(user.scores) for user in ranked.users]


def test_a_case_is_small_by_its_users_items_aspects_and_line() -> None:
    """In this order."""
    lines = ["1a @1", "5a @1", "5ab @1", "5a .b @1", "5a ; 5a @1"]
    cases = sorted(map(AspectCase.parse, lines[::-1]), key=lambda case: case.weight)
    assert cases == list(map(AspectCase.parse, lines))
    assert cases[0].id == "1a @1"


ITEM = st.tuples(
    st.sampled_from([None, 0, 1, 1, 1]),
    st.sets(st.sampled_from("abc"), min_size=1, max_size=3),
)


@st.composite
def binary_cases(draw: st.DrawFn) -> AspectCase:
    """One user, a list of up to 8, at least one liked item; ratings 0 and 1."""
    ranked, missed = draw(st.lists(ITEM, min_size=1, max_size=8)), draw(st.lists(ITEM))
    k = draw(st.integers(1, 10))
    words = [_word(*item) for item in ranked]
    return AspectCase.parse(
        f"{' '.join(words)} | 1a {' '.join(_word(*item) for item in missed)} @{k}"
    )


def _word(rating: int | None, aspects: set[str]) -> str:
    return ("." if rating is None else str(rating)) + "".join(sorted(aspects))


AS_NDEVAL = {
    "alpha-nDCG@{k}": "alpha_ndcg(gain=sum, alpha=0.3)",
    "alpha-DCG@{k}": "alpha_ndcg(gain=sum, ideal=perfect, alpha=0.3)",
    "NRBP": "nrbp(relevance=binary, alpha=0.3, beta=0.7)",
    "nNRBP": "nrbp(relevance=binary, norm=greedy, alpha=0.3, beta=0.7)",
    "ERR-IA@{k}": "err_ia(relevance=binary, reader=tires, ideal=perfect, alpha=0.3)",
    "nERR-IA@{k}": "err_ia(relevance=binary, reader=tires, ideal=greedy, alpha=0.3)",
    "strec@{k}": "strec",
}


UNDIVIDED_AT_1 = ("ERR-IA@{k}", "alpha-DCG@{k}")


@pytest.fixture(scope="module")
def ndeval() -> Any:
    """The bindings of ndeval, the program of the TREC web track."""
    reason = "pyndeval is in the dependency group 'test'"
    return pytest.importorskip("pyndeval", reason=reason)


FEWER_OR_ALL = pytest.mark.parametrize(
    "count", [20, pytest.param(150, marks=pytest.mark.exhaustive)]
)


@FEWER_OR_ALL
@pytest.mark.parametrize(("measure", "variant"), AS_NDEVAL.items())
def test_variants_are_the_measures_of_ndeval(
    ndeval: Any, measure: str, variant: str, count: int
) -> None:
    """On lists of liked, disliked and unrated items, at alpha 0.3 and beta 0.7.

    At k = 1 ndeval leaves ERR-IA and alpha-DCG undivided (above 1 for two aspects).
    """

    @settings(drawn, max_examples=count)
    @given(case=binary_cases())
    def compared(case: AspectCase) -> None:
        assume(case.k > 1 or measure not in UNDIVIDED_AT_1)
        asked = measure.format(k=case.k)
        theirs = by_ndeval(ndeval, case, asked)
        assert Variant.with_defaults(variant).value(case) == pytest.approx(
            theirs, abs=1e-9
        )

    compared()


def by_ndeval(ndeval: Any, case: AspectCase, asked: str) -> float:
    """What ndeval gives for the first user."""
    user = case.users[0]
    truth = [
        ("u", aspect, f"i{place}", int(item.rating))
        for place, item in enumerate(user.candidates)
        for aspect in item.aspects
        if item.rating is not None
    ]
    run = [("u", f"i{place}", -float(place)) for place in range(len(user.ranked))]
    found = ndeval.ndeval(truth, run, [asked], alpha=0.3, beta=0.7)
    return float(found["u"][asked])


@FEWER_OR_ALL
@pytest.mark.parametrize("home", [one for one in HOMES.values() if one.rules])
def test_rules_of_equality_hold(home: Family, count: int) -> None:
    """A variant and the one that its rules put in its place give one number."""
    pairs = [
        (variant, variant.canonical())
        for variant in home.variants
        if not {"train", "given"}
        & {variant.names.get("weights"), variant.names.get("ideal")}
    ]

    @settings(drawn, max_examples=count)
    @given(case=binary_cases())
    def tried(case: AspectCase) -> None:
        for variant, canonical in pairs:
            if canonical != variant:
                assert variant.value(case) == pytest.approx(
                    canonical.value(case), abs=1e-12
                )

    tried()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("5 3a @1", "the item '5' in the case '5 3a @1' has no aspects"),
        (". @1", "the item '.' in the case '. @1' has no aspects"),
        ("5a", "must end in its cut-off"),
        ("5a @x", "must end in its cut-off"),
        ("5a @", "must end in its cut-off"),
        (f"5a @{'9' * 10}", "the case '5a @9999999999' has 10 digits: at most 9 are"),
        (f"{'5' * 6000} @1", "… has no aspects: write a letter for each, as in 5ab"),
        ("-1a @1", "'-1a' in the case '-1a @1' is no item"),
        ("5A @1", "'5A' in the case '5A @1' is no item"),
    ],
)
def test_a_line_that_is_no_case_is_refused_in_one_sentence(
    line: str, says: str
) -> None:
    """The sentence names the item and says what to write."""
    with pytest.raises(CaseError) as error:
        AspectCase.parse(line)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("variant", "line", "says"),
    [
        ("alpha_ndcg", "6a @1", "the rating of '6a' is outside the scale"),
        ("alpha_beta_ndcg", "6a > 5a @1", "the rating of '6a' is outside the scale"),
        ("nrbp", "5a | 9b @1", "the rating of '9b' is outside the scale"),
        ("alpha_beta_ndcg", "1a > 5.5a @1", "must be from 0 to 5, or give another"),
        ("alpha_beta_ndcg", "5a @1", "likes no aspect in the training profile"),
        ("alpha_beta_ndcg", "0a > 5a @1", "likes no aspect in the training profile"),
        ("eu(reader=stops, weights=test)", "0a .b @1", "likes no aspect in the truth"),
        ("alpha_ndcg(gain=sum, ideal=given)", "5a @1", "write one after ="),
    ],
)
def test_what_a_formula_cannot_use_is_refused_in_one_sentence(
    variant: str, line: str, says: str
) -> None:
    """A rating outside the scale, a user who likes nothing, a missing ideal."""
    with pytest.raises(CaseError) as error:
        value(variant, line)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("variant", ["alpha_ndcg", "nrbp", "err_ia"])
def test_a_user_who_likes_nothing_counts_as_0_where_aspects_weigh_alike(
    variant: str,
) -> None:
    """A convention: there is no aspect to gain from. Weights by Eq. 9 would be 0/0."""
    assert value(variant, "0a .b @2") == 0


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        ("alpha_ndcg(alpha=1.5)", "alpha=1.5 of α-NDCG must be from 0 to 1"),
        ("alpha_beta_ndcg(beta=3)", "beta=3 of αβ-NDCG must be from 0 to 1"),
        ("nrbp(beta=-0.5)", "beta=-0.5 of NRBP must be from 0 to 1"),
        ("eu(p=2)", "p=2 of Expected utility must be from 0 to 1"),
        ("rbu(r_max=0)", "r_max=0 of RBU must be 1 or more"),
        ("s_rr(level=2)", "level=2 of S-RR must be from 0 to 1"),
    ],
)
def test_a_parameter_outside_its_limits_is_refused(variant: str, says: str) -> None:
    """Chances and shares are from 0 to 1."""
    with pytest.raises(UnknownName) as error:
        Variant.parse(variant)
    assert str(error.value) == says


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        ("alpha_ndcg(gain=noisy_or, redundancy=listed)", "noisy-or takes what an item"),
        ("alpha_ndcg(gain=sum, weights=train, ideal=in_turn)", "weigh the same"),
    ],
)
def test_a_combination_without_meaning_is_no_variant(variant: str, says: str) -> None:
    """It is left out of the product, and its id is refused with the reason."""
    with pytest.raises(UnknownName, match=says):
        Variant.parse(variant)


def test_another_scale_can_be_given() -> None:
    """r_max is a parameter: half of ten stars is half of five."""
    assert value("alpha_beta_ndcg(ideal=none, r_max=10)", "1a > 5a @1") == 0.25
