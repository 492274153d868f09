"""Author-unique batches of span pairs (anchor, positive), in part from topic-near groups of one source.

A unit is an (author, source). Half of a batch (`hard`) comes in groups: a unit drawn by weight and topic-near units
of the same source, so that neither the source nor, in part, the topic tells the authors apart; the rest is drawn by
weight alone. Sources are balanced: a source's share of the draws is proportional to its weight to the power
`temper`. Anchor and positive come from different works; for authors of several genres or modes often from another
genre or mode.
"""

from dataclasses import dataclass

import numpy as np

from training.corpus import Cache
from training.tokens import CLS, SEP


@dataclass(frozen=True)
class Mix:
    """How batches are mixed.

    group: authors in one topic-near group. hard: share of a batch that comes in groups. near: topic-near units a
    group is drawn from. cross: probability of a positive in another genre or mode, where the author has one. genres,
    modes: extra weight of authors with several. temper: power on a source's weight; 1 leaves sources as they are, 0
    makes them equal. shortest: tokens; documents below are not drawn.
    """

    group: int = 16
    hard: float = 0.5
    near: int = 40
    cross: float = 0.5
    genres: float = 2.5
    modes: float = 2.5
    temper: float = 0.6
    shortest: int = 40


@dataclass(frozen=True)
class Batch:
    """Rows i and i + B are of one author. ids, surface: int64 [2B, L]; length: [2B].

    kind: [B], 1 where the positive is of another genre, 2 of another mode.
    """

    ids: np.ndarray
    surface: np.ndarray
    length: np.ndarray
    kind: np.ndarray


class PairSampler:
    """Draws batches. rows: the documents that may be used, int [n]; topics: unit rows [documents, k]."""

    def __init__(self, cache: Cache, topics: np.ndarray, rows: np.ndarray, mix: Mix, seed: int) -> None:
        self.cache, self.topics, self.mix, self.rng = cache, topics, mix, np.random.default_rng(seed)
        self.documents = self._documents(rows)
        self.units, weight = self._units()
        self.source = np.array([cache.source[d[0]] for _, d in self.units])
        total = np.bincount(self.source, weights=weight)
        weight = weight * total[self.source] ** (mix.temper - 1)
        self.weight = weight / weight.sum()
        self.near = self._neighbours()

    def batch(self, pairs: int, length: int) -> Batch:
        """`pairs` pairs of spans of at most `length` tokens, [CLS] and [SEP] counted."""
        rows = [self._pair(unit) for unit in self._draw(pairs)]
        ids, surface = np.zeros((2 * pairs, length), np.int64), np.zeros((2 * pairs, length), np.int64)
        filled = np.zeros(2 * pairs, np.int64)
        for j in range(2 * pairs):
            t, f = self._span(rows[j % pairs][j // pairs], length - 2)
            ids[j, 0], ids[j, 1 : len(t) + 1], ids[j, len(t) + 1] = CLS, t, SEP
            surface[j, 1 : len(t) + 1] = f
            filled[j] = len(t) + 2
        c = self.cache
        kind = np.array([2 if c.mode[a] != c.mode[b] else int(c.genre[a] != c.genre[b]) for a, b in rows])
        return Batch(ids, surface, filled, kind)

    def _documents(self, rows: np.ndarray) -> dict[int, np.ndarray]:
        """Usable documents by author; an author needs two works."""
        held: dict[int, list[int]] = {}
        for row in rows:
            if self.cache.length[row] >= self.mix.shortest:
                held.setdefault(int(self.cache.author[row]), []).append(int(row))
        return {a: np.array(d) for a, d in held.items() if len(set(self.cache.title[d])) > 1}

    def _units(self) -> tuple[list[tuple[int, np.ndarray]], np.ndarray]:
        """(author, its documents in one source), and the weight of each before sources are balanced."""
        units, weight = [], []
        for author, d in sorted(self.documents.items()):
            w = min(len(d), 12) ** 0.5
            w *= self.mix.genres if len(set(self.cache.genre[d])) > 1 else 1
            w *= self.mix.modes if len(set(self.cache.mode[d])) > 1 else 1
            for source in sorted(set(self.cache.source[d])):
                part = d[self.cache.source[d] == source]
                units.append((author, part))
                weight.append(w * (len(part) / len(d)) ** 0.5)
        return units, np.array(weight)

    def _neighbours(self) -> list[np.ndarray]:
        """Topic-near units of each unit: of its source, filled up from its genre."""
        mean = np.stack([self.topics[d].mean(0) for _, d in self.units])
        mean /= np.linalg.norm(mean, axis=1, keepdims=True) + 1e-9
        genre = np.array([np.bincount(self.cache.genre[d]).argmax() for _, d in self.units])
        out = []
        for i in range(len(self.units)):
            same = np.flatnonzero(self.source == self.source[i])
            near = self._nearest(mean, i, same[same != i], self.mix.near)
            if len(near) < self.mix.near:
                other = np.flatnonzero((genre == genre[i]) & (self.source != self.source[i]))
                near = np.concatenate([near, self._nearest(mean, i, other, self.mix.near - len(near))])
            out.append(near)
        return out

    @staticmethod
    def _nearest(mean: np.ndarray, i: int, among: np.ndarray, count: int) -> np.ndarray:
        return among[np.argsort(-(mean[among] @ mean[i]))][:count]

    def _draw(self, pairs: int) -> list[int]:
        """Units of different authors."""
        used: set[int] = set()
        out: list[int] = []
        hard = int(pairs * self.mix.hard)

        def take(unit: int) -> bool:
            author = self.units[unit][0]
            if author in used:
                return False
            used.add(author)
            out.append(unit)
            return True

        while len(out) < hard:
            seed, end = self._by_weight(), min(hard, len(out) + self.mix.group)
            if take(seed):
                for unit in self.rng.permutation(self.near[seed]):
                    if len(out) >= end:
                        break
                    take(int(unit))
        while len(out) < pairs:
            take(self._by_weight())
        return out

    def _by_weight(self) -> int:
        return int(self.rng.choice(len(self.units), p=self.weight))

    def _pair(self, unit: int) -> tuple[int, int]:
        """Two documents of different works: the other genre or mode first, else often the topic-farthest of four."""
        author, part = self.units[unit]
        c, rng, every = self.cache, self.rng, self.documents[author]
        anchor = int(rng.choice(part))
        other = every[c.title[every] != c.title[anchor]]
        for column in (c.mode, c.genre):
            across = other[column[other] != column[anchor]]
            if len(across) and rng.random() < self.mix.cross:
                return anchor, int(rng.choice(across))
        some = rng.choice(other, size=min(4, len(other)), replace=False)
        if rng.random() < 0.5:
            return anchor, int(some[np.argmin(self.topics[some] @ self.topics[anchor])])
        return anchor, int(some[0])

    def _span(self, row: int, length: int) -> tuple[np.ndarray, np.ndarray]:
        """A random run of at most `length` tokens of a document: token ids and surface ids."""
        ids, surface = self.cache.document(row)
        start = int(self.rng.integers(0, len(ids) - length + 1)) if len(ids) > length else 0
        return ids[start : start + length], surface[start : start + length]
