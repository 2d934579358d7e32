"""What is said of somebody's function, from fits and answers that are made up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fakes.scripted import Scripted, raises
from msgspec.structs import replace

from homonym.adapters.contract import Metric, Value
from homonym.cli.ask import answer_as_data, describe_function_verdict
from homonym.drafting import asked_function
from homonym.drafting.asked_function import (
    TRIES,
    FunctionAnswer,
    answer_draft_question,
    ask_every,
    compare_with_textbook,
    find_same_recorded_metrics,
    isolate_hypothesis_home,
    list_guessed_shapes,
    list_other_shapes,
    make_no_numbers_error,
    measure_asked_function,
    open_target_process,
)
from homonym.drafting.fitting import Fit
from homonym.drafting.questions import DraftQuestion
from homonym.drafting.shapes import Reading, read_shape_table
from homonym.drafting.signature import Argument, Function
from homonym.errors import Broken, UserError
from homonym.measurement.calls import Calls
from homonym.records.schema_entry import Core, MetricEntry, RepeatedCall
from homonym.reference.corpus import core
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

BY_R, BY_K, PRECISION = map(
    Variant.parse,
    ("recall(divisor=r)", "recall(divisor=min_k_r)", "precision(divisor=k)"),
)
NOTHING = MetricEntry(claims="recall", status="unexplained")
FIRST = core(Case)[0]


def watch(stage: str, done: int, of: int) -> None:
    """Nobody looks."""


def reading(shape: str = "lists", name: str = "f") -> Reading:
    """A function of lists and truth, asked in that shape."""
    function = Function(name, (Argument("a"), Argument("b")))
    return Reading(function, read_shape_table()[shape], {"a": "lists", "b": "truth"})


def raising(*readings: Reading) -> Scripted:
    """A process in which each of these raises."""
    library = Scripted({one.name: raises for one in readings})
    library.adapter.metrics = {
        one.name: Metric(one.name, "recall", lambda case: 0.0) for one in readings
    }
    return library


def fit(shape: str, *variants: Variant, claimed: bool = True) -> Fit:
    """What explains the function in that shape."""
    return Fit(reading(shape), {FIRST: Value(0.5)}, 0, frozenset(variants), claimed)


def identified(*variants: Variant, ran: int = 48, **failed: int) -> MetricEntry:
    """What a record says of a metric that is one of these."""
    counts = Core(ran=ran, of=48, failed=failed)
    status = "identified" if len(variants) == 1 else "ambiguous"
    named: Any = tuple(map(str, variants))
    return MetricEntry(claims="recall", status=status, variants=named, core=counts)


def answered(entry: MetricEntry) -> FunctionAnswer:
    """The answer with that entry."""
    return FunctionAnswer(reading(), "recall", entry, (), (), (), None)


def test_an_answer_has_the_first_definition_of_its_record() -> None:
    """None where there is none; of one that is left to its caller that is said."""
    assert answered(NOTHING).variant is None and not answered(NOTHING).by_user
    both = answered(identified(BY_R, BY_K))
    assert both.variant == BY_R and not both.by_user
    caller = Variant.parse("recall(divisor=r, users=caller)")
    assert answered(identified(caller)).by_user


def test_of_an_unstable_function_the_smallest_call_is_told() -> None:
    """In words and as data; of any other there is none."""
    gave = {"1 . . 1 @3": (1.0, 0.25), "1 . @1": (0.5, "raises KeyError")}
    calls = tuple(RepeatedCall(case=line, gave=each) for line, each in gave.items())
    entry = MetricEntry(claims="recall", status="unstable", unstable=calls)
    found = answer_as_data(answered(entry), "")
    assert found["unstable"] == {"case": "1 . @1", "gave": [0.5, "raises KeyError"]}
    told = [*describe_function_verdict(answered(entry))]
    words = "one input gives two numbers (0.5 or raises KeyError on 1 . @1)"
    assert f"computes unstable: {words}" in told
    assert answer_as_data(answered(NOTHING), "")["unstable"] is None


def test_it_mostly_fails_where_more_cases_failed_than_gave_a_number() -> None:
    """As many are not more; of cases that nobody counted nothing is said."""
    assert not answered(NOTHING).mostly_fails
    assert not answered(identified(BY_R)).mostly_fails
    assert not answered(identified(BY_R, ran=24, KeyError=20, TypeError=4)).mostly_fails
    assert answered(identified(BY_R, ran=23, KeyError=20, TypeError=5)).mostly_fails


def test_other_shapes_are_those_in_which_it_is_another_definition() -> None:
    """Of the family that it is named after, each definition once, by its shortest name
    where several are left."""
    best = fit("lists", BY_R)
    others = [
        fit("hits"),
        fit("graded", BY_K, claimed=False),
        fit("nested", BY_R, BY_K),
        fit("sets", PRECISION, BY_K),
        fit("nested-hits", PRECISION),
        fit("graded-rows", BY_K),
    ]
    found = [(shape.name, said) for shape, said in list_other_shapes(best, others)]
    assert found == [("sets", str(PRECISION)), ("graded-rows", str(BY_K))]


def test_a_shape_is_guessed_where_nothing_says_which() -> None:
    """All of them of a function that nothing explains; those that are unexplained where
    its name says nothing."""
    others = [fit("hits"), fit("nested", BY_K)]

    def names(best: Fit, claims: str) -> list[str]:
        return [shape.name for shape in list_guessed_shapes(best, others, claims)]

    assert names(fit("lists"), "recall") == ["hits", "nested"]
    assert names(fit("lists", BY_R), "") == ["hits"]
    assert names(fit("lists", BY_R), "recall") == []


def test_what_gives_no_number_is_told_with_the_function() -> None:
    """Where a shape was said nothing else is to be said; otherwise one may be."""
    first, second = reading("lists", "mine"), reading("hits", "other")
    library = raising(first, second)
    question = DraftQuestion("", "recall", (first, second))
    with Calls(library) as calls:
        said = make_no_numbers_error(calls, question, "lists")
        assert isinstance(said, Broken)
        assert said.message.startswith("mine(a, b) gave no number in\n  lists ")
        assert said.message.count("KeyError: 1") == 2
        unsaid = make_no_numbers_error(calls, question, "")
    assert isinstance(unsaid, UserError)
    assert "if it takes one of these, say" in unsaid.message
    assert unsaid.remedy and "def mine_of_lists(" in unsaid.remedy


def test_the_textbook_stands_beside_a_definition_where_there_are_both() -> None:
    """Of a number for each user the mean; of several definitions the first."""
    caller = Variant.parse("recall(divisor=r, users=caller)")
    assert compare_with_textbook(NOTHING, BY_R) is None
    assert compare_with_textbook(identified(BY_R), None) is None
    found = compare_with_textbook(identified(caller), BY_K)
    assert found and [side.variant for side in found.sides] == [BY_R, BY_K]
    several = compare_with_textbook(identified(BY_R, PRECISION), BY_K)
    assert several and several.sides[0].variant == BY_R


def test_the_same_metric_is_looked_for_where_one_definition_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a number for each user the mean, as libraries record it; what no record knows
    is none of them."""
    newest = asked_function.yield_newest_metrics
    monkeypatch.setattr(asked_function, "adapters", lambda: ["recbole", "rs-metrics"])
    monkeypatch.setattr(
        asked_function,
        "yield_newest_metrics",
        lambda library: [SimpleNamespace(recorded=None), *newest(library)],
    )
    found = find_same_recorded_metrics(identified(BY_R))
    names = {(one.library, one.name) for one in found}
    assert ("recbole", "Recall") in names
    assert all(len(one.entry.variants) == 1 for one in found)
    caller = Variant.parse("recall(divisor=r, users=caller)")
    assert find_same_recorded_metrics(identified(caller)) == found
    assert find_same_recorded_metrics(NOTHING) == ()
    assert find_same_recorded_metrics(identified(BY_R, BY_K)) == ()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What each of two metrics of a function is answered, by its name; a process that
    cannot be asked has an error in what it says of itself."""
    found: dict[str, Any] = {"about": {}}
    questions = [DraftQuestion(name, name, [reading()]) for name in ("map", "auc")]

    @contextmanager
    def opened(where: str, tried: Any) -> Iterator[Any]:
        library = Scripted({})
        library.about = found["about"]
        yield library

    def answer(_: Any, question: DraftQuestion, shape: str, progress: Any) -> Any:
        if isinstance(found[question.metric], Exception):
            raise found[question.metric]
        return found[question.metric]

    monkeypatch.setattr(asked_function, "read_target", lambda _: None)
    monkeypatch.setattr(asked_function, "list_draft_questions", lambda *_: questions)
    monkeypatch.setattr(asked_function, "open_readings_process", opened)
    monkeypatch.setattr(asked_function, "answer_draft_question", answer)
    return found


def test_each_metric_of_a_function_has_its_answer_or_a_sentence(
    asked: dict[str, Any],
) -> None:
    """Where none has an answer the first sentence is raised."""
    wrong, odd = UserError("no number"), UserError("odd")
    asked |= {"map": answered(NOTHING), "auc": odd}
    assert ask_every("m:f", "", "", watch) == {"map": asked["map"], "auc": odd}
    asked["map"] = wrong
    with pytest.raises(UserError, match="no number"):
        ask_every("m:f", "", "", watch)
    asked["map"] = ValueError("a bug of homonym's own")
    with pytest.raises(ValueError, match="own"):
        ask_every("m:f", "", "", watch)


def test_a_function_that_cannot_be_imported_cannot_be_asked(
    asked: dict[str, Any],
) -> None:
    """Before anything is asked."""
    with open_target_process("m:f", []) as library:
        assert isinstance(library, Scripted)
    asked["about"] = {"error": "ImportError: no m"}
    with (
        pytest.raises(Broken, match=r"^m:f cannot be asked: ImportError: no m$"),
        open_target_process("m:f", []),
    ):
        pass


def test_a_fit_is_measured_and_the_others_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the definition that its name stands for; without a fit there is an error."""
    monkeypatch.setattr(asked_function, "adapters", list)
    best, other = fit("lists", BY_K), fit("hits", PRECISION)
    fits: list[Any] = [None, (best, [other])]
    monkeypatch.setattr(asked_function, "find_best_fit", lambda *_: fits[-1])
    monkeypatch.setattr(
        asked_function, "measure_asked_function", lambda *_: identified(BY_K)
    )
    library = raising(best.reading)
    question = DraftQuestion("recall", "recall", [best.reading])
    found = answer_draft_question(library, question, "", watch)
    assert (found.reading, found.claims, found.guessed) == (best.reading, "recall", ())
    assert [(shape.name, said) for shape, said in found.also] == [
        ("hits", str(PRECISION))
    ]
    assert found.textbook and found.textbook.sides[0].variant == BY_K
    fits.pop()
    with pytest.raises(UserError, match="gave no number in"):
        answer_draft_question(library, question, "", watch)


def test_what_is_measured_is_of_the_last_edition_and_not_of_the_example(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Under the name of the reading, with what the process says of itself."""
    given: list[Any] = []

    class Session:
        """What is measured, in the place of a real one."""

        def __init__(self, *made: Any) -> None:
            given.extend(made)

        def record(self, about: dict[str, Any]) -> Any:
            given.append(about)
            return replace_metrics(about["names"])

    def replace_metrics(names: list[str]) -> Any:
        entry = replace(NOTHING, formula="what it says")
        return type("Recorded", (), {"metrics": dict.fromkeys(names, entry)})

    monkeypatch.setattr(asked_function, "Session", Session)
    monkeypatch.setattr(asked_function, "editions", lambda: ["first", "second", "last"])
    library = Scripted({})
    library.about = {"version": "1", "names": ["other"]}
    with Calls(library) as calls:
        entry = measure_asked_function(calls, reading(), watch)
        assert given[:6] == [calls, "last", None, watch, TRIES, False]
    assert given[6] == {"version": "1", "names": [reading().name]}
    assert entry.formula == "what it says"


def test_what_hypothesis_learns_is_kept_in_a_folder_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever happens meanwhile, it is where it was afterwards."""
    kept: list[Any] = []
    monkeypatch.setattr(
        asked_function.configuration, "set_hypothesis_home_dir", kept.append
    )
    with pytest.raises(KeyError), isolate_hypothesis_home():
        assert Path(kept[0]).is_dir()
        raise KeyError
    assert not Path(kept[0]).exists() and kept[1:] == [None]
