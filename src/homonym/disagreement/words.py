"""The answer in a sentence: start at `tell_answer`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Data = Mapping[str, Any]
LIBRARIES = "libraries"


def tell_answer(found: Data) -> str:
    """What was found, of the two libraries' metrics that order the most pairs of models
    otherwise, both significantly; of two definitions where no libraries' do."""
    group, most = headline(found)
    if not most or not most["reversed_significant"]:
        return (
            f"No pair of the {len(found['models'])} models is ordered otherwise by two "
            "definitions of one name that both find its difference significant."
        )
    models = found["models"]
    one, other = (called(group["measures"][most[at]]) for at in ("one", "other"))
    told = (
        f"{one} and {other} order {most['reversed']:,} of the {most['pairs']:,} pairs "
        f"of models the other way round ({percent(most['inversion'], found)}), "
        f"{most['reversed_significant']:,} of them significantly by both."
    )
    first, second = (models[place] for place in most["best"])
    if not most["another_wins"]:
        return f"{told} The best model is {first} by both."
    sure = ", both significantly" * most["another_wins_significantly"]
    return f"{told} The best model is {first} by the one, {second} by the other{sure}."


def headline(found: Data) -> tuple[Data, Data | None]:
    """The comparison of the most pairs that are reversed and significant, and its
    group: of libraries, where one of those has any."""
    every = sorted(comparisons(found), key=rank, reverse=True)
    return every[0] if every else ({}, None)


def rank(one: tuple[Data, Data]) -> tuple[bool, int, int]:
    """Libraries first, then the most pairs."""
    group, comparison = one
    count = comparison["reversed_significant"]
    return group["what"] == LIBRARIES and count > 0, count, comparison["reversed"]


def comparisons(found: Data) -> Iterator[tuple[Data, Data]]:
    """Every comparison, with its group."""
    for group in found["groups"]:
        for one in group["comparisons"]:
            yield group, one


def called(measure: Data, most: int = 1) -> str:
    """The first names of a measure, and how many more there are.

    >>> called({"names": ["recbole.map", "elliot.MAP", "replay.MAP"]})
    'recbole.map (and 2 more)'
    """
    names: Sequence[str] = measure["names"]
    more = f" (and {len(names) - most} more)" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def percent(share: Data, found: Data) -> str:
    """A share with its interval.

    >>> share = {"value": 0.0312, "lower": 0.02, "upper": 0.04}
    >>> percent(share, {"interval": {"level": 0.95}})
    '3.1%, 95% interval 2.0% to 4.0%'
    """
    level = f"{found['interval']['level'] * 100:.10g}%"
    value, lower, upper = (f"{share[key]:.1%}" for key in ("value", "lower", "upper"))
    return f"{value}, {level} interval {lower} to {upper}"
