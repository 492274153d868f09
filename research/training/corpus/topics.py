"""Topic vectors of documents: what hard groups are built from, never what the encoder reads."""

from pathlib import Path

import numpy as np

from training.corpus.token_cache import Cache


def read_topics(folder: Path, cache: Cache) -> np.ndarray:
    """The topic vectors of the training cache, from folder/topics.npy, which is written at the first call."""
    path = folder / "topics.npy"
    if not path.exists():
        np.save(path, topic_vectors(cache))
    return np.load(path).astype(np.float32)


def topic_vectors(cache: Cache, size: int = 30522, dim: int = 64, frequent: int = 400, seed: int = 0) -> np.ndarray:
    """Latent semantic vectors, float32 [documents, dim], unit rows.

    tf-idf of the token ids (first 1,200 of a document), without the most frequent ones, through a truncated SVD.
    """
    from scipy.sparse import csr_matrix, diags
    from sklearn.preprocessing import normalize
    from sklearn.utils.extmath import randomized_svd

    columns, values, ends = [], [], [0]
    for row in range(len(cache)):
        ids, counts = np.unique(cache.document(row)[0][:1200], return_counts=True)
        columns.append(ids.astype(np.int32))
        values.append((1 + np.log(counts)).astype(np.float32))
        ends.append(ends[-1] + len(ids))
    x = csr_matrix((np.concatenate(values), np.concatenate(columns), ends), shape=(len(cache), size))
    df = np.bincount(x.indices, minlength=size)
    idf = np.log((1 + len(cache)) / (1 + df)).astype(np.float32)
    idf[np.argsort(-df)[:frequent]] = 0
    idf[df < 5] = 0
    u, s, _ = randomized_svd(normalize(x @ diags(idf)).tocsr(), dim, n_iter=2, random_state=seed)
    return normalize((u * s).astype(np.float32))
