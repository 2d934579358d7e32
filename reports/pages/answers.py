"""What the studies found, a sentence each: at the top of their pages and on the front.

Start at `collect_study_answers`. Each sentence is made of the results and the records;
where they say something else, so does the sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from homonym.reports.findings.addresses import make_slug
from homonym.reports.findings.finding import join_names
from homonym.reports.pages.axioms import read_axiom_results, read_published_axioms
from homonym.reports.pages.dissent import read_dissent_answer
from homonym.reports.pages.diversity import (
    find_detection_steps,
    read_diversity_results,
    read_long_list_results,
    shorten_family_title,
)
from homonym.reports.pages.off_policy import read_off_policy_results
from homonym.reports.paper.claims import Claim
from homonym.reports.paper.tables import read_published_numbers

COUNTS = (
    *("no", "one", "two", "three", "four", "five"),
    *("six", "seven", "eight", "nine", "ten"),
)
"""Numbers in words."""
FIRST = "s = 1"
"""The smallest step from the ideal list."""
SUBJECT = "αβ-nDCG@k"
"""The metric that the paper proposes, as its Table 1 writes it."""

SPELLED = {"DCG pbm, Q": "DCG with the true position bias and rewards freed of it"}
"""Estimates in words."""


@dataclass(frozen=True)
class Answer:
    """A sentence, and where its evidence stands."""

    words: str
    at: str


def collect_study_answers(ruled: Iterable[Claim]) -> dict[str, list[Answer]]:
    """The answers of each study, by its page; ruled: the claims of the paper."""
    return {
        "paper.html": list_paper_answers(ruled),
        "axioms.html": [Answer(summarise_axiom_study(), "axioms.html#table")],
        "diversity.html": [Answer(summarise_diversity_study(), "diversity.html#power")],
        "off_policy.html": [
            Answer(summarise_off_policy_study(), "off_policy.html#inversions")
        ],
        "dissent.html": [Answer(read_dissent_answer(), "dissent.html#settings")],
    }


def list_paper_answers(ruled: Iterable[Claim]) -> list[Answer]:
    """The claims that came to a verdict with a headline, and whose test set it is."""
    found = [
        Answer(one.headline, f"paper.html#{make_slug('claim', one.id)}")
        for one in ruled
        if one.headline
    ]
    return [
        *found,
        Answer(describe_test_set_origin(read_published_numbers()), "paper.html#data"),
    ]


def describe_test_set_origin(published: dict[str, Any]) -> str:
    """Which datasets may hold the users and the days of the published test set."""
    test = published["test_set"]
    fits = [
        one["name"]
        for one in published["dataset"]
        if test["largest_user"] <= one["users"]
        and test["last"].startswith(one["until"])
    ]
    if len(fits) != 1:
        return "It is not settled which dataset the published test set is from."
    return f"The test set that Tamm et al. published is {fits[0]}’s."


def summarise_axiom_study() -> str:
    """Which metrics satisfy all axioms of the paper, and what its own one fails."""
    names = read_published_axioms()["axioms"]
    metrics = read_axiom_results()["metrics"]
    failed = {
        metric: [name for name in names if not found[name]["satisfied"]]
        for metric, found in metrics.items()
    }
    whole = [metric for metric, fails in failed.items() if not fails]
    every = f"all {COUNTS[len(names)]} axioms"
    rows = {row["name"]: row["reading"] for row in read_published_axioms()["row"]}
    own = failed[rows[SUBJECT]]
    first = (
        f"{join_names(whole)} satisfies"
        if whole
        else "No metric that was tried satisfies"
    )
    title = SUBJECT.partition("@")[0]
    return f"{first} {every}; {title} fails {COUNTS[len(own)]}, {join_names(own)}."


def summarise_diversity_study() -> str:
    """Which metrics tell every worse list from the ideal one at the first step, and
    which of them do not in longer lists."""
    sharp, deep = (
        find_sharp_metrics(found)
        for found in (read_diversity_results(), read_long_list_results())
    )
    notice = [name for name, all_of_them in sharp.items() if all_of_them]
    others = [name for name, all_of_them in sharp.items() if not all_of_them]
    if not notice:
        return "No metric notices every kind of worse list at the first step."
    found = (
        f"{join_names(notice)} {'notices' if len(notice) == 1 else 'notice'} "
        "every kind of worse list at the first step; "
        f"{join_names(others)} miss some."
    )
    fail = [name for name in notice if not deep[name]]
    if not fail:
        return found
    depth, users = read_long_list_results()["depth"], read_long_list_results()["users"]
    return (
        f"{found} In lists of {depth}, which {users} users have, {join_names(fail)} "
        f"{'misses' if len(fail) == 1 else 'miss'} some too."
    )


def find_sharp_metrics(found: dict[str, Any]) -> dict[str, bool]:
    """Whether each metric tells every worse list of a study at the first step."""
    sharp: dict[str, bool] = {}
    for by_metric in find_detection_steps(found).values():
        for metric, since in by_metric.items():
            told = {*since.values()} == {FIRST}
            sharp[shorten_family_title(metric)] = (
                sharp.get(shorten_family_title(metric), True) and told
            )
    return sharp


def summarise_off_policy_study() -> str:
    """Whether nDCG orders policies as their reward does, and which estimate has no
    bias."""
    simulated = read_off_policy_results()
    pairs = simulated["inversions"]
    unbiased = [
        row["estimate"]
        for row in simulated["bias"]
        if row["interval"][0] <= 0 <= row["interval"][1]
    ]
    return (
        f"nDCG is no estimate of reward: it orders {pairs['inverted']} of "
        f"{pairs['pairs']} pairs of policies against their reward. Of "
        f"{COUNTS[len(simulated['bias'])]} estimates tried, "
        f"{COUNTS[len(unbiased)]} {'is' if len(unbiased) == 1 else 'are'} unbiased: "
        f"{join_names(SPELLED.get(one, one) for one in unbiased)}."
    )
