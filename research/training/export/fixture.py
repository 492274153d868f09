"""Parity fixtures in test/fixtures/parity/: what the host must compute from the same texts. Shape: README.md there.

python -m training.export.fixture --models ../models --out ../test/fixtures/parity
"""

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np

from training.corpus.tokens import Encoded, TextEncoder, windows
from training.export.fixture_texts import CASES, PASSAGES

TINY = {"hidden_size": 8, "num_hidden_layers": 6, "num_attention_heads": 2, "intermediate_size": 16}
TINY_HEADS = {"d": 8, "m": 12}


def utf16(text: str, offsets: np.ndarray) -> list[list[int]]:
    """Code-point ranges as ranges in UTF-16 code units.

    >>> utf16("a😀b", np.array([(0, 1), (1, 2), (2, 3)]))
    [[0, 1], [1, 3], [3, 4]]
    """
    at = np.concatenate([[0], np.cumsum([1 + (ord(c) > 0xFFFF) for c in text], dtype=np.int64)])
    return at[offsets].tolist()


def case(encoder: TextEncoder, text: str) -> dict:
    """What the host must make of one text."""
    x = encoder([text])[0]
    return {
        "text": text, "normalised": x.text, "ids": x.ids.tolist(), "offsets": utf16(x.text, x.offsets),
        "surface": x.surface.tolist(), "used": encoder.words[x.ids].astype(int).tolist(),
        "usedWithPunctuation": (encoder.words | encoder.punctuation)[x.ids].astype(int).tolist(),
    }  # fmt: skip


def write_cases(encoder: TextEncoder, out: Path) -> None:
    """cases.json, one case a line."""
    lines = ",\n".join(json.dumps(case(encoder, t), ensure_ascii=True) for t in CASES)
    (out / "cases.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def write_expected(session: "Session", passages: list[Encoded], out: Path, name: str) -> None:  # noqa: F821
    """name.json (the inputs) and name.f32 (the fp32 outputs): see the README of the fixtures."""
    listing, values = [], []
    for passage in passages:
        ids, _ = windows(passage.ids, passage.surface)[0]
        vectors, opened, states = (x[0].astype("<f4") for x in session([(ids, np.zeros_like(ids))]))
        listing.append({"text": passage.text, "tokens": len(ids), "ids": ids.tolist()})
        values += [vectors.ravel(), opened.ravel(), states.ravel()]
    shape = {"dim": vectors.shape[1], "documentDim": len(opened), "layers": states.shape[0], "width": states.shape[1]}
    np.concatenate(values).tofile(out / f"{name}.f32")
    lines = ",\n".join(json.dumps(x) for x in listing)
    head = json.dumps(shape)[:-1]
    (out / f"{name}.json").write_text(f'{head}, "windows": [\n{lines}\n]}}\n', encoding="utf-8")


def tiny_model(vocabulary: int) -> "Encoder":  # noqa: F821
    """A model of the same code with random weights (seeded), small enough to be committed."""
    import torch
    from transformers import BertConfig, BertModel

    from training.train.encoder import Encoder

    torch.manual_seed(7)
    net = BertModel(BertConfig(vocab_size=vocabulary, **TINY))
    net.set_attn_implementation("eager")
    model = Encoder(net, layers=(4, 6), **TINY_HEADS).eval()
    torch.nn.init.normal_(net.embeddings.word_embeddings.weight)
    return model


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", required=True, type=Path)
    parser.add_argument("--out", required=True, type=Path)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    encoder = TextEncoder(args.models / "tokenizer.json")
    write_cases(encoder, args.out)
    passages = encoder(PASSAGES)

    from training.export.onnx_files import dequantise
    from training.export.onnx_session import Session
    from training.export.write_model import export_fp32

    tiny = tiny_model(encoder.tokenizer.get_vocab_size())
    export_fp32(tiny, args.out / "tiny.onnx", TINY["num_attention_heads"], TINY["hidden_size"])
    write_expected(Session(args.out / "tiny.onnx"), passages, args.out, "tiny")
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "encoder.onnx"
        dequantise(args.models / "encoder.onnx", plain)
        write_expected(Session(plain), passages, args.out, "encoder")


if __name__ == "__main__":
    main()
