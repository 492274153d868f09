"""Seven mixes of negatives (SADIRI-v2, §3.5): random, near the query in topic, near the positive, and their unions."""

import numpy as np

COUNT = 12
DEPTH = 50
"""Near = drawn from the 50 documents by other authors that are nearest in topic."""

MIXES = {
    "r": ("random",),
    "dq": ("query",),
    "dqp": ("positive",),
    "r+dq": ("random", "query"),
    "r+dqp": ("random", "positive"),
    "dq+dqp": ("query", "positive"),
    "all": ("random", "query", "positive"),
}


def negatives(
    mix: str, query: int, positive: int, author: np.ndarray, topics: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """COUNT different documents by other authors, uniform shares of the mix's kinds: indices into author [documents].

    topics: unit rows [documents, dim]. What two kinds have in common is taken once, and the second draws on.
    """
    others = np.flatnonzero(author != author[query])
    kinds = MIXES[mix]
    chosen: list[int] = []
    for i, kind in enumerate(kinds):
        near = others
        if kind != "random":
            cosine = topics[others] @ topics[query if kind == "query" else positive]
            near = others[np.argsort(-cosine, kind="stable")[:DEPTH]]
        left = near[~np.isin(near, chosen)]
        share = COUNT * (i + 1) // len(kinds) - len(chosen)
        chosen.extend(rng.choice(left, share, replace=False).tolist())
    return np.array(chosen)
