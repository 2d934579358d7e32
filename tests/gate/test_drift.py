"""How a metric differs from its record, said with the evidence."""

from __future__ import annotations

from typing import Any

import pytest
from fakes.recorded import record_of
from msgspec.structs import replace

from homonym.adapters.contract import Value
from homonym.gate.check import Result
from homonym.gate.consequences import NOT_SHOWN
from homonym.gate.drift import (
    UNNAMED,
    MetricChange,
    describe_probe,
    explain_drift,
    list_metric_changes,
)
from homonym.gate.formats import render_result_text
from homonym.records.differences import compare_records
from homonym.records.measurements import MeasuredRow
from homonym.records.reading import as_plain
from homonym.records.schema_entry import (
    Core,
    MetricEntry,
    NoVerdict,
    Repeated,
    RepeatedCall,
)
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

BY_R, BY_K = "recall(divisor=r)", "recall(divisor=min_k_r)"
RECALL = MetricEntry(claims="recall", status="identified", variants=(BY_R,))
CAPPED = replace(RECALL, variants=(BY_K,))
ODD = MetricEntry(claims="recall", status="unexplained")
RAISED = MetricEntry(
    claims="recall",
    status="unavailable",
    no_verdict=NoVerdict(kind="raised", reason="KeyError: 1"),
)
MOVING = MetricEntry(
    claims="recall",
    status="unstable",
    unstable=(
        RepeatedCall(case="1 . @1", gave=(0.5, 1.0)),
        RepeatedCall(case=". 1 @1", gave=(0.25, 0.0)),
    ),
)
MATTERS = "violated: 1 became 0 on 1 . @1"
LINE = "1 1 | 1 @1"
"""One of three relevant items in the first place: a third, or 1."""


def held(
    old: MetricEntry | None,
    now: MetricEntry | None,
    rows: list[MeasuredRow] | None = None,
) -> Result:
    """A metric held to its record."""
    record, expected = (record_of({"m": m} if m else {}) for m in (now, old))
    drift = list(compare_records(as_plain(expected), as_plain(record)))
    return Result(record, rows or [], expected, drift)


def change(
    old: MetricEntry | None,
    now: MetricEntry | None,
    rows: list[MeasuredRow] | None = None,
) -> MetricChange:
    """How it differs."""
    (found,) = list_metric_changes(held(old, now, rows))
    return found


def rest(found: MetricChange) -> list[str]:
    """What else differs."""
    return [difference.within for difference in found.rest]


@pytest.mark.parametrize(
    ("old", "now", "headline", "gone"),
    [
        (None, RECALL, f"m is new: it is {BY_R}", False),
        (None, RAISED, "m is new: it is unavailable (KeyError: 1)", False),
        (RECALL, None, f"m is no longer offered; it was {BY_R}", True),
        (RECALL, RAISED, f"m was {BY_R} and is unavailable (KeyError: 1) now", True),
        (RAISED, ODD, "m was unavailable (KeyError: 1) and is unexplained now", False),
    ],
)
def test_a_metric_that_came_or_went_is_told_in_a_line(
    old: MetricEntry | None, now: MetricEntry | None, headline: str, gone: bool
) -> None:
    """What it computes, or why it gives no number; it is another metric then."""
    found = change(old, now)
    assert found == MetricChange("m", found.status, headline, gone=gone)
    assert found.redefined
    assert list(found.lines("lib 1")) == [f"lib 1: {headline}"]


def test_what_differs_beside_the_metrics_is_named_in_the_sum() -> None:
    """Held to the record of another library, that is all that may differ."""
    record = record_of({"m": RECALL})
    other = replace(record, library="other")
    drift = list(compare_records(as_plain(other), as_plain(record)))
    told = render_result_text(
        Result(record, [], other, drift), "homonym check lib", None
    )
    assert f"  library: recorded other, now {record.library}" in told
    named = f"{record.library} {record.version}"
    held = f"the record of other {other.version}"
    assert f"{named} differs from {held} in library: 0 measurements ran" in told


def test_a_metric_of_the_same_formula_is_told_with_its_edges() -> None:
    """What else differs stands below; what nobody knows by name is told by its id."""
    old = replace(RECALL, conventions={"ties": "input order", "own_probe": "skipped"})
    now = replace(RECALL, conventions={"ties": "input order"}, precision=1e-5)
    found = change(old, now)
    assert not found.redefined and not found.gone
    assert found.edges == (("own_probe", "skipped", NOT_SHOWN),)
    assert list(found.lines("lib 1")) == [
        f"lib 1: m is still {BY_R}, and differs",
        "",
        "  own probe",
        "    recorded  skipped",
        "    now       does not show",
        "",
        "  precision: recorded nothing, now 1e-05",
    ]
    known = "user_without_list"
    assert describe_probe(known).endswith(f" ({known})")
    assert not describe_probe(known).startswith(known)


def test_a_verdict_on_fewer_cases_is_the_same_definition() -> None:
    """The status stands among what differs."""
    found = change(RECALL, replace(RECALL, status="ambiguous"))
    assert found.headline == f"m is still {BY_R}, and differs"
    assert rest(found) == ["status: recorded identified, now ambiguous"]
    assert not found.edges and not found.redefined


def test_what_matters_now_is_said_with_the_definition() -> None:
    """An invariance that is violated."""
    moved = {"ids_relabelled": MATTERS}
    found = change(
        replace(RECALL, invariances={"ids_relabelled": "holds"}),
        replace(RECALL, invariances=moved),
    )
    assert found.headline == f"m is still {BY_R}, but ids matter, and differs"


def test_a_metric_that_moves_now_is_no_longer_what_it_was() -> None:
    """With both numbers of a call, whether it was explained or not."""
    words = "unstable (0.5 or 1 on 1 . @1)"
    assert change(ODD, MOVING).headline == f"m was unexplained and is {words} now"
    assert change(RECALL, MOVING).headline == f"m is no longer {BY_R}"
    still = replace(MOVING, variants=(BY_R,))
    assert change(RECALL, still).headline == f"m was {BY_R} and is {words} now"


def test_a_metric_that_no_longer_moves_is_told_with_what_it_is_now() -> None:
    """As many calls were made twice."""
    asked = Repeated(cases=62, differed=0)
    before = replace(MOVING, repeated=replace(asked, differed=2))
    for now, words in ((RECALL, BY_R), (ODD, "unexplained")):
        found = change(before, replace(now, repeated=asked))
        moved = "unstable (0.5 or 1 on 1 . @1)"
        assert found.headline == f"m was {moved} and is {words} now"
        assert found.status == "stable now"
        assert (found.evidence, found.redefined) == ((), False)


def measured() -> list[MeasuredRow]:
    """What the metric gives now on a case."""
    value: Any = Variant.parse(BY_K).value(Case.parse(LINE))
    return [("m", LINE, Value(value))]


def test_a_metric_of_another_formula_is_told_with_the_smallest_case() -> None:
    """What follows from that is counted, and what does not is told."""
    old = replace(
        RECALL,
        core=Core(ran=60, of=60),
        conventions={"ties": "input order", "empty": "skipped", "odd": "0.5"},
        invariances={"users_reordered": "holds", "ids_relabelled": "holds"},
    )
    now = replace(
        CAPPED,
        core=Core(ran=50, of=60),
        conventions={"ties": "random", "empty": "skipped or NaN", "odd": "0.25"},
        invariances={
            "users_reordered": "changes as its definition says",
            "ids_relabelled": MATTERS,
        },
        precision=1e-5,
    )
    found = change(old, now, measured())
    assert found.headline == f"m is no longer {BY_R}"
    assert found.redefined and not found.gone
    case, recorded, is_now = found.evidence
    assert case[:2] == ("case", LINE)
    assert recorded == ("recorded", "0.333333", "divisor r = 3")
    assert is_now == ("now", "1", f"as {BY_K} gives")
    assert found.edges == (("ties", "input order", "random"),)
    assert rest(found) == [
        f"invariances.ids_relabelled: recorded holds, now {MATTERS}",
        "precision: recorded nothing, now 1e-05",
    ]
    assert found.folded == "2 differ as the definition does"
    lines = list(found.lines("lib 1"))
    assert lines[:5] == [
        f"lib 1: {found.headline}",
        "",
        "  case      1 1 | 1 @1  one user, ranking [a, b], relevant {a, b, c}, k = 1",
        "  recorded  0.333333    divisor r = 3",
        "  now       1           as recall(divisor=min_k_r) gives",
    ]
    assert lines[-1] == "  conventions: 2 differ as the definition does"


def test_of_a_metric_without_a_formula_what_shows_nothing_is_not_told() -> None:
    """There is no name for what it does at most edges; what it raises is told."""
    old = replace(
        RECALL, conventions={"ties": "input order", "empty": "skipped", "odd": "NaN"}
    )
    old = replace(old, conventions={**old.conventions, "k_zero": "raises KeyError"})
    now = replace(ODD, conventions={"empty": "raises KeyError", "odd": "0.5"})
    found = change(old, now, measured())
    assert found.status == "unexplained now"
    assert found.edges == (("empty", "skipped", "raises KeyError"),)
    assert found.folded == UNNAMED
    assert found.evidence[2][2] == "as no variant gives"
    same = replace(ODD, conventions=old.conventions)
    assert change(old, same).folded == ""
    shown = replace(CAPPED, conventions={"empty": "raises KeyError", "odd": "0.5"})
    assert change(old, shown).folded == "2 differ as the definition does"


@pytest.mark.parametrize(
    ("more", "words"), [(0, ""), (1, "and on 1 more"), (2, "and on 2 more")]
)
def test_an_unexplained_metric_is_told_with_the_smallest_of_its_other_numbers(
    more: int, words: str
) -> None:
    """How many more there are, and what does not follow from them."""
    lines = [LINE, ". 1 1 | 1 @1", ". . 1 1 | 1 @1"][: more + 1]
    old = replace(
        ODD,
        values={"1 . @1": 1.0, **dict.fromkeys(lines, 0.5)},
        conventions={"ties": "input order"},
        invariances={"users_reordered": "holds", "ids_relabelled": "holds"},
        core=Core(ran=60, of=60),
    )
    now = replace(
        old,
        values={"1 . @1": 1.0, **dict.fromkeys(lines, 0.25)},
        core=Core(ran=50, of=60),
        invariances={
            "users_reordered": MATTERS,
            "ids_relabelled": "refused: no",
        },
    )
    found = change(old, now)
    assert found.headline == "m is still unexplained, and gives other numbers"
    assert found.evidence[0][:2] == ("case", LINE)
    assert found.evidence[1:] == (("recorded", "0.5", ""), ("now", "0.25", words))
    assert [one.part for one in found.rest] == [("invariances", "users_reordered")]
    assert found.folded == "" and found.redefined
    other = replace(now, conventions={"ties": "random"})
    assert change(old, other).folded == UNNAMED


def test_what_to_do_is_said_where_there_is_drift() -> None:
    """With the command that was given, if one was."""
    command = "homonym check lib"
    last = f"\n  meant it?  {command} --accept"
    assert list(explain_drift(held(RECALL, CAPPED), command))[-1] == last
    assert last not in list(explain_drift(held(RECALL, CAPPED)))
    assert list(explain_drift(held(RECALL, RECALL), command)) == []
    first = Result(record_of({"m": RECALL}), [])
    assert list(explain_drift(first, command)) == []
    named = list(explain_drift(held(RECALL, None), command))
    assert named == [
        "",
        f"lib 1: m is no longer offered; it was {BY_R}",
        "\nlib 1: what else is not as recorded\n",
        "  no longer a public name, wrapped: m",
        last,
    ]


def test_what_the_record_was_made_beside_is_named_where_another_is_here() -> None:
    """Of the packages that both have; nothing where they are the same, or nothing
    differs."""

    def said(old: MetricEntry, now: MetricEntry, **here: str) -> list[str]:
        result = held(old, now)
        assert result.expected
        stood = {"numpy": "2.3.0", "pandas": "2.3.3", "scipy": "1.16.0"}
        for record, packages in ((result.expected, stood), (result.record, here)):
            record.provenance.packages.clear()
            record.provenance.packages.update(packages)
        return list(explain_drift(result))

    words = "\n  the record was made beside pandas 2.3.3; here: pandas 3.1.1"
    assert said(RECALL, CAPPED, numpy="2.3.0", pandas="3.1.1", torch="2.13.0")[-1] == (
        words
    )
    assert words not in said(RECALL, CAPPED, numpy="2.3.0", pandas="2.3.3")
    assert said(RECALL, RECALL, numpy="2.3.0", pandas="3.1.1") == []
