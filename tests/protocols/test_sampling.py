"""What sampled negatives do to the rank of an item, and back."""

from __future__ import annotations

import json
from itertools import combinations, product
from random import Random

import pytest
from typer.testing import CliRunner

from homonym.cli.app import app
from homonym.errors import UserError
from homonym.protocols.correction import (
    compute_corrected_values,
    cut_off_of_all,
    estimate_full_rank,
)
from homonym.protocols.protocol import POPULARITY, find_protocol, read_protocols
from homonym.protocols.sampling import (
    compute_expected_value,
    compute_value_at_rank,
    rank_chances,
)
from homonym.reference.variants import Variant

HIT, NDCG = Variant.parse("hit_rate(counts=any)"), Variant.parse("ndcg(gain=binary)")


def test_the_chances_worked_out_by_hand() -> None:
    """The third of four items, two others drawn: both above in one of three draws, one
    in two. With replacement each draw is above in two of three."""
    assert rank_chances(3, 4, 2, False) == pytest.approx((0, 2 / 3, 1 / 3))
    assert rank_chances(3, 4, 2, True) == pytest.approx((1 / 9, 4 / 9, 4 / 9))


@pytest.mark.parametrize("rank", range(1, 6))
@pytest.mark.parametrize("negatives", [1, 2, 4])
def test_the_chances_are_those_of_all_draws(rank: int, negatives: int) -> None:
    """Every draw of five items, counted."""
    others = [n < rank - 1 for n in range(4)]
    for replacement, draws in (
        (False, list(combinations(others, negatives))),
        (True, list(product(others, repeat=negatives))),
    ):
        counted = [sum(map(sum, [d])) for d in draws]
        shares = [counted.count(h) / len(draws) for h in range(negatives + 1)]
        assert rank_chances(rank, 5, negatives, replacement) == pytest.approx(shares)


@pytest.mark.exhaustive
def test_a_metric_of_sampled_ranks_is_its_mean_over_draws() -> None:
    """20,000 draws of 99 of 999, for an item at rank 40: within four errors."""
    random, others = Random(1), range(999)
    expected = compute_expected_value(NDCG, rank_chances(40, 1000, 99, False), 10)
    found = [
        compute_value_at_rank(
            NDCG, 1 + sum(one < 39 for one in random.sample(others, 99)), 100, 10
        )
        for _ in range(20_000)
    ]
    mean = sum(found) / len(found)
    error = (sum((one - mean) ** 2 for one in found) / len(found) ** 2) ** 0.5
    assert mean == pytest.approx(expected, abs=4 * error)
    assert compute_value_at_rank(NDCG, 40, 1000, 10) == 0
    assert expected > 0.2


def test_of_all_others_sampling_is_the_full_ranking() -> None:
    """m = N - 1 leaves nothing to chance."""
    for rank in (1, 3, 7):
        chances = rank_chances(rank, 7, 6, False)
        assert chances[rank - 1] == 1
        assert compute_expected_value(NDCG, chances, 5) == compute_value_at_rank(
            NDCG, rank, 7, 5
        )


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("rank", [1, 2, 17, 30])
def test_the_estimated_rank_is_right_on_average(rank: int, replacement: bool) -> None:
    """For every rank, in both ways of drawing."""
    chances = rank_chances(rank, 30, 8, replacement)
    mean = sum(c * estimate_full_rank(r, 30, 8) for r, c in enumerate(chances, start=1))
    assert mean == pytest.approx(rank)
    assert cut_off_of_all(10, 1000, 99) == pytest.approx(1 + 9 * 999 / 99)


def test_values_can_be_corrected_without_bias_where_the_sample_is_all() -> None:
    """Six of six others: the value at each rank is the metric's own."""
    values = [compute_value_at_rank(NDCG, rank, 7, 3) for rank in range(1, 8)]
    assert compute_corrected_values(values, 6, False, 1e-9) == pytest.approx(
        values, abs=1e-6
    )


def test_a_correction_lessens_the_error() -> None:
    """Of HR@10 among 200, 20 sampled, over all ranks: against the plain sampled number,
    and the less gamma, the less the bias."""
    values = [compute_value_at_rank(HIT, rank, 200, 10) for rank in range(1, 201)]
    chances = [rank_chances(rank, 200, 20, False) for rank in range(1, 201)]

    def bias(counted: list[float]) -> float:
        means = (sum(map(float.__mul__, row, counted)) for row in chances)
        return sum(
            (mean - value) ** 2 for mean, value in zip(means, values, strict=True)
        )

    plain = [compute_value_at_rank(HIT, rank, 21, 10) for rank in range(1, 22)]
    some, less = (
        compute_corrected_values(values, 20, False, gamma) for gamma in (0.1, 0.01)
    )
    assert bias(less) < bias(some) < bias(plain) / 10


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ((0, 10, 5, False), "rank 0 of 10 items"),
        ((11, 10, 5, False), "rank 11 of 10 items"),
        ((1, 1, 1, False), "1 items: from 2"),
        ((1, 10, 10, False), "10 others of 9 cannot be drawn"),
        ((1, 10, 0, True), "0 others"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(
    given: tuple[int, int, int, bool], sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        rank_chances(*given)


def test_what_is_no_definition_for_one_user_is_one_sentence() -> None:
    with pytest.raises(UserError, match="gives no number of one user"):
        compute_value_at_rank(
            Variant.parse("precision(divisor=k, users=caller)"), 1, 5, 2
        )
    with pytest.raises(UserError, match="gamma 0: above 0"):
        compute_corrected_values([1, 0], 1, False, 0)
    with pytest.raises(UserError, match="draws by popularity"):
        find_protocol("100-popular").value(HIT, 1, 200, 10)
    with pytest.raises(UserError, match="known are full, masked-0"):
        find_protocol("50")


def test_the_command_tells_of_the_cut_offs_of_all_items() -> None:
    """Linear, and those of Li et al. 2020; none of the latter beyond the sample."""
    for k, maps in ((10, 4), (200, 1)):
        words = ["explain", "--protocol", "99-sampled", "--k", str(k), "--json"]
        told = json.loads(CliRunner().invoke(app, words).stdout)
        assert len(told["cut_off_of_all"]) == maps
        assert told["one_ranking"]["by_protocol"]["HR"] > 0.5


@pytest.mark.exhaustive
def test_the_command_shows_what_sampling_does() -> None:
    """An item at rank 50 of 1,000 is not among ten; of a hundred it mostly is."""
    run = CliRunner().invoke(app, ["explain", "--protocol", "99-sampled", "--json"])
    told = json.loads(run.stdout)
    row = next(one for one in told["ranks"] if one["rank"] == 50)["HR"]
    assert row["full"] == 0 and 0.97 < row["expected"] < 0.99
    shown = CliRunner().invoke(
        app, ["explain", "--protocol", "99-sampled", "--items", "300", "--gamma", "0.1"]
    )
    assert "HR@10 of the sample is about HR@28.2 of all items." in shown.stdout
    assert (
        "to estimate NDCG@10 of all items, use these values for the sampled ranks "
        "1, 2, …: " in shown.stdout
    )


@pytest.mark.parametrize("name", read_protocols())
def test_every_protocol_is_shown(name: str) -> None:
    run = CliRunner().invoke(app, ["explain", "--protocol", name, "--items", "200"])
    assert run.exit_code == 0 and find_protocol(name).says in run.stdout
    one = find_protocol(name)
    by_rank = bool(one.negatives) and one.in_closed_form
    assert ("HR@10 expected" in run.stdout) == by_rank
    assert ("No number follows from a rank alone" in run.stdout) == (
        one.by == POPULARITY
    )
    assert ("this protocol HR@10" in run.stdout) == (name != "full")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--protocol", "full", "--gamma", "0.1"], "full samples nothing"),
        (
            ["--protocol", "100-popular", "--gamma", "0.1"],
            "100-popular samples otherwise",
        ),
        (["--protocol", "full", "MAP"], "takes a VARIANT, --paper NAME or --protocol"),
        (["--protocol", "99-sampled", "--items", "50"], "99 others of 49"),
    ],
)
def test_wrong_use_is_one_sentence(words: list[str], sentence: str) -> None:
    run = CliRunner().invoke(app, ["explain", *words])
    assert run.exception and sentence in str(run.exception)
