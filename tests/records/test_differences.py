"""What two records are said to differ in."""

from __future__ import annotations

from math import nan

from homonym.records.differences import Difference, compare_records
from homonym.records.reading import PlainRecord


def test_a_difference_knows_its_metric_and_its_place() -> None:
    """A metric whose name starts with another's and a dot is not taken for that one."""
    old = {"metrics": {"map": {"core": {"ran": 48}}, "map.all": {"status": "x"}}}
    new = {"metrics": {"map": {"core": {"ran": 47}}, "map.all": {"status": "y"}}}
    first, second = compare_records(old, new)
    assert first == Difference("map", ("core", "ran"), 48, 47)
    assert (second.metric, second.head) == ("map.all", "status")


def test_a_difference_says_itself_in_a_line() -> None:
    """With the way to it, nothing for nothing, and numbers as records keep them."""
    said = {
        Difference(None, ("movielens", "data"), "a", None): (
            "movielens.data: recorded a, now nothing"
        ),
        Difference("m", (), None, "new"): "metrics.m: recorded nothing, now new",
        Difference("m", ("cut",), 0.1 + 0.2, 1.0): "metrics.m.cut: recorded 0.3, now 1",
    }
    assert [str(difference) for difference in said] == list(said.values())
    listed = Difference("m", ("core",), ["a", "b"], {"ran": 48, "refused": []})
    assert listed.within == "core: recorded a, b, now ran 48; refused nothing"


def test_what_hangs_on_the_cases_drawn_is_marked() -> None:
    """How many were drawn and what they raised; that one failed is not by chance."""
    refuted = {"refuted": {"tried": 200, "failed": 0, "raised": {"KeyError: 1": 2}}}
    other = {"refuted": {"tried": 20, "failed": 1, "raised": {"KeyError: 2": 2}}}
    told = compare_records({"metrics": {"m": refuted}}, {"metrics": {"m": other}})
    marked = {difference.part[1:]: difference.by_chance for difference in told}
    assert marked == {
        ("tried",): True,
        ("failed",): False,
        ("raised", "KeyError: 1"): True,
        ("raised", "KeyError: 2"): True,
    }


def test_no_drift_is_seen_in_provenance() -> None:
    """Dates, packages and lines of code are shown, never compared."""
    why = {"kind": "raised", "reason": "KeyError: 9", "at": "lib/m.py:65"}
    raised = {"m": {"no_verdict": why}}
    moved = {"m": {"no_verdict": {**why, "at": "lib/m.py:66"}}}
    assert list(compare_records({"metrics": raised}, {"metrics": moved})) == []
    old = {"metrics": {"m": 1.0}, "provenance": {"measured": "then"}}
    new = {"metrics": {"m": 1.0}, "provenance": {"measured": "now"}}
    assert list(compare_records(old, new)) == []
    nan = float("nan")
    assert list(compare_records({"m": {"a": nan}}, {"m": {"a": nan}})) == []
    assert list(compare_records({"m": {"a": nan}}, {"m": {"a": 1.0}}))
    new["metrics"]["m"] = 1.1
    (told,) = compare_records(old, new)
    assert str(told) == "metrics.m: recorded 1, now 1.1"


def test_more_drawn_cases_than_recorded_are_no_drift() -> None:
    """`--max-examples` deepens; fewer cases, or one that fails, are drift."""
    old = {"metrics": {"m": {"refuted": {"tried": 200, "failed": 0}}}}
    more = {"metrics": {"m": {"refuted": {"tried": 900, "failed": 0}}}}
    assert list(compare_records(old, more)) == []
    assert len(list(compare_records(more, old))) == 1
    more["metrics"]["m"]["refuted"]["failed"] = 1
    assert len(list(compare_records(old, more))) == 1


def test_how_often_drawn_cases_raise_and_what_a_search_took_are_no_drift() -> None:
    """What is drawn hangs on how homonym is installed, a search on its own variants;
    that an error is raised at all, or another one, is drift."""

    def drawn(searched: int, **raised: int) -> PlainRecord:
        return {"metrics": {"m": {"searched": searched, "refuted": {"raised": raised}}}}

    assert list(compare_records(drawn(10, A=57), drawn(12, A=54))) == []
    assert len(list(compare_records(drawn(10, A=57), drawn(10)))) == 1
    assert len(list(compare_records(drawn(10, A=57), drawn(10, A=57, B=1)))) == 1


def test_a_record_of_edition_1_is_held_to_what_records_held_then() -> None:
    """Invariances are no drift, but for the second call, a convention then."""
    corpus = {"edition": 1}
    entry = {"variants": ["recall"], "conventions": {"second_call": "as the first"}}
    held = {"after_other_calls": "holds", "users_reordered": "violated: 1 became 0"}
    now = {"variants": ["recall"], "conventions": {}, "invariances": held}
    old = {"corpus": corpus, "metrics": {"m": entry}}
    assert list(compare_records(old, {"corpus": corpus, "metrics": {"m": now}})) == []
    none = {"variants": ["recall"], "invariances": held}
    assert list(compare_records(old, {"corpus": corpus, "metrics": {"m": none}})) == []
    changed = {**now, "invariances": {**held, "after_other_calls": "violated: 1"}}
    new = {"corpus": corpus, "metrics": {"m": changed}}
    assert len(list(compare_records(old, new))) == 1


def test_a_record_without_the_users_numbers_is_held_to_the_rest() -> None:
    """Records kept `per user` instead; where they have the numbers those are drift."""
    before = {
        "values": {"1 . @1": "per user"},
        "invariances": {
            "users_reordered": "violated: per user became per user on 1 . @1"
        },
    }
    now = {
        "values": {"1 . @1": [0.5, nan]},
        "invariances": {"users_reordered": "violated: (0.5, NaN) became (1) on 1 . @1"},
    }
    old, new = ({"metrics": {"m": entry}} for entry in (before, now))
    assert list(compare_records(old, new)) == []
    assert list(compare_records(new, new)) == []
    elsewhere = "violated: (0.5, NaN) became (1) on . 1 @1"
    for part, changed in (
        ("values", {"1 . @1": 0.5}),
        ("invariances", {"users_reordered": elsewhere}),
    ):
        other = {"metrics": {"m": {**now, part: changed}}}
        assert len(list(compare_records(old, other))) == 1
    fewer = {"metrics": {"m": {**now, "values": {"1 . @1": [0.25, nan]}}}}
    assert len(list(compare_records(new, fewer))) == 1


def test_an_invariance_that_the_record_does_not_know_is_no_drift() -> None:
    """Made before it was tried; one that the record knows is compared, or missing."""
    held = {"metrics": {"m": {"invariances": {"tail_removed": "holds"}}}}
    both = {"tail_removed": "holds", "other_metrics": "violated: 1 became 0"}
    more = {"metrics": {"m": {"invariances": both}}}
    assert list(compare_records(held, more)) == []
    (told,) = compare_records(more, held)
    assert told.part == ("invariances", "other_metrics")


def moving(*gave: float, cases: int = 60) -> PlainRecord:
    """What a record says of a metric whose numbers move."""
    call = {"case": "1 . @1", "gave": list(gave)}
    repeated = {"cases": cases, "differed": len(gave)}
    return {"status": "unstable", "unstable": [call], "repeated": repeated}


def between(old: PlainRecord, new: PlainRecord) -> list[str]:
    """The differences of two records of one metric that is so."""
    told = compare_records({"metrics": {"m": old}}, {"metrics": {"m": new}})
    return [".".join(difference.part) for difference in told]


def test_an_unstable_metric_is_held_to_being_unstable_alone() -> None:
    """Not to its calls; nor to that where fewer were made again."""
    assert between(moving(1.0, 0.5), moving(0.5, 7.0, 8.0, cases=30)) == []
    settled = {"status": "identified", "variants": ["recall(divisor=r)"]}
    again = settled | {"repeated": {"cases": 30, "differed": 0}}
    before = moving(1.0, 0.5, cases=30)
    assert between(before, settled) == []
    fewer = settled | {"repeated": {"cases": 29, "differed": 0}}
    assert between(before, fewer) == []
    for now in (again, {"status": "unexplained", "repeated": {"cases": 31}}):
        (found,) = compare_records({"metrics": {"m": before}}, {"metrics": {"m": now}})
        assert (found.part, found.new) == (("status",), now["status"])


def test_a_metric_that_becomes_unstable_is_drift() -> None:
    """So is an unstable one that is gone."""
    settled = {"status": "identified", "variants": ["recall(divisor=r)"]}
    found = between(settled, moving(1.0, 0.5))
    assert {"status", "variants", "unstable"} <= set(found)
    (gone,) = compare_records({"metrics": {"m": moving(1.0)}}, {"metrics": {}})
    assert (gone.metric, gone.new) == ("m", None)


def test_how_many_were_asked_in_time_is_no_drift() -> None:
    """Of large and repeated cases; what a large one raises, or that one of the core
    gave another number, is."""

    def tried(cases: int, differed: int = 0, **failed: int) -> PlainRecord:
        refused = {"too long": cases}
        large = {"ran": cases, "of": cases + 1, "refused": refused, "failed": failed}
        return {"large": large, "repeated": {"cases": cases, "differed": differed}}

    assert between(tried(14), tried(3)) == []
    assert between(tried(14), tried(14, differed=1)) == ["repeated.differed"]
    assert between(tried(14), tried(14, MemoryError=1)) == ["large.failed.MemoryError"]
    no_time = {"repeated": {"cases": 14, "differed": 0}}
    assert between(tried(14), no_time) == [] == between(no_time, tried(14))
    assert between(tried(14, MemoryError=1), no_time) == []
    assert between(no_time, tried(14, MemoryError=1)) == ["large"]


def test_a_difference_of_no_metric_has_its_whole_way() -> None:
    """What is in a table of the record, and what came or went of it."""
    (told,) = compare_records({"corpus": {"edition": 6}}, {"corpus": {"edition": 7}})
    assert told == Difference(None, ("corpus", "edition"), 6, 7)
    assert told.head == "corpus"
    gone = Difference("m", ("precision",), 0.25, None)
    assert gone.within == "precision: recorded 0.25, now nothing"


def test_users_numbers_are_the_same_but_for_their_last_digits() -> None:
    """Each as a number is; one more is another."""

    def given(*numbers: float) -> PlainRecord:
        return {"values": {"1 . @1": list(numbers)}}

    third = 0.1 + 0.2
    assert between(given(0.3, float("nan")), given(third, float("nan"))) == []
    for other in (given(0.3), given(0.3, 0.0), given(0.31, float("nan"))):
        assert between(given(0.3, float("nan")), other) == ["values.1 . @1"]


def test_how_long_a_call_was_waited_for_is_no_drift() -> None:
    """Wherever it is said: in a reason, in a list, as a key."""

    def waited(seconds: str) -> PlainRecord:
        said = f"no answer in {seconds} s"
        return {
            "no_verdict": {"kind": "killed", "reason": said},
            "core": {"failed": {said: 3}},
            "unstable": [{"case": "1 . @1", "gave": [said, 0.5]}],
        }

    assert between(waited("30"), waited("1.5")) == []
    assert between(waited("30"), {**waited("1"), "core": {"failed": {}}}) == [
        "core.failed.no answer in 30 s"
    ]


def test_datasets_are_compared_where_both_have_them() -> None:
    """The metrics of both, on the same data; a table that one has alone is shown."""

    def on(data: str, **values: float) -> PlainRecord:
        return {"example": {"data": data, "values": values}, "movielens": None}

    def told(old: PlainRecord, new: PlainRecord) -> list[str]:
        return [str(difference) for difference in compare_records(old, new)]

    assert told(on("a", m=1.0), on("a", m=0.5)) == [
        "example.values.m: recorded 1, now 0.5"
    ]
    assert told(on("a", m=1.0), on("b", m=0.5)) == []
    assert told(on("a", m=1.0), {}) == told({}, on("a", m=1.0)) == []
    less = {"example": {"data": "a"}}
    assert told(on("a", m=1.0), less) == told(less, on("a", m=1.0)) == []


def test_what_is_made_of_a_name_is_compared_since_edition_3() -> None:
    """Before it metrics of other than rankings were out of scope: the names count."""

    def listed(edition: int, *wrapped: str, **out_of_scope: str) -> PlainRecord:
        named = {"wrapped": list(wrapped), "out_of_scope": out_of_scope}
        return {"corpus": {}, "metrics": {}, "inventory": named} | (
            {"corpus": {"edition": edition}} if edition else {}
        )

    def parts(old: PlainRecord, new: PlainRecord) -> set[tuple[str, ...]]:
        told = (difference.part for difference in compare_records(old, new))
        return {part for part in told if part[0] == "inventory"}

    for edition in (0, 1, 2):
        old, new = listed(edition, "a", b="no ranking"), listed(edition, "a", "b")
        assert parts(old, new) == set()
        assert parts(old, listed(edition, "a")) == {("inventory", "wrapped")}
    for before, after in ((3, 3), (2, 3), (3, 2), (7, 7)):
        old, new = listed(before, "a", b="no ranking"), listed(after, "a", "b")
        assert parts(old, new) == {
            ("inventory", "wrapped"),
            ("inventory", "out_of_scope", "b"),
        }
