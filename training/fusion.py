"""Rankings by the encoder and by tf-idf together: weights fitted on validation documents, figures on dev.

    idio-eval fusion --data DATA --cache CACHE --backbone NET --model CHECKPOINT --bank BANK

A document's score for a query is a weighted sum of the z-scores of three similarities over all documents the query may
see: `document` (cosine of document vectors), `patches` (mean over a thinned sample of the query's patches of the best
product with a patch of the document) and `tfidf`. The weights maximise the softmax likelihood of the right author's
documents on the validation split: authors and sources that no run trains on. Dev is encoded by the shipped int8 model:
BANK is a folder of `node bench/bank.mjs --documents dev.jsonl.gz`, whole documents. Intervals over authors.
"""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.corpus import TRAIN_FILES, Cache, read_jsonl
from training.encoder import load, unit
from training.intervals import difference, figure
from training.patches import Flags
from training.scoring import bank, encode, late, patch_rows, thin
from training.splits import held_out, training_rows
from training.tfidf import Tfidf, similarities
from training.tokens import TextEncoder
from training.topics import read_topics
from training.validation import make_lists

METHODS = ("document", "patches", "tfidf")
ASKED, KEPT = 64, 128
"""Patches kept of a query and of a document."""


@dataclass(frozen=True)
class Task:
    """What a query asks. scores [methods, documents]: z-scores where `seen`; relevant: documents."""

    name: str
    author: str
    scores: np.ndarray
    seen: np.ndarray
    relevant: np.ndarray

    def rank(self, weights: np.ndarray) -> int:
        """Rank of the best relevant document, ties counted against it."""
        total = np.where(self.seen, weights @ self.scores, -np.inf)
        best = total[self.relevant].max()
        ahead = total >= best
        ahead[self.relevant] = False
        return 1 + int(ahead.sum())


def standardised(raw: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """z-scores [methods, documents] over the documents that are seen; float16 keeps thousands of tasks in memory.

    >>> standardised(np.array([[1.0, 3.0, 9.0]]), np.array([True, True, False]))[0, :2].tolist()
    [-1.0, 1.0]
    """
    some = raw[:, seen]
    return ((raw - some.mean(1)[:, None]) / (some.std(1)[:, None] + 1e-9)).astype(np.float16)


def patch_scores(rows: list[torch.Tensor], queries: np.ndarray) -> np.ndarray:
    """Mean best products of a thinned query with every thinned document, [queries, documents]."""
    rng = np.random.default_rng(3)
    held = bank(rows, KEPT, rng)
    return np.stack([late(thin(rows[q], ASKED, rng), held) for q in queries])


def fit(tasks: list[Task], penalty: float = 1e-3, rounds: int = 60) -> np.ndarray:
    """Weights of the methods: softmax over the documents of a query, all relevant ones right, mean over queries.

    >>> z = np.array([[2.0, 0, 0, 0], [0, 2, 0, 0]])
    >>> w = fit([Task("", "", z, np.ones(4, bool), np.array([0]))] * 3)
    >>> bool(w[0] > 0.5 and w[1] < 0.1)
    True
    """
    weights = torch.full((len(tasks[0].scores),), 0.5, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=rounds, line_search_fn="strong_wolfe")
    some = [(torch.from_numpy(t.scores[:, t.seen].astype(np.float64)), _places(t)) for t in tasks]

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        total = penalty * weights.square().sum()
        for scores, relevant in some:
            logits = weights @ scores
            total = total + (logits.logsumexp(0) - logits[relevant].logsumexp(0)) / len(some)
        total.backward()
        return total

    optimizer.step(loss)
    return weights.detach().numpy()


def _places(task: Task) -> torch.Tensor:
    """Places of the relevant documents among those seen."""
    return torch.from_numpy((np.cumsum(task.seen) - 1)[task.relevant])


def validation_tasks(args: argparse.Namespace, text: dict[str, str], tfidf: Tfidf) -> list[Task]:
    """The validation lists, encoded by the model in bf16: base rankings of the author's topic-farthest other work."""
    cache = Cache(args.cache / "train")
    lists = make_lists(cache, read_topics(args.cache, cache), np.flatnonzero(held_out(cache)), queries=2_000)
    flags = Flags.of(TextEncoder(args.backbone / "tokenizer.json"))
    encoded = encode(load(args.model, args.backbone)[0], flags, cache, lists.rows, limit=args.windows)
    z = encoded.documents.numpy()
    lexical = similarities(tfidf.rows([text[cache.ids[r]] for r in lists.rows]), lists.queries)
    late_scores = patch_scores(patch_rows(encoded, flags, args.n, punctuation=False), lists.queries)
    raw = np.stack([z[lists.queries] @ z.T, late_scores, lexical], 1)
    out = []
    for k, q in enumerate(lists.queries):
        seen = np.ones(len(z), bool)
        seen[lists.hidden[k]] = False
        author = cache.names["author"][cache.author[lists.rows[q]]]
        out.append(Task("validation", author, standardised(raw[k], seen), seen, np.array([lists.positive[k]])))
    return out


def read_bank(folder: Path, ids: dict[str, int]) -> tuple[np.ndarray, list[torch.Tensor]]:
    """Document vectors [documents, m] and thinned patches of the documents `ids` (id -> place) of a bank."""
    manifest, rng = json.loads((folder / "manifest.json").read_text()), np.random.default_rng(4)
    vectors = np.zeros((len(ids), manifest["openDim"]), np.float32)
    rows: list[torch.Tensor] = [torch.zeros(0, manifest["dim"])] * len(ids)
    for chunk in manifest["chunks"]:
        at = folder / chunk["name"]
        listed = json.loads(Path(f"{at}.documents.json").read_text())
        if not any(d["id"] in ids for d in listed):
            continue
        counts, owners = (np.fromfile(f"{at}.{x}.u32", np.uint32) for x in ("counts", "owners"))
        opened = np.fromfile(f"{at}.open.f32", np.float32).reshape(len(counts), -1)
        patches = np.memmap(f"{at}.rows.f16", np.float16, mode="r").reshape(-1, manifest["dim"])
        ends = np.cumsum(counts)
        for k, d in enumerate(listed):
            spans = np.flatnonzero(owners == k)
            if d["id"] not in ids or len(spans) == 0:
                continue
            place = ids[d["id"]]
            vectors[place] = (opened[spans] * counts[spans, None]).sum(0)
            mine = patches[ends[spans[0]] - counts[spans[0]] : ends[spans[-1]]]
            rows[place] = thin(torch.from_numpy(np.array(mine)), KEPT, rng).float()
    return unit(torch.from_numpy(vectors)).numpy(), rows


def dev_tasks(args: argparse.Namespace, tfidf: Tfidf) -> list[Task]:
    """The ranking lists of dev."""
    records = list(read_jsonl(args.data / "dev.jsonl.gz"))
    place = {r["id"]: i for i, r in enumerate(records)}
    z, patches = read_bank(args.bank, place)
    lists = list(read_jsonl(args.data / "dev-ranking.jsonl.gz"))
    queries = np.array(sorted({place[r["query"][0]] for r in lists}))
    row = {q: i for i, q in enumerate(queries)}
    late_scores = patch_scores(patches, queries)
    lexical = similarities(tfidf.rows([r["text"] for r in records]), queries)
    raw = np.stack([z[queries] @ z.T, late_scores, lexical], 1)
    out = []
    for r in lists:
        q = place[r["query"][0]]
        seen = np.ones(len(records), bool)
        seen[[place[x] for x in r["query"] + r["exclude"]]] = False
        relevant = np.array([place[x] for x in r["relevant"]])
        out.append(Task(r["task"], records[q]["author"], standardised(raw[row[q]], seen), seen, relevant))
    return out


def report(tasks: list[Task], weights: dict[str, np.ndarray], bases: tuple[str, ...] = ("tfidf", "patches")) -> dict:
    """Success@8 and MRR of every set of weights on every task, and the paired gain over each of `bases`."""
    out: dict[str, dict] = {}
    for task in sorted({t.name for t in tasks}):
        some = [t for t in tasks if t.name == task]
        author = np.array([t.author for t in some])
        rank = {name: np.array([t.rank(w) for t in some]) for name, w in weights.items()}
        out[task] = {"queries": len(some)}
        for name, r in rank.items():
            out[task][name] = {"success8": figure(r <= 8, author), "mrr": figure(1 / r, author)}
            for base in (b for b in bases if b != name):
                gain = {"success8": difference(r <= 8, rank[base] <= 8, author)}
                out[task][name][f"over {base}"] = gain | {"mrr": difference(1 / r, 1 / rank[base], author)}
    return out


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval fusion."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "cache", "backbone", "model", "bank"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--n", type=int, default=2)
    parser.add_argument("--windows", type=int, default=8, help="windows of a validation document")
    parser.add_argument("--texts", type=int, default=3_000, help="training documents that give the idf")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    began, cache = time.time(), Cache(args.cache / "train")
    asked = {cache.ids[r] for r in np.flatnonzero(held_out(cache))}
    known = np.random.default_rng(0).permutation(training_rows(cache))[: args.texts]
    asked |= {cache.ids[r] for r in known}
    text = {r["id"]: r["text"] for f in TRAIN_FILES for r in read_jsonl(args.data / f) if r["id"] in asked}
    tfidf = Tfidf([text[cache.ids[r]] for r in known])
    fitted = validation_tasks(args, text, tfidf)
    weights = {name: np.eye(len(METHODS))[i] for i, name in enumerate(METHODS)}
    weights["encoder"] = np.append(fit([_only(t, (0, 1)) for t in fitted]), 0.0)
    weights["document+tfidf"] = np.insert(fit([_only(t, (0, 2)) for t in fitted]), 1, 0.0)
    weights["fusion"] = fit(fitted)
    weights = {name: np.asarray(w) / np.abs(w).sum() for name, w in weights.items()}
    head = {"format": "idiograph.experiment.fusion/1", "model": args.model.name, "methods": METHODS}
    head |= {"weights": {name: w.round(3).tolist() for name, w in weights.items()}}
    validation = report(fitted, weights)
    dev = report(dev_tasks(args, tfidf), weights)
    print(json.dumps(head | {"validation": validation, "dev": dev, "seconds": round(time.time() - began)}))


def _only(task: Task, methods: tuple[int, ...]) -> Task:
    return Task(task.name, task.author, task.scores[list(methods)], task.seen, task.relevant)


if __name__ == "__main__":
    main()
