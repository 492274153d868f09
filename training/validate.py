"""Figures of checkpoints on the validation split: what checkpoints, n and punctuation are chosen by.

    idio-eval validation --cache CACHE --backbone NET --out FILE.jsonl CHECKPOINT...

One JSON line a checkpoint: for the document vector and for patches of every n, without and with (+) punctuation,
Success@8 and MRR of the author's topic-farthest other work among all validation documents, accuracy against four
topic-near negatives, and AUC inside one source, written and spoken (mean over the sources). 400 queries: standard
error about .025.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch

from training.corpus import Cache
from training.encoder import load
from training.patches import Flags
from training.scoring import bank, encode, late, patch_rows, thin
from training.splits import held_out
from training.tokens import TextEncoder
from training.validation import Lists, make_lists

SETTINGS = tuple((n, p) for n in (1, 2, 3, 4) for p in (False, True))


def figures(lists: Lists, scores: np.ndarray, pairs: np.ndarray) -> dict[str, float]:
    """scores [queries, documents], pairs [pairs] -> figures."""
    from sklearn.metrics import roc_auc_score

    rank = np.empty(len(lists.queries))
    for k, (row, positive) in enumerate(zip(scores, lists.positive, strict=True)):
        row = row.copy()
        row[lists.hidden[k]] = -9e9
        rank[k] = 1 + (row > row[positive]).sum()
    at = np.arange(len(rank))
    negative = scores[at[:, None], lists.negatives].max(1)
    won = scores[at, lists.positive] > negative
    out = {"success8": (rank <= 8).mean(), "mrr": (1 / rank).mean(), "triplets": won.mean()}
    for name, part in (("auc_written", ~lists.spoken), ("auc_spoken", lists.spoken)):
        of = [part & (lists.source == s) for s in np.unique(lists.source[part])]
        out[name] = np.mean([roc_auc_score(lists.same[p], pairs[p]) for p in of])
    return {k: round(float(v), 4) for k, v in out.items()}


def measure(model: torch.nn.Module, flags: Flags, cache: Cache, lists: Lists, settings: tuple = SETTINGS) -> dict:
    """Figures of one model: {"document": {...}, "patch 2": {...}, "patch 2+": {...}, ...}."""
    encoded = encode(model, flags, cache, lists.rows, limit=4)
    z = encoded.documents.numpy()
    out = {"document": figures(lists, z[lists.queries] @ z.T, (z[lists.pair_a] * z[lists.pair_b]).sum(1))}
    for n, punctuation in settings:
        rng = np.random.default_rng(3)
        rows = patch_rows(encoded, flags, n, punctuation)
        held = bank(rows, 128, rng)
        some = [thin(r, 96, rng) for r in rows]
        scores = np.stack([late(some[q], held) for q in lists.queries])
        pairs = np.array([_both_ways(some[a], some[b]) for a, b in zip(lists.pair_a, lists.pair_b, strict=True)])
        out[f"patch {n}{'+' if punctuation else ''}"] = figures(lists, scores, pairs)
    return out


def _both_ways(a: torch.Tensor, b: torch.Tensor) -> float:
    s = a @ b.t()
    return float(s.amax(1).mean() + s.amax(0).mean()) / 2


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval validation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("cache", "backbone", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--settings", default="all", help="patch settings, as 2,2+,3; all for n of 1 to 4, both ways")
    parser.add_argument("checkpoints", nargs="+")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    cache = Cache(args.cache / "train")
    lists = make_lists(cache, np.load(args.cache / "topics.npy"), np.flatnonzero(held_out(cache)))
    flags = Flags.of(TextEncoder(args.backbone / "tokenizer.json"))
    chosen = SETTINGS
    if args.settings != "all":
        chosen = tuple((int(s.rstrip("+")), s.endswith("+")) for s in args.settings.split(","))
    for path in args.checkpoints:
        began = time.time()
        model, config = load(path, args.backbone)
        found = measure(model, flags, cache, lists, chosen)
        line = {"checkpoint": Path(path).name, "pairs": config.get("pairs", 0), "seconds": round(time.time() - began)}
        line |= {"documents": len(lists.rows), "queries": len(lists.queries), "figures": found}
        with args.out.open("a") as log:
            log.write(json.dumps(line) + "\n")
        print(path, line["seconds"], "s", flush=True)
        for name, x in found.items():
            print(f"  {name:10s}", x, flush=True)


if __name__ == "__main__":
    main()
