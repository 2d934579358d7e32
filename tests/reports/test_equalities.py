"""What is equal: the pairs that stand beside each reason are equal indeed."""

from __future__ import annotations

import pytest

from homonym.reference.corpus import core
from homonym.reference.variants import Family, Variant, every_family
from homonym.reports.pages.equalities import count_named_choices, list_family_equalities


@pytest.mark.parametrize("family", every_family().values(), ids=lambda one: one.name)
def test_every_reason_has_pairs_of_one_class(family: Family) -> None:
    """Every rule has some; each differs in what the rule says, and in nothing else."""
    found = list_family_equalities(family.name)
    assert [one.rule for one in found] == list(family.rules)
    for one in found:
        for variant, other in one.pairs:
            assert variant != other and variant.parameters == other.parameters
            assert other.names == {**variant.names, **one.rule.names(**variant.names)}
            when = (one.rule.when,) if one.rule.when else ()
            assert family.canonical(variant, when) == family.canonical(other, when)


def test_what_is_always_equal_gives_the_same_numbers() -> None:
    """On every core case, for the pairs that pages show first."""
    for family in every_family().values():
        for one in list_family_equalities(family.name):
            if not one.rule.when:
                for variant, other in one.pairs[:3]:
                    for case in core(family.takes):
                        a, b = variant.value(case), other.value(case)
                        assert a == pytest.approx(b, nan_ok=True), f"{variant}: {case}"


def test_the_pairs_are_the_simplest() -> None:
    """The base of the logarithm: one choice against none."""
    (one,) = (
        one
        for one in list_family_equalities("ndcg")
        if "base of the logarithm" in one.rule.reason
    )
    assert [(str(a), str(b)) for a, b in one.pairs] == [
        ("ndcg(gain=binary, discount=ln_next)", "ndcg(gain=binary)")
    ]
    assert (
        count_named_choices(Variant.parse("ndcg(gain=binary, discount=ln_next)")) == 1
    )
