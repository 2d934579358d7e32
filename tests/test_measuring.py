"""Witnesses, drawn cases, conventions and the search for core cases."""

from __future__ import annotations

import pytest

from homonym.adapters.contract import Failed, Measurement, Metric, Refused, Value
from homonym.classify import CONDITIONS, classify, nearest
from homonym.conventions import convention
from homonym.grow import grow
from homonym.reference.axes import Variant
from homonym.reference.case import Case
from homonym.reference.corpus import core, edge
from homonym.refute import refute
from homonym.witness import witness


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
    found = witness(Variant.parse(a), Variant.parse(b))
    assert str(found) == smallest
    assert str(witness(Variant.parse(b), Variant.parse(a))) == smallest


def test_equal_variants_have_no_witness() -> None:
    """The base of the logarithm cancels: no small case differs."""
    a, b = Variant.parse("recall(divisor=r, users=by_r)"), Variant.parse("recall")
    assert witness(a, a.canonical()) is None
    assert witness(a, b) is not None


def asked(variant: str) -> Metric:
    """A metric that computes a variant and claims its family."""
    found = Variant.parse(variant)
    return Metric("m", found.family, lambda case: 0.0)


def test_drawn_cases_are_the_same_in_every_run_and_at_least_as_many_as_asked() -> None:
    """Derandomised: two runs see the same cases, each metric the number asked for."""
    seen: list[list[str]] = []
    for _ in range(2):
        lines: list[str] = []

        def ask(_: str, case: Case, lines: list[str] = lines) -> Measurement:
            lines.append(case.id)
            value = Variant.parse("recall").value(case)
            assert isinstance(value, float)
            return Value(value)

        survivors = {"m": [Variant.parse("recall")]}
        tried = refute([asked("recall")], survivors, ask, tries=60)
        assert (tried["m"].tried, tried["m"].failed) == (60, 0)
        seen.append(lines)
    assert seen[0] == seen[1]
    assert len(set(seen[0])) > 50


def test_a_wrong_value_a_crash_and_a_nan_refute_and_a_refusal_does_not() -> None:
    """Only what the metric does not take is no evidence."""
    answers = {
        "wrong": Value(7.0),
        "crash": Failed("ValueError: no"),
        "nan": Value(float("nan")),
        "refusal": Refused("needs scores"),
    }
    for name, answer in answers.items():
        metric = Metric(name, "recall", lambda case: 0.0)
        found = refute(
            [metric],
            {name: [Variant.parse("recall")]},
            lambda _, case, answer=answer: answer,  # type: ignore[misc]
            tries=10,
        )
        assert bool(found[name].failed) == (name != "refusal")


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
        variant = Variant.parse(text)
        measured: dict[Case, Measurement] = {}
        for case in core():
            value = variant.value(case)
            assert isinstance(value, float)
            measured[case] = Value(value)
        verdict = classify(asked(text), measured)
        assert verdict.variants == (str(variant.canonical()),)
        assert verdict.status == "identified"


def test_too_few_cases_leave_a_verdict_ambiguous() -> None:
    """What was refused may hide a difference: 90 percent must have run."""
    variant = Variant.parse("recall")
    measured: dict[Case, Measurement] = {}
    for place, case in enumerate(core()):
        value = variant.value(case)
        assert isinstance(value, float)
        measured[case] = Value(value) if place < 40 else Refused("needs scores")
    verdict = classify(asked("recall"), measured)
    assert verdict.status == "ambiguous"
    assert verdict.refused == {"needs scores": 8}


def test_all_cases_of_one_condition_are_enough_for_a_metric_that_takes_no_others() -> (
    None
):
    """One class survives and every full ranking ran: identified, where it is asked."""
    variant = Variant.parse("recall(rank=off_by_one)")
    full = CONDITIONS["full_rankings"]
    measured: dict[Case, Measurement] = {}
    for case in core():
        value = variant.value(case)
        assert isinstance(value, float)
        measured[case] = Value(value) if full(case) else Refused("cut")
    verdict = classify(asked("recall"), measured)
    assert verdict.variants == (str(variant.canonical()),)
    assert (verdict.status, verdict.when) == ("identified", "full_rankings")
    assert verdict.ran == verdict.of == sum(map(full, core()))


def test_a_variant_without_a_value_is_not_near() -> None:
    """Of per-user numbers a per-user variant is the nearest, though none agrees."""
    metric = Metric("m", "ndcg", lambda case: 0.0)
    cases = [case for case in core() if CONDITIONS["full_rankings"](case)]
    values = {case: Value(None, (7.0,) * len(case.users)) for case in cases}
    found = nearest(metric, values)
    assert found.agrees_on == 0
    assert "users=caller" in found.variant


PROBES = {probe.id: probe for probe in edge()}


@pytest.mark.parametrize(
    ("probe", "variant", "measured", "name"),
    [
        ("short_list", "precision", Value(1 / 3), "k stays k"),
        ("short_list", "precision", Value(1 / 2), "k becomes the list's length"),
        ("short_list", "precision", Value(0.9), "silently wrong: 0.9"),
        ("short_list", "recall", Value(0.5), ""),
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
        ("k_zero", "recall(users=caller)", Value(None, (float("nan"),)), "(NaN)"),
    ],
)
def test_an_outcome_at_the_edge_goes_by_its_name(
    probe: str, variant: str, measured: Measurement, name: str
) -> None:
    """Named by what the metric's own variant gives on the outcome's case."""
    found = Variant.parse(variant)
    assert convention(asked(variant), found, PROBES[probe], measured) == name


def test_cases_are_found_for_variants_that_the_corpus_does_not_tell_apart() -> None:
    """Given part of the corpus, the search adds cases; given all, none."""
    assert list(grow(core())) == []
    assert next(grow(core()[:4], most=4)).users
