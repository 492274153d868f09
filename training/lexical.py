"""Lexical baselines on short texts: BM25, character 4-grams, and the overlap of word types."""

import re

import numpy as np

_WORD = re.compile(r"[^\W\d_]+")


def words(text: str) -> list[str]:
    """Lower-case runs of letters.

    >>> words("It's 3 o'clock — ÉTÉ!")
    ['it', 's', 'o', 'clock', 'été']
    """
    return _WORD.findall(text.lower())


def jaccard(a: str, b: str) -> float:
    """Shared word types over all word types of two texts.

    >>> jaccard("a b c", "b c d")
    0.5
    """
    x, y = set(words(a)), set(words(b))
    return len(x & y) / max(1, len(x | y))


def bm25(queries: list[str], pool: list[str], k1: float = 1.5, b: float = 0.75) -> np.ndarray:
    """Robertson's BM25 of each query against each text of the pool: [queries, pool]; idf from the pool.

    >>> s = bm25(["cat"], ["a cat", "a dog", "no cat here at all"])
    >>> bool(s[0, 0] > s[0, 2] > s[0, 1] == 0)
    True
    """
    from scipy.sparse import diags
    from sklearn.feature_extraction.text import CountVectorizer

    counter = CountVectorizer(analyzer=words)
    counts = counter.fit_transform(pool).astype(np.float64).tocsr()
    df = np.bincount(counts.indices, minlength=counts.shape[1])
    length = np.asarray(counts.sum(1)).ravel()
    norm = np.repeat(k1 * (1 - b + b * length / length.mean()), np.diff(counts.indptr))
    counts.data = counts.data * (k1 + 1) / (counts.data + norm)
    idf = np.log(1 + (len(pool) - df + 0.5) / (df + 0.5))
    asked = counter.transform(queries).astype(np.float64)
    asked.data[:] = 1
    return (asked @ diags(idf) @ counts.T).toarray()


def char4(queries: list[str], pool: list[str]) -> np.ndarray:
    """Cosine of tf-idf over character 4-grams, idf from the pool: [queries, pool].

    >>> s = char4(["the cat sat"], ["the cat ran", "zzzz yyyy"])
    >>> bool(s[0, 0] > 0.3 > s[0, 1])
    True
    """
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(analyzer="char", ngram_range=(4, 4), sublinear_tf=True)
    known = vectorizer.fit_transform(pool)
    return (vectorizer.transform(queries) @ known.T).toarray()
