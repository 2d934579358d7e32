"""What is tried beside the definition, from tables that are made up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Any

import pytest

from homonym import UserError
from homonym.evaluation.conventions import Conventions
from homonym.evaluation.faults import Fault
from homonym.evaluation.inputs import Inputs
from homonym.evaluation.recorded_metrics import (
    FEW,
    Computes,
    group_metrics_by_variant,
    list_open_metrics,
    list_tried_open_metrics,
)
from homonym.identification import candidates, settings
from homonym.identification.candidates import (
    TIERS,
    Candidate,
    Trials,
    collect_library_variants,
    is_tried_variant,
    list_class_definitions,
    name_open_metrics,
)
from homonym.identification.settings import (
    OpenedSettings,
    Setting,
    Unknown,
    find_differing_outcomes,
    list_tried_settings,
    read_unknown_settings,
)
from homonym.reference.variants import Variant, families

RECALL, PRECISION, RMSE = map(
    Variant.parse,
    ("recall(divisor=r)", "precision(divisor=k)", "rmse(missing=dropped)"),
)
USUAL = Conventions()
SKIPPED = Conventions.of(["user_without_list=skipped"])


@dataclass
class Tables:
    """What was opened; closed: how often it was."""

    conventions: Conventions
    threshold: float | None
    closed: int = 0

    def close(self) -> None:
        self.closed += 1


@dataclass
class Read:
    """The tables of a run, in which these faults are; by the threshold, other ones."""

    keys: Iterable[str] = ()
    graded: Iterable[str] = ()
    given: list[Tables] = field(default_factory=list)

    def faults(self, usual: Conventions, threshold: float | None) -> list[Fault]:
        assert usual == USUAL
        keys = self.keys if threshold is None else self.graded
        return [Fault(key, "", 1, "") for key in keys]

    def opened(self, conventions: Conventions, threshold: float | None) -> Tables:
        self.given.append(Tables(conventions, threshold))
        return self.given[-1]


def tables_of(*runs: Read, **known: Any) -> OpenedSettings:
    """The settings of such runs."""
    found = OpenedSettings(Inputs("p.csv", "t.csv", **known))
    vars(found)["surveys"] = list(runs)
    return found


@pytest.mark.parametrize(
    ("threshold", "users", "known", "unknown"),
    [
        (None, "", None, Unknown(False, False)),
        (None, "any", None, Unknown(False, True)),
        ("any", "", None, Unknown(True, False)),
        ("any", "any", None, Unknown(True, True)),
        (4, "", 4.0, Unknown(False, False)),
        ("3.5", "any", 3.5, Unknown(False, True)),
    ],
)
def test_what_is_unknown_is_read(
    threshold: Any, users: str, known: float | None, unknown: Unknown
) -> None:
    """A threshold that is named is known."""
    assert read_unknown_settings(threshold, users) == (known, unknown)
    names = {"threshold": unknown.threshold, "users": unknown.users}
    assert unknown.columns == tuple(name for name, its in names.items() if its)


@pytest.mark.parametrize(
    ("threshold", "users", "said"),
    [
        ("high", "", "threshold='high' is no number: write one, or any"),
        ([1], "", r"threshold=\[1\] is no number"),
        (inf, "", "threshold=inf is no grade: write one, or any"),
        ("nan", "", "threshold='nan' is no grade"),
        (None, "all", "users='all' is unknown: write any, or choose"),
    ],
)
def test_other_words_are_refused(threshold: Any, users: str, said: str) -> None:
    """By a sentence that names them."""
    with pytest.raises(UserError, match=said):
        read_unknown_settings(threshold, users)


@pytest.mark.parametrize(
    ("keys", "probes"),
    [
        ([], []),
        (["ties"], ["ties"]),
        (["order"], []),
        (["without_list"], ["user_without_list"]),
        (["without_list", "ties"], ["user_without_list", "ties"]),
        (
            ["empty_ids"],
            ["user_without_list", "user_absent_from_truth", "user_without_relevant"],
        ),
        (
            ["scores_no_number", "ties"],
            [
                "user_without_list",
                "user_absent_from_truth",
                "user_without_relevant",
                "ties",
            ],
        ),
    ],
)
def test_such_users_or_rows_that_are_left_out_make_a_difference(
    keys: list[str], probes: list[str]
) -> None:
    """Whoever loses every row is such a user."""
    found = find_differing_outcomes([Fault(key, "", 1, "") for key in keys])
    assert sorted(found) == sorted(probes)
    assert found.get("ties", []) == []
    assert all(len(its) == 2 for probe, its in found.items() if probe != "ties")


def test_settings_that_make_no_difference_are_one() -> None:
    """By what any run asks for, at each threshold."""
    tables = tables_of(Read(), Read(["without_list"], ["ties"]))
    other = Conventions.of(
        ["user_without_list=skipped", "user_absent_from_truth=counts as 0"], "input"
    )
    assert tables.reduced(Setting(None, other)) == Setting(None, SKIPPED)
    assert tables.reduced(Setting(4.0, other)) == Setting(
        4.0, Conventions.of(ties="input")
    )
    assert tables.there(None) is tables.there(None)


def test_every_treatment_of_users_is_tried_after_the_usual_one() -> None:
    """Where it is unknown and such users are there, each way once."""
    tables = tables_of(Read(["without_list", "ties"]), threshold=3.0)
    usual = Conventions(ties="input")
    known = list_tried_settings(tables, usual, Unknown())
    assert known == [Setting(3.0, USUAL)]
    tables = tables_of(Read(["without_list", "ties"]))
    found = list_tried_settings(tables, usual, Unknown(users=True))
    assert found == [
        Setting(None, usual),
        Setting(None, Conventions.of(["user_without_list=skipped"], "input")),
    ]
    turned = list_tried_settings(tables, SKIPPED, Unknown(users=True))
    assert turned == [Setting(None, SKIPPED), Setting(None, USUAL)]


def test_each_threshold_is_tried_in_each_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is unknown; else the one that is known."""
    tables = tables_of(Read(["without_list"], []))
    monkeypatch.setattr(settings, "list_tried_thresholds", lambda tables: [None, 4.0])
    found = list_tried_settings(tables, USUAL, Unknown(True, True))
    assert found == [
        Setting(None, USUAL),
        Setting(None, SKIPPED),
        Setting(4.0, USUAL),
    ]


def test_tables_are_kept_until_there_are_too_many() -> None:
    """Those that were asked for first are closed."""
    read = Read()
    tables = tables_of(read, read)
    asked = [Setting(float(n), USUAL) for n in range(settings.KEPT + 1)]
    for setting in asked[: settings.KEPT]:
        tables.opened(setting)
    first = tables.opened(asked[0])
    assert first == [Tables(USUAL, 0.0)] * 2
    assert len(read.given) == 2 * settings.KEPT
    assert not any(one.closed for one in read.given)
    tables.opened(asked[-1])
    assert [one.closed for one in read.given] == [1, 1] + [0] * (2 * settings.KEPT)
    assert asked[0] not in tables.kept and len(tables.kept) == settings.KEPT


def test_the_runs_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked of them."""
    asked: list[Inputs] = []
    run = Read()

    def survey_runs(inputs: Inputs) -> list[Read]:
        asked.append(inputs)
        return [run]

    monkeypatch.setattr(settings, "survey_runs", survey_runs)
    found = OpenedSettings(Inputs("p.csv", "t.csv"))
    for threshold in (None, 2.0):
        opened: list[Any] = [*found.opened(Setting(threshold, USUAL))]
        assert opened == [run.given[-1]]
    assert asked == [found.inputs]


def test_a_number_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each setting and cut-off, those that are new alone."""
    computed: list[list[Variant]] = []

    def means(opened: Any, variants: list[Variant], k: int) -> dict[Variant, float]:
        computed.append(list(variants))
        return dict.fromkeys(variants, k / 10)

    monkeypatch.setattr(settings, "average_run_values", means)
    tables, setting = tables_of(Read()), Setting(None, USUAL)
    assert tables.values(setting, [RECALL], 1) == {RECALL: 0.1}
    assert tables.values(setting, iter([RECALL]), 1) == {RECALL: 0.1}
    assert tables.values(setting, [RECALL, PRECISION], 1) == {
        RECALL: 0.1,
        PRECISION: 0.1,
    }
    assert tables.values(setting, [RECALL], 2) == {RECALL: 0.2}
    assert computed == [[RECALL], [PRECISION], [RECALL]]


class Numbers:
    """Settings' tables that have a number for all that they are asked for."""

    inputs = Inputs("p.csv", "t.csv")

    def __init__(self) -> None:
        self.asked: list[tuple[Setting, list[Variant], int]] = []

    def values(
        self, setting: Setting, variants: list[Variant], k: int
    ) -> dict[Variant, float]:
        self.asked.append((setting, variants, k))
        return dict.fromkeys(variants, 0.5)

    def reduced(self, setting: Setting) -> Setting:
        return setting


def trials(family: str = "") -> tuple[Trials, Numbers]:
    """At two cut-offs."""
    tables: Any = Numbers()
    return Trials(tables, [1, 3], family), tables


def test_candidates_are_the_definitions_that_the_inputs_allow() -> None:
    """At each cut-off, each with the metrics that compute it; of no others anything is
    computed."""
    its, tables = trials("recall")
    setting = Setting(2.0, SKIPPED)
    named = {RECALL: {"some.recall": ()}, PRECISION: {}, RMSE: {}}
    found = list(its.candidates(setting, named))
    assert found == [
        Candidate(RECALL, k, 0.5, setting, ("some.recall",)) for k in (1, 3)
    ]
    assert (found[0].conventions, found[0].threshold) == (SKIPPED, 2.0)
    assert [asked[1:] for asked in tables.asked] == [([RECALL], 1), ([RECALL], 3)]
    assert its.every([(setting, {PRECISION: {}})]) == () and len(tables.asked) == 2


def computes(metric: str, variant: Variant, *outcomes: tuple[str, str]) -> Computes:
    """A metric on record."""
    return Computes("some", "1.0", metric, variant, True, outcomes)


def test_the_tiers_come_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Recorded metrics by their conventions, their definitions by those chosen, then
    one definition of each class; each is computed when it is asked for."""
    recorded = computes("recall", RECALL, ("user_without_list", "skipped"))
    monkeypatch.setattr(candidates, "list_recorded_metrics", lambda: (recorded,))
    monkeypatch.setattr(candidates, "list_tried_open_metrics", lambda: [])
    monkeypatch.setattr(
        candidates, "group_metrics_by_variant", lambda: {RECALL: (recorded,)}
    )
    monkeypatch.setattr(
        candidates, "list_class_definitions", lambda family: [PRECISION, RECALL]
    )
    its, tables = trials()
    setting = Setting(None, USUAL)
    tiers = its.tiers([setting])
    assert not tables.asked
    found = list(tiers)
    assert [tier.name for tier in found] == list(TIERS)
    told = [
        [(one.variant, one.conventions, one.computed_by) for one in tier.candidates]
        for tier in found
    ]
    assert told == [
        [(RECALL, SKIPPED, ("some==1.0.recall",))] * 2,
        [(RECALL, USUAL, ("some.recall",))] * 2,
        [(PRECISION, USUAL, ()), (RECALL, USUAL, ("some.recall",))] * 2,
    ]


def test_a_metric_that_may_compute_a_definition_is_not_said_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the first tiers, by its library's conventions and by those chosen."""
    outcomes = (("user_without_list", "skipped"),)
    one = Computes("some", "1.0", "recall", RECALL, True, outcomes, among=2)
    monkeypatch.setattr(candidates, "list_recorded_metrics", lambda: ())
    monkeypatch.setattr(candidates, "group_metrics_by_variant", dict)
    monkeypatch.setattr(candidates, "list_tried_open_metrics", lambda: [one])
    names = frozenset(["some.recall", "some==1.0.recall"])
    monkeypatch.setattr(candidates, "name_open_metrics", lambda: names)
    monkeypatch.setattr(candidates, "list_class_definitions", lambda family: [RECALL])
    found = list(trials()[0].tiers([Setting(None, USUAL)]))
    told = [
        (its.conventions, its.computed_by, its.may_compute)
        for tier in found
        for its in tier.candidates
        if its.k == 1
    ]
    assert told == [
        (SKIPPED, (), ("some==1.0.recall",)),
        (USUAL, (), ("some.recall",)),
        (USUAL, (), ("some.recall",)),
    ]


def test_few_open_definitions_are_tried_and_of_many_those_that_others_compute() -> None:
    every = list_tried_open_metrics()
    assert {one.metric for one in every} >= {
        "mean_reciprocal_rank",
        "TopKAccumulator[ndcg]",
    }
    known = group_metrics_by_variant()
    assert all(one.among <= FEW or one.averaged in known for one in every)
    assert {*map(str, every)} | {one.dated for one in every} == name_open_metrics()
    assert len(every) < len(list_open_metrics())


def test_a_candidate_knows_which_settings_were_tried() -> None:
    """Of a metric those that its record leaves as they were; where nothing is said, its
    own."""
    own, other = Setting(None, USUAL), Setting(None, SKIPPED)
    plain = Candidate(RECALL, 1, 0.5, own, ("some.recall",))
    assert (
        [*plain.list_treatments()] == [*plain.list_treatments("some.recall")] == [own]
    )
    kept = Candidate(RECALL, 1, 0.5, own, ("a.b",), {"a.b": {own: None, other: None}})
    assert [*kept.list_treatments("a.b")] == [*kept.list_treatments()] == [own, other]


def test_metrics_of_one_setting_stand_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once, however often a setting leads to it."""
    every = (
        computes("recall", RECALL, ("user_without_list", "skipped")),
        computes("hits", RECALL, ("user_without_list", "skipped")),
        computes("precision", PRECISION),
    )
    monkeypatch.setattr(candidates, "list_recorded_metrics", lambda: every)
    monkeypatch.setattr(candidates, "list_tried_open_metrics", lambda: [])
    tables: Any = Numbers()
    setting = Setting(1.0, USUAL)
    tried = {setting: None}
    assert collect_library_variants(tables, [setting, setting]) == {
        Setting(1.0, SKIPPED): {
            RECALL: {"some==1.0.recall": tried, "some==1.0.hits": tried}
        },
        setting: {PRECISION: {"some==1.0.precision": tried}},
    }


def test_one_definition_of_each_class_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of rankings, of one family where one is named; none that leaves the mean to its
    caller."""
    few = {name: families()[name] for name in ("recall", "precision", "rmse")}
    monkeypatch.setattr(candidates, "families", lambda: few)
    recall = list_class_definitions("recall")
    assert recall == list(dict.fromkeys(one.canonical() for one in recall))
    assert {one.family for one in recall} == {"recall"}
    assert not any(one.names["users"] == "caller" for one in recall)
    assert list_class_definitions("rmse") == list_class_definitions("none") == []
    assert {one.family for one in list_class_definitions("")} == {"recall", "precision"}


@pytest.mark.parametrize(
    ("variant", "family", "asked"),
    [
        (RECALL, "", True),
        (RECALL, "recall", True),
        (RECALL, "precision", False),
        (RMSE, "", False),
        (RMSE, "rmse", False),
    ],
)
def test_definitions_of_rankings_are_wanted(
    variant: Variant, family: str, asked: bool
) -> None:
    """Of the family that is asked for."""
    assert is_tried_variant(variant, family, ()) is asked


def test_a_definition_that_needs_what_is_not_given_is_not_wanted() -> None:
    """As AUC over the catalogue needs the catalogue."""
    needing = [
        one
        for one in list_class_definitions("auc")
        if not is_tried_variant(one, "", ())
        and is_tried_variant(one, "", ("catalogue", "train"))
    ]
    assert needing


class Truth:
    """A truth with such grades."""

    def __init__(self, *grades: float) -> None:
        self.grades, self.number, self.backend = grades, self, self

    def given(self, kind: str) -> Truth:
        assert kind == "truth"
        return self

    def filter(self, *asked: Any) -> Truth:
        return self

    select = filter

    def distinct(self) -> Truth:
        return self

    def fetch(self, table: Truth) -> dict[str, Truth]:
        return {"number": self}

    def to_pylist(self) -> list[float]:
        return list(self.grades)


@pytest.mark.parametrize(
    ("grades", "tried"),
    [
        ((1.0,), [1.0]),
        ((1.0, 0.0), [0.0, 1.0]),
        ((0.0,), [0.0]),
        ((2.0, 1.0), [None, 1.0, 2.0]),
        ((5.0, 0.0, 1.0), [None, 0.0, 1.0, 5.0]),
        ((3.0,), [None, 3.0]),
        ((0.5, 0.0), [None, 0.0, 0.5]),
        ((-1.0, 0.0), [None, -1.0, 0.0]),
    ],
)
def test_each_grade_is_tried_as_the_threshold(
    grades: tuple[float, ...], tried: list[float | None]
) -> None:
    """By the first run's truth; none too, where grades are others than 0 and 1."""
    tables = tables_of(Truth(*grades), Truth(9.0))  # type: ignore[arg-type]
    assert settings.list_tried_thresholds(tables) == tried
    alone = tables_of(Truth(*grades))  # type: ignore[arg-type]
    assert settings.list_tried_thresholds(alone) == tried


def test_fifty_grades_are_tried_and_no_more() -> None:
    fifty = tables_of(Truth(*map(float, range(50))))  # type: ignore[arg-type]
    assert len(settings.list_tried_thresholds(fifty)) == 51
    more = tables_of(Truth(*map(float, range(51))))  # type: ignore[arg-type]
    with pytest.raises(UserError, match="has 51 different grades, and 50 at most are"):
        settings.list_tried_thresholds(more)


def test_nothing_is_unknown_unless_it_is_said() -> None:
    """Two settings of the same are one."""
    assert Unknown() == Unknown(False, False)
    assert repr(Setting(None, USUAL)) == repr(Setting(None, Conventions()))
