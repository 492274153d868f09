"""Surface ids: case, spacing and punctuation runs of each token, which the uncased vocabulary hides.

An encoder may learn a row for each. The host reads none, so an export folds them into the word embeddings. From the
normalised text (case kept) and a token's range [s, e) in it: 0 for a special token ([UNK] is none), otherwise
1 + case + 4 · glued + 8 · run.

case, over letters of the range: 0 none is upper, 1 the first and no other, 2 two or more and all, 3 anything else; a
letter is upper if its lower-case mapping differs from it. glued: 1 if s > 0 and the character before s is no space.
run: 1 if the range has no letter and no digit, s > 0, and the character at s − 1 equals the one at s.
"""

import functools
import sys
import unicodedata

import numpy as np

COUNT = 17
PRIOR = 2
"""Each token counts as if seen this often more, with the forms of its kind: beginnings of words, or rests of words."""
SPECIAL = 0
LETTER, NUMBER, UPPER = 1, 2, 4
SPECIAL_TOKENS = ("[PAD]", "[CLS]", "[SEP]", "[MASK]")


@functools.cache
def _classes() -> np.ndarray:
    """Class bits of every code point: uint8 [0x110000]."""
    table = np.zeros(sys.maxunicode + 1, np.uint8)
    for point in range(sys.maxunicode + 1):
        char = chr(point)
        kind = unicodedata.category(char)[0]
        if kind == "L":
            table[point] = LETTER | (UPPER if char.lower() != char else 0)
        elif kind == "N":
            table[point] = NUMBER
    return table


def _counts(flags: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """How many flags [characters] are set in each range [start, end): int [tokens]."""
    total = np.concatenate([[0], np.cumsum(flags)])
    return total[end] - total[start]


def surface_ids(text: str, offsets: np.ndarray, special: np.ndarray) -> np.ndarray:
    """Surface id of each token: uint8 [tokens].

    text: normalised text. offsets: code-point ranges [tokens, 2]. special: bool [tokens], true for [MASK] and its like.
    1 + case + 4 · glued + 8 · run; 0 for a special token.

    >>> ranges = np.array([(0, 5), (5, 6), (7, 12), (13, 18), (18, 19), (19, 20)])
    >>> surface_ids("Hello, HELLO hEllo!!", ranges, np.zeros(6, bool))
    array([ 2,  5,  3,  4,  5, 13], dtype=uint8)
    >>> surface_ids("[MASK] I", np.array([(0, 6), (7, 8)]), np.array([True, False]))
    array([0, 2], dtype=uint8)
    """
    if len(offsets) == 0:
        return np.zeros(0, np.uint8)
    points = np.frombuffer(text.encode("utf-32-le"), "<u4")
    classes = _classes()[points]
    start, end = offsets[:, 0], offsets[:, 1]
    letter, upper = (classes & LETTER) > 0, (classes & UPPER) > 0
    letters, uppers = _counts(letter, start, end), _counts(upper, start, end)
    first = _first_letter(letter, start)
    first_upper = np.concatenate([upper, [False]])[first]
    case = np.full(len(start), 3)
    case[uppers == 0] = 0
    case[(uppers == 1) & first_upper] = 1
    case[(letters >= 2) & (uppers == letters)] = 2
    before = np.concatenate([[0], points])[start]
    glued = (start > 0) & (before != ord(" "))
    at = np.concatenate([points, [0]])[start]
    run = (start > 0) & (_counts((classes & (LETTER | NUMBER)) > 0, start, end) == 0) & (before == at)
    ids = 1 + case + 4 * glued + 8 * run
    return np.where(special, SPECIAL, ids).astype(np.uint8)


def _first_letter(letter: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Position of the first letter at or after each start; the length of the text where there is none."""
    places = np.append(np.flatnonzero(letter), len(letter))
    return places[np.searchsorted(places, start)]


def surface_shares(tokens: np.ndarray, surface: np.ndarray, starts: np.ndarray, special: np.ndarray) -> np.ndarray:
    """Shares of the surface ids of each token id in a text: float64 [V, COUNT]. A special token has its own form alone.

    tokens, surface: [tokens]. starts, special: bool [V], whether an entry of the vocabulary begins a word, is special.

    >>> table = surface_shares(np.array([1, 1, 2]), np.array([1, 2, 5]), np.array([1, 1, 0, 0]) > 0, np.arange(4) == 0)
    >>> table[:, [0, 1, 2, 5]].tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.0, 0.5, 0.5, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]]
    """
    size = len(starts)
    counts = np.bincount(tokens.astype(np.int64) * COUNT + surface, minlength=size * COUNT).reshape(size, COUNT)
    shares = counts.astype(float)
    for kind in (starts, ~starts):
        total = counts[kind].sum(0)
        shares[kind] += PRIOR * total / max(total.sum(), 1)
    shares[special] = np.eye(COUNT)[SPECIAL]
    return shares / np.maximum(shares.sum(1, keepdims=True), 1e-12)


def vocabulary_flags(vocabulary: dict[str, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Three bool tables [V]: words (may always enter a patch), punctuation (only with scorePunctuation), special.

    >>> tables = vocabulary_flags({"[PAD]": 0, "[UNK]": 1, "cat": 2, "##s": 3, "##!": 4, ",": 5})
    >>> [np.flatnonzero(t).tolist() for t in tables]
    [[2, 3], [4, 5], [0]]
    """
    size = max(vocabulary.values()) + 1
    words, punctuation, special = (np.zeros(size, bool) for _ in range(3))
    for entry, row in vocabulary.items():
        if entry in SPECIAL_TOKENS:
            special[row] = True
        elif entry != "[UNK]":
            kinds = _classes()[[ord(c) for c in entry.removeprefix("##")]]
            (words if (kinds & (LETTER | NUMBER)).any() else punctuation)[row] = True
    return words, punctuation, special
