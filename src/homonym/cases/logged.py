"""Logged rewards, which off-policy DCG takes: small cases, and drawn ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from homonym.cases import variations
from homonym.cases.kinds import Kind, by_chance
from homonym.reference.off_policy.case import LoggedCase

SIZES = {1: 3, 2: 4}
"""The most impressions, of all trajectories together, that are tried for so many."""
SHOWN = tuple(f"{c}/{rank}" for c, rank in product((1, 0), (1, 2, 3, ".")))
BIAS = "^ 1 0.5 0.25"
"""No other bias gives these chances."""


def smallest_first() -> Iterator[LoggedCase]:
    """Every case of one trajectory, then of two, the first at least as long: fewest
    impressions first, then in the order of SHOWN."""
    for count, most in SIZES.items():
        for shown in range(count, most + 1):
            for lengths in shared_out(count, shown):
                for lists in product(*map(trajectories, lengths)):
                    yield LoggedCase.parse(f"{' ; '.join(lists)} {BIAS}")


def shared_out(count: int, shown: int) -> Iterator[tuple[int, ...]]:
    """Every way to share so many impressions out to one trajectory, or to two."""
    if count == 1:
        yield (shown,)
    else:
        yield from ((shown - last, last) for last in range(1, shown // 2 + 1))


@cache
def trajectories(length: int) -> list[str]:
    """All of that length: the other policy has no two items at one rank."""
    rows = product(SHOWN, repeat=length)
    return [" ".join(row) for row in rows if possible(row)]


def possible(row: tuple[str, ...]) -> bool:
    """Whether no two impressions are at one rank of the other policy."""
    ranks = [rank for one in row if (rank := one.partition("/")[2]) not in ("", ".")]
    return len(set(ranks)) == len(ranks)


def drawn(chance: Random) -> LoggedCase:
    """Up to twenty trajectories of up to eight impressions, with rewards of whole and
    other numbers; some items were never shown, some exposures are given."""
    most = chance.choice((2, 4, 8))

    def impression(rank: int) -> str:
        reward = chance.choice(("0", "1", "1", "2.5", f"{chance.random():.3f}"))
        given = f"{reward}:{chance.uniform(0.1, 1):.3f}:{chance.random():.3f}"
        return chance.choice((*(f"{reward}/{rank}",) * 6, f"{reward}/.", given))

    def trajectory() -> str:
        ranks = chance.sample(range(1, most + 2), chance.randint(1, most))
        never = f" -/{most + 2}" if chance.random() < 0.2 else ""
        return " ".join(map(impression, ranks)) + never

    falling = sorted((chance.uniform(0.05, 1) for _ in range(most + 2)), reverse=True)
    bias = " ".join(f"{one:.3f}" for one in falling)
    lists = (trajectory() for _ in range(chance.choice((1, 2, 5, 20))))
    return LoggedCase.parse(f"{' ; '.join(lists)} ^ {bias}")


def reordered(case: LoggedCase) -> LoggedCase:
    """The trajectories in the opposite order."""
    return LoggedCase(case.users[::-1])


def fair(case: LoggedCase) -> bool:
    """Every case that can be read is well formed, where something was shown."""
    return any(one.reward is not None for log in case.users for one in log.impressions)


KIND = Kind(
    legend="reward/rank of the other policy   . nowhere   - never shown   ; next"
    " trajectory   ^ the chance that each rank is viewed",
    conditions={},
    variations={"second_call": variations.the_same, "users_reordered": reordered},
    smallest_first=smallest_first,
    drawn=by_chance(drawn),
    fair=fair,
)
