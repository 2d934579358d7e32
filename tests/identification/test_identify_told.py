"""How `homonym identify` prints its answers, here of candidates that are given."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from homonym.cli import identify
from homonym.cli.identify import (
    as_computed,
    as_left_open,
    describe_digits_verdict,
    describe_explaining,
    describe_next_question,
    describe_who_computes,
    describe_wider_tiers,
    find_library_titles,
    identify_number,
    leaves_choices_open,
    show_answers,
    show_identified_number,
    show_matches,
    yield_unknown_settings,
)
from homonym.errors import UserError
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.identification.candidates import Candidate
from homonym.identification.identify import Identification, Identifications
from homonym.identification.next_question import FurtherNumber, Match, NextQuestion
from homonym.identification.printed_values import read_printed
from homonym.identification.settings import Setting, Unknown
from homonym.identification.several_values import IdentifiedValues
from homonym.reference.variants import Variant

Printed = pytest.CaptureFixture[str]
OWN, KNOWN = Conventions(), Unknown()
USUAL = Setting(None, OWN)
R, K = map(Variant.parse, ("recall(divisor=r)", "recall(divisor=min_k_r)"))


def candidate(
    variant: Variant = R,
    value: float = 0.5,
    k: int = 3,
    by: tuple[str, ...] = (),
    setting: Setting = USUAL,
) -> Candidate:
    """A definition that was tried, with its number."""
    return Candidate(variant, k, value, setting, by)


def answer(*candidates: Candidate, **more: Any) -> Identification:
    """What a tier of ten says of 0.500, by default that these match."""
    matches = tuple(Match(one, "rounded") for one in candidates)
    plain = Identification(
        read_printed("0.500"), "some", matches, 10, 0.0, (), None, (), len(matches)
    )
    return replace(plain, **more)


def answers(*found: Identification, faults: Any = ()) -> Identifications:
    """What each tier says."""
    return Identifications(found, faults, OWN)


def shown(capsys: Printed, found: Any, unknown: Unknown = KNOWN) -> list[str]:
    """The lines of the terminal, without the spaces at their ends."""
    show_answers(found, unknown)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("", "map", ""), "write --value 0.0317 with --metric map, or --values"),
        (("0.5", "map", "map=0.5"), "write --value 0.0317 with --metric map, or"),
        (("", "ndcg", "map=0.5"), "--metric 'ndcg' is for --value alone"),
    ],
)
def test_one_number_or_several_are_asked_for(
    asked: tuple[str, str, str], says: str
) -> None:
    with pytest.raises(UserError, match=says):
        identify_number(Inputs(), "", asked, OWN, Unknown(), as_json=False)


def test_a_number_is_looked_for_by_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """Several by theirs; the answer is data where that is asked for."""
    asked: list[Any] = []

    def find(inputs: Inputs, ks: Any, numbers: Any, own: Any, unknown: Any) -> Any:
        asked.append((ks, numbers))
        return IdentifiedValues({name: answers(answer()) for name in numbers}, {})

    monkeypatch.setattr(identify, "identify_printed_values", find)
    one, several = ("0.500", "map", ""), ("", "", "map=0.5,ndcg@5=0.25")
    identify_number(Inputs(), "5,10", one, OWN, KNOWN, as_json=True)
    assert [*json.loads(capsys.readouterr().out)["numbers"]] == ["map"]
    identify_number(Inputs(), "", several, OWN, KNOWN, as_json=False)
    assert "map = 0.500" in capsys.readouterr().out.splitlines()
    assert asked == [
        ([5, 10], {"map": "0.500"}),
        ([], {"map": "0.5", "ndcg@5": "0.25"}),
    ]


def test_a_number_stands_above_what_matches(capsys: Printed) -> None:
    """With who computes it, and what the digits decide."""
    found = IdentifiedValues({"": answers(answer(candidate(by=("a.b",))))}, {})
    assert shown(capsys, found) == [
        "0.500",
        "  some, 10 tried:",
        "     value     k  definition         computed by",
        "     0.500000  3  recall(divisor=r)  a.b",
        f"  This is {R}.",
        "  The digits decide among these: one number matches, and about 0 would match "
        "by chance.",
    ]


def test_tiers_of_which_nothing_matches_are_told_before(capsys: Printed) -> None:
    """Of the last the nearest, where none has a match, and what bounds the number."""
    nothing = answer(tier="few", nearest=(candidate(K, 0.25),), bounds=("never more",))
    found = IdentifiedValues({"map": answers(answer(tier="one"), nothing)}, {})
    assert shown(capsys, found, Unknown(threshold=True)) == [
        "map = 0.500",
        "  one, 10 tried: none",
        "  few, 10 tried: none; the nearest",
        "    0.250000  recall(divisor=min_k_r) at k = 3, grades as they are",
        "  never more",
    ]


def test_faults_are_told_once_above_all_numbers(capsys: Printed) -> None:
    """And who explains all of them; between two numbers is an empty line."""
    fault = Fault("again", "pairs twice", 2, "the best counts")
    its = answers(answer(), faults=(fault,))
    lines = shown(capsys, IdentifiedValues({"x": its, "y": its}, {}))
    assert lines[:2] == ["in the tables", "  pairs twice: 2 (the best counts)"]
    assert lines[2] == f"{OWN.described('score')}, or a library's own"
    assert lines[3:6] == ["", "no library on record gives all 2 numbers", ""]
    assert lines[6:] == [
        "x = 0.500",
        "  some, 10 tried: none; the nearest",
        "",
        "y = 0.500",
        "  some, 10 tried: none; the nearest",
    ]


def test_who_gives_the_most_numbers_is_told() -> None:
    """Two and more of them; of more libraries than four the number."""
    its = answers(answer())
    numbers = dict.fromkeys("xyz", its)

    def told(by: dict[str, list[str]], together: bool = True) -> str:
        return describe_explaining(IdentifiedValues(numbers, by, together))

    none = "no library on record gives all 3 numbers"
    assert told({}) == told({"a": ["x"]}) == none
    apart = f"{none}, nor are they found at one cut-off and in one setting"
    assert told({}, together=False) == apart
    assert told({"a": ["x", "y"], "b": ["x"]}) == f"{none}; 2 of them by a (x, y)"
    several = "; ".join(f"{name} (x, y)" for name in "abcd")
    four, six = ({name: ["x", "y"] for name in names} for names in ("abcd", "abcdef"))
    assert told(four) == f"{none}; 2 of them by {several}"
    more = told(six)
    assert more == f"{none}; 2 of them by {several} and 2 more"
    assert told({"a": [*"xyz"]}) == "all 3 numbers are given by: a"


def test_wider_tiers_are_told_by_how_many_match() -> None:
    its = answers(answer(candidate()))
    its.wider = [
        answer(candidate(), tried=1200, expected=0.015),
        answer(candidate(), candidate(K, 0.5001), tier="more"),
    ]
    assert [*describe_wider_tiers(its)] == [
        "Among some (1,200 tried), 1 matches, one number; about 0.015 would by chance.",
        "Among more (10 tried), 2 match, 2 numbers; about 0 would by chance.",
    ]
    its.wider, its.untried = [], 1200
    (line,) = describe_wider_tiers(its)
    assert line.startswith("All definitions, of which there are 1,200 here, were not")


def test_matches_that_fit_other_numbers_too_are_counted(capsys: Printed) -> None:
    """Where fewer do than match alone."""
    fitting = answer(candidate(), alone=3, bounds=("recall is never above this",))
    show_identified_number("recall", fitting, (), Unknown())
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "  (of 3 that match, the 1 that fit the others)"
    assert "  Recall is never above this." in lines
    show_identified_number("recall", replace(fitting, alone=1), (), Unknown())
    assert "that fit" not in capsys.readouterr().out
    many = replace(fitting, bounds=tuple("abcdef"))
    show_identified_number("recall", many, (), Unknown())
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) == 4] == [f"  {one}." for one in "ABCD"]


def test_twenty_matches_are_listed_the_most_computed_first(capsys: Printed) -> None:
    """Of more there is the number, and of metrics beside one four."""
    names = tuple(f"{one}.m" for one in "abcdef")
    several = candidate(K, k=99, by=names)
    every = [*(candidate(k=k) for k in range(1, 20)), several]
    matches = [Match(one, "rounded") for one in every]
    show_matches(matches, Unknown())
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 21
    assert lines[-1].rstrip().endswith("a.m, b.m, c.m, d.m and 2 more")
    more = Match(candidate(k=50), "rounded")
    show_matches([more, *matches], Unknown())
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 22
    assert lines[1].split()[1] == "99"
    assert lines[-1] == "    and 1 more, which --json lists"


def test_what_was_unknown_stands_beside_a_match(capsys: Printed) -> None:
    skipped = Conventions.of(["user_without_list=skipped"])
    usual, other = candidate(), candidate(setting=Setting(2.0, skipped))
    nothing, both = Unknown(), Unknown(threshold=True, users=True)
    assert [*yield_unknown_settings(other, nothing)] == []
    first, second = yield_unknown_settings(usual, both)
    assert second == "as by default"
    _, users = yield_unknown_settings(other, both)
    assert users == "user_without_list skipped"
    show_matches([Match(usual, "rounded"), Match(other, "rounded")], both)
    head, one, two = capsys.readouterr().out.splitlines()
    assert head.split()[3:5] == ["threshold", "users"]
    assert first in one and "user_without_list skipped" in two


def test_a_definition_is_told_by_the_name_that_leaves_it_open() -> None:
    """With its choices; an id, and a family of one definition, is itself."""
    (told,) = describe_who_computes("recall", answer(candidate()))
    assert told == "This is recall with divisor=r."
    (told,) = describe_who_computes(str(R), answer(candidate()))
    assert told == f"This is {R}."
    assert [leaves_choices_open(one) for one in ("recall", str(R), "zz")] == [
        True,
        False,
        False,
    ]


def test_five_definitions_are_four_and_one_more() -> None:
    """That of most libraries first; two more are told in the plural."""
    every = [
        candidate(Variant.parse(f"recall(divisor=r, users={one})"), by=by)
        for one, by in (
            ("mean", ()),
            ("mean_hit", ("rs-metrics==0.6.0.x",)),
            ("pooled", ()),
            ("by_r", ()),
            ("by_length", ()),
        )
    ]
    first, *others, last = describe_who_computes("", answer(*every))
    assert first == (
        "This is recall(divisor=r, users=mean_hit), as rs_metrics computes it."
    )
    assert len(others) == 3
    assert all(one.startswith("It is also recall(") for one in others)
    assert last == "1 more definition that gives it is not listed."
    sixth = candidate(Variant.parse("recall(divisor=r, users=caller)"))
    *_, last = describe_who_computes("", answer(*every, sixth))
    assert last == "2 more definitions that give it are not listed."
    assert len([*describe_who_computes("", answer(*every[:4]))]) == 4


def test_libraries_are_called_as_people_write_them() -> None:
    """In the order of these words; what there is no adapter of is left out."""
    dated = ["scikit-learn==1.4.2", "rs-metrics==0.6.0", "rs-metrics==0.5.0", "zz==1"]
    titles = {"rs-metrics": "rs_metrics", "scikit-learn": "scikit-learn"}
    assert find_library_titles(dated) == titles
    assert [*find_library_titles(dated)] == [*titles]
    assert as_computed([]) == as_computed(["zz==1"]) == ""
    assert as_computed(dated[1:]) == ", as rs_metrics computes it"
    assert as_computed(dated) == ", as rs_metrics and scikit-learn compute it"
    assert as_left_open(dated[1:], ()) == (
        "; rs_metrics may compute it: its record leaves that open"
    )
    assert as_left_open(dated, dated[1:]) == (
        "; scikit-learn may compute it: its record leaves that open"
    )
    assert as_left_open(dated, ()) == (
        "; rs_metrics and scikit-learn may compute it: their records leave that open"
    )
    assert as_left_open(dated, dated) == ""


def test_papers_are_told_apart_from_libraries() -> None:
    """Of more than four there is the number."""
    four = ["bars==1", "buffalo==1", "caser==1", "comirec==1"]
    assert as_computed(four[:1]) == ", as the code of BARS computes it"
    assert as_computed(four) == (
        ", as the code of BARS, buffalo, Caser and ComiRec computes it"
    )
    assert as_computed([*four, "dgcf==1"]) == ", as the code of 5 papers computes it"
    assert as_computed(["rs-metrics==0.6.0", "bars==1"]) == (
        ", as rs_metrics computes it, and the code of BARS"
    )


def test_the_digits_decide_or_do_not() -> None:
    one, two = candidate(), candidate(K, 0.5001)
    assert describe_digits_verdict(answer(one, expected=0.05)).startswith(
        "The digits decide among these: one number matches, and about 0.05 would"
    )
    assert describe_digits_verdict(answer(one, expected=2.0)) == (
        "One number matches, but about 2 would match by chance: ask for more digits."
    )
    assert describe_digits_verdict(answer(one, two)) == (
        "The digits do not decide: 2 different numbers match, and about 0 would match "
        "by chance."
    )


@pytest.mark.parametrize(
    ("further", "told"),
    [
        (
            NextQuestion((1, 3), (FurtherNumber(None, 10), 4), 5, ("ties",)),
            "To tell the definitions apart, ask for the same metric at k = 10 (4 "
            "different numbers, to as many digits), or for one more digit (3), or for "
            "what else differs among them: ties.",
        ),
        (
            NextQuestion((2, 3), None, 5),
            "To tell the definitions apart, ask for 2 more digits (3).",
        ),
        (
            NextQuestion(None, None, 5),
            "6 more digits do not tell the definitions apart, nor does any of the 5 "
            "numbers tried.",
        ),
        (
            NextQuestion(None, None, 0),
            "6 more digits do not tell the definitions apart.",
        ),
    ],
)
def test_what_to_ask_for_next_is_a_sentence(further: NextQuestion, told: str) -> None:
    assert describe_next_question(further) == told
