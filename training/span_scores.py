"""Scores of spans by every scorer of HALvest-Contrastive §4.2, from one pass of a model.

Names: document (mean of the document head), document-li (late interaction over that head's token vectors), mean (mean
of the token vectors), li (token late interaction), n2 … n5 (patches of n tokens), word (whole-word patches).
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from training.encoder import Encoder, unit
from training.patches import Flags, patches, word_patches
from training.scoring import bank, late
from training.tokens import TextEncoder, pad, windows

PATCHES = {"li": 1, "n2": 2, "n3": 3, "n4": 4, "n5": 5}
SCORERS = ("document", "document-li", "mean", *PATCHES, "word")


@dataclass(frozen=True)
class EncodedSpans:
    """Rows of each span: token vectors, document features and ids of its windows, in order of the windows.

    ids [W, S]; vectors float16 [W, S, d]; features float16 [W, S, m]; owner [W]: the span of each window.
    """

    ids: Tensor
    vectors: Tensor
    features: Tensor
    owner: np.ndarray
    count: int


@torch.no_grad()
def encode_spans(model: Encoder, text: TextEncoder, spans: list[str], batch: int = 32) -> EncodedSpans:
    """All windows of at most 128 tokens of all spans."""
    encoded = text(spans)
    held = [(i, *w) for i, e in enumerate(encoded) for w in windows(e.ids.astype(np.int64), e.surface)]
    ids = torch.from_numpy(pad([w[1] for w in held]))
    surface = torch.from_numpy(pad([w[2] for w in held]))
    size = ids.shape[1]
    vectors = torch.zeros(len(held), size, model.patch.out_features, dtype=torch.float16)
    features = torch.zeros(len(held), size, model.document.out_features, dtype=torch.float16)
    order = sorted(range(len(held)), key=lambda k: len(held[k][1]))
    for start in range(0, len(order), batch):
        part = order[start : start + batch]
        longest = max(len(held[k][1]) for k in part)
        x, f = ids[part, :longest], surface[part, :longest]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            token, feature = model(x, x > 0, f)
        vectors[part, :longest], features[part, :longest] = token.half(), feature.half()
    return EncodedSpans(ids, vectors, features, np.array([w[0] for w in held]), len(spans))


class SpanScores:
    """Rows of every scorer, made when they are first asked for."""

    def __init__(self, encoded: EncodedSpans, text: TextEncoder, punctuation: bool = False) -> None:
        self.encoded, self.flags = encoded, Flags.of(text)
        self.starts, self.punctuation = torch.from_numpy(text.starts), punctuation
        self.used = self.flags.used(encoded.ids, encoded.ids > 0, punctuation)

    def rows(self, scorer: str) -> list[Tensor]:
        """Unit rows [p, d] of each span; one row for the means."""
        x = self.encoded
        if scorer in ("mean", "document"):
            values = x.vectors if scorer == "mean" else x.features
            read = self.used if scorer == "mean" else self.flags.read(x.ids, x.ids > 0)
            total = torch.zeros(x.count, values.shape[-1])
            total.index_add_(0, torch.from_numpy(x.owner), (values.float() * read[..., None]).sum(1))
            return list(unit(total)[:, None])
        out: list[list[Tensor]] = [[] for _ in range(x.count)]
        for at, owner in enumerate(x.owner):
            part = slice(at, at + 1)
            rows, valid = self._patches(scorer, part)
            out[owner].append(rows[0][valid[0]])
        return [torch.cat(parts) for parts in out]

    def _patches(self, scorer: str, part: slice) -> tuple[Tensor, Tensor]:
        x, used = self.encoded, self.used[part]
        if scorer == "word":
            return word_patches(x.vectors[part].float(), used, self.starts[x.ids[part]])
        if scorer == "document-li":
            return patches(x.features[part].float(), used, 1)
        return patches(x.vectors[part].float(), used, PATCHES[scorer])


def score_all(rows: list[Tensor], queries: np.ndarray, pool: np.ndarray) -> np.ndarray:
    """Mean over the query's rows of the best product with a row of each span of the pool: float32 [queries, pool]."""
    if all(len(r) == 1 for r in rows):
        z = torch.cat(rows)
        return (z[queries] @ z[pool].t()).numpy()
    order = np.argsort([len(rows[i]) for i in pool], kind="stable")
    out = np.empty((len(queries), len(pool)), np.float32)
    for start in range(0, len(order), 128):
        block = order[start : start + 128]
        some = [rows[i] for i in pool[block]]
        held = bank(some, max(len(r) for r in some), np.random.default_rng(0))
        out[:, block] = np.stack([late(rows[i], held) for i in queries])
    return out


def alignment(rows: list[Tensor], anchors: np.ndarray, positives: np.ndarray) -> tuple[float, float]:
    """Alignment and uniformity (Wang & Isola 2020) of unit means of rows: mean ‖a − p‖², log mean e^(−2‖x − y‖²)."""
    z = unit(torch.stack([r.mean(0) for r in rows]))
    near = float((z[anchors] - z[positives]).square().sum(1).mean())
    both = z[np.union1d(anchors, positives)]
    apart = (2 - 2 * both @ both.t())[~torch.eye(len(both), dtype=torch.bool)]
    return near, float((-2 * apart).exp().mean().log())
