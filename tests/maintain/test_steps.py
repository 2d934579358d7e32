"""The steps of `homonym-maintain choice`, on a family as if a choice of it were new."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from homonym.equivalence.partition import find_declared_classes, refine_blocks
from homonym.errors import UserError
from homonym.maintain import extend_corpus, new_choice, raising_choices
from homonym.maintain.leftovers import (
    list_missing_hand_values,
    list_remaining_steps,
)
from homonym.maintain.new_choice import (
    ChoiceSteps,
    complete_choice,
    find_new_choices,
)
from homonym.maintain.write_witnesses import split_stored_witnesses
from homonym.reference.axes import Rule
from homonym.reference.chances.case import LabelCase
from homonym.reference.corpus import core
from homonym.reference.variants import every_family

LOSS = every_family()["log_loss"]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def said() -> list[str]:
    """What the steps say."""
    return []


@pytest.fixture
def steps(said: list[str]) -> ChoiceSteps:
    """The steps for the logarithmic loss; they write nothing."""

    def watch(stage: str, done: int, of: int) -> None:
        """Nobody looks."""

    return ChoiceSteps(LOSS, Path(), frozenset(), said.append, watch, dry=True)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A corpus of the first case alone."""
    monkeypatch.setattr(new_choice, "core", lambda takes: core(takes)[:1])


@pytest.mark.usefixtures("short")
def test_what_the_corpus_leaves_together_is_named_and_cases_are_proposed(
    steps: ChoiceSteps, said: list[str]
) -> None:
    """Together with them it tells all classes apart; nothing is written."""
    before = len(core(LabelCase))
    steps.corpus()
    assert said[0] == "corpus: its 1 core cases leave together"
    assert said[1].startswith("not told apart: log_loss(")
    added = [LabelCase.parse(line[4:]) for line in said if line.startswith("  + ")]
    assert added
    assert refine_blocks(LOSS, [*core(LabelCase)[:1], *added]) == find_declared_classes(
        LOSS
    )
    core.cache_clear()
    assert len(core(LabelCase)) == before


@pytest.mark.usefixtures("short")
def test_where_no_case_is_found_the_remedy_is_a_rule(
    steps: ChoiceSteps, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names what is together, and the file where a rule would stand."""
    monkeypatch.setattr(extend_corpus, "draw_candidate_cases", lambda takes, seed: [])
    with pytest.raises(UserError, match="no drawn case tells these apart") as refused:
        steps.corpus()
    assert "not told apart: log_loss(" in refused.value.message
    assert "reference/chances/log_loss.py" in refused.value.remedy
    assert "reference/chances/core.txt" in refused.value.remedy


def test_a_rule_that_is_wrong_stops_the_steps(
    steps: ChoiceSteps, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It makes all variants equal, which the core cases do not."""

    def all_equal(**names: str) -> dict[str, str]:
        return LOSS.default.names

    wrong = [*LOSS.rules, Rule("a test", all_equal)]
    monkeypatch.setattr(LOSS, "rules", wrong)
    with pytest.raises(UserError, match="a rule is wrong on the core cases") as refused:
        steps.corpus()
    assert "told apart, though equal by a rule: log_loss(" in refused.value.message


def test_the_search_for_cases_ends_where_nothing_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a few tries: two variants may be equal."""
    monkeypatch.setattr(extend_corpus, "draw_candidate_cases", lambda takes, seed: [])
    tries: list[int] = []

    def tried(number: int, blocks: Any) -> None:
        tries.append(number)

    assert list(extend_corpus.grow_corpus(LabelCase, [], progress=tried)) == []
    assert tries == list(range(1, extend_corpus.FRUITLESS + 2))


def test_a_choice_is_new_while_it_declares_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And is left for a person until a value of it stands in a test."""
    assert find_new_choices(LOSS) == frozenset()
    monkeypatch.setattr(new_choice.declare_properties, "is_told", lambda home, c: not c)
    assert find_new_choices(LOSS) and all(
        "=" in choice for choice in find_new_choices(LOSS)
    )


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (
            lambda user: 1,
            r"raises TypeError: .* takes 1 positional argument but 2 were",
        ),
        (lambda user, k: 1 // (user.r - k), "raises ZeroDivisionError: integer div"),
    ],
)
def test_a_choice_that_raises_is_told_before_anything_is_done(
    function: Callable[..., Any],
    told: str,
    steps: ChoiceSteps,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With its name, a case, and what the others of its axis take."""
    home = replace(every_family()["recall"])
    axis = home.axes["divisor"]
    monkeypatch.setattr(axis, "choices", dict(axis.choices))
    axis("1", name="moon")(function)
    tried = replace(steps, home=home, new=frozenset({"divisor=moon"}))
    with pytest.raises(UserError, match=told) as refused:
        complete_choice(tried)
    assert refused.value.message.startswith("recall(divisor=moon) raises ")
    assert refused.value.remedy == (
        "correct divisor=moon in reference/rankings/recall.py; the others of divisor "
        "take (user, k)"
    )


def test_one_variant_of_a_new_choice_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """On every core case: what others of it make is asked for later."""
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        raising_choices, "check_new_choice", lambda *given: asked.append(given)
    )
    home = every_family()["recall"]
    raising_choices.check_new_choices(home, ["divisor=grades"], "some.py")
    ((variant, axis),) = {(variant, axis) for variant, axis, *_ in asked}
    assert (variant.names["divisor"], axis) == ("grades", "divisor")
    assert [case for _, _, case, _ in asked] == [*core(home.takes)]


@pytest.mark.exhaustive
def test_what_is_said_of_witnesses_is_of_the_whole_file(
    steps: ChoiceSteps, said: list[str]
) -> None:
    """The number is not of those found now."""
    recall = every_family()["recall"]
    replace(steps, home=recall, new=frozenset({"divisor=min_k_r"})).witnesses()
    small, longer = split_stored_witnesses("recall")
    assert said[-1] == (
        f"witnesses: recall now has {len(small)} small cases and {len(longer)} longer "
        "ones in all"
    )


def test_what_is_left_is_the_value_by_hand() -> None:
    """A choice that no test of the reference names."""
    recall = every_family()["recall"]
    left = [*list_remaining_steps(recall, ROOT, {"divisor=r", "divisor=of_nobody"})]
    assert left[0] == (
        "a value of divisor=of_nobody by hand, in tests/reference/by_hand/recall.py"
    )
    assert "read the properties" in left[1]
    assert left[2] == (
        "python -m pytest tests/reference tests/equivalence "
        "tests/evaluation/test_choices.py tests/cli/test_cite.py "
        '-k "recall or fractions or expression or source"'
    )


@pytest.mark.parametrize(
    ("family", "axis", "file", "values"),
    [
        ("ndcg", "ideal", "ndcg", "ndcg"),
        ("average_precision", "terms", "average_precision", "average_precision"),
        ("precision", "users", "users", "users"),
    ],
)
def test_what_is_left_has_the_source_and_the_expression(
    family: str, axis: str, file: str, values: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with the file that it is to stand in."""
    home = every_family()[family]
    its = home.axes[axis]
    monkeypatch.setattr(its, "choices", dict(its.choices))
    its("1", name="moon", source="ranx; Nobody 2031")(lambda *_: 1)
    assert [*list_remaining_steps(home, ROOT, [f"{axis}=moon"])][:3] == [
        f"a value of {axis}=moon by hand, in tests/reference/by_hand/{values}.py",
        "an entry of the source 'Nobody 2031', in reference/sources.toml",
        f"an expression of {axis}=moon, in src/homonym/evaluation/rankings/{file}.py",
    ]


def test_what_is_left_has_docstring_code_and_fractions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a divisor that is registered with its formula alone."""
    home = every_family()["recall"]
    monkeypatch.setattr(
        home.axes["divisor"], "choices", dict(home.axes["divisor"].choices)
    )
    home.axes["divisor"]("r + 1", name="moon")(lambda *_: 1)
    assert [*list_remaining_steps(home, ROOT, ["divisor=moon"])][:4] == [
        "a value of divisor=moon by hand, in tests/reference/by_hand/recall.py",
        "divisor=moon in fractions, in tests/reference/by_hand/recall.py",
        "a docstring of divisor=moon, a sentence",
        'recall(divisor=moon) has no code: write code="…", or no_code="why no code '
        'can tell it"',
    ]


def test_a_value_of_a_longer_name_is_none_of_a_shorter(tmp_path: Path) -> None:
    """`divisor=min` stands in `divisor=min_k_r`."""
    file = tmp_path / "tests/reference/by_hand/recall.py"
    file.parent.mkdir(parents=True)
    file.write_text('("recall(divisor=min_k_r)", "1 . @1", 1)')
    recall = every_family()["recall"]
    lacking = [
        *list_missing_hand_values(recall, tmp_path, "divisor", "min"),
        *list_missing_hand_values(recall, tmp_path, "divisor", "min_k_r"),
    ]
    assert lacking == [
        "a value of divisor=min by hand, in tests/reference/by_hand/recall.py"
    ]


@pytest.mark.parametrize("family", sorted(every_family()))
def test_nothing_is_left_of_choices_that_are_whole(family: str) -> None:
    """But what a person always reads and runs."""
    home = every_family()[family]
    choices = [f"{a}={name}" for a, axis in home.axes.items() for name in axis.choices]
    left = [*list_remaining_steps(home, ROOT, choices)]
    lacking = ("expression of", "source ", "docstring", "has no ")
    assert not [one for one in left if any(words in one for words in lacking)]
    fractions = {one.split("=")[0] for one in left if " in fractions, in " in one}
    assert fractions <= {"terms", "unranked"}  # one of each is what no other is


def test_rules_stand_beside_a_family_that_has_many(steps: ChoiceSteps) -> None:
    """Where there is such a file."""
    ndcg = replace(steps, home=every_family()["ndcg"], root=ROOT)
    assert ndcg.file == "reference/rankings/ndcg_equalities.py"
    assert replace(steps, root=ROOT).file == "reference/chances/log_loss.py"


@pytest.mark.parametrize(
    "seeds", [2, pytest.param(extend_corpus.SEEDS, marks=pytest.mark.exhaustive)]
)
def test_leave_one_out_cases_tell_a_new_choice_apart_too(
    seeds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the corpus has none they are found; here it has them."""
    monkeypatch.setattr(extend_corpus, "SEEDS", seeds)
    recall, choice = every_family()["recall"], {"rank=off_by_one"}
    found = extend_corpus.find_leave_one_out_cases(recall, choice, [])
    assert found and all(user.r == 1 for case in found for user in case.users)
    assert extend_corpus.find_leave_one_out_cases(recall, choice, core()) == []
    assert extend_corpus.find_leave_one_out_cases(LOSS, {"of=all"}, []) == []
