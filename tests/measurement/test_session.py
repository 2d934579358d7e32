"""Witnesses, drawn cases, conventions and the search for core cases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.cases.conditions import CONDITIONS
from homonym.cases.rankings import KIND
from homonym.cases.runs import lists_only_trained_items
from homonym.datasets.tables import convert_to_case
from homonym.equivalence.witness import find_witness
from homonym.maintain.extend_corpus import grow_corpus, split_by
from homonym.measurement.record_entry import (
    Findings,
    make_metric_entry,
    make_provenance,
)
from homonym.measurement.refutation import refute_verdicts
from homonym.measurement.session import Session
from homonym.records.outcomes import HOLDS
from homonym.records.schema_entry import MetricEntry, NoVerdict
from homonym.reference.beyond.case import RunCase
from homonym.reference.corpus import core, edge
from homonym.reference.diversity.case import AspectCase
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant
from homonym.tolerances import are_numbers_close
from homonym.verdicts.contradictions import find_contradictions
from homonym.verdicts.conventions import AS_FORMULA, name_convention
from homonym.verdicts.formula import classify_metric, find_nearest_variant
from homonym.verdicts.invariances import judge_variation


@pytest.mark.parametrize(
    ("a", "b", "smallest"),
    [
        ("MAP", "MAP(divisor=r)", "1 | 1 @1"),
        ("precision", "precision(rank=off_by_one)", ". 1 @1"),
        ("ndcg", "ndcg(ideal=truth_all)", "1 | 1 @1"),
        ("MAP(divisor=k)", "MAP", ". 1 @2"),
    ],
)
def test_a_witness_is_the_smallest_case_that_tells_two_variants_apart(
    a: str, b: str, smallest: str
) -> None:
    """One user and as few items as can be, found by enumeration."""
    found = find_witness(Variant.with_defaults(a), Variant.with_defaults(b))
    assert str(found) == smallest
    assert (
        str(find_witness(Variant.with_defaults(b), Variant.with_defaults(a)))
        == smallest
    )


def test_equal_variants_have_no_witness() -> None:
    """The base of the logarithm cancels: no small case differs."""
    a, b = (
        Variant.parse("recall(divisor=r, users=by_r)"),
        Variant.with_defaults("recall"),
    )
    assert find_witness(a, a.canonical()) is None
    assert find_witness(a, b) is not None


def asked(variant: str) -> Metric:
    """A metric that computes a variant and claims its family."""
    found = Variant.with_defaults(variant)
    return Metric("m", found.family, lambda case: 0.0)


def measurements(variant: str) -> dict[Case, Measurement]:
    """What a metric that computes a variant returns on every core case."""
    measured: dict[Case, Measurement] = {}
    for case in core():
        value = Variant.with_defaults(variant).value(case)
        assert isinstance(value, float | tuple)
        each = isinstance(value, tuple)
        measured[case] = Value(None, value) if each else Value(value)
    return measured


def test_drawn_cases_are_the_same_in_every_run_and_at_least_as_many_as_asked() -> None:
    """Derandomised: two runs see the same cases, each metric the number asked for."""
    seen: list[list[str]] = []
    for _ in range(2):
        lines: list[str] = []

        def ask(_: str, case: Case, lines: list[str] = lines) -> Measurement:
            lines.append(case.id)
            value = Variant.with_defaults("recall").value(case)
            assert isinstance(value, float)
            return Value(value)

        survivors = {"m": [Variant.with_defaults("recall")]}
        tried = refute_verdicts([asked("recall")], survivors, ask, tries=60)
        assert (tried["m"].tried, tried["m"].failed) == (60, 0)
        seen.append(lines)
    assert seen[0] == seen[1]
    assert len(set(seen[0])) > 50


def test_a_wrong_value_and_a_nan_refute_and_a_crash_is_told_apart() -> None:
    """A case on which it raises is counted with its message; a refusal is nothing."""
    answers = {
        "wrong": Value(7.0),
        "crash": Failed("ValueError: no"),
        "nan": Value(float("nan")),
        "refusal": Refused("needs scores"),
    }
    for name, answer in answers.items():
        metric = Metric(name, "recall", lambda case: 0.0)
        found = refute_verdicts(
            [metric],
            {name: [Variant.with_defaults("recall")]},
            lambda _, case, answer=answer: answer,  # type: ignore[misc]
            tries=10,
        )
        assert bool(found[name].failed) == (name in ("wrong", "nan"))
        assert bool(found[name].raised) == (name == "crash")


def test_every_variant_that_papers_name_is_identified_from_the_core_cases() -> None:
    """The classifier finds exactly the class it was fed."""
    for text in (
        "MAP",
        "average_precision(divisor=cumulative)",
        "WNDCG",
        "ndcg(gain=exponential, ideal=truth_all)",
        "ARHR",
        "auc(positives=recommended, negatives=catalogue_plus_one, users=pooled)",
        "hit_rate(counts=hits)",
    ):
        verdict = classify_metric(asked(text), measurements(text))
        assert verdict.variants == (str(Variant.with_defaults(text).canonical()),)
        assert verdict.status == "identified"


def test_too_few_cases_leave_a_verdict_ambiguous() -> None:
    """What was refused may hide a difference: 90 percent must have run."""
    refused: dict[Case, Measurement] = dict.fromkeys(
        core()[40:], Refused("needs scores")
    )
    verdict = classify_metric(asked("recall"), measurements("recall") | refused)
    assert verdict.status == "ambiguous"
    assert verdict.refused == {"needs scores": len(core()) - 40}


def test_all_cases_of_one_condition_are_enough_for_a_metric_that_takes_no_others() -> (
    None
):
    """One class survives and every full ranking ran: identified, where it is asked."""
    variant, full = "recall(rank=off_by_one)", CONDITIONS["full_rankings"]
    measured = {
        case: found if full(case) else Refused("cut")
        for case, found in measurements(variant).items()
    }
    verdict = classify_metric(asked("recall"), measured)
    assert verdict.variants == (str(Variant.with_defaults(variant).canonical()),)
    assert (verdict.status, verdict.when) == ("identified", "full_rankings")
    assert verdict.ran == verdict.of == sum(map(full, core()))


@pytest.mark.exhaustive
def test_a_variant_without_a_value_is_not_near() -> None:
    """Of per-user numbers a per-user variant is the nearest, though none agrees."""
    metric = Metric("m", "ndcg", lambda case: 0.0)
    cases = [case for case in core() if CONDITIONS["full_rankings"](case)]
    values = {case: Value(None, (7.3,) * len(case.users)) for case in cases}
    found = find_nearest_variant(metric, values)
    assert found.agrees_on == 0
    assert "users=caller" in found.variant


RANKED, DROPPED = "ranked as any other", "not recommended"
EVERY_RANK = "average_precision(divisor=k, terms=every_rank)"
STACKED = "auc(positives=recommended, users=stacked)"
PROBES = {probe.id: probe for probe in edge()}


@pytest.mark.parametrize(
    ("probe", "variant", "measured", "name"),
    [
        ("short_list", "precision", Value(1 / 3), "k stays k"),
        ("short_list", "precision", Value(1 / 2), "k becomes the list's length"),
        ("short_list", "precision", Value(0.9), "silently wrong: 0.9"),
        ("short_list", "recall", Value(0.5), ""),
        ("short_list", EVERY_RANK, Value((0 + 1 / 2 + 1 / 3) / 3), "k stays k"),
        ("short_list", EVERY_RANK, Value(1 / 4), "k becomes the list's length"),
        ("only_relevant", STACKED, Value((0.5 + 0.5 + 0.5 + 0) / 4), AS_FORMULA),
        ("user_absent_from_truth", STACKED, Value((4 / 7 + 1 / 7) / 2), AS_FORMULA),
        ("only_relevant", STACKED, Value(0.3), "silently wrong: 0.3"),
        ("k_negative", "recall", Value(1.0), "silently wrong: 1"),
        ("k_zero", "recall", Failed("TypeError: no"), "raises TypeError"),
        ("k_zero", "recall", Failed("killed by SIGABRT"), "killed by SIGABRT"),
        ("k_zero", "recall", Value(float("nan")), "NaN"),
        ("k_zero", "recall", Refused("no k"), "refused: no k"),
        ("user_without_list", "recall", Value(0.5), "skipped"),
        ("user_without_list", "recall", Value(1 / 3), "counts as 0"),
        ("ties", "precision", Value(1.0), "input order"),
        ("ties", "precision", Value(1 / 3), "larger item first"),
        ("score_nan", "MRR", Value(0.7), "another order: 0.7"),
        ("short_list", "precision(users=caller)", Value(None, (1 / 3,)), "k stays k"),
        ("ties", "precision(users=caller)", Value(None, (1.0,)), "input order"),
        ("score_zero", "precision(users=mean_nonzero)", Value(0.5), RANKED),
        ("string_ids", "MRR(users=mean_hit)", Value(float("nan")), "NaN"),
        ("unsorted", "recall(users=mean_hit)", Value(float("nan")), "sorted by score"),
        ("score_zero", "F1(without_hit=undefined)", Value(float("nan")), DROPPED),
        ("k_zero", "recall", Value(float("inf")), "infinite"),
        ("k_zero", "recall(users=caller)", Value(None, (float("nan"),)), "(NaN)"),
    ],
)
def test_an_outcome_at_the_edge_goes_by_its_name(
    probe: str, variant: str, measured: Measurement, name: str
) -> None:
    """Named by what the metric's own variant gives on the outcome's case."""
    found = Variant.with_defaults(variant)
    told = name_convention(asked(variant), found, PROBES[probe], measured)
    assert str(told or "") == name


@pytest.mark.parametrize(
    "takes",
    [
        pytest.param(Case, marks=pytest.mark.exhaustive),
        *(RatingCase, RunCase, AspectCase),
    ],
)
def test_cases_are_found_for_variants_that_the_corpus_does_not_tell_apart(
    takes: Any,
) -> None:
    """Given a part of the corpus, the search adds a case that splits some block."""
    part = core(takes)[:2]
    found = next(grow_corpus(takes, part, most=4))
    assert blocks((*part, found), takes) > blocks(part, takes)


def blocks(cases: Iterable[Any], takes: Any) -> int:
    """Into how many blocks the cases split the type's families."""
    return sum(map(len, split_by(cases, takes).values()))


def test_cases_are_found_that_fulfil_a_condition() -> None:
    """The corpus without those that do lacks them."""
    others = [case for case in core(RunCase) if not lists_only_trained_items(case)]
    assert lists_only_trained_items(
        next(grow_corpus(RunCase, others, "only_trained_items", most=1))
    )


@pytest.mark.parametrize("when", ["", "only_trained_items"])
def test_nothing_is_looked_for_where_the_corpus_tells_all_apart(when: str) -> None:
    """Everywhere, and among the cases that fulfil a condition."""
    assert list(grow_corpus(RunCase, core(RunCase), when)) == []


def outcomes(*told: tuple[str, str]) -> dict[str, MetricEntry]:
    """Metrics that each have an outcome for one probe."""
    return {
        name: MetricEntry(
            claims=name,
            status="unexplained",
            conventions={"user_without_list": outcome},
        )
        for name, outcome in told
    }


@pytest.mark.parametrize(
    ("told", "contradict"),
    [
        ([("recall", "skipped"), ("ndcg", "counts as 0")], True),
        ([("recall", "skipped"), ("ndcg", "skipped")], False),
        ([("recall", "skipped or counts as 0"), ("ndcg", "skipped")], False),
        ([("recall", "skipped or counts as 0"), ("ndcg", "counts as 1")], True),
        ([("recall", "refused: no list"), ("ndcg", "skipped")], False),
        ([("recall", "NaN"), ("ndcg", "(0.5, NaN)")], False),
        ([("recall", "raises KeyError"), ("ndcg", "skipped")], True),
        ([("recall", "silently wrong: 0.5"), ("ndcg", "silently wrong: 1")], False),
        ([("recall", "skipped"), ("auc", AS_FORMULA)], False),
        ([("recall", "divisor=k"), ("auc", "users=pooled")], False),
    ],
)
def test_a_library_contradicts_itself_where_two_outcomes_share_no_name(
    told: list[tuple[str, str]], contradict: bool
) -> None:
    """What may be the same, and what its adapter refuses, is no contradiction."""
    found = find_contradictions(outcomes(*told))
    assert bool(found) == contradict
    if contradict:
        assert found == {"user_without_list": {o: [name] for name, o in told}}


LINE = Case.parse("1 . 2 . | 1 ; . . 1 . @2")


@pytest.mark.parametrize("name", KIND.variations)
def test_a_variation_changes_nothing_that_recall_reads(name: str) -> None:
    """The oracle itself is invariant: its value on the varied case is the same."""
    varied = KIND.variations[name](LINE)
    case = varied if isinstance(varied, Case) else convert_to_case(varied)
    assert Variant.with_defaults("recall").value(case) == Variant.with_defaults(
        "recall"
    ).value(LINE)
    assert Variant.with_defaults("NDCG").value(case) == Variant.with_defaults(
        "NDCG"
    ).value(LINE)


def test_each_variation_varies_what_its_name_says() -> None:
    """Order, ids, scores, tail and cut-offs, by hand for one case."""
    lists = {
        name: KIND.variations[name](LINE).recommendations for name in KIND.variations
    }
    assert lists["second_call"] == LINE.recommendations
    assert list(lists["users_reordered"]) == [2, 1]
    assert lists["users_reordered"] == LINE.recommendations
    assert list(lists["ids_relabelled"]) == [1, 0]
    first = [item for item, _ in LINE.recommendations[1]]
    assert [i for i, _ in lists["ids_relabelled"][1]] == [LINE.size - i for i in first]
    assert [s for _, s in lists["scores_shifted"][1]] == pytest.approx(
        [1 + s for _, s in LINE.recommendations[1]]
    )
    assert [s for _, s in lists["scores_scaled"][1]] == pytest.approx(
        [10 * s for _, s in LINE.recommendations[1]]
    )
    tail = KIND.variations["tail_removed"](LINE)
    assert [len(pairs) for pairs in tail.recommendations.values()] == [3, 3]
    assert KIND.variations["other_cut_offs"](LINE).also == (3, 1)
    assert KIND.variations["other_metrics"](LINE).together


@pytest.mark.parametrize(
    ("name", "after", "told"),
    [
        ("users_reordered", Value(0.5), "holds"),
        ("users_reordered", Value(0.25), "violated: 0.5 became 0.25 on 1 . . | 1 @1"),
        (
            "users_reordered",
            Failed("KeyError: 1"),
            "violated: raises KeyError on 1 . . | 1 @1",
        ),
        ("users_reordered", Refused("no ids"), "refused: no ids"),
        ("tail_removed", Value(0.5), "holds"),
    ],
)
def test_an_invariance_holds_or_is_violated_with_its_case(
    name: str, after: Measurement, told: str
) -> None:
    """Named by what became of the value."""
    tried = [(Case.parse("1 . . | 1 @1"), Value(0.5), after)]
    recall = Variant.with_defaults("recall")
    assert str(judge_variation(name, asked("recall"), recall, tried)) == told


def test_a_metric_whose_definition_reads_the_tail_may_change_with_it() -> None:
    """AUC over the list: one negative of two is gone. Another value is a violation."""
    auc = Variant.parse("auc(positives=recommended)")
    case = Case.parse(". 1 . @1")
    for after, told in (
        (Value(0.0), "changes as its definition says"),
        (Value(0.25), "violated: 0.5 became 0.25 on . 1 . @1"),
    ):
        tried = [(case, Value(0.5), after)]
        assert str(judge_variation("tail_removed", asked("auc"), auc, tried)) == told


def test_per_user_numbers_follow_their_users() -> None:
    """In the opposite order they are the same numbers in the opposite order."""
    each = Variant.with_defaults("recall(users=caller)")
    before = Value(None, (1.0, 0.5))
    for after, holds in ((Value(None, (0.5, 1.0)), True), (before, False)):
        tried = [(LINE, before, after)]
        told = judge_variation("users_reordered", asked("recall"), each, tried)
        assert (told.kind == HOLDS) == holds


def test_leave_one_out_measurements_alone_identify_under_their_condition() -> None:
    """All other cases refused: recall and hit rate are then one number, and a metric is
    what its family calls it."""
    one = CONDITIONS["one_relevant"]
    for text in ("hit_rate", "ndcg(gain=binary)", "recall(users=caller)"):
        measured = {
            case: found if one(case) else Refused("one relevant item a user")
            for case, found in measurements(text).items()
        }
        verdict = classify_metric(asked(text), measured)
        name = str(Variant.with_defaults(text).canonical(("one_relevant",)))
        assert verdict.variants == (name,)
        assert (verdict.status, verdict.when) == ("identified", "one_relevant")
        assert verdict.ran == verdict.of >= 12


def test_a_formula_that_is_nan_for_one_user_is_told_from_one_that_is_0() -> None:
    """The mean is NaN as soon as one user is 0/0."""
    for text in (
        "f_score(combines=per_user, without_hit=undefined)",
        "auc(positives=recommended, depth=k, one_class=undefined)",
    ):
        assert classify_metric(asked(text), measurements(text)).variants == (text,)


def test_the_nearest_variant_is_wrong_on_the_fewest_cases() -> None:
    """Recall that halves what exceeds a half: all cases on which it is wrong are named,
    with the largest difference."""
    recall = Variant.with_defaults("recall")
    wrong = [c for c in core() if float(str(recall.value(c))) > 0.9]
    halved = {c: Value(float(str(recall.value(c))) / 2) for c in wrong}
    nearest = classify_metric(asked("recall"), measurements("recall") | halved).nearest
    assert nearest
    assert nearest.variant == "recall(divisor=r)"
    assert nearest.differs_on == tuple(case.id for case in wrong)
    assert nearest.agrees_on == len(core()) - len(wrong)
    assert nearest.distance == pytest.approx(0.5)
    assert nearest.witness == min(wrong, key=lambda case: case.weight).id


def test_a_formula_written_out_is_recorded_where_no_variant_is_right() -> None:
    """Recall times 0.9 has it, recall itself does not."""
    metric = replace(asked("recall"), formula="recall times 0.9")
    right = measurements("recall")
    wrong = {
        case: Value(0.9 * value.value)
        for case, value in right.items()
        if isinstance(value, Value) and value.value is not None
    }
    for measured, told in ((right, ""), (wrong, "recall times 0.9")):
        found = Findings(metric, measured, classify_metric(metric, measured), [])
        assert make_metric_entry(found).formula == told


def test_an_infinite_value_agrees_with_no_number() -> None:
    """However large the number is, and whatever the precision."""
    inf = float("inf")
    assert not are_numbers_close(1.0, inf, 1e-5)
    assert not are_numbers_close(-inf, inf, 1e-5)
    assert are_numbers_close(inf, inf, 1e-5)
    assert not are_numbers_close(None, inf, 1e-5)


def test_in_what_a_library_was_asked_stands_in_its_record() -> None:
    """Nothing where that is what its users have."""
    about = {"commit": "", "python": "3.11.7", "packages": {"pandas": "2.0"}}
    asked_in = "pandas frames, where its users have Spark's"
    assert make_provenance(about, asked_in).asked_in == asked_in
    usual = msgspec.to_builtins(make_provenance(about))
    assert usual.keys() == {"measured", "from", "python", "packages"}


def test_a_metric_that_always_raises_is_recorded_with_the_place() -> None:
    """The library's file and line; none where our adapter refused."""
    metric, cases = asked("recall"), core()[:2]
    raised = {case: Failed("KeyError: 9", "lib/m.py:65") for case in cases}
    told = make_metric_entry(
        Findings(metric, raised, classify_metric(metric, raised), [])
    )
    why = NoVerdict(kind="raised", reason="KeyError: 9", at="lib/m.py:65")
    assert told.no_verdict == why
    refused = {case: Refused("no ids") for case in cases}
    told = make_metric_entry(
        Findings(metric, refused, classify_metric(metric, refused), [])
    )
    assert told.no_verdict == NoVerdict(kind="refused", reason="no ids")


def test_a_recorded_witness_is_known_before_the_search() -> None:
    """That of the nearest definition, or of the runner-up; a metric without a record,
    or without either, has none."""
    near = {"variant": "recall", "agrees_on": 1, "of": 2, "witness": "1 | 1 @1"}
    found = {"claims": "recall", "status": "unexplained", "nearest": near}
    one = {"claims": "recall", "status": "identified", "variants": ["recall"]}
    second = {**one, "runner_up": near}
    entries = {"a": found, "b": second, "c": one}
    known = {n: msgspec.convert(e, MetricEntry) for n, e in entries.items()}

    class Held:
        """A session that is held to these."""

        held_to = known.get

    shown = {name: Session.shown_by(Held(), name) for name in "abcd"}  # type: ignore[arg-type]
    assert shown == {"a": "1 | 1 @1", "b": "1 | 1 @1", "c": "", "d": ""}
