"""What was found out, in the shape of a record: start at `entry`, a metric's part."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from homonym.adapters.contract import Failed, Measurement, Metric
from homonym.measurement.refute import Attempt
from homonym.records.values import recorded, rounded
from homonym.reference.variants import Variant
from homonym.verdicts.formula import Nearest, Verdict


def entry(
    metric: Metric,
    verdict: Verdict,
    attempt: Attempt | None,
    measured: dict[Any, Measurement],
    before: Sequence[str] = (),
) -> dict[str, Any]:
    """A metric's part of the record, but for its conventions. before: the
    counterexamples that an earlier record stored, which were asked about again."""
    if why := verdict.unavailable:
        told = {"claims": metric.claims, "unavailable": why}
        return told | ({"raised_at": at} if (at := place(why, measured)) else {})
    found: dict[str, Any] = {
        "claims": metric.claims,
        "entry": metric.entry,
        "variants": list(verdict.variants),
        "status": verdict.status,
        "precision": metric.precision,
        "core": {"ran": verdict.ran, "of": verdict.of},
    }
    found["core"] |= {"refused": verdict.refused} if verdict.refused else {}
    found["core"] |= {"failed": verdict.failed} if verdict.failed else {}
    if verdict.when:
        found["when"] = verdict.when
    if verdict.searched:
        found["searched"] = verdict.searched
    if attempt:
        found["refuted"] = {"tried": attempt.tried, "failed": attempt.failed}
        found["refuted"] |= {"raised": attempt.raised} if attempt.raised else {}
    stored = [case.id for case in attempt.stored] if attempt else []
    if cases := list(dict.fromkeys([*before, *stored])):
        found["cases"] = cases
    if verdict.runner_up:
        found["runner_up"] = near(verdict.runner_up)
    if verdict.nearest:
        found["nearest"] = {
            **near(verdict.nearest),
            "differs_on": list(verdict.nearest.differs_on),
        }
        found["values"] = {c.id: recorded(m) for c, m in measured.items()}
    return found


def place(error: str, measured: dict[Any, Measurement]) -> str:
    """The library's file and line where the error was first raised; nothing where it
    was not raised there."""
    raised = (m for m in measured.values() if isinstance(m, Failed))
    return next((m.where for m in raised if m.error == error), "")


def near(nearest: Nearest) -> dict[str, Any]:
    """A variant that does not explain the metric, and how near it comes."""
    return {
        "variant": nearest.variant,
        "agrees_on": nearest.agrees_on,
        "of": nearest.of,
        "distance": rounded(nearest.distance),
        "witness": nearest.witness,
    }


def documented(metric: Metric, where: str) -> dict[str, Any]:
    """What the library's documentation promises, if its words were found."""
    if not metric.documented or not where:
        return {}
    promised = metric.documented
    canonical = str(Variant.with_defaults(promised.variant).canonical())
    return {
        "documented": {"variant": canonical, "quote": promised.quote, "where": where}
    }


def inventory(about: dict[str, Any], out_of_scope: dict[str, str]) -> dict[str, Any]:
    """Every public name of this version: wrapped, out of scope, or unlisted."""
    aside = {
        name: out_of_scope[name] for name in about["names"] if name in out_of_scope
    }
    unlisted = about["unlisted"]
    wrapped = [name for name in about["names"] if name not in {*aside, *unlisted}]
    return {"wrapped": wrapped, "unlisted": unlisted, "out_of_scope": aside}


def provenance(about: dict[str, Any]) -> dict[str, Any]:
    """Where and when the record was measured."""
    found: dict[str, Any] = {
        "measured": datetime.date.today(),
        "from": f"commit {about['commit']}" if about["commit"] else "registry",
        "python": about["python"],
        "packages": about["packages"],
    }
    return found
