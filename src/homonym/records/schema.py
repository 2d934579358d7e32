"""What a record holds, as types: start at `Record`.

Reading (`homonym.records.reading`), validating and the JSON Schema that stands in
reports/record.schema.json (`homonym.records.json_schema`) all come from these types. A
metric's part is `MetricEntry`, in `homonym.records.schema_entry`.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from homonym.records.schema_entry import (
    MetricEntry,
    NonNegativeInt,
    Positive,
    ShownNumber,
    Table,
)

SCHEMA: Final = 2


class Corpus(Table, frozen=True, kw_only=True):
    """The edition of the corpus that a record was made with."""

    edition: Annotated[Positive, Meta(description="Its number.")]
    core: Annotated[Positive, Meta(description="How many core cases it has.")]
    edge: Annotated[NonNegativeInt, Meta(description="How many edge cases.")]
    sha256: Annotated[str, Meta(description="Their hash.", pattern="^[0-9a-f]{12}$")]
    others: Annotated[
        dict[str, tuple[NonNegativeInt, NonNegativeInt]],
        Meta(
            description="How many core and edge cases of the other types of case it "
            "has, by the type's folder in the reference; absent in editions that have "
            "none."
        ),
    ] = msgspec.field(default_factory=dict)
    large: Annotated[
        dict[str, NonNegativeInt],
        Meta(
            description="How many large cases of each type of case, by the type's "
            "folder; absent in editions that have none."
        ),
    ] = msgspec.field(default_factory=dict)


class Inventory(Table, frozen=True, kw_only=True):
    """The public metric names of a version."""

    wrapped: Annotated[tuple[str, ...], Meta(description="Those that are measured.")]
    unlisted: Annotated[
        tuple[str, ...],
        Meta(
            description="Those nobody decided on: must be empty.",
            extra_json_schema={"maxItems": 0},
        ),
    ]
    out_of_scope: Annotated[
        dict[str, str], Meta(description="Name -> the reason why it is not measured.")
    ]


class OnData(Table, frozen=True, kw_only=True):
    """What every metric of rankings gives on a dataset."""

    data: Annotated[str, Meta(description="The data and their seed, or the split.")]
    values: Annotated[
        dict[str, ShownNumber],
        Meta(description="Metric -> its number, or what happened instead."),
    ]
    means: Annotated[
        dict[str, ShownNumber],
        Meta(
            description="Of metrics that leave the mean over the users to their "
            "caller: metric -> that mean."
        ),
    ] = msgspec.field(default_factory=dict)


class Measurements(Table, frozen=True, kw_only=True):
    """The raw measurements beside a record."""

    file: Annotated[str, Meta(description="Their file.")]
    sha256: Annotated[str, Meta(description="Its hash.")]


class Provenance(Table, frozen=True, kw_only=True):
    """Where a record comes from."""

    measured: Annotated[datetime.date, Meta(description="The day.")]
    origin: Annotated[
        str, Meta(description="The registry, or the commit of a clone.")
    ] = msgspec.field(name="from")
    python: Annotated[str, Meta(description="Its version.")]
    packages: Annotated[dict[str, str], Meta(description="Package -> version.")]
    asked_in: Annotated[
        str,
        Meta(
            description="In what the library was asked, where its users have something "
            "else."
        ),
    ] = ""
    loaded: Annotated[
        str,
        Meta(
            description="How its files were imported, where its users' import would "
            "not do."
        ),
    ] = ""
    measurements: Annotated[
        Measurements | None,
        Meta(description="The raw measurements beside the record."),
    ] = None


class Record(Table, frozen=True, kw_only=True):
    """The committed result for one library at one version."""

    schema: Annotated[
        Literal[2],
        Meta(description="Changes only when the meaning of a key does."),
    ]
    library: Annotated[
        str,
        Meta(description="The distribution's name; of a clone the repository's."),
    ]
    version: Annotated[
        str,
        Meta(
            description="The distribution's version; of a clone its own, with the "
            "commit where it is no tag."
        ),
    ]
    corpus: Annotated[
        Corpus, Meta(description="The edition of the corpus that it was made with.")
    ]
    inventory: Annotated[
        Inventory | None, Meta(description="The public metric names of the version.")
    ] = None
    metrics: Annotated[
        dict[str, MetricEntry], Meta(description="Name -> what is known of the metric.")
    ]
    example: Annotated[
        OnData | None,
        Meta(
            description="What every metric of rankings gives on `homonym example`, at "
            "k = 20."
        ),
    ] = None
    movielens: Annotated[
        OnData | None,
        Meta(
            description="The same on the MovieLens folder of `--homonym-ratings "
            "PATH`, split by the paper's protocol; compared where both have it."
        ),
    ] = None
    provenance: Annotated[
        Provenance,
        Meta(description="Where it comes from: shown, never compared."),
    ]

    def __repr__(self) -> str:
        return f"<Record of {self.library} {self.version}: {len(self.metrics)} metrics>"
