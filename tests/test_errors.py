"""What is told of an error."""

from homonym.errors import short


def test_an_error_is_told_without_what_changes_from_run_to_run() -> None:
    """The time at which XGBoost says it, and where an object lies in memory."""
    said = "[17:59:03] /src/metric.cc:49: <object at 0x7f3a> is unknown\nStack trace:"
    assert short(ValueError(said)) == (
        "ValueError: /src/metric.cc:49: <object at 0x…> is unknown"
    )
    assert short(KeyError()) == "KeyError"
    cut = short(ValueError("[17:59:03] " + "a" * 500))
    assert len(cut) == len("ValueError: ") + 160
