"""The host's arithmetic in numpy: from the outputs of the ONNX graph to patches and document vectors (contract §2)."""

from dataclasses import dataclass

import numpy as np

from training.corpus.tokens import TextEncoder, windows
from training.export.onnx_session import Session


def pool(vectors: np.ndarray, used: np.ndarray, n: int) -> np.ndarray:
    """Unit mean of the used rows of each run of n content tokens: [tokens, d], bool [tokens] -> [patches, d].

    >>> pool(np.array([[2.0, 0], [0, 5], [0, 3], [9, 9]]), np.array([True, False, True, False]), 2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    >>> pool(np.ones((3, 2)), np.array([False, False, True]), 2).shape
    (1, 2)
    """
    rows = [
        vectors[s : s + n][used[s : s + n]].mean(0) for s in range(0, len(vectors), n) if used[s : s + n].any()
    ]  # fmt: skip
    return unit(np.array(rows).reshape(len(rows), vectors.shape[1]))


def unit(x: np.ndarray) -> np.ndarray:
    """Rows of unit length; a zero row stays zero.

    >>> unit(np.array([3.0, 4.0])).tolist()
    [0.6, 0.8]
    """
    return x / np.maximum(np.linalg.norm(x, axis=-1, keepdims=True), 1e-12)


@dataclass(frozen=True)
class Host:
    """An exported encoder with its tokenizer, patch size n and whether punctuation enters patches."""

    session: Session
    text: TextEncoder
    n: int
    punctuation: bool

    def used(self, ids: np.ndarray) -> np.ndarray:
        """Tokens that may enter a patch, bool [tokens]."""
        return self.text.words[ids] | (self.text.punctuation[ids] & self.punctuation)

    def document(self, ids: np.ndarray, surface: np.ndarray, limit: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Patches [p, d] and unit document vector [m] of the first `limit` windows of one document."""
        rows = windows(ids, surface)[:limit]
        vectors, opened, _ = self.session(rows)
        patches, total = [], np.zeros(self.session.open_dim)
        for (row, _), v, o in zip(rows, vectors, opened, strict=True):
            content = row[1:-1]
            patches.append(pool(v[1 : len(row) - 1], self.used(content), self.n))
            total += o * int((~self.text.special[content]).sum())
        return np.concatenate(patches), unit(total)
