"""Metrics beyond accuracy: values by hand, their ranges, and bad input."""

from __future__ import annotations

from math import inf, isnan, log, log2, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from homonym.reference.beyond.case import RunCase
from homonym.reference.case import CaseError
from homonym.reference.names import UnknownName
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Family, Number, Variant, families

HOMES = families(RunCase)
EVERY_FAMILY = [pytest.param(home, id=name) for name, home in HOMES.items()]


def value(variant: str, line: str) -> Number:
    """What the variant gives on the case."""
    return Variant.with_defaults(variant).value(RunCase.parse(line))


RUN = "ab > cd ; b > ce ; abc > d | abcdefg @2"
"""Lists cd, ce, d; c is in one user's training data, d and e in nobody's."""

DISCOUNTS = 1 + 1 / log2(3)
EPC_ANY = (0.5 + 1 / log2(3)) / DISCOUNTS

GIVEN = "ab > cd = ce ; 2: bc > ae = de | abc,de @2"
"""Of the first group c, a are shown of c, a; of the second d, e of d, e, d, e."""

POPULAR = "abf > cd = e ; ab > cd = cf ; b > af = ae | abcdef @2"
"""b has 3 of 6, with a 5 of 6: they are the head; f is the tail, and c, d, e."""

BIASED = "ab > cd ; ac > bd ; 2: cd > ab | ab,cdef @2"
"""The first two users are shown 1 and 3 of the groups, of which they have 3 and 1."""

FAIRNESS = [
    ("rsp(groups=given, reported=by_group)", GIVEN, (2 / 2, 2 / 4)),
    ("rsp", GIVEN, 0.25 / 0.75),
    # Relevant are c of the first group, e, d, e of the second, of which one is shown.
    ("reo(groups=given, reported=by_group)", GIVEN, (1 / 1, 1 / 3)),
    ("reo", GIVEN, (1 / 3) / (2 / 3)),
    # A relevant item that was trained on could not be shown.
    (
        "reo(groups=given, reported=by_group)",
        "a > b = ab ; c > d = d | ab,cd @1",
        (1, 1),
    ),
    # a is shown to the one user who may see it; of the tail 5 of 3 + 4 + 4.
    ("rsp(groups=head_and_tail, reported=by_group)", POPULAR, (1.0, 5 / 11)),
    ("PopRSP", POPULAR, (3 / 11) / (8 / 11)),
    # Of f's two places one is taken.
    ("rsp(groups=head_and_trained_tail)", POPULAR, 0.25 / 0.75),
    # With b alone as head only the last user could be shown a popular item.
    (
        "rsp(groups=head_and_tail, reported=by_group, head=0.4)",
        "abf > cd ; ab > cd ; b > af ; > ab @2",
        (1 / 1, 7 / (2 + 3 + 4 + 4)),
    ),
    # Of the tail's e, c, f, e one is hit; of f none.
    ("PopREO", POPULAR, (3 / 8) / (5 / 8)),
    ("reo(groups=head_and_trained_tail)", POPULAR, 1.0),
    ("BR", BIASED, (1 / 4 * 3, 3 / 4 * 1.5, 1 * 3, 0)),
    ("BR", "a > ca ; b > cb | ab,c @1", (0, 2 / 2 * 3)),
    ("BS", BIASED, (3 / 4 * 3, 1 / 4 * 1.5, 0, 1 * 1.5)),
    ("bias_disparity", BIASED, (1 / 3 - 1, 3 - 1, inf, -1)),
    # NDCG 1, 1 / log2(3), 0.
    ("mad", "ab = a ; 2: ab = b ; 2: ab = c | abc @2", 1 - 0.5 / log2(3)),
    ("mad", "ab = a ; 2: ab = b ; 3: ab = c | abc @2", 2 / 3),
    # One of the two items relevant to the first user is in no list.
    ("mad", "ab = ac ; 2: ab = ab | abc @2", 1 - 1 / DISCOUNTS),
    # a is a hit in one of three lists, b in one of one, c in one of two.
    ("mad(of=item_ranking)", "ac = a ; ab = b ; ca = c | ab,c @2", 2 / 3 - 1 / 2),
    (
        "mad(of=item_ranking, gain=exponential_shifted)",
        "ac = a ; ab = b ; ca = c | ab,c @2",
        3 * (2 / 3 - 1 / 2),
    ),
    # Scores 2/3, 1/6 and 5/6, 1/3.
    ("mad(of=user_rating)", "ab ; 2: ab @2", 7 / 12 - 5 / 12),
    # Only the first scores count, 4/9 and 8/9.
    ("mad(of=user_rating)", "ab ; 2: abc @1", 8 / 9 - 4 / 9),
    ("mad(of=item_rating)", "ab = a ; ba = a | a,b @2", (2 / 3 + 1 / 3) / 2 - 0),
    ("long_tail_share(tail=trained_below_head)", POPULAR, (0 + 0 + 1 / 2) / 3),
    # a and b are as popular: the head is b, which is catalogued first, or a.
    ("long_tail_share(tail=below_head, head=0.5)", "a > b ; b > c ; b | cba @1", 1 / 3),
    # Of what is trained on the head is a, the first id, in whatever order it is had.
    (
        "long_tail_share(tail=trained_below_head, head=0.5)",
        "a > b ; b > c ; b | cba @1",
        2 / 3,
    ),
    ("long_tail_share(tail=trained_below_head)", "ab > h ; ah > c ; a > h @1", 2 / 3),
]

TABLE = [
    *FAIRNESS,
    ("coverage", RUN, 3 / 7),
    ("coverage", "ab ; cd | abcdefg @1", 2 / 7),
    ("coverage(of=items, catalogue=all_and_padding)", RUN, 3 / 8),
    ("coverage(of=items, catalogue=trained)", RUN, 1 / 3),
    ("coverage(of=items, reported=number)", RUN, 3),
    ("coverage(of=any_items, catalogue=trained)", RUN, 3 / 3),
    ("coverage(of=any_items)", RUN, 3 / 7),
    # Of what is shown only c, to the first user, is relevant.
    ("coverage(of=hits)", "ab > cd = c ; b > ce = d | abcdefg @2", 1 / 7),
    ("coverage(of=hits, catalogue=trained)", "ab > cd = c ; b > c = d @2", 0.0),
    ("user-coverage", "ab ; > ; c | abc @2", 2 / 3),
    ("coverage(of=users_with_k)", "ab ; > ; c | abc @2", 1 / 3),
    ("coverage(of=users_with_k, reported=number)", RUN, 2),
    # Counts 0 0 0 0 1 2 2 of seven items: (2·1 + 4·2 + 6·2 of 2j - 8) over 7 · 5.
    ("gini", RUN, (2 * 1 + 4 * 2 + 6 * 2) / 35),
    ("gini(reported=equality)", RUN, 1 - 22 / 35),
    ("gini(reported=inequality, divisor=others)", RUN, 22 / 30),
    ("gini(reported=inequality, divisor=one_more)", RUN, 22 / 40),
    ("gini(reported=inequality, catalogue=only_shown)", RUN, (-2 + 2 * 2) / 15),
    ("gini(reported=inequality, catalogue=all_and_padding)", RUN, 27 / 40),
    ("gini(reported=inequality, catalogue=trained)", RUN, (2 * 2) / 6),
    # Counts 1 1 2, though one item is all that there is: -4 - 2 + 0 · 2 of 2j - 2.
    ("gini(reported=inequality, size=training)", "a > bc ; a > bd @2", -6 / 4),
    # Shares 2/5, 2/5, 1/5.
    ("shannon_entropy", RUN, 0.8 * log2(2.5) + 0.2 * log2(5)),
    ("shannon_entropy(base=natural)", RUN, 0.8 * log(2.5) + 0.2 * log(5)),
    (
        "shannon_entropy(base=natural, divisor=items_shown)",
        RUN,
        (0.8 * log(2.5) + 0.2 * log(5)) / 3,
    ),
    # Lists alike: c weighs (1/2 + 1/2)/3, d (1/2 + 1)/3, e (1/2)/3.
    ("SEntropy", RUN, (1 + 1.5) / 3 * log2(2.5) + 0.5 / 3 * log2(5)),
    ("herfindahl", RUN, (4 + 4 + 1) / 25),
    ("herfindahl(reported=dispersion)", RUN, 16 / 25),
    # Training counts: a 2, b 3, c 1; lists cd, ce, d.
    ("ARP", RUN, (0.5 + 0.5 + 0) / 3),
    ("average_popularity(popularity=share_of_users)", RUN, (0.5 + 0.5) / 9),
    ("average_popularity(popularity=share_of_interactions)", RUN, 1 / 18),
    ("average_popularity(popularity=share_of_most)", RUN, 1 / 9),
    # Hits c of the first user, b of the second (2 users have it), of 1 and 2 relevant.
    (
        "average_popularity(popularity=count, terms=hits)",
        "b > cd = c ; c > ba = be ; bc > a = d | abcde @2",
        (2 / 2 + 2 / 2 + 0) / 3,
    ),
    (
        "average_popularity(popularity=count, terms=hits, divisor=r)",
        "b > cd = c ; c > ba = be ; bc > a = d | abcde @2",
        (2 / 1 + 2 / 2 + 0) / 3,
    ),
    (
        "average_popularity(popularity=count, terms=hits, divisor=r, users=pooled)",
        "b > cd = c ; c > ba = be ; bc > a = d | abcde @2",
        4 / 4,
    ),
    ("average_popularity(popularity=count, users=pooled)", RUN, 2 / 5),
    ("average_popularity(popularity=count, users=caller)", RUN, (0.5, 0.5, 0.0)),
    (
        "average_popularity(popularity=count, divisor=k)",
        "a > a ; b > bc | abc @3",
        1 / 3,
    ),
    # c is known to one user in three; d and e to none.
    ("MSI", RUN, (log2(3) / 2 + log2(3) / 2) / 3),
    ("self_information(chance=share_of_users, base=natural)", RUN, log(3) / 3),
    ("self_information(chance=share_of_users, unseen=most)", RUN, log2(3)),
    ("self_information(chance=share_of_users, divisor=k)", RUN, log2(3) / 3),
    (
        "self_information(chance=share_of_interactions, users=pooled)",
        RUN,
        2 * log2(6) / 5,
    ),
    # d and e as if one user had them, as c.
    ("surprisal", RUN, log2(3)),
    ("self_information(chance=share_of_users, unseen=once, scale=users)", RUN, 1.0),
    ("self_information(chance=share_of_users, scale=users)", RUN, 1 / 3),
    ("self_information(chance=share_of_users, scale=users)", "ab > c ; c > a @1", 1.0),
    (
        "self_information(chance=share_of_users, divisor=catalogue)",
        RUN,
        2 * log2(3) / 21,
    ),
    ("self_information(chance=share_of_interactions, users=caller)", "a > a @1", (0,)),
    # b has 3 of 6, with a 5 of 6: they are the head; c is the tail, and d to g.
    ("APLT", "ab > ac ; b > bc ; abc > d | abcdefg @2", (0.5 + 0.5 + 1) / 3),
    ("long_tail_share(tail=below_head, head=0.5)", "ab > ac ; b > b @2", 1.0 / 2),
    ("ACLT", "ab > ac ; b > bc ; abc > de | abcdefg @2", 4 / 3),
    ("TailPercentage", "ab > ac ; b > bc ; abc > d | abcdefg @2", (0.5 + 0.5 + 0) / 3),
    # a and c have one user each, and a comes first.
    ("TailPercentage", "cb > a ; ab > d @1", 0.5),
    ("TailPercentage", "cb > a ; ab > d ; b > c @1", 1 / 3),
    (
        "long_tail_share(tail=least_popular_first_seen)",
        "cb > da ; ab > d ; b > ca @1",
        1 / 3,
    ),
    (
        "long_tail_share(tail=least_popular_first_seen)",
        "cb > d ; ab > ca @2",
        (0 + 0.5) / 2,
    ),
    ("long_tail_share(tail=rare)", "ab > bd ; b > ae ; b > a @2", (0 + 0.5 + 1) / 3),
    ("long_tail_share(tail=least_popular, share=0.7)", "ab > ab ; b > ab @2", 0.5),
    ("long_tail_share(tail=least_popular, users=pooled)", "ab > a ; b > ab @2", 2 / 3),
    ("long_tail_share(tail=least_popular, users=caller)", "ab > a ; b > b @1", (1, 0)),
    ("long_tail_share(tail=least_popular, divisor=k)", "ab > a ; b > b @2", 0.25),
    # Lists bc, ad, of users who have a and a, b: a is half new, a and d are one half.
    ("novelty", "a > bc ; ab > ad | abcd @2", (1 + 0.5) / 2),
    ("novelty(divisor=length, users=caller)", "a > bc ; ab > ad | abcd @2", (1, 0.5)),
    ("novelty(divisor=length)", "a > b ; ab > acd | abcd @3", (1 + 2 / 3) / 2),
    ("novelty(divisor=k)", "a > b ; ab > acd | abcd @3", (1 / 3 + 2 / 3) / 2),
    ("novelty(divisor=length, users=pooled)", "a > b ; ab > acd | abcd @3", 3 / 4),
    ("novelty(divisor=length, users=pooled)", "a > ; b > | ab @1", None),
    # b has 3 users, then a with 2: both are expected.
    ("unexpectedness", "ab > cd ; b > ae ; ab > c | abcde @2", (1 + 0.5 + 1) / 3),
    (
        "unexpectedness(counted=places, divisor=k)",
        "ab > cd ; b > a ; ab > c | abcde @2",
        (1 + 0.5 + 1) / 3,
    ),
    (
        "unexpectedness(counted=unexpected, divisor=k, users=caller)",
        "ab > cd ; b > a ; ab > c | abcde @2",
        (1.0, 0.0, 0.5),
    ),
    ("unexpectedness", "ab > c ; b > a ; b > c @1", 1.0),
    ("unexpectedness(counted=unexpected, users=pooled)", "b > ac ; b > b @2", 2 / 3),
    # a and b: one user of 2 and 2 has both; c: of 1, with b.
    ("ILD", "ab > cd ; bc > a ; a > bc @2", (1 + (1 - 1 / sqrt(2))) / 2),
    ("intra_list_diversity(distance=groups)", "abc ; abd | ab,cd @3", 2 / 3),
    ("intra_list_diversity(distance=euclidean)", "abc ; acd | ab,cd @3", sqrt(8) / 3),
    ("intra_list_diversity(distance=groups, divisor=length)", "abcd | a,bcd @4", 3 / 4),
    # d is last: its pair with a weighs half.
    (
        "intra_list_diversity(distance=groups, weight=last_half)",
        "abcd | a,bcd @4",
        2.5 / 6,
    ),
    (
        "intra_list_diversity(distance=groups, users=caller)",
        "ab ; a | a,b @2",
        (1, None),
    ),
    # Pairs ab bc, ab cd, bc cd share 1, 0, 1.
    ("inter_list_diversity", "ab ; bc ; cd @2", 2 / 3),
    ("personalization", "ab ; a @2", 1 - 1 / sqrt(2)),
    ("inter_list_diversity(overlap=k)", "ab ; a @2", 0.5),
    # The user has a: b with a at 1 - 1/sqrt(2), d at 1.
    ("serendipity", "a > bd ; ab > cd ; > a @2", ((2 - 1 / sqrt(2)) / 2 + 1) / 2),
    (
        "serendipity(surprise=cooccurrence, relevance=binary)",
        "a > bd = b ; ab > cd @2",
        (1 - 1 / sqrt(2)) / 4,
    ),
    ("serendipity(surprise=groups)", "ac > bd ; b > cd | ab,cd @2", (0.5 + 1) / 2),
    (
        "serendipity(surprise=unexpected, relevance=binary)",
        "ab > cb = bc ; ab > cd = a | abcd @2",
        (0.5 + 0) / 2,
    ),
    (
        "serendipity(surprise=groups, divisor=k)",
        "ac > b ; b > cd | ab,cd @2",
        (0.25 + 1) / 2,
    ),
    (
        "serendipity(surprise=groups, users=pooled)",
        "ac > b ; b > cd | ab,cd @2",
        2.5 / 3,
    ),
    # b has one of two users; c has none. Ranks count 1 and 1/log2(3).
    ("epc", "a > bc = b ; ab > c = c | abc @2", (0.5 / DISCOUNTS + 1) / 2),
    ("epc(relevance=any)", "a > bc = b ; ab > c = c | abc @2", (EPC_ANY + 1) / 2),
    ("epc(relevance=binary, discount=flat)", "a > bc = c ; b > a = b @2", 1 / 4),
    (
        "epc(relevance=exponential_shifted)",
        "a > bc = b ; ab > c = c | abc @2",
        3 * (0.5 / DISCOUNTS + 1) / 2,
    ),
    ("epc(relevance=binary, users=pooled)", "a > b = b ; b > ca = d @1", 0.5 / 2),
    # a has half of the interactions, b and c a quarter; d is worth as much as they.
    ("efd", "ab > cd = d ; ac > b = b | abcd @1", (0 + 2) / 2),
    ("efd", "ab > dc = d ; ac > b = b | abcd @1", (2 + 2) / 2),
    ("efd(relevance=any)", "ab > c ; ac > ab @1", (2 + 1) / 2),
    (
        "efd(relevance=binary, discount=flat)",
        "ab > cd = d ; ac > b = b @2",
        (1 + 2) / 2,
    ),
    ("efd(relevance=exponential_shifted)", "ab > cd = c ; ac > b = b @1", 6.0),
    ("efd(relevance=binary, users=caller)", "ab > c = c ; ac > b @1", (2.0, 0.0)),
]


@pytest.mark.parametrize(("variant", "line", "expected"), TABLE)
def test_a_variant_gives_the_value_worked_out_by_hand(
    variant: str, line: str, expected: Number
) -> None:
    """The formula on paper and the oracle give the same number."""
    assert value(variant, line) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("home", EVERY_FAMILY)
def test_every_choice_has_a_value_by_hand_and_a_sentence(home: Family) -> None:
    """Except of an axis that another family's rows show (the base of the logarithm)."""
    rows = [
        v for v in (Variant.with_defaults(v) for v, _, _ in TABLE) if v.home is home
    ]
    assert rows
    shown = {
        v.home.choice(*c) for v in map(Variant.with_defaults, _ids()) for c in v.choices
    }
    for axis in home.axes.values():
        for choice in axis.choices.values():
            assert choice.function in shown, choice.name
            assert choice.formula and choice.doc.endswith(".")


def _ids() -> list[str]:
    return [variant for variant, _, _ in TABLE]


@pytest.mark.parametrize("home", EVERY_FAMILY)
def test_every_id_reads_back_as_its_variant(home: Family) -> None:
    """No id is lost or shared."""
    assert len({str(v) for v in home.variants}) == len(home.variants)
    assert all(Variant.parse(str(v)) == v for v in home.variants)


@st.composite
def runs(draw: st.DrawFn) -> RunCase:
    """Up to five users with lists of one to four items, and training data."""
    users = draw(st.lists(_user(), min_size=1, max_size=5))
    k = draw(st.integers(1, 4))
    return RunCase.parse(f"{' ; '.join(users)} | abcdefgh @{k}")


@st.composite
def _user(draw: st.DrawFn) -> str:
    items = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=4, unique=True)
    return f"{''.join(draw(items))} > {''.join(draw(items))}"


SHARES = (
    *("coverage", "gini", "herfindahl", "long_tail_share", "novelty"),
    *("unexpectedness", "serendipity", "inter_list_diversity", "epc"),
)
BEYOND_1 = {"number", "none", "caller", "any_items", "exponential_shifted", "training"}
"""Counts and per-user numbers, and the three that may pass 1, or fall below 0."""


@pytest.mark.exhaustive
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(case=runs())
def test_numbers_stay_in_their_range(case: RunCase) -> None:
    """Shares between 0 and 1, the Gini index divided by n - 1 too, entropy to log n."""
    for home in SHARES:
        for variant in HOMES[home].variants:
            found = variant.value(case)
            if not BEYOND_1 & set(variant.names.values()) and found is not None:
                assert isinstance(found, float | int)
                assert -1e-12 <= found <= 1 + 1e-12, str(variant)
    assert 0 <= Variant.with_defaults("entropy").value(case) <= 3 + 1e-12  # type: ignore[operator]


@settings(max_examples=50, deadline=None, derandomize=True, database=None)
@given(case=runs())
def test_mean_distances_of_other_lists_follow_from_the_herfindahl_index(
    case: RunCase,
) -> None:
    """(|U| - H C) / (|U| - 1), where every list has k items."""
    users, shown = len(case.users), sum(len(u.items[: case.k]) for u in case.users)
    if users > 1 and shown == users * case.k:
        concentration = value("herfindahl", str(case))
        assert isinstance(concentration, float)
        expected = (users - concentration * shown) / (users - 1)
        assert value("inter_list_diversity", str(case)) == pytest.approx(expected)


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(case=runs())
def test_the_spread_of_two_groups_is_at_most_one(case: RunCase) -> None:
    """It is where one of them is never shown; NaN where one could not be shown."""
    for variant in ("PopRSP", "PopREO", "rsp(groups=head_and_trained_tail)"):
        found = value(variant, str(case))
        assert isinstance(found, float)
        assert isnan(found) or -1e-12 <= found <= 1 + 1e-12, variant


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(case=runs())
def test_biases_weighted_by_the_sizes_of_the_groups_are_one(case: RunCase) -> None:
    """And a list of what was trained on is as biased: no disparity."""
    grouped = str(case).replace("abcdefgh", "abc,defgh")
    for variant in ("BR", "BS"):
        first, other = pair(value(variant, grouped))
        assert (3 * first + 5 * other) / 8 == pytest.approx(1)
    again = RunCase.parse(grouped)
    lines = (f"{user.train} > {user.train}" for user in again.users)
    same = pair(value("BD", f"{' ; '.join(lines)} | abc,defgh @8"))
    assert all(isnan(one) or one == pytest.approx(0) for one in same)


def pair(found: Number) -> tuple[float, float]:
    """The numbers of two groups."""
    assert isinstance(found, tuple)
    first, other = found
    assert first is not None and other is not None
    return first, other


@pytest.mark.parametrize("home", EVERY_FAMILY)
def test_a_run_without_lists_is_no_error(home: Family) -> None:
    """Nothing recommended: 0 or nothing, never a division by it."""
    for variant in home.variants:
        variant.value(RunCase.parse("a > = b ; b > = a | ab @1"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ab > cd", "must end in its cut-off"),
        ("ab > cd @x", "must end in its cut-off"),
        ("ab > cd @", "must end in its cut-off"),
        (f"ab > cd @{'9' * 10}", "the case 'ab > cd @9999999999' has 10 digits: at"),
        ("aB > c @1", "'aB > c' in the case 'aB > c @1' is no list"),
        ("a > b > c @1", "write training items > list"),
        ("a > b | a @1", "'b' of the case 'a > b | a @1' is not in its catalogue"),
        ("a > b = c | ab @1", "'c' of the case 'a > b = c | ab @1' is not in its"),
        ("a > b = c = d @1", "write training items > list = relevant items"),
        ("0: a > b @1", "'0: a > b' in the case '0: a > b @1' is no list"),
        ("x: a > b @1", "'x: a > b' in the case 'x: a > b @1' is no list"),
        ("a > bb @1", "'b' stands twice in the list 'bb' of the case"),
        ("aa > b @1", "'a' stands twice in the training items 'aa' of the case"),
        ("a > b = bcb @1", "'b' stands twice in the relevant items 'bcb' of the case"),
        ("a > cbbc @1", "'c' stands twice in the list 'cbbc' of the case"),
        ("a > cb | a @1", "'b' of the case 'a > cb | a @1' is not in its catalogue"),
        ("a > b | ab,a @1", "'a' stands twice in the catalogue 'ab,a' of the case"),
        ("a > b | ab,,c @1", "the catalogue 'ab,,c' of the case"),
        ("a > b | a1 @1", "must be letters, its groups parted by commas"),
        ("a > b | @1", "the catalogue '' of the case 'a > b | @1' must be letters"),
    ],
)
def test_a_line_that_is_no_case_is_refused_in_one_sentence(
    line: str, says: str
) -> None:
    """The sentence says what to write."""
    with pytest.raises(CaseError) as error:
        RunCase.parse(line)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


GROUPED = "ab > cd = ec ; 2: > b ; 3: e > acd = b | fabc,de @2"


def test_a_case_is_read_back_from_its_line() -> None:
    """Groups, relevant items and an empty list are kept; what is left out is 1."""
    case = RunCase.parse(GROUPED)
    assert RunCase.parse(str(case)) == case
    assert case.id == "ab > cd = ec ; 2: b ; 3: e > acd = b | fabc,de @2"
    assert [user.group for user in case.users] == [1, 2, 3]
    assert [user.truth for user in case.users] == ["ec", "", "b"]
    assert case.users[0].run.truths == ("ec", "", "b")
    assert case.users[0].run.user_groups == (1, 2, 3)
    assert case.users[0].run.group_of["d"] == 2
    assert RunCase.parse("2: @1").users[0].group == 2


def test_equal_cases_are_one_key() -> None:
    """What is measured is kept by its case."""
    assert len({RunCase.parse(GIVEN), RunCase.parse(GIVEN), RunCase.parse(RUN)}) == 2


def test_adapters_see_numbers() -> None:
    """Users from 1, items by letter; relevant items in the order of their numbers."""
    case = RunCase.parse(GROUPED)
    assert case.train == {1: (1, 2), 2: (), 3: (5,)}
    assert case.truth == {1: ((3, 1.0), (5, 1.0)), 2: (), 3: ((2, 1.0),)}
    assert case.catalogue == (6, 1, 2, 3, 4, 5)
    assert case.groups == {1: 1, 2: 1, 3: 1, 6: 1, 4: 2, 5: 2}
    assert case.user_groups == {1: 1, 2: 2, 3: 3}
    listed = {u: [i for i, _ in row] for u, row in case.recommendations.items()}
    assert listed == {1: [3, 4], 2: [2], 3: [1, 3, 4]}


def test_what_everyone_expects_is_most_popular_first() -> None:
    """Of items that are as popular, the first of the catalogue; scores fall."""
    case = RunCase.parse("ab > c ; b > a ; bd > c | dabc @1")
    first = case.expected[1]
    assert [item for item, _ in first] == [2, 4, 1]
    assert {u: len(row) for u, row in case.expected.items()} == {1: 3, 2: 3, 3: 3}
    scores = [score for row in case.expected.values() for _, score in row]
    assert [s for _, s in first] == sorted((s for _, s in first), reverse=True)
    assert len(set(scores)) == len(scores)


def test_scores_follow_the_rule_of_rankings() -> None:
    """Falling with rank, distinct over the case, between 0 and 1."""
    run, ranked = RunCase.parse("ab ; c | abcd @1"), Case.parse("1 . ; 1 | @1")
    scores = [[s for _, s in row] for row in run.recommendations.values()]
    assert scores == [list(user.scores) for user in ranked.users]


def test_a_case_is_small_by_its_users_items_cut_off_and_line() -> None:
    """In this order, as rankings are."""
    lines = ["a @1", "a | ab @1", "b | ab @1", "a | ab @2", "a ; a @1"]
    cases = sorted(map(RunCase.parse, reversed(lines)), key=lambda case: case.weight)
    assert cases == list(map(RunCase.parse, lines))
    assert (cases[0].also, cases[0].together) == ((), False)


def test_a_group_of_items_that_is_never_shown_has_no_mean() -> None:
    """Nothing is known of how it fares: the difference is undefined, not 0."""
    found = value("mad(of=item_ranking)", "ab = a ; ba = b | a,b,c @2")
    assert isinstance(found, float)
    assert isnan(found)


def test_popularity_without_training_data_is_refused() -> None:
    """A share of no interactions would be 0/0."""
    with pytest.raises(CaseError, match="no user has a training item"):
        value("average_popularity(popularity=share_of_interactions)", "a ; b @1")


def test_a_tail_is_a_share_of_the_items_rounded_down() -> None:
    """A tenth of 20 items that each one user has is two: a and b by their ids."""
    items = "abcdefghijklmnopqrst"
    run = f"{items} > c ; > a ; > b | {items} @1"
    assert value("long_tail_share(tail=least_popular)", run) == pytest.approx(2 / 3)
    found = value("long_tail_share(tail=least_popular, share=0.2)", run)
    assert found == pytest.approx(3 / 3)


def test_an_item_is_rare_that_two_users_have() -> None:
    """a has three of them, b two."""
    run = "ab > c ; ab > a ; a > b @1"
    assert value("long_tail_share(tail=rare)", run) == pytest.approx(1 / 3)


def test_what_nobody_was_trained_on_has_no_least_popular_item_to_be_worth() -> None:
    """There is none to take the number of: it is worth nothing."""
    variant = "self_information(chance=share_of_users, unseen=most, users=caller)"
    assert value(variant, "> a ; > b | ab @1") == (0, 0)


def test_useful_unexpected_items_of_any_use_are_another_family() -> None:
    """The combination is what unexpectedness counts, and no variant."""
    with pytest.raises(UnknownName, match="what unexpectedness counts"):
        Variant.parse("serendipity(surprise=unexpected, relevance=any)")
    variants = HOMES["serendipity"].variants
    known = {(v.names["surprise"], v.names["relevance"]) for v in variants}
    assert ("unexpected", "any") not in known
    assert len(known) > 1


def test_the_groups_of_items_are_those_of_a_case_of_one_user_too() -> None:
    """And the popular ones, which everyone expects."""
    case = RunCase.parse("a > b | a,b @1")
    assert case.groups == {1: 1, 2: 2}
    assert [item for item, _ in case.expected[1]] == [1]
    assert case.users[0].group == 1
