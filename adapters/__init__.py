"""One file per library, or a folder of several that share its `adapter`.

Start at `contract.py`, and at `rs_metrics.py` for a short one; what several libraries
share is in `_shared/`. A package of somebody else's registers its own by an entry point
of the group `homonym.adapters`, named as the library is.
"""

import importlib
import pkgutil
import re
from difflib import get_close_matches
from functools import lru_cache
from importlib import metadata

from homonym.adapters.contract import Adapter, NoAdapter
from homonym.errors import Broken, UserError, in_brief, shorten_error

GROUP = "homonym.adapters"
NEAR = 0.75
"""So alike are the name of a library that is meant and what was written."""

BEGUN = 4
"""So many letters begin a library's name."""


@lru_cache(maxsize=1)
def adapters() -> dict[str, Adapter]:
    """Every library's adapter by the library's name, in the order of the names.

    A file registers by being here: no third-party library is imported.
    """
    found = {}
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        loaded = importlib.import_module(module.name)
        if hasattr(loaded, "adapter"):
            found[loaded.adapter.library] = loaded.adapter
    return dict(sorted(found.items()))


def known() -> list[str]:
    """The names of all libraries with an adapter, here or by an entry point."""
    return sorted({*adapters(), *metadata.entry_points(group=GROUP).names})


@lru_cache(maxsize=1)
def spellings() -> dict[str, str]:
    """Every library's name by how people write it: the name, or the title of pages,
    of which a title of several libraries names none."""
    titles = [letters(one.title) for one in adapters().values()]
    found = {
        title: name
        for title, name in zip(titles, adapters(), strict=True)
        if titles.count(title) == 1
    }
    return found | {letters(name): name for name in adapters()}


def letters(name: str) -> str:
    """A name as it is looked up: in lower case, and with hyphens for `_` and spaces.

    >>> letters("MS Recommenders"), letters("rs_metrics")
    ('ms-recommenders', 'rs-metrics')
    """
    return re.sub(r"[\s_-]+", "-", name.lower())


def spelled(name: str) -> str:
    """The library's name for one that is written otherwise, or as pages have it; what
    was written where it names none.

    >>> spelled("rs_metrics"), spelled("RePlay"), spelled("unheard_of")
    ('rs-metrics', 'replay-rec', 'unheard_of')
    """
    return spellings().get(letters(name), name)


def unknown_library(name: str) -> str:
    """The sentence for a name of no library: the nearest there is, and where all
    are."""
    near = find_near_library(name)
    hint = f"did you mean {near}? " if near else ""
    known = "homonym libraries lists those there are"
    return f"unknown library {in_brief(name)}; {hint}{known}"


def find_near_library(name: str) -> str:
    """The library that is meant by what was written, one whose name begins so before
    one that is spelled alike; nothing where none comes near.

    >>> find_near_library("lightfm"), find_near_library("rbole")
    ('lightfm-next', 'recbole')
    """
    written, every = letters(name), spellings()
    begun = [one for one in every if len(written) >= BEGUN and one.startswith(written)]
    near = get_close_matches(written, begun, n=1, cutoff=0) or get_close_matches(
        written, every, n=1, cutoff=NEAR
    )
    return every[near[0]] if near else ""


def find(name: str) -> Adapter | None:
    """The adapter of a library's name, or one that stands elsewhere: `module:name`.

    Raises NoAdapter when something else stands there, and whatever its module does.
    """
    name = spelled(name)
    if name in adapters():
        return adapters()[name]
    registered = metadata.entry_points(group=GROUP)
    if name in registered.names:
        name = registered[name].value
    module, colon, attribute = name.partition(":")
    if not colon:
        return None
    found = getattr(importlib.import_module(module), attribute, None)
    if not isinstance(found, Adapter):
        raise NoAdapter(f"{module} has no Adapter called {in_brief(attribute)}")
    return found


def find_adapter(name: str) -> Adapter:
    """The library's adapter, or a UserError that says where all stand; Broken when
    its module cannot be imported."""
    try:
        found = find(name)
    except NoAdapter as error:
        raise UserError(str(error)) from None
    except (Exception, SystemExit) as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and f"{name.partition(':')[0]}.".startswith(f"{missing}."):
            raise Broken(f"no adapter at {name}: {error}") from None
        raise Broken(f"the adapter {name} fails: {shorten_error(error)}") from None
    if found is None:
        raise UserError(unknown_library(name))
    return found
