"""Mined negatives: groups of authors that the present model finds alike, from its own document vectors."""

import numpy as np
import torch

from training.corpus.sampler import PairSampler
from training.train.encoder import Encoder, unit
from training.train.patches import Flags
from training.train.scoring import encode


def author_vectors(
    model: Encoder, flags: Flags, sampler: PairSampler, step: int, documents: int, limit: int = 2
) -> tuple[np.ndarray, np.ndarray]:
    """Vectors of up to `documents` documents of each unit: float32 [rows, m] unit rows, and the unit of each [rows].

    The documents are drawn by the step's number, so that another round reads others; `limit`: windows of each.
    """
    rng = np.random.default_rng([sampler.seed, step, 1])
    drawn = [rng.permutation(d)[:documents] for _, d in sampler.units]
    owner = np.repeat(np.arange(len(drawn)), [len(d) for d in drawn])
    training = model.training
    model.eval()
    vectors = encode(model, flags, sampler.cache, np.concatenate(drawn), limit, token_vectors=False).documents
    model.train(training)
    return vectors.numpy(), owner


def near_units(vectors: np.ndarray, owner: np.ndarray, author: np.ndarray, count: int) -> np.ndarray:
    """The `count` units of other authors nearest to each unit by the cosine of mean vectors: int32 [units, count].

    vectors: unit rows [rows, m]. owner: the unit of each row. author: the author of each unit [units].

    >>> near_units(np.array([[1.0, 0], [0, 1], [0.8, 0.6], [1, 0]]), np.arange(4), np.array([0, 1, 2, 0]), 2).tolist()
    [[2, 1], [2, 3], [3, 0], [2, 1]]
    """
    mean = np.zeros((len(author), vectors.shape[1]), np.float32)
    np.add.at(mean, owner, vectors)
    mean = unit(torch.from_numpy(mean)).numpy()
    out = np.empty((len(author), count), np.int32)
    for i in range(len(author)):
        near = np.where(author == author[i], -2.0, mean @ mean[i])
        top = np.argpartition(-near, count)[:count] if count < len(near) else np.arange(len(near))
        out[i] = top[np.lexsort((-top, -near[top]))][:count]
    return out
