"""What one would use in place of this index, on the same vectors in the same run: rounds take turns over all methods.

    python bench/peers.py --bank FOLDER --truth FOLDER [--patches 1000000] [--queries 10] [--rounds 3] [--threads 1]

Needs numpy and torch, and faiss-cpu for its rows. Our own figures come from bench/searchServer.mjs, which is asked in
turn. A table on stdout, JSON (idiograph.bench/1) with --json. recall10: share of the exact top 10 spans among a
method's first 100.
"""

from __future__ import annotations

import argparse
import itertools
import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from bank import chunk, coded, manifest

NEIGHBOURS = 300
"""Patches that faiss finds for each query patch before they are gathered by span."""
LISTS = 1024


class Vectors:
    """The first spans of a bank: rows float32[patches, dim], codes uint8[patches, 8], span int64[patches], starts."""

    def __init__(self, folder: Path, spans: int) -> None:
        head = manifest(folder)
        parts, counted = [], 0
        for line in head["chunks"]:
            if counted >= spans:
                break
            parts.append(chunk(folder, line["name"], head["dim"]))
            counted += line["spans"]
        counts = np.concatenate([np.diff(part.starts) for part in parts])[:spans]
        documents = np.cumsum([0] + [len(part.authors) for part in parts])
        owners = [part.owners + first for part, first in zip(parts, documents, strict=False)]
        self.owners = np.concatenate(owners)[:spans]
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        self.span = np.repeat(np.arange(spans), counts)
        patches = int(self.starts[-1])
        self.rows = np.concatenate([np.asarray(part.rows) for part in parts])[:patches].astype(np.float32)
        self.codes = np.ascontiguousarray(np.concatenate([np.asarray(part.codes) for part in parts])[:patches])
        self.mean = np.fromfile(folder / "mean.f32", np.float32)
        self.known = np.fromfile(folder / "rotation.f32", np.float32).reshape(64, -1)
        self.questioned = np.fromfile(folder / "questioned.f32", np.float32).reshape(65, -1)
        self.names = [(part.name, len(part.owners)) for part in parts]

    def of(self, span: int) -> np.ndarray:
        return self.rows[self.starts[span] : self.starts[span + 1]]

    def asked(self, rows: np.ndarray) -> np.ndarray:
        """What a query is compared with codes through."""
        return (rows - self.questioned[-1]) @ self.questioned[:-1].T


class Server:
    """bench/searchServer.mjs, asked a query at a time."""

    def __init__(self, bank: Path, patches: int, queries: int) -> None:
        node = Path(__file__).parent.parent / "node_modules" / ".bin" / "node"
        program = [
            str(node) if node.exists() else shutil.which("node"),
            str(Path(__file__).parent / "searchServer.mjs"),
        ]
        wanted = ["--bank", str(bank), "--patches", str(patches), "--queries", str(queries)]
        self.process = subprocess.Popen(program + wanted, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.head = json.loads(self.process.stdout.readline())

    def ask(self, query: int, pruned: bool) -> tuple[float, float, list[int]]:
        """Milliseconds in the engine, those that it ran, and the spans found, best first."""
        self.process.stdin.write(json.dumps({"query": query, "pruned": pruned}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer["milliseconds"], answer["cpu"], answer["ids"]

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def torch_max_sim(query: np.ndarray, known: torch.Tensor, starts: np.ndarray) -> np.ndarray:
    """float32[spans]: mean over query rows of the largest product, span by span, so that products stay in the cache."""
    columns = torch.from_numpy(np.ascontiguousarray(query.T))
    best = torch.empty(len(starts) - 1, columns.shape[1])
    for span, (a, b) in enumerate(zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)):
        best[span] = (known[a:b] @ columns).amax(0)
    return best.mean(1).numpy()


def numpy_max_sim(query: np.ndarray, known: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """The same by numpy."""
    columns = np.ascontiguousarray(query.T)
    best = [(known[a:b] @ columns).max(0).mean() for a, b in itertools.pairwise(starts)]
    return np.asarray(best, np.float32)


def gathered(similarities: np.ndarray, patches: np.ndarray, span: np.ndarray, spans: int) -> np.ndarray:
    """Sums over query patches of each span's best neighbour; a span without one counts as the farthest found."""
    total = np.zeros(spans, np.float32)
    for found, places in zip(similarities, patches, strict=True):
        known = places >= 0
        if not known.any():
            continue
        best = np.full(spans, found[known].min(), np.float32)
        np.maximum.at(best, span[places[known]], found[known])
        total += best
    return total


def faiss_methods(vectors: Vectors, threads: int) -> dict[str, Callable[[int], np.ndarray]]:
    """Span scores by faiss; none where it is not installed."""
    try:
        import faiss
    except ImportError:
        return {}
    faiss.omp_set_num_threads(threads)
    spans = len(vectors.starts) - 1
    binary = faiss.IndexBinaryFlat(64)
    binary.add(vectors.codes)

    def by_signs(span: int) -> np.ndarray:
        asked = coded(vectors.of(span), vectors.mean, vectors.known)
        distances, places = binary.search(asked, NEIGHBOURS)
        return gathered(-distances.astype(np.float32), places, vectors.span, spans)

    def inverted(factory: str, probes: int) -> Callable[[int], np.ndarray]:
        index = faiss.index_factory(vectors.rows.shape[1], factory, faiss.METRIC_INNER_PRODUCT)
        index.train(vectors.rows[:: max(1, len(vectors.rows) // 60_000)])
        index.add(vectors.rows)
        index.nprobe = probes

        def search(span: int) -> np.ndarray:
            return gathered(*index.search(vectors.of(span), NEIGHBOURS), vectors.span, spans)

        return search

    return {
        "faiss IndexBinaryFlat, k=300, gathered": by_signs,
        f"faiss IVF{LISTS},SQ8, 8 lists, k=300, gathered": inverted(f"IVF{LISTS},SQ8", 8),
        f"faiss IVF{LISTS},PQ16x4fs, 8 lists, k=300, gathered": inverted(f"IVF{LISTS},PQ16x4fs", 8),
    }


def exact_methods(vectors: Vectors) -> dict[str, Callable[[int], np.ndarray]]:
    """Span scores over every patch in full precision."""
    rows = torch.from_numpy(vectors.rows)
    signs = torch.from_numpy(np.unpackbits(vectors.codes, axis=1, bitorder="little").astype(np.float32) * 2 - 1)
    return {
        "torch fp32 MaxSim, 128 numbers a patch": lambda span: torch_max_sim(vectors.of(span), rows, vectors.starts),
        "torch fp32 on signs of ±1": lambda span: torch_max_sim(
            vectors.asked(vectors.of(span)), signs, vectors.starts
        ),
        "numpy fp32 MaxSim, 128 numbers a patch": lambda span: numpy_max_sim(
            vectors.of(span), vectors.rows, vectors.starts
        ),
    }


def true_scores(folder: Path, vectors: Vectors, queries: int) -> np.ndarray:
    """float32[queries, spans] from the files of truth.py."""
    parts = [np.fromfile(folder / f"{name}.f32", np.float32).reshape(-1, spans) for name, spans in vectors.names]
    return np.concatenate([part[:queries] for part in parts], axis=1)[:, : len(vectors.owners)]


def best(scores: np.ndarray, own: np.ndarray, count: int) -> list[int]:
    """The first spans by score, of equal ones the first; none of the query's own document."""
    return np.argsort(-np.where(own, -np.inf, scores), kind="stable")[:count].tolist()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--truth", type=Path, required=True)
    parser.add_argument("--patches", type=int, default=1_000_000)
    parser.add_argument("--queries", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    server = Server(args.bank, args.patches, args.queries)
    vectors = Vectors(args.bank, server.head["spans"])
    asked = server.head["queries"]
    truth = true_scores(args.truth, vectors, len(asked))
    own = [vectors.owners == vectors.owners[span] for span in asked]
    tops = [set(best(truth[query], own[query], 10)) for query in range(len(asked))]
    peers = {**exact_methods(vectors), **faiss_methods(vectors, args.threads)}
    times: dict[str, list[float]] = {}
    running: dict[str, list[float]] = {}
    recall: dict[str, list[float]] = {}

    def note(name: str, query: int, taken: tuple[float, float], candidates: list[int]) -> None:
        times.setdefault(name, []).append(taken[0])
        running.setdefault(name, []).append(taken[1])
        recall.setdefault(name, []).append(len(tops[query] & set(candidates)) / len(tops[query]))

    for turn in range(-1, args.rounds * len(asked)):  # the turn before the first warms all of them
        query = max(0, turn) % len(asked)
        for pruned in (False, True):
            milliseconds, ran, found = server.ask(query, pruned)
            note(f"ours, {'pruned' if pruned else 'exhaustive'}", query, (milliseconds, ran), found)
        for name, method in peers.items():
            started, ran = time.perf_counter(), time.process_time()
            scores = method(asked[query])
            taken = (time.perf_counter() - started) * 1000, (time.process_time() - ran) * 1000
            note(name, query, taken, best(scores, own[query], 100))
        if turn < 0:
            times.clear()
            running.clear()
            recall.clear()
    server.close()
    report(args, server.head, (times, running), recall)


def mean_of_bests(taken: list[float], queries: int) -> float:
    """Mean over the queries, asked by turns, of each one's best time: they differ in length."""
    return float(np.mean([min(taken[query::queries]) for query in range(min(queries, len(taken)))]))


Times = dict[str, list[float]]


def report(args: argparse.Namespace, head: dict, taken: tuple[Times, Times], recall: Times) -> None:
    """Prints the table and writes the rows; `taken` is elapsed and running milliseconds."""
    times, running = taken
    cpu = {name: float(np.mean(ran)) for name, ran in running.items()}
    bests = {name: mean_of_bests(taken, args.queries) for name, taken in times.items()}
    medians = {name: float(np.median(taken)) for name, taken in times.items()}
    ours = "ours, exhaustive"
    print(f"{head['patches']} patches ({head['data']}), {args.queries} queries, {args.threads} thread(s)")
    print(f"{'method':58} {'best ms':>9} {'median':>9} {'÷ ours':>7} {'of medians':>10} {'of CPU':>7} {'recall10':>8}")
    rows = []
    for name in times:
        ratio, of_medians = bests[name] / bests[ours], medians[name] / medians[ours]
        found = float(np.mean(recall[name]))
        ratios = f"{ratio:7.2f} {of_medians:10.2f} {cpu[name] / cpu[ours]:7.2f}"
        print(f"{name:58} {bests[name]:9.1f} {medians[name]:9.1f} {ratios} {found:8.3f}")
        rows.append(
            {
                "name": f"peer/{name}",
                "value": bests[name],
                "unit": "ms",
                "reference": bests[ours],
                "ratio": 1 / ratio,
                "median": medians[name],
                "medianRatio": 1 / of_medians,
                "cpu": cpu[name],
                "cpuRatio": cpu[ours] / cpu[name],
                "recall10": found,
                "patches": head["patches"],
                "data": head["data"],
                "against": ours,
            }
        )
    if args.json:
        args.json.write_text(
            json.dumps({"format": "idiograph.bench/1", "threads": args.threads, "rows": rows}, indent=2)
        )


if __name__ == "__main__":
    main()
