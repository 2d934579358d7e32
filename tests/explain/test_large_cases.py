"""Large cases in brief: worked by hand where a person can, and never long."""

from __future__ import annotations

import pytest

from homonym.adapters import adapters
from homonym.equivalence.callers import replace_mean_by_caller
from homonym.errors import UserError
from homonym.explain.compare import (
    compare_definitions,
    trace_variant_steps,
)
from homonym.explain.large_cases import (
    describe_case_size,
    is_large_case,
    list_brief_step_rows,
)
from homonym.explain.snippets import (
    case_tables,
    read_snippet_calls,
    render_library_snippet,
    render_tables_code,
)
from homonym.records.lookup import find_named
from homonym.reference.beyond.case import RunCase
from homonym.reference.chances.case import LabelCase
from homonym.reference.diversity.case import AspectCase
from homonym.reference.large import large_cases
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant, every_family
from homonym.trace.side_by_side import list_step_rows

R, MIN = "MAP(divisor=r)", "MAP(divisor=min_k_r)"
ROWS = [
    ("user 6: sum of precisions", "1/4 + 2/8 + 3/13 = 0.730769"),
    ("user 6: divisor", "16"),
    ("user 6: value", "0.730769/16 = 0.0456731"),
]
"""User 6 is the first with more than 15 relevant items: 1 + 7·5 mod 20 = 16. Those
before have 1, 8, 15, 2 and 9."""


def test_only_the_first_user_who_tells_two_apart_is_worked_out() -> None:
    """Of 257; beside the mean, whose sum is cut."""
    case = Case.parse("large users_257")
    r, least = Variant.parse(R), Variant.parse(MIN)
    found = list_brief_step_rows(
        (trace_variant_steps(r, case), trace_variant_steps(least, case))
    )
    assert [(name, one) for name, one, _ in found[:-1]] == ROWS
    assert found[1][2] == "15"
    name, one, other = found[-1]
    assert name == "mean" and len(one) < 120 and "…" in one
    assert one.endswith("/257 = 0.141226") and other.endswith("/257 = 0.148995")


def test_users_numbers_without_a_mean_are_told_too() -> None:
    """By the first that differs; nothing follows."""
    case = Case.parse("large users_257")
    both = (replace_mean_by_caller(Variant.parse(one)) for one in (R, MIN))
    found = list_brief_step_rows([trace_variant_steps(one, case) for one in both])
    assert [(name, one) for name, one, _ in found] == ROWS


def test_a_small_case_is_told_whole() -> None:
    found = compare_definitions(find_named(R), find_named(MIN))
    assert list_brief_step_rows(found.steps) == list(list_step_rows(found.steps))


def test_how_large_a_case_is_stands_in_words() -> None:
    """12 users, the cut-off and the lists as the shape has them; 3 + 7n mod 12 relevant
    items for user n: all of 3 to 14 once, 102."""
    case = Case.parse("large grades_to_10")
    assert is_large_case(case) and not is_large_case(Case.parse("1 @1"))
    told = "12 users, 50 items, lists of up to 24 items, 102 pairs in the truth, k = 10"
    assert describe_case_size(case) == told
    one = LabelCase.parse("large labels_1300_of_one_user")
    assert describe_case_size(one).startswith(
        "1 user, 1,300 items"
    ) and "k =" not in describe_case_size(one)


@pytest.mark.parametrize("takes", [Case, RunCase, LabelCase, AspectCase, RatingCase])
def test_the_lines_make_the_case_that_they_name(takes: type[Case]) -> None:
    for case in large_cases(takes)[:2]:
        made: dict[str, object] = {}
        exec(render_tables_code(case), made)
        assert made["tables"] == case_tables(case)


@pytest.mark.exhaustive
def test_code_on_a_large_case_is_short_and_complete() -> None:
    """For every metric that there is code for: it compiles, and looks every table up
    that it makes."""
    seen = 0
    for library in adapters():
        try:
            known = read_snippet_calls(library)
        except UserError:
            continue
        for name, metric in adapters()[library].metrics.items():
            if name in known:
                takes = every_family()[metric.claims].takes
                code = render_library_snippet(library, name, large_cases(takes)[0])
                compile(code, name, "exec")
                assert len(code) < 3000 and "tables[" in code, (library, name)
                seen += 1
    assert seen > 300
