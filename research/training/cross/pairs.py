"""Two texts as one input of the cross-encoder (SADIRI-v2, §2.3: query, delimiter, candidate, each side cut alone)."""

import numpy as np

from training.corpus.tokens import CLS, SEP, pad

DELIMITER = 1
"""[unused0]. U+2980, the paper's delimiter, is not in the WordPiece vocabulary: it would be read as [UNK], which every
rare sign of a text is read as. A reserved entry is made from no text whatever."""

Side = tuple[np.ndarray, np.ndarray]
"""Token ids and surface ids of one text, [tokens] each, without special tokens."""


def cut(side: Side, most: int, rng: np.random.Generator | None = None) -> Side:
    """At most `most` tokens in a row: the first ones, or drawn ones.

    >>> [x.tolist() for x in cut((np.arange(5), np.zeros(5, int)), 2)]
    [[0, 1], [0, 0]]
    """
    spare = len(side[0]) - most
    first = int(rng.integers(spare + 1)) if rng is not None and spare > 0 else 0
    return side[0][first : first + most], side[1][first : first + most]


def first_row(text: Side) -> Side:
    """[CLS] query: int64 [tokens + 1] each."""
    return _closed([CLS], text, [])


def second_row(text: Side) -> Side:
    """DELIMITER candidate [SEP]: int64 [tokens + 2] each."""
    return _closed([DELIMITER], text, [SEP])


def rows_of(query: Side, candidates: list[Side]) -> Side:
    """The query's row, then one a candidate, int64 [1 + N, S], filled up with 0.

    The first beside any other is one input. Positions start anew in every row, as the encoder learned to read.

    >>> rows_of((np.array([7, 8]), np.array([2, 3])), [(np.array([9]), np.array([4]))])[0].tolist()
    [[101, 7, 8], [1, 9, 102]]
    """
    ids, surface = zip(first_row(query), *map(second_row, candidates), strict=True)
    return pad(ids), pad(surface)


def _closed(before: list[int], text: Side, after: list[int]) -> Side:
    ids = np.concatenate([before, text[0], after]).astype(np.int64)
    return ids, np.pad(text[1].astype(np.int64), (len(before), len(after)))
