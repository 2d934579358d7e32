"""The paper's claims: every verdict follows from records or reference, and can flip."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homonym.errors import UserError
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant
from homonym.reports.findings.survey import Survey, read_survey
from homonym.reports.paper import arithmetic
from homonym.reports.paper.claims import (
    OTHERWISE,
    read_stated_claims,
    rule_on_claim,
    rule_on_claims,
)
from homonym.reports.paper.rulings import fails
from homonym.reports.paper.verdicts import (
    CONDITION,
    HOLDS,
    OPEN,
    PARTLY,
    REFUTED,
    RULES,
)

Surveyed = Callable[..., Survey]
Releases = list[tuple[Any, ...]]

RAISES = {"claims": "auc", "unavailable": "NameError: name 'pred_all' is not defined"}
BROKEN_MAP = {"claims": "average_precision", "unavailable": "KeyError: 1"}
RIDDLE: dict[str, Any] = {
    "claims": "ndcg",
    "status": "unexplained",
    "nearest": {
        "variant": "ndcg(gain=binary, ideal=none)",
        "agrees_on": 60,
        "of": 61,
        "witness": "1 @1",
    },
}
SHORT, CUT = {"short_list": "k stays k"}, {"short_list": "k becomes the list's length"}
PLUS_ONE = "auc(positives=recommended, negatives=catalogue_plus_one, users=pooled)"
POOLED = "auc(positives=recommended, negatives=catalogue, users=pooled)"
REFUSES = {"claims": "auc", "unavailable": "it ranks by score: ties have no order"}
UNREACHED = {
    "claims": "auc",
    "unavailable": "ConnectionRefusedError: connection refused",
}


def of(library: str, version: str, **metrics: Any) -> Releases:
    return [(library, version, metrics)]


def dlrs(**metrics: Any) -> Releases:
    return of("dl-rs-evaluation", "f5618c6", **metrics)


def two(name: str, one: Any, other: Any, *edges: dict[str, str]) -> Releases:
    """Two libraries of the paper with one metric each."""
    first, second = edges or ({}, {})
    return [
        ("rs-metrics", "0.5.0", {name: one}, first),
        ("recommenders", "1.2.1", {name: other}, second),
    ]


FLIPS: dict[str, dict[str, Releases]] = {
    "precision-agreed": {
        HOLDS: two("precision", "precision", "precision"),
        CONDITION: two("precision", "precision", "precision", SHORT, CUT),
        REFUTED: two("precision", "precision", "precision(rank=off_by_one)"),
    },
    "precision-recall-alike": {
        HOLDS: two("recall", "recall", "recall"),
        CONDITION: two("recall", "recall", "recall", SHORT, CUT),
        REFUTED: two("recall", "recall", "recall(divisor=min_k_r)"),
    },
    "dl-rs-ndcg": {
        REFUTED: dlrs(NDCG="ndcg(gain=exponential, ideal=truth_all)"),
        OPEN: dlrs(MAP="MAP"),
    },
    "dl-rs-hit-rate": {
        HOLDS: dlrs(HIT_RATE="hit_rate(counts=hits)"),
        REFUTED: dlrs(HIT_RATE="hit_rate(counts=any)"),
    },
    "hit-rate-three-meanings": {
        HOLDS: dlrs(HIT_RATE="hit_rate(counts=hits)"),
        REFUTED: dlrs(HIT_RATE="hit_rate(counts=any)"),
    },
    "daisyrec-mrr": {
        HOLDS: of("daisyRec", "1.1.2", mrr_at_k="reciprocal_rank(counts=sum)"),
        REFUTED: of("daisyRec", "1.1.2", mrr_at_k="reciprocal_rank"),
        OPEN: of("daisyRec", "2.3.0", MRR="reciprocal_rank"),
    },
    "daisyrec-map": {
        HOLDS: of("daisyRec", "1.1.2", map_at_k="average_precision(divisor=k)"),
        REFUTED: of("daisyRec", "1.1.2", map_at_k="average_precision(divisor=r)"),
        OPEN: of("daisyRec", "2.3.0", MAP="average_precision(divisor=k)"),
    },
    "daisyrec-map-star": {
        HOLDS: of("daisyRec", "1.1.2", map_at_k=BROKEN_MAP),
        REFUTED: of("daisyRec", "1.1.2", map_at_k="average_precision(divisor=k)"),
    },
    "daisyrec-auc": {
        HOLDS: of("daisyRec", "1.1.2", auc_at_k=RAISES),
        REFUTED: of("daisyRec", "1.1.2", auc_at_k="auc"),
    },
    "neurec-map": {
        HOLDS: of("neurec", "9e9391b", map="average_precision(divisor=cumulative)"),
        REFUTED: of("neurec", "9e9391b", map="average_precision"),
        CONDITION: [
            (
                "neurec",
                "9e9391b",
                {
                    "map": "average_precision(divisor=cumulative)",
                    "map[cpp]": "average_precision",
                },
            )
        ],
    },
    "elliot-map": {
        HOLDS: of(
            "elliot", "0.3.1", MAP="average_precision(divisor=k, terms=every_rank)"
        ),
        REFUTED: of("elliot", "0.3.1", MAP="average_precision"),
    },
    "elliot-ndcg": {
        HOLDS: of("elliot", "0.3.1", nDCG="ndcg(gain=exponential)"),
        REFUTED: of("elliot", "0.3.1", nDCG="ndcg(gain=exponential_shifted)"),
    },
    "openrec-ndcg": {
        HOLDS: of("openrec", "0.3.0", NDCG="ndcg(gain=binary, ideal=none)"),
        REFUTED: of("openrec", "0.3.0", NDCG="ndcg"),
        OPEN: of("openrec", "0.3.0", NDCG=RIDDLE),
    },
    "elliot-auc": {
        HOLDS: of("elliot", "0.3.1", AUC=POOLED),
        PARTLY: of("elliot", "0.3.1", AUC=PLUS_ONE),
        REFUTED: of("elliot", "0.3.1", AUC="auc(users=stacked)"),
    },
    "recbole-gauc-weight": {
        HOLDS: of("recbole", "0.2.1", GAUC="auc(users=by_length)"),
        REFUTED: of("recbole", "0.2.1", GAUC="auc(users=by_r)"),
        OPEN: of("recbole", "1.2.1", GAUC="auc(users=by_r)"),
    },
    "one-class-users": {
        HOLDS: two("auc", "auc", "auc", *[{"only_relevant": "counts as 0"}] * 2),
        REFUTED: two("auc", "auc", "auc", *[{"only_relevant": "counts as 1"}] * 2),
        CONDITION: two(
            "auc",
            "auc",
            "auc",
            {"only_relevant": "counts as 1"},
            {"only_relevant": "counts as 0"},
        ),
    },
}
"""For each claim about libraries: records, and the verdict that they must come to."""

BY_DATA: dict[str, dict[str, dict[str, Any]]] = {
    "dl-rs-ndcg": {HOLDS: {"blamed": {"ideal": "truth_all"}}},
    "two-aucs-of-0.705": {REFUTED: {}, HOLDS: {"rows": ["Elliot", "Elliot"]}},
    "recbole-gauc-cut": {REFUTED: {}, HOLDS: {"case": ". 1 . ; . . 1 @2"}},
    "random-auc": {
        CONDITION: {},
        REFUTED: {"variants": ["auc(positives=all)"]},
        HOLDS: {
            "variants": ["auc(positives=recommended, depth=k, one_class=zero)"],
        },
    },
    "ap-never-falls": {
        CONDITION: {},
        HOLDS: {"divisors": ["r"]},
        REFUTED: {"divisors": ["hits"]},
    },
    "precision-false-positives": {REFUTED: {}},
}
"""For each claim about a formula: other data, and the verdict that it must come to."""


def given(id: str) -> dict[str, Any]:
    return next(one for one in read_stated_claims() if one["id"] == id)


@pytest.mark.parametrize(
    ("id", "verdict"), [(id, verdict) for id in FLIPS for verdict in FLIPS[id]]
)
def test_a_verdict_follows_the_records(
    surveyed: Surveyed, id: str, verdict: str
) -> None:
    """Other records of the same library, another verdict."""
    assert (
        rule_on_claim(given(id), surveyed(*FLIPS[id][verdict])).ruling.verdict
        == verdict
    )


@pytest.mark.parametrize(
    ("id", "verdict"), [(id, verdict) for id in BY_DATA for verdict in BY_DATA[id]]
)
def test_a_verdict_follows_the_reference(
    surveyed: Surveyed, id: str, verdict: str
) -> None:
    """Another formula or case, another verdict."""
    found = surveyed(*dlrs(NDCG="ndcg(gain=exponential, ideal=truth_all)"))
    changed = {**given(id), **BY_DATA[id][verdict]}
    assert rule_on_claim(changed, found).ruling.verdict == verdict


def test_precision_would_be_the_complement_of_another_rate(
    surveyed: Surveyed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With misses divided by k, the share of misses, the claim would hold."""

    def misses(case: Any) -> float:
        return float(case.users[0].hits[: case.k].count(False) / case.k)

    monkeypatch.setattr(arithmetic, "compute_false_positive_rate", misses)
    found = surveyed(*dlrs(MAP="MAP"))
    claim = rule_on_claim(given("precision-false-positives"), found)
    assert claim.ruling.verdict == HOLDS


def test_what_is_refused_is_no_evidence(surveyed: Surveyed) -> None:
    """A library that cannot be shown a short list does not disagree on it."""
    refused = {"short_list": "refused: it has no short lists"}
    found = surveyed(*two("precision", "precision", "precision", SHORT, refused))
    assert rule_on_claim(given("precision-agreed"), found).ruling.verdict == HOLDS


def test_no_claim_is_without_a_flip() -> None:
    """Each stands above with the verdicts it can come to."""
    assert {one["id"] for one in read_stated_claims()} == {*FLIPS, *BY_DATA}


VERDICTS = {
    "precision-agreed": REFUTED,
    "precision-recall-alike": REFUTED,
    "dl-rs-ndcg": REFUTED,
    "dl-rs-hit-rate": HOLDS,
    "hit-rate-three-meanings": HOLDS,
    "daisyrec-mrr": HOLDS,
    "daisyrec-map": CONDITION,
    "daisyrec-map-star": CONDITION,
    "daisyrec-auc": HOLDS,
    "neurec-map": CONDITION,
    "elliot-map": HOLDS,
    "elliot-ndcg": CONDITION,
    "openrec-ndcg": CONDITION,
    "elliot-auc": PARTLY,
    "two-aucs-of-0.705": REFUTED,
    "recbole-gauc-weight": REFUTED,
    "recbole-gauc-cut": REFUTED,
    "one-class-users": CONDITION,
    "random-auc": CONDITION,
    "ap-never-falls": CONDITION,
    "precision-false-positives": REFUTED,
}
"""What the committed records come to. OpenRec's was measured with scores that tie in
its own arithmetic, and no formula explains it: recorded anew, it is a condition."""


def test_the_verdicts_on_our_records_are_these() -> None:
    """A record or a check that moves one has to say so here."""
    assert {
        one.id: one.ruling.verdict for one in rule_on_claims(read_survey())
    } == VERDICTS


def test_what_no_formula_explains_settles_nothing(surveyed: Surveyed) -> None:
    """Where the claim's formula comes nearest: it is named. Beside a metric that does
    compute what is claimed it is another way to call it."""
    claim = given("openrec-ndcg")
    alone = rule_on_claim(claim, surveyed(*of("openrec", "0.3.0", NDCG=RIDDLE)))
    assert alone.says == (
        "No formula gives what NDCG does on every case; the nearest, "
        "ndcg(gain=binary, ideal=none), does on 60 of 61."
    )
    for formula, verdict in (
        ("ndcg(gain=binary, ideal=none)", CONDITION),
        ("ndcg", OPEN),
    ):
        metrics = {"NDCG": formula, "NDCG[tf1]": RIDDLE}
        both = rule_on_claim(claim, surveyed(*of("openrec", "0.3.0", **metrics)))
        assert both.ruling.verdict == verdict


def test_what_is_nearest_to_another_formula_keeps_no_claim_open(
    surveyed: Surveyed,
) -> None:
    """The library's other metric is known to compute something else."""
    far = {
        **RIDDLE,
        "nearest": {**RIDDLE["nearest"], "variant": "ndcg(gain=binary, ideal=list_k)"},
    }
    found = surveyed(*of("openrec", "0.3.0", **{"NDCG": "ndcg", "NDCG[tf1]": far}))
    assert rule_on_claim(given("openrec-ndcg"), found).ruling.verdict == REFUTED


def test_every_claim_has_a_sentence_and_evidence_on_our_records() -> None:
    """Where it is settled there is a case in numbers too, where numbers can tell."""
    for claim in rule_on_claims(read_survey()):
        assert claim.says, claim.id
        assert claim.ruling.evidence, claim.id
        witness = claim.ruling.witness
        assert witness is None or len(witness.numbers) > 1, claim.id


def test_a_sentence_is_not_kept_for_another_formula(surveyed: Surveyed) -> None:
    """The claim is refuted, but not by what the sentence explains."""
    found = surveyed(*of("elliot", "0.3.1", AUC="auc(users=stacked)"))
    claim = rule_on_claim(given("elliot-auc"), found)
    assert (claim.ruling.verdict, claim.says) == (REFUTED, OTHERWISE)


def test_the_witness_shows_what_the_logarithm_does_not_do() -> None:
    """One hit of two at k = 1: both logarithms give 1, the library less."""
    claim = rule_on_claim(given("dl-rs-ndcg"), read_survey())
    assert claim.ruling.witness is not None
    numbers = dict(claim.ruling.witness.numbers)
    assert str(claim.ruling.witness.case) == "1 | 1 @1"
    assert numbers["expected"] == numbers["with discount=ln_next"] == 1.0
    # 1 / (1 + 1/log2(3)), by hand
    assert numbers["library"] == pytest.approx(0.6131471927654584)


def test_a_metric_that_raises_is_shown_beside_what_the_formula_gives() -> None:
    """DaisyRec's AUC has no number; its MAP has one, called as its program calls it."""
    auc, star = (
        rule_on_claim(given(id), read_survey())
        for id in ("daisyrec-auc", "daisyrec-map-star")
    )
    assert auc.ruling.witness and star.ruling.witness
    numbers = dict(auc.ruling.witness.numbers)
    assert "NameError" in str(numbers["auc_at_k"])
    numbers = dict(star.ruling.witness.numbers)
    assert numbers["map_at_k"] == numbers["average_precision(divisor=k)"]
    assert "IndexError" in str(numbers["map_at_k(rs=dictionary)"])


def test_evidence_names_versions_and_metrics(surveyed: Surveyed) -> None:
    """A library may do one thing at one version and another at the next."""
    one = ("replay-rec", "0.5.1", {"Precision": "precision"}, SHORT)
    other = ("replay-rec", "0.22.0", {"Precision": "precision"}, CUT)
    told = rule_on_claim(
        given("precision-agreed"), surveyed(one, other)
    ).ruling.evidence
    assert "precision(divisor=k): RePlay Precision (0.22.0, 0.5.1)" in told
    assert any(line.endswith(": k stays k: RePlay Precision (0.5.1)") for line in told)


def test_a_user_of_one_class_is_shown_in_numbers() -> None:
    """One user of AUC 1/2 and one without a miss: 1/2 where the latter is skipped."""
    witness = rule_on_claim(given("one-class-users"), read_survey()).ruling.witness
    assert witness
    shown = {name.partition(" (")[0]: value for name, value in witness.numbers}
    assert shown["skipped"] == 0.5
    assert shown["counts as 1"] == 0.75
    asked = ". 1 . ; 1 1 1 @3"
    assert str(witness.case) == asked, "the probe, not what equals an outcome"


WHOLE = "does not arise: it looks at the whole list"
STACKED = "no number of its own: the pairs of all users are stacked"


def test_the_table_says_what_a_user_of_one_class_gets_where() -> None:
    """Without negatives, in the whole list or in the first k; and without positives."""
    table = rule_on_claim(given("one-class-users"), read_survey()).ruling.table
    said = {row[0]: row[1:] for row in table[1:]}
    untold = "skipped or counts as 0: the probe cannot tell which"
    for start, cells in {
        "RePlay RocAuc": ("counts as 1", "counts as 1", untold, "counts as 0"),
        "DaisyRec AUC": ("NaN", "NaN", "the probe cannot tell", "NaN"),
        "OpenRec AUC,": ("NaN", WHOLE, "NaN", WHOLE),
        "OpenRec AUC[legacy] ": ("counts as 0.6667", WHOLE, "NaN", WHOLE),
        "RecBole GAUC": ("skipped", WHOLE, "skipped", WHOLE),
        "RecBole Trainer.evaluate(GAUC)": (
            *("raises ValueError", WHOLE, "skipped", WHOLE),
        ),
        "MS Recommenders auc": (STACKED,) * 4,
    }.items():
        found = [row for name, row in said.items() if name.startswith(start)]
        assert found == [cells], start
    assert not any("counts as 0" in row[:2] for row in said.values()), "as is said"


def test_the_claim_sets_recbole_apart(surveyed: Surveyed) -> None:
    """It skips such users, and the others give 0: both are to be so."""
    others = two("auc", "auc", "auc", *[{"only_relevant": "counts as 0"}] * 2)
    for outcome, verdict in (("skipped", HOLDS), ("counts as 0", CONDITION)):
        edges = {"only_relevant": outcome}
        recbole = ("recbole", "1.2.1", {"GAUC": "auc(users=by_r)"}, edges)
        found = surveyed(*others, recbole)
        assert rule_on_claim(given("one-class-users"), found).ruling.verdict == verdict


def test_what_cannot_be_told_or_asked_is_no_evidence(surveyed: Surveyed) -> None:
    """Nor do stacked pairs say what one user gets: the claim is not settled."""
    untold = {"only_relevant": "skipped or counts as 0"}
    refused = {"only_relevant": "refused: it has none"}
    stacked = ("beta-rec", "0.3.2", {"auc": "auc(users=stacked)"}, {})
    found = surveyed(*two("auc", "auc", "auc", untold, refused), stacked)
    ruling = rule_on_claim(given("one-class-users"), found).ruling
    assert ruling.verdict == OPEN


def test_every_verdict_has_its_rule_on_the_page() -> None:
    """In words, for each that a claim can come to."""
    assert set(RULES) == {HOLDS, CONDITION, PARTLY, REFUTED, OPEN}
    assert {one.ruling.verdict for one in rule_on_claims(read_survey())} <= set(RULES)


def test_what_was_only_read_stands_apart_from_what_was_measured() -> None:
    """It has no part in the verdict."""
    claim = rule_on_claim(given("precision-agreed"), read_survey())
    assert "handed Precision.compute the ranks" in claim.also
    assert not any("handed" in line for line in claim.ruling.evidence)


def test_cutting_the_lists_raises_the_weighted_auc_by_hand() -> None:
    """Two users: AUC 1/2 and 0; the second one's rank 5 is lost: it counts 5/4."""
    case = Case.parse(". 1 . ; . . . . 1 @2")
    assert arithmetic.compute_weighted_auc(case) == pytest.approx((0.5 + 0) / 2)
    assert arithmetic.compute_weighted_auc(case, 3) == pytest.approx((0.5 + 5 / 4) / 2)


def test_the_sentence_on_elliots_auc_is_true_of_its_formula() -> None:
    """A perfect ranking has 1, the worst of two negatives 1/n = 1/3 and not 0."""
    claim = rule_on_claim(given("elliot-auc"), read_survey())
    plus_one = Variant.parse(PLUS_ONE)
    assert plus_one.value(Case.parse("1 . . @3")) == 1
    assert plus_one.value(Case.parse(". . 1 @3")) == pytest.approx(1 / 3)
    assert "is worth 1/n instead of 0. A perfect ranking has 1" in claim.says


def test_an_unknown_check_is_refused(surveyed: Surveyed) -> None:
    """The claim, the check asked for, and those there are."""
    wrong = {**given("dl-rs-ndcg"), "check": "believe"}
    with pytest.raises(UserError, match=r"dl-rs-ndcg.*'believe'.*cause, chance"):
        rule_on_claim(wrong, surveyed(*dlrs(MAP="MAP")))


def test_quoted_words_stand_in_the_source(shared: Path) -> None:
    """Line breaks, hyphens at their ends and signs that the scan lost aside."""
    texts = [
        file.read_text(encoding="utf-8") for file in (shared / "papers").glob("*.txt")
    ]
    sources = [plain(text) for text in texts]
    for one in read_stated_claims():
        if not one.get("paraphrase") and one["id"] != "elliot-map":
            assert any(plain(one["words"]) in text for text in sources), one["words"]


def plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", re.sub(r"-\s*\n\s*", "", text).lower())


@pytest.mark.parametrize(("entry", "verdict"), [(UNREACHED, HOLDS), (REFUSES, REFUTED)])
def test_what_was_raised_is_told_from_what_was_refused_by_its_kind(
    entry: dict[str, str], verdict: str, surveyed: Surveyed
) -> None:
    """An error may speak of a refusal, which an adapter makes without the word."""
    found = surveyed(*of("daisyRec", "1.1.2", auc_at_k=entry))
    given = {
        "library": "DaisyRec",
        "metrics": ["auc_at_k"],
        "usual": "auc(positives=recommended, depth=k)",
    }
    assert fails(given, found).verdict == verdict
