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
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from training.corpus.splits import held_out
from training.corpus.token_cache import Cache
from training.corpus.tokens import TextEncoder
from training.corpus.topics import read_topics
from training.corpus.validation_lists import Lists, make_lists
from training.train.encoder import load
from training.train.patches import Flags
from training.train.scoring import bank, encode, late, patch_rows, thin


def figures(lists: Lists, scores: np.ndarray, pairs: np.ndarray) -> dict[str, float]:
    """scores [queries, documents], pairs [pairs] -> figures; "ranks" [queries] is no figure but what they come from."""
    from sklearn.metrics import roc_auc_score

    rank = np.empty(len(lists.queries), int)
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
    return {k: round(float(v), 4) for k, v in out.items()} | {"ranks": rank}


def measure(
    model: torch.nn.Module,
    flags: Flags,
    cache: Cache,
    lists: Lists,
    settings: tuple,
    window: int = 128,
) -> dict:
    """Figures of one model: {"document": {...}, "patch 2": {...}, "patch 2+": {...}, ...}.

    A document is its first 512 tokens, in windows of `window`.
    """
    encoded = encode(model, flags, cache, lists.rows, limit=512 // window, window=window)
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


@dataclass(frozen=True)
class Validation:
    """The validation lists and what measuring a model on them needs. settings: (n, punctuation) of patches."""

    backbone: Path
    cache: Cache
    lists: Lists
    flags: Flags
    settings: tuple[tuple[int, bool], ...]
    window: int = 128
    ranks: Path | None = None
    """Folder for NAME.npz of each checkpoint: author and rank of the positive of each query, for paired intervals."""

    @staticmethod
    def of(
        cache: Path, backbone: Path, settings: Iterable[str], device: str = "cpu", queries: int = 400, window: int = 128
    ) -> "Validation":
        """settings: as "2" or, with punctuation, "2+". queries: at most so many, three an author."""
        train = Cache(cache / "train")
        lists = make_lists(train, read_topics(cache, train), np.flatnonzero(held_out(train)), queries=queries)
        flags = Flags.of(TextEncoder(backbone / "tokenizer.json"), device)
        chosen = tuple((int(s.rstrip("+")), s.endswith("+")) for s in settings)
        return Validation(backbone, train, lists, flags, chosen, window)

    def write(self, model: torch.nn.Module, config: dict, name: str, out: Path) -> dict:
        """Measures the model and adds a line to out."""
        began = time.time()
        found = measure(model.eval(), self.flags, self.cache, self.lists, self.settings, self.window)
        ranks = {name: x.pop("ranks") for name, x in found.items()}
        if self.ranks:
            author = self.cache.author[self.lists.rows[self.lists.queries]]
            self.ranks.mkdir(parents=True, exist_ok=True)
            np.savez(self.ranks / f"{name}.npz", author=author, **ranks)
        line = {"checkpoint": name, "pairs": config.get("pairs", 0), "seconds": round(time.time() - began)}
        line |= {"documents": len(self.lists.rows), "queries": len(self.lists.queries), "figures": found}
        if self.window != 128:
            line["window"] = self.window
        with out.open("a") as log:
            log.write(json.dumps(line) + "\n")
        return line


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval validation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("cache", "backbone", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--settings", help="patch settings, as 2,2+,3; without it n of 1 to 4, both ways")
    parser.add_argument("--queries", type=int, default=400)
    parser.add_argument("--window", type=int, default=128, choices=(128, 256, 512))
    parser.add_argument("--ranks", type=Path, help="folder for the rank of each query, for idio-eval compare")
    parser.add_argument("checkpoints", nargs="+")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    settings = args.settings.split(",") if args.settings else [f"{n}{p}" for n in (1, 2, 3, 4) for p in ("", "+")]
    validation = Validation.of(args.cache, args.backbone, settings, "cpu", args.queries, args.window)
    validation = replace(validation, ranks=args.ranks)
    for path in args.checkpoints:
        line = validation.write(*load(path, args.backbone), Path(path).name, args.out)
        print(path, line["seconds"], "s", flush=True)
        for name, x in line["figures"].items():
            print(f"  {name:10s}", x, flush=True)


if __name__ == "__main__":
    main()
