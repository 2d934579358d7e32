"""What a corpus does not tell apart, or tells apart though it is equal, in lines."""

from __future__ import annotations

from collections.abc import Iterable

from homonym.equivalence.partition import (
    Block,
    join_first_lines,
    list_partition_faults,
)


def format_partition_faults(blocks: Iterable[Block], classes: Iterable[Block]) -> str:
    """The first of them; nothing where the blocks are the classes."""
    return join_first_lines(list_partition_faults(blocks, classes))
