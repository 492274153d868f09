"""Writes a patch bank from a torch encoder: the layout of bench/bank.mjs, for encoders that are not exported.

    idio-eval bank --cache CACHE --backbone NET --out DIR [--checkpoint zero] [--windows 4] [--n 2] [--train 600]

A document is its first `windows` windows, one span; `zero` stands for untrained heads on the backbone. μ is the mean
patch of the sampled training documents, which are written as the set `train`.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from training.corpus import Cache
from training.encoder import load
from training.patches import Flags
from training.scoring import EncodedSet, encode, patch_rows
from training.sign_codes import packed, random_rotation, signs
from training.splits import training_rows
from training.tokens import TextEncoder


def documents_of(cache: Cache, rows: np.ndarray) -> list[dict]:
    """What a bank says of each document."""
    named = {c: (cache.names[c], getattr(cache, c)) for c in ("author", "genre", "mode", "title")}
    return [
        {"id": cache.ids[row], "spans": 1} | {c: names[column[row]] for c, (names, column) in named.items()}
        for row in rows
    ]


def write_chunk(out: Path, name: str, documents: list[dict], encoded: EncodedSet, spans: list, code: tuple) -> dict:
    """One set as one chunk, and its line of the manifest. spans: unit rows of each document; code: rotation and μ."""
    rotation, mean = code
    rows = np.concatenate(spans)
    counts = [len(s) for s in spans]
    for part, values in {
        "owners.u32": np.arange(len(spans), dtype=np.uint32),
        "counts.u32": np.array(counts, np.uint32),
        "codes.u8": packed(signs((rows - mean) @ rotation.T)),
        "rows.f16": rows.astype(np.float16),
        "open.f32": encoded.documents.numpy().astype(np.float32),
    }.items():
        values.tofile(out / f"{name}.{part}")
    (out / f"{name}.documents.json").write_text(json.dumps(documents))
    return {"name": name, "set": name, "documents": len(spans), "spans": len(spans), "patches": len(rows)}


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval bank."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("cache", "backbone", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--checkpoint", default="zero")
    for name, default in (("windows", 4), ("n", 2), ("train", 600)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    model, _ = load(args.checkpoint, args.backbone)
    flags = Flags.of(TextEncoder(args.backbone / "tokenizer.json"))
    rotation, mean, chunks = random_rotation(64, model.patch.out_features), None, []
    for name in ("train", "dev"):
        cache = Cache(args.cache / name)
        rows = np.arange(len(cache))
        if name == "train":
            rows = np.random.default_rng(11).permutation(training_rows(cache))[: args.train]
        encoded = encode(model, flags, cache, rows, args.windows)
        spans = [s.numpy() for s in patch_rows(encoded, flags, args.n, punctuation=False)]
        mean = np.concatenate(spans).mean(0) if mean is None else mean
        chunks.append(write_chunk(args.out, name, documents_of(cache, rows), encoded, spans, (rotation, mean)))
    rotation.tofile(args.out / "rotation.f32")
    mean.tofile(args.out / "mean.f32")
    np.concatenate([rotation, mean[None]]).astype(np.float32).tofile(args.out / "questioned.f32")
    manifest = {"format": "idiograph.bank/1", "modelId": str(args.checkpoint), "n": args.n, "dim": rotation.shape[1]}
    manifest |= {"openDim": model.document.out_features, "bits": 64, "rows": "float16", "chunks": chunks}
    (args.out / "manifest.json").write_text(json.dumps(manifest, indent=1))


if __name__ == "__main__":
    main()
