"""Fits the coding of an encoder (docs/model-contract.md §2): how known patches are coded, what questioned ones keep.

    python -m training.export.fit_coding --bank BANK --models MODELS [--documents 1500] [--steps 3000] [--seed 42]

The scheme is that of Lakhotia & Shantharaju 2026 (§3.1: signs of stored patches, full precision of the query), with
three freedoms: rows need not be orthonormal, the query has rows and a centre of its own, and what is fitted is the
order of spans, not single products. Both sides start at iterative quantisation (Gong & Lazebnik 2011) around μ. The
loss of a step is the divergence of the softmax of coded scores from that of exact ones, over spans that a training
question has near, further on and far away. Writes MODELS/encoder.codes.f32 and names it in the manifest.

Shapes: P patches, S spans, r bits, d width, p patches of a question.
"""

import argparse
import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from training.export.exhaustive import SpanGroups, span_scores
from training.export.manifest import put_model
from training.export.patch_bank import Bank
from training.export.sign_codes import itq_rotation

BITS = 64
QUESTIONS = 400
NEAR, MIDDLE = 30, 400
"""Ranks by exact score that a step's spans come from: all up to the first, as many up to the second, as many beyond."""
TEMPERATURE = 0.01
"""Exact scores of the tenth and the hundredth span lie some .04 apart."""
SATURATION = 1.5
"""A projection passes gradients on while it is below so many of its bit's mean absolute values."""


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


class Coding(nn.Module):
    """known, questioned float32 [r, d], centre float32 [d] of the query; mean float32 [d], of the known side."""

    def __init__(self, start: np.ndarray, mean: np.ndarray) -> None:
        super().__init__()
        self.register_buffer("mean", torch.from_numpy(mean))
        self.known = nn.Parameter(torch.from_numpy(start.copy()))
        self.questioned = nn.Parameter(torch.from_numpy(start.copy()))
        self.centre = nn.Parameter(torch.from_numpy(mean.copy()))
        self.log_scale = nn.Parameter(torch.tensor(1 / 8).log())

    def codes(self, rows: Tensor) -> Tensor:
        """±1 of known patches, [P, d] -> [P, r], with gradients where a value is not far from its sign's change."""
        values = (rows - self.mean) @ self.known.T
        return ClippedSign.apply(values / (SATURATION * values.detach().abs().mean(0)))

    def scores(self, query: Tensor, rows: Tensor, counts: list[int]) -> Tensor:
        """Mean over query patches of the best score with each span's codes: [p, d], [P, d] -> [spans]."""
        products = self.codes(rows) @ ((query - self.centre) @ self.questioned.T).T
        return torch.stack([span.amax(0).mean() for span in products.split(counts)]) * self.log_scale.exp()

    def numbers(self) -> np.ndarray:
        """The file's numbers: known rows, questioned rows, centre of the query; float32 [2 r + 1, d].

        Scores keep the scale of exact ones: it is multiplied into the query's rows.
        """
        scaled = self.questioned * self.log_scale.exp()
        return torch.cat([self.known, scaled, self.centre[None]]).detach().numpy().astype("<f4")


@dataclass(frozen=True)
class Questions:
    """Spans of a bank, one an author, and their exact scores with all. scores float32, order int [questions, S]."""

    bank: Bank
    spans: np.ndarray
    scores: np.ndarray
    order: np.ndarray

    @staticmethod
    def draw(bank: Bank, count: int, rng: np.random.Generator, least: int = 100) -> "Questions":
        """A span of at least `least` patches of each of `count` authors; spans of its own document score -inf."""
        authors = np.array([bank.documents[owner]["author"] for owner in bank.owner])
        long = np.flatnonzero(np.diff(bank.start) >= least)
        chosen = [int(rng.choice(long[authors[long] == a])) for a in rng.permutation(np.unique(authors[long]))[:count]]
        scores = span_scores([bank.span(s) for s in chosen], bank.rows, SpanGroups(bank.start), exact=True)
        for row, span in zip(scores, chosen, strict=True):
            row[bank.owner == bank.owner[span]] = -np.inf
        return Questions(bank, np.array(chosen), scores, np.argsort(-scores, 1))

    def draw_spans(self, question: int, rng: np.random.Generator) -> np.ndarray:
        """All near spans of a question, and as many of those further on and of those far away."""
        order = self.order[question][np.isfinite(self.scores[question][self.order[question]])]
        further = (order[NEAR:MIDDLE], order[MIDDLE:])
        return np.concatenate([order[:NEAR], *(rng.choice(part, NEAR, replace=False) for part in further)])

    def query(self, question: int, rng: np.random.Generator, most: int = 64) -> Tensor:
        """Rows of the question's span, at most `most` drawn in order."""
        rows = self.bank.span(int(self.spans[question]))
        some = np.sort(rng.choice(len(rows), min(most, len(rows)), replace=False))
        return torch.from_numpy(rows[some])


def step_loss(coding: Coding, questions: Questions, rng: np.random.Generator) -> Tensor:
    """Divergence of the coded order from the exact one, for one question."""
    question = int(rng.integers(len(questions.spans)))
    spans = questions.draw_spans(question, rng)
    bank = questions.bank
    rows, _ = bank.spans(spans)
    counts = np.diff(bank.start)[spans].tolist()
    coded = coding.scores(questions.query(question, rng), torch.from_numpy(rows), counts)
    exact = torch.from_numpy(questions.scores[question, spans])
    wanted = torch.log_softmax(exact / TEMPERATURE, 0)
    return (wanted.exp() * (wanted - torch.log_softmax(coded / TEMPERATURE, 0))).sum()


def rate(step: int, steps: int, warm: int = 50) -> float:
    """Factor of the learning rate: linear rise, then a cosine to zero."""
    return min(1, (step + 1) / warm) * (1 + np.cos(np.pi * step / steps)) / 2


def fit(coding: Coding, questions: Questions, steps: int, rng: np.random.Generator) -> None:
    """Adam over single questions, its rate falling to zero."""
    groups = (([coding.known, coding.questioned, coding.centre], 1e-3), ([coding.log_scale], 3e-3))
    optimiser = torch.optim.Adam([{"params": p, "lr": lr} for p, lr in groups], betas=(0.9, 0.99))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: rate(step, steps))
    total = 0.0
    for step in range(steps):
        loss = step_loss(coding, questions, rng)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        total += loss.item()
        if step % 250 == 249:
            print(f"step {step + 1} loss {total / 250:.4f}", flush=True)
            total = 0.0


def write(models: Path, numbers: np.ndarray) -> None:
    """The file, and its line in the manifest's encoder, behind that of the mean."""
    file, path = models / "encoder.codes.f32", models / "manifest.json"
    file.write_bytes(numbers.tobytes())
    listed = {"file": file.name, "sha256": hashlib.sha256(numbers.tobytes()).hexdigest()}
    encoder = next(m for m in json.loads(path.read_text(encoding="utf-8"))["models"] if m["kind"] == "encoder")
    pairs = [(k, v) for k, v in encoder.items() if k != "codes"]
    at = 1 + [k for k, _ in pairs].index("mean")
    put_model(path, dict([*pairs[:at], ("codes", listed), *pairs[at:]]))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("bank", "models"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    for name, default in (("documents", 1_500), ("steps", 3_000), ("seed", 42)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    torch.set_num_threads(1)
    began = time.time()
    bank, rng = Bank.read(args.bank, "train", args.documents), np.random.default_rng(args.seed)
    questions = Questions.draw(bank, QUESTIONS, rng)
    print(len(questions.spans), "questions,", len(bank.rows), "patches", round(time.time() - began), "s", flush=True)
    coding = Coding(itq_rotation(bank.sample(100_000, args.seed) - bank.mean, BITS), bank.mean)
    fit(coding, questions, args.steps, rng)
    write(args.models, coding.numbers())
    print(round(time.time() - began), "s")


if __name__ == "__main__":
    main()
