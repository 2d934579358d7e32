"""What Elliot's documentation promises: `OF_RANKINGS`, `OF_RATINGS` and `OF_RUNS`, by
class.

Formulas stand as they are set; a comment says what the words leave open. That of MAD,
which is written as a mean of MADs, promises nothing.
"""

from __future__ import annotations

from dataclasses import replace

from homonym.adapters.contract import Documented

NDCG = Documented(
    "ndcg(gain=binary, ideal=ones_k)",
    r"\mathrm {DCG@K}=\sum_{i=1}^{K} \frac{2^{rel_i}-1}{\log_{2}{(i+1)}}\\ "
    r"\mathrm {IDCG@K}=\sum_{i=1}^{K}\frac{1}{\log_{2}{(i+1)}}",
    more=(
        ":math:`rel_i` is the relevance of the item in position :math:`i` in the "
        "recommendation list.",
        ":math:`2^{rel_i}` equals to 1 if the item hits otherwise 0.",
    ),
    also=("ndcg(gain=exponential, ideal=ones_k)",),
)
"""The words of both classes of nDCG: the ideal is k gains of 1, and the gain follows
the relevance, or is 1 for a hit, else 0, as nearly as they say it (2 to the power of
what is 0 is no 0)."""
OF_RANKINGS = {
    "nDCG": replace(NDCG, file="/ndcg.py"),
    "nDCGRendle2020": replace(NDCG, file="/ndcg_rendle2020.py"),
    "Precision": Documented(
        "precision(divisor=k)",
        r"\frac{|Rel_u \cap Rec_u|}{Rec_u}",
        more=(":math:`Rec_u` is the top K items recommended to users.",),
    ),
    "Recall": Documented("recall(divisor=r)", r"\frac{|Rel_u\cap Rec_u|}{Rel_u}"),
    # all hits by all samples, without a mean; or the users with a hit
    "HR": Documented(
        "recall(divisor=r, users=pooled)",
        r"\mathrm {HR@K} =\frac{Number \space of \space Hits @K}{|GT|}",
        more=(
            ":math:`HR` is the number of users with a positive sample in the "
            "recommendation list.",
            ":math:`GT` is the total number of samples in the test set.",
        ),
        also=("hit_rate(counts=any)",),
    ),
    "MRR": Documented(
        "reciprocal_rank(counts=first)",
        ":math:`rank_i` is the rank of the first item in the recommendation list in "
        "the test set results for user",
    ),
    "MAP": Documented(
        "average_precision(divisor=min_k_r)",
        r"\frac{1}{\mathrm{min}(m,N)}\sum_{k=1}^N P(k) \cdot rel(k)",
        more=(
            "which prevents your AP score from being unfairly suppressed when your "
            "number of recommendations couldn't possibly capture all the correct ones.",
        ),
    ),
    # its recall is written as the average precision is, and |rel(k)| is not explained:
    # the relevant items of the list, or all of them
    "MAR": Documented(
        "average_precision(divisor=hits)",
        r"\mathrm{Recall@N} &= \frac{1}{\mathrm{min}(m,|rel(k)|)}\sum_{k=1}^N P(k) "
        r"\cdot rel(k)",
        more=(
            "This class represents the implementation of the Mean Average Recall "
            "recommendation metric.",
        ),
        also=("average_precision(divisor=r)",),
    ),
    "AUC": Documented(
        "auc(positives=recommended, users=stacked)",
        "Instead, it calculates the scores on the entire prediction results regardless "
        "the users.",
        more=(
            "This metric does not calculate group-based AUC which considers the AUC "
            "scores averaged across users. It is also not limited to k.",
        ),
    ),
    # weighted by what is not said: alike, or by the positives as in the paper
    "GAUC": Documented(
        "auc(positives=all, negatives=catalogue)",
        r"\frac {{{M} \times {(M+N+1)} - \frac{M \times (M+1)}{2}} - "
        r"\sum\limits_{i=1}^M rank_{i}} {{M} \times {N}}",
        more=(
            ":math:`N` is the number of negative samples.",
            "It calculates the AUC score of each user, and finally obtains GAUC by "
            "weighting the user AUC.",
        ),
        also=("auc(positives=all, negatives=catalogue, users=by_r)",),
    ),
    # of each user's precision and recall, or of the two means
    "F1": Documented(
        "f_score(combines=per_user)",
        r"\mathrm {F1@K} = \frac{1+\beta^{2}}{\frac{1}{\text { precision@k }}"
        r"+\frac{\beta^{2}}{\text { recall@k }}}",
        also=("f_score(combines=of_means)",),
    ),
    "DSC": Documented(
        "f_score(combines=per_user)",
        r"\mathrm {DSC@K} = \frac{1+\beta^{2}}{\frac{1}{\text { metric_0@k }}"
        r"+\frac{\beta^{2}}{\text { metric_1@k }}}",
        more=(
            "beta: the beta coefficient (default: 1)",
            "metric_0: First considered metric (default: Precision)",
            "metric_1: Second considered metric (default: Recall)",
        ),
        also=("f_score(combines=of_means)",),
    ),
    "ExtendedF1": Documented(
        "f_score(combines=per_user)",
        r"\mathrm {ExtendedF1@K} =\frac{2}{\frac{1}{\text { metric_0@k }}"
        r"+\frac{1}{\text { metric_1@k }}}",
        more=(
            "metric_0: First considered metric (default: Precision)",
            "metric_1: Second considered metric (default: Recall)",
        ),
        also=("f_score(combines=of_means)",),
    ),
}
# silent on ratings without a prediction
OF_RATINGS = {
    "MAE": Documented(
        "mae(missing=no_error)",
        r"\mathrm{MAE}=\frac{1}{|{T}|} \sum_{(u, i) \in {T}}"
        r"\left|\hat{r}_{u i}-r_{u i}\right|",
        more=(":math:`T` is the test set",),
    ),
    "MSE": Documented(
        "mse(missing=no_error)",
        r"\mathrm{MSE} = \frac{1}{|{T}|} \sum_{(u, i) \in {T}}"
        r"(\hat{r}_{u i}-r_{u i})^{2}",
        more=(":math:`T` is the test set",),
    ),
    "RMSE": Documented(
        "rmse(missing=no_error)",
        r"\mathrm{RMSE} = \sqrt{\frac{1}{|{T}|} \sum_{(u, i) \in {T}}"
        r"(\hat{r}_{u i}-r_{u i})^{2}}",
        more=(":math:`T` is the test set",),
    ),
}

DISPARITY = r"\mathrm {BD(G, C)}=\frac{B_{R}(G, C)-B_{S}(G, C)}{B_{S}(G, C)}"
STD = (
    r"\mathrm {REO}=\frac{{std}\left(P\left(R @ k \mid g=g_{1}, y=1\right) \ldots "
    r"P\left(R(a) k=g_{A}, y=1\right)\right)}"
)
MEAN = (
    r"{{mean}\left(P\left(R @ k \mid g=g_{1}, y=1\right) \ldots "
    r"P\left(R @ k \mid g=g_{A}, y=1\right)\right)}"
)
"""What the parity of hits is called, by groups and by popularity."""
OF_RUNS = {
    "Gini": Documented(
        "gini(reported=inequality, divisor=others)",
        r"\frac{1}{n-1} \sum_{j=1}^{n}(2 j-n-1) p\left(i_{j}\right)",
        more=("is the list of items ordered according to increasing `p(i)`",),
    ),
    "ItemCoverage": Documented(
        "coverage(of=items)",
        "The simplest measure of catalog coverage is the percentage of all items that "
        "can ever be recommended.",
        more=(
            "This measure can be computed in many cases directly given the algorithm "
            "and the input data set.",
        ),
    ),
    "UserCoverage": Documented(
        "coverage(of=users)",
        "The proportion of users or user interactions for which the system can "
        "recommend items.",
    ),
    "ARP": Documented(
        "average_popularity(popularity=count)",
        r"\sum_{u \in U_{t}} \frac{\sum_{i \in L_{u}} \phi(i)}{\left|L_{u}\right|}",
    ),
    # which items are long tail no word says
    "APLT": Documented(
        "long_tail_share(tail=below_head)",
        r"\frac{1}{\left|U_{t}\right|} \sum_{u \in U_{t}} "
        r"\frac{|\{i, i \in(L(u) \cap \sim \Phi)\}|}{|L(u)|}",
        also=(
            "long_tail_share(tail=least_popular)",
            "long_tail_share(tail=rare)",
        ),
    ),
    "ACLT": Documented(
        "long_tail_share(tail=below_head, divisor=none)",
        r"\mathrm {ACLT}=\frac{1}{\left|U_{t}\right|} \sum_{u \in U_{f}} "
        r"\sum_{i \in L_{u}} 1(i \in \Gamma)",
        also=(
            "long_tail_share(tail=least_popular, divisor=none)",
            "long_tail_share(tail=rare, divisor=none)",
        ),
    ),
    # to what base, no word says
    "SEntropy": Documented(
        "shannon_entropy(base=binary)",
        r"\mathrm {ShannonEntropy}=-\sum_{i=1}^{n} p(i) \log p(i)",
        also=("shannon_entropy(base=natural)",),
    ),
    # disc and p(rel) are not explained
    "EFD": Documented(
        "efd(relevance=binary)",
        r"\mathrm {EFD}=C \sum_{i_{k} \in R} {disc}(k) p({rel} \mid i_{k}, u)"
        r"( -\log _{2} p(i \mid {seen}, \theta))",
        also=(
            "efd(relevance=exponential_shifted)",
            "efd(relevance=binary, discount=flat)",
        ),
    ),
    "EPC": Documented(
        "epc(relevance=binary)",
        r"C \sum_{i_{k} \in R} \operatorname{disc}(k) p\left(r e l \mid i_{k}, "
        r"u\right)\left(1-p\left(\operatorname{seen} \mid t_{k}\right)\right)",
        also=(
            "epc(relevance=exponential_shifted)",
            "epc(relevance=binary, discount=flat)",
        ),
    ),
    # groups by popularity, but which
    "PopRSP": Documented(
        "rsp(groups=head_and_tail)",
        r"\mathrm {RSP}=\frac{{std}\left(P\left(R @ k \mid g=g_{1}\right), \ldots, "
        r"P\left(R @ k \mid g=g_{A}\right)\right)}",
        more=(
            "the Popularity-based Ranking-based Statistical Parity (RSP)",
            r"{{mean}\left(P\left(R @ k \mid g=g_{1}\right), \ldots, "
            r"P\left(R @ k \mid g=g_{A}\right)\right)}",
        ),
        also=("rsp(groups=head_and_trained_tail)",),
    ),
    "PopREO": Documented(
        "reo(groups=head_and_tail)",
        STD,
        file="/pop_reo.py",
        more=("the Popularity-based Ranking-based Equal Opportunity (REO)", MEAN),
        also=("reo(groups=head_and_trained_tail)",),
    ),
    "RSP": Documented(
        "rsp(groups=given)",
        r"\mathrm {RSP}=\frac{{std}(P(R @ k \mid g=g_{1}), \ldots, "
        r"P(R @ k \mid g=g_{A}))}",
        more=(r"{{mean}(P(R @ k \mid g=g_{1}), \ldots, P(R @ k \mid g=g_{A}))}",),
    ),
    "REO": Documented("reo(groups=given)", STD, file="/reo.py", more=(MEAN,)),
    # called the bias of the lists, with the formula of the disparity
    "BiasDisparityBR": Documented(
        "bias_disparity(of=disparity)",
        DISPARITY,
        file="/BiasDisparityBR.py",
        more=(
            "This class represents the implementation of the Bias Disparity - Bias "
            "Recommendations recommendation metric.",
        ),
        also=("bias_disparity(of=recommended)",),
    ),
    "BiasDisparityBS": Documented(
        "bias_disparity(of=training)",
        r"\mathrm {B_{S}(G, C)}=\frac{P R_{S}(G, C)}{P(C)}",
    ),
    "BiasDisparityBD": Documented(
        "bias_disparity(of=disparity)", DISPARITY, file="/BiasDisparityBD.py"
    ),
    # whose subtopics: of every item, or of those that are relevant
    "SRecall": Documented(
        "s_recall(covers=any)",
        r"\mathrm {SRecall}=\frac{\left|\cup_{i=1}^{K} {subtopics}\left(d_{i}\right)"
        r"\right|}{n_{A}}",
        also=("s_recall(covers=relevant)",),
    ),
}
