"""What two metrics do in an edge case, what is cited and pasted, from entries that are
made up."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from homonym import UserError
from homonym.explain import bibtex, methods, snippets, variant
from homonym.explain.at_edge import (
    NOTHING_SHOWN,
    compare_at_edge,
    describe_rows,
    find_edge_probe,
    make_edge_side,
    render_edge_code,
)
from homonym.explain.bibtex import (
    begins_with_entry_name,
    format_bibtex_entry,
    split_sources,
)
from homonym.explain.compare import Comparison
from homonym.explain.large_cases import (
    FIRST,
    LAST,
    OMITTED,
    cut_text_middle,
    describe_case_size,
    find_differing_users,
    format_size_count,
    is_large_case,
)
from homonym.explain.methods import (
    capitalise_sentence_start,
    describe_choices,
    describe_computation,
    describe_conventions,
    extract_first_sentence,
    make_homonym_entry,
    make_permanent_name,
)
from homonym.explain.snippets import (
    SnippetCall,
    is_call_taken,
    list_pair_rows,
    name_and_options,
    read_entries,
    render_library_snippet,
    render_table_lookups,
    write_metric_code,
)
from homonym.records.lookup import Named
from homonym.records.schema_entry import MetricEntry
from homonym.reference.beyond.case import RunCase
from homonym.reference.case import TableCase
from homonym.reference.corpus import edge
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant
from homonym.trace.latex import render_variant_latex

R = Variant.parse("recall(divisor=r)")
ABSENT = "user_without_list"


def named(
    outcome: str = "",
    definition: Variant | None = R,
    metric: str = "recall",
    **more: Any,
) -> Named:
    """A metric that does this for a user without a list."""
    entry = MetricEntry(
        claims="recall",
        status="identified",
        variants=(str(R),),
        conventions={ABSENT: outcome} if outcome else {},
    )
    known = {"library": "lib", "version": "1.0", "entry": entry, **more}
    return Named(f"lib.{metric}", definition, metric=metric, **known)


def test_what_a_metric_does_is_worked_out_on_the_case_that_it_makes() -> None:
    """Where it makes one, and computes one definition."""
    probe = find_edge_probe(ABSENT, Case)
    found = make_edge_side(named("skipped"), probe)
    assert found.outcome == "skipped" and str(found.case) == ". 1 . ; . . 1 @2"
    assert found.steps and found.steps.value.value == 0.5  # type: ignore[union-attr]
    for told, of in (("raises KeyError", R), ("skipped", None), ("0.25", R)):
        other = make_edge_side(named(told, of), probe)
        assert (other.outcome, other.case, other.steps) == (told, None, None)
    assert make_edge_side(named(), probe).outcome == NOTHING_SHOWN
    assert make_edge_side(named(entry=None), probe).outcome == NOTHING_SHOWN
    either = make_edge_side(named("counts as 0 or skipped"), probe)
    assert str(either.case) == ". 1 . ; . . 1 ; | 1 @2"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("skipped", "skipped", True),
        ("skipped", "counts as 0", False),
        ("", "", False),
        ("skipped", "", False),
    ],
)
def test_two_do_the_same_where_their_records_say_so(
    one: str, other: str, same: bool
) -> None:
    """What shows nothing says nothing."""
    found = compare_at_edge(named(one), named(other), ABSENT)
    assert found.same is same and found.probe.id == ABSENT


def test_a_definition_does_nothing_in_an_edge_case() -> None:
    """On either side; nor is a probe compared that there is not."""
    plain = Named(str(R), R)
    for sides in ((plain, named("skipped")), (named("skipped"), plain)):
        with pytest.raises(UserError, match="is a definition, and in an edge case"):
            compare_at_edge(*sides, ABSENT)
    with pytest.raises(UserError, match=r"did you mean user_without_list\? known are"):
        compare_at_edge(named(), named(), "user_without_lists")
    with pytest.raises(UserError, match="unknown edge case 'zzz'; known are user_w"):
        find_edge_probe("zzz", Case)
    with pytest.raises(UserError, match="no case is for both"):
        compare_at_edge(named(), named(takes=RatingCase), ABSENT)


def test_code_at_an_edge_is_that_of_the_librarys_metrics(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each below what its record says."""
    code = "homonym.explain.at_edge.render_library_snippet"
    monkeypatch.setattr(code, lambda *asked: f"{asked[0]} {asked[1]} {asked[3]}")
    other = named("counts as 0", metric="hits", library="other")
    found = compare_at_edge(named("skipped"), other, ABSENT)
    assert render_edge_code("lib", found) == (
        f"# edge case {ABSENT}\n\n\n# recall: skipped, as recorded\nlib recall 1.0"
    )
    assert render_edge_code("other", found).endswith(
        "# hits: counts as 0, as recorded\nother hits 1.0"
    )
    with pytest.raises(UserError, match=r"neither lib.recall nor lib.hits is a metric"):
        render_edge_code("third", found)


def test_the_rows_of_a_probe_stand_a_user_a_line() -> None:
    """Of users of the lists first, then of those of the truth alone."""
    rows = TableCase.of("p", [["u", "a", 0.5]], [["v", "b", 2], ["u", "a", 1]], 3)
    assert list(describe_rows(rows)) == [
        "k = 3",
        "user u: listed a 0.5; relevant a 1",
        "user v: listed nothing; relevant b 2",
    ]


@pytest.mark.parametrize(
    ("length", "whole"),
    [(FIRST + len(OMITTED) + LAST, True), (FIRST + len(OMITTED) + LAST + 1, False)],
)
def test_a_long_text_is_cut_where_it_gets_shorter(length: int, whole: bool) -> None:
    """Its beginning and its end stay."""
    text = "".join(chr(300 + n) for n in range(length))
    found = cut_text_middle(text)
    assert (found == text) is whole
    assert whole or found == text[:FIRST] + " … " + text[-LAST:]


@pytest.mark.parametrize(
    ("number", "told"), [(1, "1 x"), (0, "0 xs"), (1300, "1,300 xs")]
)
def test_so_many_are_counted(number: int, told: str) -> None:
    assert format_size_count(number, "x") == told


def test_lists_of_nobody_are_of_no_item() -> None:
    rows = TableCase.of("p", [], [["u", "a", 1], ["v", "a", 1]], 3)
    told = "2 users, 1 item, lists of up to 0 items, 2 pairs in the truth, k = 3"
    assert describe_case_size(rows) == told


def worked(*numbers: float | None) -> Any:
    """Steps of users with these numbers."""
    users = [
        SimpleNamespace(value=None if n is None else SimpleNamespace(value=n))
        for n in numbers
    ]
    return SimpleNamespace(users=users)


def test_the_users_apart_are_those_whose_numbers_differ() -> None:
    """From 1 on; of one side alone there are none, nor is nobody's number another, or
    that of a user whom the other side leaves out."""
    one, other = worked(0.5, 0.5, None, 0.1), worked(0.5, 0.6, 0.2, 0.1)
    assert list(find_differing_users([one, other])) == [2]
    assert list(find_differing_users([one])) == []
    assert list(find_differing_users([one, worked(0.5, 0.4)])) == [2]
    assert not is_large_case(Case.parse("1 . @1"))


@pytest.mark.parametrize(
    ("doc", "told"),
    [
        ("The mean. As in TREC.", "the mean"),
        ("NaN for nobody.", "NaN for nobody"),
        ("The most hits: why not. More.", "the most hits (why not)"),
        ("Of k = 1.5 items (or 2). More", "of k = 1.5 items (or 2)"),
    ],
)
def test_the_first_sentence_of_a_choice_stands_behind_a_colon(
    doc: str, told: str
) -> None:
    """With what it says behind its own in brackets."""
    assert extract_first_sentence(doc) == told
    assert (capitalise_sentence_start("what is it"), capitalise_sentence_start("")) == (
        "What is it",
        "",
    )


def test_choices_that_are_not_the_usual_ones_are_told() -> None:
    """Beside the first, and how users are combined."""
    usual, other = (
        describe_choices(Variant.parse(one))
        for one in (
            "average_precision(divisor=r)",
            "average_precision(divisor=r, depth=all)",
        )
    )
    assert len(usual) == 2 and len(other) == 3
    assert usual[0].startswith("What the sum is divided by: ")


def test_a_computation_is_told_with_its_condition() -> None:
    """By the title of a library that is known; else by its name."""
    record: Any = SimpleNamespace(library="nobody", version="1.0")
    entry = MetricEntry(claims="recall", status="identified", variants=(str(R),))
    told = describe_computation(record, "rec", 7, R, entry)
    assert told.startswith(
        "Recall at k = 7 was computed with rec of nobody 1.0, which is "
        "recall(divisor=r) in the terms of homonym "
    )
    record.library = "rs-metrics"
    name, words = next(iter(methods.WORDS.items()))
    when = MetricEntry(
        claims="recall", status="identified", variants=(str(R),), when=name
    )
    assert f"{R} where {words} in" in describe_computation(record, "rec", 7, R, when)
    assert " of rs_metrics 1.0" in describe_computation(record, "rec", 7, R, entry)


def test_what_a_paper_may_meet_is_told_in_its_order() -> None:
    """Of the probes that are for papers those that the record has."""
    entry = MetricEntry(
        claims="recall",
        status="identified",
        variants=(str(R),),
        conventions={
            "user_absent_from_truth": "skipped",
            ABSENT: "counts as 0",
            "k_beyond_all_items": "k stays k",
        },
    )
    assert describe_conventions(entry) == [
        "a user of the truth without recommendations: counts as 0",
        "a user with recommendations who is not in the truth: skipped",
    ]
    unmarked = edge(Variant.parse("rmse(missing=dropped)").home.takes)
    first = next(one for one in unmarked)
    rmse = MetricEntry(
        claims="rmse",
        status="identified",
        variants=("rmse(missing=dropped)",),
        conventions={first.id: "0"},
    )
    assert describe_conventions(rmse) == [f"{first.convention}: 0"]


@pytest.mark.parametrize(
    ("own", "where"), [({}, "records/lib/1.0.toml"), ({"own": True}, "kept.toml")]
)
def test_a_metric_is_cited_by_its_definition_and_its_record(
    tmp_path: Path, own: dict[str, Any], where: str
) -> None:
    """One's own record by its file, others by where they stand."""
    file = tmp_path / "kept.toml"
    file.write_bytes(b"")
    entry = MetricEntry(
        claims="recall",
        status="identified",
        variants=(str(R),),
        conventions={ABSENT: "skipped"},
    )
    record: Any = SimpleNamespace(library="lib", version="1.0", metrics={"r": entry})
    cited = methods.make_metric_citation(record, "r", 7, file, **own)
    assert f" which is {R} in the terms of homonym" in cited.sentence
    assert cited.sentence.startswith("Recall at k = 7 was computed with r of lib 1.0")
    assert cited.formula == render_variant_latex(R)
    assert cited.conventions == (
        "a user of the truth without recommendations: skipped",
    )
    assert cited.name == f"r in {where}, sha256 e3b0c44298fc1c14"
    assert cited.bibtex.endswith(make_homonym_entry(cited.name, ""))


def test_a_verdict_is_named_by_its_record_and_the_hash_of_it(tmp_path: Path) -> None:
    """As LaTeX prints it, where it is cited."""
    file = tmp_path / "1.0.toml"
    file.write_bytes(b"")
    name = make_permanent_name("ap_at_k", file, "a.toml")
    assert name == "ap_at_k in a.toml, sha256 e3b0c44298fc1c14"
    entry = make_homonym_entry("a_b 5% #1 & $", "https://x")
    assert r"  note = {a\_b 5\% \#1 \& \$}," in entry
    assert "\n  url = {https://x},\n}" in entry
    assert "url" not in make_homonym_entry("a", "") and make_homonym_entry(
        "a", ""
    ).startswith("@software{homon")


@pytest.mark.parametrize(
    ("part", "name", "it_does"),
    [
        ("Tamm 2021", "Tamm 2021", True),
        ("Tamm 2021, WNDCG", "Tamm 2021", True),
        ("Tamm 2021: eq. 1", "Tamm 2021", True),
        ("Tamm 2021 p. 3", "Tamm 2021", True),
        ("Tamm 20211", "Tamm 2021", False),
        ("By Tamm 2021", "Tamm 2021", False),
    ],
)
def test_a_source_begins_with_the_name_of_its_entry(
    part: str, name: str, it_does: bool
) -> None:
    assert begins_with_entry_name(part, name) is it_does


def test_sources_are_told_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the choices; an entry has its fields alone."""
    assert split_sources(" a ; ;b, c") == ["a", "b, c"]
    entry = {"key": "x", "type": "book", "title": "T", "year": 2021}
    assert format_bibtex_entry(entry) == "@book{x,\n  title = {T},\n  year = {2021},\n}"
    found = bibtex.list_variant_entries(Variant.parse("ndcg(gain=exponential)"))
    assert found == list(dict.fromkeys(found)) and found


ENTRIES = [
    {"data": "x = 1\n", "metrics": ["a", "b"], "call": " f($k) \n"},
    {"data": "as above", "metrics": ["c"], "call": "g()"},
    {"data": "y", "metrics": ["a"], "call": "old()", "before": "0.13"},
]


@pytest.mark.parametrize(
    ("version", "first"), [("", "f($k)"), ("0.13", "f($k)"), ("0.12.1", "old()")]
)
def test_calls_of_older_versions_stand_below(version: str, first: str) -> None:
    """They are taken by those versions alone; what stands above is said once."""
    found = {one.metric: one for one in read_entries(ENTRIES, version)}
    assert found["a"].expression == first
    assert found["b"] == SnippetCall("b", "x = 1", "f($k)")
    assert found["c"] == SnippetCall("c", "x = 1", "g()")
    assert is_call_taken(None, version) and is_call_taken("0.13", version) is (
        first == "old()"
    )


@pytest.mark.parametrize(
    ("metric", "function", "argument"),
    [
        ("map", "map", ""),
        ("f(k=1)", "f", "k=1"),
        ("P[python]", "P", "python"),
        ("f(a[0], b[1])", "f", "a[0], b[1]"),
    ],
)
def test_a_metric_is_its_function_and_its_options(
    metric: str, function: str, argument: str
) -> None:
    told = {"function": function, "argument": argument}
    assert name_and_options(metric) == told


def test_code_is_written_with_the_tables_of_the_case(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a large one they are looked up."""
    known = {"ap": SnippetCall("ap", "t = $truth", "$function(t, $k)")}
    monkeypatch.setattr(snippets, "read_snippet_calls", lambda *asked: known)
    case = Case.parse("1 . @1")
    assert render_library_snippet("lib", "ap", case) == (
        f"t = { ({u: dict(p) for u, p in case.truth.items()})!r}\n\nprint(ap(t, 1))"
    )
    with pytest.raises(UserError, match="no code shows lib's 'map'; known are ap"):
        render_library_snippet("lib", "map", case)
    code = render_library_snippet("lib", "ap", Case.parse("large grades_to_10"))
    assert (
        'tables = case_tables(Case.parse("large grades_to_10"))\n\nt = tables[\'tr'
        in (code)
    )
    assert code.endswith("print(ap(t, 10))")
    assert render_table_lookups(case)["k"] == "1"
    known["recall"] = known["ap"]
    assert write_metric_code(named(), case).endswith(
        "\n# 1.0, as recall(divisor=r) gives"
    )
    assert write_metric_code(named(definition=None), case).endswith(
        "print(recall(t, 1))"
    )


def test_calls_are_read_from_the_file_of_a_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the one schema that is known."""
    monkeypatch.setattr(snippets, "files", lambda package: tmp_path)
    (tmp_path / "snippets").mkdir()
    line = 'call = [{data = "t = 1", metrics = ["ap"], call = "f(t)"}]'
    for name, schema in (("made_up", 1), ("of_tomorrow", 2)):
        file = tmp_path / f"snippets/{name}.toml"
        file.write_text(f"schema = {schema}\n{line}", encoding="utf-8")
    assert snippets.read_snippet_calls("made_up") == {
        "ap": SnippetCall("ap", "t = 1", "f(t)")
    }
    with pytest.raises(UserError, match=r"tomorrow.toml has schema 2, not 1"):
        snippets.read_snippet_calls("of_tomorrow")
    with pytest.raises(UserError, match=r"nobody has no code to show: there is no"):
        snippets.read_snippet_calls("nobody")


def test_items_of_training_count_once_each() -> None:
    """Beside the other tables of a whole run."""
    tables = snippets.case_tables(RunCase.parse("ac > b = b ; b > a | abc @1"))
    assert tables["train"] == {1: {1: 1.0, 3: 1.0}, 2: {2: 1.0}}
    assert tables["train_rows"] == [(1, 1), (1, 3), (2, 2)]
    assert tables["truth"] == {1: {2: 1.0}, 2: {}}


def recorded(metric: str, definition: Variant | None) -> Named:
    """A metric of ranx that its newest record has."""
    return named(definition=definition, metric=metric, library="ranx")


@pytest.fixture
def ranx(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its newest metrics two compute R, one that there is code for."""
    other = Variant.parse("recall(divisor=min_k_r)")
    newest = [
        recorded("unknown", None),
        recorded("other", other),
        recorded("uncalled", R),
        recorded("each", Variant.parse("recall(divisor=r, users=caller)")),
    ]
    monkeypatch.setattr(snippets, "yield_newest_metrics", lambda library: newest)
    metrics = ("each", "other", "unknown", "named")
    found = {one: SnippetCall(one, "t = 1", "$function(t)") for one in metrics}
    monkeypatch.setattr(
        snippets, "read_snippet_calls", lambda library, version="": found
    )


OTHER = named(definition=Variant.parse("precision(divisor=k)"), library="")


@pytest.mark.usefixtures("ranx")
@pytest.mark.parametrize(
    ("sides", "code"),
    [
        # the metric itself
        ((recorded("named", R), OTHER), ["t = 1\n\nprint(named(t))\n# 1.0, as"]),
        # that which computes a definition, whoever takes the mean
        ((OTHER, named(library="")), ["t = 1\n\nprint(each(t))\n# "]),
        # both, each by its letter
        (
            (named(library=""), recorded("unknown", None)),
            [
                "# A: lib.each\nt = 1\n\nprint(each(t))\n# ",
                "# B: lib.unknown\nt = 1\n\nprint(unknown(t))",
            ],
        ),
        # nobody's
        ((OTHER, named(library="", definition=None)), []),
    ],
    ids=["itself", "computing", "both", "neither"],
)
def test_a_difference_is_shown_with_the_metrics_of_a_library(
    sides: tuple[Named, Named], code: list[str]
) -> None:
    """Those that compute a definition, and that there is code for."""
    found = Comparison(sides, (), Case.parse("1 . @1"), ())
    if not code:
        with pytest.raises(
            UserError, match=r"no recorded metric of ranx computes lib\."
        ):
            snippets.write_library_snippet("ranx", found)
        return
    head, *blocks = snippets.write_library_snippet("ranx", found).split("\n\n\n")
    assert head == "# ranx on the case 1 . @1"
    assert len(blocks) == len(code)
    assert all(map(str.startswith, blocks, code))


@pytest.mark.parametrize(
    ("equalities", "why"),
    [(("always",), "the two are equal"), ((), "its inputs cannot tell")],
)
def test_what_is_equal_has_no_code_to_show(
    equalities: tuple[Any, ...], why: str
) -> None:
    """By a rule, or as far as a library's inputs go."""
    found = Comparison((named(), named()), equalities, None, ())
    with pytest.raises(UserError, match=f"^{why}: no case shows a difference"):
        snippets.write_library_snippet("ranx", found)


def test_rows_are_of_every_pair() -> None:
    assert list_pair_rows({1: ((2, 0.5), (3, 0.1)), 4: ()}) == [
        (1, 2, 0.5),
        (1, 3, 0.1),
    ]


def test_a_choice_is_told_in_a_line() -> None:
    """With its source, where it has one."""
    choice = SimpleNamespace(name="r", doc="All.", formula="r", source="")
    assert variant.describe_choice("divisor", choice) == "divisor = r: All. r"
    choice.source = "Me 2021"
    assert variant.describe_choice("divisor", choice).endswith(" r [Me 2021]")


@pytest.mark.parametrize(
    ("name", "equals", "related"),
    [
        ("recall(divisor=r)", "", True),
        ("r_precision(cut=r, users=by_r)", "r_precision(cut=r, users=pooled)", True),
        ("long_tail_share(tail=below_head)", "", False),
    ],
)
def test_a_definition_is_told_with_what_it_equals_and_its_relations(
    name: str, equals: str, related: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is not written as others are, and where its type of case has some."""
    monkeypatch.setattr(variant, "describe_properties", lambda of: iter(["bounds"]))
    found = variant.describe_variant(name)
    assert found["variant"] == name and found["properties"] == ["bounds"]
    assert found.get("equals", "").partition(", because ")[0] == equals
    assert ("relations" in found) is related
    axes = [line.partition(" = ")[0] for line in found["choices"]]
    assert axes == [axis for axis, _ in Variant.parse(name).choices]


def test_a_definition_is_told_with_who_computes_it_and_who_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of all users, of each user, or as one of several; a heading without any is left
    out, but for the first."""
    mean, own = "recall(divisor=r)", "recall(divisor=r, users=caller)"
    verdicts = {
        "one": ("identified", [mean]),
        "each": ("identified", [own]),
        "open": ("ambiguous", [mean, "recall"]),
        "single": ("ambiguous", [own]),
        "other": ("identified", ["recall"]),
    }
    metrics = {
        name: SimpleNamespace(status=status, variants=variants)
        for name, (status, variants) in verdicts.items()
    }
    record = SimpleNamespace(library="lib", version="1", metrics=metrics)
    monkeypatch.setattr(variant, "find_extracts_with_text", lambda text: [record])
    monkeypatch.setattr(variant, "describe_properties", lambda of: iter([]))
    told = variant.describe_variant(mean)
    assert told["computed by"] == ["lib 1: one"]
    assert told["computed for each user by"] == ["lib 1: each"]
    assert told["may be computed by"] == ["lib 1: open", "lib 1: single"]
    nobody = variant.describe_variant("recall(divisor=r, users=pooled)")
    assert nobody["computed by"] == []
    headings = {"computed for each user by", "may be computed by"}
    assert headings & {*nobody} == set() and headings < {*told}


def test_properties_are_told_with_their_counterexamples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of what is not declared how many cases were tried."""
    case = Case.parse("1 . @1")
    monkeypatch.setattr(
        variant,
        "find_counterexamples",
        lambda of: [("bounds", None), ("below_k", case)],
    )
    for declared, otherwise in (
        (True, "yes"),
        (False, "no counterexample among 3 smal"),
    ):
        monkeypatch.setattr(variant, "is_declared", lambda of, told=declared: told)
        monkeypatch.setattr(variant, "list_few_cases", lambda takes: [case] * 3)
        one, other = variant.describe_properties(R)
        assert one.startswith(f"the value lies between 0 and 1: {otherwise}")
        assert other.endswith(": no, see 1 . @1")


def test_relations_are_told_with_their_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    relation = SimpleNamespace(because="it is so", source="Me 2021")
    chain = {R: [([R, R], relation)]}
    monkeypatch.setattr(variant, "group_chains_by_variant", lambda takes: chain)
    told = f"{R} ≤ {R}, because it is so"
    assert list(variant.describe_relations(R)) == [f"{told} [Me 2021]"]
    relation.source = ""
    assert list(variant.describe_relations(R)) == [told]
    monkeypatch.setattr(variant, "group_chains_by_variant", lambda takes: {})
    assert list(variant.describe_relations(R)) == []
