"""The answer in a sentence: start at `tell_answer`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Data = Mapping[str, Any]
LIBRARIES, DEFINITIONS = "libraries", "definitions"
WORDS = {
    LIBRARIES: "libraries' metrics of one name",
    DEFINITIONS: "definitions of one family",
}


def tell_answer(found: Data) -> str:
    """How often the best model is another by another library's metric of the name, and
    which two order the most pairs of models otherwise, both significantly; of two
    definitions of a family where no libraries' metrics give different numbers."""
    what = LIBRARIES if found["winners"][LIBRARIES]["pairs"] else DEFINITIONS
    winners = found["winners"][what]
    if not winners["pairs"]:
        return "No two definitions of one name give these models different numbers."
    ends = f"{winners['lower']:.0f} to {winners['upper']:.0f}"
    sure = sum(
        one["another_wins_significantly"]
        for group, one in yield_group_comparisons(found)
        if group["what"] == what
    )
    return (
        f"In {winners['another']} of {winners['pairs']} pairs of {WORDS[what]} that "
        f"give different numbers the best of {len(found['models'])} models is another "
        f"({format_interval_level(found)} interval {ends}), in {sure or 'none'} "
        "significantly by both. "
        f"{tell_most(found)}"
    )


def tell_most(found: Data) -> str:
    """The two that disagree the most."""
    group, most = find_headline_comparison(found)
    one, other = (name_measure(group["measures"][most[at]]) for at in ("one", "other"))
    return (
        f"{one} and {other} order {most['reversed']:,} of the {most['pairs']:,} pairs "
        "of models the other way round "
        f"({format_share_interval(most['inversion'], found)}), "
        f"{most['reversed_significant'] or 'none'} of them significantly by both."
    )


def find_headline_comparison(found: Data) -> tuple[Data, Data]:
    """The comparison of the most pairs that are reversed and significant, and its
    group: of libraries, where one of those has any."""
    return max(yield_group_comparisons(found), key=rank_comparison)


def rank_comparison(one: tuple[Data, Data]) -> tuple[bool, int, bool, int]:
    """The most pairs that are reversed and significant: of libraries, where one of
    those has any; else the most that are reversed, of libraries first."""
    group, comparison = one
    count, libraries = comparison["reversed_significant"], group["what"] == LIBRARIES
    return libraries and count > 0, count, libraries, comparison["reversed"]


def yield_group_comparisons(found: Data) -> Iterator[tuple[Data, Data]]:
    """Every comparison, with its group."""
    for group in found["groups"]:
        for one in group["comparisons"]:
            yield group, one


def name_measure(measure: Data, most: int = 1) -> str:
    """The first names of a measure, and how many more there are.

    >>> name_measure({"names": ["recbole.map", "elliot.MAP", "replay.MAP"]})
    'recbole.map (and 2 more)'
    """
    names: Sequence[str] = measure["names"]
    more = f" (and {len(names) - most} more)" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def format_share_interval(share: Data, found: Data) -> str:
    """A share with its interval.

    >>> share = {"value": 0.0312, "lower": 0.02, "upper": 0.04}
    >>> format_share_interval(share, {"interval": {"level": 0.95}})
    '3.1%, 95% interval 2.0% to 4.0%'
    """
    value, lower, upper = (f"{share[key]:.1%}" for key in ("value", "lower", "upper"))
    return f"{value}, {format_interval_level(found)} interval {lower} to {upper}"


def format_interval_level(found: Data) -> str:
    """Of the intervals, as a percentage."""
    return f"{found['interval']['level'] * 100:.10g}%"
