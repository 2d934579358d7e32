"""Every lie of the fake library is caught, with its verdict and a small witness."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homonym.equivalence.witness import find_witness
from homonym.reference.rankings.case import Case
from homonym.reference.variants import Variant

pytestmark = pytest.mark.exhaustive
"""Some of these lies are told in tests/gate/test_check.py too, where each is measured
alone."""


@pytest.fixture(scope="module")
def found(accepted: Callable[[str], Path]) -> dict[str, Any]:
    """What the record says of every lie."""
    told: dict[str, Any] = tomllib.loads(accepted("fakes.lying").read_text("utf-8"))
    return told["metrics"]


def test_another_divisor_than_the_documented_one_is_found(
    found: dict[str, Any],
) -> None:
    """Right while r is at most k; one item missed at k = 1 shows it."""
    lie = found["right_unless_r_exceeds_k"]
    assert lie["variants"] == ["recall(divisor=min_k_r)"]
    assert lie["documented"]["variant"] == "recall(divisor=r)"
    smallest = find_witness(
        Variant.with_defaults(lie["variants"][0]),
        Variant.with_defaults(lie["documented"]["variant"]),
    )
    assert str(smallest) == "1 | 1 @1"


def test_a_reward_that_is_divided_by_its_weights_is_found(
    found: dict[str, Any],
) -> None:
    """Of logged rewards, which no tables hold: one item at another rank shows it."""
    lie = found["reward_a_session"]
    assert lie["variants"] == ["off_policy_dcg(bias=given, users=snips)"]
    assert lie["core"] == {"ran": 12, "of": 12}
    assert lie["refuted"]["failed"] == 0
    assert lie["refuted"]["tried"] > 190, "a log without a weight is undefined"
    assert lie["invariances"]["users_reordered"] == "holds"
    smallest = find_witness(
        Variant.with_defaults(lie["variants"][0]),
        Variant.with_defaults(lie["documented"]["variant"]),
    )
    assert str(smallest) == "1/2 ^ 1 0.5 0.25"


@pytest.mark.parametrize(
    ("lie", "order"),
    [
        ("right_but_for_ties", "larger item first"),
        ("draws_ties", "random"),
        ("minds_other_cut_offs", "input order"),
    ],
)
def test_the_order_of_ties_goes_by_its_name(
    found: dict[str, Any], lie: str, order: str
) -> None:
    """The verdict is right, and the convention says what the ties do."""
    assert found[lie]["variants"] == ["recall(divisor=r)"]
    assert found[lie]["conventions"]["ties_in_a_long_list"] == order


def test_right_at_twenty_alone_is_not_right(found: dict[str, Any]) -> None:
    """Wrong on the core already, where no k is 20."""
    lie = found["right_at_twenty_only"]
    assert "variants" not in lie
    assert Case.parse(lie["nearest"]["witness"]).weight <= (2, 6, 2)


def test_wrong_at_twenty_alone_is_refuted_at_twenty(found: dict[str, Any]) -> None:
    """No core case is cut there; a drawn case is, of which one hit is left."""
    lie = found["wrong_at_twenty_only"]
    assert "variants" not in lie
    (line,) = lie["cases"]
    *marks, k = line.split()
    assert (sorted(marks), k) == ([*"." * 19, "1"], "@20")
    assert lie["nearest"]["variant"] == "precision(divisor=k)"
    assert lie["nearest"]["differs_on"] == lie["cases"]
    assert lie["nearest"]["distance"] > 0


def test_one_user_taken_for_all_is_unexplained_and_minds_their_order(
    found: dict[str, Any],
) -> None:
    """Users in the opposite order give another value, and the record says where."""
    lie = found["looks_at_the_first_user"]
    assert "variants" not in lie
    assert lie["invariances"]["users_reordered"].startswith("violated: ")
    assert lie["invariances"]["ids_relabelled"] == "holds"
    assert lie["nearest"]["witness"] == "1 1 | @2"


def test_scores_read_as_ranks_show_when_they_are_scaled(found: dict[str, Any]) -> None:
    """Well-formed scores are below every k: the whole list counts, whatever k is."""
    lie = found["reads_scores_as_ranks"]
    assert lie["invariances"]["scores_scaled"].startswith("violated: ")
    assert lie["invariances"]["users_reordered"] == "holds"
    assert lie["variants"] == ["recall(divisor=r, depth=all)"]
    assert "searched" not in lie


def test_rounding_beyond_the_precision_declared_is_unexplained(
    found: dict[str, Any],
) -> None:
    """Near to its family's first variant, by less than half a thousandth."""
    lie = found["float16"]
    assert "variants" not in lie
    assert 0 < lie["nearest"]["distance"] <= 0.0005


def test_single_precision_that_claims_to_be_double_is_unexplained(
    found: dict[str, Any],
) -> None:
    """The mean of 1 and 1/3 is no sum of powers of two: what is nearest is right but
    for half a unit in the last of 24 binary digits."""
    lie = found["single_precision"]
    assert lie["status"] == "unexplained"
    assert lie["nearest"]["variant"] == "average_precision(divisor=min_k_r)"
    assert 1e-9 < lie["nearest"]["distance"] < 2**-24
    assert lie["nearest"]["witness"] == "1 . . ; . . 1 @3"


def test_close_scores_taken_for_ties_are_refuted_by_a_case_with_its_scores(
    found: dict[str, Any],
) -> None:
    """The counterexample stands in the record with the scores that make it one."""
    lie = found["merges_close_scores"]
    assert "variants" not in lie
    (line,) = lie["cases"]
    assert "~" in line
    assert str(Case.parse(line)) == line


def test_a_cut_off_of_the_same_call_that_moves_a_value_is_reported(
    found: dict[str, Any],
) -> None:
    """Right alone, wrong beside a larger cut-off."""
    told = found["minds_other_cut_offs"]["invariances"]["other_cut_offs"]
    assert told.startswith("violated: ")


def test_a_metric_of_the_same_call_that_moves_a_value_is_reported(
    found: dict[str, Any],
) -> None:
    """Right alone, wrong beside another; and tried only where a call takes several."""
    lie = found["minds_other_metrics"]
    assert lie["variants"] == ["recall(divisor=r)"]
    assert lie["invariances"]["other_metrics"].startswith("violated: ")
    assert "other_cut_offs" not in lie["invariances"]
    assert "other_metrics" not in found["minds_other_cut_offs"]["invariances"]


def test_an_object_that_adds_up_what_it_found_is_reported(
    found: dict[str, Any],
) -> None:
    """Right at the first call and at every new object's; tried where users hold one."""
    lie = found["adds_up"]
    assert lie["variants"] == ["recall(divisor=r)"]
    assert lie["invariances"]["second_call"] == "holds"
    (before, after) = re.findall(r"\d\S*", lie["invariances"]["same_object"])[:2]
    assert float(after) == pytest.approx(2 * float(before))
    assert "same_object" not in found["minds_other_metrics"]["invariances"]


def test_a_verdict_found_by_search_names_its_runner_up(found: dict[str, Any]) -> None:
    """Recall that goes by the name of MAP: it held on 200 drawn cases."""
    lie = found["map_is_recall"]
    assert lie["variants"] == ["recall(divisor=r)"]
    assert lie["refuted"] == {"tried": 200, "failed": 0}
    second = lie["runner_up"]
    assert second["variant"] != "recall(divisor=r)"
    assert 0 < second["agrees_on"] < second["of"]
    assert second["distance"] > 0
    one, two = Variant.parse(second["variant"]), Variant.with_defaults("recall")
    case = Case.parse(second["witness"])
    assert one.value(case) != two.value(case)
    assert case == find_witness(one, two), "no smaller case shows it"


def test_a_crash_on_one_case_costs_that_case(found: dict[str, Any]) -> None:
    """The verdict rests on the others, and the record says how it ended."""
    core = found["crashes_once"]["core"]
    assert core["failed"] == {"killed by SIGABRT": 1}
    assert core["ran"] == core["of"] - 1
    assert found["crashes_once"]["status"] == "identified"


def test_a_metric_that_hangs_is_reported_and_the_others_are_measured(
    gate: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    """After three calls the rest is not run; the record holds at the next check, of the
    metric that hangs too."""
    record, quick = tmp_path / "record.toml", ("--timeout", "0.5")
    code, said = gate("fakes.hanging", record, *quick, "--accept")
    assert code == 3, said
    measured = tomllib.loads(record.read_text("utf-8"))["metrics"]
    why = {"kind": "killed", "reason": "no answer in 0.5 s"}
    assert measured["hangs"]["no_verdict"] == why
    assert measured["precision"]["status"] == "identified"
    code, said = gate("fakes.hanging", record, *quick, "--json")
    metrics = json.loads(said)["metrics"]
    assert {name: one["status"] for name, one in metrics.items()} == {
        "hangs": "fails, as recorded",
        "precision": "holds",
    }
    assert not any(one["drift"] for one in metrics.values())
    assert code == 0, said
