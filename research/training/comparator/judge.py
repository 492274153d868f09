"""Trials, and what scores of them are worth: areas, accuracies, differences, and intervals over authors."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from itertools import compress

import numpy as np

from training.comparator.states import WORDS
from training.corpus.folds import family, read_folds
from training.corpus.token_cache import Cache
from training.train.intervals import RESAMPLES, SEED

Side = tuple[int, ...]
"""Documents of one side of a trial, as cache rows."""
Measure = Callable[[np.ndarray], float]
"""A figure of trials of some weights [n]."""


@dataclass(frozen=True)
class Trials:
    """same: bool [n]; author: of either side, [n, 2]; fold: of both sides' sources, -1 where they are of two."""

    sides: list[tuple[Side, Side]]
    same: np.ndarray
    author: np.ndarray
    fold: np.ndarray

    def of(self, kept: np.ndarray) -> "Trials":
        """Those at some places."""
        return Trials([self.sides[i] for i in kept], self.same[kept], self.author[kept], self.fold[kept])


def read_trials(lines: Iterable[dict], cache: Cache, held: Container[int]) -> Trials:
    """The trials of WORDS words among lines of a trials file, all of whose documents are held."""
    fold_of = read_folds()
    folds = np.array([fold_of[family(source)] for source in cache.names["source"]])[cache.source]
    asked = [line for line in lines if line["words"] == WORDS]
    ids = [[[line[side], *line.get(f"{side}_more", [])] for side in "ab"] for line in asked]
    rows = [tuple(tuple(cache.row[i] for i in side) for side in pair) for pair in ids]
    kept = [all(row in held for side in pair for row in side) for pair in rows]
    listed, sides = list(compress(asked, kept)), list(compress(rows, kept))
    of_sides = [{int(folds[row]) for side in pair for row in side} for pair in sides]
    return Trials(
        sides,
        np.array([line["same"] for line in listed]),
        np.array([[cache.author[side[0]] for side in pair] for pair in sides]),
        np.array([min(found) if len(found) == 1 else -1 for found in of_sides]),
    )


def auc(scores: np.ndarray, same: np.ndarray) -> Measure:
    """Area under the curve, ties one half.

    >>> auc(np.array([1.0, 2, 2, 3]), np.array([False, True, False, True]))(np.ones(4))
    0.875
    """
    _, place = np.unique(scores, return_inverse=True)

    def measure(weight: np.ndarray) -> float:
        own = np.bincount(place, weight * same)
        others = np.bincount(place, weight * ~same)
        return float(own @ (np.cumsum(others) - others / 2) / (own.sum() * others.sum()))

    return measure


def accuracy(right: np.ndarray, same: np.ndarray) -> Measure:
    """Mean of the shares of right answers among trials of one author and of two."""

    def measure(weight: np.ndarray) -> float:
        return float(np.mean([weight[kind] @ right[kind] / weight[kind].sum() for kind in (same, ~same)]))

    return measure


def best_threshold(scores: np.ndarray, same: np.ndarray) -> float:
    """The score from which on trials are best taken for one author's, both kinds counting alike.

    >>> best_threshold(np.array([1.0, 2, 3, 4]), np.array([False, False, True, True]))
    3.0
    """
    order = np.argsort(-scores, kind="stable")
    gain = np.cumsum(np.where(same, 1 / same.sum(), -1 / (~same).sum())[order])
    return float(scores[order][gain.argmax()])


def with_interval(trials: Trials, measure: Measure) -> list[float]:
    """A figure and its interval; a trial weighs as often as its authors were drawn together (Owen 2007)."""
    _, author = np.unique(trials.author, return_inverse=True)
    author = author.reshape(-1, 2)
    count = author.max() + 1
    drawn = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), RESAMPLES)
    second = np.where(author[:, 0] == author[:, 1], 1, drawn[:, author[:, 1]])
    found = [measure(weight.astype(float)) for weight in drawn[:, author[:, 0]] * second]
    return [round(float(x), 3) for x in (measure(np.ones(len(author))), *np.nanquantile(found, (0.025, 0.975)))]


def difference(first: Measure, second: Measure) -> Measure:
    """Of two figures of the same trials."""
    return lambda weight: first(weight) - second(weight)
