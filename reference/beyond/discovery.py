"""What EPC and EFD share: how much an item counts for its relevance and its rank."""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.beyond.case import Listed
from homonym.reference.elementary import log2
from homonym.reference.parts import Part

relevance = Axis("how much an item counts for its relevance")


@relevance("h_n", source="Vargas and Castells 2011; Elliot 0.3.1, EPC", row=r"h_n \,")
def binary(hit: bool) -> float:
    """1 where it is relevant."""
    return float(hit)


@relevance("1", name="any", source="Vargas and Castells 2011", row="")
def anything(hit: bool) -> float:
    """1, relevant or not."""
    return 1.0


@relevance(
    "2^{g - t + 1} - 1",
    source="Elliot 0.3.1, ExtendedEPC with discounted relevance",
    row=r"h_n (2^{g - t + 1} - 1)_{g = 1, t = 0} \,",
)
def exponential_shifted(hit: bool) -> float:
    """3 where it is relevant: its grade is 1, Elliot's threshold t 0 by default."""
    return 3.0 * hit


discount = Axis("how much an item counts for its rank")


@discount(r"\frac{1}{\log_2(n + 1)}", source="Elliot 0.3.1, EPC")
def log2_next(rank: int) -> float:
    """Less from rank to rank, as in NDCG."""
    return 1 / log2(rank + 1)


@discount("1", source="Vargas and Castells 2011")
def flat(rank: int) -> float:
    """The same at every rank."""
    return 1.0


def discovered(
    user: Listed,
    k: int,
    relevance: Callable[[bool], float],
    discount: Callable[[int], float],
    novelty: Callable[[str], float],
) -> Part:
    """(sum of relevance × discount × novelty, sum of the discounts)."""
    ranked = list(enumerate(user.items[:k], start=1))
    return (
        sum(
            relevance(item in user.truth) * discount(rank) * novelty(item)
            for rank, item in ranked
        ),
        sum(discount(rank) for rank, _ in ranked),
    )
