"""Logged rewards, which off-policy DCG takes: start at `KIND`, below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from homonym.cases import variations
from homonym.cases.kinds import Kind
from homonym.reference.case import written
from homonym.reference.off_policy.case import Impression, Logged, LoggedCase
from homonym.trace.numbers import make_numbers_given
from homonym.trace.other_cases import Followed
from homonym.trace.words import join_with_commas

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

SIZES = {1: 3, 2: 4}
"""The most impressions, of all trajectories together, that are tried for so many."""
SHOWN = tuple(f"{c}/{rank}" for c, rank in product((1, 0), (1, 2, 3, ".")))
BIAS = "^ 1 0.5 0.25"
"""No other bias gives these chances."""
FEW_SHOWN = ("0/1", "1/1", "1/2", "2/2", "1/.", "-/1", "1:0.5:0.25")


def enumerate_small_trajectories() -> Iterator[LoggedCase]:
    """Every case of one trajectory, then of two, the first at least as long: fewest
    impressions first, then in the order of SHOWN."""
    for count, most in SIZES.items():
        for shown in range(count, most + 1):
            for lengths in enumerate_log_splits(count, shown):
                for lists in product(*map(list_trajectories, lengths)):
                    yield LoggedCase.parse(f"{' ; '.join(lists)} {BIAS}")


def enumerate_few_trajectories() -> Iterator[LoggedCase]:
    """Those of `FEW_ARE`."""
    each = [(one,) for one in FEW_SHOWN]
    both = combinations_with_replacement(FEW_SHOWN, 2)
    lists = [*each, *(pair for pair in both if has_distinct_ranks(pair))]
    for count in (1, 2):
        for rows in product(lists, repeat=count):
            if sum(map(len, rows)) < 4:
                line = " ; ".join(map(" ".join, rows))
                yield LoggedCase.parse(f"{line} {BIAS}")


FEW_ARE = "one trajectory of up to 2 impressions, and two of up to 2 together with 1"


def enumerate_log_splits(count: int, shown: int) -> Iterator[tuple[int, ...]]:
    """Every way to share so many impressions out to one trajectory, or to two."""
    if count == 1:
        yield (shown,)
    else:
        yield from ((shown - last, last) for last in range(1, shown // 2 + 1))


@cache
def list_trajectories(length: int) -> list[str]:
    """All of that length: the other policy has no two items at one rank."""
    rows = product(SHOWN, repeat=length)
    return [" ".join(row) for row in rows if has_distinct_ranks(row)]


def has_distinct_ranks(row: tuple[str, ...]) -> bool:
    """Whether no two impressions are at one rank of the other policy."""
    ranks = [rank for one in row if (rank := one.partition("/")[2]) not in ("", ".")]
    return len(set(ranks)) == len(ranks)


@cache
def draw_logged() -> Sequence[SearchStrategy[LoggedCase]]:
    """Any case."""
    from homonym.cases.logged_drawn import draw_logged_case

    return (draw_logged_case(),)


def reverse_trajectories(case: LoggedCase) -> LoggedCase:
    """The trajectories in the opposite order."""
    return LoggedCase(case.users[::-1])


def list_log_flaws(case: LoggedCase) -> list[str]:
    """What keeps a case from being well formed; nothing when it is."""
    shown = (one.reward is not None for log in case.users for one in log.impressions)
    return [] if any(shown) else ["nothing was shown"]


def is_fair_logged_case(case: LoggedCase) -> bool:
    """Every case that is well formed."""
    return not list_log_flaws(case)


def describe_logged_case(case: LoggedCase, scores: bool, others: bool) -> Iterator[str]:
    """What each trajectory showed, what it earned, and where the other policy has it;
    the chance that each rank is viewed."""
    for place, user in enumerate(case.users, start=1):
        yield f"trajectory {place}: {'; '.join(describe_impressions(user))}"
    if bias := case.users[0].bias:
        yield f"chance that a rank is viewed: {join_with_commas(map(written, bias))}"


def describe_impressions(user: Logged) -> Iterator[str]:
    """What one trajectory showed."""
    for rank, one in enumerate(user.impressions, start=1):
        if one.reward is None:
            shown = "never shown"
        else:
            shown = f"rank {rank} earned {written(one.reward)}"
        yield f"{shown}, {describe_other_policy(one)}"


def describe_other_policy(one: Impression) -> str:
    """Where the policy that is evaluated shows the item, or how often both do."""
    if one.logged is not None and one.target is not None:
        logged, target = written(one.logged), written(one.target)
        return f"exposed {logged} by the logging policy and {target} by the other"
    return (
        f"the other policy has it at rank {one.rank}"
        if one.rank
        else ("the other policy has it nowhere")
    )


def watch_trajectory(user: Logged) -> Logged:
    """The trajectory, with rewards, exposures and chances of a view that remember what
    is done to them."""
    impressions = (
        replace(
            one,
            reward=make_numbers_given(one.reward),
            logged=make_numbers_given(one.logged),
            target=make_numbers_given(one.target),
        )
        for one in user.impressions
    )
    return Logged(tuple(impressions), make_numbers_given(user.bias))


KIND = Kind(
    takes=LoggedCase,
    legend="reward/rank of the other policy   . nowhere   - never shown   ; next"
    " trajectory   ^ the chance that each rank is viewed",
    describe=describe_logged_case,
    conditions={},
    variations={
        "second_call": variations.leave_case_unchanged,
        "users_reordered": reverse_trajectories,
    },
    smallest_first=enumerate_small_trajectories,
    few=enumerate_few_trajectories,
    few_are=FEW_ARE,
    drawn=draw_logged,
    flaws=list_log_flaws,
    fair=is_fair_logged_case,
    steps=Followed(lambda case: list(map(watch_trajectory, case.users))).steps,
)
