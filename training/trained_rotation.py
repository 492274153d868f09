"""Fits a rotation, or the query-side gain of the random one, to exact scores (Lakhotia & Shantharaju 2026, Eq. 3–5).

    idio-eval rotation --bank BANK --work DIR [--bits 64] [--steps 5000] [--seed 42] [--gain]

Triples are spans of training documents: a query, a span of another work by its author, and five random spans. Writes
trained-BITS.npy (float32 [bits, d]), or gain.npy (float32 [d + 1]), into DIR. Both sides are taken around μ, the exact
scores too. Shapes: B triples, p query patches, L document patches, r bits, d width.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.patch_bank import Bank
from training.sign_codes import random_rotation

NEAREST = 5
PATCHES = {"query": 32, "document": 128}


class ClippedSign(torch.autograd.Function):
    """sign with sign(0) = +1; its gradient is that of the identity inside [-1, 1] and 0 outside."""

    @staticmethod
    def forward(ctx, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return torch.where(x >= 0, 1.0, -1.0).to(x.dtype)

    @staticmethod
    def backward(ctx, gradient: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return gradient * (x.abs() <= 1)


def loss_of(rotation: Tensor, query: Tensor, document: Tensor, gain: Tensor | None = None) -> Tensor:
    """Eq. 3 and 4 for rows around μ, [B, p, d] and [B, L, d]: squared errors of the five best patches of each query
    patch, and of the code's best outsider. gain [B, p, 1] multiplies the code's scores.
    """
    exact = query @ document.transpose(1, 2)
    codes = ClippedSign.apply(document @ rotation.T)
    coded = (query @ rotation.T) @ codes.transpose(1, 2) / len(rotation) ** 0.5
    if gain is not None:
        coded = coded * gain
    wrong = (coded - exact) ** 2
    best = exact.topk(NEAREST, -1).indices
    outsider = coded.detach().scatter(-1, best, -torch.inf).argmax(-1, keepdim=True)
    return wrong.gather(-1, best).sum(-1).mean() + wrong.gather(-1, outsider).mean()


def orthogonality(rotation: Tensor) -> Tensor:
    """Squared Frobenius distance of R Rᵀ from the identity."""
    return ((rotation @ rotation.T - torch.eye(len(rotation))) ** 2).sum()


@dataclass(frozen=True)
class Triples:
    """Spans of a bank: query, positive and negative, each int [N]."""

    bank: Bank
    spans: np.ndarray

    @staticmethod
    def draw(bank: Bank, seed: int, negatives: int = 5) -> "Triples":
        """For each document's first span a span of another work by its author, if the bank holds one."""
        rng, first = np.random.default_rng(seed), bank.first_spans()
        authors: dict[str, list[int]] = {}
        for i, d in enumerate(bank.documents):
            if first[i] >= 0:
                authors.setdefault(d["author"], []).append(i)
        found = []
        for mine in authors.values():
            for i in mine:
                others = [j for j in mine if bank.documents[j]["title"] != bank.documents[i]["title"]]
                if others:
                    positive = first[others[rng.integers(len(others))]]
                    found += [(first[i], positive, x) for x in rng.integers(len(bank.owner), size=negatives)]
        return Triples(bank, np.array(found))

    def batch(self, size: int, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Rows around μ of random triples: query [size, p, d], positive and negative [size, L, d]."""
        chosen = self.spans[rng.integers(len(self.spans), size=size)]
        sizes = (PATCHES["query"], PATCHES["document"], PATCHES["document"])
        return tuple(
            torch.from_numpy(np.stack([self._rows(span, count, rng) for span in column]))
            for column, count in zip(chosen.T, sizes, strict=True)
        )

    def _rows(self, span: int, count: int, rng: np.random.Generator) -> np.ndarray:
        rows = self.bank.span(span) - self.bank.mean
        return rows[rng.choice(len(rows), count, replace=len(rows) < count)]


def rate(step: int, steps: int, warm: int = 250) -> float:
    """Factor of the learning rate: linear rise, then a cosine to zero."""
    return min(1, (step + 1) / warm) * (1 + np.cos(np.pi * step / steps)) / 2


def fit(triples: Triples, bits: int, steps: int, seed: int, gain: bool = False) -> np.ndarray:
    """A rotation [bits, d] that starts random, or the gain's weights and bias [d + 1] over the random rotation."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    dim = triples.bank.rows.shape[1]
    rotation = torch.from_numpy(random_rotation(bits, dim, seed)).requires_grad_(not gain)
    head = torch.zeros(dim + 1, requires_grad=gain)
    mean = torch.from_numpy(triples.bank.mean)
    learned = head if gain else rotation
    optimiser = torch.optim.AdamW([learned], lr=1e-3, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: rate(step, steps))
    for step in range(steps):
        query, *documents = triples.batch(32, rng)
        scale = 1 + 0.5 * torch.sigmoid((query + mean) @ head[:-1] + head[-1])[..., None] if gain else None
        loss = sum(loss_of(rotation, query, d, scale) for d in documents) / 2 + 0.001 * orthogonality(rotation)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([learned], 1.0)
        optimiser.step()
        schedule.step()
        if step % 500 == 0 or step + 1 == steps:
            print(f"step {step} loss {loss.item():.4f}", flush=True)
    return learned.detach().numpy()


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval rotation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("bank", "work"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    for name, default in (("bits", 64), ("steps", 5_000), ("seed", 42), ("documents", 3_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--gain", action="store_true")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    began = time.time()
    triples = Triples.draw(Bank.read(args.bank, "train", args.documents), args.seed)
    authors = len({triples.bank.documents[triples.bank.owner[s]]["author"] for s in triples.spans[:, 0]})
    print(len(triples.spans), "triples of", authors, "authors", flush=True)
    found = fit(triples, args.bits, args.steps, args.seed, args.gain)
    args.work.mkdir(parents=True, exist_ok=True)
    np.save(args.work / ("gain.npy" if args.gain else f"trained-{args.bits}.npy"), found)
    print(round(time.time() - began), "s")


if __name__ == "__main__":
    main()
