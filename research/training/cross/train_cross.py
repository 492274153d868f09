"""Train the cross-encoder with one mix of negatives.

    idio-train cross --cache CACHE --backbone NET --init CHECKPOINT --negatives all --without-folds 0 2 3 --out OUT

InfoNCE over one positive and twelve negatives, τ = 1 (SADIRI-v2, §2.3). Queries, positives, their order and the spans
read of them are those of the seed, whatever the negatives. OUT/all.safetensors: fp16 weights; OUT/all.json: the run and
the mean loss of every update; OUT/topics-023.npz: topic vectors, shared by the runs in OUT.
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from training.corpus.token_cache import Cache
from training.cross.model import CrossEncoder, from_encoder, save_cross
from training.cross.negatives import MIXES, negatives
from training.cross.pairs import Side, cut, rows_of
from training.cross.pool import Pool, make_pool


def rows_of_query(pool: Pool, cache: Cache, number: int, mix: str, side: int, seed: int) -> Side:
    """The rows of query `number`: itself, its positive, its negatives."""
    query, positive = int(pool.query[number]), int(pool.positive[number])
    rng = np.random.default_rng([seed, number])
    chosen = negatives(mix, query, positive, cache.author[pool.rows], pool.topics, rng)
    spans = [
        cut(cache.document(row), side, np.random.default_rng([seed, number, int(row)]))
        for row in pool.rows[[query, positive, *chosen]]
    ]
    return rows_of(spans[0], spans[1:])


def train(model: CrossEncoder, pool: Pool, cache: Cache, args: argparse.Namespace) -> list[float]:
    """All updates; returns the mean loss of each (ln 13 = 2.56 is chance)."""
    trained = [p for p in model.parameters() if p.requires_grad]
    blocks = [p for k, p in model.named_parameters() if p.requires_grad and k.startswith("net.")]
    rest = [p for k, p in model.named_parameters() if p.requires_grad and not k.startswith("net.")]
    groups = [{"params": blocks, "base": args.rate}, {"params": rest, "base": 5 * args.rate}]
    optimizer = torch.optim.AdamW(groups, args.rate, weight_decay=0.01, betas=(0.9, 0.98))
    order = np.random.default_rng(args.seed).permutation(args.queries)
    updates, losses = args.queries // args.accumulate, []
    for update in range(updates):
        factor = min(1, (update + 1) / (0.1 * updates)) * (0.51 + 0.49 * math.cos(math.pi * update / updates))
        for group in optimizer.param_groups:
            group["lr"] = group["base"] * factor
        total = 0.0
        for number in order[update * args.accumulate : (update + 1) * args.accumulate]:
            rows = rows_of_query(pool, cache, int(number), args.negatives, args.side, args.seed)
            with torch.autocast(args.device, dtype=torch.bfloat16):
                scores = model(*(torch.from_numpy(x).to(args.device) for x in rows))
            target = torch.zeros(1, dtype=torch.long, device=scores.device)
            loss = F.cross_entropy(scores[None], target) / args.accumulate
            loss.backward()
            total += loss.item()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        losses.append(round(total, 4))
        print(args.negatives, update, losses[-1], flush=True)
    return losses


def parse(argv: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("cache", "backbone", "init", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--negatives", required=True, choices=MIXES)
    parser.add_argument("--without-folds", nargs="*", type=int, default=[], help="corpus/folds.py")
    parser.add_argument("--queries", type=int, default=500)
    parser.add_argument("--accumulate", type=int, default=10, help="queries an update")
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--joined", type=int, default=1, help="blocks that read both texts together, the last ones")
    parser.add_argument("--side", type=int, default=96, help="tokens of either text")
    parser.add_argument("--rate", type=float, default=1e-4, help="of the blocks; five times as much of what is new")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--device", default="cpu")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-train cross."""
    args = parse(argv)
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    cache = Cache(args.cache / "train")
    topics = args.out / f"topics-{''.join(map(str, args.without_folds))}.npz"
    pool = make_pool(cache, args.backbone, tuple(args.without_folds), args.seed, topics)
    model = from_encoder(args.init, args.backbone, args.layers, args.joined).to(args.device).train()
    began, used = time.time(), time.process_time()
    losses = train(model, pool, cache, args)
    save_cross(model, args.out / f"{args.negatives}.safetensors")
    settings = {k: str(v) if isinstance(v, Path) else v for k, v in vars(args).items()}
    cost = {"seconds": round(time.time() - began), "cpu_seconds": round(time.process_time() - used)}
    trained_on = {"documents": len(pool.rows), "authors": len(pool.query)}
    text = json.dumps(settings | trained_on | cost | {"losses": losses}, indent=1)
    (args.out / f"{args.negatives}.json").write_text(text)


if __name__ == "__main__":
    main()
