"""Choices and a family that are added to copies of the project, as `additions` does it.

The discount is the one of docs/add-a-variant.md, which only long lists tell apart.
"""

from __future__ import annotations

from math import log2

from additions import ROOT, Addition
from carried_out import blocks

BY_HAND = "tests/reference/by_hand"
ENGINE = "src/homonym/evaluation/rankings"
FAMILY = "reference/rankings"
AP_LAST, NDCG_LAST = "]\n\n\ndef average_precision", "]\n\nIRRATIONAL"
"""Before them stands the last value by hand."""
PLUS = "k_plus_r", "k_and_r"
"""The divisor of the how-to's second rule, and what it is called here."""


def from_the_how_to(name: str) -> str:
    """A fragment of docs/add-a-variant.md."""
    page = ROOT / "docs" / "add-a-variant.md"
    (found,) = (b.text for b in blocks(page) if b.mark == f"tried as {name}")
    return found.strip()


DISCOUNT = Addition(
    "a discount",
    "ndcg",
    "discount=log3_rank",
    {
        f"{FAMILY}/ndcg.py": [
            ('@discount("1 / n"', f"{from_the_how_to('choice')}\n\n\n"),
        ],
        f"{BY_HAND}/ndcg.py": [(NDCG_LAST, f"    {from_the_how_to('value')}\n")],
    },
)
GAIN = Addition(
    "a gain",
    "ndcg",
    "gain=cube",
    {
        f"{FAMILY}/ndcg.py": [
            (
                '@gain(\n    "2^{g - t + 1}',
                """\
@gain("g^3", source="ranx, a test", code="g**3")
def cube(g: Grade) -> float:
    \"""The grade cubed.\"""
    return (g or 0.0) ** 3


""",
            )
        ],
        f"{BY_HAND}/ndcg.py": [
            (NDCG_LAST, '    ("ndcg(gain=cube)", "2 . | 1 @2", 8 / (8 + SECOND)),\n')
        ],
    },
)
DIVISOR = Addition(
    "a divisor",
    "average_precision",
    "divisor=k_plus_r",
    {
        f"{FAMILY}/average_precision.py": [
            (
                '@divisor("k", name="k"',
                """\
@divisor("k + r", source="ranx, a test", code="(k + r)")
def k_plus_r(user: Ranking, k: int, depth: int) -> float:
    \"""The cut-off and the number of relevant items.\"""
    return k + user.r


""",
            )
        ],
        f"{BY_HAND}/average_precision.py": [
            (
                AP_LAST,
                """\
    ("average_precision(divisor=k_plus_r)", ". 1 1 . 1 @4", (1 / 2 + 2 / 3) / 7),
""",
            ),
            ("    return above, {", '    below["k_plus_r"] = k + r\n'),
        ],
    },
)
DIVISOR_UNDER_A_CONDITION = Addition(
    "a divisor",
    "precision",
    "divisor=k_and_r",
    {
        f"{FAMILY}/precision.py": [
            (
                '@divisor(\n    "|L|",',
                """\
@divisor("k + r", source="ranx, a test", code="(k + r)")
def k_and_r(user: Ranking, k: int) -> float:
    \"""The cut-off and the number of relevant items.\"""
    return k + user.r


""",
            ),
            ("", f"\n\n{from_the_how_to('conditional_rule')}\n".replace(*PLUS)),
        ],
        f"{BY_HAND}/precision.py": [
            (
                "]\n\n\ndef precision",
                '    ("precision(divisor=k_and_r)", "1 . 1 1 @2", 1 / 5),\n',
            ),
            ("}\n    return found(user", ', "k_and_r": k + user.r'),
        ],
    },
)
TERMS = Addition(
    "terms",
    "average_precision",
    "terms=squares",
    {
        f"{FAMILY}/average_precision.py": [
            (
                '@terms(r"\\sum_n P(n)"',
                """\
@terms(r"\\sum_n h_n P(n)^2", source="ranx, a test")
def squares(user: Ranking, depth: int) -> float:
    \"""The ranks of the hits, each with the square of its precision.\"""
    pairs = zip(precisions(user, depth), user.hits, strict=False)
    return sum(value**2 for value, hit in pairs if hit)


""",
            ),
            (
                "",
                """

@same(average_precision, "the only relevant item is in the first k", "one_relevant")
def only_square_in_k(users: str, terms: str, **_: str) -> dict[str, str]:
    return {"depth": "k"} if users == "mean_hit" and terms == "squares" else {}
""",
            ),
        ],
        f"{BY_HAND}/average_precision.py": [
            (
                AP_LAST,
                """\
    ("average_precision(terms=squares)", ". 1 1 . 1 @4", (1 / 4 + 4 / 9) / 3),
""",
            ),
            (
                '    elif names["terms"] == "hits_over_k":',
                """\
    elif names["terms"] == "squares":
        above = sum((Fraction(j, n) ** 2 for j, n in enumerate(hits, 1)), Fraction(0))
""",
            ),
        ],
        f"{ENGINE}/average_precision.py": [
            (
                "TERMS = {",
                """\
def squares(asked: Asked) -> Column:
    \"""The squared precision at each hit.\"""
    return asked.hits.each(ifelse(_.rel, (_.j / _.n) ** 2, 0.0).sum())


""",
            ),
            ('    "hits_over_k": hits_over_k,', '    "squares": squares,\n'),
        ],
    },
)
IDEAL = Addition(
    "an ideal",
    "ndcg",
    "ideal=norm",
    {
        f"{FAMILY}/ndcg.py": [
            (
                '@ideal(\n    "1",',
                """\
@ideal(r"|gain(g)|", source="ranx", code="sum(<gain>**2 for g in grades) ** 0.5")
def norm(user: Ranking, depth: int, dcg: Dcg) -> float:
    \"""The root of the sum of the squared gains of the whole truth.\"""
    return sum(dcg.gain(g) ** 2 for g in user.judged) ** 0.5


""",
            ),
            ("\nfrom homonym.reference.parts import", ", same"),
            (
                "",
                """

@same(ndcg, "the root of one square is the gain", when="one_relevant")
def only_gain(ideal: str, **_: str) -> dict[str, str]:
    return {"ideal": "undiscounted"} if ideal == "norm" else {}
""",
            ),
        ],
        f"{BY_HAND}/ndcg.py": [
            (
                NDCG_LAST,
                """\
    ("ndcg(gain=grade, ideal=norm)", "3 4 @2", (3 + 4 * SECOND) / 5),
""",
            )
        ],
        f"{ENGINE}/ndcg.py": [
            (
                "def compute_resorted_dcg(",
                """\
def norm(dcg: DcgLookup) -> Column:
    \"""The root of the sum of the squared gains of the whole truth.\"""
    truth = dcg.asked.plan.truth
    return truth.each((dcg.gain(truth) ** 2 * (_.upto - _.before)).sum()) ** 0.5


""",
            ),
            ('    "none": lambda dcg: 1,', '    "norm": norm,\n'),
        ],
    },
)
COLUMN = Addition(
    "a column of the matrix",
    "hit_power",
    "hit_power",
    {
        f"{FAMILY}/hit_power.py": [
            (
                "",
                """\
r\"""Hit power: a power of the number of hits.

    HP@k = H^2,  H = \\sum_{n \\le k} h_n          range 0 to k^2

Source: nobody, a test. Start at `hit_power`, at the bottom.
\"""

from __future__ import annotations

from collections.abc import Callable

from homonym.reference.axes import Axis
from homonym.reference.families import family, same
from homonym.reference.parts import Part
from homonym.reference.rankings.case import Case, Ranking
from homonym.reference.rankings.ranks import depth
from homonym.reference.rankings.rbp import equal_users
from homonym.reference.rankings.users import users

power = Axis("which power of the number of hits")


@power("H^2", source="ranx, a test")
def squared(hits: int) -> float:
    \"""The square.\"""
    return hits**2


@power("H^3", source="ranx, a test")
def cubed(hits: int) -> float:
    \"""The cube.\"""
    return hits**3


@family(
    "Hit power",
    takes=Case,
    rows=("<users>", r"a_u = <power>, \\; H = \\sum_{<depth>} h_n", "b_u = 1"),
    power=power,
    depth=depth,
    users=users,
)
def hit_power(
    user: Ranking,
    k: int,
    power: Callable[[int], float],
    depth: Callable[[Ranking, int], int],
) -> Part:
    \"""(the power of the hits, divisor) of one user; the divisor is 1.

    >>> from homonym.reference.variants import Variant
    >>> Variant.parse("hit_power(power=squared)").value(Case.parse("1 1 . @2"))
    4.0
    \"""
    return power(user.found(depth(user, k))), 1


equal_users(hit_power)


@same(hit_power, "there is one hit at most", when="one_relevant")
def one_hit(**_: str) -> dict[str, str]:
    return {"power": "squared"}
""",
            )
        ],
        f"{BY_HAND}/hit_power.py": [
            (
                "",
                """\
\"""Hit power: values by hand, and in fractions.\"""

from __future__ import annotations

from by_hand.depth import to
from by_hand.lists import Names, Part, Row, U, ranks

from homonym.reference.rankings.case import Ranking

ROWS: list[Row] = [
    ("hit_power", "1 1 . @2", 4),
    ("hit_power(power=cubed)", "1 1 . @2", 8),
    ("hit_power(depth=all)", "1 1 . 1 @2", 9),
    ("hit_power", U, (1 + 0 + 0) / 3),
    ("hit_power(users=mean_hit)", U, 1),
    ("hit_power(depth=all, users=mean_hit)", "1 1 . ; . 1 @1", 4),
    ("hit_power(depth=all, users=mean_nonzero)", "1 1 . ; . 1 @1", (4 + 1) / 2),
    ("hit_power(users=mean_nonzero)", U, 1),
    ("hit_power(users=pooled)", U, 1 / 3),
    ("hit_power(users=by_r)", U, (3 * 1 + 0 + 0) / (3 + 1 + 1)),
    ("hit_power(users=by_length)", U, (5 * 1 + 0 + 0) / (5 + 3 + 4)),
    ("hit_power(users=caller)", U, (1, 0, 0)),
]


def hit_power(user: Ranking, k: int, names: Names) -> Part:
    exponent = {"squared": 2, "cubed": 3}[names["power"]]
    return len(ranks(user, to(names, k))) ** exponent, 1
""",
            )
        ],
        f"{ENGINE}/hit_power.py": [
            (
                "",
                """\
\"""Hit power over tables.\"""

from __future__ import annotations

from homonym.evaluation.plan import Asked, PartColumns
from homonym.evaluation.rankings.ranks import count_hits_to_depth


def hit_power(asked: Asked) -> PartColumns:
    \"""A power of a user's hits.\"""
    hits = count_hits_to_depth(asked.plan, asked.depth)
    called = f"hit_power.power={asked.names['power']}"
    hits_to_power = asked.plan.users.look_up(called, asked.function("power"), hits)
    return PartColumns(hits_to_power, 1)
""",
            )
        ],
    },
)
T = "1 1 . ; 1 1 . ; . 1 . | 1 @2"
"""Two users whose two relevant items are found, and one who has one, second."""
SECOND = 1 / log2(3)
ONES = ("precision", "recall", "r_precision", "f_score", "reciprocal_rank")
OF_T = {
    **dict.fromkeys(ONES, (1, 1 / 2)),
    "average_precision": (1, 1 / 2 / 2),
    "average_precision_interpolated": (1, 6 * 1 / 2 / 11),
    "mean_average_recall": ((1 / 2 + 1) / 2, 1 / 2 / 2),
    "ndcg": (1, SECOND / (1 + SECOND)),
    "rbp": (0.2 * (1 + 0.8), 0.2 * 0.8),
    "hit_rate(counts=hits": (2, 1),
    "err(stops=share": (1 / 5 + 4 / 5 / 5 / 2, 1 / 5 / 2),
}
"""What families give of these, of the first two and of the last."""
OTHERS = """\
    ("auc(users=mid_range)", "1 . 1 . 1 ; . . 1 ; . 1 . . @1", (2 / 3 + 0) / 2),
    ("partial_auc(users=mid_range)", "1 . . ; 1 . . ; . 1 . @2", (1 + 1 / 2) / 2),
    ("partial_auc(users=mean_hit)", "1 . . ; 1 . . ; . 1 . @2", (1 + 1 + 1 / 2) / 3),
"""


def of_three_users() -> str:
    """Rows of the middle of what the users have, and of means that it is not."""
    lines = ""
    for name, (two, last) in OF_T.items():
        start = name if "(" in name else f"{name}("
        mean, middle = (two + two + last) / 3, (two + last) / 2
        for way in ("mid_range", "mean_hit", "mean_nonzero", "pooled", "by_r"):
            value = middle if way == "mid_range" else mean
            given = f"{start}{', ' if '=' in start else ''}users={way})"
            lines += f"    ({given!r}, {T!r}, {value}),\n"
    return lines + OTHERS


USERS = Addition(
    "a way to combine users",
    "precision",
    "users=mid_range",
    {
        f"{FAMILY}/users.py": [
            (
                '@users(r"\\left( \\frac',
                """\
@users(
    r"\\frac{1}{2} (\\max_u a_u / b_u + \\min_u a_u / b_u)",
    source="ranx, a test",
    code="(max(values.values()) + min(values.values())) / 2",
)
def mid_range(parts: Parts, people: People, k: int) -> float | None:
    \"""The middle of what the users have; NaN where one has that.\"""
    values = sorted(ratio(part) for part in parts if part)
    return sum(values) * 0 + (values[0] + values[-1]) / 2 if values else None


""",
            )
        ],
        f"{BY_HAND}/users.py": [
            (
                "]\n\n\ndef mean(",
                of_three_users(),
            ),
            (
                "    kept = [(p, u) for p, u in zip(",
                """\
    if how == "mid_range":
        every = [over(part) for part in parts if part is not None]
        middle = (max(every) + min(every)) / 2 if every else None
        return None if middle is None else sum(every) * 0 + middle
""",
            ),
        ],
        f"{ENGINE}/users.py": [
            (
                '    "mean_hit": "avg',
                '    "mid_range": "(max({ratio}) + min({ratio})) / 2",\n',
            )
        ],
    },
)
CHOICES = (GAIN, DISCOUNT, DIVISOR, DIVISOR_UNDER_A_CONDITION, TERMS, IDEAL)
