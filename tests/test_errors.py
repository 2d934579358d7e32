"""What is told of an error."""

import errno

import pytest

from homonym.errors import (
    Broken,
    UserError,
    format_error_line,
    make_file_error,
    render_option,
    shorten_error,
)


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


def test_an_option_is_named_as_it_is_given() -> None:
    """As a function's argument, or as the command that prints it has it."""
    order = render_option("order", "rank", "order='rank'")
    error = UserError(
        f"{render_option('drawn_cases', 'x')} is no number", f"leave out {order}"
    )
    assert str(error) == "drawn_cases=x is no number\n  leave out order='rank'"
    assert error.in_command == "--drawn-cases x is no number\n  leave out --order rank"
    alone = UserError(f"{render_option('strict')} allows none")
    assert str(alone) == "strict allows none"
    assert alone.in_command == "--strict allows none"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (OSError(errno.EACCES, "no", "a.csv"), UserError),
        (OSError(errno.ENOSPC, "full", "a.csv"), Broken),
        (OSError(errno.EIO, "no"), Broken),
    ],
)
def test_a_file_that_cannot_be_written_is_the_persons_or_the_machines(
    error: OSError, kind: type[Exception]
) -> None:
    """The person named it; but a disk that is full, and what has no name, is not."""
    found = make_file_error(error, "it cannot be written", "name another")
    assert type(found) is kind
    assert str(found) == "it cannot be written\n  name another"


def test_an_error_ends_a_command_with_its_code() -> None:
    assert (UserError.exit_code, Broken.exit_code) == (2, 3)


def test_what_an_error_says_is_one_line() -> None:
    assert format_error_line(ValueError(" one\ntwo")) == "one"
    assert format_error_line(ValueError()) == "ValueError"
