"""What records leave open, from metrics that are made up."""

from __future__ import annotations

from homonym.evaluation.conventions import Conventions
from homonym.evaluation.left_open import (
    OpenConvention,
    list_open_conventions,
    list_open_definitions,
)
from homonym.evaluation.recorded_metrics import Computes
from homonym.reference.variants import Variant

RECALL, MIN = map(Variant.parse, ("recall(divisor=r)", "recall(divisor=min_k_r)"))
LIST, ABSENT = "user_without_list", "user_absent_from_truth"
EITHER = "skipped or counts as 0"
EVERY = {"without_list", "absent", "ties"}


def computes(variant: Variant, among: int, *outcomes: tuple[str, str]) -> Computes:
    """A metric on record."""
    return Computes("some", "1.0", "recall", variant, True, outcomes, among)


def test_definitions_that_are_open_are_named_together() -> None:
    """Where one of them is evaluated; of a metric that computes one none is open."""
    both = [computes(RECALL, 2), computes(MIN, 2)]
    assert list_open_definitions(both, {MIN}) == {"some.recall": (RECALL, MIN)}
    assert list_open_definitions(both, ()) == {}
    assert list_open_definitions([computes(RECALL, 0)], {RECALL}) == {}


def test_conventions_that_are_open_are_told_with_the_one_taken() -> None:
    """What was chosen, where it is among them; each once."""
    orders = "input order or another order: 0.5"
    one = computes(RECALL, 0, (LIST, EITHER), (ABSENT, "skipped"), ("ties", orders))
    usual = Conventions()
    ties = OpenConvention(
        "some.recall", "ties", "input order or another order", "input"
    )
    users = OpenConvention("some.recall", LIST, EITHER, "counts as 0")
    assert list_open_conventions([one, one], usual, EVERY) == (users, ties)
    assert list_open_conventions([one], usual, {"absent"}) == ()
    skipping = Conventions.of([f"{LIST}=skipped"])
    (other,) = list_open_conventions([one], skipping, {"without_list"})
    assert str(other) == f"some.recall: {LIST} {EITHER}; skipped is taken"


def test_what_cannot_be_chosen_is_not_called_open() -> None:
    """Nor is what a record does not say."""
    one = computes(RECALL, 0, (LIST, "raises A or B"), ("ties", "averaged or random"))
    assert list_open_conventions([one], Conventions(), EVERY) == ()
