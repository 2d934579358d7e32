"""What a record holds of one metric, as types: start at `MetricEntry`."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

MOST = 10**9
"""No count of a record is near it: what is larger was not counted."""
NonNegativeInt = Annotated[int, Meta(ge=0, le=MOST)]
Positive = Annotated[int, Meta(ge=1, le=MOST)]
NonNegativeFloat = Annotated[float, Meta(ge=0)]
VerdictStatus = Literal[
    "identified", "ambiguous", "unexplained", "unstable", "unavailable"
]
ReasonKind = Literal["refused", "raised", "killed", "not run"]
ShownNumber = float | str
"""A number, or in words why there is none."""
Recorded = float | str | tuple[float, ...]
"""The same, or every user's number."""
VARIANTS: dict[VerdictStatus, tuple[int, int]] = {
    "identified": (1, 1),
    "ambiguous": (1, MOST),
    "unexplained": (0, 0),
    "unstable": (0, MOST),
    "unavailable": (0, 0),
}
"""The fewest and the most variants of a metric of that status."""


class Table(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A table of a record: what is not in it stands at its default."""

    part_of: ClassVar[tuple[str, str] | None] = None
    """A count, and the count that it is a part of."""

    def __post_init__(self) -> None:
        """Raise ValueError where a part is larger than its whole."""
        part, whole = self.part_of or ("", "")
        if part and (few := getattr(self, part)) > (many := getattr(self, whole)):
            raise ValueError(f"{part} is {few}; it must be at most {whole} = {many}")


class NoVerdict(Table, frozen=True, kw_only=True):
    """Why there is no verdict on a metric."""

    kind: Annotated[
        ReasonKind,
        Meta(
            description="What kept it from giving a number: the adapter refused every "
            "case, the library raised, its process was killed or hung, nothing was "
            "asked."
        ),
    ]
    reason: Annotated[
        str, Meta(description="The reason of the adapter, or what was raised.")
    ]
    at: Annotated[
        str, Meta(description="The library's file and line where it was raised.")
    ] = ""

    @property
    def failed(self) -> bool:
        """Whether the library failed, and was not spared the question."""
        return self.kind in ("raised", "killed")


class Core(Table, frozen=True, kw_only=True):
    """The cases of the corpus that a metric was asked about."""

    part_of = ("ran", "of")
    ran: Annotated[NonNegativeInt, Meta(description="How many returned a number.")]
    of: Annotated[Positive, Meta(description="Of how many.")]
    refused: Annotated[
        dict[str, Positive], Meta(description="Reason of the adapter -> cases.")
    ] = {}
    failed: Annotated[
        dict[str, Positive], Meta(description="What the library raised -> cases.")
    ] = {}


class Refuted(Table, frozen=True, kw_only=True):
    """Cases drawn to refute a verdict."""

    part_of = ("failed", "tried")
    tried: Annotated[NonNegativeInt, Meta(description="How many were drawn.")]
    failed: Annotated[NonNegativeInt, Meta(description="How many contradicted it.")]
    raised: Annotated[
        dict[str, Positive],
        Meta(
            description="What the library raised -> cases on which it gave no number."
        ),
    ] = {}


class RunnerUp(Table, frozen=True, kw_only=True):
    """A variant that does not explain the metric, and how near it comes."""

    part_of = ("agrees_on", "of")
    variant: Annotated[str, Meta(description="Its id.")]
    agrees_on: Annotated[
        NonNegativeInt,
        Meta(description="On how many cases it gives what the library gives."),
    ]
    of: Annotated[Positive, Meta(description="Of how many.")]
    distance: Annotated[
        NonNegativeFloat | None,
        Meta(
            description="The largest difference between two numbers; NaN has none.",
        ),
    ] = None
    witness: Annotated[
        str,
        Meta(
            description="The smallest case on which it is wrong, see below.",
        ),
    ]


class NearestVariant(RunnerUp, frozen=True, kw_only=True):
    """The same of the variant nearest to an unexplained metric, with all such cases."""

    differs_on: Annotated[
        tuple[str, ...], Meta(description="All cases on which it is wrong.")
    ] = ()


class DocumentedVariant(Table, frozen=True, kw_only=True):
    """What the library's documentation promises of a metric."""

    variant: Annotated[str, Meta(description="The variant that the words say.")]
    also: Annotated[
        tuple[str, ...],
        Meta(
            description="Other variants that the words fit as well, or promise in "
            "contradiction to the first."
        ),
    ] = ()
    quote: Annotated[
        str, Meta(description="The words, at most 25; … for those left out.")
    ]
    more: Annotated[
        tuple[str, ...],
        Meta(description="Further words that bear on it, at most 25 each."),
    ] = ()
    where: Annotated[
        str,
        Meta(description="The file, and the line of each quotation (never compared)."),
    ]

    @property
    def variants(self) -> tuple[str, ...]:
        """Every variant that the words fit."""
        return (self.variant, *self.also)

    @property
    def quotes(self) -> tuple[str, ...]:
        """All that is quoted, the first quotation first."""
        return (self.quote, *self.more)


class RepeatedCall(Table, frozen=True, kw_only=True):
    """A call that gave two numbers when it was made twice."""

    case: Annotated[str, Meta(description="The case's line.")]
    gave: Annotated[tuple[Recorded, ...], Meta(description="What each call returned.")]


class Repeated(Table, frozen=True, kw_only=True):
    """The core cases, asked about again in a fresh process."""

    part_of = ("differed", "cases")
    cases: Annotated[Positive, Meta(description="How many were asked about again.")]
    differed: Annotated[
        NonNegativeInt, Meta(description="How many gave another number.")
    ]


class MetricEntry(Table, frozen=True, kw_only=True):
    """What is known of one metric: what it computes, or why there is no verdict."""

    claims: Annotated[str, Meta(description="The family it is named after.")]
    entry: Annotated[
        Literal["function", "function alone", "pipeline"] | None,
        Meta(
            description="Whether it is a function, one taken alone from a file that "
            "cannot be imported, or the pipeline in which the library runs it."
        ),
    ] = None
    formula: Annotated[
        str,
        Meta(description="What it computes, written out, where no variant is that."),
    ] = ""
    variants: Annotated[
        tuple[str, ...],
        Meta(
            description="The canonical variant of every class that survived: one where "
            "it is identified, one or several where it is ambiguous, none where it is "
            "unexplained, unstable or unavailable."
        ),
    ] = ()
    status: Annotated[
        VerdictStatus,
        Meta(
            description="The verdict; identified needs 90 percent of the core cases "
            "as well."
        ),
    ]
    precision: Annotated[
        float,
        Meta(
            description="Relative, absolute below 1: 1e-9 for double precision, 1e-5 "
            "for single, coarser by the digits where the library rounds; absent where "
            "there is no verdict.",
            ge=0,
            lt=1,
        ),
    ] = 0.0
    when: Annotated[
        str,
        Meta(
            description="The condition that all inputs it takes fulfil, under which "
            "the survivors are one class."
        ),
    ] = ""
    searched: Annotated[
        NonNegativeInt,
        Meta(
            description="How many variants were tried, when the claimed family did "
            "not explain it."
        ),
    ] = 0
    cases: Annotated[
        tuple[str, ...],
        Meta(
            description="The counterexamples, which are measured from then on.",
        ),
    ] = ()
    no_verdict: Annotated[
        NoVerdict | None,
        Meta(description="Instead of the rest: why there is no verdict."),
    ] = None
    core: Annotated[
        Core | None,
        Meta(
            description="The core cases (of those that fulfil `when`, where it is "
            "given)."
        ),
    ] = None
    large: Annotated[
        Core | None,
        Meta(description="The large cases, that a rule makes from their names."),
    ] = None
    repeated: Annotated[
        Repeated | None,
        Meta(description="The core cases, asked about again in a fresh process."),
    ] = None
    unstable: Annotated[
        tuple[RepeatedCall, ...],
        Meta(description="Of an unstable metric: the calls that gave two numbers."),
    ] = ()
    refuted: Annotated[
        Refuted | None,
        Meta(description="Cases drawn by Hypothesis to refute the verdict."),
    ] = None
    runner_up: Annotated[
        RunnerUp | None,
        Meta(
            description="Of a verdict found by search: what comes nearest of the rest "
            "of the two families, claimed and found."
        ),
    ] = None
    nearest: Annotated[
        NearestVariant | None,
        Meta(
            description="Of an unexplained metric: the nearest variant of the claimed "
            "family."
        ),
    ] = None
    values: Annotated[
        dict[str, Recorded],
        Meta(
            description="Of an unexplained metric: case -> what it gives (a number, "
            "every user's, or why there is none), the key to drift."
        ),
    ] = {}
    conventions: Annotated[
        dict[str, str], Meta(description="Probe -> what it does in that edge case.")
    ] = {}
    invariances: Annotated[
        dict[str, str],
        Meta(description="Variation -> what it makes of it, see below."),
    ] = {}
    documented: Annotated[
        DocumentedVariant | None, Meta(description="What its documentation promises.")
    ] = None

    def __post_init__(self) -> None:
        """Raise ValueError for a status that the rest of the entry contradicts."""
        if (self.status == "unavailable") != (self.no_verdict is not None):
            raise ValueError(
                f"status is {self.status!r}, and unavailable is what has no_verdict"
            )
        (few, most), count = VARIANTS[self.status], len(self.variants)
        if not few <= count <= most:
            raise ValueError(f"status is {self.status!r} with {count} variants")
