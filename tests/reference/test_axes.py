"""The words of a definition: ids, aliases, parameters, voids and canonical forms."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from homonym.equivalence.partition import make_value_key
from homonym.reference.axes import Axis
from homonym.reference.names import UnknownName
from homonym.reference.rankings.case import Case
from homonym.reference.variants import (
    Family,
    Variant,
    aliases,
    every_family,
    families,
)

DIVISORS = ", ".join(sorted(families(Case)["recall"].axes["divisor"].choices))
"""What recall may be divided by, as a message lists it."""
EVERY_FAMILY = [pytest.param(f, id=f.name) for f in families(Case).values()]


@pytest.mark.parametrize("family", EVERY_FAMILY)
def test_every_id_reads_back_as_its_variant(family: Family) -> None:
    """Ids are what records hold: none may be lost or shared."""
    ids = {str(variant): variant for variant in family.variants}
    assert len(ids) == len(family.variants)
    assert all(Variant.parse(text) == variant for text, variant in ids.items())


@pytest.mark.parametrize("family", EVERY_FAMILY)
def test_of_the_defaults_only_that_of_the_first_axis_is_printed(family: Family) -> None:
    """A new axis renames nothing."""
    first = next(iter(family.axes))
    assert str(family.default) == f"{family.name}({first}={family.axes[first].default})"


@pytest.mark.parametrize("family", EVERY_FAMILY)
def test_what_is_said_of_a_family_names_no_file(family: Family) -> None:
    """Where to start reading is for people who open it."""
    assert "Start at" not in family.about and ".py" not in family.about


@pytest.mark.parametrize("family", EVERY_FAMILY)
def test_every_choice_has_a_formula_and_a_sentence(family: Family) -> None:
    """What pages and `homonym explain` show of a choice, and of its axis."""
    for axis in family.axes.values():
        assert axis.asks
        for choice in axis.choices.values():
            assert choice.formula, choice.name
            assert choice.doc.endswith("."), choice.name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("precision", "precision(divisor=k)"),
        ("P", "precision(divisor=k)"),
        ("HR", "hit_rate(counts=any)"),
        ("Success", "hit_rate(counts=any)"),
        ("MRR", "reciprocal_rank(counts=first)"),
        ("ARHR", "reciprocal_rank(counts=sum)"),
        ("MAP", "average_precision(divisor=min_k_r)"),
        ("BNDCG", "ndcg(gain=binary)"),
        ("WNDCG", "ndcg(gain=exponential)"),
        ("NDCG-raw", "ndcg(gain=grade)"),
        ("NGCF-NDCG", "ndcg(gain=binary, ideal=list_k)"),
        ("DCG", "ndcg(gain=binary, ideal=none)"),
        ("CG", "ndcg(gain=grade, discount=flat, ideal=none)"),
        ("graded DCG", "ndcg(gain=grade, ideal=none)"),
        ("industrial DCG", "ndcg(gain=exponential, ideal=none)"),
        ("industrial-DCG", "ndcg(gain=exponential, ideal=none)"),
        (
            "LAUC",
            "auc(positives=all, negatives=catalogue_plus_one, divisor=min_k_r, "
            "depth=k)",
        ),
        ("αβ-nDCG", "alpha_beta_ndcg(gain=noisy_or)"),
        ("α-nDCG", "alpha_ndcg(gain=sum)"),
        ("pnDCG", "ndcg(gain=grade, users=pooled)"),
        ("SAUC", "auc(positives=all, users=stacked)"),
        ("GAUC", "auc(positives=all)"),
        ("trec_map", "average_precision(divisor=r, depth=all)"),
        ("F1", "f_score(combines=per_user)"),
        ("MAR", "mean_average_recall(divisor=min_k_r)"),
        ("11pt", "average_precision_interpolated(points=11)"),
        ("Rprec", "r_precision(cut=r)"),
    ],
)
def test_an_alias_leads_to_its_variant(text: str, expected: str) -> None:
    """In any case of letters."""
    assert str(Variant.with_defaults(text)) == expected
    assert str(Variant.with_defaults(text.lower())) == expected


def test_every_alias_is_a_variant_of_its_family() -> None:
    """No alias names a choice that does not exist or a void combination."""
    for variant in aliases().values():
        assert variant in every_family()[variant.family].variants


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DCG(gain=grade)", "ndcg(gain=grade, ideal=none)"),
        ("ndcg ( gain = grade ,users=pooled )", "ndcg(gain=grade, users=pooled)"),
        ("ndcg(users=pooled, gain=grade)", "ndcg(gain=grade, users=pooled)"),
        ("ndcg(gain=binary, ideal=truth_k, users=mean)", "ndcg(gain=binary)"),
        ("ndcg()", "ndcg(gain=binary)"),
        ("f_score(beta=2)", "f_score(combines=per_user, beta=2)"),
        ("F1(beta=1)", "f_score(combines=per_user)"),
        ("F1(beta=0.123456789)", "f_score(combines=per_user, beta=0.123456789)"),
        ("F1(beta=1e-07)", "f_score(combines=per_user, beta=1e-07)"),
    ],
)
def test_a_text_is_read_in_any_order_and_written_in_one(
    text: str, expected: str
) -> None:
    """Aliases take further choices; defaults are not printed; a number is not cut."""
    variant = Variant.with_defaults(text)
    assert str(variant) == expected
    assert Variant.parse(expected) == variant


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ndgc", ["'ndgc'", "did you mean ndcg?", "precision", "recall"]),
        ("ndcg(gian=grade)", ["'gian'", "did you mean gain?", "discount", "of ndcg"]),
        ("ndcg(gain=grades)", ["'grades'", "did you mean grade?", "exponential"]),
        ("auc(gain=grade)", ["'gain'", "positives", "one_class", "of auc"]),
        ("recall(divisor=zz)", ["'zz'", f"known are {DIVISORS}"]),
        ("ndcg(grade)", ["'grade'", "axis=value", "ndcg(gain=grade)"]),
        ("ndcg(gain=grade) @2", ["does not end in a closing bracket"]),
        ("ndcg(", ["'ndcg(' does not end in a closing bracket: write ndcg("]),
        ("ndcg)", ["unknown metric: 'ndcg)'"]),
        ("ndcg(gain=grade))", ["'gain=grade)' in", "is no choice"]),
        ("ndcg(gain=grade,)", ["'' in 'ndcg(gain=grade,)' is no choice"]),
        ("ndcg(,)", ["'' in 'ndcg(,)' is no choice: write axis=value"]),
        ("f_score(beta=nan)", ["beta=nan of F score must be a finite number"]),
        ("f_score(beta=-inf)", ["beta=-inf of F score must be a finite number"]),
        (f"f_score(beta={'9' * 400})", ["beta=inf of F score must be a finite"]),
        (f"f_score(beta={'x' * 400})", [f"beta={'x' * 60}… must be a number"]),
        ("x" * 400, [f"unknown metric: '{'x' * 59}…; known are"]),
        ("f_score(beta=two)", ["beta=two", "must be a number", "beta=1"]),
        ("precision(beta=2)", ["'beta'", "divisor, rank, users"]),
        ("f_score(alpha=2)", ["'alpha'", "known are beta, combines, depth, users"]),
        ("", ["unknown metric", "known are alpha_beta_ndcg", "auc"]),
    ],
)
def test_an_unknown_name_says_what_would_be_accepted(
    text: str, says: list[str]
) -> None:
    """One sentence: what was not understood, the nearest, and all that is known."""
    with pytest.raises(UnknownName) as error:
        Variant.parse(text)
    assert all(words in str(error.value) for words in says), str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rbu(r_max=0)", "must be 1 or more"),
        ("nrbp(beta=1.5)", "must be from 0 to 1"),
        ("rbp(p=1.5)", "must be from 0 to 1"),
        ("rbp(p=-0.5)", "must be from 0 to 1"),
        ("err(g_max=0.5)", "must be 1 or more"),
    ],
)
def test_a_number_outside_its_limits_says_what_they_are(text: str, says: str) -> None:
    """One of them may be infinite."""
    with pytest.raises(UnknownName, match=says):
        Variant.parse(text)


@pytest.mark.parametrize("text", ["off_policy_dcg(m=1)", "off_policy_dcg(p=1)"])
def test_a_limit_itself_is_within(text: str) -> None:
    """The lowest of what has no highest, and the highest."""
    assert str(Variant.with_defaults(text)).endswith(text[-4:])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("CG(ideal=list_k)", "a re-sorted list gains what the list does"),
        ("ndcg(discount=flat, ideal=list_all, depth=all)", "a re-sorted list"),
        ("ndcg(ideal=none, reported=complement)", "measured against an ideal"),
        ("ndcg(reported=complement, users=mean_nonzero)", "a loss of 0 is the best"),
    ],
)
def test_a_void_combination_is_rejected_with_its_reason(text: str, reason: str) -> None:
    """It is no variant, and the reason says why it would mean nothing."""
    with pytest.raises(UnknownName, match=reason):
        Variant.parse(text)


@pytest.mark.parametrize("family", EVERY_FAMILY)
def test_the_canonical_variant_is_one_and_stands_for_itself(family: Family) -> None:
    """Rules end, never lead to a void point, and give a reason for every step."""
    points = set(family.variants)
    for variant in family.variants:
        canonical = variant.canonical()
        assert canonical in points
        assert canonical.canonical() == canonical
        assert (canonical == variant) == (family.reasons(variant) == [])


@pytest.mark.parametrize("family", EVERY_FAMILY)
def test_all_values_at_once_are_the_values_one_by_one(family: Family) -> None:
    """Sharing the users' parts between variants changes no number."""
    case = Case.parse(". 1 . 2.5 | 1 ; 1 . . ; . . 2 2 . @2")
    found = family.values(case)
    assert list(found) == list(family.variants)
    assert all(
        make_value_key(variant.value(case)) == make_value_key(value)
        for variant, value in found.items()
    )


def test_reasons_say_why_two_variants_are_equal() -> None:
    """The base of the logarithm cancels, and the reason says so."""
    variant = Variant.with_defaults("ndcg(discount=ln_next)")
    assert variant.canonical() == Variant.with_defaults("ndcg")
    (reason,) = variant.home.reasons(variant)
    assert "base of the logarithm cancels" in reason


def test_a_condition_adds_its_rules_and_no_others() -> None:
    """r at most k: the divisor min(k, r) is r; lists of one length change nothing."""
    variant = Variant.parse("average_precision(divisor=min_k_r)")
    assert variant.canonical() == variant
    by_r = Variant.parse("average_precision(divisor=r)")
    assert variant.canonical(("r_at_most_k",)) == by_r
    assert variant.canonical(("equal_lengths",)) == variant
    assert variant.home.reasons(variant, ("r_at_most_k",)) != []
    assert variant.home.reasons(variant) == []


def test_parameters_stay_with_the_canonical_variant() -> None:
    """beta = 2 is not lost where a rule renames a choice."""
    variant = Variant.parse("f_score(combines=of_means, users=pooled, beta=2)")
    assert (
        str(variant.canonical()) == "f_score(combines=per_user, users=pooled, beta=2)"
    )


def test_values_of_a_parameter_that_are_tried_stand_in_the_product() -> None:
    """F2 of P = 1 and R = 1/2 is 5/9; a beta that nobody tries is read alone."""
    home, case = families(Case)["f_score"], Case.parse("1 1 . @1")
    two = Variant.parse("f_score(combines=per_user, beta=2)")
    assert two in home.variants
    assert home.values(case)[two] == two.value(case) == pytest.approx(5 / 9)
    assert Variant.parse("f_score(combines=per_user, beta=3)") not in home.variants


def test_variants_are_equal_by_value_and_hash_alike() -> None:
    """They are keys of tables."""
    one, other = Variant.with_defaults("ndcg"), Variant.with_defaults("BNDCG")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Variant.parse("WNDCG")
    assert Variant.with_defaults("f_score(beta=2)") != Variant.with_defaults("f_score")
    with pytest.raises(FrozenInstanceError):
        one.family = "recall"  # type: ignore[misc]


@pytest.mark.parametrize(
    "line", [". . ; 1 . @1", ". . @1", "1 1 @1", "1 . @0", ". 1 ; | 1 @2"]
)
@pytest.mark.parametrize("family", EVERY_FAMILY)
def test_a_case_that_is_not_well_formed_is_no_error(family: Family, line: str) -> None:
    """Nothing relevant, nothing else, k = 0, an empty list: a value or undefined."""
    assert len(family.values(Case.parse(line))) == len(family.variants)


def test_a_family_is_told_by_its_file() -> None:
    """The docstring of the module, formula and source included."""
    doc = families(Case)["r_precision"].doc
    assert doc.startswith("R-precision")
    assert "Manning" in doc


def test_a_choice_of_a_name_that_is_taken_is_refused() -> None:
    """It would replace the other, and change what records mean; a copy of the axis may
    not have it either."""
    axis = Axis("what is counted")

    @axis("H")
    def hits(user: object) -> int:
        return 0

    def others(user: object) -> int:
        return 1

    for one in (axis, axis.plus()):
        with pytest.raises(ValueError, match="'what is counted' has a choice") as told:
            one("R", name="hits")(others)
        said = str(told.value)
        assert "'hits'" in said and "<locals>.hits in line" in said
        assert "<locals>.others in line" in said and "another name" in said
    assert axis.choices["hits"].function is hits
