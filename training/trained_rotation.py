"""What is shared by fits through signs: a sign that passes gradients, and the course of the learning rate."""

import numpy as np
import torch
from torch import Tensor


class ClippedSign(torch.autograd.Function):
    """sign with sign(0) = +1; its gradient is that of the identity inside [-1, 1] and 0 outside."""

    @staticmethod
    def forward(ctx, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return torch.where(x >= 0, 1.0, -1.0).to(x.dtype)

    @staticmethod
    def backward(ctx, gradient: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return gradient * (x.abs() <= 1)


def rate(step: int, steps: int, warm: int = 250) -> float:
    """Factor of the learning rate: linear rise, then a cosine to zero."""
    return min(1, (step + 1) / warm) * (1 + np.cos(np.pi * step / steps)) / 2
