"""Recommenders in closed form: cases worked by hand, and the sources' own formulas."""

import json
import re
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from homonym.cli.example_grid import COMPARED
from homonym.datasets.dataset import RatingRow
from homonym.datasets.movielens import compute_ease_weights
from homonym.errors import UserError
from homonym.models.ease import Decomposed
from homonym.models.grid import yield_grid_models, yield_jeunen_models
from homonym.models.lists import find_greatest_places, make_top_lists
from homonym.models.neighbours import (
    Unified,
    compute_cosines,
    keep_nearest_neighbours,
    score_by_items,
    score_by_users,
)
from homonym.models.problem import LearningProblem, check_memory
from homonym.models.run_folder import keep_popular_items
from homonym.models.splits import split_leave_one_out, split_ratings, split_weakly
from homonym.records import store
from homonym.reference.variants import Variant

TRAIN = csr_array(np.array([[0, 0, 1], [1, 0, 1], [1, 1, 1.0]]))
"""ann has item 2; bob 0 and 2; cat all three."""
ALL = np.arange(3)


def drawn(users: int = 8, items: int = 12) -> Any:
    """A matrix of drawn users."""
    random = np.random.default_rng(3)
    return csr_array((random.random((users, items)) < 0.4).astype(float))


def row(user: int, item: int, time: int) -> RatingRow:
    """A rating of 5."""
    return RatingRow(user, item, 5.0, time)


@pytest.mark.parametrize("users", [8, 12, 40])
def test_ease_is_that_of_the_inverted_matrix(users: int) -> None:
    """X B with the B of Steck 2019, which the example of the paper's protocol uses; of
    fewer users than items, and of more. The users who are asked are some."""
    train = drawn(users)
    rated = [np.flatnonzero(own).tolist() for own in train.toarray()]
    asked = np.arange(0, users, 3)
    for penalty in (0.5, 7.0):
        expected = (train @ compute_ease_weights(rated, 12, penalty))[asked]
        found = Decomposed(train, asked).ease(penalty)
        assert found == pytest.approx(expected, abs=1e-10)


def test_two_items_of_the_same_users_are_no_fault() -> None:
    """The matrix of fewer ranks than items, of more users than these."""
    known = drawn(40).toarray()
    known[:, 1] = known[:, 0]
    train = csr_array(known)
    rated = [np.flatnonzero(own).tolist() for own in known]
    found = Decomposed(train, np.arange(40))
    expected = train @ compute_ease_weights(rated, 12, 2.0)
    assert found.ease(2.0) == pytest.approx(expected, abs=1e-9)
    assert found.svd(12) == pytest.approx(known, abs=1e-9)


def test_lists_are_those_of_a_whole_stable_order() -> None:
    """With ties at the last place, and where only some items are ranked."""
    random = np.random.default_rng(2)
    known = random.integers(0, 6, (50, 30)).astype(float)
    known[random.random(known.shape) < 0.3] = -np.inf
    for depth in (1, 4, 29, 30):
        whole = np.argsort(-known, axis=1, kind="stable")[:, :depth]
        assert find_greatest_places(known, depth).tolist() == whole.tolist()


RECPACK = json.loads(Path(__file__).with_name("recpack.json").read_text("utf-8"))
"""What EASE(l2=…, alpha=0, density=None) and KUNN(Ku=…, Ki=…) of RecPack 0.3.6 predict
of a small matrix, in which nobody is as near as the last neighbour: RecPack keeps one
of those, and here all count. tied: another matrix, in which some are, with whom it
keeps."""


@pytest.mark.parametrize("penalty", RECPACK["ease"])
def test_ease_gives_the_numbers_of_recpack(penalty: str) -> None:
    train = csr_array(np.array(RECPACK["train"], float))
    found = Decomposed(train, np.arange(len(RECPACK["train"]))).ease(float(penalty))
    assert found == pytest.approx(np.array(RECPACK["ease"][penalty]), abs=1e-8)


@pytest.mark.parametrize("told", RECPACK["kunn"], ids=lambda one: str(one["users"]))
def test_kunn_gives_the_numbers_of_recpack(told: dict[str, Any]) -> None:
    train = csr_array(np.array(RECPACK["train"], float))
    model = Unified(train, np.arange(len(RECPACK["train"])))
    found = model.of_users(told["users"]) + model.of_items(told["items"])
    assert found == pytest.approx(np.array(told["scores"]), abs=1e-8)


def test_recpack_keeps_some_of_those_who_are_as_near_and_here_all_count() -> None:
    """Of a matrix with ties, nothing else differs: whom RecPack keeps counts here, who
    counts here beside them is exactly as near as the last of them, and the sums over
    those that RecPack keeps are its scores."""
    told = RECPACK["tied"]
    known = np.array(told["train"], float)
    train = csr_array(known)
    of_user, of_item = np.sqrt(known.sum(axis=1)), np.sqrt(known.sum(axis=0))
    parts = known / of_user[:, None] / of_item, known / of_user[:, None]
    users = parts[0] @ parts[1].T
    items = parts[0].T @ (known / of_item)
    kept, more = [], 0
    for near, which, size in (
        (users, told["near_users"], told["users"]),
        (items, told["near_items"], told["items"]),
    ):
        np.fill_diagonal(near, 0)
        here = keep_nearest_neighbours(near, size) > 0
        theirs = np.zeros_like(here)
        for row, own in enumerate(which):
            theirs[row, own] = True
        assert not (theirs & ~here).any()
        last = np.where(theirs, near, np.inf).min(axis=1, keepdims=True)
        apart = np.abs(near - last)[here & ~theirs]
        assert apart == pytest.approx(0, abs=1e-12)
        more += len(apart)
        kept.append(np.where(theirs, near, 0))
    scores = kept[0] @ (known / of_item) + parts[1] @ kept[1].T
    assert scores == pytest.approx(np.array(told["scores"]), abs=1e-8)
    model = Unified(train, np.arange(len(known)))
    found = model.of_users(told["users"]) + model.of_items(told["items"])
    assert more and np.abs(found - scores).max() > 0.1


def test_recpack_compares_them_by_the_two_definitions_that_homonym_compares() -> None:
    """DCG and nDCG of the protocol are what RecPack's DCGK and NDCGK compute."""
    (file,) = store.list_record_files("recpack")
    found = store.read_expected_record(file).metrics
    computed = [found[name].variants for name in ("DCGK", "NDCGK")]
    compared = re.findall(r'--metric "(.*?)"', COMPARED)
    canonical = [str(Variant.parse(id).canonical()) for id in compared]
    assert computed == [(id,) for id in canonical]


def test_svd_of_full_rank_is_the_matrix_itself() -> None:
    train = drawn()
    assert Decomposed(train, np.arange(8)).svd(8) == pytest.approx(train.toarray())
    best = Decomposed(train, np.arange(8)).svd(2)
    assert np.linalg.matrix_rank(best) == 2


def test_cosines_by_hand() -> None:
    """Items 0 and 2 have two users in common, of two and three."""
    found = compute_cosines(TRAIN, 0)
    assert found[0, 2] == pytest.approx(2 / sqrt(6))
    assert found[1, 2] == pytest.approx(1 / sqrt(3))
    assert compute_cosines(TRAIN, 1)[0, 2] == pytest.approx(2 / (sqrt(6) + 1))
    assert found.diagonal().tolist() == [0, 0, 0]


def test_neighbours_by_hand() -> None:
    """Item 0's nearest is 2, which ann has; ann's nearest is bob, who has 0 and 2."""
    items = score_by_items(TRAIN, np.array([0]), compute_cosines(TRAIN, 0), 1)
    assert items[0] == pytest.approx([2 / sqrt(6), 0, 0])
    users = score_by_users(TRAIN, np.array([0]), compute_cosines(TRAIN.T, 0), 1)
    assert users[0] == pytest.approx([1 / sqrt(2), 0, 1 / sqrt(2)])


def test_who_is_as_near_as_the_last_counts() -> None:
    near = np.array([[0, 0.5, 0.5, 0.1]])
    assert keep_nearest_neighbours(near, 1).tolist() == [[0, 0.5, 0.5, 0]]
    assert keep_nearest_neighbours(near, 9) is near


@pytest.mark.parametrize(("less", "kept"), [(4e-13, 2), (4e-12, 1)])
def test_likenesses_are_equal_to_twelve_decimals(less: float, kept: int) -> None:
    near = np.array([[0.5, 0.5 - less, 0.1]])
    assert np.count_nonzero(keep_nearest_neighbours(near, 1)) == kept


def test_the_nearest_of_many_are_kept() -> None:
    """Wherever they stand: of a hundred the greatest three."""
    near = np.random.default_rng(1).permutation(np.arange(1.0, 101))[None]
    found = keep_nearest_neighbours(near, 3)
    assert sorted(found[found > 0].tolist()) == [98, 99, 100]
    assert (found == np.where(near >= 98, near, 0)).all()


def test_who_has_nothing_is_near_to_nobody() -> None:
    """And is recommended nothing; nor is an item that nobody has."""
    model = Unified(csr_array(np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])), [0, 1])
    assert model.of_users(1).tolist() == [[0, 0, 0], [0, 0, 0]]
    items = model.of_items(1)
    assert items[0] == pytest.approx([0.5, 0.5, 0]) and items[1].tolist() == [0, 0, 0]


def kunn_by_hand(train: Any, users: int, items: int) -> Any:
    """Every sum of Verstrepen and Goethals 2014 as it is written; who is as near as the
    last neighbour is one too."""
    known = train.toarray()
    count_u, count_i = known.sum(axis=1), known.sum(axis=0)
    us, its = range(len(known)), range(len(known[0]))

    def like_u(u: int, v: int) -> float:
        common = [i for i in its if known[u, i] and known[v, i] and u != v]
        return sum(1 / sqrt(count_u[u] * count_u[v] * count_i[i]) for i in common)

    def like_i(i: int, j: int) -> float:
        common = [u for u in us if known[u, i] and known[u, j] and i != j]
        return sum(1 / sqrt(count_i[i] * count_u[u] * count_i[j]) for u in common)

    found = np.zeros_like(known)
    for u in us:
        last = sorted(like_u(u, v) for v in us)[-users]
        near_u = [v for v in us if like_u(u, v) >= last - 1e-12]
        for i in its:
            last = sorted(like_i(i, j) for j in its)[-items]
            near_i = [j for j in its if like_i(i, j) >= last - 1e-12]
            found[u, i] = sum(like_u(u, v) * known[v, i] for v in near_u) / sqrt(
                count_i[i]
            ) + sum(like_i(i, j) * known[u, j] for j in near_i) / sqrt(count_u[u])
    return found


@pytest.mark.parametrize(("users", "items"), [(1, 1), (3, 2), (8, 12)])
def test_kunn_is_as_it_is_written(users: int, items: int) -> None:
    random = np.random.default_rng(5)
    train = csr_array((random.random((8, 12)) < 0.5).astype(float))
    model = Unified(train, np.arange(8))
    found = model.of_users(users) + model.of_items(items)
    assert found == pytest.approx(kunn_by_hand(train, users, items))


def test_a_random_half_of_each_users_is_train() -> None:
    """The larger one where there are two."""
    rows = [row(1, i, i) for i in range(5)] + [row(2, i, i) for i in range(4)]
    train, test = split_weakly(rows, 3)
    assert [one.user for one in train] == [1, 1, 1, 2, 2]
    assert sorted(train + test) == rows
    assert split_weakly(rows, 3) == (train, test) != split_weakly(rows, 4)
    assert split_weakly(rows) == split_weakly(rows, 0) != split_weakly(rows, 1)


def test_the_last_item_of_each_user_is_left_out() -> None:
    rows = [row(1, 7, 30), row(1, 8, 10), row(1, 9, 20), row(2, 7, 5)]
    train, test = split_leave_one_out(rows)
    assert test == [row(1, 7, 30)]
    assert {one.user for one in train} == {1, 2}
    train, test = split_ratings(rows, "leave-one-out", 0)
    assert [one.item for one in test] == [7]
    assert split_leave_one_out(rows[1:3]) == ([rows[1]], [rows[2]])


def problem() -> tuple[LearningProblem, list[RatingRow]]:
    """Five users of drawn items, the last of each in the test."""
    rows = [
        row(u + 1, 10 * int(i), int(i) + 1)
        for u, own in enumerate(drawn(5).toarray())
        for i in np.flatnonzero(own)
    ]
    train, test = split_ratings(rows, "leave-one-out", 0)
    return LearningProblem.of(train, test), test


def test_lists_hold_what_is_not_in_train_best_first() -> None:
    asked, _ = problem()
    scores = np.zeros(asked.ranked.shape)
    scores[:, -1] = 1
    lists = make_top_lists(asked, scores, 3).to_pandas()
    for place, (user, own) in enumerate(lists.groupby("user")):
        assert user == asked.users[asked.asked[place]]
        ranked = asked.items[asked.ranked[place]].tolist()
        expected = ranked[-1:] + ranked[:-1] if asked.ranked[place, -1] else ranked
        assert own["item"].tolist() == expected[:3]
        assert own["score"].tolist() == [3, 2, 1]


@pytest.mark.parametrize(
    ("score", "items"), [(4e-10, [20, 30]), (4e-9, [30, 20]), (-1.0, [20, 30])]
)
def test_scores_that_are_equal_to_nine_decimals_order_none(
    score: float, items: list[int]
) -> None:
    """The more popular item is first then; one of train takes no place of a list."""
    one = np.array([7]), np.array([10, 20, 30]), None, np.array([0])
    asked = LearningProblem(*one, np.array([[False, True, True]]))
    scores = np.array([[5.0, 0.0, score]])
    for depth in (1, 2):
        found = make_top_lists(asked, scores, depth).to_pydict()
        assert found["item"] == items[:depth]
        assert found["score"] == [2.0, 1.0][-depth:] and {*found["user"]} == {7}


def test_items_that_most_users_have_are_the_first_columns() -> None:
    """Of equals the smaller; users stand by their ids, those of the test are asked."""
    train = [row(9, 30, 1), row(9, 20, 2), row(4, 20, 3), row(4, 10, 4)]
    found = LearningProblem.of(train, [row(9, 10, 5)])
    assert found.items.tolist() == [20, 10, 30] and found.users.tolist() == [4, 9]
    assert found.train.toarray().tolist() == [[1, 1, 0], [1, 0, 1]]
    assert found.asked.tolist() == [1]
    assert found.ranked.tolist() == [[False, True, False]]


@pytest.mark.parametrize(
    ("users", "items", "told"),
    [
        (100_000, 10_000, ""),
        (10_000, 31_000, ""),
        (100_100, 10_000, "100,100 users and 10,000 items need matrices of 8 GB: "),
        (1_000_000_001, 1, "1,000,000,001 users and 1 items need matrices of 8 GB: "),
        (10, 40_000, "10 users and 40,000 items need matrices of 13 GB: "),
    ],
)
def test_matrices_that_no_usual_machine_holds_are_refused(
    users: int, items: int, told: str
) -> None:
    """More than eight gigabytes: of all users, or of items and items."""
    if not told:
        check_memory(users, items)
        return
    with pytest.raises(UserError, match=f"^{told}"):
        check_memory(users, items)


def test_sampled_candidates_are_the_tests_and_so_many_others() -> None:
    asked, test = problem()
    found = asked.sampled(test, 2, seed=1)
    liked = {(one.user, one.item) for one in test}
    for place, its in enumerate(found.ranked):
        user = asked.users[asked.asked[place]]
        items = asked.items[its].tolist()
        others = [i for i in items if (user, i) not in liked]
        assert len(others) == 2 and len(items) == 3
        assert (asked.ranked[place] | ~its).all()
    assert (asked.sampled(test, 2, seed=1).ranked == found.ranked).all()
    assert (asked.sampled(test, 99, seed=1).ranked == asked.ranked).all()


def test_who_is_sampled_follows_from_the_seed() -> None:
    """The others are those of the least numbers that numpy draws by it, and by 1."""
    asked, test = problem()
    drawn_numbers = np.random.default_rng([7, 1]).random(asked.ranked.shape)
    liked = {(one.user, one.item) for one in test}
    for place, its in enumerate(asked.sampled(test, 2, seed=7).ranked):
        user, ranked = asked.users[asked.asked[place]], asked.ranked[place]
        known = np.array([(user, item) in liked for item in asked.items])
        others = np.flatnonzero(ranked & ~known)
        least = others[np.argsort(drawn_numbers[place][others])[:2]]
        assert sorted(np.flatnonzero(its & ~known)) == sorted(least)


def test_what_is_sampled_does_not_help_a_random_model() -> None:
    """Drawn by the same numbers, those items would stand below all others in its
    lists."""
    asked, test = problem()
    found = asked.sampled(test, 2, seed=0)
    scores = dict(yield_grid_models(found, 0))["random"]
    liked = {(one.user, one.item) for one in test}
    below = []
    for place, user in enumerate(asked.users[asked.asked]):
        known = np.array([(user, item) in liked for item in asked.items])
        drawn_items = found.ranked[place] & ~known
        others = asked.ranked[place] & ~found.ranked[place]
        below.append(scores[place][drawn_items].max() < scores[place][others].min())
    assert not all(below)


def test_the_grid_has_so_many_models_of_different_names() -> None:
    asked, _ = problem()
    names = [
        name
        for name, scores in yield_grid_models(asked, 0)
        if np.isfinite(scores).all()
    ]
    assert len(names) == len({*names}) == 166


def test_the_settings_of_the_grid_are_in_the_names_of_its_models() -> None:
    """Of EASE the penalty, of SVD the rank, of KUNN two sizes, of neighbours the size
    and the shrinkage; each kind as often as its settings can be combined."""
    settings: dict[str, list[str]] = {}
    for name, _scores in yield_grid_models(problem()[0], 0):
        kind, _, setting = name.partition("-")
        settings.setdefault(kind, []).append(setting)
    ten, hundred, thousand = range(10, 100, 10), range(100, 1000, 50), range(1, 10)
    ease = [1, 2, 5, *ten, *hundred, *(500 * n + 500 for n in thousand)]
    assert settings.pop("ease") == [f"{penalty:04}" for penalty in ease]
    assert " ".join(settings.pop("svd")) == (
        "002 004 008 012 016 024 032 048 064 096 128 192"
    )
    sizes = ["005", "010", "020", "040", "070", "110", "160"]
    assert settings.pop("kunn") == [
        f"{one}-{other}" for one in sizes for other in sizes
    ]
    sizes = ["005", "010", "020", "040", "080", "120", "200", "300"]
    near = [f"{size}-{less}" for less in ("000", "005", "020", "100") for size in sizes]
    assert settings.pop("itemknn") == settings.pop("userknn") == near
    assert settings == {"popularity": [""], "random": [""]}


def test_a_model_of_the_grid_is_that_of_its_name() -> None:
    """Of forty users and thirty items, where sizes and ranks make a difference."""
    train = drawn(40, 30)
    asked = np.array([0, 7, 39])
    users, items = np.arange(40), np.arange(30)
    ranked = train[asked].toarray() == 0
    one = LearningProblem(users, items, train, asked, ranked)
    found = dict(yield_grid_models(one, 4))
    decomposed, unified = Decomposed(train, asked), Unified(train, asked)
    likenesses = compute_cosines(train, 20), compute_cosines(train.T, 20)
    expected = {
        "ease-0010": decomposed.ease(10),
        "svd-004": decomposed.svd(4),
        "kunn-005-020": unified.of_users(5) + unified.of_items(20),
        "itemknn-005-020": score_by_items(train, asked, likenesses[0], 5),
        "userknn-010-020": score_by_users(train, asked, likenesses[1], 10),
        "popularity": [train.toarray().sum(axis=0)] * 3,
        "random": np.random.default_rng(4).random((3, 30)),
    }
    for name, scores in expected.items():
        assert found[name] == pytest.approx(np.array(scores)), name
    of_paper = dict(yield_jeunen_models(one, 4))
    assert of_paper["ease-0510"] == pytest.approx(decomposed.ease(510))
    nearest = unified.of_users(70) + unified.of_items(110)
    assert of_paper["kunn-070-110"] == pytest.approx(nearest)


def test_the_models_of_jeunen_et_al_are_192() -> None:
    """111 of EASE and 9 times 9 of KUNN."""
    asked, _ = problem()
    names = [name for name, _scores in yield_jeunen_models(asked, 0)]
    kinds = [name.partition("-")[0] for name in names]
    assert (kinds.count("ease"), kinds.count("kunn"), len({*names})) == (111, 81, 192)
    assert (names[0], names[110], names[-1]) == (
        "ease-0500",
        "ease-1600",
        "kunn-110-110",
    )


def test_items_of_fewer_than_five_users_are_left_out() -> None:
    rows = [row(u, 1, u) for u in range(5)] + [row(u, 2, u) for u in range(4)]
    found = keep_popular_items(rows)
    assert {(one.item, one.rating) for one in found} == {(1, 1.0)} and len(found) == 5
