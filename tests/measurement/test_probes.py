"""What a library is asked at the edges, and when an odd cut-off says nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from math import isnan, nan
from typing import Any

import pytest

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.measurement.probes import probe_edge_cases
from homonym.measurement.worker import find_case
from homonym.records.schema_entry import MetricEntry
from homonym.reference.corpus import editions
from homonym.reference.variants import Variant
from homonym.verdicts.contradictions import find_contradictions
from homonym.verdicts.conventions import NOT_READ, RANDOM
from homonym.verdicts.orders import LARGER_TEXT

Answer = Callable[[Any], Measurement]


def table(asked: dict[str, str]) -> Any:
    """The case that a library is asked about, as its process finds it."""
    return find_case(json.dumps(asked))


def first_hit(rows: int | None) -> Answer:
    """The first user's reciprocal rank in so many rows, or down to the cut-off as
    Python cuts a list, so that -1 leaves the last row off."""

    def answer(case: Any) -> Measurement:
        user, listed = next(iter(case.recommendations.items()), (0, ()))
        liked = {item for item, _ in case.truth.get(user, ())}
        kept = listed[: case.k if rows is None else rows]
        ranks = (1 / n for n, (item, _) in enumerate(kept, 1) if item in liked)
        return Value(next(ranks, 0.0))

    return answer


def told(answer: Answer, edition: int = -1, claims: str = "auc") -> dict[str, str]:
    """The conventions of a metric that answers so, without a variant."""
    variant = Variant.with_defaults("reciprocal_rank") if claims != "auc" else None
    return asked_all(answer, claims, variant, edition)


def outcomes_of(family: str, answer: Answer) -> dict[str, str]:
    """The conventions of a metric that answers so, by its family's plain variant."""
    return asked_all(answer, family, Variant.with_defaults(family), -1)


def asked_all(
    answer: Answer,
    claims: str,
    variant: Variant | None,
    edition: int,
    elsewhere: Answer | None = None,
) -> dict[str, str]:
    """What such a metric does at every edge of the edition; elsewhere: how it answers
    in the other process, if otherwise."""
    metric = Metric("m", claims, lambda case: 0.0)

    def ask(_: str, asked: dict[str, str]) -> Measurement:
        return answer(table(asked))

    def ask_elsewhere(_: str, asked: dict[str, str]) -> Measurement:
        return (elsewhere or answer)(table(asked))

    return probe_edge_cases(
        metric, variant, editions()[edition], ask, ask_elsewhere, []
    )


def test_a_metric_without_a_cut_off_does_nothing_about_an_odd_one() -> None:
    """It gives the same at every k: no word on k = 0 or -1 is due."""
    found = told(first_hit(rows=10), claims="reciprocal_rank")
    assert found["k_zero"] == found["k_minus_one"] == NOT_READ


def test_a_metric_that_reads_its_cut_off_is_told_what_it_makes_of_an_odd_one() -> None:
    """Though k = -1 gives what k = 1 does on this very list."""
    found = told(first_hit(rows=None), claims="reciprocal_rank")
    assert found["k_zero"] == "counts as 0"
    assert found["k_minus_one"] == "no cut-off or leaves out the last"


@pytest.mark.parametrize(
    ("kept", "outcome"), [(None, "no cut-off"), (-1, "leaves out the last")]
)
def test_a_cut_off_of_minus_one_may_be_the_whole_list(
    kept: int | None, outcome: str
) -> None:
    """Two of four items are relevant, the first and the last."""

    def answer(case: Any) -> Measurement:
        user, liked = next(iter(case.truth.items()), (0, ()))
        cut = kept if case.k < 0 else case.k
        listed = case.recommendations.get(user, ())[:cut]
        hits = {item for item, _ in listed} & {item for item, _ in liked}
        return Value(len(hits) / len(liked) if liked else 0.0)

    assert outcomes_of("recall", answer)["k_minus_one"] == outcome


@pytest.mark.parametrize(
    ("at_zero", "of_nothing", "outcome"),
    [
        (None, 0.0, "no cut-off"),
        (0, 1.0, "counts as 1"),
        (0, 0.0, "counts as 0"),
    ],
)
def test_a_recall_of_1_at_k_0_is_that_of_the_whole_list_or_of_nothing(
    at_zero: int | None, of_nothing: float, outcome: str
) -> None:
    """What a list without items counts says which: cut to nothing it would be one."""

    def answer(case: Any) -> Measurement:
        user, liked = next(iter(case.truth.items()), (0, ()))
        listed = case.recommendations.get(user, ())[: case.k or at_zero]
        hits = {item for item, _ in listed} & {item for item, _ in liked}
        return Value(len(hits) / len(liked) if listed and liked else of_nothing)

    assert outcomes_of("recall", answer)["k_zero"] == outcome


def first_of_tied(read: Callable[[Any], Any]) -> Answer:
    """Reciprocal rank that orders tied items by their ids, so read, falling."""

    def answer(case: Any) -> Measurement:
        user, listed = next(iter(case.recommendations.items()), (0, ()))
        liked = {item for item, _ in case.truth.get(user, ())}
        order = sorted(listed, key=lambda row: (row[1], read(row[0])), reverse=True)
        kept = enumerate(order[: case.k], 1)
        return Value(next((1 / n for n, (item, _) in kept if item in liked), 0.0))

    return answer


@pytest.mark.parametrize(
    ("read", "order"),
    [
        (str, LARGER_TEXT),
        (lambda item: (len(str(item)), str(item)), "larger item first"),
    ],
)
def test_ties_have_one_order_whatever_the_list(
    read: Callable[[Any], Any], order: str
) -> None:
    """A short list of small ids cannot tell texts from numbers: a longer one does."""
    found = outcomes_of("reciprocal_rank", first_of_tied(read))
    assert found["ties"] == found["ties_in_a_long_list"] == order


@pytest.mark.parametrize(("edition", "order"), [(-1, RANDOM), (12, "input order")])
def test_an_order_that_another_process_has_not_is_random(
    edition: int, order: str
) -> None:
    """As that of a set of texts, since edition 14; where both have it, it is the
    library's."""
    variant = Variant.with_defaults("reciprocal_rank")
    name = ("reciprocal_rank", variant, edition)
    stable, turned = first_of_tied(lambda item: 0), first_of_tied(str)
    assert asked_all(stable, *name, turned)["ties_in_a_long_list"] == order
    assert asked_all(stable, *name)["ties_in_a_long_list"] == "input order"


def recall_of(least: float) -> Answer:
    """Recall in the top k of what has at least that grade."""

    def answer(case: Any) -> Measurement:
        user, listed = next(iter(case.recommendations.items()), (0, ()))
        pairs = case.truth.get(user, ())
        liked = {item for item, grade in pairs if grade >= least}
        hits = sum(item in liked for item, _ in listed[: case.k])
        return Value(hits / len(liked) if liked else 0.0)

    return answer


@pytest.mark.parametrize(
    ("least", "zero", "negative"),
    [
        (1, "not relevant", "not relevant"),
        (0, "relevant", "not relevant"),
        (-1, "relevant", "relevant"),
    ],
)
def test_recall_shows_what_it_makes_of_grades_of_zero_and_below(
    least: float, zero: str, negative: str
) -> None:
    """Since edition 5: where hit and r grow by the same item both readings give 1."""
    found = outcomes_of("recall", recall_of(least))
    assert "zero_grade" not in found
    assert found["zero_grade_above"] == found["zero_grade_missed"] == zero
    assert found["negative_grade_above"] == negative


@pytest.mark.parametrize("number", [nan, float("inf")])
def test_no_number_is_no_cut_off_left_unread(number: float) -> None:
    """A metric that never has a number shows nothing of its cut-off, nor, since edition
    14, of any edge."""
    never = lambda case: Value(number)  # noqa: E731
    assert told(never, edition=12)["k_zero"] in ("NaN", "infinite")
    assert told(never) == {}


@pytest.mark.parametrize(
    ("edition", "outcome"), [(12, "raises ValueError"), (-1, None)]
)
def test_an_error_is_held_to_the_case_that_the_edge_leaves_as_it_is(
    edition: int, outcome: str | None
) -> None:
    """What raises of every list with a hit shows nothing of the edge, though the list
    whose items are not found has none."""

    def answer(case: Any) -> Measurement:
        user, listed = next(iter(case.recommendations.items()), (0, ()))
        liked = {item for item, _ in case.truth.get(user, ())}
        hits = {item for item, _ in listed} & liked
        return Failed("ValueError: a hit") if hits else Value(0.5)

    found = told(answer, edition, claims="reciprocal_rank")
    assert found.get("truth_unsorted") == outcome


def test_records_of_earlier_editions_name_the_number() -> None:
    """They are held to what was asked then."""
    found = told(first_hit(rows=10), edition=1, claims="reciprocal_rank")
    assert found["k_negative"] == "silently wrong: 1"


def test_an_odd_cut_off_is_left_unread_since_edition_3() -> None:
    """From then on records say so."""
    found = told(first_hit(rows=10), edition=2, claims="reciprocal_rank")
    assert found["k_negative"] == NOT_READ


@pytest.mark.parametrize("given", [(), (2,), (2, 3), (1, 3)])
def test_what_fails_at_a_usual_cut_off_says_nothing_of_an_odd_one(
    given: tuple[int, ...],
) -> None:
    """It gives 1/2 at the others, and at any that is odd."""

    def answer(case: Any) -> Measurement:
        if case.k > 0 and case.k not in given:
            return Failed("ValueError: k")
        return Value(0.5)

    found = told(answer, claims="reciprocal_rank")
    assert NOT_READ not in (found["k_zero"], found["k_minus_one"])


def test_what_raises_at_an_edge_is_neither_random_nor_unread() -> None:
    """However often it is asked."""

    def answer(case: Any) -> Measurement:
        scores = [score for row in case.recommendations.values() for _, score in row]
        odd = case.k < 1 or len({*scores}) < len(scores)
        return Failed("ValueError: no") if odd else Value(0.5)

    found = told(answer, claims="reciprocal_rank")
    assert {found[id] for id in ("ties", "k_zero")} == {"raises ValueError"}


@pytest.mark.parametrize(
    ("edition", "error", "shown"),
    [
        (-1, "IndexError: one user", False),
        (-1, "KeyError: one user", True),
        (9, "IndexError: one user", False),
        (8, "IndexError: one user", True),
    ],
)
def test_what_well_formed_data_raise_too_shows_nothing_of_an_edge(
    edition: int, error: str, shown: bool
) -> None:
    """Since edition 10: a metric that raises of every single user raises of one whose
    scores are tied, too; another error is the edge's own."""

    def answer(case: Any) -> Measurement:
        if len(case.truth) > 1:
            return Value(0.5)
        scores = [score for row in case.recommendations.values() for _, score in row]
        tied = len({*scores}) < len(scores)
        return Failed(error if tied else "IndexError: one user")

    found = told(answer, edition=edition, claims="reciprocal_rank")
    kinds = {"IndexError": "raises IndexError", "KeyError": "raises KeyError"}
    told_of = kinds[error.partition(":")[0]]
    assert found.get("ties") == (told_of if shown else None)
    assert found.get("k_zero") == ("raises IndexError" if edition == 8 else None)


def test_an_error_of_one_outcome_alone_is_of_the_edge() -> None:
    """A list shorter than k is well formed; where k becomes its length nothing is
    short, and nothing raised."""

    def answer(case: Any) -> Measurement:
        short = any(len(row) < case.k for row in case.recommendations.values())
        return Failed("KeyError: 3") if short else Value(0.5)

    assert told(answer, claims="reciprocal_rank")["short_list"] == "raises KeyError"


def test_an_error_without_training_items_is_no_edge() -> None:
    """Not at k = 0, which has no well-formed case of its own, either; a case beside
    that the adapter refuses shows nothing."""

    def answer(case: Any) -> Measurement:
        if not any(case.recommendations.values()) or case.k > 9:
            return Refused("nothing to rank")
        return Value(0.5) if any(case.train.values()) else Failed("ValueError: empty")

    found = told(answer, claims="reciprocal_rank")
    assert not [edge for edge, what in found.items() if what == "raises ValueError"]


@pytest.mark.parametrize(
    ("family", "edge"),
    [("log_loss", "one_label"), ("s_recall", "list_shorter_than_k")],
)
def test_an_outcome_that_is_of_the_very_data_does_not_hide_an_error(
    family: str, edge: str
) -> None:
    """Labels of one kind are what the formula goes on with, or a list that is short."""

    def answer(case: Any) -> Measurement:
        short = any(len(row) < case.k for row in case.recommendations.values())
        grades = {grade for row in case.truth.values() for _, grade in row}
        return Failed("ValueError: 1") if short or grades == {1} else Value(0.5)

    assert outcomes_of(family, answer)[edge] == "raises ValueError"


def test_what_no_untrained_data_get_a_number_of_shows_nothing_of_an_edge() -> None:
    """Well-formed full rankings have an item that was trained on, and probes none: what
    needs one is asked about the like without it, which is a full ranking still."""

    def answer(case: Any) -> Measurement:
        listed = {item for row in case.recommendations.values() for item, _ in row}
        if listed < {*case.catalogue} - {i for row in case.train.values() for i in row}:
            return Refused("cut")
        return Value(0.5) if any(case.train.values()) else Failed("ValueError: empty")

    found = told(answer, claims="reciprocal_rank")
    assert "ties" not in found and "unsorted_with_two_hits" not in found


def test_users_numbers_that_change_from_call_to_call_are_random() -> None:
    """As one number that changes is, where ties leave the order open."""
    calls: list[Any] = []

    def answer(case: Any) -> Measurement:
        calls.append(case)
        return Value(None, (float(len(calls)),))

    assert told(answer)["ties"] == RANDOM


@pytest.mark.parametrize("draws", [True, False])
def test_what_follows_a_drawn_order_is_random_at_every_edge(draws: bool) -> None:
    """Of a metric that draws ties; another is asked once, and a number that another
    edge always has keeps its name."""
    calls: list[Any] = []

    def answer(case: Any) -> Measurement:
        calls.append(case)
        rows = [pair for pairs in case.recommendations.values() for pair in pairs]
        scores = [score for _, score in rows]
        tied = draws and len({*scores}) < len(scores)
        odd = any(map(isnan, scores))
        return Value(float(len(calls) % 2) if tied or odd else 0.5)

    found = told(answer, claims="reciprocal_rank")
    assert (found["ties"] == RANDOM) is draws
    assert (found["score_nan_within_k"] == RANDOM) is draws
    assert found["user_without_list"] != RANDOM


def count_calls(answer: Answer, edition: int) -> tuple[Counter[str], Counter[str]]:
    """How often a reciprocal rank that answers so is asked about each edge, here and in
    the other process."""
    here: Counter[str] = Counter()
    there: Counter[str] = Counter()

    def count_in(counts: Counter[str]) -> Callable[[str, dict[str, str]], Measurement]:
        def ask(_: str, asked: dict[str, str]) -> Measurement:
            counts[asked.get("edge", "")] += 1
            return answer(table(asked))

        return ask

    metric = Metric("m", "reciprocal_rank", lambda case: 0.0)
    variant = Variant.with_defaults("reciprocal_rank")
    asks = count_in(here), count_in(there)
    probe_edge_cases(metric, variant, editions()[edition], *asks, [])
    return here, there


@pytest.mark.parametrize(("edition", "elsewhere"), [(-1, 1), (12, 0)])
def test_an_open_order_is_asked_for_six_times_and_once_elsewhere(
    edition: int, elsewhere: int
) -> None:
    """Of a metric that always says the same; another edge is asked about once."""
    here, there = count_calls(lambda case: Value(0.5), edition)
    assert (here["ties"], there["ties"]) == (6, elsewhere)
    assert (here["user_without_list"], there["user_without_list"]) == (1, 0)


def test_a_metric_that_draws_is_asked_24_times_about_an_edge() -> None:
    """Here alone, where its number at the edge stays the same."""
    calls: list[Any] = []

    def answer(case: Any) -> Measurement:
        calls.append(case)
        scores = [score for row in case.recommendations.values() for _, score in row]
        tied = len({*scores}) < len(scores)
        return Value(float(len(calls) % 2) if tied else 0.5)

    here, there = count_calls(answer, -1)
    assert (here["user_without_list"], there["user_without_list"]) == (24, 0)


def test_no_cut_off_contradicts_no_way_to_cut() -> None:
    """An AUC over whole lists and a recall that raises do not contradict each other."""
    auc, recall, ndcg = (
        MetricEntry(
            claims=name, status="unexplained", conventions={"k_negative": outcome}
        )
        for name, outcome in (
            ("auc", NOT_READ),
            ("recall", "raises ValueError"),
            ("ndcg", "counts as 0"),
        )
    )
    assert find_contradictions({"auc": auc, "recall": recall}) == {}
    assert find_contradictions({"auc": auc, "recall": recall, "ndcg": ndcg}) == {
        "k_negative": {"raises ValueError": ["recall"], "counts as 0": ["ndcg"]}
    }
