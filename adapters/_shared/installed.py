"""Which version of a library is installed, told without importing the library."""

from importlib import metadata

from homonym.versions import parse_release_numbers

NEWEST = (10**6,)


def installed(distribution: str) -> tuple[int, ...]:
    """The first two numbers of the installed version; where none is, above them all.

    Where records are only read, an adapter is thus what it is for the newest version.
    """
    try:
        version = metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return NEWEST
    return parse_release_numbers(version)[:2]
