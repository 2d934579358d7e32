"""What rules under a condition lack and get wrong, with a choice as if it were new."""

from __future__ import annotations

from pathlib import Path

import pytest

from homonym.equivalence.partition import make_value_key
from homonym.errors import UserError
from homonym.maintain import conditional_rules, new_choice
from homonym.maintain.conditional_rules import (
    NO_GAIN,
    find_untold_groups,
    list_missing_rules,
    list_names_under,
    list_wrong_rules,
)
from homonym.maintain.new_choice import ChoiceSteps
from homonym.reference.axes import Rule
from homonym.reference.variants import Family, every_family

FILE = "reference/rankings/recall.py"
CHOICE = frozenset({"divisor=min_k_r"})


def put_rules(patch: pytest.MonkeyPatch, home: Family, rules: list[Rule]) -> None:
    """Rules in the place of a family's own, and nothing of what it found by others."""
    patch.setattr(home, "rules", rules)
    patch.setitem(vars(home), "_canonical", {})


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Family:
    """Recall without the rule that min(k, r) is r where no r is above k."""
    home = every_family()["recall"]
    rules = [rule for rule in home.rules if rule.when != "r_at_most_k"]
    assert len(rules) == len(home.rules) - 1
    put_rules(monkeypatch, home, rules)
    monkeypatch.setattr(conditional_rules, "SEEDS", 8)
    return home


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> Family:
    """Recall with a rule that speaks of all divisors but some, as if none were new."""

    def pooled(users: str, divisor: str, **_: str) -> dict[str, str]:
        equal = users == "pooled" and divisor != "r"
        return {"users": "mean"} if equal else {}

    home = every_family()["recall"]
    rules = [*home.rules, Rule("a test", pooled, when="equal_lengths")]
    put_rules(monkeypatch, home, rules)
    return home


def steps_of(home: Family, said: list[str]) -> ChoiceSteps:
    """The steps for the divisor; they write nothing."""

    def watch(stage: str, done: int, of: int) -> None:
        """Nobody looks."""

    return ChoiceSteps(home, Path(), CHOICE, said.append, watch, dry=True)


@pytest.mark.exhaustive
def test_a_rule_that_lacks_is_named_with_its_condition_and_the_pairs(
    without: Family,
) -> None:
    """And with the file that it is to stand in."""
    head, first, *_ = list_missing_rules(without, CHOICE, FILE)
    assert head == (
        f'a rule in {FILE}, @same(recall, "why", when="r_at_most_k"): where no user '
        "has more than k relevant items no case tells apart"
    )
    assert first == "  recall(divisor=r) and recall(divisor=min_k_r)"


def test_groups_without_a_new_choice_are_not_looked_at(without: Family) -> None:
    """The pairs that lack the rule make another choice."""
    assert find_untold_groups(without, {"divisor=grades"}) == {}
    assert find_untold_groups(without, frozenset()) == {}


@pytest.mark.parametrize(
    ("family", "choice"),
    [
        ("recall", "divisor=min_k_r"),
        ("precision", "divisor=length"),
        ("average_precision", "terms=hits_over_k"),
        ("fcp", "tied=ignored"),
        pytest.param("ndcg", "gain=squared_minus_one", marks=pytest.mark.exhaustive),
        pytest.param("ndcg", "discount=ln_next", marks=pytest.mark.exhaustive),
        pytest.param("auc", "divisor=r", marks=pytest.mark.exhaustive),
    ],
)
def test_nothing_lacks_of_choices_that_are_whole(family: str, choice: str) -> None:
    """Nor is a rule wrong of them; of other types of case no test asks for rules."""
    home = every_family()[family]
    assert [*list_missing_rules(home, {choice}, FILE)] == []
    assert [*list_wrong_rules(home, {choice})] == []


def test_a_gain_of_nothing_asks_for_no_rule() -> None:
    """Where all grades are 1 its variants are 0, one like the other."""
    names = list_names_under(every_family()["ndcg"], "binary_grades")
    assert len(names) > 1000
    assert NO_GAIN not in {variant.names["gain"] for variant in names}


def test_a_rule_that_is_wrong_where_its_condition_holds_is_told(wrong: Family) -> None:
    """By the variant, the one that it is said to be, and a case on which it is not."""
    told = [*list_wrong_rules(wrong, CHOICE)]
    start = "where all lists have one length: recall(divisor=min_k_r, users=pooled) is "
    (line,) = (one for one in told if one.startswith(f"{start}not recall(divisor="))
    _, case = line.split(" on ")
    values = wrong.values(wrong.takes.parse(case))
    named = {str(variant): make_value_key(value) for variant, value in values.items()}
    assert (
        named["recall(divisor=min_k_r, users=pooled)"]
        != named["recall(divisor=min_k_r)"]
    )


def test_conditions_are_looked_at_after_one_without_a_rule_for_the_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In full rankings nothing is said of the mean of a caller; the list goes on."""

    def least(users: str, divisor: str, **_: str) -> dict[str, str]:
        return {"divisor": "r"} if (users, divisor) == ("caller", "min_k_r") else {}

    home = every_family()["recall"]
    rules = [*home.rules, Rule("a test", least, when="equal_lengths")]
    put_rules(monkeypatch, home, rules)
    monkeypatch.setattr(conditional_rules, "CHECKED", 4)
    told = [*list_wrong_rules(home, {"users=caller"})]
    start = "where all lists have one length: recall(divisor=min_k_r, users=caller) is "
    assert any(one.startswith(f"{start}not recall(divisor=r, ") for one in told)
    assert {one.partition(":")[0] for one in told} == {start.partition(":")[0]}


def test_a_wrong_rule_stops_the_command_before_it_writes(wrong: Family) -> None:
    """So that the choice is still new when the rule is right."""
    said: list[str] = []
    with pytest.raises(UserError, match="wrong on cases that fulfil its") as refused:
        new_choice.complete_choice(steps_of(wrong, said))
    assert "where all lists have one length: recall(" in refused.value.message
    assert "correct the rules (@same) in reference/rankings" in refused.value.remedy
    assert not any(one.startswith("witnesses") for one in said)


@pytest.mark.exhaustive
def test_a_rule_that_lacks_is_left_for_a_person(without: Family) -> None:
    """Before the value by hand: it is of the formula itself."""
    said: list[str] = []
    new_choice.complete_choice(steps_of(without, said))
    left = said[said.index("left for you:") + 1 :]
    assert left[0].startswith(f"  a rule in {FILE}, @same(recall, ")
    assert left[1] == "    recall(divisor=r) and recall(divisor=min_k_r)"
