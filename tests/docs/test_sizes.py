"""The sizes that the pages say were tried are those that the rules make."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from homonym.cases.kinds import find_case_kind, load_case_kinds
from homonym.measurement.invariance_checks import LONG, MANY
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import TableCase
from homonym.reference.corpus import core, edge
from homonym.reference.large import large_cases
from homonym.reference.rankings.case import Case
from homonym.verdicts.invariances import LATER

ROOT = Path(__file__).parents[2]
LISTS = {
    "rankings": "grades",
    "beyond": "items",
    "diversity": "ranked",
    "rating_error": "pairs",
    "chances": "pairs",
    "off_policy": "impressions",
}
"""What is a user's list, by the folder of the type."""


def words(page: str) -> str:
    """A page's text in one line."""
    return " ".join((ROOT / page).read_text(encoding="utf-8").split())


def row(takes: Any) -> str:
    """The largest that each large case of a type has, as a row."""
    cases = large_cases(takes)
    sizes = (
        len(cases),
        max(len(case.users) for case in cases),
        max(len(getattr(u, LISTS[takes.folder])) for case in cases for u in case.users),
        max(len(getattr(case, "catalogue", ())) for case in cases),
        max(case.k for case in cases),
    )
    cells = [f"{size:,}" if size else "–" for size in sizes]
    return f"| {takes.kind} | {' | '.join(cells)} |"


@pytest.mark.parametrize("takes", load_case_kinds(), ids=lambda takes: takes.folder)
def test_the_table_says_how_large_the_cases_are(takes: Any) -> None:
    """One row a type."""
    assert row(takes) in words("docs/theory.md")


def test_every_invariance_stands_on_the_page_of_the_records() -> None:
    """By its name, and from which size on large cases are varied too."""
    told = words("docs/records.md").partition("## Invariances")[2].partition("## ")[0]
    names = {n for kind in load_case_kinds() for n in find_case_kind(kind).variations}
    assert [name for name in {LATER, *names} if f"`{name}`" not in told] == []
    assert f"more than {MANY} users" in told and f"more than {LONG} items" in told


def test_ids_and_users_alike_are_told_beside_the_sizes() -> None:
    """No number of a user or an item is larger, and no two users are the same but in
    one edge case."""
    tables = [TableCase.like(case) for case in (*core(Case), *large_cases(Case))]
    told = words("docs/theory.md")
    for what, largest in (
        ("an item", max(item for case in tables for item in case.catalogue)),
        ("a user", max(user for case in tables for user in case.truth)),
    ):
        assert re.search(rf"{what} whose number is above {largest:,}\b", told)
    assert not any(map(count_users_alike, tables))
    alike = [one.id for one in edge(Case) if count_users_alike(one.case)]
    assert alike == ["users_alike"]
    assert "users alike (two in an edge case of their own, none elsewhere)" in told


def test_what_is_small_or_counted_is_told_beside_the_sizes() -> None:
    """The lowest score within k, the most that an item is listed or had in training,
    the most pairs of an AUC; ids that are one in ten bits."""
    told, rankings = words("docs/theory.md"), large_cases(Case)
    tables = [(case.k, TableCase.like(case)) for case in rankings]
    within = [
        (listed[:k], [item for item, grade in table.truth.get(user, ()) if grade >= 1])
        for k, table in tables
        for user, listed in table.recommendations.items()
    ]
    lowest = min(score for listed, _ in within for _, score in listed)
    assert f"within k, below {lowest:.5f} " in told
    assert [
        item
        for listed, relevant in within
        for item, _ in listed
        if {item - 1024, item + 1024} & {*relevant} and item not in relevant
    ]
    pairs = [
        user.r * (len(user.grades) + len(user.missed) - user.r)
        for case in rankings
        for user in case.users
    ]
    assert f"more than {max(pairs):,} pairs of a relevant item and another" in told
    runs: tuple[Any, ...] = large_cases(RunCase)
    shown = [
        Counter(i for its in run.recommendations.values() for i, _ in its[: run.k])
        for run in runs
    ]
    known = [Counter(i for its in run.train.values() for i in its) for run in runs]
    listed, had = (max(max(one.values()) for one in all) for all in (shown, known))
    assert f"listed more than {listed} times or that more than {had} users" in told


def has_trained_item_in_list(case: TableCase) -> bool:
    """Whether a user is recommended what the user had in training."""
    return any(
        {*case.train.get(user, ())} & {item for item, _ in listed}
        for user, listed in case.recommendations.items()
    )


def has_gaps_between_users(case: TableCase) -> bool:
    """Whether a number between two users is no user's."""
    users = {*case.truth, *case.recommendations}
    numbers = [one for one in users if isinstance(one, int)]
    return bool(numbers) and max(numbers) - min(numbers) >= len(numbers)


def has_odd_user_first(case: TableCase) -> bool:
    """Whether one who is in one table alone stands before another who is in both."""
    users = sorted({*case.truth, *case.recommendations}, key=str)
    odd = [(one in case.truth) != (one in case.recommendations) for one in users]
    return any(odd) and odd != sorted(odd)


def has_short_list_beside_longer(case: TableCase) -> bool:
    """Whether a list is shorter than k, and another user's is longer."""
    sizes = [*map(len, case.recommendations.values())]
    return bool(sizes) and min(sizes) < min(case.k, max(sizes))


ODD = {
    "A user without a list, or a list without a truth, between others": (
        has_odd_user_first,
        {"user_without_list_between", "user_absent_from_truth_between"},
    ),
    "A list shorter than k beside a longer one of another user": (
        has_short_list_beside_longer,
        {"short_list_beside_longer"},
    ),
    "An item of the training data in a list of its user": (
        has_trained_item_in_list,
        {"train_item_in_list"},
    ),
    "Users whose numbers have gaps": (has_gaps_between_users, {"users_with_gaps"}),
}
"""What an edge case or two alone hold, in the page's words: how it is seen, which."""


@pytest.mark.parametrize("said", ODD)
def test_what_an_edge_case_alone_holds_is_told(said: str) -> None:
    """No well-formed case has it, nor another edge case."""
    has, probes = ODD[said]
    made = [*core(Case), *large_cases(Case)]
    assert not any(has(TableCase.like(case)) for case in made)
    assert {one.id for one in edge(Case) if has(one.case)} == probes
    assert said in words("docs/theory.md")


def count_users_alike(case: TableCase) -> int:
    """How many users have the rows of one before."""
    rows = [(case.recommendations.get(user), case.truth[user]) for user in case.truth]
    return len(rows) - len({*rows})


@pytest.mark.parametrize(
    "page", ["docs/theory.md", "README.md", "reports/templates/index.html"]
)
def test_the_limits_are_told_where_a_verdict_is_explained(page: str) -> None:
    """Users, items, relevant items, the cut-off and the grade, of rankings."""
    cases: tuple[Case, ...] = large_cases(Case)
    users = [user for case in cases for user in case.users]
    limits = (
        (r"(\d[\d,]*) users", max(len(case.users) for case in cases)),
        (r"(\d[\d,]*) items", max(len(case.catalogue) for case in cases)),
        (r"(\d[\d,]*) relevant items", max(user.r for user in users)),
        (r"cut-off (?:above )?(\d+)", max(case.k for case in cases)),
        (r"grade (?:above )?(\d+)", max(user.judged[0] for user in users)),
    )
    told = words(page)
    for pattern, limit in limits:
        found = {float(n.replace(",", "")) for n in re.findall(pattern, told)}
        assert limit in found, (pattern, limit)
