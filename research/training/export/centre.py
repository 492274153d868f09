"""μ, the mean unit patch over training text (docs/model-contract.md §2): sign codes are taken around it."""

import numpy as np

from training.corpus.splits import training_rows
from training.corpus.token_cache import Cache
from training.export.host_vectors import Host


def mean_patch(host: Host, corpus: Cache, documents: int = 1_000) -> np.ndarray:
    """Mean unit patch, float32 [d]: of two windows of each document, every source weighing the same.

    The documents are drawn from the training rows with a fixed seed, as many from each source as there are, up to a
    limit.
    """
    rows = np.random.default_rng(11).permutation(training_rows(corpus))
    sources = np.unique(corpus.source[rows])
    total = np.zeros(host.session.dim)
    for source in sources:
        some = rows[corpus.source[rows] == source][: -(-documents // len(sources))]
        total += np.mean([host.document(*corpus.document(r), limit=2)[0].mean(0) for r in some], axis=0)
    return (total / len(sources)).astype(np.float32)
