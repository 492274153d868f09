"""The learned metric of n-grams as the host reads it, and its line in the manifest (docs/model-contract.md §3).

    python -m training.ngrams.metric_file --weights weights.npz --models ../models

The file holds float16 weights [F], float32 scales [k] and int8 directions [F, k], little-endian, over the features of
MODELS/classical.json.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np

from training.export.manifest import put_model
from training.ngrams.rows import Vocabulary

NAME = "ngrams.bin"


def content(held: dict[str, np.ndarray]) -> bytes:
    """The file of what `weights` learned.

    >>> learned = {"weights": np.ones(3, "f2"), "scale": np.ones(2, "f4"), "directions": np.ones((3, 2), "i1")}
    >>> len(content(learned))
    20
    """
    weights, scale = held["weights"].astype("<f2"), held["scale"].astype("<f4")
    return weights.tobytes() + scale.tobytes() + held["directions"].astype("i1").tobytes()


def entry(file: bytes, statistics: str, rank: int) -> dict:
    """The manifest's line of a file over the vocabulary of these statistics."""
    digest = hashlib.sha256(file).hexdigest()
    return {
        "id": f"ngrams@{digest[:12]}", "kind": "ngrams", "file": NAME, "bytes": len(file), "sha256": digest,
        "statistics": statistics, "rank": rank, "card": "ngrams.md",
    }  # fmt: skip


def write(models: Path, held: dict[str, np.ndarray]) -> None:
    """The file, and its line in the manifest. ValueError where it does not fit the vocabulary."""
    path = models / "classical.json"
    features, rank = held["directions"].shape
    if features != len(Vocabulary(path)):
        raise ValueError(f"{features} weights are not those of the features of {path}")
    file = content(held)
    (models / NAME).write_bytes(file)
    put_model(models / "manifest.json", entry(file, json.loads(path.read_text())["trainedOn"], rank))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("weights", "models"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    args = parser.parse_args()
    with np.load(args.weights) as held:
        write(args.models, dict(held))


if __name__ == "__main__":
    main()
