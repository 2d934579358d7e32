"""What is told of an error."""

from homonym.errors import shorten_error


def test_an_error_is_told_without_what_changes_from_run_to_run() -> None:
    """The time at which XGBoost says it, and where an object lies in memory."""
    said = "[17:59:03] /src/metric.cc:49: <object at 0x7f3a> is unknown\nStack trace:"
    assert shorten_error(ValueError(said)) == (
        "ValueError: /src/metric.cc:49: <object at 0x…> is unknown"
    )
    assert shorten_error(KeyError()) == "KeyError"
    cut = shorten_error(ValueError("[17:59:03] " + "a" * 500))
    assert len(cut) == len("ValueError: ") + 160


def test_the_folder_for_temporary_files_has_no_name_of_its_own() -> None:
    said = "cannot write '/var/tmp/homonym-ab_c12xz/model/1': full"
    assert (
        shorten_error(OSError(said)) == "OSError: cannot write 'TMPDIR/model/1': full"
    )
    assert (
        shorten_error(OSError("/srv/homonym-example"))
        == "OSError: /srv/homonym-example"
    )
