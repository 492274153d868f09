"""Texts made of documents: sections of chunks of the frozen states of their windows, and the batches of a training."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.comparator.states import LIMIT
from training.corpus.folds import family
from training.corpus.token_cache import Cache

WINDOW = 126
"""Tokens of a full window."""
CHUNK = 4
"""Windows of a chunk: those of a span."""
MIXED = 0.5
"""Share of a batch that is of one source, so that sources do not tell its authors apart; and share of the draws of an
author of several genres or modes whose two texts are of two of them."""


@dataclass(frozen=True)
class Batch:
    """chunks: float32 [texts, sections, longest, width]; held: where there is one; places: its number in its text."""

    chunks: np.ndarray
    held: np.ndarray
    places: np.ndarray


class Texts:
    """The documents of a states file, by cache row. what: "state" or "vector"."""

    def __init__(self, path: Path, what: str) -> None:
        file = np.load(path)
        self.first, self.tokens = file["first"], file["tokens"].astype(np.float32)
        self.values = file[what].astype(np.float32)
        self.at = {int(row): i for i, row in enumerate(file["rows"])}

    def windows(self, rows: tuple[int, ...], limit: int = LIMIT) -> np.ndarray:
        """Places of the first windows of documents in order, as many as hold `limit` full ones."""
        spans = [np.arange(self.first[i], self.first[i + 1]) for i in (self.at[row] for row in rows)]
        places = np.concatenate(spans)
        return places[np.cumsum(self.tokens[places]) - self.tokens[places] < limit * WINDOW]

    def mean(self, places: np.ndarray) -> np.ndarray:
        """The mean of windows, by their tokens: [width]."""
        weight = self.tokens[places]
        return weight @ self.values[places] / weight.sum()

    def sections(self, places: np.ndarray, count: int) -> list[list[np.ndarray]]:
        """A text's windows in sections of equal length, each in chunks of CHUNK windows."""
        parts = np.array_split(places, count)
        return [[self.mean(part[s : s + CHUNK]) for s in range(0, len(part), CHUNK)] for part in parts]

    def batch(self, texts: list[np.ndarray], sections: int = 1) -> Batch:
        """Texts by places of their windows, at least `sections` each."""
        return padded([self.sections(places, sections) for places in texts])


def padded(texts: list[list[list[np.ndarray]]]) -> Batch:
    """Texts of as many sections of chunks [width], their chunks numbered through."""
    longest = max(len(section) for text in texts for section in text)
    shape = len(texts), len(texts[0]), longest
    chunks = np.zeros((*shape, len(texts[0][0][0])), np.float32)
    held, places = np.zeros(shape, bool), np.zeros(shape, np.int64)
    for i, text in enumerate(texts):
        at = 0
        for j, section in enumerate(text):
            n = len(section)
            chunks[i, j, :n], held[i, j, :n], places[i, j, :n] = section, True, np.arange(at, at + n)
            at += n
    return Batch(chunks, held, places)


class Dealer:
    """Deals two texts by each of some authors, of different works. usable: cache rows that may be drawn."""

    def __init__(self, texts: Texts, cache: Cache, usable: np.ndarray, seed: int) -> None:
        self.texts, self.rng = texts, np.random.default_rng(seed)
        kinds: dict[int, dict[tuple[int, int], dict[int, list[int]]]] = {}
        source = {}
        for row in usable[np.isin(usable, list(texts.at))]:
            works = kinds.setdefault(int(cache.author[row]), {}).setdefault((cache.genre[row], cache.mode[row]), {})
            works.setdefault(int(cache.title[row]), []).append(int(row))
            source[int(cache.author[row])] = family(cache.names["source"][cache.source[row]])
        able = {a: k for a, k in kinds.items() if len(k) > 1 or any(len(works) > 1 for works in k.values())}
        self.kinds = {a: [list(works.values()) for works in k.values()] for a, k in able.items()}
        self.authors = np.array(list(self.kinds))
        self.source = np.array([source[a] for a in self.authors])
        names, count = np.unique(self.source, return_counts=True)
        self.names, self.share = names, np.sqrt(count) / np.sqrt(count).sum()

    def draw(self, authors: int) -> np.ndarray:
        """Different authors, up to the share MIXED of them of one source."""
        own = self.rng.permutation(self.authors[self.source == self.rng.choice(self.names, p=self.share)])
        own = own[: int(authors * MIXED)]
        others = self.rng.permutation(np.setdiff1d(self.authors, own))
        return np.concatenate([own, others[: authors - len(own)]])

    def pair(self, author: int, limit: int) -> list[np.ndarray]:
        """Windows of two texts by an author."""
        kinds = self.kinds[author]
        wide = [works for works in kinds if len(works) > 1]
        if len(kinds) > 1 and (not wide or self.rng.random() < MIXED):
            sides = [kinds[i] for i in self.rng.permutation(len(kinds))[:2]]
        else:
            works = wide[self.rng.integers(len(wide))]
            order = self.rng.permutation(len(works))
            sides = [[works[i] for i in part] for part in np.array_split(order, 2)]
        return [self.texts.windows(tuple(row for work in side for row in work), limit) for side in sides]

    def deal(self, authors: int, limit: int, sections: int) -> tuple[Batch, np.ndarray]:
        """A batch of texts of at least `sections` windows, and the number of each one's author."""
        dealt = [(author, text) for author in self.draw(authors) for text in self.pair(author, limit)]
        fit = [(author, text) for author, text in dealt if len(text) >= sections]
        return self.texts.batch([text for _, text in fit], sections), np.array([author for author, _ in fit])
