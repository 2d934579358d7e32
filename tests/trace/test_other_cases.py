"""Steps of predicted ratings, chances, runs and diversity."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from math import isfinite, isnan, log, log2, sqrt

import pytest

from homonym.equivalence.witness import read_stored_witnesses
from homonym.explain.compare import trace_variant_steps
from homonym.records import store
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import CaseError
from homonym.reference.chances.case import LabelCase
from homonym.reference.corpus import core
from homonym.reference.diversity.case import AspectCase
from homonym.reference.off_policy.case import LoggedCase
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant, every_family
from homonym.trace.rankings import Line, Steps
from homonym.trace.side_by_side import place_steps

TYPES = (RunCase, RatingCase, LabelCase, AspectCase, LoggedCase)
FUNCTIONS = {"sqrt": sqrt, "log2": log2, "ln": log}
PYTHON = (("×", "*"), ("√", "sqrt"), ("²", "**2"), ("^", "**"))
DIFFERS = 1e-4
"""As much as numbers of six digits may be off, relatively, after a sum of them."""


def recomposed(how: str) -> float:
    """The printed arithmetic, done again."""
    how = re.sub(r"\|([^|]*)\|", r"abs(\1)", how)
    for sign, python in PYTHON:
        how = how.replace(sign, python)
    assert re.fullmatch(r"(?:[-+*/()\d .e]|abs|sqrt|log2|ln)+", how), how
    return float(eval(how, FUNCTIONS))


def lines(found: Steps) -> Iterator[Line]:
    """Every step that has a number."""
    for _, one in place_steps(found):
        if isinstance(one, Line) and one.value is not None:
            yield one


def holds(line: Line) -> bool:
    """Whether the print gives the value, but for the digits that are not printed."""
    assert line.value is not None
    if isnan(line.value) or not isfinite(line.value):
        return True
    numbers = [abs(float(n)) for n in re.findall(r"\d[\d.]*(?:e[-+]\d+)?", line.how)]
    far = max([1.0, *numbers])
    return abs(recomposed(line.how) - line.value) <= DIFFERS * far


def agree(variant: Variant, case: object) -> None:
    """The last step is the value, and every printed step holds."""
    found = trace_variant_steps(variant, case)
    assert isinstance(found, Steps)
    expected = variant.value(case)  # type: ignore[arg-type]
    assert found.number == pytest.approx(expected, nan_ok=True), (variant, case)
    for line in lines(found):
        assert holds(line), (variant, case, line)


def computed() -> list[Variant]:
    """What libraries compute, of other things than rankings."""
    found = {
        Variant.with_defaults(text): None
        for record in store.read_every()
        for entry in record.metrics.values()
        for text in entry.variants
    }
    return [variant for variant in found if variant.home.takes is not Case]


def test_every_variant_that_libraries_compute_is_worked_out_to_its_value() -> None:
    """On its family's witnesses and on core cases."""
    variants = computed()
    assert len({variant.family for variant in variants}) > 20
    for variant in variants:
        cases = core(variant.home.takes)
        for case in (
            *read_stored_witnesses(variant.family)[:12],
            *cases[:: len(cases) // 5],
        ):
            agree(variant, case)


@pytest.mark.parametrize("takes", TYPES)
def test_every_family_is_worked_out(takes: type) -> None:
    """Variants and cases by chance; a case that a variant refuses has no steps."""
    chance = random.Random(5)
    for home in every_family().values():
        if home.takes is takes:
            for variant in chance.sample(home.variants, min(25, len(home.variants))):
                for case in chance.sample(core(takes), 2):
                    try:
                        variant.value(case)
                    except CaseError:
                        continue
                    agree(variant, case)


def told(variant: str, case: object) -> dict[str, str]:
    """The steps of a case with one user by their names."""
    found = trace_variant_steps(Variant.with_defaults(variant), case)
    return {line.name: line.how for _, line in place_steps(found)}


def test_rating_errors_are_summed_pair_by_pair() -> None:
    """Errors of 2 and 0: by hand."""
    case = RatingCase.parse("5=3 4=4")
    assert told("mae", case) == {
        "sum of the errors": "|5 - 3| + |4 - 4|",
        "ratings": "2",
        "pooled": "2/2",
    }
    assert told("rmse", case)["pooled"] == "√(4/2)"
    assert told("mse(users=mean)", case)["value"] == "4/2"
    assert told("fcp", RatingCase.parse("5=4 3=2 1=3")) == {
        "concordant pairs": "2",
        "discordant pairs": "1",
        "pooled": "2/(2 + 1)",
    }


def test_a_variance_is_told_after_its_mean() -> None:
    """Ratings 1 and 3 around 2; both predicted 1, so that the errors are 0 and 2."""
    case = RatingCase.parse("1=1 3=1")
    assert told("r2", case) == {
        "first": "(1 + 3)/2",
        "pooled": "1 - ((1 - 1)² + (3 - 1)²)/((1 - 2)² + (3 - 2)²)",
    }
    forgiven = trace_variant_steps(Variant.parse("exp_var"), case)
    assert [step.how for step in forgiven.between] == [
        "((1 - 1) + (3 - 1))/2",
        "(1 + 3)/2",
    ]


def test_a_loss_is_the_sum_of_the_surprises() -> None:
    """A label of 1 foretold with 0.8, one of 0 with 0.3; a chance of 0 is moved."""
    found = told("LogLoss", LabelCase.parse("1=0.8 0=0.3"))
    assert found["sum of the surprises"] == "-ln(0.8) - ln(1 - 0.3)"
    found = told("LogLoss", LabelCase.parse("1=0 0=0.5"))
    assert found["sum of the surprises"] == "-ln(1e-15) - ln(1 - 0.5)"


SHOWN = RunCase.parse("a > bc ; a > bd ; b > ca | abcd @2")
"""b and c are shown to two users, a and d to one."""


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("coverage", "4/4"),
        (
            "gini",
            "(3 × 2 + 2 - 1 × 1 - 3 × 1)/(4 × (2 + 2 + 1 + 1))",
        ),
        ("herfindahl", "(2² + 2² + 1² + 1²)/(2 + 2 + 1 + 1)²"),
        (
            "shannon_entropy",
            "(0.333333 × (-log2(2/6)) + 0.333333 × (-log2(2/6)) + "
            "0.166667 × (-log2(1/6)) + 0.166667 × (-log2(1/6)))/1",
        ),
        ("inter_list_diversity", "((1 - 1/2) + (1 - 1/2) + (1 - 0/2))/3"),
    ],
)
def test_a_number_of_all_lists_is_made_of_the_counts(
    variant: str, expected: str
) -> None:
    """By hand, from the formulas: six recommendations of four items."""
    found = trace_variant_steps(Variant.with_defaults(variant), SHOWN)
    assert found.value
    assert found.value.how == expected


def test_the_counts_are_told_before_the_number() -> None:
    """How often each item is shown, then as the catalogue has them."""
    found = trace_variant_steps(Variant.with_defaults("gini"), SHOWN)
    assert [(step.name, step.how) for step in found.between] == [
        ("together", "b 2, c 2, d 1, a 1"),
        ("catalogue", "1, 2, 2, 1"),
        ("size", "4"),
        ("divisor", "4"),
    ]


HAD = "ab > cd ; a > cd ; c > ab = b | abcd @2"
"""Two of three users have a in training; one has b, and a as well. Both are shown to
the third, to whom b is relevant."""


@pytest.mark.parametrize(
    ("variant", "line", "part"),
    [
        ("ARP", HAD, "2 + 1"),
        ("average_popularity(popularity=share_of_users)", HAD, "2/3 + 1/3"),
        ("average_popularity(popularity=share_of_most)", HAD, "2/2 + 1/2"),
        ("MSI", HAD, "(-log2(2/3))/1 + (-log2(1/3))/1"),
        (
            "epc(relevance=any)",
            HAD,
            "1 × 1/log2(2) × (1 - 2/3) + 1 × 1/log2(3) × (1 - 1/3)",
        ),
        ("efd", HAD, "0 × 1/log2(2) × (-log2(2/4)) + 1 × 1/log2(3) × (-log2(1/4))"),
        ("novelty", HAD, "2"),
        ("long_tail_share(tail=least_popular)", HAD, "1"),
        ("ILD", HAD, "1 × (1 - 1/√(2 × 1))"),
        (
            "serendipity(relevance=binary)",
            "ab > ; b > ac = c | abc @2",
            "(1 - 1/√(1 × 2)) × 0 + 1 × 1",
        ),
    ],
)
def test_a_users_number_is_summed_item_by_item(
    variant: str, line: str, part: str
) -> None:
    """By hand, from the formulas, of the last user."""
    found = trace_variant_steps(Variant.with_defaults(variant), RunCase.parse(line))
    assert part in [step.how for step in found.users[-1].parts]


def test_the_tail_is_told() -> None:
    """The least popular of a, b and c is b: c comes later."""
    variant = Variant.parse("long_tail_share(tail=least_popular)")
    tail, *_ = trace_variant_steps(variant, RunCase.parse(HAD)).users[-1].parts
    assert (tail.name, tail.how) == ("tail", "b")


def test_groups_are_averaged_then_compared() -> None:
    """Two users of group 1, with scores of 1/4 and 1/2, one of group 2, with 3/4."""
    case = RunCase.parse("a > b ; a > b ; 2: a > b | ab @1")
    found = trace_variant_steps(Variant.parse("UserMADrating"), case)
    assert [step.how for step in found.between] == [
        "(0.25 + 0.5)/2 = 0.375, 0.75/1 = 0.75"
    ]
    assert found.value
    assert found.value.how == "|0.375 - 0.75|"


def test_the_ndcg_of_a_group_is_worked_out() -> None:
    """The one relevant item stands at the second rank."""
    found = trace_variant_steps(
        Variant.with_defaults("mad"), RunCase.parse("a > bc = c ; 2: a > b | abc @2")
    )
    assert [(step.name, step.how) for step in found.users[0].parts] == [
        ("DCG or loss", "0 × 1/log2(2) + 1 × 1/log2(3)"),
        ("ideal", "1 × 1/log2(2)"),
        ("of", "group 1: 0.63093"),
    ]


def test_parity_is_told_group_by_group() -> None:
    """One of two items of the first group is shown, none of the second."""
    found = told("rsp", RunCase.parse("> ac | ab,cd @1"))
    assert found["items shown, by group"] == "1, 0"
    assert found["items not trained on, by group"] == "2, 2"
    assert found["pooled"] == "1/2 = 0.5, 0/2 = 0"
    assert found["first"] == "(0.5 + 0)/2"
    assert found["value"] == "√(((0.5 - 0.25)² + (0 - 0.25)²)/2)/0.25"


def test_a_number_for_each_group_is_a_step_each() -> None:
    """Both items shown are of the first group, which has half of the catalogue."""
    found = trace_variant_steps(Variant.parse("BR"), RunCase.parse("c > ab | ab,cd @2"))
    assert [step.how for step in found.between][1] == (
        "2 × 4/((2 + 0) × 2) = 2, 0 × 4/((2 + 0) × 2) = 0"
    )
    assert found.number == (2.0, 0.0)


@pytest.mark.parametrize(
    ("variant", "above", "below"),
    [
        (
            "alpha-nDCG",
            "1 × 0.5 + 1 × (0.5 × (1 - 0.5 × 1) + 0.5) × 0.63093",
            "1 × (0.5 + 0.5) + 1 × 0.5 × (1 - 0.5 × 1) × 0.63093",
        ),
        (
            "err_ia(relevance=graded)",
            "5/5 × 0.5 + 5/5 × (0.5 × (1 - 5/5) + 0.5) × 0.5",
            "1",
        ),
        ("S-Recall", "2", "2"),
    ],
)
def test_aspects_wear_off(variant: str, above: str, below: str) -> None:
    """Two aspects that weigh 0.5 each: a at the first rank, both at the second."""
    found = trace_variant_steps(
        Variant.with_defaults(variant), AspectCase.parse("5a 5ab @2")
    )
    numbers = [line for line in found.users[0].parts if isinstance(line, Line)]
    assert [line.how for line in numbers] == [above, below]


def test_users_are_combined_in_sight() -> None:
    """The mean of the users, or all their ratings alike; nobody's own where all are
    pooled; no last step where the caller takes it."""
    case = RatingCase.parse("5=3 ; 4=4 1=2")
    found = trace_variant_steps(Variant.with_defaults("mae(users=mean)"), case)
    assert found.value
    assert found.value.how == "(2/1 + 1/2)/2"
    pooled = trace_variant_steps(Variant.with_defaults("mae"), case)
    assert pooled.value
    assert pooled.value.how == "(2 + 1)/(1 + 2)"
    assert [user.value for user in pooled.users] == [None, None]
    left = trace_variant_steps(Variant.with_defaults("mae(users=caller)"), case)
    assert left.value is None
    assert left.number == (2.0, 0.5)


def test_logged_rewards_are_weighted_impression_by_impression() -> None:
    """Shown at rank 2, which half of them view; the other policy has it first."""
    found = told("off_policy_dcg(bias=given)", LoggedCase.parse("0/2 1/1 ^ 1 0.5"))
    assert found["gained"] == "0 × 1/1 × 0.5 + 1 × 1/0.5 × 1"
    assert found["importance weights"] == "1/1 × 0.5 + 1/0.5 × 1"
    assert found["trajectories"] == "2/1"
