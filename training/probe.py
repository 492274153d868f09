"""A fixed in-batch probe on development authors: the learning curve in a minute a checkpoint.

    idio-eval probe --cache CACHE --backbone NET CHECKPOINT...

48 pairs of spans a batch, five batches, the same for every checkpoint: `easy` of random authors, `hard` with three
quarters in topic-near groups of one source. Per head, accuracy and nats gained below chance at the best of a few
scales, so that models of different temperature compare. Chance accuracy is .0105; standard error about .017.
"""

import argparse
import json
import math
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.corpus import Cache
from training.encoder import Encoder, load, unit
from training.losses import info_nce, maxsim_all
from training.patches import Flags, mean_vector, patches
from training.sampler import Batch, Mix, PairSampler
from training.tokens import TextEncoder
from training.topics import topic_vectors

SCALES = (5, 10, 20, 40, 80, 160)
PAIRS, LENGTH, BATCHES = 48, 256, 5


def batches(cache: Cache) -> dict[str, list[Batch]]:
    """The probe's batches by name."""
    topics, out = topic_vectors(cache), {}
    for name, hard in (("easy", 0.0), ("hard", 0.75)):
        sampler = PairSampler(cache, topics, np.arange(len(cache)), Mix(hard=hard, shortest=200, temper=1.0), seed=5)
        out[name] = [sampler.batch(i, PAIRS, LENGTH) for i in range(BATCHES)]
    return out


def head_scores(model: Encoder, flags: Flags, batch: Batch) -> dict[str, Tensor]:
    """All-pairs scores [2B, 2B] of the document vector and of patches of one to three tokens."""
    ids, surface, length = (torch.from_numpy(x) for x in (batch.ids, batch.surface, batch.length))
    mask = torch.arange(ids.shape[1])[None] < length[:, None]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        vectors, features = model(ids, mask, surface)
    z = unit(mean_vector(features, flags.read(ids, mask)))
    out = {"document": z @ z.t()}
    for n in (1, 2, 3):
        rows, valid = patches(vectors, flags.used(ids, mask, score_punctuation=False), n)
        out[f"patch {n}"] = maxsim_all(rows, valid, rows, valid)
    return out


@torch.no_grad()
def probe(model: Encoder, flags: Flags, sets: dict[str, list[Batch]]) -> dict[str, dict[str, list[float]]]:
    """{"easy": {"document": [accuracy, nats], ...}, "hard": ...}."""
    out: dict[str, dict[str, list[float]]] = {}
    for name, held in sets.items():
        rows: dict[str, list[list[float]]] = {}
        for batch in held:
            for head, scores in head_scores(model, flags, batch).items():
                found = [info_nce(scores, scale) for scale in SCALES]
                rows.setdefault(head, []).append([float(found[0][1]), *(float(loss) for loss, _ in found)])
        out[name] = {}
        for head, x in rows.items():
            mean = np.mean(x, axis=0)
            out[name][head] = [round(float(mean[0]), 3), round(math.log(2 * PAIRS - 1) - float(mean[1:].min()), 3)]
    return out


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval probe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cache", required=True, type=Path)
    parser.add_argument("--backbone", required=True, type=Path)
    parser.add_argument("checkpoints", nargs="+")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    sets, flags = batches(Cache(args.cache / "dev")), Flags.of(TextEncoder(args.backbone / "tokenizer.json"))
    for path in args.checkpoints:
        model, config = load(path, args.backbone)
        print(
            json.dumps({"checkpoint": str(path), "pairs": config.get("pairs", 0)} | probe(model, flags, sets)),
            flush=True,
        )


if __name__ == "__main__":
    main()
