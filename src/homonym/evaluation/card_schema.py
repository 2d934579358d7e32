"""What a metric card holds, as types: start at `Card`."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from homonym.records.schema_entry import NonNegativeInt, Positive, Table

SCHEMA: Final = 1
Method = Literal["percentiles of bootstrap samples of users"]
METHOD: Final[Method] = "percentiles of bootstrap samples of users"
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
CardGroup = Annotated[str, Meta(description="What it is of, where each group has one.")]
Ending = Annotated[float | None, Meta(description="An end of the interval.")]


class CardNumber(Table, frozen=True, kw_only=True):
    """One definition's number at one cut-off."""

    metric: Annotated[str, Meta(description="The definition's id.")]
    group: CardGroup = ""
    k: Positive
    value: Annotated[float | None, Meta(description="null where it is undefined.")]
    lower: Ending = None
    upper: Ending = None
    left_out: Annotated[
        NonNegativeInt | None,
        Meta(description="Evaluated users whom the definition does not count."),
    ]
    computed_by: Annotated[
        tuple[str, ...], Meta(description="The recorded metrics that compute it.")
    ]
    may_compute: Annotated[
        tuple[str, ...],
        Meta(description="Those whose records leave open whether they do."),
    ] = ()


class CardUsers(Table, frozen=True, kw_only=True):
    """How many users of predictions or truth are evaluated, and how many are not."""

    evaluated: NonNegativeInt
    left_out: NonNegativeInt


class CardFault(Table, frozen=True, kw_only=True):
    """What was wrong with the tables, how often, and what was done about it."""

    fault: str
    count: NonNegativeInt
    done: str


class CardInterval(Table, frozen=True, kw_only=True):
    """How intervals were drawn."""

    method: Method
    level: float
    seed: NonNegativeInt
    draws: Positive


CardRun = Annotated[str, Meta(description="The file, where predictions are a folder.")]


class Evaluated(Table, frozen=True, kw_only=True):
    """Numbers by one set of conventions, and what they rest on."""

    run: CardRun = ""
    conventions: Annotated[dict[str, str], Meta(description="Probe -> outcome.")]
    ties: Annotated[str, Meta(description="What puts tied items in order.")]
    users: CardUsers
    rows: Annotated[dict[str, NonNegativeInt], Meta(description="Of each table.")]
    faults: tuple[CardFault, ...]
    numbers: tuple[CardNumber, ...]

    @property
    def by(self) -> tuple[object, ...]:
        """The run and the conventions."""
        return self.run, tuple(sorted(self.conventions.items())), self.ties


class CardMean(Table, frozen=True, kw_only=True):
    """One definition's mean over the runs, and their standard deviation (n - 1)."""

    metric: str
    group: CardGroup = ""
    k: Positive
    conventions: dict[str, str]
    ties: str
    runs: Positive
    mean: float | None
    standard_deviation: float | None
    lower: Ending = None
    upper: Ending = None

    @property
    def by(self) -> tuple[object, ...]:
        """What it is a mean of."""
        by = tuple(sorted(self.conventions.items()))
        return self.metric, self.group, self.k, by, self.ties


class Card(Table, frozen=True, kw_only=True):
    """Numbers with all that they can be computed again from."""

    schema: Literal[1]
    homonym: Annotated[str, Meta(description="The version that wrote it.")]
    files: Annotated[
        dict[str, str], Meta(description="Of each table, from the card's folder.")
    ]
    sha256: Annotated[dict[str, Hash], Meta(description="Of each file's bytes.")]
    items: Annotated[
        NonNegativeInt | None, Meta(description="How many, where a number was given.")
    ] = None
    columns: Annotated[dict[str, str], Meta(description="Role -> its own name.")]
    order: Annotated[str, Meta(description="What puts lists in order.")]
    threshold: Annotated[
        float | None, Meta(description="The grade from which on an item is relevant.")
    ] = None
    interval: CardInterval | None = None
    evaluated: tuple[Evaluated, ...]
    means: tuple[CardMean, ...] = ()
