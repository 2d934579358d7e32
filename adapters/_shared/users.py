"""The users whom a library is asked about, a row for each: nobody is left out.

A library that takes one row for every user takes those of the truth, or those with a
list. A case with anybody else is refused: without that user the library would be asked
about less, and the record would call it the library's doing. A library that takes a
matrix of the truth beside its scores has a row in it for whoever has no truth, an empty
one: what becomes of that user is its own doing.
"""

from __future__ import annotations

from homonym.adapters.contract import Refuse
from homonym.reference.case import AnyCase, Id


def of_truth(case: AnyCase) -> list[Id]:
    """The users of the truth, those without a row in it too."""
    if {*case.recommendations} - {*case.truth}:
        raise Refuse("it takes a row for every user of the truth: nobody else has one")
    return [*case.truth]


def with_lists(case: AnyCase) -> list[Id]:
    """The users with a list."""
    if {*case.truth} - {*case.recommendations}:
        raise Refuse("it takes a row for every user with a list: nobody else has one")
    return [*case.recommendations]
