r"""How often a policy shows an item: exposure, and the position bias that it rests on.

    \epsilon(x, a) = \sum_\sigma R(\sigma | x) \sum_i P(V = 1 | R = i) [\sigma_i = a]

That is Eq. 6 of Jeunen et al. 2024, whose policies draw candidates and then rank them
(`in_two_stages`). Start at `exposure`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from math import log2

from homonym.reference.axes import Axis
from homonym.reference.case import CaseError
from homonym.reference.off_policy.case import Impression, Logged

Bias = Callable[[int, Logged, float], float]
"""P(V = 1 | R = n) from the rank, the trajectory and the persistence p."""

Candidates = tuple[Hashable, ...]
Rankings = dict[tuple[Hashable, ...], float]
"""A policy: the chance of each ranking."""

bias = Axis("how likely a rank is to be viewed")


@bias(r"1 / \log_2(n + 1)", source="Jeunen et al. 2024, section 4")
def logarithmic(n: int, logged: Logged, p: float) -> float:
    """One over the binary logarithm of the next rank: the discount of DCG."""
    return 1 / log2(n + 1)


@bias("p^{n-1}", source="Jeunen et al. 2024, section 6, after Moffat and Zobel 2008")
def exponential(n: int, logged: Logged, p: float) -> float:
    """The chance that a viewer of persistence p gets that far."""
    return float(p ** (n - 1))


@bias("P(V = 1 | R = n)", name="given", source="Jeunen et al. 2024, Eq. 9")
def from_case(n: int, logged: Logged, p: float) -> float:
    """What stands in the case, after `^`; 0 for ranks that are not shown."""
    if len(logged.bias) < n:
        raise CaseError(
            f"the position bias of rank {n} is missing: write one number a rank after ^"
        )
    return logged.bias[n - 1]


def exposure(
    policy: Mapping[tuple[Hashable, ...], float], views: Callable[[int], float]
) -> dict[Hashable, float]:
    """The expected number of views of each item, Eq. 6.

    policy: the chance of each ranking, 1 in sum; views: P(V = 1 | R = n).

    >>> exposure({("a", "b"): 0.75, ("b", "a"): 0.25}, lambda n: 1 / n)
    {'a': 0.875, 'b': 0.625}

    Raises CaseError where the chances are not those of a policy.
    """
    total = sum(policy.values())
    if abs(total - 1) > 1e-9 or min(policy.values()) < 0:
        raise CaseError(f"the chances of the rankings must sum to 1, not to {total:g}")
    found: dict[Hashable, float] = {}
    for ranking, chance in policy.items():
        for n, item in enumerate(ranking, start=1):
            found[item] = found.get(item, 0.0) + chance * views(n)
    return found


def in_two_stages(
    generator: Mapping[Candidates, float], ranker: Callable[[Candidates], Rankings]
) -> Rankings:
    """The policy that first draws candidates, then a ranking of them, Eq. 1.

    generator: the chance of each set of candidates; ranker: the chance of each ranking
    of a set. Its exposure is that of Eq. 6.

    >>> best_first = lambda items: {tuple(sorted(items)): 1.0}
    >>> in_two_stages({("b", "a"): 0.75, ("c", "b"): 0.25}, best_first)
    {('a', 'b'): 0.75, ('b', 'c'): 0.25}
    """
    found: Rankings = {}
    for items, drawn in generator.items():
        for ranking, chance in ranker(items).items():
            found[ranking] = found.get(ranking, 0.0) + drawn * chance
    return found


def exposures(
    n: int, shown: Impression, logged: Logged, bias: Bias, p: float
) -> tuple[float, float]:
    """The exposure of an impression under the logging policy and under the other one.

    n: the rank at which it was shown. Raises CaseError for a propensity of 0.
    """
    if shown.logged is not None and shown.target is not None:
        return shown.logged, shown.target
    target = 0.0 if shown.rank is None else bias(shown.rank, logged, p)
    if shown.reward is None:
        return 0.0, target
    propensity = bias(n, logged, p)
    if not propensity:
        raise CaseError(
            f"the item shown at rank {n} has a propensity of 0: what was shown has one "
            "above 0"
        )
    return propensity, target


def unsupported(logged: Logged, bias: Bias, p: float = 0.8) -> int:
    """How many items violate Assumption 5 (Eq. 7): shown by the other policy alone."""
    pairs = (
        exposures(n, shown, logged, bias, p)
        for n, shown in enumerate(logged.impressions, start=1)
    )
    return sum(target > 0 and not propensity for propensity, target in pairs)
