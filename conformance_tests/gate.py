"""A record as a test file: what a maintainer's `pytest` collects.

`homonym.toml` becomes one test a metric and one a convention, each named for what the
record says, so that ids change only with the record:

    homonym.toml::ndcg_at_k::definition
    homonym.toml::ndcg_at_k::short_list
    homonym.toml::ndcg_at_k::invariances
    homonym.toml::everything_else
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from homonym.conformance_tests.run_end import end_with_one_sentence
from homonym.conformance_tests.run_options import (
    choose_call_seconds,
    format_check_command,
    resolve_asked_record,
)
from homonym.conformance_tests.shared_measurement import measure_once_per_run

if TYPE_CHECKING:
    from homonym.gate.check import Result
    from homonym.gate.drift import MetricChange
    from homonym.gate.evidence import EvidenceRow
    from homonym.records.schema_entry import MetricEntry

HELD = pytest.StashKey["Result | Exception"]()
CHANGES = pytest.StashKey["dict[str, MetricChange]"]()


class Drifted(AssertionError):
    """The library does not do what its record says; the message has the evidence."""


class RecordFile(pytest.File):
    """The record: its metrics, then what is no metric's own."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        from homonym.errors import UserError
        from homonym.records import store

        try:
            metrics = store.read_expected_record(self.path).metrics
        except UserError as error:
            raise self.CollectError(str(error)) from None
        for name, entry in metrics.items():
            yield RecordedMetricTests.from_parent(self, name=name, entry=entry)
        yield EverythingElse.from_parent(self, name="everything_else")


class RecordedMetricTests(pytest.Collector):
    """One recorded metric: its definition, and its conventions."""

    def __init__(self, entry: MetricEntry, **given: Any) -> None:
        super().__init__(**given)
        self.entry = entry

    def collect(self) -> Iterator[pytest.Item]:
        yield Definition.from_parent(self, name="definition")
        for probe in self.entry.conventions:
            yield Convention.from_parent(self, name=probe)
        if self.entry.invariances:
            yield Invariances.from_parent(self, name="invariances")


class HeldPart(pytest.Item):
    """A part of the record that the library is held to."""

    def runtest(self) -> None:
        result = measure_session_result(self.config)
        if why := self.not_held(result):
            pytest.skip(why)
        found = list(self.drift(result))
        if found:
            raise Drifted("\n".join([*found, "", self.remedy()]))

    def not_held(self, result: Result) -> str:
        """Why there is nothing to hold it to here; nothing where there is."""
        return result.absent.get(self.parent.name, "") if self.parent else ""

    def drift(self, result: Result) -> Iterable[str]:
        """The lines that say how it differs; none where it does not."""
        raise NotImplementedError

    def change(self, result: Result) -> MetricChange | None:
        """How this test's metric differs."""
        assert self.parent
        return find_session_changes(self.config, result).get(self.parent.name)

    def remedy(self) -> str:
        return f"  meant it?  {format_check_command(self.config)} --accept"

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None
    ) -> str:
        """The evidence alone: where the test stands tells nothing."""
        if isinstance(excinfo.value, Drifted):
            return str(excinfo.value)
        return f"{excinfo.typename}: {excinfo.value}"

    def reportinfo(self) -> tuple[Any, int | None, str]:
        return self.path, None, self.nodeid.partition("::")[2]


class Definition(HeldPart):
    """The metric computes the recorded variants, to the recorded precision. One that
    fails on every case, as recorded, computes nothing that could hold."""

    def not_held(self, result: Result) -> str:
        assert self.parent
        entry = result.record.metrics.get(self.parent.name)
        if entry and entry.no_verdict and not self.change(result):
            return f"no verdict: {entry.no_verdict.reason}"
        return super().not_held(result)

    def drift(self, result: Result) -> Iterable[str]:
        change = self.change(result)
        if change and (change.redefined or change.own):
            yield from change.lines(name_held_version(result))


class Following(HeldPart):
    """What another definition, or none, changes too: then the definition's test alone
    fails, and tells of it."""

    def not_held(self, result: Result) -> str:
        change = self.change(result)
        if change and change.redefined and change.status != "new":
            definition = self.nodeid.rpartition("::")[0] + "::definition"
            return f"{change.headline}: see {definition}"
        return super().not_held(result)


class Convention(Following):
    """The metric does in one edge case what is recorded."""

    def drift(self, result: Result) -> Iterable[str]:
        change = self.change(result)
        for row in change.edges if change else ():
            if change and row[0] == self.name:
                yield from describe_edge_change(result, change, row)


class Invariances(Following):
    """The metric gives what it gave when its input or the call is varied."""

    def drift(self, result: Result) -> Iterable[str]:
        change = self.change(result)
        for one in change.rest if change else ():
            if change and one.head == "invariances":
                yield f"{name_held_version(result)}: {change.metric}: {one.within}"


class EverythingElse(HeldPart):
    """Something ran, no metric and no convention is new, and every name is known."""

    def drift(self, result: Result) -> Iterable[str]:
        from homonym.gate.consequences import NOT_SHOWN
        from homonym.gate.drift import list_other_changes

        if not result.cases_run:
            yield "nothing ran: no metric returned a value on any case"
        for change in find_session_changes(self.config, result).values():
            if change.status == "new":
                yield from change.lines(name_held_version(result))
            for row in change.edges:
                if row[1] == NOT_SHOWN and not change.redefined:
                    yield from describe_edge_change(result, change, row)
        yield from list_other_changes(result)


def describe_edge_change(
    result: Result, change: MetricChange, row: EvidenceRow
) -> Iterator[str]:
    """One convention that differs."""
    from homonym.gate.drift import yield_edge_lines

    yield f"{name_held_version(result)}: {change.metric} differs in an edge case"
    yield from yield_edge_lines(row)


def measure_session_result(config: pytest.Config) -> Result:
    """What the session's check found, made when first asked for; where nothing can be
    measured the run ends, with one sentence."""
    if HELD not in config.stash:
        try:
            config.stash[HELD] = measure_once_per_run(
                config, lambda: hold_adapter(config)
            )
        except Exception as error:
            config.stash[HELD] = error
    found = config.stash[HELD]
    if isinstance(found, Exception):
        with end_with_one_sentence(config):
            raise found
    return found


def find_session_changes(
    config: pytest.Config, result: Result
) -> dict[str, MetricChange]:
    """How each metric differs that does, found once."""
    from homonym.gate.drift import list_metric_changes

    if CHANGES not in config.stash:
        config.stash[CHANGES] = {c.metric: c for c in list_metric_changes(result)}
    return config.stash[CHANGES]


def hold_adapter(config: pytest.Config) -> Result:
    """Hold the adapter's library to the record."""
    from homonym.gate.check import measure_against_record
    from homonym.measurement.library_process import find_checkout_path

    adapter = config.getoption("--homonym-adapter")
    checkout = find_checkout_path(adapter, config.getoption("--homonym-checkout"))
    seconds = choose_call_seconds(config)
    return measure_against_record(
        adapter, checkout, file=resolve_asked_record(config), seconds=seconds
    )


def name_held_version(result: Result) -> str:
    """The library and its version, as lines begin."""
    return f"{result.record.library} {result.record.version}"
