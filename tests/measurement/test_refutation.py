"""Refutation: which metrics are tried, on how many cases, and what is kept of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.measurement.calls import Ask
from homonym.measurement.refutation import (
    SEED,
    TRIES,
    Attempt,
    attempt_refutation,
    refute_verdicts,
    shrink_refuting_case,
)
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant
from homonym.verdicts.formula import Verdict

LARGE, SMALL, OTHER = map(Case.parse, ("1 . ; . 1 @1", "1 . @1", ". 1 . @1"))
RECALL = Variant.with_defaults("recall")


def metric(name: str = "m") -> Metric:
    """A metric that goes by the name of recall."""
    return Metric(name, "recall", lambda case: 0.0)


def right(_: str, case: Any) -> Measurement:
    """Recall as it is defined."""
    value = RECALL.value(case)
    assert isinstance(value, float | int)
    return Value(value)


def wrong(_: str, case: Any) -> Measurement:
    """No value of recall."""
    return Value(7.0)


def refused(_: str, case: Any) -> Measurement:
    return Refused("needs scores")


def raising(_: str, case: Any) -> Measurement:
    return Failed("ValueError: no")


def tried(ask: Ask, *variants: str) -> Attempt:
    """What is noted of two cases."""
    so_far = Attempt()
    for case in (LARGE, SMALL):
        attempt_refutation(
            metric(), [*map(Variant.with_defaults, variants)], case, ask, so_far
        )
    return so_far


@pytest.mark.parametrize(
    ("ask", "noted"),
    [
        (right, Attempt(2)),
        (wrong, Attempt(2, 2, counterexamples=[LARGE, SMALL])),
        (refused, Attempt()),
        (raising, Attempt(2, raised=Counter({"ValueError: no": 2}))),
    ],
)
def test_a_case_is_tried_unless_it_was_refused(ask: Ask, noted: Attempt) -> None:
    """Another value is a counterexample; an error is none, and is counted."""
    assert tried(ask, "recall") == noted


def test_of_several_variants_one_that_is_wrong_refutes_the_verdict() -> None:
    """Whatever the others give, and in whatever order. What NDCG misses to 1 is 1 on
    the first case, as recall is, and on the second is none."""
    loss = "ndcg(reported=complement)"
    found = Attempt(2, 1, counterexamples=[SMALL])
    assert tried(right, loss) == tried(right, loss, "recall") == found
    assert tried(right, "recall", loss) == found
    assert tried(right, "recall", "recall(divisor=min_k_r)") == Attempt(2)


def test_a_variant_without_a_value_refutes_nothing() -> None:
    """The mean over the users with a hit, where nobody has one, beside recall."""
    found = Attempt()
    hit = Variant.with_defaults("recall(users=mean_hit)")
    attempt_refutation(metric(), [hit, RECALL], Case.parse(". 1 @1"), right, found)
    assert found == Attempt(1)


def test_a_counterexample_is_made_smaller_while_one_variant_is_wrong() -> None:
    """Though the other one is right everywhere, which is no reason to keep it."""
    capped = Variant.with_defaults("recall(divisor=min_k_r)")
    verdict = Verdict((str(capped), str(RECALL)), 1, 1, {}, {})
    survivors = {"m": [capped, RECALL]}
    first = refute_verdicts([metric()], survivors, right)["m"].smallest
    small = shrink_refuting_case(metric(), verdict, first, right)
    assert small.weight <= Case.parse("1 . | 1 @1").weight
    assert capped.value(small) != RECALL.value(small)


def test_what_the_definition_leaves_undefined_tries_nothing() -> None:
    """A mean over the users with a hit, where nobody has one."""
    none = Attempt()
    hit = Variant.with_defaults("recall(users=mean_hit)")
    attempt_refutation(metric(), [hit], Case.parse(". 1 @1"), wrong, none)
    assert none == Attempt()
    attempt_refutation(metric(), [hit, RECALL], Case.parse(". 1 @1"), raising, none)
    assert none.tried == 1


def test_the_smallest_counterexample_is_that_with_the_fewest_users() -> None:
    """None where there is none."""
    assert Attempt(counterexamples=[LARGE, OTHER, SMALL]).smallest is SMALL
    assert Attempt().smallest is None


def run(ask: Ask, names: Sequence[str] = ("m",), tries: int = 20) -> dict[str, Attempt]:
    """Metrics tried on so many cases, with recall as the verdict on the first two."""
    survivors = {"m": [RECALL], "n": [RECALL]}
    return refute_verdicts([*map(metric, names)], survivors, ask, tries=tries)


def test_every_metric_with_a_verdict_is_tried_on_so_many_cases() -> None:
    """No more, whatever the others still need; one without a verdict on none."""
    done: list[int] = []
    survivors = {"m": [RECALL], "none": []}
    metrics = [metric("m"), metric("none"), metric("unknown")]
    found = refute_verdicts(metrics, survivors, right, done.append, tries=20)
    assert {name: a.tried for name, a in found.items()} == {"m": 20}
    assert done == [1] * 20


def test_a_metric_that_takes_full_rankings_only_is_asked_again_with_those() -> None:
    """The others have been tried on enough cases, and are not asked again."""
    asked: Counter[str] = Counter()

    def ask(name: str, case: Case) -> Measurement:
        asked[name] += 1
        cut = name == "n" and any(user.unranked for user in case.users)
        return Refused("cut") if cut else right(name, case)

    found = run(ask, ("m", "n"))
    assert (found["m"].tried, found["n"].tried) == (20, 20)
    assert asked["m"] == 20 < asked["n"]


def test_a_metric_that_refuses_everything_is_asked_with_every_kind_of_case() -> None:
    """Any case, full rankings, leave-one-out, and both: four times, and no more."""
    done: list[int] = []
    found = refute_verdicts([metric()], {"m": [RECALL]}, refused, done.append, tries=10)
    assert found["m"] == Attempt()
    assert len(done) == 40


def test_a_wrong_metric_fails_on_every_case() -> None:
    """And names the smallest of them, another one with another seed."""
    found = run(wrong)["m"]
    assert found.failed == found.tried == len(found.counterexamples) == 20
    assert found.smallest in found.counterexamples
    other = refute_verdicts([metric()], {"m": [RECALL]}, wrong, tries=20, of=2)["m"]
    assert other.counterexamples != found.counterexamples
    assert run(wrong)["m"] == found


def test_cases_are_drawn_of_the_type_that_a_metric_takes() -> None:
    """Ratings for an error of ratings."""
    seen: list[Any] = []

    def ask(_: str, case: Any) -> Measurement:
        seen.append(case)
        return Value(0.0)

    rmse = Metric("rmse", "rmse", lambda case: 0.0)
    refute_verdicts(
        [rmse],
        {"rmse": [Variant.with_defaults("rmse")]},
        ask,
        tries=5,
        takes=RatingCase,
    )
    assert [type(case) for case in seen] == [RatingCase] * 5


def test_no_drawn_case_is_one_of_the_core() -> None:
    """The library has answered those, and a case of an earlier strategy too."""
    asked: list[str] = []

    def ask(_: str, case: Any) -> Measurement:
        asked.append(case.id)
        return Refused("needs scores")

    run(ask, tries=60)
    assert len(asked) == len(set(asked)) == 240
    assert not {*asked} & {case.id for case in core()}


def test_two_hundred_cases_of_the_first_seed_are_the_rule() -> None:
    """Records were made with these: others would find other counterexamples."""
    assert (TRIES, SEED) == (200, 1)
