r"""Logarithmic loss: the mean surprise at a label of 0 or 1, given its chance.

    -\frac{1}{n} \sum (y \ln p + (1 - y) \ln(1 - p))                      range 0 up

A chance of 0 or 1 has no finite surprise: it is moved inwards, and libraries differ in
how far. Source: Good 1952. Start at `log_loss`, at the bottom.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.chances.case import LabelCase
from homonym.reference.elementary import log
from homonym.reference.families import family
from homonym.reference.parts import Part
from homonym.reference.rating_error.case import Rated
from homonym.reference.rating_error.errors import (
    Missing,
    as_given,
    as_it_is,
    combined,
    equal_in_order,
    kept,
    missing,
    users,
)

eps = Axis("how far a chance is kept from 0 and from 1")


@eps("10^{-15}", name="1e-15", source="RecBole 1.2.1; scikit-learn before 1.3")
def tiny() -> float:
    """By a very small number."""
    return 1e-15


@eps("10^{-11}", name="1e-11", source="recommenders 1.2.1, DeepRec's cal_metric")
def larger() -> float:
    """By a larger one."""
    return 1e-11


@eps(r"2^{-52}", source="scikit-learn since 1.3, for chances in double precision")
def machine() -> float:
    """By the precision of the floating-point type."""
    return sys.float_info.epsilon


@family(
    "Logarithmic loss",
    also={"LogLoss": {}},
    combine=combined(as_it_is),
    takes=LabelCase,
    rows=(
        "<users.error>",
        r"a_u = -\sum (y \ln q + (1 - y) \ln(1 - q))",
        "b_u = <missing.row>",
        r"q = \min(\max(p, \epsilon), 1 - \epsilon), \; \epsilon = <eps>",
    ),
    missing=missing,
    eps=eps,
    users=users,
)
def log_loss(user: Rated, k: int, missing: Missing, eps: Callable[[], float]) -> Part:
    """(sum of the surprises, labels) of one user.

    >>> from homonym.reference.variants import Variant
    >>> variant = Variant.parse("LogLoss(missing=dropped)")
    >>> round(variant.value(LabelCase.parse("1=0.5 0=0.5")), 4)
    0.6931
    """
    pairs, count = kept(user, missing, as_given)
    return sum(surprise(label, chance, eps()) for label, chance in pairs), count


equal_in_order(log_loss, missing)


def surprise(label: float, chance: float, eps: float) -> float:
    """How surprising the label is."""
    inside = min(max(chance, eps), 1 - eps)
    return -log(inside if label else 1 - inside)
