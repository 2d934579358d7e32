"""The public API: what `import homonym` offers, and what it costs."""

from __future__ import annotations

import ast
import inspect
import pickle
import subprocess
import sys
import traceback
import types
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, ClassVar

import pytest

import homonym
from homonym.errors import Broken, UserError
from homonym.gate import check as gate
from homonym.measurement import library_process
from homonym.measurement.refutation import SEED, TRIES
from homonym.reference.names import Ambiguous, UnknownName
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, every_family, families
from homonym.reports.evidence.describe import depends_on_others, depends_on_scores

ROOT = Path(__file__).parents[1]
API = ROOT / "docs" / "api.md"
LISTS = {"ann": ["a", "b", "c"], "bob": ["d", "b", "a"]}
TRUTH = {"ann": ["a", "x"], "bob": ["b"]}
NAN = float("nan")
HEAVY = ("numpy", "pandas", "typer", "rich", "hypothesis", "pytest", "_pytest")

OLD_DRAFT = '''
"""How homonym asks drafted, as `homonym init` wrote it before `import homonym`."""

from __future__ import annotations

from homonym.adapters.contract import Adapter, Refuse, Value
from homonym.adapters.functions import functions


def names():
    import drafted

    return [*functions(drafted, "drafted")]


adapter = Adapter(
    library="drafted",
    module="drafted",
    title="drafted",
    homepage="",
    names=names,
    out_of_scope={},
)


def each(case, metric):
    if set(case.truth) != set(case.recommendations):
        raise Refuse("it takes one user's list and truth: a user has both")
    found = []
    for user, judged in case.truth.items():
        ranked = [item for item, score in case.recommendations[user]]
        found.append(float(metric(ranked, dict(judged))))
    return Value(None, tuple(found))


@adapter.metric("recall", claims="recall")
def recall(case):
    import drafted

    return each(
        case, lambda ranked, relevant: drafted.recall(ranked, relevant, k=case.k)
    )
'''
LIBRARY = """
__version__ = "1.0.0"


def recall(ranked, relevant, k):
    return len(set(ranked[:k]) & set(relevant)) / len(relevant)
"""


@pytest.fixture
def drafted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a small library with an adapter as older drafts were."""
    (tmp_path / "drafted.py").write_text(LIBRARY)
    (tmp_path / "old_draft.py").write_text(OLD_DRAFT)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_it_is_imported_at_once_and_brings_nothing(tmp_path: Path) -> None:
    """Under 50 ms, the best of five; no name but the package itself is loaded."""
    code = (
        "import sys, time\n"
        "before, started = set(sys.modules), time.perf_counter()\n"
        "import homonym\n"
        "spent = time.perf_counter() - started\n"
        "print(spent, *sorted(set(sys.modules) - before))"
    )
    runs = [said(code, tmp_path).split() for _ in range(5)]
    assert min(float(spent) for spent, *_ in runs) < 0.05
    for _, *loaded in runs:
        assert not {name.partition(".")[0] for name in loaded} & set(HEAVY)
        assert [name for name in loaded if name.startswith("homonym")] == ["homonym"]


def said(code: str, folder: Path) -> str:
    """What a fresh interpreter prints, away from the checkout."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_name_is_the_same_from_its_own_module() -> None:
    """What is imported for types is what is loaded; nothing is listed twice or not."""
    tree = ast.parse(Path(homonym.__file__).read_text())
    (block,) = [node for node in tree.body if isinstance(node, ast.If) and typed(node)]
    stands = {
        name.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert sorted(stands) == sorted(homonym.__all__)
    for name, module in stands.items():
        found = getattr(__import__(module, fromlist=[name]), name)
        assert getattr(homonym, name) is found
    assert set(homonym.__all__) <= set(dir(homonym))
    with pytest.raises(AttributeError, match="'homonym' has no attribute 'nothing'"):
        homonym.nothing  # type: ignore[attr-defined]  # noqa: B018


def typed(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


CALLED: dict[str, Callable[[Any], object]] = {
    "AnyCase": lambda its: isinstance(its, type),
    "Adapter": lambda its: its("l", "m", "t", "", list).distribution == "l",
    "Ambiguous": lambda its: issubclass(its, homonym.UnknownName),
    "ask": lambda its: its.__module__ == "homonym.public.libraries",
    "AspectCase": lambda its: its.parse("5a 5ab @2").k == 2,
    "Broken": lambda its: its("no").exit_code == 3,
    "Case": lambda its: its.parse("1 . @2").k == 2,
    "CaseError": lambda its: issubclass(its, ValueError),
    "Comparison": lambda its: isinstance(homonym.compare("ARHR", "ARHR"), its),
    "Documented": lambda its: its("recall(divisor=r)", "words").quote == "words",
    "FLOAT32": lambda its: its == 1e-5,
    "FLOAT64": lambda its: its == 1e-9,
    "Error": lambda its: issubclass(its, Exception),
    "Failed": lambda its: its("E", "f.py:1").where == "f.py:1",
    "Evaluation": lambda its: callable(its.to_pandas),
    "Family": lambda its: isinstance(homonym.families()["ndcg"], its),
    "FunctionAnswer": lambda its: is_returned_by(its, homonym.ask),
    "Identifications": lambda its: issubclass(its, list),
    "IdentifiedValues": lambda its: issubclass(its, dict),
    "Judged": lambda its: is_returned_by(its, homonym.dissent),
    "LabelCase": lambda its: its.parse("1=0.9").users,
    "LoggedCase": lambda its: its.parse("1/3 0/1 ^ 1 0.6 0.3").users,
    "RatingCase": lambda its: its.parse("5=4.5").users,
    "Record": lambda its: its,
    "Refuse": lambda its: issubclass(its, Exception),
    "Refused": lambda its: its("why").reason == "why",
    "Result": lambda its: is_returned_by(its, homonym.check),
    "RunCase": lambda its: its.parse("ab > cd @2").k == 2,
    "TableCase": lambda its: its.of("t", [(1, 2, 0.5)], [(1, 2, 1)], 1).k == 1,
    "UnknownName": lambda its: issubclass(its, ValueError),
    "UserError": lambda its: its("no").exit_code == 2,
    "Value": lambda its: its(0.5).value == 0.5,
    "Verification": lambda its: is_returned_by(its, homonym.verify),
    "Variant": lambda its: its.parse("recall(divisor=r)").family == "recall",
    "answer": lambda its: its(Case.parse("1 @1"), lambda: 1) == 1,
    "check": lambda its: refuses(its, "no_library"),
    "compare": lambda its: its("hit_rate(counts=any)", "ARHR").case,
    "evaluate": lambda its: refuses(its, "no_file.csv", "no_file.csv", k=1),
    "families": lambda its: its()["ndcg"].title == "NDCG",
    "functions": lambda its: "getmembers" in its(inspect),
    "dissent": lambda its: refuses(its, "no_folder", "no_file.csv"),
    "identify": lambda its: refuses(its, "no_file.csv", "no_file.csv", "0.5", k=1),
    "identify_values": lambda its: refuses(
        its, "no_file.csv", "no_file.csv", {"map": "0.5"}, k=1
    ),
    "measure": lambda its: refuses(its, "no_library", Case.parse("1 @1")),
    "read_record": lambda its: refuses(its, "no_record.toml"),
    "value": lambda its: its("recall(divisor=r)", LISTS, TRUTH, k=2) == 0.75,
    "verify": lambda its: refuses(its, "no_card.json"),
    "witness": lambda its: its("MAP(divisor=r)", "MAP(divisor=k)"),
}


def is_returned_by(its: type, function: Callable[..., object]) -> bool:
    """Whether the function says that it returns that."""
    return inspect.signature(function).return_annotation == its.__name__


def refuses(
    function: Callable[..., object], *arguments: object, **named: object
) -> bool:
    """Whether it runs as far as its own sentence."""
    with pytest.raises(UserError, match="no_"):
        function(*arguments, **named)
    return True


def test_every_name_is_called_when_every_module_is_imported() -> None:
    """A package of a function's name would stand in its place once it is imported."""
    from pkgutil import walk_packages

    for module in walk_packages(homonym.__path__, "homonym."):
        if module.name != "homonym.__main__":
            __import__(module.name)
    assert sorted(CALLED) == sorted(homonym.__all__)
    for name, works in CALLED.items():
        found = getattr(homonym, name)
        assert not isinstance(found, types.ModuleType), name
        assert works(found), name


@pytest.mark.exhaustive
def test_what_is_returned_says_in_a_line_what_it_is() -> None:
    """At a prompt, where its numbers would fill pages."""
    import pandas as pd

    lists = pd.DataFrame({"user": [1, 1], "item": [1, 2], "score": [0.9, 0.8]})
    truth = pd.DataFrame({"user": [1], "item": [1]})
    found = homonym.identify(lists, truth, "1.0", metric="recall(divisor=r)", k=2)
    both = homonym.identify_values(lists, truth, {"recall": "1.0", "map": "1.0"}, k=2)
    compared = homonym.compare("recall(divisor=r)", "recall(divisor=min_k_r)")
    said = [*map(repr, (found, found[-1], found[-1].matches[0], both, compared))]
    assert said[0].startswith("<Identifications of 1.0, in .table: ")
    assert said[1].startswith(f"<Identification of 1.0: {len(found[-1].matches)} of ")
    assert "<Candidate recall(divisor=r) at k = 2: 1.0, computed by " in said[2]
    assert said[3].startswith("<IdentifiedValues of recall, map: ")
    assert said[4].startswith("<Comparison: recall(divisor=r) and recall(divisor=min")
    assert " differ on " in said[4]
    same = homonym.compare("recall(divisor=r)", "recall(divisor=r)")
    assert (
        repr(same) == "<Comparison: recall(divisor=r) and recall(divisor=r) are equal>"
    )
    assert repr(homonym.families()["recall"]).startswith("<Family recall(divisor, cut,")
    ndcg = homonym.Variant.parse("ndcg(gain=exponential)")
    assert repr(ndcg) == "<Variant ndcg(gain=exponential)>"
    assert repr(homonym.Variant("moon", ())) == "<Variant that is none, of 'moon'>"
    record = homonym.read_record(ROOT / "reports/records/ranx/0.3.21.toml")
    said.append(repr(record))
    assert said[-1] == f"<Record of ranx 0.3.21: {len(record.metrics)} metrics>"
    assert not any("\n" in one or len(one) > 200 for one in said)


def signatures() -> dict[str, ast.FunctionDef]:
    """The functions as the page prints them."""
    blocks = API.read_text(encoding="utf-8").split("<!-- signature -->\n```python\n")
    found = [ast.parse(block.partition("```")[0]).body[0] for block in blocks[1:]]
    return {node.name: node for node in found if isinstance(node, ast.FunctionDef)}


def test_the_page_prints_every_signature_as_it_is() -> None:
    """Names, order, kinds, defaults and types; `families` is shown at work."""
    shown = signatures()
    public = {n for n in homonym.__all__ if inspect.isfunction(getattr(homonym, n))}
    assert set(shown) == public - {"families"}
    for name, node in shown.items():
        source = inspect.getsource(getattr(homonym, name))
        (own,) = ast.parse(source).body
        assert isinstance(own, ast.FunctionDef)
        assert ast.dump(own.args) == ast.dump(node.args), name
        assert own.returns and node.returns
        assert ast.dump(own.returns) == ast.dump(node.returns), name
        assert ast.get_docstring(own)


def test_the_page_names_every_name() -> None:
    """In its table, and no name that there is not."""
    table = API.read_text(encoding="utf-8").partition("## All names")[2]
    rows = [line.split(" | ")[0] for line in table.splitlines() if line[:3] == "| `"]
    named = {word.strip("|` ,") for row in rows for word in row.split(", ")}
    assert named == set(homonym.__all__)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("MAP", "average_precision(divisor=min_k_r)"),
        ("NDCG", "ndcg(gain=binary)"),
        ("recall", "recall(divisor=r)"),
        ("F1", "f_score(combines=per_user)"),
        ("precision", "precision(divisor=k)"),
        ("novelty", "novelty(divisor=length)"),
        ("MAP(depth=all)", "average_precision(divisor=min_k_r, depth=all)"),
        ("f_score(beta=2)", "f_score(combines=per_user)"),
    ],
)
def test_a_name_of_several_definitions_lists_them(name: str, first: str) -> None:
    """It is refused wherever a definition is asked for, and taken only on request."""
    for asked in (
        homonym.Variant.parse,
        lambda text: homonym.value(text, LISTS, TRUTH, k=2),
        lambda text: homonym.witness("ARHR", text),
        lambda text: homonym.compare(text, "ARHR"),
    ):
        with pytest.raises(Ambiguous, match="several definitions") as told:
            asked(name)
        assert str(told.value.definitions[0]) == first
        assert all(str(one) in str(told.value) for one in told.value.definitions)
        assert len(told.value.definitions) > 1
    taken = Variant.with_defaults(name)
    assert taken.family == Variant.parse(first).family


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("BNDCG", "ndcg(gain=binary)"),
        ("ARHR", "reciprocal_rank(counts=sum)"),
        ("map_cut", "average_precision(divisor=r)"),
        ("MAP(divisor=r)", "average_precision(divisor=r)"),
        ("inter_list_diversity", "inter_list_diversity(overlap=k)"),
    ],
)
def test_a_name_of_one_definition_is_taken(name: str, id: str) -> None:
    """An alias with choices of its own, a choice on the first axis, a single class."""
    assert str(Variant.parse(name)) == id == str(Variant.with_defaults(name))


@pytest.mark.parametrize("name", every_family())
def test_a_family_is_several_definitions_when_it_has_several_classes(name: str) -> None:
    """Found by one choice at a time, which is quick: against the whole product."""
    home = every_family()[name]
    classes = set()
    for variant in home.variants:
        classes.add(variant.canonical())
        if len(classes) > 1:
            break
    try:
        Variant.parse(name)
    except Ambiguous:
        assert len(classes) > 1
    else:
        assert len(classes) == 1


def test_every_id_is_one_definition() -> None:
    """What is written is read back, class by class."""
    for home in every_family().values():
        for variant in dict.fromkeys(home.along(axis)[-1] for axis in home.axes):
            assert Variant.parse(str(variant)) == variant


def test_lists_and_scores_are_ranked_alike() -> None:
    """Falling scores, ties in the order given; grades from 1 on are relevant."""
    scored = {"ann": {"b": 0.2, "a": 0.9, "c": 0.2}, "bob": {"d": 3, "b": 2, "a": 1}}
    graded = {"ann": {"a": 1, "x": 2.5, "b": 0.5}, "bob": {"b": 1.0}}
    for variant in ("average_precision(divisor=r)", "recall(divisor=r, users=caller)"):
        plain = homonym.value(variant, LISTS, TRUTH, k=20)
        assert plain == homonym.value(variant, scored, graded, k=20)
    value = homonym.value("ndcg(gain=grade)", scored, graded, k=1)
    assert value == homonym.Variant.parse("ndcg(gain=grade)").value(
        homonym.Case.parse("1 . . | 2.5 ; . 1 . | @1")
    )


def test_the_order_of_the_users_is_that_of_the_lists() -> None:
    """Where each user's number is returned."""
    turned = dict(reversed(TRUTH.items()))
    found = homonym.value("recall(divisor=r, users=caller)", LISTS, turned, k=1)
    assert found == (0.5, 0.0)


@pytest.mark.exhaustive
def test_what_a_definition_needs_beside_lists_is_asked_for() -> None:
    """Of all rankings' definitions: those whose value depends on unranked items want
    the catalogue, those that depend on the scores of all users want scores."""
    case = Case.parse(". 1 . | 1 ; 1 . 1 | @3")
    lists = {"ann": ["a", "b", "c"], "bob": ["a", "b", "c"]}
    truth = {"ann": ["b", "x"], "bob": ["a", "c"]}
    for variant in families(Case)["auc"].variants:
        needs = [depends_on_others(variant, case), depends_on_scores(variant, case)]
        try:
            homonym.value(variant, lists, truth, k=3)
        except UserError as error:
            assert "give catalogue" in str(error) or "give item" in str(error)
        else:
            assert not any(needs), variant
    for name, home in families(Case).items():
        alone = {one for axis in home.axes for one in home.along(axis)}
        for variant in alone if name != "auc" else ():
            assert not depends_on_others(variant, case)
            assert not depends_on_scores(variant, case)


def test_a_catalogue_and_scores_give_the_value_that_a_case_gives() -> None:
    """One of five negatives stands above b; of two where three were trained on."""
    auc = "auc(positives=all, negatives=catalogue)"
    lists, truth = {"ann": ["a", "b"]}, {"ann": ["b"]}
    every, trained = [*"abcdef"], {"ann": [*"cde"]}
    found = homonym.value(auc, lists, truth, k=2, catalogue=every)
    assert found == pytest.approx(1 - 1 / 5)
    found = homonym.value(auc, lists, truth, k=2, catalogue=every, train=trained)
    assert found == pytest.approx(1 - 1 / 2)


@pytest.mark.parametrize(
    ("lists", "truth", "k", "says"),
    [
        ({"ann": ["a"]}, {"ann": ["a"], "bob": ["b"]}, 1, "user 'bob' has no list"),
        ({"ann": ["a"], "bob": []}, TRUTH, 1, "user 'bob' has no list"),
        ({"ann": ["a"], "bob": ["b"]}, {"ann": ["a"]}, 1, "'bob' has no relevant item"),
        ({"ann": ["a"]}, {"ann": []}, 1, "user 'ann' has no relevant item"),
        ({"ann": ["a"]}, {"ann": {"a": 0.5}}, 1, "user 'ann' has no relevant item"),
        ({"ann": ["a", "b", "a"]}, {"ann": ["a"]}, 1, "item 'a' stands twice in the l"),
        ({"ann": ["a"]}, {"ann": ["b", "b"]}, 1, "item 'b' stands twice in the truth"),
        ({"ann": "abc"}, {"ann": ["a"]}, 1, "the list of user 'ann' is 'abc': give a"),
        ({"ann": 7}, {"ann": ["a"]}, 1, "the list of user 'ann' is 7: give a list"),
        ({"ann": [["a"]]}, {"ann": ["a"]}, 1, r"\['a'\] in the list of user 'ann'"),
        ({"ann": {"a": "high"}}, {"ann": ["a"]}, 1, "score of item 'a' of user 'ann'"),
        ({"ann": {"a": float("nan")}}, {"ann": ["a"]}, 1, "must be a finite number"),
        ({"ann": ["a"]}, {"ann": {"a": None}}, 1, "grade of item 'a' of user 'ann'"),
        ({"ann": [1]}, {"ann": ["1"]}, 1, "items are int in the lists and str in"),
        ({}, {}, 1, "there are no users"),
        ([["a"]], {"ann": ["a"]}, 1, "recommendations is .* give lists by user"),
        ({"ann": ["a"]}, {"ann": ["a"]}, 0, "k is 0; it must be a whole number"),
        ({"ann": ["a"]}, {"ann": ["a"]}, 2.5, "k is 2.5; it must be a whole number"),
        ({"ann": ["a"]}, {"ann": ["a"]}, "2", "k is '2'; it must be a whole number"),
        ({"ann": ["a"]}, {"ann": ["a"]}, True, "k is True; it must be a whole number"),
        ({"ann": {"a": "0.5"}}, {"ann": ["a"]}, 1, "score of item 'a' .* is '0.5': it"),
        ({"ann": ["a"]}, {"ann": {"a": "2"}}, 1, "grade of item 'a' .* is '2': it mu"),
        ({"ann": ["a"]}, {"ann": {"a": 10**400}}, 1, "must be a finite number"),
        ({"ann": ["a"]}, {"ann": {"a": 10**5000}}, 1, "is an int of too many digits"),
        (
            {"ann": ["a"]},
            {"ann": {"a": 1, "b": -2}},
            1,
            "'b' .* is -2: it must be 0 or",
        ),
        ({"ann": {"a", "b"}}, {"ann": ["a"]}, 1, "'ann' is a set, which has no order"),
        ({"ann": ["a", None]}, {"ann": ["a"]}, 1, "None in the list of user 'ann' can"),
        ({"ann": ["a"]}, {"ann": ["a", NAN]}, 1, "nan in the truth of user 'ann' can"),
        ({"ann": {NAN: 1.0}}, {"ann": ["a"]}, 1, "nan in the scores of user 'ann' can"),
        ({"ann": ["a"]}, None, 1, "truth is None: give lists by user"),
    ],
)
def test_what_no_definition_says_is_refused(
    lists: Any, truth: Any, k: Any, says: str
) -> None:
    """One sentence, with the user and the item, and what would be accepted."""
    with pytest.raises(UserError, match=says) as told:
        homonym.value("recall(divisor=r)", lists, truth, k=k)
    assert "\n" not in str(told.value)


def test_definitions_of_other_cases_say_which_they_take() -> None:
    """Ratings are no lists; and no case is for both."""
    with pytest.raises(UserError, match=r"as homonym\.RatingCase\.parse reads"):
        homonym.value("rmse(missing=dropped)", LISTS, TRUTH, k=1)
    for two in (homonym.witness, homonym.compare):
        with pytest.raises(UserError, match="no case is for both"):
            two("rmse(missing=dropped)", "ARHR")
    with pytest.raises(UnknownName, match="unknown metric: 'nope'"):
        homonym.compare("nope", "ARHR")


def test_a_metric_on_record_is_compared_by_its_name() -> None:
    """It computes the definition, or a case tells them apart."""
    recorded = "rs-metrics==0.6.0.mapr"
    assert homonym.compare("MAP(divisor=r)", recorded).case is None
    found = homonym.compare(Variant.parse("MAP(divisor=k)"), recorded)
    assert found.case == homonym.witness("MAP(divisor=k)", "MAP(divisor=r)")


@pytest.mark.exhaustive
def test_an_old_draft_is_measured_and_checked(drafted: Path) -> None:
    """By name in a process of its own, as an adapter in this one: the same numbers."""
    case = Case.parse("1 . | 1 ; . 1 @1")
    found = homonym.measure("old_draft:adapter", case)
    assert found == {"recall": homonym.Value(None, (0.5, 0.0))}
    adapter = __import__("old_draft").adapter
    assert homonym.measure(adapter, case) == found
    tables = homonym.TableCase.like(case)
    assert homonym.measure("old_draft:adapter", tables, ["recall"]) == found
    result = homonym.check("old_draft:adapter", drafted / "none.toml", tries=5)
    assert result.expected is None and result.cases_run
    assert result.record.metrics["recall"].variants == (
        "recall(divisor=r, users=caller)",
    )


def test_a_library_is_asked_only_what_it_has(drafted: Path) -> None:
    """A metric of another type of case is left out, an unknown one is refused."""
    ratings = homonym.RatingCase.parse("5=4")
    assert homonym.measure("old_draft:adapter", ratings) == {}
    with pytest.raises(UserError, match="no metric 'map'; known are recall"):
        homonym.measure("old_draft:adapter", Case.parse("1 @1"), "map")
    (drafted / "drafted.py").unlink()
    for library in ("old_draft:adapter", __import__("old_draft").adapter):
        sys.modules.pop("drafted", None)
        with pytest.raises(Broken, match="drafted is not installed here"):
            homonym.measure(library, Case.parse("1 @1"))


@pytest.mark.parametrize("metrics", [(), ["recall"]])
def test_a_metric_that_its_library_does_not_name_is_told(
    metrics: Sequence[str],
) -> None:
    """It was left out silently, or said to be none with nothing known."""
    adapter = homonym.Adapter(
        "mm", "json", "MM", "https://a.example", lambda: ["loads"]
    )
    adapter.metric("recall", "recall")(lambda case: 0.0)
    told = r"'recall' is registered, and is none of .* names\(\) of mm gives: loads"
    with pytest.raises(Broken, match=told):
        homonym.measure(adapter, Case.parse("1 @1"), metrics)
    adapter.several_versions = True
    assert homonym.measure(adapter, Case.parse("1 @1")) == {}
    with pytest.raises(UserError, match="mm has no metric 'recall'; known are none"):
        homonym.measure(adapter, Case.parse("1 @1"), ["recall"])


def test_a_library_is_asked_all_of_its_metrics_or_those_that_are_named() -> None:
    """A metric of ratings is asked of ratings alone, and both of tables."""
    adapter = homonym.Adapter(
        "mm", "json", "MM", "https://a.example", lambda: ["hit", "error", "recall"]
    )
    for name, claims in (("hit", "hit_rate"), ("error", "rmse"), ("recall", "recall")):
        adapter.metric(name, claims)(lambda case: homonym.Value(0.5))
    case, ratings = Case.parse("1 @1"), homonym.RatingCase.parse("5=4")
    assert [*homonym.measure(adapter, case)] == ["hit", "recall"]
    assert homonym.measure(adapter, case, "recall") == {"recall": homonym.Value(0.5)}
    assert [*homonym.measure(adapter, ratings)] == ["error"]
    tables = homonym.TableCase.like(case)
    assert [*homonym.measure(adapter, tables)] == ["hit", "error", "recall"]


def test_a_process_is_handed_a_case_as_a_line_and_tables_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []
    adapter = homonym.Adapter("mm", "json", "MM", "https://a.example", lambda: [])
    adapter.metric("recall", "recall")(lambda case: homonym.Value(0.5))

    class Process:
        about: ClassVar = {"names": ["recall"]}

        def __init__(self, *given: Any) -> None:
            self.adapter = adapter

        def __enter__(self) -> Process:
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def measure(self, name: str, request: Any) -> str:
            asked.append(request)
            return f"{name} of a process"

    tables = homonym.TableCase.like(case := Case.parse("1 @1"))
    monkeypatch.setattr(library_process, "LibraryProcess", Process)
    monkeypatch.setattr(
        library_process,
        "hand_over_tables",
        lambda case, process: nullcontext(("tables", case)),
    )
    told: Any = {"recall": "recall of a process"}
    assert homonym.measure("mm", case) == homonym.measure("mm", tables) == told
    assert asked == [library_process.make_case_request(case), ("tables", tables)]


@pytest.mark.parametrize(
    ("raised", "told", "says"),
    [
        (UserError("a clone is needed"), UserError, "^a clone is needed"),
        (ValueError("no"), Broken, "ValueError: no"),
        (SystemExit(0), Broken, "SystemExit: 0"),
    ],
)
def test_a_library_asked_in_this_process_that_cannot_say_its_names_is_told(
    raised: BaseException, told: type[Exception], says: str
) -> None:
    def names() -> list[str]:
        raise raised

    adapter = homonym.Adapter("mm", "json", "MM", "https://a.example", names)
    with pytest.raises(told, match=says):
        homonym.measure(adapter, Case.parse("1 @1"))


def test_a_library_is_held_to_its_record_with_the_usual_draws_or_those_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of no case, by seed 0, too."""
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(
        gate, "measure_against_record", lambda *given, **how: asked.append(how)
    )
    homonym.check("mm")
    homonym.check("mm", "a.toml", tries=0, seed=0)
    assert asked == [
        {"tries": TRIES, "seed": SEED, "file": None},
        {"tries": 0, "seed": 0, "file": Path("a.toml")},
    ]


def test_a_metric_is_no_definition_and_is_told_where_its_own_stands() -> None:
    with pytest.raises(UnknownName, match=r"is a library's metric, and a definition"):
        homonym.value("recbole.ndcg", LISTS, TRUTH, k=2)


def test_every_type_of_case_is_public() -> None:
    """A new one is to be listed."""
    public = {getattr(homonym, name) for name in homonym.__all__ if "Case" in name}
    assert {home.takes for home in every_family().values()} <= public


def test_errors_are_told_by_their_public_names() -> None:
    """Where they end a program; and what a process hands to another is the same."""
    errors = {
        name: found
        for name in homonym.__all__
        if isinstance(found := getattr(homonym, name), type)
        and issubclass(found, BaseException)
    }
    assert {"Ambiguous", "CaseError", "UnknownName", "UserError", "Broken"} <= {*errors}
    for name, error in errors.items():
        assert issubclass(error, homonym.Error) or error is homonym.Refuse
        assert f"{error.__module__}.{error.__qualname__}" == f"homonym.{name}"
        again = pickle.loads(pickle.dumps(error("told")))
        assert type(again) is error and str(again) == "told"
    with pytest.raises(Ambiguous) as told:
        Variant.parse("MAP")
    again = pickle.loads(pickle.dumps(told.value))
    assert again.definitions == told.value.definitions
    last = traceback.format_exception_only(told.value)[-1]
    assert last.startswith("homonym.Ambiguous: 'MAP' has several definitions")
