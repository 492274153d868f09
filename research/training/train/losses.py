"""All-pairs late interaction (Khattab & Zaharia 2020, §3.3) and InfoNCE (van den Oord et al. 2018).

maxsim_all(q [N,P,d], qv [N,P], c [M,R,d], cv [M,R]) -> S [N,M]:
S[i,j] = mean over valid rows p of q_i of the max over valid rows r of c_j of q_ip . c_jr.
Only the arg max is kept (int64 [N,P,M]); the similarity block is built for `chunk` queries at a time, and the backward
pass is two matrix products with the scattered gradient.
"""

import torch
import torch.nn.functional as F
from torch import Tensor

PENALTY = -4.0
"""Added to invalid columns. Rows are unit vectors, so it is below every real product, and unlike -inf safe in bf16."""


class _MaxSim(torch.autograd.Function):
    @staticmethod
    def forward(ctx, q, qv, c, cv, dtype, chunk):
        count, p, d = q.shape
        m, r, _ = c.shape
        columns = c.reshape(m * r, d).to(dtype)
        penalty = torch.zeros(m * r, dtype=dtype, device=q.device).masked_fill(~cv.reshape(-1), PENALTY)
        weight = qv.float() / qv.sum(1, keepdim=True).clamp(min=1)
        out = torch.empty(count, m, device=q.device)
        best = []
        for s in range(0, count, chunk):
            k = min(chunk, count - s)
            similarity = torch.addmm(penalty, q[s : s + k].reshape(k * p, d).to(dtype), columns.t()).view(k * p, m, r)
            value, arg = similarity.max(-1)
            out[s : s + k] = (value.view(k, p, m).float() * weight[s : s + k, :, None]).sum(1)
            best.append(arg)
        ctx.save_for_backward(q, weight, c, *best)
        ctx.dtype, ctx.chunk = dtype, chunk
        return out

    @staticmethod
    def backward(ctx, g):
        q, weight, c, *best = ctx.saved_tensors
        count, p, d = q.shape
        m, r, _ = c.shape
        columns = c.reshape(m * r, d).to(ctx.dtype)
        dq, dc = torch.empty_like(q), torch.zeros(m * r, d, device=q.device)
        for n, s in enumerate(range(0, count, ctx.chunk)):
            k = min(ctx.chunk, count - s)
            value = (g[s : s + k, None, :] * weight[s : s + k, :, None]).reshape(k * p, m, 1).to(ctx.dtype)
            full = torch.zeros(k * p, m, r, dtype=ctx.dtype, device=q.device).scatter_(2, best[n][..., None], value)
            full = full.view(k * p, m * r)
            dq[s : s + k] = (full @ columns).view(k, p, d).to(q.dtype)
            dc += (full.t() @ q[s : s + k].reshape(k * p, d).to(ctx.dtype)).float()
        return dq, None, dc.view(m, r, d).to(c.dtype), None, None, None


def maxsim_all(
    q: Tensor, qv: Tensor, c: Tensor, cv: Tensor, dtype: torch.dtype = torch.float32, chunk: int = 8
) -> Tensor:
    """Scores of all queries against all candidates, [N, M]; see the module's text."""
    return _MaxSim.apply(q, qv, c, cv, dtype, chunk)


def info_nce(scores: Tensor, scale: Tensor | float) -> tuple[Tensor, Tensor]:
    """scores [2B, 2B], span i and span i + B of one author -> loss and accuracy.

    Every span is a query; its own column is left out, so it has one positive and 2B - 2 negatives.
    """
    count = scores.shape[0]
    logits = (scores * scale).masked_fill(torch.eye(count, dtype=torch.bool, device=scores.device), -1e4)
    target = (torch.arange(count, device=scores.device) + count // 2) % count
    return F.cross_entropy(logits, target), (logits.argmax(1) == target).float().mean()
