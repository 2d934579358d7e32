"""A small library that lies in known ways, and its adapter.

Each metric claims a family and computes something else, or misbehaves.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from homonym.adapters.contract import FLOAT32, Adapter, Documented, Refuse, Value
from homonym.reference.axes import Variant
from homonym.reference.case import AnyCase, Case
from homonym.tables import to_case

__version__ = "1.0.0"
__path__: list[str] = [str(Path(__file__).parent)]

DEATH = Case.parse("1.5 . . | 3 ; . . 3 . . | @2")

adapter = Adapter(
    library="fakes.lying",
    module="fakes.lying",
    title="Lying",
    homepage="https://example.org/lying",
    names=lambda: [*set(adapter.metrics) - {"of_another_version"}, "unheard_of"],
    out_of_scope={"unheard_of": "a test of the inventory"},
    sources=("lying.py",),
)


def computes(variant: str, case: AnyCase) -> float:
    """What a variant gives: this library is the oracle in disguise."""
    asked = case if isinstance(case, Case) else to_case(case)
    value = Variant.parse(variant).value(asked)
    return float("nan") if value is None else float(value)  # type: ignore[arg-type]


@adapter.metric("precision", "precision", Documented("recall", "Each metric claims"))
def precision(case: AnyCase) -> float:
    return computes("precision", case)


@adapter.metric("map_is_recall", "average_precision")
def map_is_recall(case: AnyCase) -> float:
    return computes("recall", case)


@adapter.metric("float32", "ndcg", precision=FLOAT32)
def float32(case: AnyCase) -> float:
    return computes("ndcg", case) * (1 + 1e-7)


@adapter.metric("never_seen", "ndcg")
def never_seen(case: AnyCase) -> float:
    return computes("ndcg", case) ** 2


@adapter.metric("right_unless_r_exceeds_fourteen", "recall")
def right_unless_r_exceeds_fourteen(case: AnyCase) -> float:
    rare = any(len(pairs) > 14 for pairs in case.truth.values())
    return computes("recall", case) / (2 if rare else 1)


@adapter.metric("per_user", "precision")
def per_user(case: AnyCase) -> Value:
    asked = case if isinstance(case, Case) else to_case(case)
    values = Variant.parse("precision(users=caller)").value(asked)
    return Value(None, values)  # type: ignore[arg-type]


@adapter.metric("only_full", "auc")
def only_full(case: AnyCase) -> float:
    if isinstance(case, Case) and any(user.unranked for user in case.users):
        raise Refuse("a cut list leaves items without a rank")
    return computes("auc(users=by_r)", case)


@adapter.metric("raises", "recall")
def raises(case: AnyCase) -> float:
    raise ValueError("no such thing\nsecond line")


@adapter.metric("crashes_once", "recall")
def crashes_once(case: AnyCase) -> float:
    if case == DEATH:
        os.abort()
    return computes("recall", case)


@adapter.metric("hangs", "recall")
def hangs(case: AnyCase) -> float:
    time.sleep(60)
    return 0.0


@adapter.metric("nan", "recall")
def nan(case: AnyCase) -> float:
    return float("nan")


CALLS: list[AnyCase] = []


@adapter.metric("remembers", "hit_rate")
def remembers(case: AnyCase) -> float:
    CALLS.append(case)
    return computes("hit_rate", case) + (len(CALLS) > 100)


@adapter.metric("chatters", "hit_rate")
def chatters(case: AnyCase) -> float:
    print('{"not": "an answer"}')
    return computes("hit_rate", case)


@adapter.metric("of_another_version", "hit_rate")
def of_another_version(case: AnyCase) -> float:
    raise AttributeError("this version has none")
