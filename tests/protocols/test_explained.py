"""How `homonym explain --protocol` tells what a protocol does to metrics."""

from __future__ import annotations

import json

import pytest

from homonym.cli.explain_protocol import (
    RANKS,
    build_protocol_data,
    cut_offs_told,
    describe_recorded_ranking,
    explain_protocol,
    map_cut_off_to_all_items,
)
from homonym.errors import UserError
from homonym.protocols.correction import compute_corrected_values
from homonym.protocols.protocol import find_protocol

Printed = pytest.CaptureFixture[str]
FULL, SAMPLED = map(find_protocol, ("full", "99-sampled"))
FIRST = "sampled ranks 1, 2, …: "


def lines_of(capsys: Printed) -> list[str]:
    """What was printed, without the spaces at the ends of lines."""
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_a_full_ranking_is_told_by_ranks_alone(capsys: Printed) -> None:
    """At rank 2 NDCG is 1 / log2(3), and MRR 1/2; nothing beyond k = 10."""
    explain_protocol("full", 100, 10, None, as_json=False)
    lines = lines_of(capsys)
    assert lines[0] == f"{FULL.title}: {FULL.says}"
    assert lines[1] == f"source   {FULL.source}"
    assert lines[2] == f"used by  {'; '.join(FULL.used_by)}"
    assert lines[3:8] == [
        "",
        "one relevant item among 100, by its rank among all of them; k = 10:",
        "rank  HR@10   NDCG@10  MRR@10",
        "1     1.0000  1.0000   1.0000",
        "2     1.0000  0.6309   0.5000",
    ]
    ranks = [line.split()[0] for line in lines[6:13]]
    assert ranks == ["1", "2", "5", "10", "20", "50", "100"]
    assert not any("of the sample" in line for line in lines)
    assert lines[-2].startswith("one ranking, ")
    assert lines[-1].startswith("  full ranking  HR@10 ")


def test_a_sample_is_told_beside_the_full_ranking(capsys: Printed) -> None:
    """The first is the first of each sample; the last of 100 of 100 is the last."""
    explain_protocol("99-sampled", 100, 10, None, as_json=False)
    lines = lines_of(capsys)
    head = next(line for line in lines if line.startswith("rank "))
    assert head.split() == [
        *("rank", "HR@10", "HR@10", "expected", "NDCG@10", "NDCG@10", "expected"),
        *("MRR@10", "MRR@10", "expected"),
    ]
    rows = {line.split()[0]: line.split()[1:] for line in lines if "0000" in line}
    assert rows["1"] == ["1.0000"] * 6
    assert rows["100"] == ["0.0000"] * 6
    assert rows["2"] == ["1.0000", "1.0000", "0.6309", "0.6309", "0.5000", "0.5000"]
    assert any(line.startswith("HR@10 of the sample is about HR@") for line in lines)
    assert lines[-1].startswith("  this protocol HR@10 ")


def test_a_correction_is_of_a_uniform_sample(capsys: Printed) -> None:
    """Five of its values are printed for each metric; all are told a machine."""
    explain_protocol("99-sampled", 120, 5, 0.1, as_json=False)
    corrected = [line for line in lines_of(capsys) if line.startswith("to estimate ")]
    assert [line.split()[2] for line in corrected] == ["HR@5", "NDCG@5", "MRR@5"]
    assert all(line.partition(FIRST)[2].count(", ") == 4 for line in corrected)
    told = build_protocol_data(SAMPLED, 120, 5, 0.1)
    assert [len(one) for one in told["corrected"].values()] == [100] * 3
    every_rank = [float(rank <= 5) for rank in range(1, 121)]
    hits = compute_corrected_values(every_rank, 99, SAMPLED.replacement, 0.1)
    assert told["corrected"]["HR"] == pytest.approx(hits)
    for name, says in (
        ("full", "and full samples nothing"),
        ("100-popular", "and 100-popular samples otherwise"),
    ):
        with pytest.raises(UserError, match=says):
            explain_protocol(name, 100, 10, 0.1, as_json=False)


def test_what_goes_by_popularity_has_no_number_of_a_rank(capsys: Printed) -> None:
    explain_protocol("100-popular", 100, 10, None, as_json=False)
    lines = lines_of(capsys)
    said = "No number follows from a rank alone: candidates go by popularity."
    assert lines[3:5] == ["", said]
    explain_protocol("100-popular", 100, 10, None, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert "ranks" not in told and "cut_off_of_all" not in told


def test_a_machine_is_told_each_rank(capsys: Printed) -> None:
    """Those that there are among so many items."""
    explain_protocol("full", 20, 10, None, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["items"], told["k"]) == ("full", 20, 10)
    assert [one["rank"] for one in told["ranks"]] == [n for n in RANKS if n <= 20]
    second = told["ranks"][1]
    assert second["MRR"] == {"full": 0.5, "expected": 0.5}
    assert "cut_off_of_all" not in told and "corrected" not in told
    assert told["one_ranking"]["full"] == told["one_ranking"]["by_protocol"]


def test_ranks_are_told_down_to_500() -> None:
    told = build_protocol_data(FULL, 1000, 10, None)
    ranks = [one["rank"] for one in told["ranks"]]
    assert ranks == [1, 2, 5, 10, 20, 50, 100, 200, 500]


def test_a_machine_is_told_names_as_they_are_written(capsys: Printed) -> None:
    explain_protocol("full", 20, 10, None, as_json=True)
    printed = capsys.readouterr().out
    assert "\\u" not in printed and not printed.isascii()


def test_a_cut_off_of_a_sample_is_one_of_all_items() -> None:
    """Beyond the sample there is none by the distribution of ranks."""
    found = map_cut_off_to_all_items(SAMPLED, 1000, 10)
    assert len(found) > 1 and next(iter(found)) == "linear"
    assert len(map_cut_off_to_all_items(SAMPLED, 1000, 100)) == len(found)
    assert [*map_cut_off_to_all_items(SAMPLED, 1000, 101)] == ["linear"]
    told = {"k": 5, "cut_off_of_all": {"linear": 9.96, "Beta@1": 4.04, "Beta@2": 3.0}}
    assert [*cut_offs_told(told)] == [
        "HR@5 of the sample is about HR@10.0 of all items.",
        "By the distribution of ranks (Li et al. 2020): 4.0 by Beta@1, 3.0 by Beta@2.",
    ]
    assert len([*cut_offs_told({"k": 5, "cut_off_of_all": {"linear": 9.96}})]) == 1


def test_the_ranking_on_record_is_told_by_both() -> None:
    """And with every score negative, where rated items get a score of their own."""
    found = {
        **{"model": "M", "data": "D", "users": 1200, "k": 5},
        "full": {"HR": 0.5},
        "by_protocol": {"HR": 0.25},
        "negative": {"HR": 0.125},
    }
    head = "one ranking, M on D, 1,200 users:"
    full, sampled = "  full ranking  HR@5 0.500", "  this protocol HR@5 0.250"
    assert [*describe_recorded_ranking(FULL, found)] == [head, full]
    assert [*describe_recorded_ranking(SAMPLED, found)] == [head, full, sampled]
    masked = find_protocol("masked-0")
    assert [*describe_recorded_ranking(masked, found)] == [
        head,
        full,
        sampled,
        "  the same order, every score negative: HR@5 0.125",
    ]
