"""Figures of checkpoints on the development lists: rankings, triplets, verification. For reporting, never for choosing.

    idio-eval dev --data DATA --cache CACHE --backbone NET --out FILE.jsonl [--n 2] CHECKPOINT...

A document is its first `windows` windows of 128 tokens; verification sides are cut at 1,000 words' worth of windows.
Patches are thinned to 128 a query and 192 a document (the same for every checkpoint). AUC is given over all trials
and over trials whose two sides come from one source, since same-author trials share their source more often.
"""

import argparse
import json
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.corpus import Cache, read_jsonl
from training.encoder import load, unit
from training.patches import Flags
from training.scoring import bank, encode, late, patch_rows, thin
from training.tokens import TextEncoder


@dataclass(frozen=True)
class Tasks:
    """Dev lists by name; the queries of `ranking` are at most `cap` a task, and `triplets` asks the same queries."""

    ranking: dict[str, list[dict]]
    triplets: dict[str, list[dict]]
    trials: dict[str, list[dict]]


def read_tasks(data: Path, cap: int, seed: int = 7) -> Tasks:
    """The lists of the data folder: 4 negatives, 1,000 words."""
    rng = np.random.default_rng(seed)
    ranking, triplets, trials = (defaultdict(list) for _ in range(3))
    for r in read_jsonl(data / "dev-ranking.jsonl.gz"):
        ranking[r["task"]].append(r)
    cut = {k: [v[i] for i in np.sort(rng.permutation(len(v))[:cap])] for k, v in sorted(ranking.items())}
    asked = {k: {r["query"][0] for r in v} for k, v in cut.items()}
    for r in read_jsonl(data / "dev-triplets.jsonl.gz"):
        if r["k"] == 4 and r["query"][0] in asked.get(r["task"], ()):
            triplets[r["task"]].append(r)
    for r in read_jsonl(data / "dev-verification.jsonl.gz"):
        if r["words"] == 1000:
            trials[f"{r['modes']} {r['genre_relation']}"].append(r)
    return Tasks(cut, dict(triplets), {k: v[: cap * 4] for k, v in trials.items()})


def rank_figures(tasks: Tasks, row: dict[str, int], scores: dict[str, np.ndarray]) -> dict:
    """Success@8 and MRR of the best relevant document, and triplet accuracy. scores: query id -> [documents]."""
    out: dict[str, dict[str, float]] = {}
    for task, lists in tasks.ranking.items():
        ranks = []
        for r in lists:
            s = scores[r["query"][0]].copy()
            best = max(s[row[x]] for x in r["relevant"])
            s[[row[x] for x in r["query"] + r["exclude"]]] = -9e9
            ranks.append(1 + int((s > best).sum()))
        rank = np.array(ranks)
        out[task] = {"success8": round(float((rank <= 8).mean()), 3), "mrr": round(float((1 / rank).mean()), 3)}
    for task, lists in tasks.triplets.items():
        out[task]["triplets"] = round(float(np.mean([_won(r, scores[r["query"][0]], row) for r in lists])), 3)
    return out


def _won(triplet: dict, scores: np.ndarray, row: dict[str, int]) -> bool:
    return scores[row[triplet["positive"]]] > max(scores[row[x]] for x in triplet["negatives"])


def sides(trial: dict) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The documents of both sides of a trial."""
    return (trial["a"], *trial.get("a_more", [])), (trial["b"], *trial.get("b_more", []))


def auc_figures(tasks: Tasks, cache: Cache, score: dict[str, np.ndarray]) -> dict:
    """AUC of each condition, over all trials and inside one source. score: condition -> [trials]."""
    from sklearn.metrics import roc_auc_score

    out = {}
    for condition, trials in tasks.trials.items():
        same = np.array([t["same"] for t in trials])
        one = np.array([cache.source[cache.row[t["a"]]] == cache.source[cache.row[t["b"]]] for t in trials])
        x = {"all": round(float(roc_auc_score(same, score[condition])), 3)}
        if len(set(same[one])) == 2:
            x["one_source"] = round(float(roc_auc_score(same[one], score[condition][one])), 3)
        out[condition] = x | {"trials": len(trials)}
    return out


def measure(model: torch.nn.Module, flags: Flags, cache: Cache, tasks: Tasks, settings: tuple, limit: int) -> dict:
    """Figures of the document vector and of patches of every setting (n, punctuation)."""
    encoded = encode(model, flags, cache, np.arange(len(cache)), limit)
    queries = sorted({r["query"][0] for v in tasks.ranking.values() for r in v})
    z, out = encoded.documents, {}

    def joined(ids: tuple[str, ...]) -> torch.Tensor:
        return unit(z[[cache.row[x] for x in ids]].sum(0))

    scores = {q: (z @ z[cache.row[q]]).numpy() for q in queries}
    trials = {c: np.array([float(joined(a) @ joined(b)) for a, b in map(sides, v)]) for c, v in tasks.trials.items()}
    out["document"] = {"ranking": rank_figures(tasks, cache.row, scores), "auc": auc_figures(tasks, cache, trials)}
    for n, punctuation in settings:
        rng = np.random.default_rng(3)
        rows = patch_rows(encoded, flags, n, punctuation)
        held = bank(rows, 192, rng)
        scores = {q: late(thin(rows[cache.row[q]], 128, rng), held) for q in queries}
        found = {"ranking": rank_figures(tasks, cache.row, scores)}
        some = [thin(r, 256, rng) for r in rows]
        trials = {c: np.array([_both_ways(some, cache, *sides(t)) for t in v]) for c, v in tasks.trials.items()}
        out[f"patch {n}{'+' if punctuation else ''}"] = found | {"auc": auc_figures(tasks, cache, trials)}
    return out


def _both_ways(rows: list[torch.Tensor], cache: Cache, a: tuple[str, ...], b: tuple[str, ...]) -> float:
    s = torch.cat([rows[cache.row[x]] for x in a]) @ torch.cat([rows[cache.row[x]] for x in b]).t()
    return float(s.amax(1).mean() + s.amax(0).mean()) / 2


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval dev."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "cache", "backbone", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--n", type=int, default=2)
    parser.add_argument("--punctuation", action="store_true")
    parser.add_argument("--windows", type=int, default=10)
    parser.add_argument("--cap", type=int, default=250)
    parser.add_argument("checkpoints", nargs="+")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    cache, tasks = Cache(args.cache / "dev"), read_tasks(args.data, args.cap)
    flags = Flags.of(TextEncoder(args.backbone / "tokenizer.json"))
    for path in args.checkpoints:
        began = time.time()
        model, config = load(path, args.backbone)
        found = measure(model, flags, cache, tasks, ((args.n, args.punctuation),), args.windows)
        line = {"checkpoint": Path(path).name, "pairs": config.get("pairs", 0), "windows": args.windows}
        line |= {"cap": args.cap, "seconds": round(time.time() - began), "figures": found}
        with args.out.open("a") as log:
            log.write(json.dumps(line) + "\n")
        print(json.dumps(line, indent=1), flush=True)


if __name__ == "__main__":
    main()
