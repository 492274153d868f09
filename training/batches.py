"""How hard cluster batches are, and what the projection of the vectors costs (SADIRI-v2, Algorithm 1, appendix C).

    idio-eval batches --cache CACHE --backbone NET --model CHECKPOINT

Two documents of every training author (first window) are encoded; batches of 32 authors come from clusters and at
random. Printed: the mean cosine of different authors in a batch, the largest cluster, and the agreement of clusters of
the full vectors with clusters of vectors projected to a third (adjusted Rand index), beside that of two runs of
k-means on the full vectors.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from training.clusters import cluster_batches, cosine_kmeans, projected
from training.corpus import Cache
from training.encoder import load
from training.mining import author_vectors
from training.patches import Flags
from training.sampler import Mix, PairSampler
from training.splits import training_rows
from training.tokens import TextEncoder
from training.topics import read_topics


def likeness(vectors: np.ndarray, owner: np.ndarray, batches: list[np.ndarray]) -> float:
    """Mean cosine of vectors of different authors in one batch."""
    found = []
    for batch in batches:
        rows = np.flatnonzero(np.isin(owner, batch))
        s, other = vectors[rows] @ vectors[rows].T, owner[rows, None] != owner[None, rows]
        found.append(s[other].mean())
    return round(float(np.mean(found)), 4)


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval batches."""
    from sklearn.metrics import adjusted_rand_score

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("cache", "backbone", "model"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--seed", type=int, default=42)
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    cache = Cache(args.cache / "train")
    sampler = PairSampler(cache, read_topics(args.cache, cache), training_rows(cache), Mix(), args.seed)
    flags = Flags.of(TextEncoder(args.backbone / "tokenizer.json"))
    vectors, unit = author_vectors(load(args.model, args.backbone)[0], flags, sampler, 0, documents=2, limit=1)
    authors, index = np.unique(sampler.author, return_inverse=True)
    owner, b = index[unit], args.batch
    rng = np.random.default_rng(args.seed)
    hard = cluster_batches(vectors, owner, b, rng)
    random = [rng.choice(len(authors), b, replace=False) for _ in hard]
    k = round(3.5 * len(authors) / b)
    labels = [cosine_kmeans(vectors, k, rng), cosine_kmeans(vectors, k, rng)]
    labels.append(cosine_kmeans(projected(vectors, rng), k, rng))
    found = {
        "authors": len(authors), "documents": len(vectors), "batches": len(hard), "clusters": k,
        "authorsTwiceInABatch": int(sum(len(x) - len(set(x)) for x in hard)),
        "cosineInClusterBatches": likeness(vectors, owner, hard),
        "cosineInRandomBatches": likeness(vectors, owner, random),
        "agreementProjected": round(adjusted_rand_score(labels[0], labels[2]), 4),
        "agreementOfTwoRuns": round(adjusted_rand_score(labels[0], labels[1]), 4),
    }  # fmt: skip
    print(json.dumps({"format": "idiograph.experiment.batches/1", "model": args.model.name, "seed": args.seed} | found))


if __name__ == "__main__":
    main()
