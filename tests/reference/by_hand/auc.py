"""AUC: values by hand, and in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import nan

from by_hand.depth import to
from by_hand.lists import Exact, Names, Part, Row, r_of, ranks
from homonym.reference.rankings.case import Case, Ranking

V = "1 . 1 . 1 ; . . 1 ; . 1 . . @1"
"""Three users whose AUC is 1/2, 0 and 2/3; only the first has a hit at k."""

ONE_CLASS = "1 . 1 . 1 ; . . . . 1 ; . . . . 1 ; 1 1 1 1 . @4"
"""At k the first user's AUC is 3/4, the next two have no hit, the last no negative."""

CUT = ". 1 . 1 . | 1 @2"
"""r = 3; 1 and 2 negatives above the two listed relevant items; 3 listed, 4 in all."""

ROWS: list[Row] = [
    ("auc(positives=all)", CUT, ((1 - 1 / 3) + (1 - 2 / 3) + 0) / 3),
    ("auc(positives=recommended)", CUT, ((1 - 1 / 3) + (1 - 2 / 3)) / 2),
    ("auc(unranked=excluded)", CUT, ((1 - 1 / 3) + (1 - 2 / 3)) / 2),
    (
        "auc(negatives=catalogue)",
        CUT,
        ((1 - 1 / 4) + (1 - 2 / 4) + (1 - 4 / 4)) / 3,
    ),
    (
        "auc(unranked=half, negatives=catalogue)",
        CUT,
        ((1 - 1 / 4) + (1 - 2 / 4) + (1 - (3 + 1 / 2) / 4)) / 3,
    ),
    (
        "auc(unranked=excluded, negatives=catalogue)",
        CUT,
        ((1 - 1 / 4) + (1 - 2 / 4)) / 2,
    ),
    (
        "auc(negatives=catalogue_plus_one)",
        CUT,
        ((1 - 1 / 5) + (1 - 2 / 5) + (1 - 5 / 5)) / 3,
    ),
    # Four items: one of them is a train item of the first user, two of the second.
    (
        "auc(negatives=with_train_plus_one)",
        "1 . 1 ; . 1 @1",
        ((1 - 0 / 3) + (1 - 1 / 3)) / 2 / 2 + (1 - 1 / 4) / 2,
    ),
    (
        "auc(negatives=catalogue_plus_one)",
        "1 . 1 ; . 1 @1",
        ((1 - 0 / 2) + (1 - 1 / 2)) / 2 / 2 + (1 - 1 / 2) / 2,
    ),
    # five items: the first user has 3 of training, the other 1
    ("auc(negatives=with_train)", ". 1 ; 1 . . . @1", (3 / 4 + 1) / 2),
    (
        "auc(unranked=half, negatives=with_train, depth=k)",
        ". 1 ; 1 . . . @1",
        ((1 - 1 / 4) / 2 + 1) / 2,
    ),
    ("auc(negatives=with_train_plus_one)", CUT, (4 / 5 + 3 / 5 + 0) / 3),
    ("auc(above=every_item)", "1 . 1 ; . 1 @1", (1 + (1 - 2 / 3)) / 2 / 2 + 1 / 2 / 2),
    ("auc(above=every_item)", CUT, ((1 - 1 / 5) + (1 - 3 / 5) + 0) / 3),
    ("auc(divisor=min_k_r)", CUT, ((1 - 1 / 3) + (1 - 2 / 3)) / 2),
    ("auc(positives=recommended, divisor=r)", CUT, ((1 - 1 / 3) + (1 - 2 / 3)) / 3),
    ("auc(positives=recommended, divisor=min_k_r)", "1 . 1 . 1 @2", (1 + 1 / 2) / 2),
    ("auc(positives=recommended)", "1 . 1 . 1 @2", (1 + 1 / 2 + 0) / 3),
    ("auc(positives=all, depth=all)", "1 . . 1 . @3", (1 + (1 - 2 / 3)) / 2),
    ("auc(positives=all, depth=k)", "1 . . 1 . @3", (1 + 0) / 2),
    ("auc(positives=recommended, depth=k)", "1 . . 1 . @3", 1 / 1),
    ("auc(positives=recommended, one_class=one)", ". . | 1 ; . 1 . @1", (1 / 2) / 1),
    ("auc(positives=recommended, depth=k)", ONE_CLASS, 3 / 4),
    (
        "auc(positives=recommended, depth=k, one_class=zero)",
        ONE_CLASS,
        (3 / 4 + 0 + 0 + 0) / 4,
    ),
    (
        "auc(positives=recommended, depth=k, one_class=half)",
        ONE_CLASS,
        (3 / 4 + 1 / 2 + 1 / 2 + 1 / 2) / 4,
    ),
    (
        "auc(positives=recommended, depth=k, one_class=one)",
        ONE_CLASS,
        (3 / 4 + 1 + 1 + 1) / 4,
    ),
    (
        "auc(positives=recommended, depth=k, "
        "one_class=zero_without_hit_one_without_negative)",
        ONE_CLASS,
        (3 / 4 + 0 + 0 + 1) / 4,
    ),
    ("auc(positives=recommended, depth=k, one_class=undefined)", ONE_CLASS, nan),
    ("auc(positives=recommended, depth=k, one_class=undefined)", "1 . . @2", 1),
    (
        "auc(positives=recommended, depth=k, one_class=half, users=pooled)",
        ONE_CLASS,
        (3 / 2 + 1 / 2 + 1 / 2 + 1 / 2) / (2 + 1 + 1 + 1),
    ),
    ("auc", V, (1 / 2 + 0 + 2 / 3) / 3),
    ("auc(users=mean_hit)", V, 1 / 2),
    ("auc(users=mean_nonzero)", V, (1 / 2 + 2 / 3) / 2),
    ("auc(users=pooled)", V, (3 / 2 + 0 + 2 / 3) / (3 + 1 + 1)),
    (
        "auc(divisor=min_k_r, users=pooled)",
        V,
        (3 / 2 + 0 + 2 / 3) / (1 + 1 + 1),
    ),
    ("auc(users=by_r)", V, (3 * 1 / 2 + 0 + 2 / 3) / (3 + 1 + 1)),
    (
        "auc(divisor=min_k_r, users=by_r)",
        V,
        (3 * 3 / 2 + 0 + 2 / 3) / (3 + 1 + 1),
    ),
    ("auc(users=by_length)", V, (5 * 1 / 2 + 0 + 4 * 2 / 3) / (5 + 3 + 4)),
    ("auc(users=caller)", V, (1 / 2, 0, 2 / 3)),
    # Scores of V, times 5: 4.25 3.25 2.25 1.25 0.25; 2.5 1.5 0.5; 3.75 2.75 1.75 0.75.
    # Above the five relevant items stand 0, 3, 7; 7; 2 of the seven negatives.
    (
        "auc(users=stacked)",
        V,
        ((1 - 0 / 7) + (1 - 3 / 7) + (1 - 7 / 7) + (1 - 7 / 7) + (1 - 2 / 7)) / 5,
    ),
    # Scores, times 2: 1.33 0.33; 1.67 0.67. One negative is above each relevant item
    # that is listed; the one that is not is below two and tied with the third.
    (
        "auc(unranked=half, negatives=catalogue, users=stacked)",
        "1 . | 1 ; . 1 @1",
        ((1 - 1 / 3) + (1 - (2 + 1 / 2) / 3) + (1 - 1 / 3)) / 3,
    ),
]


def compared(user: Ranking, k: int, names: Names) -> tuple[list[int], int, int, int]:
    """AUC's ranks of hits, relevant items beyond, what can stand above, and N."""
    last = min(to(names, k), len(user.grades))
    hits = ranks(user, last)
    listed = int(last) - (0 if names["above"] == "every_item" else len(hits))
    every = len(user.grades) - len(ranks(user)) + user.unranked
    total = {"list": listed, "catalogue": every, "catalogue_plus_one": every + 1}
    total["with_train"] = every + user.train
    total["with_train_plus_one"] = every + user.train + 1
    left_out = names["positives"] == "recommended" or names["unranked"] == "excluded"
    beyond = 0 if left_out else r_of(user) - len(hits)
    return hits, beyond, listed, total[names["negatives"]]


def auc_divisor(user: Ranking, k: int, names: Names) -> int:
    hits, beyond, _, _ = compared(user, k, names)
    r = r_of(user)
    of = {"positives": len(hits) + beyond, "r": r, "min_k_r": min(k, r)}
    return of[names["divisor"]]


def auc(user: Ranking, k: int, names: Names) -> Part:
    hits, beyond, listed, total = compared(user, k, names)
    if not total or not (hits or beyond):
        mixed = Fraction(1 if hits or beyond else 0)
        counts = {"zero": 0, "half": Fraction(1, 2), "one": 1, "undefined": nan}
        counts["zero_without_hit_one_without_negative"] = mixed
        if names["depth"] == "all" or names["one_class"] == "skipped":
            return None
        return counts[names["one_class"]], 1
    every = names["above"] == "every_item"
    above = sum(
        1 - Fraction(n - (1 if every else j), total)
        for j, n in enumerate(hits, start=1)
    )
    if names["unranked"] == "half":
        above += beyond * (1 - Fraction(listed, total)) / 2
    return above, auc_divisor(user, k, names)


def stacked(case: Case, names: Names) -> Exact:
    """Every hit of every user against the listed negatives of all."""
    looked = [(user, compared(user, case.k, names)) for user in case.users]
    total = sum(found[3] for _, found in looked)
    below = sum(auc_divisor(user, case.k, names) for user in case.users)
    if not total or not below:
        return None
    negatives = [
        score
        for user, _ in looked
        for n, score in enumerate(user.scores, start=1)
        if n <= to(names, case.k)
        and (names["above"] == "every_item" or n not in ranks(user))
    ]
    above = Fraction(0)
    for user, (hits, beyond, _, _) in looked:
        for n in hits:
            higher = sum(score > user.scores[n - 1] for score in negatives)
            above += 1 - Fraction(higher, total)
        if names["unranked"] == "half":
            above += beyond * (1 - Fraction(len(negatives), total)) / 2
    return above / below
