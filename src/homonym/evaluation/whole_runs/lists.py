"""What each list gives of popularity, discovery and surprise: a part of each user."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace

from ibis import _, ifelse

from homonym.evaluation.lookups import Column, Running
from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.whole_runs.run import At
from homonym.reference.beyond.popularity import binary, most, share_of_interactions
from homonym.reference.elementary import sqrt


def look_up_divisor(asked: Asked, at: At) -> Column:
    """What the choice on `divisor` gives of a user: the reference's function of
    r and the list's length."""
    function = asked.function("divisor")

    def of_user(r: float, length: float) -> float:
        user = SimpleNamespace(
            items=range(int(length)), truth=range(int(r)), run=at.run.facts
        )
        return float(function(user, at.k))

    called = f"{asked.variant.family}.divisor={asked.names['divisor']}"
    return at.users.look_up(called, of_user, _.r, _.length)


def is_expected_item(at: At) -> Column:
    """Whether an item is one of the k most popular."""
    popular = {*at.run.facts.popular[: at.k]}
    return at.shown.look_up("expected", lambda code: chr(int(code)) in popular, _.code)


TERMS: Mapping[str, Column] = {"listed": 1, "hits": _.hit}
"""By the choice on `terms`: which items count."""


def average_popularity(asked: Asked, at: At) -> PartColumns:
    """The sum of the popularities over the divisor."""
    function, facts = asked.function("popularity"), at.run.facts
    called = f"popularity {asked.names['popularity']}"
    told = at.shown.look_up(called, lambda count: function(count, facts), _["count"])
    terms = asked.chosen("terms", TERMS)
    return PartColumns(at.shown.each((told * terms).sum()), look_up_divisor(asked, at))


def self_information(asked: Asked, at: At) -> PartColumns:
    """The sum of the surprises over the divisor."""
    axes = "chance", "base", "unseen", "scale"
    chance, base, unseen, scale = map(asked.function, axes)
    facts = at.run.facts

    def told(users: int) -> float:
        unit = scale(facts, base)
        return float(base(chance(users, facts)) / unit) if unit else 0.0

    def worth(users: int) -> float:
        return told(users) if users else unseen(facts, told)

    called = f"surprise {[asked.names[axis] for axis in axes]}"
    told_of = at.shown.look_up(called, worth, _["count"])
    return PartColumns(at.shown.each(told_of.sum()), look_up_divisor(asked, at))


def novelty(asked: Asked, at: At) -> PartColumns:
    """The items that are new to the user over the divisor."""
    return PartColumns(at.shown.each((1 - _.known).sum()), look_up_divisor(asked, at))


def compute_discovery(
    asked: Asked, at: At, novel: Callable[[int], float]
) -> PartColumns:
    """Relevance × discount × novelty over the sum of the discounts; novel: an item's
    novelty by how many users have it."""
    discount = asked.function("discount")
    named = asked.variant.family, asked.names["discount"]
    relevance = at.shown.look_up(
        f"relevance {asked.names['relevance']}", asked.function("relevance"), _.hit
    )
    weight = at.shown.look_up(f"discount {named[1]}", discount, _.n)
    worth = at.shown.look_up(f"novelty of {named[0]}", novel, _["count"])
    summed = at.shown.each((relevance * weight * worth).sum())
    below = at.users.look_up(f"discounts {named[1]}", Running(discount), _.length)
    return PartColumns(summed, below)


def efd(asked: Asked, at: At) -> PartColumns:
    """Discovery, where novelty is the surprise."""
    facts = at.run.facts

    def told(users: int) -> float:
        return binary(share_of_interactions(users, facts))

    return compute_discovery(
        asked, at, lambda users: told(users) if users else most(facts, told)
    )


def epc(asked: Asked, at: At) -> PartColumns:
    """Discovery, where novelty is the share of users who do not have the item."""
    people = len(at.run.facts.train)
    return compute_discovery(asked, at, lambda users: 1 - users / people)


COUNTED: Mapping[str, Callable[[At], Column]] = {
    "unexpected": lambda at: at.shown.each((1 - is_expected_item(at)).sum()),
    "places": lambda at: at.k - at.shown.each(is_expected_item(at).sum()),
}
"""By the choice on `counted`."""


def unexpectedness(asked: Asked, at: At) -> PartColumns:
    """What is not expected over the divisor."""
    return PartColumns(asked.chosen("counted", COUNTED)(at), look_up_divisor(asked, at))


def long_tail_share(asked: Asked, at: At) -> PartColumns:
    """The items of the tail over the divisor."""
    tail = asked.function("tail")
    items = tail(at.run.facts, asked.numbers["head"], asked.numbers["share"])
    called = f"tail {asked.names['tail']} {asked.numbers}"
    unpopular = at.shown.look_up(called, lambda code: chr(int(code)) in items, _.code)
    return PartColumns(at.shown.each(unpopular.sum()), look_up_divisor(asked, at))


def compute_item_distance(at: At) -> Column:
    """The mean distance of an item from the user's training items."""
    return 1 - _.likeness / _.trained.nullif(0)


SURPRISE: Mapping[str, Callable[[At], Column]] = {
    "cooccurrence": compute_item_distance,
    "groups": lambda at: 1 - _.same / _.trained.nullif(0),
    "unexpected": lambda at: 1 - is_expected_item(at),
}
"""By the choice on `surprise`."""


def serendipity(asked: Asked, at: At) -> PartColumns:
    """The useful surprises over the divisor; who has no training items is left out."""
    surprise = asked.chosen("surprise", SURPRISE)(at)
    called = f"useful {asked.names['relevance']}"
    useful = at.shown.look_up(called, asked.function("relevance"), _.hit)
    return PartColumns(
        at.shown.each((surprise * useful).sum()),
        look_up_divisor(asked, at),
        _.trained > 0,
    )


APART = ifelse(_.group != _.other_group, 1.0, 0.0)
"""Whether two items are in different groups."""
DISTANCE: Mapping[str, Column] = {
    "cooccurrence": 1 - _.likeness,
    "groups": APART,
    "euclidean": sqrt(2) * APART,
}
"""By the choice on `distance`."""


def intra_list_diversity(asked: Asked, at: At) -> PartColumns:
    """The distances of pairs over the divisor; who has no pair is left out."""
    names, weight = asked.names, asked.function("weight")
    weighs = at.pairs.look_up(f"weight {names['weight']}", weight, _.n, _.length)
    summed = at.pairs.each((weighs * asked.chosen("distance", DISTANCE)).sum())
    called = f"divisor {names['divisor']}"
    below = at.users.look_up(called, asked.function("divisor"), _.length)
    return PartColumns(summed, below, _.length >= 2)
