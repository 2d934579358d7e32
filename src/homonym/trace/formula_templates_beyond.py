"""The templates of metrics of whole runs, of predicted ratings and of chances.

`templates` says what they are.
"""

from __future__ import annotations

CLIPPED = {
    "as_given": "",
    "to_scale": r"p \text{ is read as } \min(\max(p, r_{min}), r_{max})",
    "to_seen": r"p \text{ is read as } \min(\max(p, \min r), \max r)",
}
MISSING = {
    "dropped": r"|\{ r : p \text{ is known} \}|",
    "no_error": r"|\{ r \}|",
    "lowest": r"|\{ r \}|, \; p = -\infty \text{ where it is missing}",
}
ROOTS = {
    "pooled": r"\sqrt{\frac{\sum_u a_u}{\sum_u b_u}}",
    "mean": r"\frac{1}{|U|} \sum_u \sqrt{\frac{a_u}{b_u}}",
    "caller": r"\left( \sqrt{\frac{a_u}{b_u}} \right)_u",
}
RATIOS = {
    "pooled": r"\frac{\sum_u a_u}{\sum_u b_u}",
    "mean": r"\frac{1}{|U|} \sum_u \frac{a_u}{b_u}",
    "caller": r"\left( \frac{a_u}{b_u} \right)_u",
}
RELEVANCE = {
    "any": "",
    "exponential_shifted": r"h_n (2^{g - t + 1} - 1)_{g = 1, t = 0} \,",
    "binary": r"h_n \,",
}
HEAD = r"\Phi = \{ i : \sum_{j \text{ before } i} n_j < head \sum_j n_j \}"
TAIL = r"\sum_{j \text{ before } i} n_j \ge head \sum_j n_j"
ORDER = r"\text{ where the most popular items come first}"
LEAST = (
    r"\Gamma: \text{the least popular } \max(1, \lfloor share \, |I_{train}| \rfloor)"
    r" \text{ items of } I_{train}"
)
GROUPS = {
    "groups": {
        "given": r"g_1, …, g_A",
        "head_and_tail": r"\Phi, I \setminus \Phi",
        "head_and_trained_tail": r"\Phi, I_{train} \setminus \Phi",
    },
    "groups.head": {
        "given": "",
        "head_and_tail": HEAD + ORDER,
        "head_and_trained_tail": HEAD + ORDER,
    },
}

ROWS: dict[str, tuple[str, ...]] = {
    "average_popularity": (
        "<users>",
        r"a_u = \sum_{<terms>} <popularity>",
        "b_u = <divisor>",
    ),
    "long_tail_share": (
        "<users>",
        r"a_u = |L_u \cap \Gamma|",
        "b_u = <divisor>",
        "<tail>",
    ),
    "efd": (
        "<users>",
        r"a_u = \sum_n <discount> \, <relevance> v(i_n)",
        r"b_u = \sum_n <discount>",
        r"v(i) = -\log_2 \frac{\max(n_i, \min_j n_j)}{\sum_j n_j}",
    ),
    "epc": (
        "<users>",
        r"a_u = \sum_n <discount> \, <relevance> v(i_n)",
        r"b_u = \sum_n <discount>",
        r"v(i) = 1 - \frac{n_i}{|U|}",
    ),
    "intra_list_diversity": (
        "<users>",
        r"a_u = \sum_{n < m \le |L|} <weight> d(i_n, i_m)",
        "b_u = <divisor>",
        "d(i, j) = <distance>",
    ),
    "novelty": ("<users>", r"a_u = |L_u \setminus I_u|", "b_u = <divisor>"),
    "self_information": (
        "<users>",
        r"a_u = \sum_{i \in L_u} s(i)",
        "b_u = <divisor>",
        "s(i) = <scale>",
        r"<unseen> \text{ for an item that nobody has in training}",
    ),
    "serendipity": (
        "<users>",
        r"a_u = \sum_{i \in L_u} <relevance> s(u, i)",
        "b_u = <divisor>",
        "s(u, i) = <surprise>",
    ),
    "unexpectedness": ("<users>", "a_u = <counted>", "b_u = <divisor>"),
    "coverage": ("<reported>",),
    "gini": (
        "<reported>",
        r"c_{(j)} \text{ rising to } j = n \text{: in how many lists each is of }"
        r" <catalogue.set>",
        "n = <size>",
    ),
    "herfindahl": (
        "<reported>",
        r"p_i = \frac{c_i}{\sum_j c_j}, \; c_i = |\{ u : i \in L_u \}|",
    ),
    "inter_list_diversity": (
        r"\frac{2}{|U| (|U| - 1)} \sum_{<users>} \left( 1 - <overlap> \right)",
    ),
    "mad": (
        r"avg_{G < H} |\bar R^{(G)} - \bar R^{(H)}|",
        r"\bar R^{(G)} = <of>",
    ),
    "bias_disparity": ("<of>", "<of.shown>", "<of.known>"),
    "rsp": (
        "<reported>",
        r"P_g = \frac{\sum_u |L_u \cap g|}{\sum_u |g \setminus train_u|}, \; "
        r"g: <groups>",
        "<groups.head>",
    ),
    "reo": (
        "<reported>",
        r"P_g = \frac{\sum_u |L_u \cap R_u \cap g|}"
        r"{\sum_u |R_u \cap g \setminus train_u|}, \; g: <groups>",
        "<groups.head>",
    ),
    "shannon_entropy": (
        r"-<divisor> \sum_i <lists_weigh> \, <base> p_i",
        r"p_i = \frac{c_i}{\sum_j c_j}, \; c_i = |\{ u : i \in L_u \}|",
        "<lists_weigh.row>",
    ),
    "fcp": (
        "<users>",
        r"n_c = |\{ (i, j) : r_i > r_j, p_i > p_j \}|",
        r"n_d = |\{ (i, j) : r_i > r_j, p_i <tied> p_j \}|",
        "<clipped>",
    ),
    "mae": ("<users>", r"a_u = \sum |r - p|", "b_u = <missing>", "<clipped>"),
    "mse": ("<users>", r"a_u = \sum (r - p)^2", "b_u = <missing>", "<clipped>"),
    "rmse": ("<users>", r"a_u = \sum (r - p)^2", "b_u = <missing>", "<clipped>"),
    "r2": (
        r"1 - \frac{<constant>}{\sum (r - \bar r)^2}"
        r" \text{ over the pairs of all users}",
        "<clipped>",
    ),
    "log_loss": (
        "<users>",
        r"a_u = -\sum (y \ln q + (1 - y) \ln(1 - q))",
        "b_u = <missing>",
        r"q = \min(\max(p, \epsilon), 1 - \epsilon), \; \epsilon = <eps>",
    ),
}

SPELLED: dict[str, dict[str, dict[str, str]]] = {
    "average_popularity": {"terms": {"hits": r"i \in L_u \cap R_u"}},
    "long_tail_share": {
        "tail": {
            "below_head": rf"\Gamma = \{{ i : {TAIL} \}}" + ORDER,
            "trained_below_head": rf"\Gamma = \{{ i \in I_{{train}} : {TAIL} \}}"
            + ORDER,
            "least_popular": LEAST,
            "least_popular_first_seen": LEAST + r" \text{, ties as first seen}",
            "rare": r"\Gamma = \{ i : 0 < n_i \le 2 \}",
        }
    },
    "efd": {"relevance": RELEVANCE},
    "epc": {"relevance": RELEVANCE},
    "intra_list_diversity": {
        "weight": {
            "pairs": "",
            "last_half": r"\left( 1 - \frac{[m = |L|]}{2} \right)",
        }
    },
    "self_information": {
        "scale": {
            "base": "-<base> <chance>",
            "users": r"\frac{-<base> <chance>}{<base> |U|}",
        },
        "unseen": {
            "nothing": "s(i) = 0",
            "most": r"s(i) = \max_j s(j)",
            "once": "n_i = 1",
        },
    },
    "serendipity": {"relevance": {"any": "", "binary": r"h_i \,"}},
    "coverage": {
        "reported": {"share": r"\frac{<of>}{<of.all>}", "number": "<of>"},
        "of": {
            "items": r"|\bigcup_u L_u<catalogue.within>|",
            "any_items": r"|\bigcup_u L_u|",
            "hits": r"|\bigcup_u (L_u \cap T_u)<catalogue.within>|",
            "users": r"|\{ u : L_u \ne \emptyset \}|",
            "users_with_k": r"|\{ u : |L_u| \ge k \}|",
        },
        "of.all": {
            **dict.fromkeys(("items", "any_items", "hits"), "<catalogue>"),
            **dict.fromkeys(("users", "users_with_k"), "|U|"),
        },
        "catalogue.within": {
            **dict.fromkeys(("all_items", "all_and_padding", "only_shown"), ""),
            "trained": r" \cap I_{train}",
        },
    },
    "gini": {
        "reported": {"inequality": "<divisor>", "equality": "1 - <divisor>"},
        "divisor": {
            name: rf"\frac{{\sum_j (2 j - n - 1) c_{{(j)}}}}{{{n} \sum_j c_{{(j)}}}}"
            for name, n in (("n", "n"), ("others", "(n - 1)"), ("one_more", "(n + 1)"))
        },
        "size": {"counted": "<catalogue>", "training": "|I_{train}|"},
        "catalogue.set": {
            "all_items": "I",
            "all_and_padding": r"I \text{ and of one more, which is in none}",
            "only_shown": r"\bigcup_u L_u",
            "trained": "I_{train}",
        },
    },
    "mad": {
        "of": {
            "user_ranking": r"avg_{u \in G} NDCG_u",
            "item_ranking": r"avg_{i \in G} avg_{u: i \in L_u} <gain> [i \in R_u]",
            "user_rating": r"avg_{u \in G} avg_{i \in L_u} \hat r_{u,i}",
            "item_rating": r"avg_{i \in G} avg_{u: i \in L_u}"
            r" [i \in R_u] \, \hat r_{u,i}",
        },
        "gain": {
            "binary": "",
            "exponential_shifted": "(2^{g - t + 1} - 1)_{g = 1, t = 0}",
        },
    },
    "bias_disparity": {
        "of.shown": {
            **dict.fromkeys(
                ("disparity", "recommended"),
                r"B_R(G, C) = \frac{\sum_{u \in G} |L_u \cap C|}"
                r"{\sum_{u \in G} |L_u|} / \frac{|C|}{|I|}",
            ),
            "training": "",
        },
        "of.known": {
            **dict.fromkeys(
                ("disparity", "training"),
                r"B_S(G, C) = \frac{\sum_{u \in G} |S_u \cap C|}"
                r"{\sum_{u \in G} |S_u|} / \frac{|C|}{|I|}",
            ),
            "recommended": "",
        },
    },
    "rsp": GROUPS,
    "reo": GROUPS,
    "shannon_entropy": {
        "divisor": {"none": "", "items_shown": r"\frac{1}{|\bigcup_u L_u|}"},
        "lists_weigh": {"by_length": "p_i", "alike": "w_i"},
        "lists_weigh.row": {
            "by_length": "",
            "alike": r"w_i = \frac{1}{|U|} \sum_{u: i \in L_u} \frac{1}{|L_u|}",
        },
    },
    "fcp": {
        "users": {
            "means_of_some": r"\frac{\bar n_c}{\bar n_c + \bar n_d}"
            r" \text{, each mean over the users who have such a pair}"
        },
        "tied": {"discordant": r"\le", "ignored": "<"},
        "clipped": CLIPPED,
    },
    "mae": {"users": RATIOS, "missing": MISSING, "clipped": CLIPPED},
    "mse": {"users": RATIOS, "missing": MISSING, "clipped": CLIPPED},
    "rmse": {"users": ROOTS, "missing": MISSING, "clipped": CLIPPED},
    "r2": {"clipped": CLIPPED},
    "log_loss": {
        "users": RATIOS,
        "missing": {name: MISSING[name] for name in ("dropped", "no_error")},
    },
}
