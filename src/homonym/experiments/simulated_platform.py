"""A platform in which the assumptions of off-policy evaluation hold, to measure on.

Sessions show ten items, or more in a long feed; an item has a quality for its session
(the chance of a reward once it is viewed), and a rank is viewed with chance p^(n - 1),
whatever else happens: the five assumptions of Jeunen et al. 2024, section 4. The
logging policy orders items by their quality with much noise, the target policy with
less. Start at `World.sessions`; `homonym.experiments.off_policy` asks the questions.
numpy is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from homonym.errors import UserError

if TYPE_CHECKING:
    from numpy import float64
    from numpy.random import Generator
    from numpy.typing import NDArray

    Array = NDArray[float64]

SHOWN = 10
"""Items of a session, unless a world says otherwise."""
VIEWED = 0.6
"""P(V | R = n) = VIEWED^(n - 1), unless a world says otherwise."""


def load_numpy() -> Any:
    """numpy, or one sentence on how to get it."""
    try:
        import numpy
    except ImportError:
        raise UserError(
            "the simulation needs numpy and scipy", 'pip install "homonym[simulation]"'
        ) from None
    return numpy


def compute_position_bias(bias: str, shown: int, viewed: float = VIEWED) -> Array:
    """The position bias of the ranks shown: exponential, or logarithmic."""
    np = load_numpy()
    ranks = np.arange(1, shown + 1)
    found: Array = (
        viewed ** (ranks - 1.0) if bias == "exponential" else 1 / np.log2(ranks + 1)
    )
    return found


@dataclass(frozen=True)
class World:
    """How much a policy errs, and how rewards spread.

    level: the log-odds of a reward, on average; users, items: how far sessions and
    items spread around it; logging, target: the noise with which the policies see it;
    viewed: the chance that a viewer goes on to the next rank; shown: the items of a
    session.
    """

    level: float = -2.0
    users: float = 1.0
    items: float = 1.0
    logging: float = 3.0
    target: float = 0.5
    viewed: float = VIEWED
    shown: int = SHOWN

    def sessions(self, count: int, chance: Generator, shift: float = 0.0) -> Sessions:
        """So many sessions; shift: by how much this day's log-odds differ."""
        np = load_numpy()
        spread = chance.normal(0, self.users, (count, 1))
        own = chance.normal(0, self.items, (count, self.shown))
        odds = self.level + shift + spread + own
        noise = chance.normal(0, 1, (2, count, self.shown))
        return Sessions(
            quality=1 / (1 + np.exp(-odds)),
            logged=rank_by_score(odds + self.logging * noise[0]),
            target=rank_by_score(odds + self.target * noise[1]),
            viewed=self.viewed,
        )


def rank_by_score(scores: Array) -> NDArray[Any]:
    """The rank of each item of each session, from 0, by falling score."""
    np = load_numpy()
    found: NDArray[Any] = np.argsort(np.argsort(-scores, axis=1), axis=1)
    return found


@dataclass(frozen=True)
class Sessions:
    """What happens: quality, and the ranks that the two policies give to the items."""

    quality: Array
    logged: NDArray[Any]
    target: NDArray[Any]
    viewed: float = VIEWED

    @cached_property
    def views(self) -> Array:
        """The chance that a rank is viewed, in truth."""
        return compute_position_bias("exponential", self.quality.shape[1], self.viewed)

    def rewards(self, ranks: NDArray[Any], chance: Generator) -> Array:
        """Rewards drawn: an item must be viewed, and then please."""
        np = load_numpy()
        earns = self.quality * self.views[ranks]
        found: Array = (chance.random(earns.shape) < earns).astype(np.float64)
        return found

    def truth(self, ranks: NDArray[Any]) -> float:
        """The expected reward of a session, when items are shown at these ranks."""
        return float((self.quality * self.views[ranks]).sum(axis=1).mean())


@dataclass(frozen=True)
class Estimate:
    """One way to estimate, per session: the columns of the paper's Table 2.

    bias: the position bias assumed; m: the clip, 1 for raw labels; normalised: nDCG;
    viewed: the steepness that an exponential bias is assumed to have.
    """

    bias: str
    m: float
    normalised: bool = False
    viewed: float = VIEWED

    def __call__(
        self, rewards: Array, logged: NDArray[Any], ranks: NDArray[Any]
    ) -> Array:
        """The value of every session for a policy that gives these ranks (Eq. 9)."""
        return self.of_exposure(rewards, logged, self.exposure(ranks))

    def gain(self, rewards: Array, logged: NDArray[Any], ranks: NDArray[Any]) -> Array:
        """By how much each value is above that of the ranks that were logged."""
        gained = self.exposure(ranks) - self.exposure(logged)
        return self.of_exposure(rewards, logged, gained)

    def exposure(self, ranks: NDArray[Any]) -> Array:
        """The chance that each item is viewed at its rank, as assumed."""
        found: Array = compute_position_bias(self.bias, ranks.shape[1], self.viewed)[
            ranks
        ]
        return found

    def of_exposure(
        self, rewards: Array, logged: NDArray[Any], exposure: Array
    ) -> Array:
        """The value of every session, in which it is linear: 0 for one without a
        reward, which most are."""
        np = load_numpy()
        found: Array = np.zeros(len(rewards))
        some = rewards.any(axis=1)
        views = compute_position_bias(self.bias, logged.shape[1], self.viewed)
        qualities = rewards[some] * np.minimum(self.m, 1 / views)[logged[some]]
        found[some] = (qualities * exposure[some]).sum(axis=1)
        if self.normalised:
            found[some] /= -np.sort(-qualities, axis=1) @ views
        return found

    @property
    def variant(self) -> str:
        """The id of the estimator in the reference, with the simulation's p."""
        users = "ndcg" if self.normalised else "trajectories"
        clip = "inf" if self.m == float("inf") else f"{self.m:g}"
        shown = f"bias={self.bias}, users={users}, m={clip}, p={self.viewed}"
        return f"off_policy_dcg({shown})"
