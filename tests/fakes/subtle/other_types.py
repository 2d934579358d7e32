"""Lies about other than rankings, by size: errors of ratings, whole runs, aspects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import fmean

from fakes.subtle.library import adapter
from homonym.reference.case import AnyCase, Id


def errors(case: AnyCase) -> list[float]:
    """Prediction less rating, of what was predicted."""
    found = []
    for user, pairs in case.truth.items():
        predicted = dict(case.recommendations.get(user, ()))
        found += [predicted[item] - r for item, r in pairs if item in predicted]
    return found


def mean(numbers: Iterable[float]) -> float:
    """The mean; NaN of nothing."""
    known = list(numbers)
    return fmean(known) if known else float("nan")


def root_of_mean(numbers: Iterable[float]) -> float:
    """The root of the mean of the squares."""
    return mean(number**2 for number in numbers) ** 0.5


def shown(case: AnyCase) -> set[Id]:
    """The items in anyone's first k."""
    lists = case.recommendations.values()
    return {item for pairs in lists for item, _ in pairs[: case.k]}


def aspects_covered(case: AnyCase, known: str = "abcdefghijklmnopqrstuvwxyz") -> float:
    """The mean share of the known aspects that the first k items show."""
    everything = {a for of in case.aspects.values() for a in of if a in known}
    shares = []
    for pairs in case.recommendations.values():
        seen = {a for item, _ in pairs[: case.k] for a in case.aspects[item]}
        shares.append(len(seen & everything) / len(everything))
    return mean(shares)


@adapter.metric("right_up_to_a_thousand_ratings", "rmse")
def right_up_to_a_thousand_ratings(case: AnyCase) -> float:
    """The first thousand count."""
    return root_of_mean(errors(case)[:1000])


@adapter.metric("means_of_a_hundred_ratings", "mae")
def means_of_a_hundred_ratings(case: AnyCase) -> float:
    """The mean of the means of chunks, the last of which may be small."""
    found = [abs(error) for error in errors(case)]
    chunks = [found[at : at + 100] for at in range(0, len(found), 100)]
    return mean(map(mean, chunks))


@adapter.metric("shows_items_in_a_byte", "coverage")
def shows_items_in_a_byte(case: AnyCase) -> float:
    """Above 256 items some are taken for others."""
    return len({int(item) % 256 for item in shown(case)}) / len(case.catalogue)


@adapter.metric("covers_for_a_hundred_users", "coverage")
def covers_for_a_hundred_users(case: AnyCase) -> float:
    """What the first hundred users are shown."""
    lists = [*case.recommendations.values()][:100]
    return len({i for pairs in lists for i, _ in pairs[: case.k]}) / len(case.catalogue)


@adapter.metric("keeps_aspects_in_a_byte", "s_recall")
def keeps_aspects_in_a_byte(case: AnyCase) -> float:
    """A bit an aspect, of eight: i and later letters are not seen."""
    return aspects_covered(case, "abcdefgh")


@adapter.metric("takes_ratings_below_0_for_missing", "mae")
def takes_ratings_below_0_for_missing(case: AnyCase) -> float:
    """Those of 0 and more count."""
    found = []
    for user, pairs in case.truth.items():
        predicted = dict(case.recommendations.get(user, ()))
        found += [abs(predicted[i] - r) for i, r in pairs if i in predicted and r >= 0]
    return mean(found)


@adapter.metric("keeps_ratings_to_10", "mae")
def keeps_ratings_to_10(case: AnyCase) -> float:
    """A rating above 10 is 10."""
    found = []
    for user, pairs in case.truth.items():
        predicted = dict(case.recommendations.get(user, ()))
        found += [abs(predicted[i] - min(r, 10)) for i, r in pairs if i in predicted]
    return mean(found)


@adapter.metric("counts_how_often_items_are_shown_to_127", "herfindahl")
def counts_how_often_items_are_shown_to_127(case: AnyCase) -> float:
    """In seven bits and a sign, which stay at their highest."""
    lists = case.recommendations.values()
    counted = Counter(item for pairs in lists for item, _ in pairs[: case.k])
    counts = [min(count, 127) for count in counted.values()]
    return sum((count / sum(counts)) ** 2 for count in counts)


@adapter.metric("counts_who_has_an_item_to_200", "average_popularity")
def counts_who_has_an_item_to_200(case: AnyCase) -> float:
    """Of more users no note is taken."""
    had = Counter(item for items in case.train.values() for item in items)
    lists = case.recommendations.values()
    return mean(
        mean(min(had[item], 200) for item, _ in pairs[: case.k]) for pairs in lists
    )


@adapter.metric("covers_for_users_with_a_truth", "coverage")
def covers_for_users_with_a_truth(case: AnyCase) -> float:
    """Lists of others are not looked at."""
    lists = [its for user, its in case.recommendations.items() if case.truth.get(user)]
    return len({i for its in lists for i, _ in its[: case.k]}) / len(case.catalogue)
