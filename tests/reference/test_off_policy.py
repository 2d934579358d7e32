"""Off-policy DCG: values by hand, the paper's lemmas and Table 1, bad input."""

from __future__ import annotations

import json
from itertools import permutations, product
from math import inf, log2
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from partition_faults import format_partition_faults

from homonym.equivalence.partition import (
    find_declared_classes,
    refine_blocks,
)
from homonym.equivalence.witness import (
    find_witness,
    find_witness_by_enumeration,
    read_stored_witnesses,
)
from homonym.maintain.pairs import UntoldPairs, select_telling_cases
from homonym.reference import corpus
from homonym.reference.case import CaseError
from homonym.reference.names import UnknownName
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.off_policy.exposure import (
    exponential,
    exposure,
    from_case,
    unsupported,
)
from homonym.reference.variants import Variant, families


def value(variant: str, line: str) -> float:
    """What the variant gives on the case."""
    found = Variant.with_defaults(variant).value(LoggedCase.parse(line))
    assert isinstance(found, float | int)
    return found


HALF = 1 / log2(3)

TABLE = [
    # The item of rank 2 at rank 1: 1 / log2 3 viewed it, all will.
    ("off_policy_dcg", "0/2 1/1", log2(3)),
    ("off_policy_dcg(bias=logarithmic, m=1)", "0/2 1/1", 1.0),
    ("off_policy_dcg(bias=logarithmic, m=1.2)", "0/2 1/1", 1.2),
    ("off_policy_dcg", "1/. 2/1", 2 * log2(3)),
    ("off_policy_dcg(bias=exponential)", "1/3 0/2 2/1", 0.64 + 2 / 0.64),
    ("off_policy_dcg(bias=exponential, p=0.5)", "1/3 0/2 2/1", 0.25 + 2 / 0.25),
    ("off_policy_dcg(bias=given)", "1/2 0/1 ^ 1 0.25", 0.25),
    # Exposures that were given; the item that was never shown earned nothing.
    ("off_policy_dcg", "1:0.5:0.25 3:1:0.5 -:0:1", 0.5 + 1.5),
    # Two trajectories of 1 and 3 impressions: Eq. 2, both ways.
    ("off_policy_dcg", "1/1 ; 1/1 0/2 0/3", 1.0),
    ("off_policy_dcg(bias=logarithmic, users=impressions)", "1/1 ; 1/1 0/2 0/3", 0.5),
    # Weights 0.25 / 0.5 and 0.5 / 1: 2 over 1.
    ("SNIPS-DCG", "1:0.5:0.25 3:1:0.5", 2.0),
    # Estimates 1 and log2 3; the second best at rank 2.
    (
        "off_policy_dcg(bias=logarithmic, users=ndcg)",
        "1/2 1/1",
        (HALF + log2(3)) / (log2(3) + HALF),
    ),
    (
        "off_policy_dcg(bias=logarithmic, users=ndcg)",
        "1/1 1/2 ; 0/1",
        (2 / (log2(3) + HALF) + 0) / 2,
    ),
    (
        "off_policy_dcg(bias=given, ideal=undiscounted, users=pndcg)",
        "1/1 0/2 ; 2/2 0/1 ^ 1 0.5",
        (1 + 1) / (1 + 2),
    ),
]


@pytest.mark.parametrize(("variant", "line", "expected"), TABLE)
def test_a_variant_gives_the_value_worked_out_by_hand(
    variant: str, line: str, expected: float
) -> None:
    """The formula on paper and the oracle give the same number."""
    assert value(variant, line) == pytest.approx(expected, abs=1e-12)


UNDEFINED = [
    # Nothing was shown, the other policy shows none of it, nothing was earned.
    ("off_policy_dcg(bias=logarithmic, users=impressions)", "-/1 -/2"),
    ("SNIPS-DCG", "1/. 0/."),
    ("off_policy_dcg(bias=logarithmic, users=pndcg)", "0/1 0/2 ; 0/1"),
]


@pytest.mark.parametrize(("variant", "line"), UNDEFINED)
def test_a_share_of_nothing_is_undefined(variant: str, line: str) -> None:
    """As a mean over nobody is: 0 would be a policy that earns nothing."""
    assert Variant.with_defaults(variant).value(LoggedCase.parse(line)) is None


def test_the_table_has_a_row_for_every_choice() -> None:
    """A choice without a value worked out by hand is not tested."""
    rows = [Variant.with_defaults(variant) for variant, _, _ in TABLE]
    home = Variant.with_defaults("off_policy_dcg").home
    for axis, its in home.axes.items():
        assert {row.names[axis] for row in rows} == set(its.choices)


@pytest.mark.parametrize(
    "variant", Variant.with_defaults("off_policy_dcg").home.variants
)
def test_every_id_reads_back_as_its_variant(variant: Variant) -> None:
    """Also with a weight that is clipped."""
    assert Variant.parse(str(variant)) == variant
    clipped = Variant.parse(f"{str(variant)[:-1]}, m=4)")
    assert str(clipped).endswith("m=4)")
    assert Variant.parse(f"{str(variant)[:-1]}, m=inf)") == variant


QUALITIES = {"a": 0.9, "b": 0.5, "c": 0.1}
VIEWS = (1.0, 0.5, 0.2)
LOGGING = {
    ranking: (3 if ranking[0] == "b" else 1) / 10 for ranking in permutations("abc")
}
TARGET = {("a", "b", "c"): 0.7, ("c", "a", "b"): 0.3}


def views(n: int) -> float:
    """The position bias of the small world."""
    return VIEWS[n - 1]


def expected(m: float) -> float:
    """The mean of the estimate over all that can happen under the logging policy.

    Every ranking, every pattern of views, every pattern of rewards of what was viewed.
    """
    before, after = exposure(LOGGING, views), exposure(TARGET, views)
    variant = Variant.parse(f"off_policy_dcg(bias=logarithmic, m={m})")
    total = 0.0
    for ranking, chance in LOGGING.items():
        for rewards in product((0, 1), repeat=3):
            likely = chance
            for n, (item, reward) in enumerate(zip(ranking, rewards, strict=True), 1):
                earns = views(n) * QUALITIES[item]
                likely *= earns if reward else 1 - earns
            words = [
                f"{reward}:{before[item]!r}:{after[item]!r}"
                for item, reward in zip(ranking, rewards, strict=True)
            ]
            found = variant.value(LoggedCase.parse(" ".join(words)))
            assert isinstance(found, float | int)
            total += likely * found
    return total


def reward_of(policy: dict[tuple[str, ...], float]) -> float:
    """The expected reward of a policy in the small world."""
    return sum(
        chance * QUALITIES[item] * views(n)
        for ranking, chance in policy.items()
        for n, item in enumerate(ranking, start=1)
    )


def test_dcg_with_exposures_by_equation_6_is_unbiased() -> None:
    """Its expectation over a stochastic log is the other policy's expected reward."""
    assert expected(inf) == pytest.approx(reward_of(TARGET), abs=1e-12)


def test_clipped_weights_only_take_away() -> None:
    """Fewer weights, a smaller estimate: biased in a pessimistic way."""
    assert expected(1) < expected(1.5) < expected(inf)


def test_exposure_of_chance_is_the_mean_over_the_rankings() -> None:
    """Two rankings, 0.7 and 0.3: item a is seen by 0.7 · 1 + 0.3 · 0.5."""
    found = exposure(TARGET, views)
    assert found == pytest.approx({"a": 0.85, "b": 0.41, "c": 0.44})


def test_violations_of_full_support_are_counted() -> None:
    """Never shown, but exposed by the other policy: two of the four items."""
    logged = LoggedCase.parse("1/. 0/1 -/2 -/3 ^ 1 0.5 0.1").users[0]
    assert unsupported(logged, from_case) == 2
    logged = LoggedCase.parse("1/. 0/1 -/2 -/3 ^ 1 0.5 0").users[0]
    assert unsupported(logged, from_case) == 1
    logged = LoggedCase.parse("-:0:0.3 -:0:0 1:0.1:1").users[0]
    assert unsupported(logged, from_case) == 1


def test_the_first_rank_is_viewed_for_certain_and_each_next_one_less() -> None:
    """1, p, p²: of two exposures the power of p may cancel, of one it does not."""
    logged = LoggedCase.parse("1/1").users[0]
    assert [exponential(n, logged, 0.5) for n in (1, 2, 3)] == [1, 0.5, 0.25]
    shown = LoggedCase.parse("1/. -/2").users[0]
    assert unsupported(shown, exponential) == 1


def test_a_case_reads_back_from_its_line() -> None:
    """Ranks, items that the other policy shows nowhere, exposures, position bias."""
    for line in ("1/3 0/. -/2 ; 1:0.5:0.25 ^ 1 0.6 0.3", "1/1", "2.5/. -:0:1"):
        assert str(LoggedCase.parse(line)) == line


R, OTHER = "1:1:1 0:1:0 ; 1:1:1 2.5:1:0", "1:1:0 0:1:1 ; 1:1:0 2.5:1:1"
"""The two models of Table 1: they show a1, or a2, at the only rank."""
BIAS = " ^ 1 0"


def test_a_case_has_a_line_a_size_and_no_cut_off() -> None:
    """Few trajectories are small, then few impressions, then a short line."""
    lines = ["0/1", "1/1", "1/1 0/2", "1/1 ; 0/1"]
    cases = sorted(map(LoggedCase.parse, lines[::-1]), key=lambda case: case.weight)
    assert [case.id for case in cases] == lines
    assert {case.k for case in cases} == {0}


def table_1(users: str, ideal: str = "discounted") -> tuple[float, float]:
    """Both models by one estimator."""
    variant = f"off_policy_dcg(bias=given, ideal={ideal}, users={users})"
    return value(variant, R + BIAS), value(variant, OTHER + BIAS)


def test_table_1_is_reproduced(shared: Path) -> None:
    """DCG 1.00 and 1.25; nDCG 0.64 and 0.36 divides by undiscounted sums."""
    given = json.loads((shared / "worked_examples.json").read_text())
    printed = given["off_policy_table_1"]
    one, other = printed["top_1_model_a1"], printed["top_1_model_a2"]
    assert table_1("trajectories") == (one["dcg_mean"], other["dcg_mean"])
    means = (one["ndcg_mean_printed"], other["ndcg_mean_printed"])
    assert table_1("ndcg", "undiscounted") == pytest.approx(means, abs=0.005)


def test_lemma_5_2_dcg_and_ndcg_can_disagree() -> None:
    """With either normaliser; the post-normalised one agrees with DCG."""
    for ideal in ("discounted", "undiscounted"):
        one, other = table_1("ndcg", ideal)
        assert one > other
        one, other = table_1("pndcg", ideal)
        assert one < other
    assert table_1("ndcg") == pytest.approx((0.7, 0.5))
    assert table_1("trajectories") == (1.0, 1.25)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(
    rewards=st.lists(st.sampled_from([0, 0.5, 1, 3]), min_size=1, max_size=5).filter(
        any
    ),
    seeds=st.tuples(
        st.randoms(use_true_random=False), st.randoms(use_true_random=False)
    ),
    bias=st.sampled_from(["logarithmic", "exponential"]),
)
def test_lemma_5_1_one_sample_is_ordered_alike(
    rewards: list[float], seeds: tuple[object, object], bias: str
) -> None:
    """On one trajectory DCG, nDCG and post-normalised nDCG order policies alike."""
    lines = [_shuffled(rewards, seed) for seed in seeds]
    for users in ("ndcg", "pndcg"):
        dcg = [value(f"off_policy_dcg(bias={bias})", line) for line in lines]
        ndcg = [value(f"off_policy_dcg(bias={bias}, users={users})", x) for x in lines]
        assert (dcg[0] > dcg[1] + 1e-9) == (ndcg[0] > ndcg[1] + 1e-9 / 100)


def _shuffled(rewards: list[float], seed: object) -> str:
    ranks = list(range(1, len(rewards) + 1))
    seed.shuffle(ranks)  # type: ignore[attr-defined]
    return " ".join(f"{c}/{rank}" for c, rank in zip(rewards, ranks, strict=True))


@pytest.mark.parametrize(
    ("variant", "line", "says"),
    [
        ("off_policy_dcg", "1:0:0.5", "was shown with a propensity of 0"),
        ("off_policy_dcg", "1:1.5:0.5", "'1.5' in the case '1:1.5:0.5' is no propens"),
        ("off_policy_dcg", "1:0.5:2", "it must be from 0 to 1"),
        ("off_policy_dcg(bias=given)", "1/1 ^ 1.2", "it must be from 0 to 1"),
        ("off_policy_dcg(bias=given)", "1/1 ^ -0.5", "it must be from 0 to 1"),
        ("off_policy_dcg(bias=given)", "1/1", "the position bias of rank 1 is missing"),
        ("off_policy_dcg(bias=given)", "1/3 ^ 1 0.5", "bias of rank 3 is missing"),
        ("off_policy_dcg(bias=given)", "1/1 1/2 ^ 1 0", "shown at rank 2 has a propen"),
        ("off_policy_dcg", "1/0", "'1/0' in the case '1/0' is no impression"),
        ("off_policy_dcg", "x/1", "write reward/rank"),
        ("off_policy_dcg", "1/1 1/1", "two items at the other policy's rank 1"),
        ("off_policy_dcg", "1/2 1/1 ; ", "has no impressions: write what was shown"),
        ("off_policy_dcg", "", "has no impressions: write what was shown"),
    ],
)
def test_what_cannot_be_estimated_is_refused_in_one_sentence(
    variant: str, line: str, says: str
) -> None:
    """Propensities of zero or above one, a missing position bias, no impression."""
    with pytest.raises(CaseError) as error:
        value(variant, line)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("bias=exponential, p=1.5", "p=1.5 of Off-policy DCG must be from 0 to 1"),
        ("m=-1", "m=-1 of Off-policy DCG must be 1 or more"),
        ("m=0", "m=0 of Off-policy DCG must be 1 or more"),
        ("m=nan", "m=nan of Off-policy DCG must be 1 or more"),
    ],
)
def test_a_parameter_outside_its_limits_is_refused(asked: str, says: str) -> None:
    """A persistence above 1 is no chance, a weight below 1 no inverse propensity."""
    with pytest.raises(UnknownName) as error:
        Variant.parse(f"off_policy_dcg({asked})")
    assert str(error.value) == says


def test_chances_of_rankings_that_are_no_policy_are_refused() -> None:
    """They must sum to 1."""
    with pytest.raises(CaseError, match="must sum to 1"):
        exposure({("a",): 1.5, ("b",): -0.5}, views)
    assert exposure({("a",): 1.0, ("b",): 0.0}, views) == {"a": 1.0, "b": 0.0}
    with pytest.raises(CaseError, match=r"must sum to 1, not to 0\.5"):
        exposure({("a",): 0.5}, views)


def test_the_core_splits_the_family_into_exactly_its_classes() -> None:
    """The ideal matters where something is divided by it: 3 biases, 3 + 2 · 2."""
    home = families(LoggedCase)["off_policy_dcg"]
    cases = corpus.core(LoggedCase)
    assert (
        format_partition_faults(refine_blocks(home, cases), find_declared_classes(home))
        == ""
    )
    assert len(find_declared_classes(home)) == 3 * (3 + 2 * 2)
    assert len(set(cases)) == len(cases) == 12
    assert None not in [x for case in cases for x in home.values(case).values()]


@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        ("", "(bias=given)", "1/2"),
        ("(bias=given)", "(bias=given, m=1)", "1/1 1/2"),
        ("", "(users=impressions)", "1/1 1/2"),
        ("(users=pndcg)", "(users=ndcg)", "1/1 ; 0/1"),
        ("(users=ndcg)", "(ideal=undiscounted, users=ndcg)", "1/1 1/2"),
    ],
)
def test_witnesses_are_those_found_by_hand(one: str, other: str, line: str) -> None:
    """A rank of its own shows the bias; a clip and a divisor need two impressions."""
    a, b = (
        Variant.with_defaults(f"off_policy_dcg{choices}") for choices in (one, other)
    )
    assert str(find_witness(a, b)) == f"{line} ^ 1 0.5 0.25"
    assert find_witness(a, b) == find_witness_by_enumeration(a, b)


def test_every_two_classes_have_a_stored_witness_that_some_pair_needs() -> None:
    """None is left over, and none is nobody's."""
    pairs = UntoldPairs(families(LoggedCase)["off_policy_dcg"])
    kept = list(select_telling_cases(pairs, read_stored_witnesses("off_policy_dcg")))
    assert len(pairs) == 0
    assert kept == list(read_stored_witnesses("off_policy_dcg"))
