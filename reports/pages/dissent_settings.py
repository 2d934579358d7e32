"""What a split and protocol say of the choice of variant, and how one differs from the
next: start at `find_largest_reversals` and `tell_differences`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from homonym.reference.variants import Variant
from homonym.reports.findings.addresses import make_slug
from homonym.reports.findings.finding import join_names

Data = Mapping[str, Any]
LIBRARIES, DEFINITIONS = "libraries", "definitions"
SPLITS = {
    "weak": "Weak generalisation",
    "per-user": "Per-user split",
    "global": "Global split",
    "leave-one-out": "Leave-one-out",
}
RANKED = {"full": "all items ranked", "sampled": "100 sampled negatives"}
FEW = 100
"""With fewer users in the test the numbers are an illustration."""
WON = ("pairs", "another", "sure", "some", "kinds", "kinds_sure")


def format_setting_title(grid: Data) -> str:
    """What a split and protocol are called.

    >>> format_setting_title({"split": "weak", "candidates": "full"})
    'Weak generalisation, all items ranked'
    """
    return f"{SPLITS[grid['split']]}, {RANKED[grid['candidates']]}"


def name_setting_page(grid: Data) -> str:
    """The file of its page.

    >>> name_setting_page({"split": "leave-one-out", "candidates": "sampled"})
    'dissent-leave-one-out-sampled.html'
    """
    ranked = [] if grid["candidates"] == "full" else [grid["candidates"]]
    return f"{make_slug('dissent', grid['split'], *ranked)}.html"


def find_largest_reversals(found: Data) -> list[tuple[str, Data, Data, Data]]:
    """Of libraries, then of definitions: what it is about, how many of its pairs name
    another best model, and the comparison that reverses the most pairs of models, with
    its group. What has no two that differ is left out."""
    won = count_changed_winners(found)
    told: list[tuple[str, Data, Data, Data]] = []
    for what in (LIBRARIES, DEFINITIONS):
        every = [
            row for row in list_setting_comparisons(found) if row[0]["what"] == what
        ]
        if every:
            told.append((what, won[what], *max(every, key=count_reversed_pairs)))
    return told


def list_setting_comparisons(found: Data) -> list[tuple[Data, Data]]:
    """All comparisons, with their groups."""
    return [(group, one) for group in found["groups"] for one in group["comparisons"]]


def count_reversed_pairs(row: tuple[Data, Data]) -> tuple[int, int]:
    """What orders comparisons: pairs that are reversed and significant, then all that
    are reversed."""
    return row[1]["reversed_significant"], row[1]["reversed"]


def sort_setting_comparisons(found: Data) -> list[tuple[Data, Data]]:
    """The comparisons with their groups, libraries first, then the most pairs that are
    reversed and significant; of definitions those that have any."""
    every = [
        (group, one)
        for group, one in list_setting_comparisons(found)
        if group["what"] == LIBRARIES or one["reversed_significant"]
    ]

    def order(row: tuple[Data, Data]) -> tuple[bool, int, int]:
        surely, all_of_them = count_reversed_pairs(row)
        return row[0]["what"] != LIBRARIES, -surely, -all_of_them

    return sorted(every, key=order)


def count_changed_winners(found: Data) -> dict[str, dict[str, int]]:
    """Of the pairs of libraries' metrics, and of definitions: how many name another
    best model, how many of those significantly; the same of the best of each kind."""
    told: dict[str, dict[str, int]] = {}
    for group in found["groups"]:
        own = told.setdefault(group["what"], dict.fromkeys(WON, 0))
        for one in group["comparisons"]:
            own["pairs"] += 1
            own["another"] += one["another_wins"]
            own["sure"] += one["another_wins_significantly"]
            own["some"] += one["reversed_significant"] > 0
        for one in group["kinds"]["comparisons"]:
            own["kinds"] += one["reversed"] > 0
            own["kinds_sure"] += one["reversed_significant"] > 0
    return told


def tell_differences(settings: Sequence[Data]) -> list[str]:
    """How the answer differs between settings, of libraries' metrics, a sentence
    each; nothing of a single setting."""
    if len(settings) < 2:
        return []
    tellers = (tell_pairs, tell_winners, tell_surely, tell_names, tell_few)
    return [told for tell in tellers if (told := tell(settings))]


def tell_pairs(settings: Sequence[Data]) -> str:
    """How many pairs of metrics give different numbers."""
    found = find_extreme_settings(
        settings, lambda one: count_library_changes(one)["pairs"]
    )
    (most, top), (least, low) = found
    words = (
        f"Most pairs of libraries’ metrics of one name give different numbers in "
        f"{top} ({most}), fewest in {low} ({least})."
    )
    alone = [
        quote_setting_title(one)
        for one in settings
        if one["grid"]["test"] == one["users"]
    ]
    if not alone:
        return words
    return (
        f"{words} Where each user has one relevant item, in {join_names(alone)}, "
        "dividing by r is dividing by min(k, r), so that fewer definitions differ."
    )


def tell_winners(settings: Sequence[Data]) -> str:
    """In what share of them another model wins."""

    def share(one: Data) -> float:
        its = count_library_changes(one)
        return its["another"] / its["pairs"] if its["pairs"] else 0.0

    (most, top), (least, low) = find_extreme_settings(settings, share)
    sure = {
        quote_setting_title(one): count_library_changes(one)["sure"] for one in settings
    }
    some = [f"{name} ({count})" for name, count in sure.items() if count]
    told = f"in {join_names(some)}" if some else "in no setting"
    return (
        f"Another model is the best in {most:.0%} of these pairs in {top}, in "
        f"{least:.0%} in {low}; significantly by both {told}."
    )


def tell_surely(settings: Sequence[Data]) -> str:
    """In how many pairs of metrics some models are reversed and significant by both."""
    some = {
        quote_setting_title(one): count_library_changes(one)["some"] for one in settings
    }
    told = [f"{count} in {name}" for name, count in some.items() if count]
    none = [name for name, count in some.items() if not count]
    words = f" None do in {join_names(none)}." if none else ""
    if not told:
        return "No pair orders two models the other way round significantly by both."
    return (
        "Pairs of metrics that order some two models the other way round, "
        f"significantly by both: {join_names(told)}.{words}"
    )


def tell_names(settings: Sequence[Data]) -> str:
    """Whose name the metrics bear that reverse the most pairs of models."""
    by: dict[str, list[str]] = {}
    for one in settings:
        what, _won, group, _most = find_largest_reversals(one)[0]
        if what == LIBRARIES:
            by.setdefault(group["title"], []).append(quote_setting_title(one))
    told = [f"{title} in {join_names(names)}" for title, names in by.items()]
    return (
        f"The metrics that reverse the most pairs of models are of {'; '.join(told)}."
    )


def tell_few(settings: Sequence[Data]) -> str:
    """Which settings test so few users that they illustrate alone."""
    few = [
        f"{quote_setting_title(one)} ({one['users']})"
        for one in settings
        if one["users"] < FEW
    ]
    if not few:
        return ""
    return (
        "Where the test has few users, little is significant and intervals are wide: "
        f"{join_names(few)}."
    )


def tell_uncut_pairs(settings: Sequence[Data]) -> str:
    """In how many pairs one metric alone has no cut-off."""
    counts = {
        quote_setting_title(one): [
            found["another_wins"]
            for group, found in list_setting_comparisons(one)
            if group["what"] == LIBRARIES and is_one_uncut(group, found)
        ]
        for one in settings
    }
    told = [f"{len(w)} in {n}, {sum(w)} of them" for n, w in counts.items() if w]
    if not told:
        return ""
    return (
        "A metric without a cut-off is handed whole lists here, though its users may "
        "cut them first: that alone makes its number another than that of a metric "
        "with a cut-off. Pairs of libraries’ metrics of which one alone has none, and "
        f"in how many of them another wins: {'; '.join(told)}."
    )


def is_one_uncut(group: Data, found: Data) -> bool:
    """Whether one of two measures, and not both, reads lists to their end."""
    ids = (group["measures"][found[at]]["definition"] for at in ("one", "other"))
    one, other = (Variant.parse(id).names.get("depth") == "all" for id in ids)
    return one != other


def find_extreme_settings(
    settings: Sequence[Data], of: Callable[[Data], float]
) -> tuple[tuple[float, str], tuple[float, str]]:
    """The greatest number and the smallest, each with the first setting that has it."""
    most, least = max(settings, key=of), min(settings, key=of)
    return (of(most), quote_setting_title(most)), (
        of(least),
        quote_setting_title(least),
    )


def quote_setting_title(found: Data) -> str:
    """A setting inside a sentence."""
    title = format_setting_title(found["grid"])
    return f"“{title}”"


def count_library_changes(found: Data) -> Mapping[str, int]:
    """What is counted of libraries' metrics."""
    return count_changed_winners(found).get(LIBRARIES, dict.fromkeys(WON, 0))


def shorten_measure_name(measure: Data, most: int = 34) -> str:
    """A measure's first name, and how many more there are."""
    name, *others = measure["names"]
    name = name.partition("(")[2].rstrip(")") or name if "=" in name else name
    cut = name if len(name) <= most else f"{name[: most - 1]}…"
    return f"{cut} +{len(others)}" if others else cut
