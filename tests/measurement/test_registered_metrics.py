"""What an adapter registers is looked at before its library is asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import forked
import pytest

import homonym
from homonym.adapters import adapters
from homonym.adapters.contract import Adapter, Documented
from homonym.errors import Broken, UserError
from homonym.measurement.record_entry import make_documented_variant
from homonym.measurement.registered_metrics import check_claims, check_offered
from homonym.reference.names import Ambiguous
from homonym.reference.rankings.case import Case
from homonym.verdicts.conventions import list_documented_variants as promised_variants

ADAPTER = """
from homonym.adapters.contract import Adapter

adapter = Adapter("mine", "mine", "Mine", "https://example.org", lambda: ["recall"])

@adapter.metric({name!r}, {claims!r})
def metric(case):
    return 0.0
"""


def of(name: str, claims: str) -> Adapter:
    """An adapter of one metric; its library has a recall."""
    found = Adapter("mine", "json", "Mine", "https://a.example", lambda: ["recall"])
    found.metric(name, claims)(lambda case: 0.0)
    return found


def test_a_misspelt_family_is_a_sentence_with_the_nearest() -> None:
    """Wrong use, wherever the adapter is taken."""
    told = "'recall' of mine claims an unknown family: 'recal'; did you mean recall?"
    with pytest.raises(UserError, match=told.replace("?", r"\?")):
        check_claims(of("recall", "recal"))
    with pytest.raises(UserError, match="did you mean recall"):
        homonym.measure(of("recall", "recal"), Case.parse("1 . @1"))
    check_claims(of("recall", "recall"))
    with pytest.raises(UserError, match="family: 'MAP'; write average_precision"):
        check_claims(of("recall", "MAP"))


@pytest.mark.parametrize("id", ["recal", "recall(divisor=q)"])
def test_a_variant_that_nobody_can_promise_is_a_sentence(id: str) -> None:
    """With the metric and what was written, before the library is asked."""
    found = Adapter("mine", "json", "Mine", "https://a.example", lambda: ["recall"])
    promised = Documented("recall(divisor=r)", "A quotation.", also=(id,))
    found.metric("recall", "recall", promised)(lambda case: 0.0)
    told = f"'recall' of mine is said to be documented as '{re.escape(id)}': unknown"
    with pytest.raises(UserError, match=told):
        check_claims(found)


@pytest.mark.parametrize(
    ("variant", "also"),
    [("MAP", ()), ("recall(divisor=r)", ("recall(users=pooled)",))],
)
def test_a_name_of_several_definitions_is_no_promise(
    variant: str, also: tuple[str, ...]
) -> None:
    """A record would hold one of them that no word of the documentation chose."""
    found = Adapter("mine", "json", "Mine", "https://a.example", lambda: ["recall"])
    promised = Documented(variant, "A quotation.", also=also)
    metric = found.metric("recall", "recall", promised)
    metric(lambda case: 0.0)
    text = re.escape((variant, *also)[-1])
    told = f"'recall' of mine is said .* as '{text}': .* has several definitions: write"
    with pytest.raises(UserError, match=told) as error:
        check_claims(found)
    assert "write" in error.value.remedy and "also=" in error.value.remedy
    with pytest.raises(UserError, match="several definitions"):
        homonym.measure(found, Case.parse("1 . @1"))
    for read in (promised_variants, lambda one: make_documented_variant(one, "a.py:1")):
        with pytest.raises(Ambiguous):
            read(found.metrics["recall"])


@pytest.mark.parametrize("also", [(), ("rmse(missing=dropped)",)])
def test_a_promise_of_another_type_of_case_is_refused(also: tuple[str, ...]) -> None:
    """No case could be put to both."""
    found = of("other", "recall")
    variant = "recall(divisor=r)" if also else "rmse(missing=dropped)"
    promised = Documented(variant, "A quotation.", also=also)
    found.metric("recall", "recall", promised)(lambda case: 0.0)
    told = (
        "'recall' of mine is said to be documented as 'rmse.*', which takes "
        "predicted ratings; recall, which it claims, takes rankings: give"
    )
    with pytest.raises(UserError, match=told):
        check_claims(found)


@pytest.mark.parametrize(
    ("quote", "more", "said"),
    [
        ("", (), r"quotation '' has 0 words: give from 1 to 25 of"),
        (" \n", (), r"quotation ' \\n' has 0 words"),
        ("w " * 26, (), r"quotation 'w w .* has 26 words: give from 1 to 25 of"),
        ("w", ("w " * 26,), "has 26 words"),
    ],
)
def test_a_quotation_has_from_1_to_25_words(
    quote: str, more: tuple[str, ...], said: str
) -> None:
    """It is refused where it is made."""
    with pytest.raises(UserError, match=said) as told:
        Documented("recall(divisor=r)", quote, more=more)
    assert "\n" not in str(told.value)
    assert Documented("recall(divisor=r)", "w " * 25, more=("w",)).quotes


@pytest.mark.parametrize("part", ["library", "module"])
@pytest.mark.parametrize("given", [None, 3, "", " "])
def test_an_adapter_has_a_library_and_a_module(part: str, given: Any) -> None:
    """It is refused where it is made, in a sentence with what was given."""
    names = {"library": "mine", "module": "json", part: given}
    with pytest.raises(UserError, match=f"adapter has {part}={given!r}: give a text"):
        Adapter(**names, title="", homepage="", names=lambda: ["recall"])


def test_what_our_own_adapters_claim_and_quote_is_known() -> None:
    for adapter in adapters().values():
        check_claims(adapter)


def test_a_registered_metric_without_a_public_name_is_an_error() -> None:
    """It would be dropped in silence; one that the record knows is drift instead."""
    found = of("recal_at_k", "recall")
    with pytest.raises(Broken, match=r"'recal_at_k' is registered, .* gives: recall"):
        check_offered(found, ["recall"], [])
    check_offered(found, ["recall"], ["recal_at_k"])
    check_offered(of("recall(beta=1)", "recall"), ["recall"], [])


def test_adapters_of_several_versions_register_metrics_of_all() -> None:
    """Homonym's own, and those that say so."""
    for adapter in adapters().values():
        check_offered(adapter, [], [])
    found = of("old", "recall")
    found.several_versions = True
    check_offered(found, ["recall"], [])


@pytest.mark.parametrize(
    ("name", "claims", "code", "says"),
    [
        ("recall", "recal", 2, "did you mean recall?"),
        ("recal_at_k", "recall", 3, "is registered, and is none of the names"),
    ],
)
def test_the_command_says_it(
    name: str, claims: str, code: int, says: str, tmp_path: Path
) -> None:
    """In a sentence, with the exit code of who is wrong; nothing is written."""
    (tmp_path / "mine.py").write_text('__version__ = "1.0"\n')
    (tmp_path / "asked.py").write_text(ADAPTER.format(name=name, claims=claims))
    words = ["check", "--adapter", "asked:adapter", "--accept"]
    done = forked.run("homonym", *words, cwd=tmp_path)
    assert done.returncode == code
    assert says in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "homonym.toml").exists()
