"""Triplets of spans (anchor, positive, negative) of k whole sentences, by the rules of HALvest-Contrastive §3.2.

| config | positive | negative |
| --- | --- | --- |
| base | another work of the author | another author's document of the anchor's genre |
| unrestricted | any document of the author, the anchor's own included | as base |
| ict | the text around the anchor | elsewhere in the anchor's document |
| same-doc | elsewhere in the anchor's document | as base |
| cross | another work in another genre, topic cosine below .2 | as base |
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from training.normalise import normalise
from training.sentences import sentences, usable

CONFIGS = ("base", "unrestricted", "ict", "same-doc", "cross")
FAR = 0.2
"""Topic cosine (tf-idf of content words) that a positive of `cross` must stay below."""


@dataclass(frozen=True)
class Document:
    """One document as the builder reads it."""

    author: str
    title: str
    genre: str
    parts: tuple[str, ...]


@dataclass(frozen=True)
class Triplets:
    """Texts and the documents they come from. texts[i]: anchor, positive, negative; documents[i]: their indices."""

    texts: list[tuple[str, str, str]]
    documents: np.ndarray


def read_documents(records: list[dict]) -> list[Document]:
    """Documents of JSON records, cut into sentences."""
    return [Document(r["author"], r["title"], r["genre"], tuple(sentences(normalise(r["text"])))) for r in records]


class Builder:
    """Draws triplets. topic(i, j): cosine of two documents, asked for `cross` alone."""

    def __init__(
        self, documents: list[Document], k: int, seed: int, topic: Callable[[int, int], float] | None = None
    ) -> None:
        self.documents, self.k, self.topic, self.rng = documents, k, topic, np.random.default_rng(seed)
        self.author: dict[str, list[int]] = {}
        self.genre: dict[str, list[int]] = {}
        for i, d in enumerate(documents):
            if len(d.parts) >= k:
                self.author.setdefault(d.author, []).append(i)
                self.genre.setdefault(d.genre, []).append(i)

    def triplets(self, config: str, count: int, per_author: int = 4) -> Triplets:
        """At most `count` triplets with at most `per_author` anchors of an author; those that cannot be had are left
        out.
        """
        texts, places, held = [], [], dict.fromkeys(self.author, 0)
        for i in self.rng.permutation(sorted(x for d in self.author.values() for x in d)):
            author = self.documents[i].author
            if len(texts) == count:
                break
            found = self._triplet(int(i), config) if held[author] < per_author else None
            if found:
                texts.append(tuple(text for text, _ in found))
                places.append([document for _, document in found])
                held[author] += 1
        return Triplets(texts, np.array(places, int).reshape(len(texts), 3))

    def _triplet(self, i: int, config: str) -> list[tuple[str, int]] | None:
        start = self._start(i)
        if start is None:
            return None
        anchor = " ".join(self.documents[i].parts[start : start + self.k]), i
        positive = self._positive(i, start, config)
        negative = self._elsewhere(i, start, self.k + (self.k + 1) // 2) if config == "ict" else self._negative(i)
        return [anchor, positive, negative] if positive and negative else None

    def _start(self, i: int, allowed: Callable[[int], bool] = lambda _: True) -> int | None:
        """First sentence of a usable run of k in a document."""
        places = [s for s in range(len(self.documents[i].parts) - self.k + 1) if allowed(s)]
        for s in self.rng.permutation(places)[:8]:
            if usable(list(self.documents[i].parts[s : s + self.k])):
                return int(s)
        return None

    def _text(self, i: int, start: int | None) -> tuple[str, int] | None:
        return None if start is None else (" ".join(self.documents[i].parts[start : start + self.k]), i)

    def _elsewhere(self, i: int, start: int, apart: int) -> tuple[str, int] | None:
        """A run of the same document whose first sentence is at least `apart` from the anchor's."""
        return self._text(i, self._start(i, lambda s: abs(s - start) >= apart))

    def _positive(self, i: int, start: int, config: str) -> tuple[str, int] | None:
        if config == "ict":
            return self._around(i, start)
        if config == "same-doc":
            return self._elsewhere(i, start, self.k)
        d, every = self.documents[i], self.author[self.documents[i].author]
        if config == "unrestricted":
            j = int(self.rng.choice(every))
            return self._elsewhere(i, start, self.k) if j == i else self._text(j, self._start(j))
        others = [j for j in every if self.documents[j].title != d.title]
        if config == "cross":
            others = [j for j in others if self.documents[j].genre != d.genre and self.topic(i, j) < FAR]
        if not others:
            return None
        j = int(self.rng.choice(others))
        return self._text(j, self._start(j))

    def _around(self, i: int, start: int) -> tuple[str, int] | None:
        """The k sentences around the anchor: half before it, half after."""
        parts, before = self.documents[i].parts, self.k // 2
        first, last = start - before, start + self.k + self.k - before
        if first < 0 or last > len(parts):
            return None
        return " ".join(parts[first:start] + parts[start + self.k : last]), i

    def _negative(self, i: int) -> tuple[str, int] | None:
        d = self.documents[i]
        others = [j for j in self.genre[d.genre] if self.documents[j].author != d.author]
        if not others:
            return None
        j = int(self.rng.choice(others))
        return self._text(j, self._start(j))
