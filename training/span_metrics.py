"""Figures of span triplets and span retrieval, with 95 % intervals over the anchors' authors."""

import numpy as np

from training.intervals import figure


def ranks(scores: np.ndarray, positive: np.ndarray, hidden: np.ndarray) -> np.ndarray:
    """Rank of each query's positive among the spans that it may see, ties counted against it: int [queries].

    scores [queries, pool]; positive [queries]: column; hidden bool [queries, pool]: columns left out, the positive's
    own never is.

    >>> ranks(np.array([[3.0, 2, 9, 2]]), np.array([1]), np.array([[False, False, True, False]])).tolist()
    [3]
    """
    at = np.arange(len(scores))
    best = scores[at, positive][:, None]
    ahead = (scores >= best) & ~hidden
    ahead[at, positive] = False
    return 1 + ahead.sum(1)


def retrieval(rank: np.ndarray, author: np.ndarray) -> dict:
    """R@20, R@100, nDCG@20, nDCG@100 and uncut MRR of one relevant span a query, each with its interval.

    >>> x = retrieval(np.array([1, 3, 200]), np.array([0, 1, 2]))
    >>> x["recall@20"]["value"], x["ndcg@20"]["value"], x["mrr"]["value"]
    (0.6667, 0.5, 0.4461)
    """
    gain = 1 / np.log2(1 + rank)
    return {
        "recall@20": figure(rank <= 20, author),
        "recall@100": figure(rank <= 100, author),
        "ndcg@20": figure(gain * (rank <= 20), author),
        "ndcg@100": figure(gain * (rank <= 100), author),
        "mrr": figure(1 / rank, author),
    }


def auc(positive: np.ndarray, negative: np.ndarray) -> float:
    """Share of (positive, negative) pairs of scores in the right order, ties half.

    >>> auc(np.array([1.0, 2.0]), np.array([1.0, 0.0]))
    0.875
    """
    order = np.sort(negative)
    below = np.searchsorted(order, positive, "left")
    equal = np.searchsorted(order, positive, "right") - below
    return float((below + 0.5 * equal).mean() / len(negative))
