"""How `homonym ask` prints its answer, here of a record that is made up."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from homonym.cli import ask
from homonym.cli.ask import (
    answer_as_data,
    ask_about,
    convert_call_to_data,
    describe_cases_run,
    describe_choice_formulas,
    describe_function_call,
    describe_function_edges,
    describe_function_verdict,
    describe_nearest_to_function,
    describe_same_number,
    show_textbook,
)
from homonym.drafting.asked_function import FunctionAnswer
from homonym.drafting.shapes import Reading, read_shape_table
from homonym.drafting.signature import Argument, Function
from homonym.explain.compare import compare_definitions
from homonym.records.lookup import find_named
from homonym.records.same_metric import RecordedMetric
from homonym.records.schema_entry import Core, MetricEntry, NearestVariant, RepeatedCall
from homonym.reference.variants import Variant

Printed = pytest.CaptureFixture[str]
SHAPES = read_shape_table()
R = "recall(divisor=r)"
RECALL = MetricEntry(
    claims="recall",
    status="identified",
    variants=(R,),
    core=Core(ran=46, of=48, failed={"KeyError: 1": 2}),
)
FUNCTION = Function("f", (Argument("a"), Argument("b")))
READ = Reading(FUNCTION, SHAPES["lists"], {"a": "lists", "b": "truth"})


def answer(entry: MetricEntry = RECALL, **more: Any) -> FunctionAnswer:
    """What is said of a function of lists and truth."""
    plain = FunctionAnswer(READ, "recall", entry, (), (), (), None)
    return replace(plain, **more)


def test_a_call_is_told_with_its_shape() -> None:
    lines = [*describe_function_call(answer())]
    lists = SHAPES["lists"]
    assert lines[0] == f"{FUNCTION}, asked with {lists.words} (lists):"
    assert lines[1] == f"  {READ.call('f')}"
    cut = "  it takes no cut-off: its caller cuts the lists to the first k"
    assert (cut in lines) is READ.cut_by_caller


def test_a_verdict_has_the_cases_and_the_formulas() -> None:
    first, second, third, *formulas = describe_function_verdict(answer())
    assert (first, second) == ("", f"computes {R}")
    assert third == "  identified: 46 of 48 core cases; 2 × KeyError: 1"
    assert formulas == [*describe_choice_formulas(Variant.parse(R))]
    assert len(formulas) == 1 and formulas[0].startswith("  divisor = r: ")
    (gain,) = describe_choice_formulas(Variant.parse("ndcg(gain=grade)"))
    assert gain.startswith("  gain = grade: ")


def test_what_makes_a_verdict_doubtful_is_told() -> None:
    """A name that says nothing, cases that fail, and shapes that it takes too."""
    fails = changed(RECALL, core=Core(ran=1, of=48, failed={"KeyError: 1": 47}))
    other = SHAPES["lists"], "precision"
    doubtful = answer(
        fails, claims="", guessed=(SHAPES["lists"], SHAPES["lists"]), also=(other,)
    )
    lines = [*describe_function_verdict(doubtful)]
    assert "  its name matches no family: all of them were searched" in lines
    assert lines[-3:] == [
        "it fails on most cases: the shape may not be its own (--shape NAME)",
        "the shape is a guess: it gives numbers in lists too (--shape NAME)",
        f"with {SHAPES['lists'].words} (lists) it is precision",
    ]
    told = "\n".join(describe_function_verdict(answer()))
    assert "no family" not in told and "guess" not in told and "fails" not in told


def test_cases_that_gave_no_number_are_told_with_the_reason() -> None:
    core = Core(ran=1, of=4, failed={"KeyError": 1}, refused={"no k": 2})
    assert describe_cases_run(changed(RECALL, core=core)) == (
        "1 of 4 core cases; 2 × no k; 1 × KeyError"
    )


def test_of_what_nothing_explains_the_nearest_is_told() -> None:
    """Of one hit of two relevant items recall is 1/2."""
    case = "1 | 1 @1"
    near = NearestVariant(
        variant=R, agrees_on=40, of=48, witness=case, differs_on=(case,)
    )
    odd = MetricEntry(
        claims="recall", status="unexplained", nearest=near, values={case: 0.25}
    )
    assert [*describe_nearest_to_function(odd)] == [
        f"nearest is {R}, which agrees on 40 of 48",
        "  on 1 | 1 @1 that is 0.5, and yours 0.25",
    ]
    assert [*describe_nearest_to_function(RECALL)] == []


def test_conventions_that_are_not_usual_are_told() -> None:
    """What is refused is no function's, and the usual is no news."""
    odd = {"user_without_list": "skipped", "ties": "input order"}
    told = {**odd, "k_zero": "refused: no cut-off", "unsorted": "as any other"}
    assert [*describe_function_edges(changed(RECALL, conventions=told))] == [
        "",
        "edge cases",
        "  user without list: skipped",
        "  ties: input order",
    ]
    assert [*describe_function_edges(RECALL)] == []


def recorded(name: str, when: str = "") -> RecordedMetric:
    """A metric on record."""
    return RecordedMetric("lib", "1.0", name, changed(RECALL, when=when))


def test_who_computes_the_same_is_told_by_library() -> None:
    """With the input on which; nobody, where no record has it."""
    same = recorded("a"), recorded("b", "one_relevant")
    assert [*describe_same_number(answer(same=same))] == [
        "\nthe same number",
        "  lib 1.0: a, b on one relevant",
    ]
    assert [*describe_same_number(answer())][1:] == ["  nobody on record"]
    by_user = changed(RECALL, variants=("recall(divisor=r, users=caller)",))
    first, _ = describe_same_number(answer(by_user))
    assert first == "\nthe same number (the mean of its numbers)"
    both = R, "recall(divisor=min_k_r)"
    open_one = changed(RECALL, status="ambiguous", variants=both)
    assert [*describe_same_number(answer(open_one))] == []


def test_the_textbook_stands_beside_it_or_is_it(capsys: Printed) -> None:
    show_textbook(compare_definitions(find_named(R), find_named(R)))
    told = capsys.readouterr().out
    assert told == f"\nthat is the definition that its name stands for: {R}\n"
    other = find_named("recall(divisor=min_k_r)")
    show_textbook(compare_definitions(find_named(R), other))
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    named = "recall(divisor=min_k_r)"
    assert lines[1] == f"the name stands for {named}; the smallest case that differs"
    assert lines[2] == "case  1 | 1 @1"
    (head,) = (line for line in lines if "textbook" in line)
    assert head.split() == ["yours", "textbook"]
    assert lines[-1].split()[-3:] == ["1/1", "=", "1"]
    assert not lines[-1].startswith(" ")


def test_a_machine_is_told_the_same() -> None:
    told = answer_as_data(answer(same=(recorded("a"),)), "")
    assert (told["function"], told["shape"]) == (str(FUNCTION), "lists")
    assert (told["claims"], told["computes"]) == ("recall", [R])
    assert (told["unstable"], told["nearest"]) == (None, None)
    assert (told["differs_from_textbook_on"], "metric" in told) == (None, False)
    assert told["same"] == ["lib 1.0 a"]
    assert answer_as_data(answer(), "map")["metric"] == "map"
    apart = compare_definitions(find_named(R), find_named("recall(divisor=min_k_r)"))
    told = answer_as_data(answer(textbook=apart), "")
    assert told["differs_from_textbook_on"] == "1 | 1 @1"
    same = compare_definitions(find_named(R), find_named(R))
    told = answer_as_data(answer(textbook=same), "")
    assert told["differs_from_textbook_on"] is None
    call = RepeatedCall(case="1 @1", gave=(0.5, float("inf")))
    gave = convert_call_to_data(call)["gave"]
    assert gave[0] == 0.5 and isinstance(gave[1], str)


def test_each_metric_of_a_function_is_answered(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an empty line between two; a list for a machine where it has several."""
    found: dict[str, Any] = {"": answer()}
    monkeypatch.setattr(ask, "ask_every", lambda *given: found)
    monkeypatch.setattr(ask, "show_measuring_status", nullcontext)
    ask_about("f.py:f", "", "", as_json=True)
    assert json.loads(capsys.readouterr().out)["computes"] == [R]
    found |= {"map": answer(), "ndcg": ValueError("no number")}
    ask_about("f.py:f", "", "", as_json=True)
    told = capsys.readouterr()
    assert [one.get("metric") for one in json.loads(told.out)] == [None, "map"]
    assert told.err == "homonym: asked for 'ndcg', it gave no numbers\n"
    ask_about("f.py:f", "", "", as_json=False)
    shown = capsys.readouterr().out
    assert shown.startswith(f"{FUNCTION}, asked with ")
    assert shown.count(f"\n\n{FUNCTION}, asked with ") == 1
