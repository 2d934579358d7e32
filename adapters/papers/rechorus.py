"""ReChorus: two evaluations of a matrix of scores, a row a user.

`BaseRunner` takes one test item a user, whose score is the first of the row; a shorter
row ends in minus infinity. `ImpressionRunner` takes several, the first of the row, and
as many places for others: here as many of either as the longest user needs, those
without an item minus infinity, and items are those of the list.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from math import inf

from homonym.adapters._shared.candidates import candidates
from homonym.adapters._shared.clones import in_folder
from homonym.adapters._shared.neurec_evaluators import ranked
from homonym.adapters._shared.users import of_truth
from homonym.adapters.contract import Adapter, Refuse
from homonym.reference.case import AnyCase

adapter = Adapter(
    library="rechorus",
    module="helpers.ImpressionRunner",
    title="ReChorus",
    homepage="https://github.com/THUwangcy/ReChorus",
    names=lambda: ["BaseRunner", "ImpressionRunner"],
    files=("src/helpers/BaseRunner.py", "src/helpers/ImpressionRunner.py"),
    elsewhere={
        "src/helpers/*": "of clicks: scikit-learn's functions",
        "src/models/*": "of a model's training",
        "src/utils/*": "writes results to files",
    },
    checkout=True,
    load=in_folder("src"),
)


def of_one(name: str) -> Callable[[AnyCase], float]:
    """The number of that name, where the target is first."""

    def call(case: AnyCase) -> float:
        import numpy as np

        rows = [[s, *(n for _, n in others)] for _, s, others in candidates(case)]
        width = max(map(len, rows))
        scores = np.array([padded(row, width) for row in rows])
        runner = import_module("helpers.BaseRunner").BaseRunner
        found = runner.evaluate_method(scores, [*case.also, case.k], [name])
        return float(found[f"{name}@{case.k}"])

    return call


def halves(case: AnyCase) -> list[tuple[list[float], list[float]]]:
    """(scores of the relevant items, those of the others) of each user's list."""
    found = []
    for user in of_truth(case):
        truth = {item for item, _ in case.truth[user]}
        pairs = ranked(case, user)
        if truth - {item for item, _ in pairs}:
            raise Refuse("a test item is in the list: it has a score")
        found.append(
            (
                [score for item, score in pairs if item in truth],
                [score for item, score in pairs if item not in truth],
            )
        )
    return found


def padded(scores: list[float], width: int) -> list[float]:
    """As many places, those without an item minus infinity."""
    return scores + [-inf] * (width - len(scores))


def of_several(name: str) -> Callable[[AnyCase], float]:
    """The number of that name, where the relevant items are first."""

    def call(case: AnyCase) -> float:
        import numpy as np

        found = halves(case)
        width = max(len(half) for both in found for half in both)
        scores = np.array(
            [[*padded(one, width), *padded(two, width)] for one, two in found]
        )
        relevant, others = (np.array([len(b[i]) for b in found]) for i in range(2))
        runner = import_module("helpers.ImpressionRunner").ImpressionRunner
        given = ([*case.also, case.k], [name], False, others, width, relevant)
        return float(runner.evaluate_method(scores, *given)[f"{name}@{case.k}"])

    return call


for name, claims in (("HR", "hit_rate"), ("NDCG", "ndcg")):
    adapter.metric(f"BaseRunner[{name}]", claims, cut_offs=True)(of_one(name))

SINKS = ", of a ranking before which 1e-6 was taken from the scores of relevant items"

for name, claims, variant in (
    ("HR", "hit_rate", "hit_rate(counts=any)"),
    ("NDCG", "ndcg", "ndcg(gain=binary)"),
    ("MAP", "average_precision", "average_precision(divisor=min_k_r)"),
):
    adapter.metric(
        f"ImpressionRunner[{name}]",
        claims,
        cut_offs=True,
        formula=f"{variant}{SINKS}",
    )(of_several(name))
