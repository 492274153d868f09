"""Hard-negative batches by clusters (SADIRI, Algorithm 1): authors whose documents the model finds alike share a batch.

As printed the algorithm asks for more clusters than fit; here b = authors a batch, s = 3.5 clusters a batch,
k = round(s · N / b) clusters of at most ⌈b / s⌉ authors, and a batch is alternately 3 and 4 clusters; authors over b
wait for the next batch, and a batch below b is filled up at random. An author is in one cluster only, that of the
larger of the clusters of its two documents.
"""

import numpy as np

SHARE = 3.5
"""Clusters a batch."""


def projected(vectors: np.ndarray, rng: np.random.Generator, parts: int = 3) -> np.ndarray:
    """Unit rows of a random projection to a third of the width, i.i.d. with zero mean: [n, D] -> [n, D // parts]."""
    width = vectors.shape[1]
    return _unit(vectors @ rng.normal(size=(width, width // parts)))


def cosine_kmeans(vectors: np.ndarray, k: int, rng: np.random.Generator, rounds: int = 8) -> np.ndarray:
    """Cluster of each unit row, int [n]: k-means by cosine from k of the rows; an empty cluster keeps its centre.

    >>> rows = np.array([[1.0, 0], [0.99, 0.1], [0, 1], [0.1, 0.99]])
    >>> found = cosine_kmeans(rows, 2, np.random.default_rng(1))
    >>> bool(found[0] == found[1] != found[2] == found[3])
    True
    """
    centres = vectors[rng.choice(len(vectors), k, replace=False)]
    for _ in range(rounds):
        label = (vectors @ centres.T).argmax(1)
        total = np.zeros_like(centres)
        np.add.at(total, label, vectors)
        filled = np.bincount(label, minlength=k) > 0
        centres = np.where(filled[:, None], _unit(total), centres)
    return (vectors @ centres.T).argmax(1)


def one_cluster_each(label: np.ndarray, owner: np.ndarray, k: int) -> np.ndarray:
    """Cluster of each author, int [authors]: of the clusters of its documents, the one with most documents.

    >>> one_cluster_each(np.array([0, 1, 1, 1, 2, 0]), np.array([0, 0, 1, 1, 2, 2]), 3).tolist()
    [1, 1, 0]
    """
    size = np.bincount(label, minlength=k)
    out = np.full(owner.max() + 1, -1)
    for cluster, author in zip(label, owner, strict=True):
        if out[author] < 0 or size[cluster] > size[out[author]]:
            out[author] = cluster
    return out


def capped(label: np.ndarray, k: int, cap: int, rng: np.random.Generator) -> np.ndarray:
    """The same clusters with at most `cap` authors each: those over it, drawn at random, fill the smallest clusters.

    >>> np.bincount(capped(np.array([0, 0, 0, 0, 1]), 3, 2, np.random.default_rng(0)), minlength=3).tolist()
    [2, 2, 1]
    """
    out = label.copy()
    over = [m for c in range(k) for m in rng.permutation(np.flatnonzero(label == c))[cap:]]
    size = np.minimum(np.bincount(label, minlength=k), cap)
    for member in over:
        smallest = int(np.argmin(size))
        if size[smallest] >= cap:
            raise ValueError(f"{k} clusters of {cap} cannot hold {len(label)} authors")
        out[member] = smallest
        size[smallest] += 1
    return out


def cluster_batches(vectors: np.ndarray, owner: np.ndarray, b: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Batches of b authors for one pass over them, int [b] each.

    vectors: unit rows [rows, D] of documents. owner: the author (0 to N - 1, each at least once) of each row.
    """
    count = int(owner.max()) + 1
    k, cap = max(4, round(SHARE * count / b)), int(np.ceil(b / SHARE))
    while k * cap < count:
        k += 1
    label = cosine_kmeans(projected(vectors, rng), min(k, len(vectors)), rng)
    label = capped(one_cluster_each(label, owner, k), k, cap, rng)
    order = rng.permutation([c for c in range(k) if (label == c).any()])
    out, at, waiting = [], 0, np.zeros(0, int)
    while at < len(order) or len(waiting):
        size = 3 if len(out) % 2 == 0 else 4
        members = rng.permutation(np.flatnonzero(np.isin(label, order[at : at + size])))
        chosen = np.concatenate([members, waiting])
        others = rng.permutation(np.setdiff1d(np.arange(count), chosen))
        out.append(np.concatenate([chosen, others])[:b])
        waiting, at = chosen[b:], at + size
    return out


def _unit(x: np.ndarray) -> np.ndarray:
    return x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-12)
