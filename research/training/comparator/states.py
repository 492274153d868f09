"""Frozen states of the encoder, window by window: what the comparator reads. Seven minutes of one core.

    python -m training.comparator.states --cache CACHE --models ../models --trials TRIALS --pairs PAIRS --out STATES

STATES/train.npz has authors of two works, at most AUTHORS of a source (books of a publisher as one) and TOKENS of an
author, their genres in turn; STATES/dev.npz the documents of PAIRS and of DRAWN trials of WORDS words of each kind,
from the front. `rows` are documents of the
token cache, `first` the first window of each and one past the last, `tokens` the length of a window; `state` is the
last layer's first-token state, float16 [windows, 384], `vector` the window's document vector, float16 [windows, 256].
"""

import argparse
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from training.corpus.folds import family
from training.corpus.register import read_jsonl
from training.corpus.token_cache import Cache
from training.corpus.tokens import windows
from training.export.onnx_session import Session

WORDS = 2000
LIMIT = 20
"""Windows of a text: 2,520 tokens, about WORDS words."""
AUTHORS, TOKENS, LEAST = 30, 4_032, 2_016
DRAWN, SEED = 60, 42


def trial_ids(trials: Iterable[dict]) -> set[str]:
    """Documents of either side of DRAWN trials of WORDS words of each condition, of one author and of two."""
    kinds: dict[tuple, list[dict]] = {}
    for t in trials:
        if t["words"] == WORDS:
            kinds.setdefault((t["modes"], t["genre_relation"], t["same"]), []).append(t)
    rng = np.random.default_rng(SEED)
    asked = (kind[i] for kind in kinds.values() for i in rng.permutation(len(kind))[:DRAWN])
    return {i for t in asked for side in "ab" for i in (t[side], *t.get(f"{side}_more", []))}


def pair_ids(pairs: Iterable[dict]) -> set[str]:
    """Documents of the pairs that `idiograph evaluate comparison --scores` writes."""
    return {i for pair in pairs for side in "ab" for i in pair[side].split("+")}


def training_documents(cache: Cache) -> np.ndarray:
    """Documents that comparators are trained on."""
    rng = np.random.default_rng(SEED)
    families = np.array([family(s) for s in cache.names["source"]])[cache.source]
    kept = []
    for source in np.unique(families):
        here = np.flatnonzero(families == source)
        authors = rng.permutation(np.unique(cache.author[here]))
        texts = (rng.permutation(here[cache.author[here] == author]) for author in authors)
        usable = [own for own in texts if len(set(cache.title[own])) > 1 and cache.length[own].sum() >= LEAST]
        kept += [in_turn(own, cache.genre[own] * 2 + cache.mode[own]) for own in usable[:AUTHORS]]
    return np.sort(np.concatenate([own[np.cumsum(cache.length[own]) - cache.length[own] < TOKENS] for own in kept]))


def in_turn(rows: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """Rows in an order in which every kind comes first once, then every kind a second time.

    >>> in_turn(np.array([1, 2, 3, 4]), np.array([7, 7, 7, 5])).tolist()
    [1, 4, 2, 3]
    """
    return rows[np.argsort([int((kinds[:i] == kind).sum()) for i, kind in enumerate(kinds)], kind="stable")]


def encode(cache: Cache, rows: np.ndarray, session: Session) -> dict[str, np.ndarray]:
    """The arrays of a file. One window a call, as in the program: int8 activations are scaled over a batch."""
    began, first, tokens, states, vectors = time.time(), [0], [], [], []
    for n, row in enumerate(rows):
        cut = windows(*cache.document(row))[:LIMIT]
        for window in cut:
            _, opened, layers = session([window])
            tokens.append(len(window[0]) - 2)
            states.append(layers[0, -1].astype(np.float16))
            vectors.append(opened[0].astype(np.float16))
        first.append(len(tokens))
        if n % 200 == 199:
            print(n + 1, "of", len(rows), "documents,", round(time.time() - began), "s", flush=True)
    arrays = {"rows": rows, "first": np.array(first), "tokens": np.array(tokens)}
    return arrays | {"state": np.array(states), "vector": np.array(vectors)}


def main() -> None:
    """Command line. A file that is there is left as it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("cache", "models", "trials", "pairs", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    session = Session(args.models / "encoder.onnx")
    dev, train = Cache(args.cache / "dev"), Cache(args.cache / "train")
    asked = np.sort([dev.row[i] for i in trial_ids(read_jsonl(args.trials)) | pair_ids(read_jsonl(args.pairs))])
    for name, cache, rows in (("dev", dev, asked), ("train", train, training_documents(train))):
        if not (args.out / f"{name}.npz").exists():
            np.savez(args.out / f"{name}.npz", **encode(cache, rows, session))


if __name__ == "__main__":
    main()
