"""Which recorded library and metric a dotted name is."""

from __future__ import annotations

import ast

import pytest

from homonym.adapters import adapters
from homonym.scanning.import_lines import Use
from homonym.scanning.library_names import (
    find_used_metrics,
    index_importable_libraries,
    is_in_adapter_files,
)

NODE = ast.Name("f")


def found(dotted: str, text: str = "") -> list[tuple[str, str]]:
    """The libraries and metrics of a use."""
    uses = find_used_metrics(Use(NODE, dotted, text))
    return [(adapter.library, name) for adapter, name in uses]


@pytest.mark.parametrize(
    ("dotted", "text", "metrics"),
    [
        ("rs_metrics.mapr", "", [("rs-metrics", "mapr")]),
        ("rs_metrics.metrics.mapr", "", [("rs-metrics", "mapr")]),
        ("rs_metrics.nothing", "", []),
        ("rs_metrics", "", []),
        ("nobody.mapr", "", []),
        ("ranx.evaluate", "ndcg@10", [("ranx", "ndcg")]),
        ("ranx.evaluate", "ndcg_burges@10", [("ranx", "ndcg_burges")]),
        ("ranx.evaluate", "ndcg_5", [("ranx", "ndcg")]),
        ("ranx.evaluate", "ndcg5", []),
        # of two libraries of one package the one whose file is named; else both
        (
            "recommenders.evaluation.spark_evaluation.diversity",
            "",
            [("recommenders-spark", "diversity")],
        ),
        (
            "recommenders.evaluation.python_evaluation.diversity",
            "",
            [("recommenders", "diversity")],
        ),
        (
            "recommenders.diversity",
            "",
            [("recommenders", "diversity"), ("recommenders-spark", "diversity")],
        ),
        # on no registry
        ("evaluator.backend.python.metric.recall", "", []),
    ],
)
def test_a_dotted_name_is_a_metric_of_these(
    dotted: str, text: str, metrics: list[tuple[str, str]]
) -> None:
    """By the name's last part, or by a text among the arguments without its cut-off."""
    assert found(dotted, text) == metrics


def test_libraries_are_known_by_the_first_part_of_what_is_imported() -> None:
    """Those that are on a registry."""
    known = index_importable_libraries()
    assert [one.library for one in known["llama_index"]] == ["llama-index-core"]
    assert not any(one.checkout for its in known.values() for one in its)


@pytest.mark.parametrize(
    ("parts", "within"),
    [
        (["metrics", "mapr"], True),
        (["metrics"], True),
        (["mapr"], False),
        (["other", "metrics"], False),
        ([], False),
    ],
)
def test_modules_are_files_of_the_adapter(parts: list[str], within: bool) -> None:
    """One of them, or the beginning of one."""
    assert is_in_adapter_files(adapters()["rs-metrics"], parts) is within


def test_a_file_may_stand_in_several_folders() -> None:
    """All parts but the library's own are its folders."""
    adapter = adapters()["beta-rec"]
    assert is_in_adapter_files(adapter, ["utils", "evaluation"])
    assert not is_in_adapter_files(adapter, ["evaluation"])
    assert not is_in_adapter_files(adapter, ["utils"])
