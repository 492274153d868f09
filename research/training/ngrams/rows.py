"""The host's n-gram features in numpy: characters 2 to 4 and words 1 to 2, hashed (src/core/classical/ngrams.ts)."""

import base64
import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np

_WORD = re.compile(r"\w+|[^\w\s]")
_WORD_KIND = 17
_BASIS, _PRIME = 0x811C9DC5, 0x01000193


class Vocabulary:
    """The features of models/classical.json: an id is a place in `hashes`, ascending uint32 [F]; `idf` float32 [F]."""

    def __init__(self, classical: Path) -> None:
        known = json.loads(classical.read_text())
        held = {k: base64.b64decode(v) for k, v in known["features"].items()}
        self.hashes = np.frombuffer(held["hashes"], "<u4")
        documents = np.frombuffer(held["documents"], "<u2").astype(np.float64)
        self.idf = (np.log((1 + known["documents"]) / (1 + documents)) + 1).astype(np.float32)

    def __len__(self) -> int:
        return len(self.hashes)

    def count(self, text: str) -> tuple[np.ndarray, np.ndarray]:
        """Ascending ids and counts of a text's features; features outside the vocabulary are left out."""
        found = np.concatenate([character_hashes(text), word_hashes(text)])
        ids = np.minimum(np.searchsorted(self.hashes, found), len(self) - 1)
        return np.unique(ids[self.hashes[ids] == found], return_counts=True)


def character_hashes(text: str) -> np.ndarray:
    """Hashes of the runs of 2, 3 and 4 UTF-16 code units, white space folded, one per occurrence: uint32.

    >>> len(character_hashes(" a  bc "))
    6
    """
    units = code_units(" ".join(text.split()))
    runs = [np.lib.stride_tricks.sliding_window_view(units, n) for n in (2, 3, 4) if len(units) >= n]
    return np.concatenate([hash_units(run, run.shape[1]) for run in runs] or [np.zeros(0, np.uint32)])


def word_hashes(text: str) -> np.ndarray:
    """Hashes of lower-case words and signs and of neighbouring two, one per occurrence: uint32.

    >>> len(word_hashes("No, no!"))
    7
    """
    words = [w.lower() for w in _WORD.findall(text)]
    pairs = [f"{a} {b}" for a, b in pairwise(words)]
    return hash_texts(words + pairs, _WORD_KIND)


def hash_texts(texts: list[str], kind: int) -> np.ndarray:
    """`hash_units` of whole strings: uint32 [texts].

    >>> hash_texts(["the", "cat"], 17).tolist()[0]
    135831241
    """
    units = [code_units(text) for text in texts]
    lengths = np.array([len(u) for u in units], np.int64)
    out = np.zeros(len(texts), np.uint32)
    for length in np.unique(lengths):
        same = np.flatnonzero(lengths == length)
        out[same] = hash_units(np.stack([units[i] for i in same]), kind)
    return out


def code_units(text: str) -> np.ndarray:
    """UTF-16 code units, uint16."""
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2")


def hash_units(units: np.ndarray, kind: int) -> np.ndarray:
    """32-bit FNV-1a over the bytes of units [rows, n], finished as MurmurHash3 does: uint32 [rows]."""
    h = np.full(len(units), _BASIS ^ kind, np.uint32)
    prime = np.uint32(_PRIME)
    for column in units.T.astype(np.uint32):
        h = (h ^ (column & np.uint32(0xFF))) * prime
        h = (h ^ (column >> np.uint32(8))) * prime
    h = (h ^ (h >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    h = (h ^ (h >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return h ^ (h >> np.uint32(16))
