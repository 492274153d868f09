"""Experiments on spans of whole sentences, the rules of HALvest-Contrastive; one JSON object on stdout.

    idio-eval triplets --data dev.jsonl.gz --backbone NET --model CHECKPOINT --sentences 4 --config base unrestricted
    idio-eval retrieve --data dev.jsonl.gz --backbone NET --model CHECKPOINT --sentences 4 10 --methods mean li n2
    idio-eval jaccard --data dev.jsonl.gz --config base same-doc
    idio-eval semantic-control --data dev.jsonl.gz --backbone NET --model CHECKPOINT

triplets: share of anchors that score the positive above the negative (same genre). retrieve: every anchor ranks all
positives and negatives but those of its own author; its positive is the one relevant span (accuracy: as in triplets).
jaccard: overlap of word types of anchor and positive less that of anchor and negative. semantic-control: AUC of
positives against negatives for the model and for the untuned sentence encoder. --model may be a checkpoint, "zero"
(untrained heads) or "untuned" (the backbone's last states). Intervals: 95 %, 2,000 resamples of the anchors' authors
(AUC: 500), seed 1.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.corpus import read_jsonl
from training.intervals import figure, quantiles
from training.lexical import bm25, char4, jaccard
from training.span_metrics import auc, ranks, retrieval
from training.spans import CONFIGS, Builder, Document, Triplets, read_documents

LEXICAL = {"bm25": bm25, "char4": char4}


@dataclass(frozen=True)
class Spans:
    """Triplets laid out as one list of texts: all anchors, then all positives, then all negatives."""

    triplets: Triplets
    author: np.ndarray
    genre: np.ndarray
    """Codes of the author and of the genre of the document of each text [3n]."""

    @staticmethod
    def of(triplets: Triplets, documents: list[Document]) -> "Spans":
        every = [documents[i] for i in triplets.documents.T.ravel()]
        author, genre = (
            np.unique(x, return_inverse=True)[1] for x in zip(*((d.author, d.genre) for d in every), strict=True)
        )
        return Spans(triplets, author, genre)

    @property
    def count(self) -> int:
        return len(self.triplets.texts)

    @property
    def texts(self) -> list[str]:
        return [t for column in zip(*self.triplets.texts, strict=True) for t in column]

    def hidden(self) -> np.ndarray:
        """Columns of the pool (positives, then negatives) by the query's author, bool [n, 2n]."""
        return self.author[: self.count, None] == self.author[None, self.count :]


class Methods:
    """Scores of all anchors against all positives and negatives, by name of the method."""

    def __init__(self, spans: Spans, model: str | None, backbone: Path | None) -> None:
        self.spans, self.model, self.backbone, self.scores_of = spans, model, backbone, None
        self.held: tuple[str, list] = ("", [])

    def __call__(self, name: str) -> np.ndarray:
        """[n, 2n]; columns are the positives, then the negatives."""
        n, texts = self.spans.count, self.spans.texts
        if name in LEXICAL:
            return LEXICAL[name](texts[:n], texts[n:])
        from training.span_scores import score_all

        return score_all(self.rows(name), np.arange(n), np.arange(n, 3 * n))

    def rows(self, name: str) -> list:
        """Rows of all spans by one scorer of the model."""
        from training.encoder import load
        from training.span_scores import SpanScores, encode_spans
        from training.tokens import TextEncoder

        if self.scores_of is None:
            text = TextEncoder(self.backbone / "tokenizer.json")
            model, _ = load(self.model, self.backbone)
            self.scores_of = SpanScores(encode_spans(model, text, self.spans.texts), text)
        if self.held[0] != name:
            self.held = name, self.scores_of.rows(name)
        return self.held[1]


def triplets(args: argparse.Namespace, spans: Spans, config: str, k: int) -> dict[str, dict]:
    """Rows of `triplets`, by method."""
    score, n, out = Methods(spans, args.model, args.backbone), spans.count, {}
    for name in args.methods:
        s, at = score(name), np.arange(n)
        won = s[at, at] > s[at, n + at]
        x = figure(won, spans.author[:n])
        row = {"task": config, "sentences": k, "k": 1, "trials": n, "accuracy": x["value"]}
        out[name] = row | {"interval": {"accuracy": x["interval"]}}
    return out


def retrieve(args: argparse.Namespace, spans: Spans, config: str, k: int) -> dict[str, dict]:
    """Rows of `retrieve`, by method; a model's also say how many rows a span has and how they are spread."""
    score, n, out = Methods(spans, args.model, args.backbone), spans.count, {}
    hidden, held = spans.hidden(), {}
    for name in args.methods:
        s, at = score(name), np.arange(n)
        held[name] = ranks(s, at, hidden)
        found = {"accuracy": figure(s[at, at] > s[at, n + at], spans.author[:n])}
        found |= retrieval(held[name], spans.author[:n])
        row = {"task": config, "sentences": k, "queries": n, "pool": round(2 * n - hidden.sum(1).mean())}
        row |= {metric: x["value"] for metric, x in found.items()}
        row |= _distractors(s, hidden, spans)
        row |= _rows_kept(score, name, n) if name not in LEXICAL else {}
        out[name] = row | {"interval": {metric: x["interval"] for metric, x in found.items()}}
    for name in args.methods[1:]:
        first = args.methods[0]
        gain = figure((held[name] <= 20).astype(float) - (held[first] <= 20), spans.author[:n])
        out[name]["gain"] = {"over": first, "recall@20": gain["value"], "interval": gain["interval"]}
    return out


def _distractors(scores: np.ndarray, hidden: np.ndarray, spans: Spans) -> dict:
    """Shares of the anchor's genre in the 20 best wrong spans and in all wrong spans; overlap of words with the 20."""
    n, texts = spans.count, spans.texts
    wrong = np.where(hidden, -np.inf, scores)
    top = np.argsort(-wrong, axis=1, kind="stable")[:, :20]
    same = spans.genre[:n, None] == spans.genre[None, n:]
    overlap = [jaccard(texts[i], texts[n + j]) for i in range(0, n, 5) for j in top[i]]
    return {
        "sameGenreTop20": round(float(np.take_along_axis(same, top, 1).mean()), 3),
        "sameGenrePool": round(float(same[~hidden].mean()), 3),
        "jaccardTop20": round(float(np.mean(overlap)), 4),
    }


def _rows_kept(score: Methods, name: str, n: int) -> dict:
    from training.span_scores import alignment

    rows = score.rows(name)
    near, uniform = alignment(rows, np.arange(n), np.arange(n, 2 * n))
    return {
        "rowsPerSpan": round(float(np.mean([len(r) for r in rows])), 1),
        "alignment": round(near, 4),
        "uniformity": round(uniform, 4),
    }


def overlap(args: argparse.Namespace, spans: Spans, config: str, k: int) -> dict[str, dict]:
    """Rows of `jaccard`."""
    texts = spans.triplets.texts
    near = np.array([jaccard(a, p) for a, p, _ in texts])
    far = np.array([jaccard(a, n) for a, _, n in texts])
    noise = np.array([jaccard(p, n) for _, p, n in texts])
    x = figure(near - far, spans.author[: spans.count])
    row = {"task": config, "sentences": k, "trials": spans.count, "signal": x["value"]}
    row |= {"positive": round(float(near.mean()), 4), "negative": round(float(far.mean()), 4)}
    return {"jaccard": row | {"noise": round(float(noise.mean()), 4), "interval": {"signal": x["interval"]}}}


def semantic(args: argparse.Namespace, spans: Spans, config: str, k: int) -> dict[str, dict]:
    """Rows of `semantic-control`: AUC of each method, and of the first less each other, over resampled authors."""
    n, held = spans.count, {}
    for name in args.methods:
        model, _, scorer = name.partition(":")
        s, at = Methods(spans, args.model if model == "model" else model, args.backbone)(scorer), np.arange(n)
        held[name] = s[at, at], s[at, n + at]
    samples = {name: _auc_samples(*x, spans.author[:n]) for name, x in held.items()}
    out, first = {}, args.methods[0]
    for name, (positive, negative) in held.items():
        row = {"task": config, "sentences": k, "trials": n, "auc": round(auc(positive, negative), 4)}
        row["interval"] = {"auc": quantiles(samples[name])}
        if name != first:
            row["below"] = {"method": first, "auc": round(auc(*held[first]) - auc(positive, negative), 4)}
            row["below"]["interval"] = quantiles(samples[first] - samples[name])
        out[name] = row
    return out


def _auc_samples(positive: np.ndarray, negative: np.ndarray, author: np.ndarray, count: int = 500) -> np.ndarray:
    """AUC over `count` resamples of the anchors' authors, the same for every method."""
    rng, out = np.random.default_rng(1), []
    groups = [np.flatnonzero(author == a) for a in np.unique(author)]
    for _ in range(count):
        some = np.concatenate([groups[g] for g in rng.integers(0, len(groups), len(groups))])
        out.append(auc(positive[some], negative[some]))
    return np.array(out)


def topic_cosine(records: list[dict]) -> Callable[[int, int], float]:
    """Cosine of tf-idf of words of four letters or more between two documents, by index."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(token_pattern=r"[^\W\d_]{4,}", stop_words="english", sublinear_tf=True, min_df=2)
    rows = vectorizer.fit_transform(r["text"] for r in records)
    return lambda i, j: float((rows[i] @ rows[j].T).sum())


COMMANDS = {
    "triplets": (triplets, ["document", "mean", "li", "n2", "bm25", "char4"]),
    "retrieve": (retrieve, ["document", "mean", "document-li", "li", "n2", "n3", "n4", "n5", "word", "bm25", "char4"]),
    "jaccard": (overlap, []),
    "semantic-control": (semantic, ["model:n2", "model:document", "untuned:mean"]),
}


def main(argv: list[str]) -> None:
    """Command line; argv[0] is the command."""
    run, methods = COMMANDS[argv[0]]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=Path)
    parser.add_argument("--backbone", type=Path)
    parser.add_argument("--model", help='checkpoint folder, "zero" or "untuned"')
    parser.add_argument("--config", nargs="+", default=["base"], choices=CONFIGS)
    parser.add_argument("--sentences", nargs="+", type=int, default=[4])
    parser.add_argument("--methods", nargs="+", default=methods, help=f"of {', '.join(methods) or 'none'}")
    parser.add_argument("--genre", help="anchors and negatives of this genre alone")
    parser.add_argument("--count", type=int, default=600, help="anchors at most")
    parser.add_argument("--seed", type=int, default=42)
    args = parser.parse_args(argv[1:])
    if set(args.methods) - set(LEXICAL) and not (args.backbone and args.model):
        parser.error("the methods of a model need --backbone and --model")
    if args.model:
        import torch

        torch.set_num_threads(1)
    records = [r for r in read_jsonl(args.data) if not args.genre or r["genre"] == args.genre]
    documents = read_documents(records)
    topic = topic_cosine(records) if "cross" in args.config else None
    found: dict[str, list[dict]] = {}
    for config in args.config:
        for k in args.sentences:
            spans = Spans.of(Builder(documents, k, args.seed, topic).triplets(config, args.count), documents)
            for name, row in run(args, spans, config, k).items():
                found.setdefault(name, []).append(row)
            print(config, k, spans.count, "triplets", file=sys.stderr, flush=True)
    head = {"format": f"idiograph.experiment.{argv[0]}/1", "model": args.model, "seed": args.seed, "limit": args.count}
    head |= {"data": {"documents": hashlib.sha256(args.data.read_bytes()).hexdigest()}, "methods": found}
    print(json.dumps(head))
