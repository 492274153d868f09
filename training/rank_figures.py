"""Ranks of documents by their best span, and figures of them with intervals over authors. Needs numpy alone."""

import numpy as np


def best_of(scores: np.ndarray, owner: np.ndarray, documents: int) -> np.ndarray:
    """The best score of each document's spans, -inf where it has none: [S], int [S] ascending -> [documents].

    >>> best_of(np.array([0.1, 0.5, 0.2]), np.array([0, 0, 2]), 3).tolist()
    [0.5, -inf, 0.2]
    """
    out = np.full(documents, -np.inf)
    owners, first = np.unique(owner, return_index=True)
    out[owners] = np.maximum.reduceat(scores, first)
    return out


def top(scores: np.ndarray, count: int) -> np.ndarray:
    """Places of the largest scores, best first, of equal ones the lower place first; -inf is left out.

    >>> top(np.array([0.1, 0.5, -np.inf, 0.5]), 3).tolist()
    [1, 3, 0]
    """
    order = np.argsort(-scores, kind="stable")[:count]
    return order[np.isfinite(scores[order])]


def reranked(code: np.ndarray, exact: np.ndarray, owner: np.ndarray, documents: int, count: int) -> np.ndarray:
    """Documents best first, after the `count` best spans by code were scored exactly: int [documents with spans].

    Documents that the exact tier reached come first, by their best span there; the rest follow by code.

    >>> code, exact = np.array([0.9, 0.8, 0.1]), np.array([0.2, 0.7, 0.99])
    >>> reranked(code, exact, np.array([0, 1, 2]), 3, 2).tolist()
    [1, 0, 2]
    """
    reached = np.full(len(code), -np.inf)
    some = top(code, count)
    reached[some] = exact[some]
    first, rest = (best_of(x, owner, documents) for x in (reached, code))
    rest[np.isfinite(first)] = -np.inf
    return np.concatenate([top(first, documents), top(rest, documents)])


DEPTHS = (1, 8, 20, 100)


def list_figures(order: np.ndarray, relevant: np.ndarray) -> dict[str, float]:
    """Success@k and recall@k, k of 1, 8, 20, 100, and mrr@10, mrr of one ranking; `relevant` is not empty.

    >>> f = list_figures(np.array([4, 2, 9, 1]), np.array([2, 1]))
    >>> f["success@1"], f["success@8"], f["recall@1"], f["mrr@10"]
    (0.0, 1.0, 0.0, 0.5)
    """
    places = np.flatnonzero(np.isin(order, relevant)) + 1
    first = places[0] if len(places) else np.inf
    out = {f"success@{k}": float(first <= k) for k in DEPTHS}
    out |= {f"recall@{k}": float((places <= k).sum() / len(relevant)) for k in DEPTHS}
    return out | {"mrr@10": float(1 / first if first <= 10 else 0), "mrr": float(1 / first)}


def interval(values: np.ndarray, authors: np.ndarray, resamples: int = 2_000, seed: int = 1) -> list[float]:
    """95 % interval of a mean of values [n], over resampled authors int [n].

    >>> interval(np.ones(5), np.arange(5))
    [1.0, 1.0]
    """
    _, place = np.unique(authors, return_inverse=True)
    groups = place.max() + 1
    weights = np.random.default_rng(seed).multinomial(groups, np.full(groups, 1 / groups), resamples)
    means = weights @ np.bincount(place, values) / (weights @ np.bincount(place))
    return [float(x) for x in np.quantile(means, (0.025, 0.975))]


def summary(values: np.ndarray, authors: np.ndarray) -> dict:
    """A mean with its interval."""
    return {"mean": float(np.mean(values)), "interval": interval(np.asarray(values, float), authors)}


def table(rows: list[dict[str, float]], authors: np.ndarray, against: list[dict[str, float]] | None = None) -> dict:
    """Means with intervals of every figure over questions; with `against`, of the paired differences."""
    out = {}
    for name in rows[0]:
        values = np.array([r[name] for r in rows])
        if against is not None:
            values = values - np.array([r[name] for r in against])
        out[name] = summary(values, authors)
    return out
