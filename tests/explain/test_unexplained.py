"""What is said of a metric that no variant explains: worked by hand where it can be."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from homonym.adapters.contract import FLOAT32, Value
from homonym.explain import unexplained as module
from homonym.explain.unexplained import (
    count_changed_choices,
    find_nearest_in_family,
    find_scale_factor,
    find_scaled_variant,
    format_clue_number,
    format_numbers_apart,
    list_clues,
    list_given_numbers,
    scale_variant_number,
)
from homonym.records import store
from homonym.records.schema_entry import MetricEntry, NearestVariant, Recorded
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, every_family

COMMITTED = Path(__file__).parents[2] / "reports" / "records"


def unexplained(claims: str, gives: Callable[[Case], Any], many: int = 60) -> Any:
    """The entry of an unexplained metric that gives this on the core cases."""
    values: dict[str, Recorded] = {case.id: gives(case) for case in core(Case)[:many]}
    return MetricEntry(
        claims=claims, status="unexplained", precision=1e-9, values=values
    )


def of(variant: str, factor: float = 1.0) -> Callable[[Case], float]:
    """What a variant gives, times a factor."""
    found = Variant.parse(variant)

    def gives(case: Case) -> float:
        value = found.value(case)
        assert isinstance(value, float)
        return float(f"{value * factor:.9g}")

    return gives


def test_a_formula_that_is_right_but_for_a_factor_is_named() -> None:
    """In the claimed family first, with the factor, on every case."""
    told = list_clues(unexplained("recall", of("recall(divisor=r)", 0.3)))
    assert told[0] == "it is 0.3 × recall(divisor=r) on all 60 cases"


@pytest.mark.exhaustive
def test_a_factor_of_a_formula_of_another_family_is_named_too() -> None:
    """A fifth of a DCG with geometric discount that was called RBP; here of the
    binary one, whose discount is rbp's own persistence."""
    dcg = "ndcg(gain=grade, discount=flat, ideal=none)"
    told = list_clues(unexplained("rbp", of(dcg, 0.2)))
    assert told[0] == f"it is 0.2 × {dcg} on all 60 cases"


def test_a_factor_is_looked_for_in_other_families_of_the_same_cases() -> None:
    """Where the claimed one has none."""
    entry = unexplained("recall", of("average_precision(divisor=r)", 0.3), many=4)
    found = find_scaled_variant(
        every_family()["recall"], list_given_numbers(entry), 1e-8
    )
    assert found is not None and found.factor == pytest.approx(0.3)
    assert found.variant == Variant.parse("average_precision(divisor=r)")


def test_what_records_round_away_hides_no_factor() -> None:
    """Of nine digits the first number keeps eight that tell of the factor."""
    right = of("recall(divisor=r)")
    first = next(
        case for case, _ in list_given_numbers(unexplained("recall", right, 10))
    )
    assert right(first) > 0
    rounded = of("recall(divisor=r)", 100.00000049 / right(first))
    told = list_clues(unexplained("recall", rounded, many=10))
    assert told[0].endswith("× recall(divisor=r) on all 10 cases")


def test_the_nearest_agrees_on_most_cases_and_then_changes_the_fewest_choices() -> None:
    """Recall, but one more on the first case."""
    first = core(Case)[0].id
    right = of("recall(divisor=r)")
    entry = unexplained("recall", lambda case: right(case) + (case.id == first))
    told = list_clues(entry)
    assert told[0] == "nearest is recall(divisor=r): 59 of 60 cases agree"
    assert told[1].startswith(f"smallest case apart: {first}: ")
    near = find_nearest_in_family(
        every_family()["recall"], list_given_numbers(entry), 1e-8
    )
    assert near is not None and count_changed_choices(near.variant) == 0
    both = unexplained("recall", lambda c: right(c) + (c in core(Case)[:2]), many=5)
    apart = find_nearest_in_family(
        every_family()["recall"], list_given_numbers(both), 1e-8
    )
    weights = [case.weight for case in core(Case)[:2]]
    assert apart is not None and apart.case.weight == min(weights)


def test_a_constant_is_no_formula_times_a_factor() -> None:
    """It is a factor of whatever is always 1."""
    told = list_clues(unexplained("recall", lambda case: 0.25))
    assert not any("×" in line for line in told)


def test_none_is_offered_where_none_agrees() -> None:
    """A metric that is above anything a recall can be."""
    told = list_clues(unexplained("recall", lambda case: 7.0 + len(case.id) / 100))
    assert told[0] == "no variant of recall agrees at all"
    assert "docs/add-a-variant.md" in told[1]


def test_a_variant_that_is_wrong_on_large_cases_alone_is_told_as_that() -> None:
    """It is no formula times 1, and it is wrong where no line of numbers says it."""
    near = NearestVariant(
        variant="recall(divisor=r)",
        agrees_on=60,
        of=61,
        distance=0.1,
        witness="large users_257",
        differs_on=("large users_257",),
    )
    entry = unexplained("recall", of("recall(divisor=r)"))
    told = list_clues(replace(entry, nearest=near, formula="the mean over batches"))
    assert told == [
        "recall(divisor=r) agrees on all 60 cases but: large users_257",
        "written out: the mean over batches",
    ]


def test_a_formula_that_its_adapter_writes_out_is_the_last_clue() -> None:
    """And nobody is sent to add it."""
    entry = unexplained("recall", lambda case: 7.0 + len(case.id) / 100)
    *_, last = list_clues(replace(entry, formula="seven and more"))
    assert last == "written out: seven and more"


def test_nothing_is_said_of_what_is_explained_or_has_no_number() -> None:
    """Neither of a verdict, nor of failures."""
    entry = MetricEntry(
        claims="recall", status="identified", variants=("recall(divisor=r)",)
    )
    assert list_clues(entry) == []
    assert list_clues(unexplained("recall", lambda case: "raises KeyError")) == []


@pytest.mark.parametrize("library", ["daisyRec", "scikit-surprise", "recbole"])
def test_every_unexplained_metric_on_record_gets_its_clues(library: str) -> None:
    """The smallest case among them is one of its record, and the two numbers differ."""
    for file in store.list_record_files(library, COMMITTED):
        for name, entry in store.read_record_file(file).metrics.items():
            if entry.status == "unexplained":
                told = list_clues(entry)
                (line,) = (x for x in told if x.startswith("smallest case apart: "))
                case, numbers = line.removeprefix("smallest case apart: ").split(": ")
                assert case in entry.values, name
                got, ours = numbers.split(", not ")
                assert got != ours


def of_each(factor: float, more: float = 0.0) -> Callable[[Case], tuple[float, ...]]:
    """Recall of each user, times a factor, and so much more on the third case."""
    each = Variant.parse("recall(divisor=r, users=caller)")

    def gives(case: Case) -> tuple[float, ...]:
        users: Any = each.value(case)
        added = more if case == core(Case)[2] else 0.0
        return tuple(user * factor + added for user in users)

    return gives


def test_users_numbers_are_held_to_each_users() -> None:
    """With a factor, or on the smallest case with both sides in brackets."""
    scaled = list_clues(unexplained("recall", of_each(0.3)))
    each = "recall(divisor=r, users=caller)"
    assert scaled[0] == f"it is 0.3 × {each} on all 60 cases"
    apart = list_clues(unexplained("recall", of_each(1.0, more=0.125)))
    assert apart[:2] == [
        f"nearest is {each}: 59 of 60 cases agree",
        f"smallest case apart: {core(Case)[2]}: (0.625, 0.458333), not (0.5, 0.333333)",
    ]
    assert format_clue_number((0.5, None)) == "(0.5, none)"


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (0.5, 0.25, ("0.5", "0.25")),
        (0.333333, 1 / 3, ("0.333333", "0.333333333")),
        ((0.5, None), (0.5 + 1e-10, None), ("(0.5, none)", "(0.5000000001, none)")),
        (1.0, 1 + 2**-52, ("1", "1.0000000000000002")),
    ],
)
def test_numbers_have_as_many_digits_as_tell_them_apart(
    one: Any, other: Any, told: tuple[str, str]
) -> None:
    assert format_numbers_apart(one, other) == told


def test_what_single_precision_explains_is_told() -> None:
    """Only where more digits are asked for."""
    recall = Variant.parse("recall(divisor=r)")

    def rounded(case: Case) -> float:
        number: Any = recall.value(case)
        return float(np.float32(number)) + 1e-7

    found = unexplained("recall", rounded)
    first, *others = list_clues(found)
    assert first == (
        "recall(divisor=r) agrees on all 60 cases in single precision: if it computes "
        "in that, its adapter says precision=FLOAT32"
    )
    assert not any("single precision" in one for one in others)
    lower = list_clues(replace(found, precision=FLOAT32))
    assert not any("single precision" in one for one in lower)
    other = list_clues(unexplained("recall", lambda _case: 7.0))
    assert not any("single precision" in one for one in other)


def test_what_is_right_everywhere_is_neither_near_nor_scaled() -> None:
    """A factor is none that is 1, nor 0; what is 0 everywhere has none."""
    home = every_family()["recall"]
    right = list_given_numbers(
        unexplained("recall", Variant.parse("recall(divisor=r)").value)
    )
    assert find_nearest_in_family(home, right, 1e-8) is None
    nothing = list_given_numbers(unexplained("recall", lambda case: 0.0))
    assert find_scaled_variant(home, right, 1e-8) is None
    assert find_scaled_variant(home, nothing, 1e-8) is None


def test_a_factor_is_told_within_the_precision_of_the_metric() -> None:
    """Of single precision some digits are lost; double is as records round it."""

    def blurred(case: Case) -> float:
        return of("recall(divisor=r)", 0.3)(case) * (1 + 1e-6 * (case.k % 2))

    double = unexplained("recall", blurred)
    single = replace(double, precision=1e-5)
    words = "× recall(divisor=r) on all 60 cases"
    assert any(words in line for line in list_clues(single))
    assert not any("×" in line for line in list_clues(double))
    rounded = unexplained("recall", of("recall(divisor=r)", 0.3))
    assert words in list_clues(replace(rounded, precision=0.0))[0]


def test_cases_are_those_with_a_number_that_can_be_shown_the_smallest_first() -> None:
    """A large one would fill pages, and a failure is none."""
    entry = unexplained("recall", of("recall(divisor=r)"), many=3)
    lines = [*entry.values]
    given = list_given_numbers(
        replace(
            entry,
            values={
                "large users_257": 0.5,
                lines[2]: "raises KeyError",
                lines[1]: 0.5,
                "1 . @1": 1.0,
                lines[0]: (0.25, 0.5),
            },
        )
    )
    assert [case.id for case, _ in given] == [
        "1 . @1",
        *sorted(lines[:2], key=lambda line: Case.parse(line).weight),
    ]
    assert {case.id: value for case, value in given}[lines[0]] == Value(
        None, (0.25, 0.5)
    )


@pytest.mark.parametrize(
    ("measured", "number", "factor"),
    [
        (Value(0.5), 0.25, 2.0),
        (Value(0.0), 0.25, None),
        (Value(0.5), 0.0, None),
        (Value(0.5), None, None),
        (Value(inf), 0.25, None),
        (Value(1e200), 1e-200, None),
        (Value(None, (0.0, None, 0.5)), (0.25, 0.25, 0.25), 2.0),
        (Value(None, (0.5, 1.0)), (None, 0.25), 4.0),
    ],
)
def test_a_factor_is_that_of_the_first_two_numbers(
    measured: Value, number: Any, factor: float | None
) -> None:
    """Neither of which is 0; none where there are no such."""
    assert find_scale_factor(measured, number) == factor


def test_a_number_is_multiplied_and_each_users() -> None:
    """What is undefined stays so."""
    assert (scale_variant_number(0.5, 3.0), scale_variant_number(None, 3.0)) == (
        1.5,
        None,
    )
    assert scale_variant_number((0.5, None), 3.0) == (1.5, None)


def test_choices_are_counted_that_are_not_the_defaults() -> None:
    """And numbers."""
    variants = (
        "recall(divisor=r)",
        "recall(divisor=min_k_r, users=pooled)",
        "F(beta=2)",
    )
    assert [count_changed_choices(Variant.with_defaults(v)) for v in variants] == [
        0,
        2,
        1,
    ]


def test_where_people_write_to_is_told_if_there_is_a_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After the page that tells how to add a formula."""
    entry = unexplained("recall", lambda case: 7.0 + len(case.id) / 100, many=5)
    for place, end in (("", "a choice"), ("https://a", "a choice, https://a takes it")):
        monkeypatch.setattr(
            module, "find_project_url", lambda label, place=place: place
        )
        assert list_clues(entry)[-1].endswith(end)
