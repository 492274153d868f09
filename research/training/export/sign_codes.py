"""Sign codes in numpy: rotations and their codes around a mean (Lakhotia & Shantharaju 2026, §3.1).

Shapes: r bits, d width, P patches. A code is int8 ±1 [P, r]; sign(0) = +1.
"""

from collections.abc import Iterator

import numpy as np


def random_rotation(bits: int, dim: int, seed: int = 42) -> np.ndarray:
    """A random orthogonal rotation, float32 [bits, dim], the same byte by byte on every machine.

    >>> random_rotation(8, 128)[0, :2].tolist()
    [-0.05270024389028549, -0.062404993921518326]
    """
    numbers = _uniform(seed)
    rows = np.zeros((bits, dim))
    for row in range(bits):
        block = row - row % dim
        vector = np.array([_in_order([-6.0, *(next(numbers) for _ in range(12))]) for _ in range(dim)])
        for _ in range(2):
            for other in rows[block:row]:
                vector = vector - _in_order(vector * other) * other
        rows[row] = vector / np.sqrt(_in_order(vector * vector))
    return rows.astype(np.float32)


def unfitted_coding(mean: np.ndarray, bits: int = 64) -> np.ndarray:
    """The numbers of encoder.codes.f32 before a coding is fitted: one random rotation around the mean for both sides.

    >>> unfitted_coding(np.full(128, 0.5, np.float32)).shape
    (129, 128)
    """
    rotation = random_rotation(bits, len(mean))
    return np.concatenate([rotation, rotation, mean[None]]).astype("<f4")


def principal_rotation(rows: np.ndarray, bits: int) -> np.ndarray:
    """The first principal directions of rows [P, d] about their own mean: orthonormal, float32 [bits, d].

    >>> rng = np.random.default_rng(0)
    >>> rows = rng.normal(size=(500, 4)) * [1, 9, 1, 1]
    >>> int(np.abs(principal_rotation(rows, 1)).argmax())
    1
    """
    _, vectors = np.linalg.eigh(np.cov(rows.T))
    return np.ascontiguousarray(vectors[:, ::-1][:, :bits].T, dtype=np.float32)


def itq_rotation(rows: np.ndarray, bits: int, rounds: int = 50, seed: int = 42) -> np.ndarray:
    """Iterative quantisation (Gong & Lazebnik 2011): principal directions, turned so that signs lose least. [bits, d].

    >>> rows = np.random.default_rng(0).normal(size=(400, 8))
    >>> r = itq_rotation(rows, 4)
    >>> bool(np.allclose(r @ r.T, np.eye(4), atol=1e-5))
    True
    """
    directions = principal_rotation(rows, bits)
    values = (rows - rows.mean(0)) @ directions.T
    turn, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(bits, bits)))
    for _ in range(rounds):
        left, _, right = np.linalg.svd(signs(values @ turn).T.astype(np.float32) @ values)
        turn = (left @ right).T
    return (turn.T @ directions).astype(np.float32)


def signs(values: np.ndarray) -> np.ndarray:
    """Their signs, int8.

    >>> signs(np.array([[-0.1, 0.0, 2.0]])).tolist()
    [[-1, 1, 1]]
    """
    return np.where(values >= 0, np.int8(1), np.int8(-1))


def _uniform(seed: int) -> Iterator[float]:
    """Numbers in (0, 1) of a 32-bit xorshift generator, after 64 that are thrown away."""
    state, drawn = seed & 0xFFFFFFFF or 1, 0
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        drawn += 1
        if drawn > 64:
            yield state / 2**32


def _in_order(values: np.ndarray | list[float]) -> float:
    """A plain sum from left to right: rounded the same way everywhere."""
    return float(np.add.accumulate(np.asarray(values, np.float64))[-1])
