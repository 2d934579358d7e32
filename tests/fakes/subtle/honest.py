"""What does not lie: the twin of each family that the lies claim, and a convention."""

from __future__ import annotations

from fakes.honest import computes, full_only, graded
from fakes.subtle import other_types
from fakes.subtle.library import adapter
from homonym.reference.case import AnyCase


@adapter.metric("honest_precision", "precision")
def precision(case: AnyCase) -> float:
    return computes("precision", case)


@adapter.metric("honest_recall", "recall")
def recall(case: AnyCase) -> float:
    return computes("recall", case)


@adapter.metric("honest_ndcg", "ndcg")
def ndcg(case: AnyCase) -> float:
    return computes("ndcg(gain=grade)", case)


@adapter.metric("honest_hit_rate", "hit_rate")
def hit_rate(case: AnyCase) -> float:
    return computes("hit_rate", case)


@adapter.metric("honest_reciprocal_rank", "reciprocal_rank")
def reciprocal_rank(case: AnyCase) -> float:
    return computes("reciprocal_rank", case)


@adapter.metric("honest_average_precision", "average_precision")
def average_precision(case: AnyCase) -> float:
    return computes("average_precision", case)


@adapter.metric("honest_f_score", "f_score")
def f_score(case: AnyCase) -> float:
    return computes("f_score", case)


@adapter.metric("honest_r_precision", "r_precision")
def r_precision(case: AnyCase) -> float:
    return computes("r_precision", case)


@adapter.metric("honest_auc", "auc", full=True)
def auc(case: AnyCase) -> float:
    return computes("auc(users=by_r)", full_only(case))


@adapter.metric("honest_rmse", "rmse")
def rmse(case: AnyCase) -> float:
    return other_types.root_of_mean(other_types.errors(case))


@adapter.metric("honest_mae", "mae")
def mae(case: AnyCase) -> float:
    return other_types.mean(map(abs, other_types.errors(case)))


@adapter.metric("honest_coverage", "coverage")
def coverage(case: AnyCase) -> float:
    return len(other_types.shown(case)) / len(case.catalogue)


@adapter.metric("honest_s_recall", "s_recall")
def s_recall(case: AnyCase) -> float:
    return other_types.aspects_covered(case)


@adapter.metric("relevant_above_zero", "precision")
def relevant_above_zero(case: AnyCase) -> float:
    """Relevant at any grade above 0, as some libraries have it: no lie."""
    return computes("precision", graded(case, lambda grade: float(grade > 0)))
