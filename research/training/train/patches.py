"""Patches and document vectors from token vectors (docs/model-contract.md §2), in torch.

Shapes: N windows, S tokens, P patches, d width.
"""

import torch
import torch.nn.functional as F
from torch import Tensor

from training.corpus.tokens import TextEncoder


class Flags:
    """Which tokens may enter what, by token id. words, punctuation, special: bool [V] of vocabulary_flags."""

    def __init__(self, words: Tensor, punctuation: Tensor, special: Tensor) -> None:
        self.words, self.either, self.special = words, words | punctuation, special

    @staticmethod
    def of(text: TextEncoder, device: str = "cpu") -> "Flags":
        """The flags of a tokenizer's vocabulary."""
        return Flags(*(torch.from_numpy(x).to(device) for x in (text.words, text.punctuation, text.special)))

    def used(self, ids: Tensor, mask: Tensor, score_punctuation: bool) -> Tensor:
        """Tokens that may enter a patch: bool [N, S]."""
        return mask & (self.either if score_punctuation else self.words)[ids]

    def read(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Tokens that the document vector averages: all but the special ones, bool [N, S]."""
        return mask & ~self.special[ids]


def patches(vectors: Tensor, used: Tensor, n: int) -> tuple[Tensor, Tensor]:
    """Unit means of used vectors over runs of n content tokens: [N, S, d], [N, S] -> [N, P, d] and valid [N, P].

    Runs are counted from the first token after [CLS]; a run without a used token is a zero row and not valid.
    """
    vectors, used = vectors[:, 1:], used[:, 1:]
    count, size, d = vectors.shape
    runs = -(-size // n)
    vectors, used = F.pad(vectors, (0, 0, 0, runs * n - size)), F.pad(used, (0, runs * n - size))
    weight = used.view(count, runs, n, 1).to(vectors.dtype)
    total = (vectors.reshape(count, runs, n, d) * weight).sum(2)
    return F.normalize(total, dim=-1), used.view(count, runs, n).any(-1)


def mean_vector(vectors: Tensor, read: Tensor) -> Tensor:
    """Mean of the read rows: [N, S, m], [N, S] -> [N, m]; zero where none is read."""
    weight = read[..., None].to(vectors.dtype)
    return (vectors * weight).sum(1) / weight.sum(1).clamp(min=1)
