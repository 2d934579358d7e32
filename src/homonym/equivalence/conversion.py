"""How to get one variant's number from another's: `find_conversion`, start there.

Only what follows from the definitions: the same class; one minus the other; and, where
two variants add up the same and divide it by different things that k and the data
determine, the other's number times a ratio of the divisors: of all users together where
that is one number, else user by user, combined anew. What is added up, and what it is
divided by, the families and their choices declare (`homonym.reference.declarations`).
Each conversion is a piece of Python; a test runs all of them against the reference.
"""

from __future__ import annotations

import ast
import builtins
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from homonym.reference.axes import Choice
from homonym.reference.declarations import code_axes, filled
from homonym.reference.parts import ratio as divided
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant, every_family

UNKNOWN = "?"
"""Stands for code that a choice has not."""
TAKES = {
    "everybody": "everybody(): the other library's number for all users",
    "one": "one(user): the other library's number for the rows of this user alone",
    "truth": "truth: a dictionary, user -> grades of the user's relevant items",
    "k": "k: the cut-off",
    "items": "items: the number of items in the catalogue",
    "people": "people: the number of users",
    "most": "most: how many users have the most popular item in training",
    "interactions": "interactions: the number of training items of all users together",
    "number": "number: what you get",
}
"""What stands in the code of a conversion, in words."""


@dataclass(frozen=True)
class Quotient:
    """A number: a sum, by a name that equal sums share, over a divisor."""

    sum: str
    divisor: str


@dataclass(frozen=True)
class Conversion:
    """How to get a number from another.

    how: in a sentence; code: Python that sets `number`; takes: what its names mean.
    """

    how: str
    code: str

    @property
    def takes(self) -> list[str]:
        """What the names in the code stand for."""
        used = list_code_names(self.code)
        return [told for name, told in TAKES.items() if name in used]


ROOTS = {
    ("mse", "rmse"): Conversion(
        "It is the other’s root.", "number = everybody() ** 0.5"
    ),
    ("rmse", "mse"): Conversion(
        "It is the other squared.", "number = everybody() ** 2"
    ),
}
"""By family; over all ratings together, and with the same choices."""


def find_conversion(source: Variant, target: Variant) -> Conversion | None:
    """How to get the target's number from the source's; None where none is known."""
    one, other = source.canonical(), target.canonical()
    return (
        find_direct_conversion(source, target)
        or find_divisor_conversion(source, target)
        or find_divisor_conversion(one, other)
    )


def find_direct_conversion(source: Variant, target: Variant) -> Conversion | None:
    """The conversion of a number whatever it was made of."""
    if source.canonical() == target.canonical():
        return Conversion("It is the same number.", "number = everybody()")
    if are_complementary(source, target):
        return Conversion("It is one minus the other.", "number = 1 - everybody()")
    if source.choices == target.choices and name_users_choice(source) == "pooled":
        return ROOTS.get((source.family, target.family))
    return None


def find_divisor_conversion(source: Variant, target: Variant) -> Conversion | None:
    """The conversion of numbers that have the same sum, over different divisors."""
    a, b = find_quotient(source), find_quotient(target)
    if a is None or b is None or a.sum != b.sum:
        return None
    constant = not {"r", "grades"} & set(list_code_names(a.divisor + " " + b.divisor))
    if constant and name_users_choice(source) == name_users_choice(target) != "caller":
        return convert_pooled_number(a, b, target)
    if find_users_choice(target).code and keeps_single_user_ratio(
        find_users_choice(source).function
    ):
        return rescale_each_user(a, b, target)
    return None


def convert_pooled_number(a: Quotient, b: Quotient, target: Variant) -> Conversion:
    """All users together, by one number for all."""
    by = write_divisor_factor(a, b)
    if "reported" in target.names and target.choice("reported").formula[:3] == "1 -":
        how = f"What it lacks of 1 is what the other lacks{by}."
        return Conversion(how, f"number = 1 - (1 - everybody()){by}")
    code = f"number = everybody(){by}"
    return Conversion(f"It is the other{by}.", write_math_import(code) + code)


def rescale_each_user(a: Quotient, b: Quotient, target: Variant) -> Conversion:
    """One user at a time: undo one divisor, apply the other, combine."""
    users = find_users_choice(target)
    how = ["Ask for one user at a time", *describe_rescaling(a, b)]
    how.append(f"then take {lower_sentence_start(users.doc)}")
    code = f"""\
values = {{}}
for user, grades in truth.items():
    r = len(grades)
    values[user] = one(user){write_divisor_factor(a, b)}
number = {users.code}"""
    return Conversion(", ".join(how), write_math_import(code) + code)


def write_math_import(code: str) -> str:
    """What a piece of code needs beside what Python has built in."""
    called = set(re.findall(r"\b\w+(?=\()", code))
    needed = sorted(called & {*dir(math)} - {*dir(builtins)})
    return f"from math import {', '.join(needed)}\n\n" if needed else ""


def describe_rescaling(a: Quotient, b: Quotient) -> list[str]:
    """From one user's number to the other, in words; nothing where they are one."""
    undone, applied = map(" * ".join, list_differing_factors(a, b))
    undo = [f"undo the divisor {undone}"] if undone else []
    divide = [f"divide by {applied}"] if applied else []
    return [" and ".join(undo + divide)] if undo or divide else []


def write_divisor_factor(a: Quotient, b: Quotient) -> str:
    """What undoes one divisor and applies the other, as it stands in Python."""
    undone, applied = list_differing_factors(a, b)
    by = f"({' * '.join(applied)})" if len(applied) > 1 else "".join(applied)
    return "".join(f" * {factor}" for factor in undone) + (f" / {by}" if by else "")


def list_differing_factors(a: Quotient, b: Quotient) -> tuple[list[str], list[str]]:
    """The factors of each divisor that the other has not, as they stand in products."""
    ours, others = list_factors(a.divisor), list_factors(b.divisor)
    for factor in [one for one in ours if one in others]:
        ours.remove(factor)
        others.remove(factor)
    return ours, others


def list_factors(code: str) -> list[str]:
    """What a product in Python multiplies, without factors of 1.

    >>> list_factors("k * log2(people)"), list_factors("items + 1"), list_factors("1")
    (['k', 'log2(people)'], ['(items + 1)'], [])
    """
    found = [ast.parse(code, mode="eval").body]
    while isinstance(product := found[0], ast.BinOp) and isinstance(
        product.op, ast.Mult
    ):
        found[:1] = [product.left, product.right]
    factors = [write_factor(code, factor) for factor in found]
    return [factor for factor in factors if factor != "1"]


def write_factor(code: str, factor: ast.expr) -> str:
    """A part of the code, to stand in a product."""
    text = ast.get_source_segment(code, factor) or ""
    alone = isinstance(factor, ast.Name | ast.Constant | ast.Call)
    return text if alone else f"({text})"


def lower_sentence_start(doc: str) -> str:
    """The sentence, to stand in another."""
    return doc[:1].lower() + doc[1:]


def name_users_choice(variant: Variant) -> str:
    """The choice of the users axis."""
    return variant.canonical().names.get("users", "")


def find_users_choice(variant: Variant) -> Choice:
    """The same choice, with what it declares."""
    return variant.canonical().choice("users")


@lru_cache(maxsize=64)
def keeps_single_user_ratio(users: Callable[..., Any]) -> bool:
    """Whether the number of one user's rows alone is that user's ratio: tried on a user
    without a hit, whom some ways to combine users leave out."""
    case = Case.parse(". 1 @1")
    parts = ((0.0, 2.0), (1.0, 2.0))
    told = ((users([part], case.users, case.k), divided(part)) for part in parts)
    return all(number in (value, (value,)) for number, value in told)


def are_complementary(source: Variant, target: Variant) -> bool:
    """Whether they differ in what is reported alone, the value or what is missing.

    An ideal made from the list, or from gains of 0, can be 0, and then both are 0.
    """
    flipped = find_complement_choice(source)
    if source.family != target.family or not flipped:
        return False
    if source.family == "ndcg" and not is_always_defined(source):
        return False
    names = {**source.names, "reported": flipped}
    if source.home.void(**names):
        return False
    return source.home.variant(**names).canonical() == target.canonical()


def find_complement_choice(variant: Variant) -> str:
    """The choice that reports one minus the number, by the formulas of both."""
    if "reported" not in variant.names:
        return ""
    own = variant.choice("reported").formula
    for other in variant.home.axes["reported"].choices.values():
        if other.formula == f"1 - {own}" or own == f"1 - {other.formula}":
            return other.name
    return ""


def is_always_defined(variant: Variant) -> bool:
    """Whether every user has an NDCG, so that the mean of what is missing is 1 - it."""
    usual = variant.choice("ideal").code and variant.choice("gain").code
    return bool(usual) and name_users_choice(variant) == "mean"


def find_quotient(variant: Variant) -> Quotient | None:
    """A variant's sum and divisor; None where k and the data do not determine them."""
    home = variant.home
    named = list_code_axes(home.name)
    other = [axis for axis in home.axes if axis not in (*named, "users")]
    if not home.ratio or any(
        variant.names[axis] != home.axes[axis].default for axis in other
    ):
        return None
    put = partial(put_code, variant)
    summed, divisor = filled(home.ratio.of, put), filled(home.ratio.by, put)
    known = UNKNOWN not in summed + divisor
    return Quotient(summed, drop_unit_factors(divisor)) if known else None


@lru_cache(maxsize=64)
def list_code_axes(family: str) -> tuple[str, ...]:
    """The axes whose choices tell what is added up, and by what it is divided."""
    return tuple(code_axes(every_family()[family]))


def put_code(variant: Variant, axis: str, part: str) -> str:
    """What stands in the place of an axis, or of a part of one."""
    choice = variant.choice(axis)
    if part == "name":
        return choice.name
    return (choice.part(part) or "") if part else choice.code or UNKNOWN


def drop_unit_factors(code: str) -> str:
    """The code without factors of 1.

    >>> drop_unit_factors("sum(1 * 1 / n for n in ranks)")
    'sum(1 / n for n in ranks)'
    >>> drop_unit_factors("sum(1 * p ** n for n in ranks)")
    'sum(p ** n for n in ranks)'
    """
    return re.sub(r"(?<=\()1 \* ", "", re.sub(r" \* 1\b(?!\.)", "", code))


def list_code_names(code: str) -> list[str]:
    """The names in a piece of code."""
    return re.findall(r"(?<!\.)\b[a-z_]+", code)
