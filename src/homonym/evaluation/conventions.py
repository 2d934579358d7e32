"""What no formula says, chosen: who counts, and what puts tied items in order.

Start at `Conventions`. Names are those of the records: a probe, and its outcome.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import product

from homonym.errors import UserError, in_brief, render_option
from homonym.records.outcomes import Outcome
from homonym.reference.brief import cut

FILE = files(__package__) / "conventions.toml"
CHOICES: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(FILE.read_text("utf-8"))
"""What can be chosen about users: each of the truth counts by default, nobody else."""
PROBES = {str(its["probe"]): name for name, its in CHOICES.items()}
"""The names of the choices by the probes that show them."""
RECORDED_TIES = {
    "smaller item first": "item",
    "larger item first": "item-desc",
    "smaller id first, ids as text": "item-text",
    "larger id first, ids as text": "item-text-desc",
    "input order": "input",
    "input order reversed": "input-desc",
    "optimistic": "optimistic",
    "pessimistic": "pessimistic",
}
"""The orders of tied items that can be chosen, by what records call them."""
TIES = tuple(RECORDED_TIES.values())
ORDERS = {
    "score": "put in order by their scores",
    "file": "left as they stand",
    "rank": "put in order by their ranks",
}
"""What can put lists in order, and what is then done about those that stand in another
order than their scores."""
RANDOM = re.compile(r"random:(\d{1,9})")


@dataclass(frozen=True)
class Conventions:
    """An outcome for each, and the order of tied items."""

    pairs: tuple[tuple[str, str], ...] = tuple(
        (probe, CHOICES[name]["outcomes"][0]) for probe, name in PROBES.items()
    )
    ties: str = "item"

    @property
    def chosen(self) -> dict[str, str]:
        """The outcome by probe."""
        return dict(self.pairs)

    def __str__(self) -> str:
        return self.described("score")

    def described(self, order: str) -> str:
        """In words; order: what puts lists in order, which decides whether there are
        ties."""
        told = [f"{probe} {outcome}" for probe, outcome in self.pairs]
        tied = f"ties by {self.ties}" if order == "score" else f"lists {ORDERS[order]}"
        return f"conventions: {', '.join(told)}, {tied}"

    def differing(self, other: Conventions, met: Container[str]) -> str:
        """What the other has otherwise, in words, of what the tables bring up; met: the
        keys of the faults that were found."""
        probes = {"ties": "ties", **{name: one for one, name in PROBES.items()}}
        mine, its = ({**one.chosen, "ties": one.ties} for one in (self, other))
        told = [
            f"{probe}={its[probe]}"
            for key, probe in probes.items()
            if key in met and its[probe] != mine[probe]
        ]
        return ", ".join(told)

    def of_users(self, name: str) -> str:
        """The outcome by the choice's own name."""
        return self.chosen[str(CHOICES[name]["probe"])]

    @classmethod
    def of(cls, given: Iterable[str] = (), ties: str = "item") -> Conventions:
        """Read `PROBE=OUTCOME` texts and the name of an order; UserError for what is
        none of those."""
        chosen = cls().chosen
        for text in given:
            probe, equals, outcome = (part.strip() for part in text.partition("="))
            if probe not in PROBES or not equals:
                how = render_option(
                    "convention", "PROBE=OUTCOME", "{PROBE: OUTCOME} in conventions"
                )
                raise UserError(
                    f"{in_brief(text)} is no convention that can be chosen: write "
                    f"{how}, where PROBE is {' or '.join(PROBES)}"
                )
            known = list_probe_outcomes(probe)
            if outcome not in known:
                raise UserError(f"{cut(text)} is unknown: write {' or '.join(known)}")
            chosen[probe] = outcome
        check_ties(ties)
        return cls(tuple(chosen.items()), ties)

    def like(self, recorded: Mapping[str, str]) -> Conventions:
        """The same, with a library's recorded outcomes where these can be chosen; of
        one that may be one of several the chosen one, where it is among them."""
        return self.every_like(recorded)[0]

    def every_like(self, recorded: Mapping[str, str]) -> list[Conventions]:
        """Those that a library may have, by its recorded outcomes.

        >>> [one.of_users("without_list") for one in
        ...  Conventions().every_like({"user_without_list": "skipped or counts as 0"})]
        ['counts as 0', 'skipped']
        """
        ties = list_open_ties(self.ties, recorded.get("ties", ""))
        each = [
            [
                (probe, one)
                for one in list_open_outcomes(probe, mine, recorded.get(probe, ""))
            ]
            for probe, mine in self.pairs
        ]
        return [
            replace(self, pairs=pairs, ties=order)
            for order in ties
            for pairs in product(*each)
        ]

    def decided(self, order: str) -> dict[str, str]:
        """What is done about faults that conventions decide on, in words; order: what
        puts lists in order."""
        tied = f"put in order by {self.ties}"
        return {
            "ties": tied if order == "score" else ORDERS[order],
            "order": ORDERS[order],
            **{name: self.of_users(name) for name in CHOICES},
        }


def list_probe_outcomes(probe: str) -> list[str]:
    """What can be chosen of a probe."""
    return CHOICES[PROBES[probe]]["outcomes"]


def list_open_outcomes(probe: str, mine: str, recorded: str) -> list[str]:
    """What a recorded outcome leaves open of what can be chosen, mine first where it is
    among that; mine where it says nothing of it."""
    names = Outcome.parse(recorded).names
    found = [one for one in list_probe_outcomes(probe) if one in names]
    return put_mine_first(found, mine)


def list_open_ties(mine: str, recorded: str) -> list[str]:
    """The orders that a recorded outcome leaves open, mine first where it is among
    them; mine where it says nothing of one that can be chosen."""
    names = Outcome.parse(recorded).names
    found = [RECORDED_TIES[one] for one in names if one in RECORDED_TIES]
    return put_mine_first(found, mine)


def put_mine_first(found: Iterable[str], mine: str) -> list[str]:
    """What may be, mine before the others where it is among them; mine for nothing."""
    return sorted(found, key=lambda one: one != mine) or [mine]


def check_ties(ties: str) -> None:
    """UserError for an order that there is not."""
    if ties not in TIES and not RANDOM.fullmatch(ties):
        raise UserError(
            f"{render_option('ties', in_brief(ties))} is unknown: write "
            f"{', '.join(TIES)} or "
            "random:SEED"
        )


def check_order(order: str) -> None:
    """UserError for what puts no list in order."""
    if order not in ORDERS:
        *others, last = ORDERS
        raise UserError(
            f"{render_option('order', in_brief(order))} is unknown: write "
            f"{', '.join(others)} "
            f"or {last}"
        )
