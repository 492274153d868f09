"""What the cross-encoder is trained on: documents in a pool, their topics, and one query and positive an author."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.corpus.folds import read_folds, without_fold
from training.corpus.splits import read_cross, training_rows
from training.corpus.token_cache import Cache
from training.corpus.tokens import pad, windows

SHORTEST, AN_AUTHOR = 150, 6
"""Tokens of the shortest document; documents of one author in the pool."""
FAR = 0.2
"""Topic cosine that a query and its positive stay below (SADIRI-v2, §3.1)."""


@dataclass(frozen=True)
class Pool:
    """rows: documents of the cache; topics: unit rows [documents, dim]; query, positive: indices into rows."""

    rows: np.ndarray
    topics: np.ndarray
    query: np.ndarray
    positive: np.ndarray


def pool_rows(cache: Cache, folds: tuple[int, ...], seed: int) -> np.ndarray:
    """Documents of the `cross` and the training authors with two works, without those who write in a source of folds.

    The 427 `cross` authors alone are too few: 34 of them have texts in two genres.
    """
    cross = [i for i, name in enumerate(cache.names["author"]) if name in read_cross()]
    rows = np.union1d(np.flatnonzero(np.isin(cache.author, cross)), training_rows(cache))
    for fold in folds:
        rows = np.intersect1d(rows, without_fold(cache, fold))
    rows = np.random.default_rng(seed).permutation(rows[cache.length[rows] >= SHORTEST])
    kept = []
    for author in np.unique(cache.author[rows]):
        own = rows[cache.author[rows] == author]
        if len(set(cache.title[own])) > 1:
            kept.append(_varied(cache, own)[:AN_AUTHOR])
    return np.sort(np.concatenate(kept))


def _varied(cache: Cache, own: np.ndarray) -> np.ndarray:
    """An author's documents, ordered so that every genre comes first once, then every genre a second time."""
    seen: dict[tuple[int, int], int] = {}
    turn = []
    for row in own:
        kind = (int(cache.genre[row]), int(cache.mode[row]))
        seen[kind] = seen.get(kind, -1) + 1
        turn.append(seen[kind])
    return own[np.argsort(turn, kind="stable")]


def queries(cache: Cache, rows: np.ndarray, topics: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """One query and one positive an author, roles at random: indices into rows.

    The two are of different works, of different genres where the author has two, and the least alike in topic; an
    author whose least alike documents are nearer than FAR has none. Authors of two genres come first, for short runs.
    """
    rng = np.random.default_rng([seed, 1])
    kind = cache.genre[rows].astype(np.int64) * 8 + cache.mode[rows]
    out = []
    for author in np.unique(cache.author[rows]):
        own = np.flatnonzero(cache.author[rows] == author)
        a, b = np.triu_indices(len(own), 1)
        a, b = own[a], own[b]
        apart = cache.title[rows[a]] != cache.title[rows[b]]
        if (apart & (kind[a] != kind[b])).any():
            apart &= kind[a] != kind[b]
        cosine = np.where(apart, (topics[a] * topics[b]).sum(1), 9)
        best = int(cosine.argmin())
        if cosine[best] < FAR:
            out.append(rng.permutation([a[best], b[best]]))
    drawn = np.array(out)[rng.permutation(len(out))]
    query, positive = drawn[np.argsort(kind[drawn[:, 0]] == kind[drawn[:, 1]], kind="stable")].T
    return query, positive


@torch.no_grad()
def semantic_vectors(cache: Cache, rows: np.ndarray, backbone: Path, batch: int = 32) -> np.ndarray:
    """Topic vectors of documents by the semantic encoder itself: mean state over their first 128 tokens, unit rows."""
    from transformers import AutoModel

    net = AutoModel.from_pretrained(str(backbone), attn_implementation="sdpa").float().eval()
    order = np.argsort(cache.length[rows], kind="stable")
    out = np.zeros((len(rows), net.config.hidden_size), np.float32)
    for s in range(0, len(rows), batch):
        part = order[s : s + batch]
        ids = [windows(*cache.document(row))[0][0] for row in rows[part]]
        mask = torch.from_numpy(pad([np.ones_like(x) for x in ids]))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            states = net(input_ids=torch.from_numpy(pad(ids)), attention_mask=mask).last_hidden_state.float()
        mean = (states * mask[..., None]).sum(1)
        out[part] = (mean / mean.norm(dim=1, keepdim=True)).numpy()
    return out


def make_pool(cache: Cache, backbone: Path, folds: tuple[int, ...], seed: int, kept: Path) -> Pool:
    """The pool of a run. Topic vectors are written to `kept` at the first call."""
    if unknown := set(folds) - set(read_folds().values()):
        raise ValueError(f"no fold {sorted(unknown)}")
    rows = pool_rows(cache, folds, seed)
    if not kept.exists():
        np.savez(kept, rows=rows, topics=semantic_vectors(cache, rows, backbone))
    held = np.load(kept)
    if not np.array_equal(held["rows"], rows):
        raise ValueError(f"{kept} is of other documents")
    return Pool(rows, held["topics"], *queries(cache, rows, held["topics"], seed))
