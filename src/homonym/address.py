"""Where homonym itself is reached: the one place is `[project.urls]` of pyproject.toml.

`Report` is where its pages are published, `Issues` where people write to it. A copy
that has no public place names none, and what would link there says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import metadata

from homonym.errors import UserError, in_brief


def find_project_url(label: str, urls: Iterable[str] | None = None) -> str:
    """The address of that label; nothing where none is named.

    >>> find_project_url("Issues", ["Report, https://a.example", "Issues, https://b.example"])
    'https://b.example'
    """
    if urls is None:
        urls = metadata.metadata("homonym").get_all("Project-URL") or ()
    pairs = (url.partition(", ") for url in urls)
    return next((place for name, _, place in pairs if name == label), "")


def parse_site_url(url: str) -> str:
    """An address that pages can stand at, without a slash at its end."""
    if not url.startswith(("https://", "http://")):
        raise UserError(f"{in_brief(url)} is no address: write https://HOST/FOLDER")
    return url.rstrip("/")
