"""What no formula says, chosen: who counts, and what puts tied items in order.

Start at `Conventions`. Names are those of the records: a probe, and its outcome.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from homonym.errors import UserError

COUNTS = "counts as 0"
SKIPPED = "skipped"
CHOICES: dict[str, tuple[str, ...]] = {
    "user_without_list": (COUNTS, SKIPPED),
    "user_absent_from_truth": (SKIPPED, COUNTS),
    "user_without_relevant": (COUNTS, SKIPPED),
}
"""What can be chosen, the default first: each user of the truth counts, nobody else."""
TIES = ("item", "item-desc", "input", "optimistic", "pessimistic")
RECORDED_TIES = {
    "smaller item first": "item",
    "larger item first": "item-desc",
    "input order": "input",
}
RANDOM = re.compile(r"random:(\d{1,9})")


@dataclass(frozen=True)
class Conventions:
    """One choice for each, and the order of tied items."""

    pairs: tuple[tuple[str, str], ...] = tuple(
        (name, its[0]) for name, its in CHOICES.items()
    )
    ties: str = "item"

    @property
    def chosen(self) -> dict[str, str]:
        """The outcome by probe."""
        return dict(self.pairs)

    @classmethod
    def of(cls, given: Iterable[str] = (), ties: str = "item") -> Conventions:
        """Read `PROBE=OUTCOME` texts and the name of an order; UserError for what is
        none of those."""
        chosen = cls().chosen
        for text in given:
            name, equals, outcome = (part.strip() for part in text.partition("="))
            if name not in CHOICES or not equals:
                raise UserError(
                    f"{text!r} is no convention that can be chosen: write "
                    f"PROBE=OUTCOME, where PROBE is {' or '.join(CHOICES)}"
                )
            if outcome not in CHOICES[name]:
                raise UserError(
                    f"{name}={outcome} is unknown: write {' or '.join(CHOICES[name])}"
                )
            chosen[name] = outcome
        check_ties(ties)
        return cls(tuple(chosen.items()), ties)

    def like(self, recorded: Mapping[str, str]) -> Conventions:
        """The same, with a library's recorded outcomes where these can be chosen."""
        chosen = {
            name: recorded[name]
            for name in CHOICES
            if recorded.get(name) in CHOICES[name]
        }
        ties = RECORDED_TIES.get(recorded.get("ties", ""), self.ties)
        pairs = {**self.chosen, **chosen}.items()
        return replace(self, pairs=tuple(pairs), ties=ties)

    def done(self) -> dict[str, str]:
        """What is done about each fault of people's tables, in words."""
        left_out = "left out"
        first = "the first of a list counts"
        return {
            "empty_ids": left_out,
            "empty_ids_in_truth": left_out,
            "scores_no_number": left_out,
            "grades_no_number": left_out,
            "negative_grade": "read as 0",
            "item_twice": f"{first}, what stands below moves up",
            "pair_twice_in_truth": "counted once, with the higher grade",
            "ties": f"put in order by {self.ties}",
            "unsorted": "put in order by their scores",
            **self.chosen,
        }


def check_ties(ties: str) -> None:
    """UserError for an order that there is not."""
    if ties not in TIES and not RANDOM.fullmatch(ties):
        raise UserError(
            f"--ties {ties!r} is unknown: write {', '.join(TIES)} or random:SEED"
        )
