"""Codes of stored patches under comparison, by name, and the rows that a query is multiplied with.

NAME is KIND-SIZE: `product`, the bank's own codes and the query side fitted with them; `random`, `identity`, `pca`,
`trained` with bits (sign codes, both sides around μ), `itq`, `pq`, `opq` with bytes, `residual` with 18, 34 or 66
bytes, `int8` with 132. Sign codes take suffixes: `-uncentred`, `-popcount`. What is fitted is fitted on rows of
training documents. Shapes: P patches, d width, k width compared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training import sign_codes
from training.patch_bank import Bank

STEP = 65_536


@dataclass(frozen=True)
class Coding:
    """query turns rows float32 [p, d] into [p, k]; rows [P, k] stand for the stored patches; `bytes` a patch."""

    bytes: int
    query: Callable[[np.ndarray], np.ndarray]
    rows: np.ndarray


@dataclass(frozen=True)
class Fitted:
    """What codes are fitted on: sampled training rows float32 [N, d], and the folder of trained rotations."""

    rows: np.ndarray
    trained: Path


def make(name: str, bank: Bank, fitted: Fitted) -> Coding:
    """The coding of that name over a bank."""
    kind, size, *more = name.split("-")
    if kind == "product":
        questioned, centre = bank.questioned[:-1], bank.questioned[-1]
        return Coding(
            len(questioned) // 8, lambda rows: (rows - centre) @ questioned.T, sign_codes.unpacked(bank.codes)
        )
    if kind in ("random", "identity", "pca", "trained", "itq"):
        bits = int(size) * (8 if kind == "itq" else 1)
        return sign_coding(bank, rotation_of(kind, bits, bank, fitted), more)
    decode = decoder(kind, int(size), fitted)
    return Coding(int(size), lambda rows: rows, in_steps(bank.rows, decode, np.float16))


def rotation_of(kind: str, bits: int, bank: Bank, fitted: Fitted) -> np.ndarray:
    """R of a kind, float32 [bits, d]."""
    dim = bank.rows.shape[1]
    if kind == "random":
        return sign_codes.random_rotation(bits, dim)
    if kind == "identity":
        return sign_codes.identity_rotation(bits, dim)
    if kind == "pca":
        return sign_codes.principal_rotation(fitted.rows, bits)
    if kind == "itq":
        return sign_codes.itq_rotation(fitted.rows - bank.mean, bits)
    return np.load(fitted.trained / f"trained-{bits}.npy")


def sign_coding(bank: Bank, rotation: np.ndarray, options: list[str]) -> Coding:
    """Signs of R · (row − μ), scored against R · (query − μ), or against its signs (`popcount`)."""
    mean = 0 * bank.mean if "uncentred" in options else bank.mean

    def turned(rows: np.ndarray) -> np.ndarray:
        return (rows - mean) @ rotation.T

    def query(rows: np.ndarray) -> np.ndarray:
        values = turned(rows)
        return sign_codes.signs(values).astype(np.float32) if "popcount" in options else values

    same = rotation.shape == bank.rotation.shape and np.array_equal(rotation, bank.rotation)
    if same and "uncentred" not in options:
        codes = sign_codes.unpacked(bank.codes)
    else:
        codes = in_steps(bank.rows, lambda rows: sign_codes.signs(turned(rows)), np.int8)
    return Coding(len(rotation) // 8, query, codes)


def in_steps(rows: np.ndarray, change: Callable[[np.ndarray], np.ndarray], dtype: type) -> np.ndarray:
    """change() of all rows, some at a time: [P, d] -> [P, k]."""
    parts = [change(rows[s : s + STEP].astype(np.float32)).astype(dtype) for s in range(0, len(rows), STEP)]
    return np.concatenate(parts)


def decoder(kind: str, size: int, fitted: Fitted) -> Callable[[np.ndarray], np.ndarray]:
    """Rows as they come back from a code: float32 [p, d] -> [p, d]."""
    if kind == "pq":
        return product_codes(fitted.rows, size, turned=False)
    if kind == "opq":
        return product_codes(fitted.rows, size, turned=True)
    if kind == "residual":
        return residual_codes(fitted.rows, (size - 2) * 8 // fitted.rows.shape[1])
    if kind == "int8":
        return eight_bits
    raise ValueError(f"There is no code {kind}.")


def eight_bits(rows: np.ndarray) -> np.ndarray:
    """Rows through int8 with a float32 scale each: 127 stands for the largest coordinate.

    >>> eight_bits(np.array([[1.0, -0.5, 0.0]])).round(3).tolist()
    [[1.0, -0.504, 0.0]]
    """
    scale = np.maximum(np.abs(rows).max(1, keepdims=True), 1e-12) / 127
    return np.rint(rows / scale) * scale


def product_codes(sample: np.ndarray, size: int, turned: bool) -> Callable[[np.ndarray], np.ndarray]:
    """Product quantisation (Jégou et al. 2011) of `size` bytes by faiss; `turned`: by OPQ (Ge et al. 2013)."""
    import faiss

    faiss.omp_set_num_threads(1)
    dim = sample.shape[1]
    turn = np.eye(dim, dtype=np.float32)
    if turned:
        matrix = faiss.OPQMatrix(dim, size)
        matrix.niter = 20
        matrix.train(sample)
        turn = faiss.vector_to_array(matrix.A).reshape(dim, dim).copy()
    quantiser = faiss.ProductQuantizer(dim, size, 8)
    quantiser.train(np.ascontiguousarray(sample @ turn.T))
    return lambda rows: quantiser.decode(quantiser.compute_codes(np.ascontiguousarray(rows @ turn.T))) @ turn


def residual_codes(sample: np.ndarray, bits: int, centroids: int = 4_096) -> Callable[[np.ndarray], np.ndarray]:
    """ColBERTv2's residual code: the nearest centroid, and for each coordinate of the rest one of 2^bits quantiles."""
    import faiss

    faiss.omp_set_num_threads(1)
    kmeans = faiss.Kmeans(sample.shape[1], centroids, niter=8, seed=42, spherical=True, max_points_per_centroid=64)
    kmeans.train(sample)
    middles = kmeans.centroids

    def nearest(rows: np.ndarray) -> np.ndarray:
        return middles[kmeans.index.search(np.ascontiguousarray(rows), 1)[1][:, 0]]

    residuals = (sample - nearest(sample)).ravel()
    steps = np.arange(2**bits) / 2**bits
    cutoffs, weights = np.quantile(residuals, steps[1:]), np.quantile(residuals, steps + 0.5 / 2**bits)

    def decode(rows: np.ndarray) -> np.ndarray:
        centre = nearest(rows)
        back = centre + weights[np.searchsorted(cutoffs, rows - centre)]
        return back / np.linalg.norm(back, axis=1, keepdims=True)

    return decode
