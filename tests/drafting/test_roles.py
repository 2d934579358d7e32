"""Which part of a case an argument takes, by its name, its docstring, its place."""

from __future__ import annotations

import pytest

from homonym.drafting.roles import (
    CannotTell,
    assign_argument_parts,
    assign_lists_and_truth,
    classify_argument_side,
    is_count,
    is_cut_off,
    is_metrics_name,
    list_words_with_singular,
)
from homonym.drafting.signature import Argument, Function

A, B = Argument("a"), Argument("b")


def of(*arguments: Argument, why: str = "") -> Function:
    """A function with these arguments."""
    return Function("f", arguments, why=why)


def optional(name: str, default: str = "", told: str = "") -> Argument:
    """An argument that need not be given."""
    return Argument(name, told=told, optional=True, default=default)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("actual", "predicted", "k"), {"actual": "truth", "predicted": "lists"}),
        (("predicted", "actual", "k"), {"predicted": "lists", "actual": "truth"}),
        (("y_true", "x"), {"y_true": "truth", "x": "lists"}),
        (("x", "y_true"), {"x": "lists", "y_true": "truth"}),
        (("x", "ranking"), {"x": "truth", "ranking": "lists"}),
    ],
)
def test_two_arguments_are_lists_and_truth_where_one_says_so(
    arguments: tuple[str, ...], parts: dict[str, str]
) -> None:
    """Whatever their order; a k is the cut-off."""
    cut = {"k": "k"} if "k" in arguments else {}
    assert assign_argument_parts(of(*map(Argument, arguments))) == [parts | cut]


def test_two_arguments_that_say_nothing_may_be_either() -> None:
    """Lists first is the likelier; so where both say the same."""
    both = [{"a": "lists", "b": "truth"}, {"a": "truth", "b": "lists"}]
    assert assign_argument_parts(of(A, B)) == assign_lists_and_truth([A, B]) == both
    same = [Argument("true_a"), Argument("true_b")]
    assert len(assign_lists_and_truth(same)) == 2


def test_a_name_says_more_than_a_docstring_and_that_more_than_a_hint() -> None:
    """What says nothing leaves it to the next."""
    told = Argument("a", told="the relevant items"), B
    assert assign_lists_and_truth(told) == [{"a": "truth", "b": "lists"}]
    hinted = A, Argument("b", hint="list[Prediction]")
    assert assign_lists_and_truth(hinted) == [{"a": "truth", "b": "lists"}]
    against = Argument("actual", told="the ranking"), Argument("b", told="the truth")
    assert assign_lists_and_truth(against) == [{"actual": "truth", "b": "lists"}]
    by_told = Argument("a", hint="Truth", told="the run"), Argument("b", hint="Run")
    assert assign_lists_and_truth(by_told) == [{"a": "lists", "b": "truth"}]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("recommended_items", "lists"),
        ("test_items", "truth"),
        ("predicted_relevance", "lists"),
        ("relevance_scores", "truth"),
        ("rels", "truth"),
        ("scores", "lists"),
        ("Positives", "truth"),
        ("x", ""),
        ("", ""),
    ],
)
def test_the_surer_words_go_first(text: str, part: str) -> None:
    """`relevance_scores` are of the truth, though scores alone are of lists."""
    assert classify_argument_side(text) == part


def test_one_argument_is_the_hits_of_a_list() -> None:
    """With how many items are relevant, where that is asked for; an optional argument
    is left as it is."""
    assert assign_argument_parts(of(Argument("rel"), Argument("k"))) == [
        {"rel": "hits", "k": "k"}
    ]
    counted = of(Argument("r"), Argument("num_relevant"), optional("log"))
    assert assign_argument_parts(counted) == [{"r": "hits", "num_relevant": "count"}]
    assert assign_argument_parts(of(Argument("a"), optional("k"))) == [
        {"a": "hits", "k": "k"}
    ]


def test_a_metric_that_is_named_in_the_call_is_its_own_part() -> None:
    """An optional one, where its default is a family's name."""
    found = assign_argument_parts(
        of(Argument("qrels"), Argument("run"), Argument("metrics"))
    )
    assert found == [{"qrels": "truth", "run": "lists", "metrics": "metric"}]
    two = Argument("actual"), Argument("predicted")
    for default, more in (("ndcg@10", {"metric": "metric"}), ("cosine", {})):
        (ways,) = assign_argument_parts(of(*two, optional("metric", default)))
        assert ways == {"actual": "truth", "predicted": "lists"} | more
    assert is_metrics_name(Argument("measures"))
    assert not is_metrics_name(Argument("ndcg"))
    assert not is_metrics_name(optional("metric"))


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (of(why="it takes any number of arguments"), "it takes any number of argu"),
        (of(), "it takes no arguments"),
        (of(Argument("k")), "it takes k"),
        (of(A, B, Argument("c")), "it takes a, b, c"),
        (of(A, B, Argument("num_relevant")), "it takes a, b, num_relevant"),
    ],
)
def test_what_cannot_be_given_is_told(function: Function, why: str) -> None:
    with pytest.raises(CannotTell, match=why):
        assign_argument_parts(function)


def test_a_count_that_need_not_be_given_is_left_away() -> None:
    """Beside lists and truth."""
    found = assign_argument_parts(
        of(Argument("run"), Argument("qrels"), optional("max_rel"))
    )
    assert found == [{"run": "lists", "qrels": "truth"}]


@pytest.mark.parametrize(
    ("name", "cut_off", "count"),
    [
        ("k", True, False),
        ("top_k", True, False),
        ("topN", True, False),
        ("cutoff", True, False),
        ("n_rel", False, True),
        ("total_relevant", False, True),
        ("number_of_positives", False, True),
        ("num_items", False, False),
        ("k_list", False, False),
        ("rel", False, False),
        ("_", False, False),
    ],
)
def test_cut_offs_and_counts_go_by_all_their_words(
    name: str, cut_off: bool, count: bool
) -> None:
    argument = Argument(name)
    assert (is_cut_off(argument), is_count(argument)) == (cut_off, count)


def test_a_docstring_says_of_what_a_number_is() -> None:
    """Before the name does: of relevant items it is a count, of others none."""
    assert is_count(Argument("x", told="The total number of relevant items"))
    assert is_count(Argument("x", told="Maximum number of positives"))
    assert not is_count(Argument("max_rel", told="number of recommended items"))
    assert not is_count(Argument("x", told="relevant items, in number of clicks"))


def test_words_are_read_in_any_spelling() -> None:
    """Their plural too."""
    assert list_words_with_singular("userItems_ofNDCG10") == {
        "user",
        "items",
        "item",
        "of",
        "ndcg",
        "10",
    }
