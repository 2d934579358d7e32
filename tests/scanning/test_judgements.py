"""What a scan means: names of several formulas, who computes the same, what is
expected."""

from __future__ import annotations

from homonym.records.same_metric import RecordedMetric
from homonym.records.schema_entry import MetricEntry, NoVerdict
from homonym.reference.variants import Variant
from homonym.scanning.judgements import (
    find_differing_families,
    find_equal_metrics,
    find_metric_families,
    judge_expectation,
    list_computed_definitions,
)
from homonym.scanning.scan import CALL, FoundMetric

R, CAPPED = "recall(divisor=r)", "recall(divisor=min_k_r)"


def metric(
    variants: tuple[str, ...],
    library: str = "lib",
    name: str = "recall",
    version: str = "1",
    claims: str = "recall",
    **more: object,
) -> RecordedMetric:
    """A metric on record that computes these."""
    status = "identified" if len(variants) == 1 else "ambiguous"
    entry = MetricEntry(claims=claims, status=status, variants=variants, **more)  # type: ignore[arg-type]
    return RecordedMetric(library, version, name, entry)


def found(*ways: RecordedMetric) -> FoundMetric:
    """A metric that is called in these ways."""
    return FoundMetric(ways, CALL, "", 1.0, ("a.py:1",))


FAILS = MetricEntry(
    claims="recall",
    status="unavailable",
    no_verdict=NoVerdict(kind="raised", reason="KeyError"),
)


def test_a_metric_means_what_each_way_of_calling_it_computes() -> None:
    """Each definition once, the mean of users' numbers; a way that gives nothing says
    nothing, one that leaves several open spoils it."""
    by_user = "recall(divisor=r, users=caller)"
    assert list_computed_definitions(found(metric((R,)), metric((by_user,)))) == (R,)
    assert list_computed_definitions(found(metric((R,)), metric((CAPPED,)))) == (
        R,
        CAPPED,
    )
    failing = RecordedMetric("lib", "1", "recall", FAILS)
    assert list_computed_definitions(found(failing, metric((R,)))) == (R,)
    assert list_computed_definitions(found(failing)) == ()
    assert list_computed_definitions(found(metric((R, CAPPED)), metric((R,)))) == ()
    assert find_metric_families(found(failing, metric((R,), claims="hit_rate"))) == {
        "recall",
        "hit_rate",
    }


def test_a_name_differs_where_two_metrics_have_nothing_in_common() -> None:
    """Of one family; a metric of both definitions contradicts neither."""
    one, other = found(metric((R,))), found(metric((CAPPED,), library="b"))
    both = found(metric((R,)), metric((CAPPED,)))
    told = find_differing_families([one, other, one])
    assert told == {"Recall": {R: [one, one], CAPPED: [other]}}
    assert (
        find_differing_families([one, both])
        == find_differing_families([one, one])
        == {}
    )
    assert [*find_differing_families([one, other, both])["Recall"]] == [
        R,
        CAPPED,
        f"{R} or {CAPPED}",
    ]
    mean = found(metric(("hit_rate(counts=any)",), name="hr"))
    assert find_differing_families([one, mean]) == {}
    assert find_differing_families([one, found(metric((R, CAPPED)))]) == {}


def test_a_dcg_is_no_ndcg_but_where_it_calls_itself_one() -> None:
    dcg = "ndcg(gain=binary, ideal=none)"
    graded = "ndcg(gain=grade, ideal=none)"
    ndcg = found(metric(("ndcg(gain=grade)",), name="ndcg", claims="ndcg"))
    plain = found(metric((dcg,), name="dcg", claims="ndcg"))
    named = found(metric((dcg,), name="NDCG", claims="ndcg"))
    assert find_differing_families([ndcg, plain]) == {}
    assert [*find_differing_families([ndcg, named])] == ["NDCG"]
    other = found(metric((graded,), name="dcg", claims="ndcg"))
    assert [*find_differing_families([plain, other])] == ["DCG"]


def test_an_expectation_holds_where_all_of_the_family_compute_it() -> None:
    """And where there is one; others are not asked."""
    right, wrong = found(metric((R,))), found(metric((CAPPED,)))
    other = found(metric(("hit_rate(counts=any)",), claims="hit_rate"))
    variant = Variant.parse(R)
    alone = judge_expectation(variant, [right, other])
    assert (alone.of, alone.against, alone.holds) == (1, (), True)
    both = judge_expectation(variant, [right, wrong, other])
    assert (both.of, both.against, both.holds) == (2, (wrong,), False)
    assert not judge_expectation(variant, [other]).holds
    assert not judge_expectation(variant, []).holds
    claimed = found(metric(("hit_rate(counts=any)",)))
    assert judge_expectation(variant, [claimed]).against == (claimed,)
    by_user = judge_expectation(
        Variant.parse("recall(divisor=r, users=caller)"), [right]
    )
    assert by_user.holds


def test_others_that_compute_the_same_come_with_the_fewest_edges_apart() -> None:
    """Each at the newest of its versions that do; neither its own library's, nor what
    is the same under a condition alone, nor of a metric with two meanings."""
    edges = {"ties": "input order"}
    own = found(metric((R,), conventions={"ties": "raises"}))
    old, new = (metric((R,), library="b", version=v) for v in ("1", "2"))
    far = metric((R,), library="a", conventions=edges)
    narrow = metric((CAPPED,), library="c", when="r_at_most_k")
    mine = metric((R,), name="recall2")
    known = [far, old, new, narrow, mine, metric((CAPPED,), library="d")]
    assert find_equal_metrics(own, known) == [new, far]
    assert find_equal_metrics(found(metric((R,)), metric((CAPPED,))), known) == []
    assert find_equal_metrics(own, []) == []
