"""Batches are author-unique, balanced over sources, from different works, and repeatable."""

from types import SimpleNamespace

import numpy as np
import pytest
from training.corpus.sampler import Mix, PairSampler

DOCUMENTS = 240


@pytest.fixture
def cache():
    rng = np.random.default_rng(0)
    author = np.arange(DOCUMENTS) // 4
    tokens = rng.integers(1000, 2000, (DOCUMENTS, 90)).astype(np.uint16)
    return SimpleNamespace(
        names={"source": ["a/b", "openstack/nova", "openstack/nova-specs"]},
        author=author,
        title=np.arange(DOCUMENTS) // 2,
        source=np.where(author < 45, 0, 1),
        genre=np.where(author < 45, 0, np.arange(DOCUMENTS) % 2),
        mode=np.where(author < 55, 0, np.arange(DOCUMENTS) % 2),
        length=np.full(DOCUMENTS, 90),
        document=lambda row: (tokens[row], (tokens[row] % 17).astype(np.uint8)),
    )


def sampler(cache, seed=1, **mix):
    topics = np.random.default_rng(2).normal(size=(DOCUMENTS, 6)).astype(np.float32)
    return PairSampler(cache, topics, np.arange(DOCUMENTS), Mix(**mix), seed)


def test_an_author_occurs_once_in_a_batch(cache):
    s = sampler(cache)
    for step in range(20):
        units = s.draw(np.random.default_rng(step), step, 32)
        assert len({s.units[u][0] for u in units}) == 32


def test_pairs_are_of_one_author_and_two_works(cache):
    s = sampler(cache)
    rng = np.random.default_rng(1)
    for unit in s.draw(rng, 0, 32):
        a, b = s._pair(rng, unit)
        assert cache.author[a] == cache.author[b]
        assert cache.title[a] != cache.title[b]


def test_windows_are_closed_and_padded(cache):
    b = sampler(cache).batch(0, 8, 64)
    assert b.ids.shape == b.surface.shape == (16, 64)
    assert (b.ids[:, 0] == 101).all()
    assert (b.ids[np.arange(16), b.length - 1] == 102).all()
    assert (b.surface[:, 0] == 0).all()


def test_a_batch_depends_on_seed_and_number_alone(cache):
    s = sampler(cache)
    s.batch(4, 8, 64)
    later = s.batch(5, 8, 64).ids
    np.testing.assert_array_equal(later, sampler(cache).batch(5, 8, 64).ids)
    assert (later != s.batch(6, 8, 64).ids).any()
    assert (later != sampler(cache, seed=2).batch(5, 8, 64).ids).any()


def test_mined_groups_take_their_share_beside_topic_near_and_random_ones(cache):
    s = sampler(cache, hard=0.25, mined=0.5, group=4)
    s.mined = np.tile(np.arange(40, 60), (len(s.units), 1))
    counts = [sum(40 <= u < 60 for u in s.draw(np.random.default_rng(k), k, 16)) for k in range(20)]
    assert min(counts) >= 6  # two mined groups of four, each with at most one seed from elsewhere
    assert max(counts) < 16


def test_near_negatives_alone_are_refused():
    with pytest.raises(ValueError, match="quarter"):
        Mix(hard=0.5, mined=0.5)


def test_planned_units_fill_the_batch_of_their_step(cache):
    s = sampler(cache)
    s.plan, s.plan_start = [np.arange(8), np.arange(8, 16)], 3
    rng = np.random.default_rng(1)
    assert s.draw(rng, 4, 8) == list(range(8, 16))
    assert s.draw(rng, 4, 12)[:8] == list(range(8, 16))
    assert s.draw(rng, 5, 8) != list(range(8, 16))


def test_authors_outside_the_bounds_on_documents_are_left_out(cache):
    assert len(sampler(cache).documents) == 60
    with pytest.raises(ValueError, match="no author"):
        sampler(cache, fewest=5)


def test_a_batch_larger_than_the_authors_is_refused(cache):
    with pytest.raises(ValueError, match="61 pairs"):
        sampler(cache).batch(0, 61, 64)


def test_pairs_near_in_topic_are_drawn_again(cache):
    topics = np.zeros((DOCUMENTS, 2), np.float32)
    topics[np.arange(DOCUMENTS), np.arange(DOCUMENTS) % 2] = 1
    s = PairSampler(cache, topics, np.arange(DOCUMENTS), Mix(farthest=0.5, cross=0.0), 1)
    rng = np.random.default_rng(0)
    pairs = [s._pair(rng, u) for u in range(60)]
    assert np.mean([(a + b) % 2 for a, b in pairs]) > 0.95


def test_unrestricted_positives_may_be_the_anchor_itself(cache):
    s, rng = sampler(cache, positives="unrestricted"), np.random.default_rng(0)
    pairs = [s._pair(rng, u) for u in range(60)]
    assert any(a == b for a, b in pairs)
    assert all(cache.author[a] == cache.author[b] for a, b in pairs)


def test_temper_zero_gives_every_family_the_same_weight(cache):
    s = sampler(cache, temper=0.0)
    assert np.bincount(s.source, weights=s.weight) == pytest.approx([0.5, 0.5])
    cache.source = np.where(cache.author < 50, cache.source, 2)
    s = sampler(cache, temper=0.0)
    first, *project = np.bincount(s.source, weights=s.weight)
    assert (first, sum(project)) == pytest.approx((0.5, 0.5))
    assert min(project) > 0
