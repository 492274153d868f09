"""Lists of candidates, reordered by cross-encoders: what each mix of negatives is worth where the sources are new.

    idio-eval rerank --cache CACHE --backbone NET --lists LISTS.jsonl --out OUT RUN/*.safetensors

LISTS: a line a question: task, fold, query (document id), author, candidates (ids, best first), scores, own (1 where a
candidate is the author's), rank (of the first own one, however far below). OUT/scores-NAME.npz: the scores of the first
k, kept between calls; OUT/figures.json: Success@8 and MRR@20 of each, and how far it leans on topic.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from training.corpus.token_cache import Cache
from training.cross.judge import judge
from training.cross.model import CrossEncoder, Texts, load_cross
from training.cross.pairs import Side, first_row, second_row
from training.cross.pool import semantic_vectors


class Documents:
    """Texts of both caches by id, in spans of `side` tokens from their beginning."""

    def __init__(self, folder: Path, side: int, most: int) -> None:
        self.caches = [Cache(folder / name) for name in ("train", "dev")]
        self.side, self.most = side, most

    def spans(self, name: str) -> list[Side]:
        """At most `most` spans; a short rest counts only where there is nothing else."""
        ids, surface = next(c.document(c.row[name]) for c in self.caches if name in c.row)
        starts = range(0, max(1, min(len(ids), self.side * self.most) - self.side // 2), self.side)
        return [(ids[s : s + self.side], surface[s : s + self.side]) for s in starts]

    def topics(self, names: list[str], backbone: Path) -> dict[str, np.ndarray]:
        """Topic vectors by id."""
        out = {}
        for cache in self.caches:
            known = [n for n in names if n in cache.row]
            rows = np.array([cache.row[n] for n in known], int)
            out |= dict(zip(known, semantic_vectors(cache, rows, backbone), strict=True))
        return out


class Reader:
    """One cross-encoder over documents; what it makes of a candidate alone is kept."""

    def __init__(self, model: CrossEncoder, documents: Documents) -> None:
        self.model, self.documents = model, documents
        self.kept: dict[str, Texts] = {}

    def _alone(self, rows: list[Side], side: int) -> Texts:
        ids, surface = np.zeros((2, len(rows), self.documents.side + 2), np.int64)
        for i, row in enumerate(rows):
            ids[i, : len(row[0])], surface[i, : len(row[1])] = row
        x, mask, content = self.model.alone(torch.from_numpy(ids), torch.from_numpy(surface), side)
        return x.bfloat16(), mask, content

    def _candidate(self, name: str) -> Texts:
        if name not in self.kept:
            self.kept[name] = self._alone([second_row(s) for s in self.documents.spans(name)], 1)
        return self.kept[name]

    @torch.no_grad()
    def scores(self, query: str, candidates: list[str]) -> np.ndarray:
        """Mean over the first spans of both texts, the second of both, and so on, [candidates]."""
        total, count = np.zeros(len(candidates)), np.zeros(len(candidates))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            asked = self._alone([first_row(s) for s in self.documents.spans(query)], 0)
            texts = [self._candidate(name) for name in candidates]
            for i in range(len(asked[0])):
                place = [j for j, text in enumerate(texts) if len(text[0]) > i]
                stacked = tuple(torch.stack([texts[j][part][i] for j in place]) for part in range(3))
                total[place] += self.model.together(tuple(t[i : i + 1] for t in asked), stacked).numpy()
                count[place] += 1
        return total / count


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval rerank."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("cache", "backbone", "lists", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("weights", nargs="+", type=Path)
    parser.add_argument("--k", type=int, default=50)
    parser.add_argument("--spans", type=int, default=2)
    parser.add_argument("--side", type=int, default=96)
    parser.add_argument("--joined", type=int, default=1)
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    lists = [json.loads(line) for line in args.lists.read_text().splitlines()]
    documents = Documents(args.cache, args.side, args.spans)
    scored = {}
    for path in args.weights:
        kept = args.out / f"scores-{path.stem}.npz"
        if not kept.exists():
            reader = Reader(load_cross(path, args.backbone, args.joined), documents)
            np.savez(kept, *(reader.scores(e["query"], e["candidates"][: args.k]) for e in lists))
        scored[path.stem] = list(np.load(kept).values())
    names = sorted({name for e in lists for name in (e["query"], *e["candidates"][: args.k])})
    topics = documents.topics(names, args.backbone)
    figures = {"k": args.k, "spans": args.spans, "side": args.side}
    for task in sorted({e["task"] for e in lists}):
        places = [i for i, e in enumerate(lists) if e["task"] == task]
        of_task = {name: [s[i] for i in places] for name, s in scored.items()}
        figures[task] = judge([lists[i] for i in places], of_task, topics)
    (args.out / "figures.json").write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
