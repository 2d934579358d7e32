"""Two definitions side by side: worked by hand where a rule or a case says why."""

from __future__ import annotations

from math import nan
from typing import Any

import pytest
from msgspec.structs import replace

from homonym.errors import UserError
from homonym.explain import compare as module
from homonym.explain.compare import (
    MEANT,
    are_numbers_apart,
    as_line,
    compare_definitions,
    find_final_number,
    find_telling_case,
)
from homonym.records.lookup import Named, find_named, make_named_metric
from homonym.records.schema_entry import MetricEntry
from homonym.reference.variants import Variant
from homonym.trace.rankings import Line

ODD = MetricEntry(claims="precision", status="unexplained")
RECALL, CAPPED = "recall(divisor=r)", "recall(divisor=min_k_r)"


def metric(entry: MetricEntry, name: str = "m") -> Named:
    """A metric as a record has it."""
    return make_named_metric("lib", "1.0", name, entry)


def gave(values: dict[str, Any]) -> Named:
    """An unexplained metric that gave these numbers."""
    return metric(replace(ODD, values=values))


def of(*variants: str, **more: Any) -> Named:
    """A metric that is of these variants."""
    status: Any = "identified" if len(variants) == 1 else "ambiguous"
    entry = MetricEntry(claims="recall", status=status, variants=variants, **more)
    return metric(entry)


def sums(found: Any) -> list[Any]:
    """What the two sides come to."""
    return [find_final_number(side) for side in found.steps]


def test_definitions_of_two_types_of_case_are_not_compared() -> None:
    """In a sentence with both."""
    with pytest.raises(UserError, match="no case is for both"):
        compare_definitions(find_named("recall"), find_named("gini"))


def test_two_that_differ_have_the_smallest_case_and_their_conditions() -> None:
    """One hit of two at k = 1; equal where no user has more relevant items than k."""
    found = compare_definitions(find_named(RECALL), find_named(CAPPED))
    assert found.case.id == "1 | 1 @1"
    assert sums(found) == [0.5, 1.0]
    reasons = {one.condition: one.reasons for one in found.equalities}
    assert reasons["r_at_most_k"] == ("min(k, r) is r for every user",)
    assert "" not in reasons
    assert found.edges == ()
    one, other = Variant.parse(RECALL), Variant.with_defaults(RECALL)
    assert find_telling_case(one, other, ["one_relevant"]) is None


def test_two_families_that_are_one_under_a_condition_are_linked_for_each_user() -> None:
    """With one relevant item both are 1 / rank."""
    found = compare_definitions(find_named("MRR"), find_named("MAP"))
    (equality,) = found.equalities
    assert equality.condition == "one_relevant"
    assert equality.reasons[-1].endswith(" for every user")


def test_two_of_one_class_have_no_case_and_end_with_the_reason() -> None:
    """Always: no condition is told beside it."""
    found = compare_definitions(find_named(RECALL), find_named(RECALL))
    (equality,) = found.equalities
    assert (equality.condition, equality.reasons) == ("", (f"both are {RECALL}",))
    assert (found.case, found.steps) == (None, ())


def test_a_mean_that_is_left_to_the_caller_is_taken() -> None:
    """On either side; where both leave it, both are as they are."""
    each = "recall(divisor=r, users=caller)"
    for one, other in ((RECALL, each), (each, RECALL)):
        found = compare_definitions(find_named(one), find_named(other))
        assert found.case is None
        assert found.equalities[0].reasons[0] == MEANT
    capped = "recall(divisor=min_k_r, users=caller)"
    apart = compare_definitions(find_named(each), find_named(capped))
    assert sums(apart) == [(0.5,), (1.0,)]
    assert all(MEANT not in one.reasons for one in apart.equalities)
    meant = compare_definitions(find_named(each), find_named(CAPPED))
    assert sums(meant) == [0.5, 1.0]


def test_a_metric_is_equal_on_the_inputs_that_it_takes() -> None:
    """Where a rule holds on all of them; else the case is one of those."""
    told = of(RECALL, when="r_at_most_k")
    found = compare_definitions(told, find_named(CAPPED))
    assert found.case is None
    leave_one_out = of(RECALL, when="one_relevant")
    other = compare_definitions(leave_one_out, find_named("precision"))
    assert other.case and all(user.r == 1 for user in other.case.users)
    assert (
        find_telling_case(
            Variant.parse(RECALL), Variant.parse(CAPPED), ["full_rankings"]
        )
        .users[0]
        .unranked
        == 0
    )


def test_a_metric_that_is_left_open_is_equal_to_none() -> None:
    """The case is one on which the first of its definitions differs, if any does."""
    found = compare_definitions(of(RECALL, CAPPED), find_named(CAPPED))
    assert (found.equalities, found.case.id) == ((), "1 | 1 @1")
    assert sums(found) == [0.5, 1.0]
    turned = compare_definitions(find_named(CAPPED), of(RECALL, CAPPED))
    assert (turned.equalities, sums(turned)) == ((), [1.0, 0.5])
    same = compare_definitions(of(RECALL, CAPPED), find_named(RECALL))
    assert (same.equalities, same.case, same.steps) == ((), None, ())


def test_equal_metrics_differ_at_the_edges_that_their_records_tell() -> None:
    """Neither a variant does, nor two that no rule makes equal."""
    one = of(RECALL, conventions={"user_without_list": "skipped"})
    other = of(RECALL, conventions={"user_without_list": "counts as 0"})
    assert compare_definitions(one, other).edges == (
        ("user_without_list", "skipped", "counts as 0"),
    )
    assert compare_definitions(one, find_named(RECALL)).edges == ()
    either = of(RECALL, conventions={"user_without_list": "skipped or counts as 0"})
    assert (
        compare_definitions(one, either).edges
        == compare_definitions(either, other).edges
        == ()
    )
    never = metric(
        MetricEntry(
            claims="precision",
            status="identified",
            variants=("precision(divisor=k)",),
            conventions={"user_without_list": "counts as 0"},
        )
    )
    assert compare_definitions(one, never).edges == ()


def test_where_nothing_tells_two_apart_or_says_why_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of variants, and of what is recorded."""
    monkeypatch.setattr(module, "find_telling_case", lambda *asked: None)
    with pytest.raises(UserError, match=r"no small case tells .* and no rule says why"):
        compare_definitions(find_named("recall"), find_named("precision"))
    with pytest.raises(UserError, match=r"no recorded case tells lib 1\.0 m from"):
        compare_definitions(gave({"1 . @1": 1.0}), find_named("precision"))


def test_an_unexplained_metric_is_itself_and_else_what_it_returned() -> None:
    """The smallest case on which the numbers differ by more than single precision."""
    odd = gave({". . 1 . @2": 0.25, "1 . ; . 1 @1": 0.25, "1 . @1": 1 + 1e-7})
    (same,) = compare_definitions(odd, odd).equalities
    assert (same.condition, same.reasons) == ("", (f"both are {odd.title}",))
    found = compare_definitions(odd, find_named("precision"))
    assert (found.case.id, found.equalities) == (". . 1 . @2", ())
    assert found.steps[0] == Line("returned, as recorded", "0.25", 0.25)
    assert as_line("nothing", None) == Line("nothing", "", None)
    assert sums(found) == [0.25, 0.0]
    assert sums(compare_definitions(find_named("precision"), odd)) == [0.0, 0.25]


def test_of_two_unexplained_metrics_cases_count_that_both_have() -> None:
    """A failure is no number."""
    one = gave({"1 . @1": 1.0, ". 1 @1": "raises KeyError", "1 1 . @2": 0.5})
    other = gave({". 1 @1": 0.25, "1 1 . @2": 0.75, "1 . 1 @2": 0.5})
    found = compare_definitions(one, other)
    assert found.case.id == "1 1 . @2"
    assert sums(found) == [0.5, 0.75]


def test_users_numbers_stand_as_they_are_beside_a_mean_and_as_a_mean_else() -> None:
    """What a user has no number for makes the mean NaN."""
    line = "1 . ; . 1 @1"
    each = gave({line: (0.5, 0.25)})
    assert sums(compare_definitions(each, find_named("precision"))) == [
        (0.5, 0.25),
        (1.0, 0.0),
    ]
    assert sums(compare_definitions(each, find_named("precision(users=caller)"))) == [
        (0.5, 0.25),
        (1.0, 0.0),
    ]
    pooled = compare_definitions(each, find_named("precision(users=pooled)"))
    assert sums(pooled) == [0.375, 0.5]
    single = compare_definitions(each, gave({line: 0.5}))
    assert sums(single) == [0.375, 0.5]
    blank = compare_definitions(
        gave({line: (0.5, nan)}), find_named("precision(users=pooled)")
    )
    assert str(sums(blank)[0]) == "nan"


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        (0.5, 0.25, True),
        (0.5, 0.5 + 1e-7, False),
        (nan, 0.5, True),
        (nan, nan, False),
        (None, 0.5, False),
        (0.5, None, False),
        ((0.5, 0.25), (0.5, 0.5), True),
        ((0.5, None), (0.5, nan), False),
        ((0.5,), 0.25, False),
        (0.25, (0.5,), False),
    ],
)
def test_numbers_are_apart_where_both_are_there(
    one: Any, other: Any, apart: bool
) -> None:
    """A mean and the users' numbers are not compared."""
    assert are_numbers_apart(one, other) is apart
