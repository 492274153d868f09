"""Author-unique batches of span pairs (anchor, positive), in part from groups of authors that are hard to tell apart.

A unit is an (author, source). A share of a batch (`hard`) comes in topic-near groups: a unit drawn by weight and
topic-near units of the same source, so that neither the source nor, in part, the topic tells the authors apart. A
further share (`mined`) comes in groups that the model itself finds alike (train/mining.py). The rest, never less than a
quarter, is drawn by weight alone: negatives near the query alone make a model worse. Families of sources (folds.py) are
balanced: a family's share of the draws is proportional to its weight to the power `temper`. Anchor and positive come
from different works; for authors of several genres or modes often from another genre or mode.

A batch is a function of the seed, its number and its shape (and of what was mined), so that batches can be prepared in
any process and a run resumes exactly.
"""

from dataclasses import dataclass

import numpy as np

from training.corpus.folds import family
from training.corpus.token_cache import Cache
from training.corpus.tokens import CLS, SEP


@dataclass(frozen=True)
class Mix:
    """How batches are mixed.

    group: authors in one group. hard, mined: shares of a batch in topic-near groups and in groups near by the model.
    near: units a group is drawn from. cross: probability of a positive in another genre or mode, where the author has
    one. genres, modes: extra weight of authors with several. temper: power on a family's weight; 1 leaves families as
    they are, 0 makes them equal. shortest: tokens; documents below are not drawn. fewest, most: documents of a usable
    author. positives: "base", of another work, or "unrestricted", of any document of the author, the anchor's own too.
    farthest: most topic cosine of a pair of documents, a pair above is drawn again up to eight times; 1 = no limit.
    """

    group: int = 16
    hard: float = 0.5
    mined: float = 0.0
    near: int = 40
    cross: float = 0.5
    genres: float = 2.5
    modes: float = 2.5
    temper: float = 0.6
    shortest: int = 40
    fewest: int = 2
    most: int = 1_000_000
    positives: str = "base"
    farthest: float = 1.0

    def __post_init__(self) -> None:
        if self.hard + self.mined > 0.75:
            raise ValueError("hard and mined together must leave a quarter of the batch to random authors")
        if self.positives not in ("base", "unrestricted"):
            raise ValueError(f"positives: {self.positives} is neither base nor unrestricted")


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
    """Makes batches. rows: the documents that may be used, int [n]; topics: unit rows [documents, k].

    units: (author, its documents in one source). mined: units near each unit by the model, int32 [units, n], or None.
    plan: units of the batches from step plan_start on, or None: see clusters.py.
    """

    def __init__(self, cache: Cache, topics: np.ndarray, rows: np.ndarray, mix: Mix, seed: int) -> None:
        self.cache, self.topics, self.mix, self.seed = cache, topics, mix, seed
        self.documents = self._documents(rows)
        if not self.documents:
            raise ValueError("no author has two works that the mix allows")
        self.units, weight = self._units()
        self.author = np.array([a for a, _ in self.units])
        self.source = np.array([cache.source[d[0]] for _, d in self.units])
        _, families = np.unique([family(name) for name in cache.names["source"]], return_inverse=True)
        total = np.bincount(families[self.source], weights=weight)
        weight = weight * total[families[self.source]] ** (mix.temper - 1)
        self.weight = weight / weight.sum()
        self.cumulative = np.cumsum(self.weight)
        self.near = self._neighbours()
        self.mined: np.ndarray | None = None
        self.plan: list[np.ndarray] | None = None
        self.plan_start = 0

    def batch(self, step: int, pairs: int, length: int) -> Batch:
        """Batch number `step`: `pairs` pairs of spans of at most `length` tokens, [CLS] and [SEP] counted."""
        rng = np.random.default_rng([self.seed, step])
        rows = self._rows(rng, step, pairs)
        ids, surface = np.zeros((2 * pairs, length), np.int64), np.zeros((2 * pairs, length), np.int64)
        filled = np.zeros(2 * pairs, np.int64)
        for j in range(2 * pairs):
            t, f = self._span(rng, rows[j % pairs][j // pairs], length - 2)
            ids[j, 0], ids[j, 1 : len(t) + 1], ids[j, len(t) + 1] = CLS, t, SEP
            surface[j, 1 : len(t) + 1] = f
            filled[j] = len(t) + 2
        c = self.cache
        kind = np.array([2 if c.mode[a] != c.mode[b] else int(c.genre[a] != c.genre[b]) for a, b in rows])
        return Batch(ids, surface, filled, kind)

    def pairs(self, step: int, pairs: int) -> np.ndarray:
        """The documents of batch number `step`: rows of anchors and positives, int [pairs, 2]."""
        return np.array(self._rows(np.random.default_rng([self.seed, step]), step, pairs))

    def _rows(self, rng: np.random.Generator, step: int, pairs: int) -> list[tuple[int, int]]:
        return [self._pair(rng, unit) for unit in self.draw(rng, step, pairs)]

    def draw(self, rng: np.random.Generator, step: int, pairs: int) -> list[int]:
        """Units of different authors: what the plan has for this step, then groups, then by weight."""
        if pairs > len(self.documents):
            raise ValueError(f"A batch of {pairs} pairs needs as many authors; there are {len(self.documents)}.")
        chosen = _Chosen(self.author)
        if self.plan is not None and 0 <= step - self.plan_start < len(self.plan):
            chosen.extend(self.plan[step - self.plan_start], pairs)
        else:
            hard = int(pairs * self.mix.hard)
            self._groups(rng, chosen, self.near, hard)
            if self.mined is not None:
                self._groups(rng, chosen, self.mined, hard + int(pairs * self.mix.mined))
        while len(chosen.units) < pairs:
            chosen.take(self._by_weight(rng))
        return chosen.units

    def _groups(self, rng: np.random.Generator, chosen: "_Chosen", near: list | np.ndarray, until: int) -> None:
        """Seeds by weight, each with units near it, until `until` units are chosen."""
        while len(chosen.units) < until:
            seed, end = self._by_weight(rng), min(until, len(chosen.units) + self.mix.group)
            if chosen.take(seed):
                chosen.extend(rng.permutation(near[seed]), end)

    def _documents(self, rows: np.ndarray) -> dict[int, np.ndarray]:
        """Usable documents by author; an author needs two works."""
        held: dict[int, list[int]] = {}
        for row in rows:
            if self.cache.length[row] >= self.mix.shortest:
                held.setdefault(int(self.cache.author[row]), []).append(int(row))
        inside = {a: np.array(d) for a, d in held.items() if self.mix.fewest <= len(d) <= self.mix.most}
        return {a: d for a, d in inside.items() if len(set(self.cache.title[d])) > 1}

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

    def _by_weight(self, rng: np.random.Generator) -> int:
        at = np.searchsorted(self.cumulative, rng.random() * self.cumulative[-1], side="right")
        return min(int(at), len(self.units) - 1)

    def _pair(self, rng: np.random.Generator, unit: int) -> tuple[int, int]:
        """Two documents of the unit's author, drawn again while their topics are nearer than the mix allows."""
        for _ in range(8):
            a, b = self._any_pair(rng, unit)
            if self.mix.farthest >= 1 or float(self.topics[a] @ self.topics[b]) < self.mix.farthest:
                break
        return a, b

    def _any_pair(self, rng: np.random.Generator, unit: int) -> tuple[int, int]:
        """Two documents of different works: the other genre or mode first, else often the topic-farthest of four."""
        author, part = self.units[unit]
        c, every = self.cache, self.documents[author]
        anchor = int(rng.choice(part))
        if self.mix.positives == "unrestricted":
            return anchor, int(rng.choice(every))
        other = every[c.title[every] != c.title[anchor]]
        for column in (c.mode, c.genre):
            across = other[column[other] != column[anchor]]
            if len(across) and rng.random() < self.mix.cross:
                return anchor, int(rng.choice(across))
        some = rng.choice(other, size=min(4, len(other)), replace=False)
        if rng.random() < 0.5:
            return anchor, int(some[np.argmin(self.topics[some] @ self.topics[anchor])])
        return anchor, int(some[0])

    def _span(self, rng: np.random.Generator, row: int, length: int) -> tuple[np.ndarray, np.ndarray]:
        """A random run of at most `length` tokens of a document: token ids and surface ids."""
        ids, surface = self.cache.document(row)
        start = int(rng.integers(0, len(ids) - length + 1)) if len(ids) > length else 0
        return ids[start : start + length], surface[start : start + length]


class _Chosen:
    """Units taken into a batch, no author twice."""

    def __init__(self, author: np.ndarray) -> None:
        self.author, self.units = author, []
        self.used: set[int] = set()

    def take(self, unit: int) -> bool:
        """Whether the unit's author was not in the batch yet."""
        author = int(self.author[unit])
        if author in self.used:
            return False
        self.used.add(author)
        self.units.append(int(unit))
        return True

    def extend(self, units: np.ndarray, end: int) -> None:
        """Takes units in order until the batch has `end`."""
        for unit in units:
            if len(self.units) >= end:
                break
            self.take(unit)
