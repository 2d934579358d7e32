"""One test a metric of the library that the plugin was pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from homonym.conformance_tests.plugin import measured

if TYPE_CHECKING:
    from homonym.check import Result


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a metric."""
    if "metric" not in metafunc.fixturenames:
        return
    name = metafunc.config.getoption("--homonym-library")
    if not name:
        metafunc.parametrize("metric", [])
        return
    from homonym.library import find_adapter

    metafunc.parametrize("metric", list(find_adapter(name).metrics))


@pytest.fixture
def result(request: pytest.FixtureRequest) -> Result:
    """What the session's check found."""
    name = request.config.getoption("--homonym-library")
    if not name:
        pytest.skip("no library: say --homonym-library NAME")
    from homonym.library import find_adapter

    if missing := find_adapter(name).missing():
        pytest.skip(f"{name} was not run: {missing}")
    return measured(request.config)
