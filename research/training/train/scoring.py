"""Encodes documents with a torch model once and scores them in many ways: document vectors, patches of any n.

Shapes: W windows of all documents together, S = 128 tokens, D documents, R patches kept of a document, d width.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from training.corpus.token_cache import Cache
from training.corpus.tokens import pad, windows
from training.train.encoder import Encoder, unit
from training.train.patches import Flags, patches


@dataclass(frozen=True)
class EncodedSet:
    """Documents in the order asked for. ids [W, S], vectors float16 [W, S, d], owner [W], document unit vectors [D,
    m].
    """

    ids: Tensor
    vectors: Tensor
    owner: Tensor
    documents: Tensor


@torch.no_grad()
def encode(
    model: Encoder,
    flags: Flags,
    cache: Cache,
    rows: np.ndarray,
    limit: int,
    token_vectors: bool = True,
    window: int = 128,
) -> EncodedSet:
    """The first `limit` windows of each document; a later window below 24 tokens is left out.

    Without token_vectors only the document vectors are kept. Figures come back to the memory of the CPU.
    """
    device = next(model.parameters()).device
    batch = 32 if device.type == "cpu" else 512
    held = [
        (i, *w)
        for i, row in enumerate(rows)
        for k, w in enumerate(windows(*cache.document(row), window)[:limit])
        if k == 0 or len(w[0]) >= 24
    ]
    order = sorted(range(len(held)), key=lambda k: len(held[k][1]))
    size = max(len(ids) for _, ids, _ in held)
    ids = torch.from_numpy(pad([w[1] for w in held])).to(torch.int32)
    vectors = torch.zeros(len(held) if token_vectors else 0, size, model.patch.out_features, dtype=torch.float16)
    total = torch.zeros(len(rows), model.document.out_features)
    for start in range(0, len(order), batch):
        part = order[start : start + batch]
        x, surface = (torch.from_numpy(pad([held[k][column] for k in part])).to(device) for column in (1, 2))
        mask = x > 0
        with torch.autocast(device.type, dtype=torch.bfloat16):
            token, features = model(x, mask, surface)
        if token_vectors:
            vectors[part, : x.shape[1]] = token.half().cpu()
        read = flags.read(x, mask)
        total.index_add_(0, torch.tensor([held[k][0] for k in part]), (features * read[..., None]).sum(1).cpu())
    return EncodedSet(ids, vectors, torch.tensor([w[0] for w in held]), unit(total))


def patch_rows(encoded: EncodedSet, flags: Flags, n: int, punctuation: bool) -> list[Tensor]:
    """Unit patches of each document, float32 [p, d]."""
    out: list[list[Tensor]] = [[] for _ in range(len(encoded.documents))]
    device = flags.words.device
    for start in range(0, len(encoded.ids), 256):
        part = slice(start, start + 256)
        ids = encoded.ids[part].long().to(device)
        rows, valid = patches(encoded.vectors[part].to(device).float(), flags.used(ids, ids > 0, punctuation), n)
        for owner, r, v in zip(encoded.owner[part].tolist(), rows, valid, strict=True):
            out[owner].append(r[v])
    return [torch.cat(x) for x in out]


def thin(rows: Tensor, count: int, rng: np.random.Generator) -> Tensor:
    """At most `count` rows, drawn without replacement, in order."""
    if len(rows) <= count:
        return rows
    return rows[torch.from_numpy(np.sort(rng.choice(len(rows), count, replace=False))).to(rows.device)]


def bank(rows: list[Tensor], keep: int, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """At most `keep` patches of each document: bf16 [D, R, d] and a penalty for the empty places [D, R]."""
    out = torch.zeros(len(rows), keep, rows[0].shape[1], device=rows[0].device)
    penalty = torch.full((len(rows), keep), -4.0, device=rows[0].device)
    for i, r in enumerate(rows):
        some = thin(r, keep, rng)
        out[i, : len(some)], penalty[i, : len(some)] = some, 0
    return out.bfloat16(), penalty.bfloat16()


def late(query: Tensor, against: tuple[Tensor, Tensor], step: int = 512) -> np.ndarray:
    """meanMaxSim of query [p, d] to every document of a bank: float32 [D]."""
    rows, penalty = against
    out = []
    for s in range(0, len(rows), step):
        block = rows[s : s + step]
        columns = block.reshape(-1, block.shape[-1]).t()
        scores = torch.addmm(penalty[s : s + step].reshape(1, -1), query.bfloat16(), columns)
        out.append(scores.view(len(query), len(block), -1).amax(-1).float().mean(0))
    return torch.cat(out).cpu().numpy()
