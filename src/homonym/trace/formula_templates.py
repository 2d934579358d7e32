r"""The formula of each family with a place for each of its axes.

Rows of `ROWS` stand below each other. `<axis>` is the formula of the variant's choice
there; where that would not read as a part of a formula, `SPELLED` says what stands in
its place, by family, axis (or a part of one, `axis.part`) and choice. An empty row is
left out.

a_u and b_u are one user's parts, H hits, h_n whether rank n is one, r the number of
relevant items, L_u the first k items of a list, n_i the users who have i in training.
"""

from __future__ import annotations

from homonym.trace import formula_templates_beyond as beyond

ROWS: dict[str, tuple[str, ...]] = {
    "precision": ("<users>", r"a_u = H = \sum_{<rank>} h_n", "b_u = <divisor>"),
    "recall": ("<users>", "a_u = <cut.a>", "b_u = <cut.b>", "<cut.with>"),
    "hit_rate": ("<users>", r"a_u = <counts>, \; H = \sum_{n \le k} h_n", "b_u = 1"),
    "r_precision": ("<users>", r"a_u = \sum_{n \le <cut>} h_n", "b_u = <cut>"),
    "reciprocal_rank": ("<users>", r"a_u = <counts>, \; <depth>", "b_u = 1"),
    "average_precision": (
        "<users>",
        r"a_u = <terms>, \; <depth>, \; P(n) = \frac{1}{n} \sum_{m \le n} h_m",
        "b_u = <divisor>",
    ),
    "average_precision_interpolated": (
        "<users>",
        r"a_u = \sum_{\rho} \max_{n : <points>} P(n), \; \rho = 0, 0.1, \ldots, 1",
        "b_u = 11",
        r"P(n) = \frac{1}{n} \sum_{m \le n} h_m, \; "
        r"R(n) = \frac{1}{r} \sum_{m \le n} h_m",
    ),
    "mean_average_recall": (
        "<users>",
        r"a_u = \sum_{n \le k} h_n R(n), \; R(n) = \frac{1}{r} \sum_{m \le n} h_m",
        "b_u = <divisor>",
    ),
    "ndcg": (
        "<users>",
        r"a_u = <reported>DCG = \sum_{<depth>} gain(g_n) \, discount(n)",
        "b_u = <ideal>",
        "gain(g) = <gain>",
        "<grades>",
        "discount(n) = <discount>",
        "<rank>",
    ),
    "auc": (
        "<users>",
        r"a_u = \sum_{<positives>} \left( 1 - \frac{a_p}{N} \right)",
        "b_u = <divisor>",
        "<above>",
        "<positives.unranked>",
        "N = <negatives>",
        "<depth>",
        "<one_class>",
        "<users.stacked>",
    ),
    "f_score": ("<combines>", "<combines.parts>", "<combines.means>", "<without_hit>"),
    "s_recall": (
        "<users>",
        r"a_u = | <covers> <aspects> |",
        "b_u = <divisor>",
    ),
    "alpha_ndcg": (
        "<users>",
        r"a_u = \sum_{n \le k} \frac{G(i_n)}{\log_2(n + 1)}",
        "b_u = <ideal>",
        "G(i) = <gain>",
        r"J(i) = <relevance>, \; P(a | u) = <weights>",
        r"P(a | u, S) = P(a | u) \prod_{j \in S, a \in j} (1 - <redundancy>), \; "
        r"S \text{ the items above } i",
    ),
    **beyond.ROWS,
}

SPELLED: dict[str, dict[str, dict[str, str]]] = {
    "recall": {
        "cut.a": {
            "k": r"H = \sum_{<rank>} h_n",
            "mean_1_to_k": r"\frac{1}{k} \sum_{m \le k} \frac{H_m}{d_m}",
        },
        "cut.b": {"k": "<divisor>", "mean_1_to_k": "1"},
        "cut.with": {
            "k": "",
            "mean_1_to_k": r"H_m = \sum_{<rank>} h_n, \; d_m = <divisor>"
            r" \text{ with } m \text{ in the place of } k",
        },
    },
    "average_precision_interpolated": {
        "points": {
            "11": r"R(n) \ge \rho",
            "11_rounded": r"r R(n) \ge \lfloor r \rho + 0.9 \rfloor",
        }
    },
    "ndcg": {
        "reported": {"value": "", "complement": r"b_u - DCG, \; "},
        "grades": {
            "as_given": "",
            "truncated": r"g \text{ is read as } \lfloor g \rfloor",
        },
        "rank": {
            "in_list": "",
            "negatives_above": r"n = a + 1 \text{ of an item below } a"
            r" \text{ negatives}",
        },
    },
    "auc": {
        "users.stacked": {
            "stacked": r"D_u = b_u, \; a_p \text{ counts the negatives of all users}"
        },
        "positives.unranked": {"all": "<unranked>"},
        "divisor": {"positives": r"|\{ p \}|"},
        "above": {
            "irrelevant": r"a_p = n_p - i_p, \; n_p \text{ the rank of } p"
            r" \text{ in the list, } i_p \text{ among the relevant}",
            "every_item": r"a_p = n_p - 1, \; n_p \text{ the rank of } p",
        },
        "unranked": {
            "worst": r"a_p = N \text{ for } p \notin L",
            "half": r"a_p = m + (N - m)/2 \text{ for } p \notin L,"
            r" \; m \text{ the negatives in } L",
            "excluded": r"p \in L",
        },
        "depth": {"all": "", "k": r"L \text{ the first } k \text{ items}"},
        "one_class": {
            "skipped": "",
            **{
                name: rf"a_u / b_u = {value} \text{{ where there is no pair}}"
                for name, value in (
                    *(("zero", "0"), ("half", "1/2"), ("one", "1")),
                    ("undefined", "0/0"),
                )
            },
            "zero_without_hit_one_without_negative": r"a_u / b_u = 0"
            r" \text{ without a hit, } 1 \text{ without a negative}",
        },
    },
    "f_score": {
        "combines": {
            "per_user": "<users>",
            "of_means": r"\frac{(1 + \beta^2) \bar P \bar R}{\beta^2 \bar P + \bar R}",
        },
        "combines.parts": {
            "per_user": r"a_u = (1 + \beta^2) H, \; b_u = \beta^2 r + k, \; "
            r"H = \sum_{n \le k} h_n",
            "of_means": r"\bar P = <users>, \; a_u = H = \sum_{n \le k} h_n, \; "
            "b_u = k",
        },
        "combines.means": {
            "per_user": "",
            "of_means": r"\bar R = <users>, \; a_u = H, \; b_u = r",
        },
        "without_hit": {
            "zero": "",
            "undefined": r"a_u / b_u = 0/0 \text{ where } H = 0",
        },
    },
    "s_recall": {
        "covers": {
            "any": r"\bigcup_{i \in L_u} A(i)",
            "relevant": r"\bigcup_{i \in L_u, r_{u,i} > 0} A(i)",
        },
        "aspects": {"catalogue": "", "user": r"\cap A_u"},
        "divisor": {"aspects": "|<aspects.set>|"},
        "aspects.set": {"catalogue": "A", "user": "A_u"},
    },
    "alpha_ndcg": {
        "ideal": {
            "greedy": r"\text{the same sum of the order that takes the item of the}"
            r" \text{ largest } G \text{ at each rank}",
            "by_aspects": r"\text{the same sum of the order that takes an item of the}"
            r" \text{ aspect with the largest } w(u, a) - w(S, a) \text{ at each rank}",
            "given": r"\text{the same sum of a given order}",
            "perfect": r"\sum_{n \le k} \frac{(1 - \alpha)^{n - 1}}{\log_2(n + 1)}",
            "in_turn": r"\sum_{n \le k} \frac{(1 - \alpha)^{e(n)}}{\log_2(n + 1)}"
            r" G_1, \; e(n) = [n > \lfloor k / A \rfloor A] \lfloor k / A \rfloor,"
            r" \; A \text{ aspects, } G_1 \text{ the first gain of an item of one}",
        },
        "weights": {
            "train": r"\hat P(a | u) \text{ by the ratings in training}",
            "test": r"\hat P(a | u) \text{ by the ratings of the truth}",
        },
    },
    **beyond.SPELLED,
}
