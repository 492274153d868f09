"""The untuned backbone in the form of an encoder, for `idiograph evaluate … --semantic DIR`: what texts are about.

    python -m training.export.semantic --backbone NET --out DIR

The document vector is the mean of the last layer's states over all tokens but the special ones (Reimers & Gurevych
2019, §3, who pool over those as well); nothing is learned. Token vectors are an arbitrary projection to eight numbers
that nobody may score. Quantised as the shipped encoder is.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import torch

from training.export.manifest import put_model
from training.export.onnx_files import quantise
from training.export.write_model import Choices, encoder_entry, export_fp32, write_mean, write_tokenizer
from training.train.encoder import Encoder

TOKEN_WIDTH = 8


def plain_mean(net: torch.nn.Module) -> Encoder:
    """The backbone with a document head that changes nothing."""
    config = net.config
    encoder = Encoder(net, (config.num_hidden_layers,), d=TOKEN_WIDTH, m=config.hidden_size)
    encoder.document.weight.data.copy_(torch.eye(config.hidden_size))
    return encoder.eval()


def main() -> None:
    """Command line."""
    from transformers import AutoModel

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("backbone", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    net = AutoModel.from_pretrained(str(args.backbone), attn_implementation="eager").float()
    write_tokenizer(args.backbone / "tokenizer.json", args.out / "tokenizer.json")
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "encoder.onnx"
        export_fp32(plain_mean(net), plain, net.config.num_attention_heads, net.config.hidden_size)
        quantise(plain, args.out / "encoder.onnx")
    write_mean(np.zeros(TOKEN_WIDTH, "<f4"), args.out)
    entry = encoder_entry(args.out, Choices(), f"nothing here: the backbone {args.backbone.parent.name} as it came")
    put_model(args.out / "manifest.json", entry)


if __name__ == "__main__":
    main()
