"""The cross-encoder: the encoder's first blocks over both texts at once, which end in one number."""

from pathlib import Path

import torch
from torch import Tensor, nn

from training.corpus.tokens import MASK, PAD
from training.train.encoder import Encoder, frozen, load, prepared, unit

Texts = tuple[Tensor, Tensor, Tensor]
"""States [N, S, H], mask and content bool [N, S]: where there is a token, and one of the text itself."""


class CrossEncoder(nn.Module):
    """Rows of pairs.rows_of() -> a score for each candidate, float32 [N].

    The first blocks read each text alone, the last `joined` ones both together (all of them: the cross-encoder of
    SADIRI-v2). Score = linear of the first token's state + scaled cosine of the two texts' mean states in the
    encoder's document head, which it starts from. `chunk`: pairs in one call of a block, so that it stays in the
    cache of a CPU core.
    """

    def __init__(self, encoder: Encoder, layers: int = 4, joined: int = 1) -> None:
        super().__init__()
        self.net, self.surface, self.joined, self.chunk = prepared(encoder.net, layers), encoder.surface, joined, 4
        width = self.net.config.hidden_size
        self.side = nn.Embedding(2, width)
        nn.init.zeros_(self.side.weight)
        self.first = nn.Linear(width, 1, bias=False)
        nn.init.zeros_(self.first.weight)
        self.mean = nn.Linear(width, encoder.document.out_features, bias=False)
        self.mean.weight.data.copy_(encoder.document.weight[:, :width])
        self.log_scale = nn.Parameter(encoder.log_document.detach().clone())

    def forward(self, ids: Tensor, surface: Tensor) -> Tensor:
        return self.together(self.alone(ids[:1], surface[:1], 0), self.alone(ids[1:], surface[1:], 1))

    def alone(self, ids: Tensor, surface: Tensor, side: int) -> Texts:
        """Texts, each by itself; side: 0 for a query, 1 for candidates."""
        x = self.net.embeddings.word_embeddings(ids) + self.surface(surface) + self.side.weight[side]
        mask = ids != PAD
        blocks = self.net.encoder.layer
        x = _through(blocks[: len(blocks) - self.joined], self.net.embeddings(inputs_embeds=x), mask)
        return x, mask, ids > MASK

    def together(self, query: Texts, candidates: Texts) -> Tensor:
        """Scores of the candidates beside one query, [N]."""
        parts = []
        for s in range(0, len(candidates[0]), self.chunk):
            own = [t[s : s + self.chunk] for t in candidates]
            first = [t.expand(len(own[0]), *t.shape[1:]) for t in query]
            parts.append(self._score(*(torch.cat(t, 1) for t in zip(first, own, strict=True)), query[0].shape[1]))
        return torch.cat(parts).float()

    def _score(self, x: Tensor, mask: Tensor, content: Tensor, middle: int) -> Tensor:
        blocks = self.net.encoder.layer
        x = _through(blocks[len(blocks) - self.joined :], x, mask)
        weighted = x * content[..., None]
        u, v = (unit(self.mean(part.sum(1)).float()) for part in (weighted[:, :middle], weighted[:, middle:]))
        return self.first(x[:, 0])[:, 0] + self.log_scale.exp() * (u * v).sum(1)


def _through(blocks: nn.ModuleList, x: Tensor, mask: Tensor) -> Tensor:
    penalty = torch.zeros(mask.shape, dtype=x.dtype, device=x.device).masked_fill(~mask, -1e4)[:, None, None]
    for block in blocks:
        out = block(x, attention_mask=penalty)
        x = out[0] if isinstance(out, tuple) else out
    return x


def from_encoder(checkpoint: str | Path, backbone: str | Path, layers: int, joined: int) -> CrossEncoder:
    """Starts from a trained encoder's folder: its first blocks and its surface table."""
    return CrossEncoder(load(checkpoint, backbone, attention="sdpa")[0], layers, joined)


def save_cross(model: CrossEncoder, path: Path) -> None:
    """fp16 weights without the frozen embeddings."""
    from safetensors.torch import save_file

    save_file({k: v.half().contiguous() for k, v in model.state_dict().items() if not frozen(k)}, path)


def load_cross(path: Path, backbone: str | Path, joined: int) -> CrossEncoder:
    """What save_cross() wrote; the number of blocks is read from it."""
    from safetensors.torch import load_file

    state = {k: v.float() for k, v in load_file(path).items()}
    layers = 1 + max(int(k.split(".")[3]) for k in state if k.startswith("net.encoder.layer."))
    model = CrossEncoder(Encoder.on(backbone, attention="sdpa"), layers, joined)
    missing, unknown = model.load_state_dict(state, strict=False)
    if unknown or not all(frozen(k) for k in missing):
        raise ValueError(f"{path} does not fit: missing {missing}, unknown {unknown}")
    return model.eval()
