"""The shipped graph (docs/model-contract.md §2), in plain operations that ONNX Runtime can fuse.

Shapes: N windows, S tokens, H width, A attention heads.
"""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from training.corpus.surface import surface_shares
from training.corpus.token_cache import Cache
from training.corpus.tokens import CLS, MASK, PAD, SEP, TextEncoder
from training.train.encoder import Encoder, load

INPUTS = ("input_ids", "attention_mask", "surface_ids")
OUTPUTS = ("token_vectors", "open_vector", "layer_states")


class Graph(nn.Module):
    """input_ids, attention_mask, surface_ids int64 [N, S] -> token_vectors, open_vector, layer_states."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, input_ids: Tensor, attention_mask: Tensor, surface_ids: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        penalty = (1.0 - attention_mask[:, None, None, :].to(torch.float32)) * torch.finfo(torch.float32).min
        x = embed(self.encoder, input_ids, surface_ids)
        states = [x]
        for layer in self.encoder.net.encoder.layer:
            states.append(block(layer, states[-1], penalty))
        read = torch.cat([states[i] for i in self.encoder.layers], -1)
        first = torch.stack([s[:, 0] for s in states[1:]], 1)
        return self.encoder.patch(read), open_mean(self.encoder.document(read), input_ids, attention_mask), first


def embed(encoder: Encoder, ids: Tensor, surface: Tensor) -> Tensor:
    """Word, position (with the one segment row) and surface rows, summed and normalised: [N, S, H]."""
    e = encoder.net.embeddings
    rows = e.position_embeddings.weight + e.token_type_embeddings.weight[0]
    return e.LayerNorm(e.word_embeddings(ids) + encoder.surface(surface) + rows[: ids.shape[1]][None])


def block(layer: nn.Module, x: Tensor, penalty: Tensor) -> Tensor:
    """One transformer block (Vaswani et al. 2017, after BERT: the norm follows the sum), [N, S, H]."""
    a = layer.attention
    heads, size = a.self.num_attention_heads, a.self.attention_head_size

    def split(t: Tensor) -> Tensor:
        return t.view(t.shape[0], t.shape[1], heads, size).permute(0, 2, 1, 3)

    query, key, value = split(a.self.query(x)), split(a.self.key(x)), split(a.self.value(x))
    weight = torch.softmax(query @ key.transpose(-1, -2) / size**0.5 + penalty, -1)
    mixed = (weight @ value).permute(0, 2, 1, 3).contiguous()
    mixed = mixed.view(mixed.shape[0], mixed.shape[1], heads * size)
    x = a.output.LayerNorm(a.output.dense(mixed) + x)
    return layer.output.LayerNorm(layer.output.dense(nn.functional.gelu(layer.intermediate.dense(x))) + x)


def open_mean(features: Tensor, ids: Tensor, mask: Tensor) -> Tensor:
    """Mean of the document features over all tokens but the special ones: [N, S, m] -> [N, m]."""
    special = (ids == PAD) | (ids == CLS) | (ids == SEP) | (ids == MASK)
    weight = (mask * (~special).to(mask.dtype)).to(features.dtype)[..., None]
    return (features * weight).sum(1) / weight.sum(1).clamp(min=1)


def fold_surface(encoder: Encoder, shares: np.ndarray) -> None:
    """Adds to each word embedding the mean of the surface rows by these shares [V, COUNT]; the table becomes zero."""
    with torch.no_grad():
        encoder.net.embeddings.word_embeddings.weight += torch.from_numpy(shares).float() @ encoder.surface.weight
        encoder.surface.weight.zero_()


def load_folded(checkpoint: Path, backbone: Path, cache: Path) -> tuple[Encoder, dict]:
    """The encoder of a checkpoint as the host can run it, and its settings.

    A token gets the mean of its surface rows over the training text of the cache: a comma is always glued to the word
    before it, "monday" mostly has a capital. What the form of a single token says beyond that is lost.
    """
    encoder, config = load(checkpoint, backbone)
    if encoder.surface.weight.any():
        corpus, text = Cache(cache / "train"), TextEncoder(backbone / "tokenizer.json")
        fold_surface(encoder, surface_shares(corpus.tokens, corpus.surface, text.starts, text.special))
    return encoder, config
