"""The page of off-policy evaluation: how its numbers are written."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from homonym.reports.pages.off_policy import read_off_policy_results


def test_no_p_value_is_told_to_be_zero(site: Path) -> None:
    """What rounds to nothing is below 0.001; the others have three decimals."""
    page = unescape((site / "off_policy.html").read_text(encoding="utf-8"))
    told = re.findall(r'title="(p . [\d.]+)"', page)
    rows = read_off_policy_results()["correlations"]
    found = [one["p"] for row in rows for one in row["estimates"].values()]
    assert "p < 0.001" in told and "p = 0.000" not in told
    for shown, value in zip(told, found, strict=True):
        assert shown == ("p < 0.001" if value < 0.001 else f"p = {value:.3f}")


def test_the_biased_estimates_are_named(site: Path) -> None:
    """With raw rewards, m = 1, they are clipped as far as can be."""
    page = unescape((site / "off_policy.html").read_text(encoding="utf-8"))
    assert "below that of each biased DCG (DCG log, C; DCG log, Q; DCG pbm, C)" in page
    assert "biased DCG that is not clipped" not in page
