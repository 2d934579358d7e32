"""A library whose metrics lie only at some size, at some grade, or some of the time.

Each claims a family and computes it on small cases. The modules have a lie a function,
by what it depends on; `honest` has what does not lie.
"""

from fakes.subtle import (
    by_cut_off,
    by_grade,
    by_item,
    by_score,
    by_user,
    combined,
    honest,
    other_types,
    over_time,
)
from fakes.subtle.library import adapter

__all__ = [
    "adapter",
    "by_cut_off",
    "by_grade",
    "by_item",
    "by_score",
    "by_user",
    "combined",
    "honest",
    "other_types",
    "over_time",
]
__version__ = "1.0.0"
