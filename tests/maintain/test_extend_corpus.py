"""Cases that tell variants apart: how they are drawn, scored and chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from homonym.equivalence.partition import find_declared_classes
from homonym.maintain import extend_corpus
from homonym.maintain.extend_corpus import (
    FRUITLESS,
    TRIES,
    append_cases,
    draw_candidate_cases,
    find_leave_one_out_cases,
    grow_corpus,
    has_any_choice,
    has_values,
    list_unfinished_families,
    score_candidate_case,
    select_fulfilling_cases,
    split_blocks_by_case,
    split_by,
)
from homonym.reference.chances.case import LabelCase
from homonym.reference.corpus import Edition
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, every_family

LOSS = every_family()["log_loss"]
"""Of 18 variants, all of them different."""
CERTAIN, HALF = LabelCase.parse("1=0 0=0"), LabelCase.parse("1=0.5 0=0.5")
"""A chance of 0 tells the three epsilons apart, and both tell one number from a user's;
a chance of one half nothing else."""


def test_of_twice_as_many_cases_the_smallest_are_tried() -> None:
    """Twenty-four, the smallest first; the same seed draws the same."""
    assert TRIES == 24
    tried = draw_candidate_cases(LabelCase, 5)
    drawn = draw_candidate_cases(LabelCase, 5, 2 * TRIES)
    assert (len(tried), len(drawn)) == (24, 48)
    assert drawn[:24] == tried and drawn == sorted(drawn, key=lambda one: one.weight)
    assert draw_candidate_cases(LabelCase, 6) != tried
    assert len(draw_candidate_cases(LabelCase, 5, 99)) == 48


def test_a_case_scores_by_the_blocks_that_it_adds() -> None:
    """Six of one, or two of one; of six none, where one half alone comes after."""
    blocks = split_by([], LabelCase)
    assert {name: len(found) for name, found in blocks.items()} == {"log_loss": 1}
    added, case, pieces = score_candidate_case(CERTAIN, blocks)
    assert (added, case, len(pieces["log_loss"])) == (5, CERTAIN, 6)
    assert score_candidate_case(HALF, blocks)[0] == 1
    assert score_candidate_case(HALF, pieces)[0] == 0
    assert len(split_by([HALF, CERTAIN], LabelCase)["log_loss"]) == 6


def test_a_case_on_which_a_variant_has_no_value_scores_nothing() -> None:
    """Where every label that has no chance is dropped none is left."""
    blocks = split_by([], LabelCase)
    unpredicted = LabelCase.parse("1=.")
    assert score_candidate_case(unpredicted, blocks) == (0, unpredicted, blocks)
    assert not has_values(LOSS, unpredicted) and has_values(LOSS, HALF)


def test_a_family_is_unfinished_until_its_blocks_are_its_classes() -> None:
    """Under a condition there are fewer of these."""
    classes = find_declared_classes(LOSS)
    assert list_unfinished_families({"log_loss": [*classes]}) == []
    assert list_unfinished_families({"log_loss": [*classes][1:]}) == ["log_loss"]
    under = find_declared_classes(LOSS, ("all_predicted",))
    assert len(under) < len(classes)
    left = {"log_loss": [*under]}
    assert list_unfinished_families(left) == ["log_loss"]
    assert list_unfinished_families(left, "all_predicted") == []


def test_the_case_that_adds_most_is_taken_and_of_several_the_smallest() -> None:
    """Of each seed one, the next after what the first has split."""
    told: list[tuple[int, int]] = []
    found = list(
        grow_corpus(
            LabelCase,
            [],
            seed=2,
            most=2,
            progress=lambda tries, blocks: told.append(
                (tries, len(blocks["log_loss"]))
            ),
        )
    )
    blocks, expected, counts = split_by([], LabelCase), [], [1]
    for seed in (2, 3):
        scored = [
            score_candidate_case(c, blocks)
            for c in draw_candidate_cases(LabelCase, seed)
        ]
        most = max(added for added, _, _ in scored)
        case, blocks = next((c, b) for added, c, b in scored if added == most)
        expected.append(case)
        counts.append(counts[-1] + most)
    assert found == expected
    assert told == [(1, counts[0]), (2, counts[1])]
    assert list(grow_corpus(LabelCase, [], most=0)) == []


def test_a_corpus_that_tells_all_apart_grows_no_more() -> None:
    """Nor does it after tries that found nothing: five, where one half is all there is;
    what is found begins the count anew."""
    found = list(grow_corpus(LabelCase, []))
    assert len(split_by(found, LabelCase)["log_loss"]) == 18
    assert list(grow_corpus(LabelCase, found)) == []


def test_the_count_of_fruitless_tries_begins_anew_with_each_case(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The third try finds a case: five more follow it, of sixty."""
    assert FRUITLESS == 4
    cases = {1: [HALF], 3: [CERTAIN]}
    monkeypatch.setattr(
        extend_corpus, "draw_candidate_cases", lambda takes, seed: cases.get(seed, [])
    )
    told: list[int] = []
    found = grow_corpus(
        LabelCase, [], progress=lambda tries, blocks: told.append(tries)
    )
    assert list(found) == [HALF, CERTAIN]
    assert told == [1, 2, 3, 4, 5, 6, 7]


def test_cases_under_a_condition_fulfil_it() -> None:
    """Of those that are there, and of those that are drawn."""
    unpredicted = LabelCase.parse("1=. 0=0.5")
    asked = LabelCase, "all_predicted"
    cases = [HALF, unpredicted]
    assert list(select_fulfilling_cases(cases, *asked)) == [HALF]
    assert list(select_fulfilling_cases(cases, LabelCase, "")) == cases
    found = list(grow_corpus(LabelCase, [], "all_predicted"))
    assert found and list(select_fulfilling_cases(found, *asked)) == found


def test_blocks_of_one_are_left_as_they_are() -> None:
    """The others are split by the case."""
    one, *rest = LOSS.variants
    blocks = [frozenset([one]), frozenset(rest)]
    found = split_blocks_by_case(LOSS, blocks, CERTAIN)
    assert found[0] == frozenset([one]) and len(found) == 1 + 6
    alone = [frozenset([variant]) for variant in LOSS.variants]
    assert split_blocks_by_case(LOSS, alone, CERTAIN) == alone
    whole = [frozenset(LOSS.variants)]
    assert len(split_blocks_by_case(LOSS, whole, CERTAIN)) == 6
    assert split_blocks_by_case(LOSS, whole, CERTAIN, 9.0) == whole


def test_a_pair_is_split_too() -> None:
    """One half tells a user's number from one number."""
    mean, caller = (
        Variant.with_defaults(f"log_loss(users={users})")
        for users in ("mean", "caller")
    )
    found = split_blocks_by_case(LOSS, [frozenset([mean, caller])], HALF)
    assert {*found} == {frozenset([mean]), frozenset([caller])}


def test_no_more_than_sixty_cases_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each try finds one, and another is always wanting."""
    monkeypatch.setattr(
        extend_corpus, "draw_candidate_cases", lambda takes, seed: [HALF]
    )
    monkeypatch.setattr(
        extend_corpus, "score_candidate_case", lambda case, blocks: (1, case, blocks)
    )
    assert list(grow_corpus(LabelCase, [])) == [HALF] * 60


RECALL = every_family()["mean_average_recall"]
"""With one relevant item a user there are four classes: one number, one for each user,
and two that weigh users."""
SPLITS = [Case.parse(f"{line} @{k}") for line, k in (("1 .", 2), ("1 . . ; . . 1", 2))]
"""The first tells the users' own numbers apart, the second who has no hit too."""
WHOLE = Case.parse("1 ; . . . 1 @1")
"""Tells all apart: lists of two lengths."""


class Drawn(dict[int, list[Case]]):
    """What each of five seeds draws, and for which and how many cases it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, int]] = []

    def give(self, takes: type[Case], seed: int, most: int) -> list[Case]:
        self.asked.append((seed, most))
        return self.get(seed, [])


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Nothing yet."""
    given = Drawn()
    monkeypatch.setattr(extend_corpus, "SEEDS", 5)
    monkeypatch.setattr(extend_corpus, "draw_candidate_cases", given.give)
    return given


def find(corpus: list[Case], choice: str = "divisor=r") -> list[Case]:
    """The cases that are found beside a corpus."""
    return find_leave_one_out_cases(RECALL, {choice}, corpus)


def test_cases_of_one_relevant_item_are_looked_for_until_all_are_told_apart(
    drawn: Drawn,
) -> None:
    """Seed after seed: a case of two relevant items, one that adds nothing and one on
    which a variant has no value are not taken."""
    none = Case.parse(". . | 1 @2")
    drawn.update({1: [Case.parse("1 1 ; . @1"), none, SPLITS[0]], 2: [*SPLITS]})
    drawn[4] = [WHOLE, WHOLE]
    assert find([]) == [*SPLITS, WHOLE]
    assert drawn.asked == [(1, 48), (2, 48), (3, 48), (4, 48)]


def test_every_seed_is_tried_where_nothing_is_found(
    drawn: Drawn,
) -> None:
    assert find([]) == []
    assert [seed for seed, _ in drawn.asked] == [1, 2, 3, 4, 5]


def test_what_the_corpus_tells_apart_is_not_looked_for(
    drawn: Drawn,
) -> None:
    """Nor what makes none of the choices."""
    drawn[1] = [*SPLITS, WHOLE]
    assert find([SPLITS[0]]) == [SPLITS[1], WHOLE]
    assert find([WHOLE]) == find([], "divisor=none") == []
    assert drawn.asked == [(1, 48)]


def test_a_variant_has_a_choice_where_it_makes_it() -> None:
    variant = Variant.with_defaults("log_loss(eps=machine)")
    assert has_any_choice(variant, {"eps=machine", "eps=1e-15"})
    assert not has_any_choice(variant, {"eps=1e-15"})
    assert not has_any_choice(variant, set())


def test_cases_are_written_below_those_there_are_with_their_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line each."""
    folder = tmp_path / "chances"
    folder.mkdir()
    (folder / "core.txt").write_text("1=1\n", encoding="utf-8")
    asked: list[str] = []
    edition = Edition.__new__(Edition)

    def add(because: str) -> Edition:
        asked.append(because)
        return edition

    monkeypatch.setattr(extend_corpus, "FOLDER", tmp_path)
    monkeypatch.setattr(extend_corpus, "add_edition", add)
    assert append_cases(LabelCase, [HALF, CERTAIN], "two more") is edition
    assert asked == ["two more"]
    text = (folder / "core.txt").read_text(encoding="utf-8")
    assert text == "1=1\n1=0.5 0=0.5\n1=0 0=0\n"
