"""Rows of bytes, drawn at once, and what each byte stands for.

Hypothesis limits how much it draws, so that a list is one draw, an item a byte, which
`pick_option` reads. Bytes shrink towards 0: what is simplest stands first among the
options.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


@cache
def sample_from(options: Sequence[T]) -> st.SearchStrategy[T]:
    """One of the options. Hypothesis looks at all of them when a strategy is made: it
    is made once."""
    return st.sampled_from(options)


@cache
def make_byte_rows(least: int, most: int | None = None) -> st.SearchStrategy[bytes]:
    """So many bytes, or from the least to the most."""
    return st.binary(min_size=least, max_size=least if most is None else most)


def pick_option(byte: int, options: Sequence[T]) -> T:
    """The option of a byte, each as likely as the next; 0 is the first.

    >>> [pick_option(byte, "ab") for byte in (0, 127, 128, 255)]
    ['a', 'a', 'b', 'b']
    """
    return options[byte * len(options) // 256]


def order_by_bytes(items: Sequence[T], by: bytes) -> list[T]:
    """The items in the order of their bytes; those of equal bytes as they stand.

    >>> order_by_bytes("abc", bytes([9, 0, 9]))
    ['b', 'a', 'c']
    """
    ranks = sorted(range(len(items)), key=lambda place: by[place])
    return [items[place] for place in ranks]
