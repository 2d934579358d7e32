"""Whole runs, which the families beyond accuracy take: start at `KIND`, below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import combinations, permutations, product
from string import ascii_lowercase
from typing import TYPE_CHECKING, cast

from homonym.cases import variations
from homonym.cases.kinds import TRAINING, Kind
from homonym.reference.beyond.case import Listed, Run, RunCase
from homonym.reference.case import Id, TableCase, is_relevant
from homonym.reference.corpus import core
from homonym.trace.numbers import make_given_number, make_numbers_given
from homonym.trace.other_cases import Followed
from homonym.trace.rankings import spell_number
from homonym.trace.words import join_with_commas

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

SIZES = {1: 5, 2: 5, 3: 3}
"""The most items of the catalogue that are tried for so many users."""
GROUPED = 4
"""Up to so many items of one user or two are parted into groups; more are in one."""
FEW = 3
"""Up to so many items are tried in every way: any may be relevant, of more at most one
is to a user; and several users' are named in every order, since ties in popularity are
broken by name, or as items are first seen in training."""


def enumerate_small_runs() -> Iterator[RunCase]:
    """Every case of one user, of two and of three, to SIZES, with lists of length k:
    fewest items first, then the smallest k; then the core cases, in the same order."""
    for users, most in SIZES.items():
        for size in range(2, most + 1):
            for k in range(1, size):
                yield from enumerate_runs(users, ascii_lowercase[:size], k)
    yield from sorted(core(RunCase), key=lambda case: case.weight)


def enumerate_few_runs() -> Iterator[RunCase]:
    """Those of `FEW_ARE`."""
    for users, most in ((1, 4), (2, 2)):
        for size in range(2, most + 1):
            for k in range(1, size):
                yield from enumerate_runs(users, "abcd"[:size], k)
    yield from core(RunCase)


FEW_ARE = "one user with up to 4 items, two users with 2, and the core cases"


def enumerate_runs(users: int, items: str, k: int) -> Iterator[RunCase]:
    """All such cases of so many users with these items and this cut-off."""
    for parts in product(tuple(enumerate_run_users(items, k)), repeat=users):
        if names_items_in_order(parts, items):
            for catalogue, second in enumerate_groupings(users, items):
                yield RunCase.parse(run_line(parts, catalogue, second, k))


def names_items_in_order(parts: tuple[tuple[str, str, str], ...], items: str) -> bool:
    """Whether items are named in the order in which they occur, so that no case comes
    twice under other names; for the few of several users any order will do."""
    seen = "".join(dict.fromkeys("".join("".join(part) for part in parts)))
    return items.startswith(seen) or (len(parts) > 1 and len(items) <= FEW)


def enumerate_groupings(users: int, items: str) -> Iterator[tuple[str, str]]:
    """The catalogue in one group or two, and how the second user's part begins: of the
    first user's group, or of another."""
    if users > 2 or len(items) > GROUPED:
        return iter([(items, "")])
    return product(split_catalogue(items), ("", "2: ")[:users])


def enumerate_run_users(items: str, k: int) -> Iterator[tuple[str, str, str]]:
    """Training items, a list of k others, and the relevant items among all others."""
    for size in range(1, len(items) - k + 1):
        for train in map("".join, combinations(items, size)):
            rest = [item for item in items if item not in train]
            for shown in map("".join, permutations(rest, k)):
                for relevant in enumerate_relevant_items(rest, len(items)):
                    yield train, shown, relevant


def enumerate_relevant_items(rest: list[str], size: int) -> Iterator[str]:
    """None, each, and where there are few items each two or more."""
    for count in range((len(rest) if size <= FEW else 1) + 1):
        yield from map("".join, combinations(rest, count))


def split_catalogue(items: str) -> Iterator[str]:
    """The catalogue as one group, and as each two that leave its order as it is."""
    yield items
    for cut in range(1, len(items)):
        yield f"{items[:cut]},{items[cut:]}"


def run_line(
    parts: tuple[tuple[str, str, str], ...], catalogue: str, second: str, k: int
) -> str:
    """The line of a case; `second`: how the second user's part begins."""
    users = [f"{train} > {items} = {relevant}" for train, items, relevant in parts]
    return f"{f' ; {second}'.join(users)} | {catalogue} @{k}"


@cache
def draw_runs() -> Sequence[SearchStrategy[RunCase]]:
    """Any case; then cases in which every listed item was trained on."""
    from homonym.cases.runs_drawn import draw_run_case

    return draw_run_case(), draw_run_case(trained=True)


def lists_only_new_items(case: RunCase) -> bool:
    """No list shows its user a training item."""
    return not any({*user.items} & {*user.train} for user in case.users)


def lists_only_trained_items(case: RunCase) -> bool:
    """Every listed item was trained on by somebody."""
    return all({*user.items} <= {*user.run.counts} for user in case.users)


def list_run_flaws(case: RunCase) -> list[str]:
    """What keeps a case from being well formed; nothing when it is."""
    wrong = {
        "the cut-off leaves no pair of items": case.k < 2,
        "there is no pair of users": len(case.users) < 2,
    }
    found = [flaw for flaw, holds in wrong.items() if holds]
    return found + [
        flaw for user in case.users for flaw in list_user_run_flaws(user, case.k)
    ]


def list_user_run_flaws(user: Listed, k: int) -> list[str]:
    """What is wrong with one user's part."""
    wrong = {
        "the list is shorter than k": len(user.items) < k,
        "no item is trained on": not user.train,
        "no item is relevant": not user.truth,
        "a relevant item is trained on": bool({*user.truth} & {*user.train}),
        "a listed item is trained on": bool({*user.items} & {*user.train}),
    }
    return [flaw for flaw, holds in wrong.items() if holds]


def is_fair_run_case(case: RunCase) -> bool:
    """Well formed, with as many items in training as those drawn."""
    from homonym.cases.runs_drawn import TRAINED

    return not list_run_flaws(case) and len(case.users[0].run.counts) >= TRAINED


def convert_rows_to_run(table: TableCase) -> RunCase:
    """The rows as a run: lists as they are given, with their scores."""
    users = [*dict.fromkeys([*table.train, *table.recommendations, *table.truth])]
    groups: dict[int, list[Id]] = {}
    for item in table.catalogue:
        groups.setdefault(table.groups.get(item, 1), []).append(item)
    run = Run(
        train=tuple(format_item_letters(table.train.get(user, ())) for user in users),
        groups=tuple(format_item_letters(groups[group]) for group in sorted(groups)),
        truths=tuple(
            format_item_letters(select_relevant_items(table, user)) for user in users
        ),
        user_groups=tuple(table.user_groups.get(user, 1) for user in users),
    )
    parts = zip(users, run.train, run.truths, run.user_groups, strict=True)
    return RunCase(
        tuple(build_listed_user(table, run, *part) for part in parts), table.k
    )


def build_listed_user(
    table: TableCase, run: Run, user: Id, train: str, truth: str, group: int
) -> Listed:
    """A user's part of such a run."""
    pairs = table.recommendations.get(user, ())
    scores = tuple(score for _, score in pairs)
    return Listed(
        format_item_letters(i for i, _ in pairs), train, run, truth, group, scores
    )


def select_relevant_items(table: TableCase, user: Id) -> Iterator[Id]:
    """The relevant items of a user's rows."""
    return (i for i, grade in table.truth.get(user, ()) if is_relevant(grade))


def format_item_letters(items: Iterable[Id]) -> str:
    """Items by their letters: 1 is a; 0, as a varied case may have, what is before."""
    return "".join(chr(ord("a") - 1 + cast(int, item)) for item in items)


def describe_run_case(case: RunCase, scores: bool, others: bool) -> Iterator[str]:
    """What each user was trained on, is shown and finds relevant; all items."""
    grouped = len({user.group for user in case.users}) > 1
    for place, user in enumerate(case.users, start=1):
        who = f"user {place}{f', of group {user.group}' if grouped else ''}"
        known = f"trained on {join_with_commas(user.train)}"
        relevant = f"relevant {join_with_commas(user.truth)}"
        yield f"{who}: {known}; {render_run_list(user, case.k, scores)}; {relevant}"
    groups = case.users[0].run.groups
    named = (
        f"{join_with_commas(items)} in group {n}" for n, items in enumerate(groups, 1)
    )
    shown = join_with_commas(groups[0]) if len(groups) == 1 else "; ".join(named)
    yield f"items: {shown}"


def render_run_list(user: Listed, k: int, scores: bool) -> str:
    """A user's list, up to rank k and beyond."""
    told = [
        f"{item} (score {spell_number(score)})" if scores else item
        for item, score in zip(user.items, user.scores, strict=True)
    ]
    then = f", then {join_with_commas(told[k:])}" if told[k:] else ""
    return f"shown {join_with_commas(told[:k])} up to rank {k}{then}"


def remove_training_items(case: RunCase) -> RunCase:
    """The case in which nobody has training items."""
    run = replace(case.users[0].run, train=("",) * len(case.users))
    return replace(case, users=tuple(replace(u, train="", run=run) for u in case.users))


def merge_item_groups(case: RunCase) -> RunCase:
    """The case whose items are all of one group."""
    run = case.users[0].run
    one = replace(run, groups=(run.catalogue,))
    return replace(case, users=tuple(replace(u, run=one) for u in case.users))


def watch_run_users(case: RunCase) -> Sequence[Listed]:
    """The users, with numbers that remember what is done to them."""
    of = case.users[0].run
    run = WatchedRun(of.train, of.groups, of.truths, of.user_groups)
    return [
        replace(u, run=run, scores=make_numbers_given(u.scores)) for u in case.users
    ]


class Counts(Counter[str]):
    """Counts that remember what is done to them, those that are 0 too."""

    def __missing__(self, key: str) -> int:
        return cast(int, make_given_number(0))


class WatchedRun(Run):
    """A run whose training items are counted by such numbers."""

    @cached_property
    def counts(self) -> Counter[str]:
        return Counts(
            {item: make_given_number(n) for item, n in super().counts.items()}
        )

    @property
    def interactions(self) -> int:
        return cast(int, make_given_number(super().interactions))


KIND = Kind(
    takes=RunCase,
    legend="a, b, … items   train > list = relevant   ; next user   "
    "2: group of users   | catalogue, its groups parted by commas   @k",
    describe=describe_run_case,
    conditions={
        "only_new": lists_only_new_items,
        "only_trained_items": lists_only_trained_items,
    },
    variations={
        "second_call": variations.leave_case_unchanged,
        "same_object": variations.same_object,
        "users_reordered": variations.users_reordered,
        "lists_reordered": variations.lists_reordered,
        "truth_reordered": variations.truth_reordered,
        "ids_relabelled": variations.ids_relabelled,
        "scores_shifted": variations.scores_shifted,
        "scores_scaled": variations.scores_scaled,
        "other_cut_offs": variations.other_cut_offs,
        "other_metrics": variations.other_metrics,
    },
    smallest_first=enumerate_small_runs,
    few=enumerate_few_runs,
    few_are=FEW_ARE,
    drawn=draw_runs,
    flaws=list_run_flaws,
    fair=is_fair_run_case,
    steps=Followed(watch_run_users, cut_off=True).steps,
    rescored=variations.vary_scores,
    cut_off=True,
    of_rows=convert_rows_to_run,
    beside={
        TRAINING: remove_training_items,
        "groups of the items": merge_item_groups,
    },
)
