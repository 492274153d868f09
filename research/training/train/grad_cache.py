"""GradCache (Gao et al. 2021): a loss over a batch that does not fit into memory, with the gradient of the whole batch.

The batch is encoded in pieces without a graph; the loss gives the gradient of every representation; each piece is then
encoded again with a graph, under the same random state, and that gradient is sent through it.
"""

from collections.abc import Callable

import torch
from torch import Tensor

Piece = tuple[Tensor, ...]


def cached_backward(
    encode: Callable[..., tuple[Tensor, ...]], inputs: Piece, size: int, loss: Callable[..., Tensor]
) -> None:
    """Adds the gradient of loss(*encode(*inputs)) to the parameters behind `encode`, `size` rows at a time.

    inputs: tensors with one row a span. encode: rows -> tensors with one row a span. loss: those of all rows -> a
    scalar; its own parameters get their gradient, too.
    """
    pieces = [tuple(x[s : s + size] for x in inputs) for s in range(0, len(inputs[0]), size)]
    states, held = [], []
    with torch.no_grad():
        for piece in pieces:
            states.append(_random_state(inputs[0].device))
            held.append(encode(*piece))
    whole = [torch.cat(parts).requires_grad_() for parts in zip(*held, strict=True)]
    after = _random_state(inputs[0].device)
    loss(*whole).backward()
    gradients = [torch.zeros_like(w) if w.grad is None else w.grad for w in whole]
    start = 0
    for piece, state in zip(pieces, states, strict=True):
        _set_random_state(state, inputs[0].device)
        out = encode(*piece)
        end = start + len(piece[0])
        torch.autograd.backward(out, [g[start:end] for g in gradients])
        start = end
    _set_random_state(after, inputs[0].device)


def _random_state(device: torch.device) -> Tensor:
    return torch.cuda.get_rng_state(device) if device.type == "cuda" else torch.get_rng_state()


def _set_random_state(state: Tensor, device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.set_rng_state(state, device)
    else:
        torch.set_rng_state(state)
