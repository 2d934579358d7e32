"""A session's stages, one after another, with a library of scripted answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fakes.scripted import Answer, Scripted, raises

from homonym.adapters.contract import Measurement, Refused, Value
from homonym.measurement import datasets, session
from homonym.measurement.calls import OTHER_HASH_SEED, Calls
from homonym.measurement.record_entry import make_corpus_entry
from homonym.measurement.session import Session
from homonym.records.schema import OnData, Record
from homonym.records.schema_entry import Core, Refuted, Repeated
from homonym.reference.corpus import Edition, core
from homonym.reference.large import large_cases
from homonym.reference.rankings.case import Case
from homonym.reference.rating_error.case import RatingCase
from homonym.reference.variants import Variant

CORE: tuple[Case, ...] = core()[:8]
LARGE: tuple[Case, ...] = large_cases(Case)[:2]
SMALL = Edition(9, core=8, edge=2, sha256="0", large={"rankings": 2})
RECALL, CAPPED = "recall(divisor=r)", "recall(divisor=min_k_r)"
Gives = Callable[[Any, int], float]


def answer(gives: Gives) -> Answer:
    """An answer about cases of rankings, varied ones as they were before; edge cases
    are refused."""

    def answered(case: Any, seed: int) -> Measurement:
        if isinstance(case, dict):
            if "line" not in case:
                return Refused("no edges")
            case = Case.parse(case["line"])
        return Value(gives(case, seed))

    return answered


def value(variant: str, case: Any) -> float:
    """What a variant gives."""
    found = Variant.with_defaults(variant).value(case)
    assert isinstance(found, float | int)
    return found


def of(variant: str) -> Answer:
    """The variant as it is defined."""
    return answer(lambda case, seed: value(variant, case))


def wrong_on(others: Callable[[Case, int], bool]) -> Answer:
    """Recall, but one more on some cases."""
    return answer(lambda case, seed: value(RECALL, case) + others(case, seed))


class Run:
    """A session and all that came of it."""

    def __init__(
        self,
        answers: Mapping[str, Answer],
        edition: Edition = SMALL,
        expected: Record | None = None,
        tries: int = 5,
        about: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.said: list[tuple[str, int, int]] = []
        self.library = Scripted(answers)
        told = {
            "names": [*answers],
            "absent": {},
            "documented": {},
            "unlisted": [],
            "version": "1.0",
            "commit": "",
            "python": "3.11",
            "packages": {},
            **(about or {}),
        }
        with Calls(self.library) as calls:
            asking = Session(
                calls,
                edition,
                expected,
                lambda *said: self.said.append(said),
                tries,
                **{"with_example": False, **options},
            )
            self.record = asking.record(told)
        self.rows = calls.rows

    def lines(self, metric: str = "recall", seed: int = 1) -> list[str]:
        """What the metric was asked about in a process, in order."""
        return [
            line for s, name, line in self.library.log if (s, name) == (seed, metric)
        ]

    @property
    def kept(self) -> list[str]:
        """The lines of the rows, but for those of edges and variations."""
        lines = [line for _, line, _ in self.rows]
        return [line for line in lines if not line.startswith(("edge ", "varied "))]


def test_all_stages_follow_one_another_and_are_told() -> None:
    """The core, drawn and large cases, the core again, smallest cases, edges."""
    found = Run({"recall": of(RECALL)})
    assert found.said == [
        ("recall: core", 0, 8),
        ("drawn cases", 0, 5),
        *[("drawn cases", n, 5) for n in range(1, 6)],
        ("large cases", 0, 2),
        ("the core again", 0, 1),
        ("smallest cases", 0, 1),
        ("recall: edges", 0, 1),
        ("recall: variations", 0, 1),
    ]
    lines, record = found.lines(), found.record
    assert lines[:8] == [case.id for case in CORE]
    assert lines[13:15] == [case.id for case in LARGE]
    assert not {*lines[8:13]} & {*lines[:8]}
    assert found.lines(seed=OTHER_HASH_SEED) == [case.id for case in reversed(CORE)]
    assert found.kept[:10] == [case.id for case in (*CORE, *LARGE)]
    assert (record.library, record.version) == ("scripted", "1.0")
    assert record.corpus == make_corpus_entry(SMALL)
    assert record.inventory.wrapped == ("recall",)
    assert (record.example, record.movielens) == (None, None)


def test_a_metric_that_is_right_everywhere_is_identified() -> None:
    """With all that was tried, and what became of it."""
    entry = Run({"recall": of(RECALL)}).record.metrics["recall"]
    assert (entry.status, entry.variants, entry.cases) == ("identified", (RECALL,), ())
    assert (entry.core, entry.large) == (Core(ran=8, of=8), Core(ran=2, of=2))
    assert entry.refuted == Refuted(tried=5, failed=0)
    assert entry.repeated == Repeated(cases=8, differed=0)
    assert {*entry.conventions.values()} == {"refused: no edges"}
    assert {*entry.invariances.values()} == {"holds"}


@pytest.mark.parametrize(("edition", "status"), [(9, "identified"), (10, "unstable")])
def test_what_goes_wrong_after_many_calls_shows_at_the_end(
    edition: int, status: str
) -> None:
    """Everything is asked that an earlier edition asks, and rightly answered; then
    some of the core are asked once more in the same process."""
    right = Run({"recall": of(RECALL)}, Edition(9, 8, 0, "0"))
    most, calls = len(right.lines()), []

    def tired(case: Any, seed: int) -> Measurement:
        calls.append(case)
        here = wrong_on(lambda case, seed: seed == 1 and len(calls) > most)
        return here(case, seed) if seed == 1 else of(RECALL)(calls.pop(), seed)

    found = Run({"recall": tired}, Edition(edition, 8, 0, "0"))
    assert found.record.metrics["recall"].status == status
    late = [case.id for case in CORE[:3]] if edition == 10 else []
    assert found.lines()[most:] == late


@pytest.mark.parametrize("edition", [9, 10])
def test_orders_and_ids_are_varied_among_many_users_too(edition: int) -> None:
    """Since edition 10, in the smallest large case of more than 64; nothing else is
    varied there."""
    found = Run(
        {"recall": of(RECALL)}, Edition(edition, 8, 0, "0", large={"rankings": 8})
    )
    large = [line for _, line, _ in found.rows if "varied" in line and "large" in line]
    orders = ("users", "lists", "truth", "judged")
    names = [*(f"{name}_reordered" for name in orders), "ids_relabelled"]
    every = [f"varied {name} large users_65" for name in names]
    assert sorted(large) == sorted(every if edition == 10 else [])


def test_metrics_are_asked_that_are_here_and_have_cases() -> None:
    """Each with cases of its type: the edition has four of predicted ratings, and of
    predicted chances an edge case alone."""
    others = {"rating_error": (4, 0), "chances": (0, 5)}
    edition = Edition(9, 8, 0, "0", others, {"rankings": 1, "rating_error": 1})
    answers = {"recall": of(RECALL), "hit_rate": raises, "log_loss": raises}

    def ratings(case: Any, seed: int) -> Measurement:
        case = RatingCase.parse(case["line"]) if isinstance(case, dict) else case
        return Value(value("rmse", case))

    found = Run(
        {**answers, "rmse": ratings},
        edition,
        about={"absent": {"hit_rate": "no compiler"}},
    )
    assert [*found.record.metrics] == ["recall", "rmse"]
    every = found.record.metrics.values()
    assert [entry.status for entry in every] == ["identified", "identified"]
    assert [entry.core for entry in every] == [Core(ran=8, of=8), Core(ran=4, of=4)]
    assert [entry.large for entry in every] == [Core(ran=1, of=1)] * 2
    done = [n for said, n, _ in found.said if said == "drawn cases"]
    assert done == [0, *range(1, 11)]
    assert [said for said, _, _ in found.said].count("large cases") == 2


def test_what_large_cases_tell_apart_is_drawn_for_again() -> None:
    """One core case leaves many variants of recall, drawn ones fewer; of two metrics
    the one that the large cases changed is held to drawn cases again."""
    edition = Edition(9, 1, 0, "0", large={"rankings": 12})
    few = Run({"recall": of(CAPPED)}, Edition(9, 1, 0, "0"), tries=0)
    assert few.record.metrics["recall"].status == "ambiguous"
    found = Run({"recall": of(CAPPED), "auc": raises}, edition)
    entry = found.record.metrics["recall"]
    assert set(entry.variants) < set(few.record.metrics["recall"].variants)
    assert CAPPED in entry.variants
    drawn, large = entry.cases
    assert "large" not in drawn
    assert large in {case.id for case in large_cases(Case)}
    assert entry.large == Core(ran=12, of=12)
    assert entry.refuted == Refuted(tried=5, failed=0)
    stages = [said for said, done, _ in found.said if not done and "cases" in said]
    assert stages[:4] == ["drawn cases"] * 2 + ["large cases", "drawn cases"]
    assert found.record.metrics["auc"].no_verdict is not None
    assert len(found.lines("auc")) == 1


def test_what_a_drawn_case_refutes_is_measured_with_the_others() -> None:
    """Made smaller, and asked in another process before; the smallest case on which
    the nearest is wrong then takes its place."""
    known = {case.id for case in (*CORE, *LARGE)}
    lie = wrong_on(lambda case, seed: case.id not in known)
    found = Run({"recall": lie})
    entry = found.record.metrics["recall"]
    assert (entry.status, entry.refuted) == ("unexplained", None)
    assert len(entry.cases) == 1 and not {*entry.cases} & known
    assert entry.nearest and entry.nearest.variant == RECALL
    assert entry.nearest.agrees_on == 8
    assert entry.nearest.witness != entry.cases[0]
    weights = [Case.parse(x).weight for x in (entry.nearest.witness, *entry.cases)]
    assert weights == sorted(weights)
    assert {entry.nearest.witness, *entry.cases} <= {*entry.values}
    assert {entry.nearest.witness, *entry.cases} <= {*found.kept}
    again = found.lines(seed=OTHER_HASH_SEED)
    assert again[0] not in known
    assert found.said.count(("drawn cases", 0, 5)) == 1
    assert not any("large" in said for said, _, _ in found.said)


def test_what_then_survives_is_tried_again() -> None:
    """Recall of at most k, of which the core shows lists alone that nobody can tell
    from recall; a drawn one does, and the second round holds."""

    def narrow(case: Any, seed: int) -> Measurement:
        if case in core() and not all(user.r <= case.k for user in case.users):
            return Refused("more than k")
        return of(CAPPED)(case, seed)

    found = Run({"recall": narrow}, Edition(9, 60, 0, "0"), tries=10)
    entry = found.record.metrics["recall"]
    assert (entry.variants, entry.when) == ((CAPPED,), "")
    (more,) = map(Case.parse, entry.cases)
    assert any(user.r > more.k for user in more.users)
    assert entry.refuted == Refuted(tried=10, failed=0)
    assert found.said.count(("drawn cases", 0, 10)) == 2


def test_a_counterexample_that_gives_another_number_there_is_none() -> None:
    """It has moved in the other process, and the metric is unstable: no edge is asked,
    and no smallest case."""
    known = {case.id for case in (*CORE, *LARGE)}
    here = wrong_on(lambda case, seed: case.id not in known and seed == 1)
    found = Run({"recall": here, "hit_rate": of("hit_rate")})
    entry = found.record.metrics["recall"]
    assert (entry.status, entry.variants, entry.cases) == ("unstable", (), ())
    (moved,) = entry.unstable
    assert moved.case not in known
    one, other = moved.gave
    assert isinstance(one, float) and one - 1 == pytest.approx(other)
    assert entry.repeated == Repeated(cases=8, differed=0)
    assert len(found.lines()) == 8 + 5 + 2
    assert ("recall: edges", 0, 1) not in found.said
    assert ("hit_rate: edges", 0, 1) in found.said
    assert len(found.kept) == 2 * (8 + 2)


def held(variants: Mapping[str, tuple[str, ...]], **parts: Any) -> Record:
    """A record in which metrics compute these."""
    record = Run({name: of(name) for name in variants}).record
    entries = {
        name: msgspec.structs.replace(
            record.metrics[name],
            variants=computed,
            status="identified" if len(computed) == 1 else "ambiguous",
            **parts,
        )
        for name, computed in variants.items()
    }
    return msgspec.structs.replace(record, metrics=entries)


def test_counterexamples_on_record_are_asked_with_the_core() -> None:
    """Of each metric its own; one without a record has none."""
    stored = ("1 . 1 | 1 @3", ". 1 . @2")
    expected = held({"recall": (RECALL,)}, cases=stored)
    found = Run({"recall": of(RECALL), "hit_rate": of("hit_rate")}, expected=expected)
    core_lines = [case.id for case in CORE]
    assert found.lines("recall")[:10] == [*core_lines, *stored]
    assert found.record.metrics["recall"].cases == stored
    assert found.record.metrics["recall"].core == Core(ran=10, of=10)
    assert found.record.metrics["hit_rate"].core == Core(ran=8, of=8)
    assert not {*stored} & {*found.lines("hit_rate")[:10]}


@pytest.mark.parametrize(
    ("gives", "before", "shown"),
    [
        (RECALL, (CAPPED,), ["1 | 1 @1"]),
        (RECALL, (RECALL,), []),
        # one hit at rank 2: it is found in the whole list, not among the first k
        (RECALL, ("recall(divisor=r, depth=all)", CAPPED), [". 1 @1"]),
        (RECALL, (CAPPED, "recall(divisor=r, depth=all)"), ["1 | 1 @1"]),
    ],
)
def test_a_definition_on_record_that_no_longer_holds_is_shown_to_be_another(
    gives: str, before: tuple[str, ...], shown: list[str]
) -> None:
    """The smallest case that tells the two apart is asked and kept; of several
    definitions on record the first says which."""
    expected = held({"recall": before})
    found = Run({"recall": of(gives)}, expected=expected)
    assert found.kept[10:] == shown


def test_a_definition_that_several_replace_is_told_from_the_first() -> None:
    """One core case leaves several open. What still holds is passed over, and what
    comes after it is not."""
    one = Edition(9, 1, 0, "0")
    answers = {"hit_rate": of("hit_rate(counts=any)"), "recall": of(CAPPED)}
    now = {n: e.variants for n, e in Run(answers, one, tries=0).record.metrics.items()}
    assert now["recall"][0] == CAPPED and len(now["recall"]) > 1
    expected = held({"hit_rate": now["hit_rate"], "recall": (RECALL,)})
    again = Run(answers, one, expected=expected, tries=0)
    assert again.kept == [CORE[0].id] * 2 + ["1 | 1 @1"]


def test_of_several_definitions_the_first_names_the_conventions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And says what variations may change; without a definition none does."""
    given: list[Variant | None] = []

    def noted(metric: Any, variant: Variant | None, *_: Any) -> dict[str, str]:
        given.append(variant)
        return {}

    for name in ("probe_edge_cases", "vary_metric"):
        monkeypatch.setattr(session, name, noted)
    found = Run({"recall": of(CAPPED)}, Edition(9, 1, 0, "0"), tries=0)
    first, *others = found.record.metrics["recall"].variants
    assert others and given == [Variant.parse(first)] * 2
    given.clear()
    Run({"recall": wrong_on(lambda case, seed: True)}, Edition(2, 8, 0, "0"))
    assert given == [None, None]


def test_a_definition_that_nothing_replaces_is_shown_to_be_wrong() -> None:
    """On the smallest case on which the metric gives something else; a metric that
    gives nothing any more is not asked."""
    lie = answer(lambda case, seed: 2 + value(RECALL, case))
    expected = held({"recall": (RECALL,), "hit_rate": ("hit_rate(counts=users)",)})
    found = Run(
        {"recall": lie, "hit_rate": raises}, Edition(2, 8, 0, "0"), expected=expected
    )
    entry = found.record.metrics["recall"]
    assert entry.status == "unexplained"
    # the smallest of all: a list that was cut after one hit, and misses none
    assert found.kept[16:] == ["1 | @1"]
    assert len(found.lines("hit_rate")) == 8


@pytest.mark.parametrize("edition", [2, 3, 5, 6])
def test_a_record_of_an_older_edition_is_made_as_it_was(edition: int) -> None:
    """Smallest cases since the third, the core again since the sixth."""
    lie = wrong_on(lambda case, seed: case.id != CORE[0].id)
    found = Run({"recall": lie}, Edition(edition, 8, 0, "0"))
    entry = found.record.metrics["recall"]
    assert (entry.repeated is not None) == (edition >= 6)
    assert (("the core again", 0, 1) in found.said) == (edition >= 6)
    assert entry.nearest is not None
    smallest = entry.nearest.witness not in {case.id for case in CORE}
    assert smallest == (edition >= 3)
    assert (entry.nearest.witness in entry.values) and len(entry.values) == 8 + smallest


def test_whole_datasets_are_asked_where_they_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The example, and the ratings of a folder."""

    def on_ratings(calls: Calls, metrics: Mapping[str, Any], given: Path) -> OnData:
        return OnData(data=given.name, values=dict.fromkeys(metrics, 0.25))

    def answered(case: Any, seed: int) -> Measurement:
        example = isinstance(case, dict) and "example" in case
        return Value(0.75) if example else of(RECALL)(case, seed)

    monkeypatch.setattr(datasets, "measure_movielens", on_ratings)
    found = Run({"recall": answered}, with_example=True, ratings=Path("ml"))
    assert found.record.example and found.record.example.values == {"recall": 0.75}
    assert found.record.movielens == OnData(data="ml", values={"recall": 0.25})
    assert found.said[-1] == ("example", 0, 1)


def test_what_a_large_case_refutes_is_unexplained() -> None:
    """The first that does counts with the core; nothing more is drawn."""
    lie = wrong_on(lambda case, seed: case == LARGE[1])
    found = Run({"recall": lie, "hit_rate": of("hit_rate")})
    entry = found.record.metrics["recall"]
    assert (entry.status, entry.variants) == ("unexplained", ())
    assert entry.cases == (LARGE[1].id,)
    assert entry.nearest and entry.nearest.differs_on == (LARGE[1].id,)
    assert entry.nearest.agrees_on == 8
    assert found.record.metrics["hit_rate"].status == "identified"
    assert found.said.count(("drawn cases", 0, 5)) == 1


DEEP = "recall(divisor=r, depth=all)"
WHOLE = Edition(9, 60, 0, "0", large={"rankings": 12})


def told_apart(case: Case) -> bool:
    """Whether a case tells recall from recall of the whole list."""
    return value(RECALL, case) != value(DEEP, case)


def narrow(gives: Answer, drawn: bool = True) -> Answer:
    """A metric that takes of the core and of the large cases those alone that leave
    recall and recall of the whole list; others where drawn ones are to tell them
    apart."""
    known = {case.id for case in (*core(), *large_cases(Case))}

    def answered(case: Any, seed: int) -> Measurement:
        refuses = isinstance(case, Case) and (case.id in known or not drawn)
        if refuses and told_apart(case):
            return Refused("a hit behind k")
        return gives(case, seed)

    return answered


def test_a_survivor_that_a_drawn_case_contradicts_leaves_the_verdict() -> None:
    """The core and the large cases leave several. One that a drawn case contradicts
    goes, though the other agrees; what told them apart stands in the record, and the
    check after it comes to the same at once."""
    both = Run({"recall": narrow(of(RECALL), drawn=False)}, WHOLE, tries=20)
    left = both.record.metrics["recall"]
    assert (left.status, left.cases) == ("ambiguous", ())
    assert {RECALL, DEEP} <= {*left.variants}
    for gives, other in ((RECALL, DEEP), (DEEP, RECALL)):
        answers = {"recall": narrow(of(gives))}
        found = Run(answers, WHOLE, tries=20)
        entry = found.record.metrics["recall"]
        assert gives in entry.variants and other not in entry.variants
        assert entry.refuted == Refuted(tried=20, failed=0)
        assert {*entry.cases} <= {*found.kept}
        assert any(told_apart(Case.parse(line)) for line in entry.cases)
        again = Run(answers, WHOLE, expected=found.record, tries=20)
        assert again.record.metrics == found.record.metrics
        assert again.said.count(("drawn cases", 0, 20)) == 1


def test_where_drawn_cases_contradict_every_survivor_nothing_explains_it() -> None:
    """The mean of the two, which is neither."""
    half = answer(lambda case, seed: (value(RECALL, case) + value(DEEP, case)) / 2)
    answers = {"recall": narrow(half)}
    found = Run(answers, WHOLE, tries=20)
    entry = found.record.metrics["recall"]
    assert (entry.status, entry.variants, entry.refuted) == ("unexplained", (), None)
    assert {*entry.cases} <= {*entry.values}
    assert any(told_apart(Case.parse(line)) for line in entry.cases)
    again = Run(answers, WHOLE, expected=found.record, tries=20)
    assert again.record.metrics == found.record.metrics


def test_what_drawn_cases_leave_is_held_to_the_large_ones_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a search finds after they refuted the rest has seen no large case."""
    lie = wrong_on(lambda case, seed: case == LARGE[0])
    rounds: list[tuple[str, ...]] = []

    def found_by_search(self: Session, found: Any) -> None:
        for one in found:
            rounds.append(one.verdict.variants)
            if len(rounds) == 2:
                one.verdict = replace(one.verdict, variants=(RECALL,))

    monkeypatch.setattr(session.Session, "refuted", found_by_search)
    entry = Run({"recall": lie}).record.metrics["recall"]
    assert rounds == [(RECALL,), (), ()]
    assert (entry.status, entry.variants) == ("unexplained", ())


@pytest.mark.parametrize("before", ["", RECALL])
def test_a_case_that_shows_something_refutes_as_any_other_does(before: str) -> None:
    """A hit rate that goes by the name of recall, but on one small case that nobody had
    asked about before: that on which the runner-up is wrong, or the definition on
    record. It counts with the core, and the check after it comes to the same."""
    expected = held({"recall": (before,)}) if before else None
    honest = Run({"recall": of("hit_rate")}, expected=expected)
    assert honest.record.metrics["recall"].variants == ("hit_rate(counts=any)",)
    line = honest.kept[10]
    lie = answer(lambda case, seed: value("hit_rate", case) + (case.id == line) / 3)
    found = Run({"recall": lie}, expected=expected)
    entry = found.record.metrics["recall"]
    assert (entry.status, entry.variants, entry.refuted) == ("unexplained", (), None)
    assert entry.cases == (line,)
    assert line in entry.values and line in found.kept
    again = Run({"recall": lie}, expected=found.record).record.metrics["recall"]
    assert again == msgspec.structs.replace(entry, repeated=again.repeated)
