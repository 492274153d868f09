"""From normalised text to token ids, character ranges and surface ids, and from those to windows."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.corpus.normalise import normalise
from training.corpus.surface import surface_ids, vocabulary_flags

PAD, UNK, CLS, SEP, MASK = 0, 100, 101, 102, 103


@dataclass(frozen=True)
class Encoded:
    """One document. ids, surface: [tokens] without [CLS] and [SEP]; offsets: code-point ranges [tokens, 2] of text."""

    text: str
    ids: np.ndarray
    surface: np.ndarray
    offsets: np.ndarray


class TextEncoder:
    """Normaliser, tokenizer and surface ids in one. Safe for texts of any length: nothing is cut."""

    def __init__(self, path: str | Path) -> None:
        from tokenizers import Tokenizer

        self.tokenizer = Tokenizer.from_file(str(path))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        vocabulary = self.tokenizer.get_vocab(with_added_tokens=True)
        self.words, self.punctuation, self.special = vocabulary_flags(vocabulary)
        self.starts = ~np.array([entry.startswith("##") for entry, _ in sorted(vocabulary.items(), key=lambda x: x[1])])
        """Whether a vocabulary entry begins a word, bool [V]."""

    def __call__(self, texts: list[str]) -> list[Encoded]:
        clean = [normalise(text) for text in texts]
        out = []
        for text, encoding in zip(clean, self.tokenizer.encode_batch(clean, add_special_tokens=False), strict=True):
            ids = np.asarray(encoding.ids, np.uint16)
            offsets = np.asarray(encoding.offsets, np.int64).reshape(-1, 2)
            out.append(Encoded(text, ids, surface_ids(text, offsets, self.special[ids]), offsets))
        return out


def windows(ids: np.ndarray, surface: np.ndarray, max_tokens: int = 128) -> list[tuple[np.ndarray, np.ndarray]]:
    """Consecutive windows of at most max_tokens - 2 content tokens, each with [CLS] and [SEP]: pairs of int64 arrays.

    >>> [x.tolist() for x, _ in windows(np.arange(1, 6), np.ones(5, int), 5)]
    [[101, 1, 2, 3, 102], [101, 4, 5, 102]]
    """
    step = max_tokens - 2
    return [
        (np.concatenate([[CLS], ids[s : s + step], [SEP]]).astype(np.int64),
         np.concatenate([[0], surface[s : s + step], [0]]).astype(np.int64))
        for s in range(0, len(ids), step)
    ]  # fmt: skip


def pad(rows: list[np.ndarray]) -> np.ndarray:
    """Rows of different lengths, filled up with 0: int64 [rows, longest].

    >>> pad([np.array([1, 2]), np.array([3])]).tolist()
    [[1, 2], [3, 0]]
    """
    out = np.zeros((len(rows), max(len(r) for r in rows)), np.int64)
    for i, row in enumerate(rows):
        out[i, : len(row)] = row
    return out
