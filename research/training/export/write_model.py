"""Export: encoder -> ONNX (fp32) -> fused -> dynamic int8 (weights of 7 bits per channel, embedding rows of 8).

    idio-export --checkpoint C --backbone NET --cache CACHE --out MODELS --n 2 --trained-on SENTENCE

writes encoder.onnx, tokenizer.json, encoder.mean.f32, encoder.codes.f32 (one random rotation, until fit_coding fits
better rows) and manifest.json as docs/model-contract.md §3 has them.
"""

import argparse
import hashlib
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.corpus.token_cache import Cache
from training.corpus.tokens import TextEncoder
from training.export.centre import mean_patch
from training.export.graph import INPUTS, OUTPUTS, Graph, load_folded
from training.export.host_vectors import Host
from training.export.manifest import put_model
from training.export.onnx_files import fuse, quantise
from training.export.onnx_session import Session
from training.export.sign_codes import unfitted_coding
from training.train.encoder import Encoder

MAX_TOKENS = 128


def export_fp32(encoder: Encoder, path: Path, heads: int, width: int) -> None:
    """The plain graph, then the fused one, at path. The host has no surface ids, so none may count."""
    if encoder.surface.weight.any():
        raise ValueError("the encoder has learned surface forms, which the host does not read: use load_folded")
    encoder.chunk = 0
    example = tuple(torch.ones(2, 8, dtype=torch.int64) for _ in INPUTS)
    axes = {name: {0: "batch", 1: "tokens"} for name in (*INPUTS, "token_vectors")}
    axes |= {name: {0: "batch"} for name in ("open_vector", "layer_states")}
    with torch.no_grad():
        torch.onnx.export(
            Graph(encoder).eval(), example, str(path), input_names=list(INPUTS), output_names=list(OUTPUTS),
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip
    fuse(path, heads, width)


@dataclass(frozen=True)
class Choices:
    """What the measurement on the validation split chose: patch size n and whether punctuation enters patches."""

    patch_tokens: int = 2
    score_punctuation: bool = False


def sha256(path: Path) -> str:
    """Hex digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def encoder_entry(out: Path, choices: Choices, trained_on: str) -> dict:
    """What the manifest says of the encoder in out."""
    digest, session = sha256(out / "encoder.onnx"), Session(out / "encoder.onnx")
    return {
        "id": f"encoder@{digest[:12]}", "kind": "encoder", "file": "encoder.onnx",
        "bytes": (out / "encoder.onnx").stat().st_size, "sha256": digest,
        "tokenizer": {"file": "tokenizer.json", "sha256": sha256(out / "tokenizer.json")},
        "dim": session.dim, "documentDim": session.open_dim, "maxTokens": MAX_TOKENS, "precision": "int8",
        "patchTokens": choices.patch_tokens, "scorePunctuation": choices.score_punctuation,
        "mean": {"file": "encoder.mean.f32", "sha256": sha256(out / "encoder.mean.f32")},
        "codes": {"file": "encoder.codes.f32", "sha256": sha256(out / "encoder.codes.f32")},
        "modes": ["written", "spoken"], "languages": ["en"], "trainedOn": trained_on, "card": "encoder.md",
    }  # fmt: skip


def write_mean(mean: np.ndarray, out: Path) -> None:
    """The mean patch, float32 [d], and a coding around it that nothing was fitted for."""
    mean.astype("<f4").tofile(out / "encoder.mean.f32")
    unfitted_coding(mean).tofile(out / "encoder.codes.f32")


def write_tokenizer(source: Path, out: Path) -> None:
    """The backbone's tokenizer without truncation and padding, which the host does itself."""
    x = json.loads(source.read_text(encoding="utf-8"))
    x["truncation"] = x["padding"] = None
    out.write_text(json.dumps(x, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def main() -> None:
    """Command line of idio-export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("checkpoint", "backbone", "cache", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--trained-on", required=True, help="one sentence for the manifest")
    parser.add_argument("--n", type=int, default=Choices.patch_tokens)
    parser.add_argument("--punctuation", action="store_true")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    encoder, config = load_folded(args.checkpoint, args.backbone, args.cache)
    choices = Choices(args.n, args.punctuation)
    write_tokenizer(args.backbone / "tokenizer.json", args.out / "tokenizer.json")
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "encoder.onnx"
        export_fp32(encoder, plain, encoder.net.config.num_attention_heads, encoder.net.config.hidden_size)
        quantise(plain, args.out / "encoder.onnx")
    text = TextEncoder(args.out / "tokenizer.json")
    host = Host(Session(args.out / "encoder.onnx"), text, choices.patch_tokens, choices.score_punctuation)
    mean = mean_patch(host, Cache(args.cache / "train"))
    write_mean(mean, args.out)
    put_model(args.out / "manifest.json", encoder_entry(args.out, choices, args.trained_on))
    size, length = (args.out / "encoder.onnx").stat().st_size, round(float(np.linalg.norm(mean)), 4)
    print(config.get("pairs", 0), "pairs,", size, "bytes, length of the mean", length)


if __name__ == "__main__":
    main()
