"""Exhaustive late interaction of many query spans with every span of a bank, in torch on one thread.

Shapes: P patches of the bank, S spans, k width compared, Q queries, q patches of all queries together.
"""

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor


class SpanGroups:
    """The patches of a bank so ordered that spans of one length lie together. start int64 [S + 1]."""

    def __init__(self, start: np.ndarray) -> None:
        lengths = np.diff(start)
        self.spans = np.argsort(lengths, kind="stable")
        self.lengths, self.start = lengths[self.spans], start

    def blocks(self, most: int = 1_280) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Runs of spans of one length L, at most `most` patches: places int64 [n] and their patches int64 [n, L]."""
        edges = np.flatnonzero(np.diff(self.lengths)) + 1
        for run in np.split(np.arange(len(self.spans)), edges):
            length = int(self.lengths[run[0]]) if len(run) else 0
            size = max(1, most // max(length, 1))
            for at in range(0, len(run) if length else 0, size):
                spans = self.spans[run[at : at + size]]
                yield spans, self.start[spans][:, None] + np.arange(length)


def best_matches(queries: Tensor, rows: Tensor, block: int = 256) -> Tensor:
    """The largest dot product of every query patch with each span: [q, k], [n, L, k] -> [n, q]."""
    count, length, width = rows.shape
    flat, out = rows.reshape(-1, width), torch.empty(count, len(queries))
    products = torch.empty(count * length, min(block, len(queries)))  # one buffer, small enough to stay in cache
    for s in range(0, len(queries), block):
        some = queries[s : s + block]
        held = products if len(some) == products.shape[1] else torch.empty(count * length, len(some))
        torch.mm(flat, some.t(), out=held)
        out[:, s : s + block] = held.view(count, length, -1).amax(1)
    return out


def span_scores(queries: list[np.ndarray], rows: np.ndarray, groups: SpanGroups, exact: bool) -> np.ndarray:
    """Mean over each query's patches of the best dot product with a span's rows: float32 [Q, S].

    exact: products in float32; else operands are rounded to bfloat16 and summed in float32.
    """
    asked = torch.from_numpy(np.concatenate(queries).astype(np.float32))
    lengths = np.array([len(q) for q in queries])
    first = np.concatenate([[0], np.cumsum(lengths[:-1])])
    out = np.full((len(queries), len(groups.start) - 1), np.nan, np.float32)
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("highest" if exact else "medium")
    try:
        for spans, patches in groups.blocks():
            best = best_matches(asked, torch.from_numpy(rows[patches].astype(np.float32, copy=False))).numpy()
            out[:, spans] = (np.add.reduceat(best, first, 1) / lengths).T
    finally:
        torch.set_float32_matmul_precision(before)
    return out
