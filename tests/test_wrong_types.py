"""Whatever is handed to a public name is taken, or refused in one sentence.

`tests/test_arguments.py` has the sentences of lists; here stand values of all types, in
the place of each argument.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from inspect import signature
from typing import Any

import pytest

import homonym
from homonym import Broken, CaseError, RatingCase, TableCase, UnknownName, UserError

OURS = (UserError, Broken, UnknownName, CaseError)
WRONG: tuple[Any, ...] = (
    *(None, 3, -2.5, True, float("nan"), "", "no_such", b"x", "x" * 5000),
    *([None], ["a"], {"a": 1}, {1}, (), object(), 10**5000),
)
"""What is handed in: a few of these are right in some place."""
CASES = [
    getattr(homonym, name)
    for name in homonym.__all__
    if name.endswith("Case") and name not in ("AnyCase", "TableCase")
]
KNOWN = ", ".join(sorted(homonym.families()))
RECALL = homonym.Variant.parse("recall(divisor=r)")
CASE = homonym.Case.parse("1 . @2")
ROWS, TRUTH = [(1, 2, 0.5)], [(1, 2, 1)]
PLACES: dict[str, Callable[[Any], object]] = {
    "Variant.parse": homonym.Variant.parse,
    "Variant.with_defaults": homonym.Variant.with_defaults,
    "Variant.value": RECALL.value,
    **{f"{kind.__name__}.parse": kind.parse for kind in CASES},
    "TableCase.like": TableCase.like,
    "TableCase.of id": lambda one: TableCase.of(one, ROWS, TRUTH, 1),
    "TableCase.of lists": lambda one: TableCase.of("t", one, TRUTH, 1),
    "TableCase.of truth": lambda one: TableCase.of("t", ROWS, one, 1),
    "TableCase.of k": lambda one: TableCase.of("t", ROWS, TRUTH, one),
    "TableCase.of catalogue": lambda one: TableCase.of("t", ROWS, TRUTH, 1, one),
    "TableCase.of row": lambda one: TableCase.of("t", [one], TRUTH, 1),
    "TableCase.of user": lambda one: TableCase.of("t", [(one, 2, 0.5)], TRUTH, 1),
    "TableCase.of item": lambda one: TableCase.of("t", ROWS, [(1, one, 1)], 1),
    "TableCase.of grade": lambda one: TableCase.of("t", ROWS, [(1, 2, one)], 1),
}
"""Where it is handed in."""


def adapter_of(
    documented: Any = None,
    claims: Any = "recall",
    returns: Any = 0.5,
    name: Any = "recall",
    precision: Any = 1e-9,
    names: Any = lambda: ["recall"],
) -> homonym.Adapter:
    """An adapter of one metric."""
    found = homonym.Adapter("mine", "json", "Mine", "", names)
    found.metric(name, claims, documented, precision)(lambda case: returns)
    return found


def asked(**given: Any) -> dict[str, Any]:
    """What such a one measures."""
    return {**homonym.measure(adapter_of(**given), CASE)}


def promised(
    variant: Any = "recall(divisor=r)", quote: Any = "w", **its: Any
) -> object:
    """What one measures whose metric is documented so."""
    return asked(documented=homonym.Documented(variant, quote, **its))


def recall(recommended: list[int], relevant: list[int], k: int) -> float:
    """A function that is asked what it computes."""
    return len({*recommended[:k]} & {*relevant}) / len(relevant)


NO_HIT_RATE = (("counts", "any"), ("depth", "all"), ("users", "mean_nonzero"))
LISTS, LIKED = {"ann": ["a", "b"]}, {"ann": ["a"]}
PLACES |= {
    "value variant": lambda one: homonym.value(one, LISTS, LIKED, k=1),
    "value lists": lambda one: homonym.value(RECALL, one, LIKED, k=1),
    "value truth": lambda one: homonym.value(RECALL, LISTS, one, k=1),
    "value k": lambda one: homonym.value(RECALL, LISTS, LIKED, k=one),
    "value train": lambda one: homonym.value(RECALL, LISTS, LIKED, k=1, train=one),
    "value catalogue": lambda c: homonym.value(RECALL, LISTS, LIKED, k=1, catalogue=c),
    "witness": lambda one: homonym.witness(RECALL, one),
    "compare": lambda one: homonym.compare(RECALL, one),
    "measure library": lambda one: homonym.measure(one, CASE),
    "measure checkout": lambda one: homonym.measure(adapter_of(), CASE, checkout=one),
    "measure case": lambda one: homonym.measure(adapter_of(), one),
    "measure metrics": lambda one: homonym.measure(adapter_of(), CASE, one),
    "measure a metric": lambda one: homonym.measure(adapter_of(), CASE, [one]),
    "check library": homonym.check,
    "check record": lambda one: homonym.check("no_library", one),
    "check tries": lambda one: homonym.check("no_library", tries=one),
    "check seed": lambda one: homonym.check("no_library", seed=one),
    "read_record": homonym.read_record,
    "ask": homonym.ask,
    "ask file": lambda one: homonym.ask(f"{type(one).__name__}\0:f"),
    "ask shape": lambda one: homonym.ask(recall, shape=one),
    "ask metric": lambda one: homonym.ask(recall, metric=one),
    "functions": homonym.functions,
    "functions package": lambda one: homonym.functions(re, one),
    "variant by hand": lambda one: homonym.value(
        homonym.Variant("ndcg", one), LISTS, LIKED, k=1
    ),
    "choice by hand": lambda one: homonym.Variant("recall", one).value(CASE),
    "family by hand": lambda one: str(homonym.Variant(one, RECALL.choices)),
    "case by hand": lambda one: RECALL.value(homonym.Case(one, 1)),
    "k by hand": lambda one: RECALL.value(homonym.Case(CASE.users, one)),
    "answer case": lambda one: homonym.answer(one, lambda: 1),
    "answer ask": lambda one: homonym.answer(CASE, one),
    "claims": lambda one: asked(claims=one),
    "metric": lambda one: asked(name=one),
    "precision": lambda one: asked(precision=one),
    "entry": lambda one: adapter_of().metric("m", "recall", entry=one),
    "registered": adapter_of(name="other").metric("m", "recall"),
    "names": lambda one: asked(names=one),
    "names gives": lambda one: asked(names=lambda: ["recall", one]),
    "documented": lambda one: asked(documented=one),
    "Documented variant": promised,
    "Documented quote": lambda one: promised(quote=one),
    "Documented more": lambda one: promised(more=one),
    "Documented also": lambda one: promised(also=one),
}
"""The same of the other functions."""
RETURNED: dict[str, Callable[[Any], dict[str, Any]]] = {
    "a number": lambda one: asked(returns=one),
    "a Value": lambda one: asked(returns=homonym.Value(one)),
    "users' numbers": lambda one: asked(returns=homonym.Value(None, one)),
}
ON_TABLES = [
    (function, name)
    for function in (
        homonym.evaluate,
        homonym.identify,
        homonym.identify_values,
        homonym.dissent,
    )
    for name in signature(function).parameters
]
HANDED = (None, 3, -2.5, True, b"x", "x" * 5000, [None], {"a": 1}, object())


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is given beside; every table is there, and is read."""
    folder = tmp_path_factory.mktemp("tables")
    files = {
        "predictions": "user,item,score\n1,1,0.5\n1,2,0.4\n2,2,0.5\n2,3,0.1\n",
        "other": "user,item,score\n1,2,0.5\n1,1,0.4\n2,2,0.1\n2,3,0.5\n",
        "truth": "user,item\n1,1\n2,3\n",
    }
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return {name: str(folder / f"{name}.csv") for name in files}


@pytest.mark.parametrize(
    "handed", [HANDED[-1:], pytest.param(HANDED[:-1], marks=pytest.mark.exhaustive)]
)
@pytest.mark.parametrize(("function", "name"), ON_TABLES)
def test_tables_and_options_are_taken_or_told(
    function: Callable[..., object],
    name: str,
    handed: tuple[object, ...],
    tables: dict[str, Any],
) -> None:
    """Of what is evaluated, identified and compared."""
    paths = tables["predictions"], tables["truth"]
    given = {"predictions": paths[0], "truth": paths[1], "k": 1}
    if function is homonym.identify:
        given |= {"value": "0.5", "metric": "recall"}
    elif function is homonym.identify_values:
        given["values"] = {"recall": "0.5"}
    else:
        given["metrics"] = ["recall(divisor=r)", "recall(divisor=min_k_r)"]
    if function is homonym.dissent:
        given |= {"runs": [given.pop("predictions"), tables["other"]], "draws": 9}
    elif name in ("seed", "draws"):
        given["interval"] = 0.95
    for one in handed:
        for said in raised(partial(function, **{**given, name: one})):
            assert "\n" not in said.split("\n  ")[0] and "x" * 100 not in said


@pytest.mark.parametrize("place", RETURNED)
def test_what_a_metric_returns_is_a_measurement(place: str) -> None:
    """A Failed names the type of what is no number."""
    for one in WRONG:
        (found,) = RETURNED[place](one).values()
        assert isinstance(found, homonym.Value | homonym.Failed)
        assert isinstance(found, homonym.Value) or "NoNumber: it" in found.error


def raised(call: Callable[[], object]) -> Iterator[str]:
    """What a call says; nothing where it takes what it is given."""
    try:
        call()
    except OURS as error:
        yield str(error)


@pytest.mark.parametrize("place", PLACES)
def test_any_type_is_taken_or_told(place: str) -> None:
    """Never by AttributeError, KeyError or TypeError; nothing long is quoted whole."""
    told = [said for one in WRONG for said in raised(partial(PLACES[place], one))]
    assert told
    for said in told:
        sentence, *remedy = said.split("\n  ")
        listed = place == "ask shape"  # what there is, one below the other
        assert "\n" not in sentence or listed
        assert len(remedy) < 2 or listed
        assert "x" * 100 not in said and "0" * 100 not in said
        assert not re.search(r"Traceback|AttributeError|TypeError", said)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            lambda: str(homonym.Variant("ndgc", ())),
            f"unknown metric: 'ndgc'; did you mean ndcg? known are {KNOWN}",
        ),
        (
            lambda: homonym.witness(RECALL, homonym.Variant("hit_rate", ())),
            "a variant of hit_rate has choices (): give one on each of counts, depth, "
            "users, or have homonym.Variant.parse read an id, as "
            "'hit_rate(counts=any)'",
        ),
        (
            lambda: homonym.compare(
                homonym.Variant("recall", (("divisor", "zz"), *RECALL.choices[1:])),
                RECALL,
            ),
            "a variant of recall has choices [('divisor', 'zz')]: give one on each of "
            "divisor, cut, rank, depth, users, or have homonym.Variant.parse read an "
            "id, as 'recall(divisor=r)'",
        ),
        (
            lambda: homonym.witness(homonym.Variant("hit_rate", NO_HIT_RATE), RECALL),
            "'hit_rate(counts=any, depth=all, users=mean_nonzero)' is not a variant: "
            "every user with a hit that counts has 1, and so has their mean",
        ),
        (
            lambda: homonym.witness("rs-metrics.mapr", RECALL),
            "'rs-metrics.mapr' is a library's metric, and a definition is asked for\n"
            "  homonym explain rs-metrics.mapr says which one it computes",
        ),
        (
            lambda: homonym.value("Hit Ratio @ k", LISTS, LIKED, k=1),
            "'Hit Ratio @ k' names no definition; the nearest is hit_rate(counts=any)\n"
            "  homonym variants hit_rate lists what else it may be",
        ),
        (
            lambda: homonym.Case(None, "x"),
            "the users of a case are None: give a tuple of Ranking, or have parse "
            "read the case from its line",
        ),
        (
            lambda: homonym.Case(CASE.users, "x"),
            "the cut-off k is 'x': give a whole number",
        ),
        (
            lambda: adapter_of().metric("recall", "recall")(len),
            "the metric 'recall' of 'mine' is registered twice: give each a name of "
            "its own, as in 'ndcg(type=raw)'",
        ),
        (
            lambda: adapter_of().metric("m", "recall", entry="x"),
            "the metric 'm' of 'mine' has entry='x': give 'function' or 'function "
            "alone' or 'pipeline'",
        ),
        (
            lambda: adapter_of().metric("m", "recall")(3),
            "the metric 'm' of 'mine' is 3: register a function",
        ),
        (
            lambda: homonym.check("no_library", seed=-1),
            "seed is -1: give a whole number from 0",
        ),
        (
            lambda: homonym.measure(adapter_of(), CASE, checkout=5),
            "checkout is 5: give a path, as a Path or a text",
        ),
        (
            lambda: homonym.families("zz"),
            "'zz' is no type of case: give homonym.AspectCase, homonym.Case, "
            "homonym.LabelCase, homonym.LoggedCase, homonym.RatingCase or "
            "homonym.RunCase",
        ),
        (
            lambda: homonym.Variant.parse(None),
            "a definition is a text, as in 'recall(divisor=r)', not None",
        ),
        (
            lambda: homonym.Variant.with_defaults(["MAP"]),
            "a definition is a text, as in 'recall(divisor=r)', not ['MAP']",
        ),
        (
            lambda: homonym.Case.parse(None),
            "Case.parse reads a text, as in '1 . @2', not None",
        ),
        (
            lambda: homonym.LabelCase.parse(3),
            "LabelCase.parse reads a text, as in '1=0.9 0=.', not 3",
        ),
        (
            lambda: RECALL.value("1 . @2"),
            "recall(divisor=r) takes rankings: give a homonym.Case, as "
            "homonym.Case.parse reads it, not '1 . @2'",
        ),
        (
            lambda: RECALL.value(RatingCase.parse("5=4")),
            "recall(divisor=r) takes rankings: give a homonym.Case, as "
            "homonym.Case.parse reads it, not the RatingCase '5=4'",
        ),
        (
            lambda: RECALL.value(TableCase.like(CASE)),
            "recall(divisor=r) takes rankings: give a homonym.Case, as "
            "homonym.Case.parse reads it, not the TableCase '1 . @2'",
        ),
        (
            lambda: TableCase.of("t", [(1, 2)], TRUTH, 1),
            "(1, 2) is no row of the recommendations: give (user, item, score)",
        ),
        (
            lambda: TableCase.of("t", ROWS, [(1, ["a"], 1)], 1),
            "['a'] in the truth can be no item: give a text or a number",
        ),
        (
            lambda: TableCase.of("t", ROWS, [(1, 2, "high")], 1),
            "the grade of item 2 of user 1 is 'high': give a number",
        ),
        (
            lambda: TableCase.of("t", [(1, 1j, 0.5), (1, 2j, 0.4)], [], 1),
            "items have no order ('<' not supported between instances of 'complex' "
            "and 'complex'): write them as texts or as numbers",
        ),
    ],
)
def test_the_sentence_names_the_value_and_what_is_accepted(
    call: Callable[[], object], says: str
) -> None:
    with pytest.raises(OURS) as told:
        call()
    assert str(told.value) == says


def test_errors_of_values_are_pythons_too() -> None:
    """For whoever catches ValueError."""
    for call in (homonym.Variant.parse, homonym.Case.parse, RECALL.value):
        with pytest.raises(ValueError, match="not None"):
            call(None)
