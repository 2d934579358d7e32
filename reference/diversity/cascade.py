r"""What metrics of diversity share: a reader whose interest in an aspect wears off.

    P(a | u, S) = P(a | u) \prod_{i \in S} (1 - P(a | u, i))          (Eq. 7)

Equations are those of Parapar and Radlinski 2021. Start at `Reader.gains`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from homonym.reference.axes import Axis
from homonym.reference.diversity.case import Item
from homonym.reference.diversity.weights import Weights

Discount = Callable[[int], float]
Has = Callable[[Item], float]
"""What an item has of each aspect that it shows; of the others it has nothing."""

gain = Axis("how the aspects of one item add up")


@dataclass(frozen=True)
class Reader:
    """A user reading a list from the top.

    weights: P(a|u), the interest in each aspect at the start; uses: P(a|u, i), the
    share of the interest that an item satisfies; worth: what it adds, per interest
    left; gain: how its aspects add up; r_max: the highest rating there is.
    """

    weights: Weights
    uses: Has
    worth: Has
    gain: CascadeGain
    r_max: float

    def gains(self, items: Sequence[Item]) -> list[float]:
        """G[1], G[2], …: what each item adds after those above it."""
        left = dict(self.weights)
        return [self.read(item, left) for item in items]

    def read(self, item: Item, left: Weights) -> float:
        """What the item adds; the interests that it satisfies wear off (Eq. 7)."""
        added = self.gain(item, left, self)
        for aspect in item.aspects:
            if aspect in left:
                left[aspect] *= 1 - self.uses(item)
        return added


CascadeGain = Callable[[Item, Weights, Reader], float]


@gain(r"\sum_{a \in i} J(i) \, P(a | u, S)", name="sum", source="Clarke et al. 2008")
def summed(item: Item, left: Weights, reader: Reader) -> float:
    """The sum over the aspects."""
    interests = (left.get(aspect, 0.0) for aspect in item.aspects)
    return reader.worth(item) * sum(interests)


@gain(
    r"1 - \prod_{a \in i} (1 - P(a | u, i) \, P(a | u, S))",
    source="Parapar and Radlinski 2021, Eq. 8 and 13",
)
def noisy_or(item: Item, left: Weights, reader: Reader) -> float:
    """The chance that the item satisfies the interest in one aspect or more."""
    interests = (left.get(aspect, 0.0) for aspect in item.aspects)
    return 1 - prod(1 - reader.uses(item) * interest for interest in interests)


@dataclass(frozen=True)
class Discounted:
    r"""\sum_n G[n] \, discount(n), as in Eq. 15."""

    reader: Reader
    discount: Discount

    def __call__(self, items: Sequence[Item]) -> float:
        gains = enumerate(self.reader.gains(items), start=1)
        return sum(g * self.discount(n) for n, g in gains)
