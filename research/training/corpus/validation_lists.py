"""Lists over the validation documents, made from the cache alone: rankings, topic-controlled triplets, pairs of one
source.
"""

from dataclasses import dataclass

import numpy as np

from training.corpus.token_cache import Cache


@dataclass(frozen=True)
class Lists:
    """Indices into `rows` (documents of the cache). `hidden[i]`: documents that query i must not rank, itself among
    them.

    Triplets: the positive is the query author's other work that is farthest in topic, the negatives the nearest by
    others. Pairs (a, b, same) lie inside one source; `source` is the code of it, `spoken` marks its mode.
    """

    rows: np.ndarray
    queries: np.ndarray
    positive: np.ndarray
    hidden: list[np.ndarray]
    negatives: np.ndarray
    pair_a: np.ndarray
    pair_b: np.ndarray
    same: np.ndarray
    source: np.ndarray
    spoken: np.ndarray


def make_lists(cache: Cache, topics: np.ndarray, rows: np.ndarray, seed: int = 5, queries: int = 400) -> Lists:
    """Deterministic lists over the documents `rows`: at most eight an author, of 150 tokens or more; at most three
    queries.
    """
    rng = np.random.default_rng(seed)
    rows = rng.permutation(rows[cache.length[rows] >= 150])
    rows = np.sort(np.concatenate([rows[cache.author[rows] == a][:8] for a in np.unique(cache.author[rows])]))
    author, title, topic = cache.author[rows], cache.title[rows], topics[rows]
    asked, positive, hidden, negatives = [], [], [], []
    counts: dict[int, int] = {}
    for i in rng.permutation(len(rows)):
        mine = np.flatnonzero(author == author[i])
        other = mine[title[mine] != title[i]]
        if len(asked) == queries or len(other) == 0 or counts.get(author[i], 0) == 3:
            continue
        counts[author[i]] = counts.get(author[i], 0) + 1
        near = topic @ topic[i]
        best = other[np.argmin(near[other])]
        asked.append(i)
        positive.append(best)
        hidden.append(mine[mine != best])
        negatives.append(np.argsort(-np.where(author == author[i], -9, near))[:4])
    a, b = _pairs(cache, rows, rng)
    spoken = np.array([cache.names["mode"][m] == "spoken" for m in cache.mode[rows[a]]])
    same, source = author[a] == author[b], cache.source[rows[a]]
    return Lists(
        rows,
        np.array(asked),
        np.array(positive),
        hidden,
        np.array(negatives),
        a,
        b,
        same,
        source,
        spoken,
    )


def _pairs(cache: Cache, rows: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """As many same-author (other work) as different-author pairs in every source with four authors or more."""
    first, second = [], []
    for source in np.unique(cache.source[rows]):
        here = np.flatnonzero(cache.source[rows] == source)
        author, title = cache.author[rows[here]], cache.title[rows[here]]
        if len(set(author)) < 4:
            continue
        i, j = np.triu_indices(len(here), 1)
        for kind in ((author[i] == author[j]) & (title[i] != title[j]), author[i] != author[j]):
            some = rng.permutation(np.flatnonzero(kind))[:150]
            first.append(here[i[some]])
            second.append(here[j[some]])
    return np.concatenate(first), np.concatenate(second)
