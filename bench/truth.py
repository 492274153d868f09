"""Exact late interaction of the shared queries against every span of a bank: the truth behind recall10.

    python bench/truth.py --bank FOLDER --out FOLDER [--queries 100] [--wait]

One file a chunk, NAME.f32: float32[queries, spans], the mean over query rows of the largest dot product, in float32
from the bank's float16 rows. Chunks that are there are passed over, so a stopped run goes on; --wait follows a bank
that still grows.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from pathlib import Path

import numpy as np
import torch
from bank import chunk, manifest, queries

TOGETHER = 10
"""Queries that share a product: those of a span with them stay in a core's cache."""


def scores(rows: np.ndarray, starts: np.ndarray, asked: list[np.ndarray]) -> np.ndarray:
    """float32[len(asked), spans] from rows float16[patches, dim] and queries float32[*, dim]."""
    known = torch.from_numpy(rows.astype(np.float32))
    result = []
    for first in range(0, len(asked), TOGETHER):
        some = asked[first : first + TOGETHER]
        columns = torch.from_numpy(np.concatenate(some)).T.contiguous()
        best = torch.empty(len(starts) - 1, columns.shape[1])
        for span, (a, b) in enumerate(itertools.pairwise(starts)):
            best[span] = (known[a:b] @ columns).amax(0)
        ends = np.cumsum([0] + [len(rows) for rows in some])
        result += [best[:, a:b].mean(dim=1).numpy() for a, b in itertools.pairwise(ends)]
    return np.stack(result).astype(np.float32)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--wait", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    head = manifest(args.bank)
    chosen = queries(args.bank, args.queries)
    asked = []
    for name, span in chosen:
        part = chunk(args.bank, name, head["dim"])
        asked.append(part.rows[part.starts[span] : part.starts[span + 1]].astype(np.float32))
    (args.out / "queries.json").write_text(json.dumps({"modelId": head["modelId"], "queries": chosen}))
    while True:
        names = [line["name"] for line in manifest(args.bank)["chunks"]]
        missing = [name for name in names if not (args.out / f"{name}.f32").exists()]
        for name in missing:
            started = time.perf_counter()
            part = chunk(args.bank, name, head["dim"])
            unfinished = args.out / f"{name}.part"
            scores(part.rows, part.starts, asked).tofile(unfinished)
            unfinished.rename(args.out / f"{name}.f32")
            print(f"{name}: {time.perf_counter() - started:.1f} s", flush=True)
        if not args.wait:
            break
        if not missing:
            time.sleep(20)


if __name__ == "__main__":
    main()
