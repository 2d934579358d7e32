"""How to get one variant's number from another's: `convert`, start there.

Only what follows from the definitions: the same class; one minus the other; the other
times a factor that is one number for all (`scaled.py`); and, where two variants add up
the same and divide it by different things that k and the truth determine, the other's
number of each user times a ratio of divisors, combined anew.
Each conversion is a piece of Python; a test runs all of them against the reference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from homonym.equivalence.scaled import divided
from homonym.reference.variants import Variant

BEST = "sorted(grades, reverse=True)"
"""The grades of a user's relevant items, best first."""
DIVISORS: dict[str, dict[str, str]] = {
    "precision": {"k": "k"},
    "recall": {"r": "r", "min_k_r": "min(k, r)", "grades": "sum(grades)"},
    "average_precision": {
        "min_k_r": "min(k, r)",
        "r": "r",
        "k": "k",
        "cumulative": "sum(min(n, r) for n in range(1, k + 1))",
    },
    "mean_average_recall": {"min_k_r": "min(k, r)", "r": "r"},
    "reciprocal_rank": {
        "sum": "1",
        "sum_over_r": "r",
        "normalised": "sum(1 / n for n in range(1, min(k, r) + 1))",
    },
}
"""By family and choice what a user's sum is divided by, in k, r and grades."""
GAINS = {"binary": "1", "grade": "g", "exponential": "(2**g - 1)"}
DISCOUNTS = {
    "log2_next": "log2(n + 1)",
    "ln_next": "log(n + 1)",
    "log2_rank": "max(1, log2(n))",
    "reciprocal": "n",
    "flat": "1",
}
IDEALS = {
    "truth_k": f"sum({{gain}} / {{discount}} for n, g in enumerate({BEST}[:k], 1))",
    "truth_all": f"sum({{gain}} / {{discount}} for n, g in enumerate({BEST}, 1))",
    "ones_k": "sum(1 / {discount} for n in range(1, k + 1))",
    "undiscounted": "sum({gain} for g in grades)",
    "none": "1",
}
COMBINED = {
    "mean": "sum(values.values()) / len(values)",
    "by_r": "sum(v * len(truth[u]) for u, v in values.items()) / "
    "sum(len(truth[u]) for u in values)",
    "caller": "values",
}
"""How the users' numbers become one."""
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
FLIPPED = {
    **{"value": "complement", "complement": "value"},
    **{"inequality": "equality", "equality": "inequality"},
    **{"concentration": "dispersion", "dispersion": "concentration"},
}
"""What is reported instead of a number, and is one minus it."""
ALONE = ("mean", "caller", "by_r", "by_length", "pooled")
"""Where the number of one user's rows alone is that user's ratio."""


@dataclass(frozen=True)
class Ratio:
    """A user's number: a sum, by a name that equal sums share, over a divisor."""

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
        used = words(self.code)
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


def convert(source: Variant, target: Variant) -> Conversion | None:
    """How to get the target's number from the source's; None where none is known."""
    if plain := direct(source, target):
        return plain
    if combined(target) not in COMBINED or combined(source) not in ALONE:
        return None
    a, b = ratio(source), ratio(target)
    if a is None or b is None or a.sum != b.sum:
        return None
    constant = not {"r", "grades"} & set(words(a.divisor + " " + b.divisor))
    if constant and combined(source) == combined(target) != "caller":
        code = f"number = everybody(){factor(a, b)}"
        return Conversion(f"It is the other{factor(a, b)}.", imports(code) + code)
    return rescaled(a, b, target)


def direct(source: Variant, target: Variant) -> Conversion | None:
    """The conversion of a number whatever it was made of."""
    if source.canonical() == target.canonical():
        return Conversion("It is the same number.", "number = everybody()")
    if complementary(source, target):
        return Conversion("It is one minus the other.", "number = 1 - everybody()")
    if scaled := times(source, target):
        return scaled
    if source.choices == target.choices and combined(source) == "pooled":
        return ROOTS.get((source.family, target.family))
    return None


def times(source: Variant, target: Variant) -> Conversion | None:
    """The conversion of numbers that are divided by different things alone."""
    one, other = divided(source.canonical()), divided(target.canonical())
    if one is None or other is None or one[0] != other[0]:
        return None
    by = factor(Ratio(*one), Ratio(*other))
    if source.names.get("reported") == "equality":
        how = f"What it lacks of 1 is what the other lacks{by}."
        return Conversion(how, f"number = 1 - (1 - everybody()){by}")
    code = f"number = everybody(){by}"
    return Conversion(f"It is the other{by}.", imports(code) + code)


def rescaled(a: Ratio, b: Ratio, target: Variant) -> Conversion:
    """One user at a time: undo one divisor, apply the other, combine."""
    users = combined(target)
    how = ["Ask for one user at a time"]
    if a.divisor != b.divisor:
        how.append(f"undo the divisor {a.divisor} and divide by {b.divisor}")
    how.append(f"then take {lower(target.home.axes['users'].choices[users].doc)}")
    code = f"""\
values = {{}}
for user, grades in truth.items():
    r = len(grades)
    values[user] = one(user){factor(a, b)}
number = {COMBINED[users]}"""
    return Conversion(", ".join(how), imports(code) + code)


def imports(code: str) -> str:
    """What a piece of code needs beside what Python has built in."""
    needed = [name for name in ("log", "log2") if f"{name}(" in code]
    return f"from math import {', '.join(needed)}\n\n" if needed else ""


def factor(a: Ratio, b: Ratio) -> str:
    """What undoes one divisor and applies the other, as it stands in Python."""
    if a.divisor == b.divisor:
        return ""
    times = "" if a.divisor == "1" else f" * {bracketed(a.divisor)}"
    return times + ("" if b.divisor == "1" else f" / {bracketed(b.divisor)}")


def bracketed(code: str) -> str:
    return code if re.fullmatch(r"\w+(\(.*\))?", code) else f"({code})"


def lower(doc: str) -> str:
    return doc[:1].lower() + doc[1:]


def combined(variant: Variant) -> str:
    """The choice of the users axis."""
    return variant.canonical().names.get("users", "")


def complementary(source: Variant, target: Variant) -> bool:
    """Whether they differ in what is reported alone, the value or what is missing.

    An ideal made from the list, or from gains of 0, can be 0, and then both are 0.
    """
    flipped = FLIPPED.get(source.names.get("reported", ""), "")
    if source.family != target.family or not flipped:
        return False
    if source.family == "ndcg" and not defined(source):
        return False
    names = {**source.names, "reported": flipped}
    if source.home.void(**names):
        return False
    return source.home.variant(**names).canonical() == target.canonical()


def defined(variant: Variant) -> bool:
    """Whether every user has an NDCG, so that the mean of what is missing is 1 - it."""
    names = variant.names
    usual = names["ideal"] in IDEALS and names["gain"] in GAINS
    return usual and combined(variant) == "mean"


def ratio(variant: Variant) -> Ratio | None:
    """A user's sum and divisor; None where k and the truth do not determine them."""
    names = variant.names
    if variant.family == "ndcg":
        return discounted(variant)
    if variant.family == "hit_rate":
        return Ratio("hits strict", "1") if names["counts"] == "hits" else None
    if variant.family == "reciprocal_rank":
        divisor = DIVISORS["reciprocal_rank"].get(names["counts"])
        return Ratio(f"reciprocals {names['depth']}", divisor) if divisor else None
    divisor = DIVISORS.get(variant.family, {}).get(names.get("divisor", ""))
    if divisor is None or names.get("cut") == "mean_1_to_k":
        return None
    return Ratio(summed(variant), divisor)


def summed(variant: Variant) -> str:
    """The name of what is added up; precision and recall add up the same hits."""
    if variant.family in ("precision", "recall"):
        return f"hits {variant.names['rank']}"
    other = [f"{a}={c}" for a, c in variant.choices if a not in ("divisor", "users")]
    return " ".join([variant.family, *other])


def discounted(variant: Variant) -> Ratio | None:
    """The discounted sum, over its ideal."""
    names = variant.names
    gain, discount = GAINS.get(names["gain"]), DISCOUNTS.get(names["discount"])
    ideal = IDEALS.get(names["ideal"])
    usual = {"grades": "as_given", "rank": "in_list", "reported": "value"}
    plain = all(names[axis] == choice for axis, choice in usual.items())
    cut = names["depth"] == "k" or names["ideal"] in ("truth_all", "none")
    if not (gain and discount and ideal and plain and cut):
        return None
    added = f"{names['gain']} {names['discount']} {names['depth']}"
    return Ratio(f"dcg {added}", ideal.format(gain=gain, discount=discount))


def words(code: str) -> list[str]:
    """The names in a piece of code."""
    return re.findall(r"(?<!\.)\b[a-z_]+", code)
