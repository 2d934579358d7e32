"""What people asked at libraries' own trackers, and a record answers:
`read_tracker_questions`.

The data is `published/questions.toml`; `is_stated_on_record` says whether the records
still say so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from homonym.records.outcomes import Outcome
from homonym.reports.findings.data import read_data
from homonym.reports.findings.finding import Finding

FILE = "published/questions.toml"


@dataclass(frozen=True)
class TrackerQuestion:
    """One thread; says: the definition, or the outcome in the edge case named, that
    the newest record has of each of the metrics."""

    library: str
    metrics: tuple[str, ...]
    address: str
    day: str
    asks: str
    says: str
    edge: str = ""

    @property
    def tracker(self) -> str:
        """The thread in short.

        >>> told = "https://github.com/owner/name/issues/7"
        >>> TrackerQuestion("a", (), told, "", "", "").tracker
        'owner/name #7'
        """
        owner, name, _, number = self.address.split("/")[-4:]
        return f"{owner}/{name} #{number}"


def read_tracker_questions() -> tuple[TrackerQuestion, ...]:
    """Every question, in the order of the file."""
    found = read_data(FILE, "list of questions")["question"]
    return tuple(
        TrackerQuestion(
            **{**one, "metrics": tuple(one["metrics"]), "day": str(one["day"])}
        )
        for one in found
    )


def find_answered_questions(
    findings: Iterable[Finding],
) -> list[tuple[TrackerQuestion, list[Finding]]]:
    """The questions that these findings answer, the newest first, each with them; one
    whose answer is another now is left out."""
    known = {(one.library, one.metric): one for one in findings}
    told = []
    for one in read_tracker_questions():
        mine = [known.get((one.library, metric)) for metric in one.metrics]
        answers = [finding for finding in mine if finding]
        if len(answers) == len(mine) and all(
            is_stated_on_record(f, one.says, one.edge) for f in answers
        ):
            told.append((one, answers))
    return sorted(told, key=lambda pair: pair[0].day, reverse=True)


def is_stated_on_record(
    finding: Finding, words: str, edge: str = "", invariance: str = ""
) -> bool:
    """Whether a record has a definition, an outcome in an edge case, or one of that
    kind of a variation."""
    if edge:
        return finding.entry.conventions.get(edge) == words
    if invariance:
        told = finding.entry.invariances.get(invariance, "")
        return Outcome.parse(told).kind == words
    return finding.variants == (words,)
