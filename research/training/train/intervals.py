"""95 % intervals by resampling authors, since the texts of one author are alike (2,000 resamples, seed 1)."""

import numpy as np

RESAMPLES, SEED = 2_000, 1


def interval(values: np.ndarray, author: np.ndarray) -> list[float]:
    """2.5th and 97.5th percentile of the mean of values [n] over resamples of the authors [n] they belong to.

    >>> interval(np.ones(4), np.array([0, 0, 1, 2]))
    [1.0, 1.0]
    >>> low, high = interval(np.array([0.0, 1.0] * 50), np.arange(100))
    >>> 0.38 < low < 0.42 and 0.58 < high < 0.62
    True
    """
    _, index = np.unique(author, return_inverse=True)
    total = np.bincount(index, weights=values)
    count = np.bincount(index)
    drawn = np.random.default_rng(SEED).integers(0, len(count), (RESAMPLES, len(count)))
    means = total[drawn].sum(1) / count[drawn].sum(1)
    return [round(float(x), 3) for x in np.quantile(means, (0.025, 0.975))]


def difference(a: np.ndarray, b: np.ndarray, author: np.ndarray) -> dict:
    """The paired difference a - b of two methods on the same queries [n]: {"value": mean, "interval": [low, high]}."""
    values = np.asarray(a, float) - np.asarray(b, float)
    return {"value": round(float(values.mean()), 4), "interval": interval(values, author)}
