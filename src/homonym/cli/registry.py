"""What a package registry says: the newest release of a library. Start at
`fetch_newest_release`."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

from homonym.errors import UserError

REGISTRY = "https://pypi.org/pypi"
"""The registry's JSON API: `REGISTRY/NAME/json`."""
SECONDS = 20.0
NOT_FOUND = 404


def fetch_newest_release(library: str, registry: str = REGISTRY) -> str | None:
    """The newest release that the registry names; None where it knows no such library.

    Raises UserError when it does not answer, or not in its own form.
    """
    address = f"{registry.rstrip('/')}/{library}/json"
    if not address.startswith(("https://", "http://")):
        raise UserError(f"{registry} is no address of a registry: write https://…")
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310
            return str(json.load(answer)["info"]["version"])
    except urllib.error.HTTPError as error:
        if error.code == NOT_FOUND:
            return None
        raise UserError(f"{address} answers {error.code} {error.reason}") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        why = getattr(error, "reason", None) or error
        raise UserError(f"no answer from {address}: {why}") from None
