"""The cross-encoder's input, its negatives and its scores."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from training.corpus.tokens import SEP, UNK, TextEncoder
from training.cross.judge import judge, mixed_ranks
from training.cross.negatives import COUNT, DEPTH, MIXES, negatives
from training.cross.pairs import DELIMITER, cut, rows_of
from training.cross.pool import FAR, queries

AUTHORS, EACH = 40, 3


def side(length, seed=0):
    rng = np.random.default_rng([seed, length])
    return rng.integers(1000, 2000, length).astype(np.uint16), rng.integers(0, 17, length).astype(np.uint8)


@pytest.fixture
def documents():
    rng = np.random.default_rng(3)
    topics = rng.normal(size=(AUTHORS * EACH, 8))
    return np.arange(AUTHORS * EACH) // EACH, topics / np.linalg.norm(topics, axis=1, keepdims=True)


def test_no_text_makes_the_delimiter():
    encode = TextEncoder(Path(__file__).parents[3] / "models/tokenizer.json")
    made = encode(["\u2980 is read as an unknown sign", "[unused0] [UNUSED0] [ unused0 ] ##unused0", "a\u0001b \u2980"])
    assert all(DELIMITER not in x.ids for x in made)
    assert UNK in made[0].ids
    assert encode.tokenizer.id_to_token(DELIMITER) == "[unused0]"


def test_either_side_is_cut_alone():
    long, short = side(500), side(20)
    ids, surface = rows_of(cut(long, 96), [cut(short, 96), cut(long, 96)])
    assert ids.shape == surface.shape == (3, 98)
    np.testing.assert_array_equal(ids[0, 1:97], long[0][:96])
    np.testing.assert_array_equal(ids[1, :22], [DELIMITER, *short[0], SEP])
    np.testing.assert_array_equal(surface[2], [0, *long[1][:96], 0])
    drawn, _ = cut(long, 96, np.random.default_rng(1))
    assert len(drawn) == 96
    assert drawn.tobytes() in long[0].tobytes()
    assert not np.array_equal(drawn, long[0][:96])


@pytest.mark.parametrize("mix", MIXES)
def test_negatives_are_different_documents_by_others(documents, mix):
    author, topics = documents
    for query in range(0, len(author), 7):
        chosen = negatives(mix, query, query - query % EACH, author, topics, np.random.default_rng(query))
        assert len(set(chosen)) == COUNT
        assert author[query] not in author[chosen]


def test_what_two_kinds_share_is_drawn_anew(documents):
    author, topics = documents
    for seed in range(20):
        chosen = negatives("dq+dqp", 5, 5, author, topics, np.random.default_rng(seed))
        assert len(set(chosen)) == COUNT


def test_near_negatives_are_among_the_nearest_and_shares_are_even(documents):
    author, topics = documents
    others = np.flatnonzero(author != author[0])
    near = [set(others[np.argsort(-topics[others] @ topics[i])[:DEPTH]]) for i in (0, 1)]
    one = negatives("dq", 0, 1, author, topics, np.random.default_rng(0))
    assert set(one) <= near[0]
    all_three = negatives("all", 0, 1, author, topics, np.random.default_rng(0))
    assert set(all_three[4:8]) <= near[0]
    assert set(all_three[8:]) <= near[1]


def test_a_positive_is_another_work_of_another_genre_and_far_in_topic():
    cache = SimpleNamespace(
        author=np.array([0, 0, 0, 1, 1, 2, 2]),
        title=np.array([0, 1, 2, 3, 3, 5, 6]),
        genre=np.array([0, 0, 1, 0, 1, 0, 0]),
        mode=np.zeros(7, int),
    )
    topics = np.eye(7)
    topics[6] = topics[5]
    query, positive = queries(cache, np.arange(7), topics, 1)
    assert {cache.author[q] for q in query} == {0}  # author 1 has one work, author 2 one topic
    assert cache.genre[query[0]] != cache.genre[positive[0]]
    assert topics[query[0]] @ topics[positive[0]] < FAR


def test_the_weight_of_a_fold_is_chosen_on_the_others():
    def entry(fold, best):
        return {"fold": fold, "own": [0, 1, 0], "rank": 2, "scores": [2.0, 1.9, 0.0], "author": str(fold)}, best

    good, bad = np.array([0.0, 5.0, 1.0]), np.array([5.0, 0.0, 1.0])
    lists, scores = zip(*(entry(0, bad), entry(1, good)), strict=True)
    ranks, weights = mixed_ranks(list(lists), list(scores))
    assert weights == [0.1, 0.0]
    assert ranks.tolist() == [2, 2]


def test_a_reordering_that_changes_nothing_gains_nothing():
    lists = [
        {
            "fold": f,
            "own": [0, 1, 0],
            "rank": 2,
            "scores": [3, 2, 1],
            "author": "a",
            "query": "q",
            "candidates": [*"xyz"],
        }
        for f in (0, 1)
    ]
    topics = {"q": np.array([1.0, 0]), "x": np.array([1.0, 0]), "y": np.array([0, 1.0]), "z": np.array([0, 1.0])}
    found = judge(lists, {"same": [np.array([3.0, 2.0, 1.0])] * 2}, topics)
    assert found["retriever"]["mrr20"][0] == 0.5
    assert found["same"]["alone"]["mrr20"] == [0.5, {"value": 0.0, "interval": [0.0, 0.0]}]
    assert found["same"]["topic"][0] == pytest.approx(1)


torch = pytest.importorskip("torch")
pytest.importorskip("transformers")


def small_model(joined):
    from training.cross.model import CrossEncoder
    from training.export.fixture import tiny_model

    model = CrossEncoder(tiny_model(2_100), 4, joined).eval()
    torch.nn.init.normal_(model.first.weight)
    return model


@torch.no_grad()
def scores_of(model, query, candidates):
    return model(*(torch.from_numpy(x) for x in rows_of(query, candidates))).numpy()


@pytest.mark.parametrize("joined", [1, 4])
def test_order_and_company_of_candidates_change_no_score(joined):
    model, query, candidates = small_model(joined), side(20), [side(n, n) for n in (5, 30, 12, 30, 3, 9)]
    scores = scores_of(model, query, candidates)
    order = np.array([3, 0, 5, 1, 4, 2])
    np.testing.assert_allclose(scores_of(model, query, [candidates[i] for i in order]), scores[order], atol=1e-4)
    np.testing.assert_allclose(scores_of(model, query, candidates[4:5]), scores[4:5], atol=1e-4)
    assert np.ptp(scores) > 0.01


@pytest.mark.parametrize(("joined", "reads"), [(0, False), (1, True)])
def test_the_first_token_reads_the_candidate_where_blocks_are_joined(joined, reads):
    model = small_model(joined)
    torch.nn.init.zeros_(model.mean.weight)
    first, second = scores_of(model, side(8), [side(8, 2), side(8, 3)])
    assert (abs(first - second) > 1e-5) == reads


def test_weights_come_back(tmp_path, monkeypatch):
    from training.cross.model import CrossEncoder, load_cross, save_cross
    from training.export.fixture import tiny_model
    from training.train.encoder import Encoder

    model = small_model(1)
    save_cross(model, tmp_path / "all.safetensors")
    monkeypatch.setattr(Encoder, "on", staticmethod(lambda *_, **__: tiny_model(2_100)))
    again = load_cross(tmp_path / "all.safetensors", "unused", 1)
    assert isinstance(again, CrossEncoder)
    texts = side(8), [side(8, 2)]
    np.testing.assert_allclose(scores_of(again, *texts), scores_of(model, *texts), rtol=0.02)
