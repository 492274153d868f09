"""Attribution across genres as SADIRI-v2 has it: whole documents, the author's texts of other genres are the needles.

    idio-eval attribute --data DATA --cache CACHE --backbone NET --models start=CHECKPOINT untuned=untuned --cross-genre

For every split seed each author of several genres gives one query; its needles are the author's works of other genres
(with --cross-genre; else all other works), hidden among the documents of all other authors. Success@8, Success@100 and
MRR@20, as means over the split seeds, with intervals over authors; `bm25` is always beside the models. Two tracks:
texts of 350 words and more, and of 80 to 349.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from training.corpus import Cache, read_jsonl
from training.encoder import load
from training.intervals import difference, figure
from training.lexical import bm25
from training.patches import Flags
from training.scoring import encode
from training.tokens import TextEncoder

SEEDS = (0, 1001, 2001, 3001)
TRACKS = {"350 words and more": (350, 10**9), "80 to 349 words": (80, 349)}
RESULTS = ("success@8", "success@100", "mrr@20")


def splits(records: list[dict], cross_genre: bool) -> list[tuple[int, np.ndarray, np.ndarray]]:
    """(query, needles, documents left out) of every author and split seed; documents are indices into records."""
    held: dict[str, list[int]] = {}
    for i, r in enumerate(records):
        held.setdefault(r["author"], []).append(i)
    out = []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        for _, mine in sorted(held.items()):
            if len({records[i]["genre"] for i in mine}) < 2:
                continue
            query = int(rng.choice(mine))
            q = records[query]
            needles = [
                i for i in mine
                if records[i]["title"] != q["title"] and not (cross_genre and records[i]["genre"] == q["genre"])
            ]  # fmt: skip
            if needles:
                out.append((query, np.array(needles), np.array([i for i in mine if i not in needles])))
    return out


def results(scores: np.ndarray, needles: np.ndarray, left_out: np.ndarray) -> tuple[float, float, float]:
    """Success@8, Success@100 and reciprocal rank within 20 of the best needle. scores [documents].

    >>> results(np.array([9.0, 1, 5, 3]), np.array([3]), np.array([0]))
    (1.0, 1.0, 0.5)
    """
    s = scores.copy()
    s[left_out] = -np.inf
    best = s[needles].max()
    ahead = s >= best
    ahead[needles] = False
    rank = 1 + int(ahead.sum())
    return float(rank <= 8), float(rank <= 100), (1 / rank if rank <= 20 else 0.0)


def document_vectors(args: argparse.Namespace, model: str, rows: np.ndarray) -> np.ndarray:
    """Unit document vectors of rows of the dev cache, from the first windows of each."""
    flags = Flags.of(TextEncoder(args.backbone / "tokenizer.json"))
    loaded = load(model, args.backbone)[0]
    return encode(loaded, flags, Cache(args.cache / "dev"), rows, args.windows, token_vectors=False).documents.numpy()


def track(records: list[dict], vectors: dict[str, np.ndarray], cross_genre: bool) -> dict:
    """Rows by method; `over`: the first model's Success@8 less that of each other method."""
    asked = splits(records, cross_genre)
    queries = sorted({q for q, _, _ in asked})
    place = {q: k for k, q in enumerate(queries)}
    texts = [r["text"] for r in records]
    scores = {name: z[queries] @ z.T for name, z in vectors.items()}
    scores["bm25"] = bm25([texts[q] for q in queries], texts, k1=0.25)
    author = np.array([records[q]["author"] for q, _, _ in asked])
    found = {name: np.array([results(s[place[q]], n, x) for q, n, x in asked]) for name, s in scores.items()}
    out, first = {"documents": len(records), "queries": len(asked), "authors": len(set(author))}, next(iter(vectors))
    for name, x in found.items():
        out[name] = {metric: figure(x[:, k], author) for k, metric in enumerate(RESULTS)}
        if name != first:
            out[name][f"{first} over it"] = difference(found[first][:, 0], x[:, 0], author)
    return out


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval attribute."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "cache", "backbone"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--models", nargs="+", required=True, help="NAME=CHECKPOINT; untuned=untuned: the backbone")
    parser.add_argument("--windows", type=int, default=4, help="windows of 128 tokens of a document")
    parser.add_argument("--cross-genre", action="store_true")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    records = list(read_jsonl(args.data / "dev.jsonl.gz"))
    names = Cache(args.cache / "dev").row
    rows = np.array([names[r["id"]] for r in records])
    models = dict(x.split("=", 1) for x in args.models)
    vectors = {name: document_vectors(args, path, rows) for name, path in models.items()}
    words = np.array([len(r["text"].split()) for r in records])
    head = {"format": "idiograph.experiment.attribute/1", "seeds": SEEDS, "windows": args.windows, "tracks": {}}
    for name, (fewest, most) in TRACKS.items():
        some = np.flatnonzero((words >= fewest) & (words <= most))
        part = {model: z[some] for model, z in vectors.items()}
        head["tracks"][name] = track([records[i] for i in some], part, args.cross_genre)
    print(json.dumps(head))


if __name__ == "__main__":
    main()
