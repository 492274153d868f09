"""The encoder: a pre-trained uncased transformer with a surface-form table and two linear heads.

Shapes: N windows, S tokens, H backbone width, K layers read, d patch width, m document width.
"""

import json
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.corpus.surface import COUNT


class Encoder(nn.Module):
    """ids, surface int64 [N, S], mask bool [N, S] -> token vectors [N, S, d] and document features [N, S, m], float32.

    The surface table (17 rows, zero at the start) is added to the embedding sum before its layer normalisation. The
    heads read layers 4 and 6 side by side; blocks above the last layer read are cut off. `chunk`: windows in one
    backbone call; small calls stay in the cache of a CPU core; 0 = one call.
    """

    def __init__(self, net: nn.Module, layers: tuple[int, ...] = (4, 6), d: int = 128, m: int = 256) -> None:
        super().__init__()
        self.net, self.layers, self.chunk = prepared(net, max(layers)), tuple(layers), 8
        width = net.config.hidden_size
        self.surface = nn.Embedding(COUNT, width)
        nn.init.zeros_(self.surface.weight)
        self.patch = _head(width, len(layers), d)
        self.document = _head(width, len(layers), m)
        self.log_patch = nn.Parameter(torch.tensor(20.0).log())
        self.log_document = nn.Parameter(torch.tensor(14.0).log())

    @staticmethod
    def on(backbone: str | Path, layers: tuple[int, ...] = (4, 6), attention: str = "eager") -> "Encoder":
        """A new encoder on a backbone folder, float32 whatever the precision of the folder's weights."""
        from transformers import AutoModel

        return Encoder(AutoModel.from_pretrained(str(backbone), attn_implementation=attention).float(), layers)

    def states(self, ids: Tensor, mask: Tensor, surface: Tensor) -> tuple[Tensor, ...]:
        """States after the embeddings and after each layer, each [N, S, H]."""
        x = self.net.embeddings.word_embeddings(ids) + self.surface(surface)
        return self.net(inputs_embeds=x, attention_mask=mask.long(), output_hidden_states=True).hidden_states

    def forward(self, ids: Tensor, mask: Tensor, surface: Tensor) -> tuple[Tensor, Tensor]:
        size = self.chunk or len(ids)
        parts = []
        for s in range(0, len(ids), size):
            states = self.states(*(x[s : s + size] for x in (ids, mask, surface)))
            x = torch.cat([states[i] for i in self.layers], -1)
            parts.append((self.patch(x), self.document(x)))
        return torch.cat([p for p, _ in parts]).float(), torch.cat([q for _, q in parts]).float()


def set_dropout(model: nn.Module, share: float) -> None:
    """Dropout in all blocks and on attention weights, while training; none without this call."""
    for module in model.modules():
        if isinstance(module, nn.Dropout):
            module.p = share


def prepared(net: nn.Module, depth: int) -> nn.Module:
    """Cut after `depth` layers, without pooler and dropout, embeddings frozen."""
    net.pooler = None
    net.encoder.layer = net.encoder.layer[:depth]
    set_dropout(net, 0.0)
    net.embeddings.requires_grad_(False)
    return net


def _head(width: int, layers: int, size: int) -> nn.Linear:
    """A linear head that starts as one orthonormal projection of the mean of the layers."""
    head = nn.Linear(width * layers, size, bias=False)
    projection = torch.empty(size, width)
    nn.init.orthogonal_(projection)
    head.weight.data.copy_(projection.repeat(1, layers) / layers**0.5)
    return head


def frozen(name: str) -> bool:
    """Whether a parameter belongs to the backbone's embeddings, which are not trained and not saved."""
    return name.startswith("net.embeddings.")


def save(state: dict[str, Tensor], out: Path, config: dict) -> None:
    """fp16 weights without the frozen embeddings (21 MB) and what is needed to rebuild the model."""
    from safetensors.torch import save_file

    out.mkdir(parents=True, exist_ok=True)
    kept = {k: v.half().contiguous() for k, v in state.items() if not frozen(k)}
    save_file(kept, out / "model.safetensors")
    (out / "config.json").write_text(json.dumps(config))


_OLD_NAMES = {"doc.weight": "document.weight", "log_doc": "log_document"}


def load(path: str | Path, backbone: str | Path, attention: str = "eager") -> tuple[Encoder, dict]:
    """A folder written by save(), or "zero": untrained heads on the backbone. A missing surface
    table stays zero.
    """
    if str(path) == "zero":
        torch.manual_seed(0)
        return Encoder.on(backbone, attention=attention).eval(), {}
    from safetensors.torch import load_file

    config = json.loads((Path(path) / "config.json").read_text())
    model = Encoder.on(backbone, tuple(config["layers"]), attention)
    state = {_OLD_NAMES.get(k, k): v.float() for k, v in load_file(Path(path) / "model.safetensors").items()}
    missing, unknown = model.load_state_dict(state, strict=False)
    if unknown or any(not frozen(k) and k != "surface.weight" for k in missing):
        raise ValueError(f"{path} does not fit: missing {missing}, unknown {unknown}")
    return model.eval(), config


def unit(x: Tensor) -> Tensor:
    """Rows of unit length."""
    return F.normalize(x, dim=-1)
