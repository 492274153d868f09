"""Batches are author-unique, balanced over sources, from different works, and repeatable."""

from types import SimpleNamespace

import numpy as np
import pytest
from training.sampler import Mix, PairSampler

DOCUMENTS = 240


@pytest.fixture
def cache():
    rng = np.random.default_rng(0)
    author = np.arange(DOCUMENTS) // 4
    tokens = rng.integers(1000, 2000, (DOCUMENTS, 90)).astype(np.uint16)
    return SimpleNamespace(
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
    for _ in range(20):
        units = s._draw(32)
        assert len({s.units[u][0] for u in units}) == 32


def test_pairs_are_of_one_author_and_two_works(cache):
    s = sampler(cache)
    for unit in s._draw(32):
        a, b = s._pair(unit)
        assert cache.author[a] == cache.author[b]
        assert cache.title[a] != cache.title[b]


def test_windows_are_closed_and_padded(cache):
    b = sampler(cache).batch(8, 64)
    assert b.ids.shape == b.surface.shape == (16, 64)
    assert (b.ids[:, 0] == 101).all()
    assert (b.ids[np.arange(16), b.length - 1] == 102).all()
    assert (b.surface[:, 0] == 0).all()


def test_the_state_of_the_generator_repeats_the_batches(cache):
    s = sampler(cache)
    s.batch(8, 64)
    state = s.rng.bit_generator.state
    first = s.batch(8, 64)
    s.rng.bit_generator.state = state
    np.testing.assert_array_equal(first.ids, s.batch(8, 64).ids)


def test_temper_zero_gives_every_source_the_same_weight(cache):
    s = sampler(cache, temper=0.0)
    assert np.bincount(s.source, weights=s.weight) == pytest.approx([0.5, 0.5])
