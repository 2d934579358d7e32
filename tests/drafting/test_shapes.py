"""Shapes, readings and questions: which are tried, and how a call is written."""

from __future__ import annotations

import pytest

from homonym import UserError
from homonym.drafting.families import (
    ALSO,
    MOST_WORDS,
    WORD,
    find_definition_in_text,
    find_family_in_text,
    is_ranking_family,
    join_word_spans,
    match_name_to_definition,
    match_name_to_family,
)
from homonym.drafting.named_metrics import (
    find_metrics_in_function,
    find_quoted_names,
    strip_name_cut_off,
    takes_name,
)
from homonym.drafting.questions import (
    choose_unnamed_family,
    find_asked_metrics,
    find_textbook_definition,
    find_textbook_family,
    group_readings_by_family,
    list_draft_questions,
    render_wrapper_function,
    require_one_question,
)
from homonym.drafting.roles import CannotTell
from homonym.drafting.shapes import (
    Reading,
    check_shape,
    collect_helper_sources,
    find_columns_in_texts,
    has_shape,
    list_family_shapes,
    list_metric_spellings,
    list_shape_readings,
    make_identifier,
    read_shape_table,
)
from homonym.drafting.signature import Argument, Function
from homonym.reference.variants import Variant, aliases

SHAPES = read_shape_table()
A, P, K = Argument("actual"), Argument("predicted"), Argument("k")
NDCG = Function("ndcg", (A, P, K))
PARTS = {"actual": "truth", "predicted": "lists", "k": "k"}


def reading(shape: str, parts: dict[str, str], of: Function, asks: str = "") -> Reading:
    """A function, asked in the shape."""
    return Reading(of, SHAPES[shape], parts, asks)


def test_a_call_is_written_with_what_each_argument_takes() -> None:
    """A function with a cut-off gets whole lists; one without gets them cut."""
    whole = reading("lists", PARTS, NDCG)
    assert whole.call("f") == "f(actual=relevant(judged), predicted=items, k=case.k)"
    assert whole.cuts and not whole.cut_by_caller
    bare = Function("ndcg", (A, P))
    cut = reading("lists", {"actual": "truth", "predicted": "lists"}, bare)
    assert cut.call("f") == "f(actual=relevant(judged), predicted=items[:case.k])"
    assert cut.cut_by_caller and not cut.cuts
    assert cut.returned("f").startswith("each(case, lambda items, judged: f(actual=")
    positions = Function("f", (Argument("a", by_position=True), P, Argument("x")))
    found = reading("lists", {"a": "truth", "predicted": "lists"}, positions)
    assert found.call("g") == "g(relevant(judged), predicted=items[:case.k])"


def test_objects_are_made_with_the_cut_off_and_then_asked() -> None:
    """By a method, or by a call of the object."""
    made = Function(
        "Ndcg", (A, P), made_with=(K, Argument("log", optional=True)), method="compute"
    )
    parts = {"actual": "truth", "predicted": "lists"}
    found = reading("lists", parts, made)
    assert found.cuts
    assert found.call("Ndcg") == (
        "Ndcg(k=case.k).compute(actual=relevant(judged), predicted=items)"
    )
    called = Function("Ndcg", (A, P), made_with=(), method="__call__")
    assert reading("lists", parts, called).call("N") == (
        "N()(actual=relevant(judged), predicted=items[:case.k])"
    )
    assert {one.function for one in list_shape_readings(made, "ndcg")} == {made}
    unknown = Function("Ndcg", (A, P), made_with=(Argument("users"),), method="compute")
    with pytest.raises(CannotTell, match="its objects are made with users"):
        list_shape_readings(unknown, "ndcg")


def test_readings_differ_in_name() -> None:
    """By shape, by what the first argument takes, by what is asked for."""
    every = list_shape_readings(
        Function("f", (Argument("a"), Argument("b"), K)), "ndcg"
    )
    assert len({one.name for one in every}) == len(every) > 10
    asked = reading("lists", PARTS, NDCG, '"ab"')
    assert asked.name == "ndcg-lists-truth-22616222"
    assert reading("lists", PARTS, NDCG).name == "ndcg-lists-truth"


def test_the_text_of_a_metric_is_an_adapters() -> None:
    text = reading("lists", PARTS, NDCG).metric(
        "ndcg", "ndcg", "lib.ndcg", "    import x\n"
    )
    assert text.startswith('@adapter.metric("ndcg", claims="ndcg")\ndef ndcg(case):\n')
    assert '"""One user\'s items best first' in text
    assert "    import x\n    return each(case, lambda items, judged: lib.ndcg(" in text


@pytest.mark.parametrize(
    ("parts", "shape", "fits"),
    [
        (("lists", "truth", "k"), "lists", True),
        (("lists", "truth", "metric"), "lists", True),
        (("hits",), "lists", False),
        (("hits", "k"), "hits", True),
        (("hits", "count"), "hits", True),
        (("lists",), "lists", False),
        (("count",), "hits", False),
        (("lists", "truth"), "hits", False),
    ],
)
def test_a_shape_fits_what_arguments_take(
    parts: tuple[str, ...], shape: str, fits: bool
) -> None:
    """All of its data; hits may come alone or with their count."""
    assert SHAPES[shape].fits(parts) is fits


def test_shapes_hold_the_cases_of_families() -> None:
    """Of rankings where no family is named."""
    assert all("rankings" in one.holds for one in list_family_shapes("ndcg"))
    assert list_family_shapes("") == list_family_shapes("recall")
    assert {one.name for one in list_family_shapes("rmse")} == {
        "values",
        "value-arrays",
    } | {one.name for one in SHAPES.values() if "rating_error" in one.holds}
    assert has_shape("ndcg") and not has_shape("") and not has_shape("coverage")


def test_only_the_shape_that_is_named_is_tried() -> None:
    """Where the family's cases fit it; of a function that claims none, whatever it
    holds."""
    assert {one.shape.name for one in list_shape_readings(NDCG, "ndcg", "lists")} == {
        "lists"
    }
    assert {one.shape.name for one in list_shape_readings(NDCG, "", "values")} == {
        "values"
    }
    with pytest.raises(CannotTell, match="which values do not hold"):
        list_shape_readings(NDCG, "ndcg", "values")
    with pytest.raises(CannotTell, match="and no shape holds these"):
        list_shape_readings(NDCG, "coverage")
    hits = Function("f", (Argument("rel"),))
    with pytest.raises(CannotTell, match="takes no one user's items best first"):
        list_shape_readings(hits, "ndcg", "lists")
    check_shape("")
    check_shape("lists")
    with pytest.raises(UserError, match="shape='list' is unknown: the shapes are"):
        check_shape("list")


def test_a_metric_is_named_in_every_spelling() -> None:
    """As a name or several, by the name of the argument; with its cut-off, where the
    call has no other."""
    assert list_metric_spellings("ndcg", {"a": "lists"}) == [""]
    assert list_metric_spellings("ndcg", {"metric": "metric", "k": "k"}) == [
        '"ndcg"',
        '["ndcg"]',
    ]
    assert list_metric_spellings("ndcg", {"metrics": "metric", "k": "k"}) == [
        '["ndcg"]',
        '"ndcg"',
    ]
    at_k = 'f"ndcg@{case.k}"'
    assert list_metric_spellings("ndcg", {"metrics": "metric"}) == [
        f"[{at_k}]",
        '["ndcg"]',
        at_k,
        '"ndcg"',
    ]
    with pytest.raises(CannotTell, match="its metric names a metric: say which"):
        list_metric_spellings("", {"metric": "metric"})
    assert reading("lists", {"metric": "metric"}, NDCG, at_k).cuts


def test_columns_go_by_the_texts_of_the_code() -> None:
    """The most usual of those that stand there; else by their usual names."""
    found = find_columns_in_texts(["userId", "Item ID", "nonsense"])
    assert (found["user"], found["item"]) == ("'userId'", "'Item ID'")
    assert (found["score"], found["prediction"]) == ("'score'", "'prediction'")
    assert found["relevance"] == found["grade"] == "'rating'"
    named = find_columns_in_texts(["prediction"])
    assert named["score"] == named["prediction"] == "'prediction'"


def test_names_are_made_pythons_and_nobody_elses() -> None:
    assert make_identifier("ndcg@10 (x)") == "ndcg_10__x"
    assert [make_identifier(name) for name in ("hits", "adapter", "map")] == [
        "hits_metric",
        "adapter_metric",
        "map",
    ]


def test_what_a_text_calls_is_there_with_what_that_calls() -> None:
    text = collect_helper_sources("found = lists(case)")
    assert [line for line in text.splitlines() if line.startswith("def ")] == [
        "def ranked(pairs: Sequence[tuple[Any, float]]) -> list[Any]:",
        "def lists(case: AnyCase) -> dict[Any, list[Any]]:",
    ]
    assert collect_helper_sources("x = 1") == ""


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("get_ndcg_at_k", "ndcg"),
        ("NDCG_score", "ndcg"),
        ("mapk", "average_precision"),
        ("hit_ratio", "hit_rate"),
        ("mean_squared_error", "mse"),
        ("compute_f1", "f_score"),
        ("load", ""),
    ],
)
def test_a_function_is_named_after_a_family(name: str, home: str) -> None:
    assert match_name_to_family(name) == home


@pytest.mark.parametrize(
    ("text", "home"),
    [
        ("batch_ndcg_of_users", "ndcg"),
        ("getHitRatio", "hit_rate"),
        ("my_root_mean_squared_error", "rmse"),
        ("the mean average precision of lists", "average_precision"),
        ("precision and recall", "precision"),
        ("r of lists", ""),
        ("", ""),
    ],
)
def test_a_family_is_named_within_a_text_by_the_most_words(
    text: str, home: str
) -> None:
    """Of equally many by the first; a letter is no name."""
    assert find_family_in_text(text) == home


def test_no_name_has_more_words_than_are_looked_for() -> None:
    names = [*aliases(), *(also for every in ALSO.values() for also in every)]
    assert max(len(WORD.findall(name)) for name in names) == MOST_WORDS


def test_words_that_stand_together_are_one() -> None:
    assert list(join_word_spans(["a", "bc", "d"], 2)) == ["abc", "bcd"]
    assert list(join_word_spans(["a", "bc", "d"], 1)) == ["bc"]
    assert (
        is_ranking_family("ndcg")
        and not is_ranking_family("rmse")
        and not is_ranking_family("")
    )
    assert str(match_name_to_definition("dcg")) == "ndcg(gain=binary, ideal=none)"
    assert find_definition_in_text("nothing of it") is None


METRICS = Function(
    "evaluate",
    (Argument("run"), Argument("qrels"), Argument("metrics")),
    doc="Some of `recall@10`, 'coverage' or map@k.",
    texts=("ndcg", "load", "ndcg@5", "x y"),
)


def test_a_function_of_many_metrics_names_them() -> None:
    """In its code and its docstring: those that a shape holds."""
    assert takes_name(METRICS) and not takes_name(NDCG)
    assert [*find_quoted_names(METRICS.doc)] == ["recall@10", "coverage", "map@k"]
    assert find_metrics_in_function(METRICS) == {
        "ndcg": "ndcg",
        "recall": "recall",
        "map": "average_precision",
    }
    assert strip_name_cut_off("ndcg@k") == "ndcg" and strip_name_cut_off("x y") == ""
    every = list_draft_questions(METRICS, "", "")
    assert [one.metric for one in every] == ["ndcg", "recall", "map"]
    assert {one.claims for one in every} == {"ndcg", "recall", "average_precision"}
    assert {*group_readings_by_family(every)} == {"ndcg", "recall", "average_precision"}
    with pytest.raises(UserError, match="it names ndcg, recall, map"):
        require_one_question(every)
    assert require_one_question(every[:1]) is every[0]


def test_the_metric_that_is_asked_for_is_the_only_one() -> None:
    """Without its cut-off; of a function that takes no name none can be said."""
    assert find_asked_metrics(METRICS, "map@5") == {"map": "average_precision"}
    assert find_asked_metrics(METRICS, "own map") == {"own map": "average_precision"}
    assert find_asked_metrics(NDCG, "") == {"": "ndcg"}
    with pytest.raises(UserError, match="takes no metric's name, and 'map' is given"):
        find_asked_metrics(NDCG, "map")
    silent = Function("evaluate", METRICS.arguments)
    with pytest.raises(UserError, match="say which, as in metric='ndcg'"):
        find_asked_metrics(silent, "")


def test_what_a_function_stands_for_goes_by_its_name_then_by_its_first_line() -> None:
    """Or by the name of the metric that it is given."""
    doc = "\nRecall of lists.\nNot the precision."
    assert find_textbook_family(Function("score", (), doc)) == "recall"
    assert find_textbook_family(Function("precision_of_all", (), doc)) == "precision"
    assert find_textbook_family(Function("score", (), "Nothing.\nrecall")) == ""
    assert find_textbook_definition(NDCG, "mean map") == Variant.with_defaults("map")
    assert find_textbook_definition(NDCG, "") == Variant.with_defaults("ndcg")


def test_without_a_name_all_families_of_the_cases_are_searched() -> None:
    plain = Function("score", (A, P))
    (one,) = list_draft_questions(plain, "", "")
    assert one.claims == "" and choose_unnamed_family(one.tried) == "precision"
    assert [*group_readings_by_family([one])] == ["precision"]
    (values,) = list_draft_questions(plain, "values", "")
    assert choose_unnamed_family(values.tried) == "rmse"


def test_what_cannot_be_asked_gets_five_lines_to_write() -> None:
    """Of lists, or of values where the name says these."""
    with pytest.raises(UserError, match="ndcg cannot be asked: it takes no arguments"):
        list_draft_questions(Function("ndcg", ()), "", "")
    assert "def ndcg_of_lists(recommended, relevant, k):" in render_wrapper_function(
        NDCG, "ndcg"
    )
    assert "return ndcg(recommended[:k], relevant)" in render_wrapper_function(NDCG, "")
    assert "def ndcg_of_values(predictions, true_values):" in render_wrapper_function(
        NDCG, "rmse"
    )
    nameless = render_wrapper_function(Function("<lambda>", ()), "")
    assert "def metric_of_lists(" in nameless and "lambda" not in nameless
