"""AUC in the words of scikit-learn, computed with its function; nothing is tied."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from samples import few_of

from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.variants import Variant
from homonym.reports.findings.known_as import read_known_definitions

Rows = list[tuple[bool, float]]
LOWEST = -1.0
"""Below all scores that are drawn."""


def listed(user: Ranking, k: int) -> Rows:
    return list(zip(map(bool, user.hits), user.scores, strict=True))


def first(user: Ranking, k: int) -> Rows:
    return listed(user, k)[:k]


def whole(user: Ranking, k: int) -> Rows:
    return [*listed(user, k), *((True, LOWEST) for _ in user.missed)]


def score(rows: Rows) -> float | None:
    """scikit-learn's number; None where there is but one class."""
    metrics = pytest.importorskip("sklearn.metrics")
    labels, scores = zip(*rows, strict=True)
    return metrics.roc_auc_score(labels, scores) if len({*labels}) == 2 else None


def per_user(rows: Callable[[Ranking, int], Rows], weigh: Any) -> Any:
    """The mean over the users with both classes."""

    def value(case: Case) -> float | None:
        found = [(score(rows(u, case.k)), weigh(u)) for u in case.users]
        kept = [(value, weight) for value, weight in found if value is not None]
        total = sum(weight for _, weight in kept)
        return sum(value * weight for value, weight in kept) / total if kept else None

    return value


def stacked(rows: Callable[[Ranking, int], Rows]) -> Any:
    """One call on the rows of all users."""
    return lambda case: score([row for u in case.users for row in rows(u, case.k)])


def alike(_: Ranking) -> int:
    return 1


COMPUTED = {
    "auc(positives=all)": per_user(whole, alike),
    "auc(positives=all, users=by_r)": per_user(whole, lambda user: user.r),
    "auc(positives=all, users=stacked)": stacked(whole),
    "auc(positives=recommended)": per_user(listed, alike),
    "auc(positives=recommended, depth=k)": per_user(first, alike),
    "auc(positives=recommended, users=stacked)": stacked(listed),
}
"""What the sentences say, each with scikit-learn's function."""


def drawn(chance: random.Random) -> Case:
    """Up to four users with lists of up to seven items, and no two equal scores."""
    scores = chance.sample(range(1, 1000), 28)
    users = []
    for _ in range(chance.randint(1, 4)):
        length = chance.randint(1, 7)
        grades = " ".join(chance.choice(".1") for _ in range(length))
        missed = " | 1" * (chance.random() < 0.5)
        mine = sorted((scores.pop() for _ in range(length)), reverse=True)
        users.append(f"{grades}{missed} ~ {' '.join(str(one) for one in mine)}")
    return Case.parse(f"{' ; '.join(users)} @{chance.randint(1, 6)}")


def test_every_sentence_is_computed() -> None:
    """And none is computed that is not told."""
    assert set(read_known_definitions()) == set(COMPUTED)


@pytest.mark.parametrize("tries", few_of([60, 200], [60]))
@pytest.mark.parametrize("id", COMPUTED)
def test_it_is_exactly_what_the_sentence_says(id: str, tries: int) -> None:
    """On so many cases; where scikit-learn has no number, neither has the formula."""
    chance, numbers = random.Random(7), 0
    variant = Variant.parse(id)
    for _ in range(tries):
        case = drawn(chance)
        value, told = variant.value(case), COMPUTED[id](case)
        assert value == (None if told is None else pytest.approx(told)), str(case)
        numbers += told is not None
    assert numbers > tries / 2


def test_tied_scores_are_why_the_sentences_have_a_condition() -> None:
    """scikit-learn counts a tie as one half, the formula as if the hit stood above."""
    case, id = Case.parse("1 ~ 0.5 ; . ~ 0.5 @1"), "auc(positives=all, users=stacked)"
    assert COMPUTED[id](case) == 0.5
    assert Variant.parse(id).value(case) == 1
    assert all(
        "if no two scores are equal" in told
        for told in read_known_definitions().values()
    )
