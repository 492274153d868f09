"""Dev rankings by learned n-gram weights and by their idf, paired. For reporting, never for choosing.

    python -m training.ngram_figures --data DATA --classical models/classical.json --weights weights.npz

Every document of dev but the query and those that its list excludes is ranked, whole documents; ties count against the
right one. Intervals over authors.
"""

import argparse
import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.corpus import read_jsonl
from training.intervals import difference, figure
from training.ngram_rows import Vocabulary
from training.ngram_weights import Rows, scores

BLOCK = 256


@dataclass(frozen=True)
class View:
    """Weights [F] of features and directions [F, k] that count against them; k is 0 for plain tf-idf."""

    weights: torch.Tensor
    directions: torch.Tensor

    @staticmethod
    def read(path: Path) -> "View":
        """A file of ngram_weights."""
        held = np.load(path)
        return View(torch.from_numpy(held["weights"]).float(), torch.from_numpy(held["directions"] * held["scale"]))

    def scores(self, rows: Rows) -> np.ndarray:
        """Scores of all documents of rows (0, 1, …) with one another: float32 [documents, documents]."""
        count = len(rows.held)
        z = torch.zeros(count, rows.width, dtype=torch.float16)
        q = torch.zeros(count, self.directions.shape[1])
        for start in range(0, count, BLOCK):
            some = rows.dense(np.arange(start, min(start + BLOCK, count))).mul_(self.weights)
            some /= some.norm(dim=1, keepdim=True).clamp(min=1e-9)
            z[start : start + BLOCK], q[start : start + BLOCK] = some, some @ self.directions
        gram = torch.zeros(count, count)
        for part in z.split(8192, 1):
            gram.addmm_(part.float(), part.float().T)
        return scores(gram, q, torch.ones(q.shape[1])).numpy()


def ranks(scored: np.ndarray, lists: list[dict], place: dict[str, int]) -> np.ndarray:
    """Rank of the best relevant document of every list, ties counted against it: int [lists].

    >>> task = {"query": ["a"], "relevant": ["c"], "exclude": ["b"]}
    >>> ranks(np.array([[1.0, 0.9, 0.5, 0.6]]), [task], {"a": 0, "b": 1, "c": 2, "d": 3}).tolist()
    [2]
    """
    out = []
    for r in lists:
        row, relevant = scored[place[r["query"][0]]], [place[x] for x in r["relevant"]]
        ahead = row >= row[relevant].max()
        ahead[relevant + [place[x] for x in r["query"] + r["exclude"]]] = False
        out.append(1 + int(ahead.sum()))
    return np.array(out)


def compare(learned: np.ndarray, plain: np.ndarray, author: np.ndarray) -> dict:
    """Success@8 and MRR of two sets of ranks [queries] and their paired difference."""
    out = {}
    for name, (a, b) in {"success8": (learned <= 8, plain <= 8), "mrr": (1 / learned, 1 / plain)}.items():
        out[name] = {"idf": figure(b, author), "learned": figure(a, author), "gain": difference(a, b, author)}
    return out


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "classical", "weights"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    vocabulary = Vocabulary(args.classical)
    records = list(read_jsonl(args.data / "dev.jsonl.gz"))
    rows = Rows(vocabulary, {i: r["text"] for i, r in enumerate(records)})
    place = {r["id"]: i for i, r in enumerate(records)}
    lists = defaultdict(list)
    for r in read_jsonl(args.data / "dev-ranking.jsonl.gz"):
        lists[r["task"]].append(r)
    plain = View(torch.from_numpy(vocabulary.idf), torch.zeros(len(vocabulary), 0)).scores(rows)
    learned = View.read(args.weights).scores(rows)
    out = {"format": "idiograph.experiment.ngram-weights/1", "weights": args.weights.name}
    for task, some in lists.items():
        author = np.array([records[place[r["query"][0]]]["author"] for r in some])
        found = compare(ranks(learned, some, place), ranks(plain, some, place), author)
        out[task] = {"queries": len(some)} | found
    print(json.dumps(out))


if __name__ == "__main__":
    main()
