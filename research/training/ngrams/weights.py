"""Learns what the n-grams of a text are worth: a weight for each in the place of its idf, and directions to take away.

    python -m training.ngrams.weights --data DATA --cache CACHE --classical ../models/classical.json --out weights.npz
    python -m training.ngrams.weights … --without-fold 3  # knows no source and no author of a fold
    python -m training.ngrams.weights … --without g- b-   # no text with such an id; g-:other, of such a genre alone

A row is z = unit((1 + ln count) · weight) over the features of models/classical.json. What texts share for other
reasons than their author (topic, genre, mode, source) lies mostly in a few directions K, which count against them:

    q = z K,  score(a, b) = (z_a · z_b − q_a · q_b) / (d_a d_b),  d² = max(1 − q · q, 0.001)

Weights begin at the idf, directions at the principal ones of texts of many authors (as in nuisance attribute
projection: Solomonoff and others 2005). Both are learned by InfoNCE with a learned scale over batches of the encoder's
sampler, whole documents of two works of an author. Authors of the validation and cross splits are not drawn. The file
holds, in the order of the hashes, `weights` float16 [F], `directions` int8 [F, k] and `scale` float32 [k], where
K = directions · scale.
"""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from training.corpus.folds import without_fold
from training.corpus.sampler import Mix, PairSampler
from training.corpus.splits import training_rows
from training.corpus.token_cache import Cache, read_training
from training.corpus.topics import read_topics
from training.ngrams.rows import Vocabulary

SHORTEST = 800
"""Characters of a document that is drawn."""
LEAST = 1e-3


@dataclass(frozen=True)
class Settings:
    """How weights are learned: `rates` of the log weights, the directions and their strengths and the log scale."""

    steps: int = 150
    pairs: int = 160
    rank: int = 64
    rates: tuple[float, float, float] = (0.05, 2e-4, 0.02)
    strength: float = 0.3
    scale: float = 25.0
    strangers: int = 300
    seed: int = 1


class Rows:
    """Counted features of documents, kept sparse: ids uint16 and counts uint8 of each."""

    def __init__(self, vocabulary: Vocabulary, texts: dict[int, str]) -> None:
        self.width = len(vocabulary)
        self.held = {}
        for row, text in texts.items():
            ids, counts = vocabulary.count(text)
            self.held[row] = ids.astype(np.uint16), np.minimum(counts, 255).astype(np.uint8)

    def dense(self, rows: np.ndarray, out: torch.Tensor | None = None) -> torch.Tensor:
        """1 + ln count, 0 where a feature is missing: float32 [rows, F], in the first rows of `out` when given."""
        out = torch.zeros(len(rows), self.width) if out is None else out[: len(rows)].zero_()
        flat = out.numpy()
        for place, row in enumerate(rows):
            ids, counts = self.held[row]
            flat[place, ids] = 1 + np.log(counts, dtype=np.float32)
        return out


class Metric:
    """The parameters. base: idf [F]; theta: log of the weights over it [F]; axes [F, k] with strengths [k]."""

    def __init__(self, base: torch.Tensor, axes: torch.Tensor, strength: float, scale: float) -> None:
        self.base = base
        self.theta = torch.zeros_like(base)
        self.axes = axes.clone()
        self.strengths = torch.full((axes.shape[1],), strength, requires_grad=True)
        self.log_scale = torch.tensor(float(np.log(scale)), requires_grad=True)

    def unit(self, x: torch.Tensor) -> torch.Tensor:
        """Weighted unit rows of x [n, F], in its place."""
        x.mul_(self.base * self.theta.exp())
        return x.div_(x.norm(dim=1, keepdim=True).clamp(min=1e-9))

    def losses(self, z: torch.Tensor) -> float:
        """InfoNCE over unit rows z [2B, F], rows i and i + B of one author; sets `grad` of every parameter.

        Only products of rows enter the loss, so the gradient of theta is that of a matrix [2B, 2B]:
        Σ_i z_i ∘ (dz_i − (dz_i · z_i) z_i), where dz = (dG + dGᵀ) z + dQ Kᵀ.
        """
        gram = (z @ z.T).requires_grad_()
        q = (z @ self.axes).requires_grad_()
        for p in (self.strengths, self.log_scale):
            p.grad = None
        n = len(z)
        logits = scores(gram, q, self.strengths) * self.log_scale.exp() - 1e4 * torch.eye(n)
        loss = torch.nn.functional.cross_entropy(logits, torch.arange(n).roll(n // 2))
        loss.backward()
        both = gram.grad + gram.grad.T
        radial = (both * gram.detach()).sum(1) + (q.grad * q.detach()).sum(1)
        slope = (both - radial.diag()) @ z
        slope.addmm_(q.grad, self.axes.T)
        self.axes.grad = z.T @ q.grad
        self.theta.grad = slope.mul_(z).sum(0)
        return loss.item()


def scores(gram: torch.Tensor, q: torch.Tensor, strengths: torch.Tensor) -> torch.Tensor:
    """Scores [n, n] of rows with themselves, from their products [n, n] and what lies in each direction [n, k].

    >>> scores(torch.eye(2), torch.zeros(2, 1), torch.ones(1)).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    length = (1 - (q * q * strengths).sum(1)).clamp(min=LEAST).sqrt()
    return (gram - (q * strengths) @ q.T) / length[:, None] / length[None]


def principal(z: torch.Tensor, rank: int) -> torch.Tensor:
    """The first right singular vectors of rows z [n, F]: [F, rank].

    >>> principal(torch.tensor([[3.0, 0.0], [0.0, 1.0]]), 1).abs().flatten().tolist()
    [1.0, 0.0]
    """
    values, vectors = torch.linalg.eigh(z @ z.T)
    return (z.T @ vectors.flip(1)[:, :rank]) / values.flip(0)[:rank].sqrt()


def learn(metric: Metric, rows: Rows, batches: list[np.ndarray], rates: tuple[float, float, float]) -> list[float]:
    """One Adam step a batch (rows [2B]); the rates rise over 10 steps and fall over the last half. Gives the losses."""
    groups = [
        {"params": [metric.theta], "lr": rates[0]},
        {"params": [metric.axes], "lr": rates[1]},
        {"params": [metric.strengths, metric.log_scale], "lr": rates[2]},
    ]
    adam = torch.optim.Adam(groups, betas=(0.9, 0.99))
    fade = torch.optim.lr_scheduler.LambdaLR(adam, lambda at: _share(at + 1, len(batches)))
    room = torch.zeros(max(map(len, batches)), rows.width)
    found = []
    for batch in batches:
        found.append(metric.losses(metric.unit(rows.dense(batch, room))))
        adam.step()
        fade.step()
    return found


def _share(step: int, steps: int) -> float:
    return min(1.0, step / 10) * min(1.0, max(0.03, 2 - 2 * step / steps))


def packed(metric: Metric) -> dict[str, np.ndarray]:
    """What the file holds; a direction whose strength is not positive is left out."""
    strengths = metric.strengths.detach().clamp(min=0)
    axes = (metric.axes * strengths.sqrt()).numpy()[:, strengths.numpy() > 0]
    scale = np.abs(axes).max(0) / 127
    weights = (metric.base * metric.theta.exp()).numpy()
    return {
        "weights": weights.astype(np.float16),
        "directions": np.round(axes / scale).astype(np.int8),
        "scale": scale.astype(np.float32),
    }


def draw(cache: Cache, topics: np.ndarray, usable: np.ndarray, settings: Settings) -> list[np.ndarray]:
    """The batches: cache rows of anchors, then of their positives, int [2B] each."""
    sampler = PairSampler(cache, topics, usable, Mix(), settings.seed)
    return [sampler.pairs(step, settings.pairs).T.ravel() for step in range(1, settings.steps + 1)]


def strangers(cache: Cache, usable: np.ndarray, settings: Settings) -> np.ndarray:
    """One document each of authors of either mode: at most `settings.strangers` a mode, a fifth of them of a source."""
    rng, out = np.random.default_rng(settings.seed), []
    for mode in np.unique(cache.mode[usable]):
        some = rng.permutation(usable[cache.mode[usable] == mode])
        some = some[np.sort(np.unique(cache.author[some], return_index=True)[1])]
        place = np.zeros(len(some), np.int64)
        for source in np.unique(cache.source[some]):
            here = cache.source[some] == source
            place[here] = np.arange(here.sum())
        out.append(some[place < settings.strangers // 5][: settings.strangers])
    return np.concatenate(out)


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "cache", "classical", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--without-fold", type=int)
    parser.add_argument("--without", nargs="*", default=[], metavar="PREFIX[:GENRE]")
    for name in ("steps", "pairs"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Settings, name))
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    began, settings = time.time(), Settings(steps=args.steps, pairs=args.pairs)
    torch.manual_seed(settings.seed)
    cache, vocabulary = Cache(args.cache / "train"), Vocabulary(args.classical)
    length = {r["id"]: len(r["text"]) for r in read_training(args.data)}
    rows = training_rows(cache)
    if args.without_fold is not None:
        rows = np.intersect1d(rows, without_fold(cache, args.without_fold))
    left_out = [part.partition(":")[::2] for part in args.without]
    genre = cache.names["genre"]

    def is_used(row: int) -> bool:
        name, own = cache.ids[row], genre[cache.genre[row]]
        return length[name] > SHORTEST and not any(name.startswith(p) and g in ("", own) for p, g in left_out)

    usable = np.array([r for r in rows if is_used(r)])
    batches = draw(cache, read_topics(args.cache, cache), usable, settings)
    first = strangers(cache, usable, settings)
    asked = {cache.ids[r]: r for r in np.unique(np.concatenate([*batches, first]))}
    kept = (r for r in read_training(args.data) if r["id"] in asked)
    counted = Rows(vocabulary, {asked[r["id"]]: r["text"] for r in kept})
    metric = Metric(
        torch.from_numpy(vocabulary.idf), torch.zeros(len(vocabulary), settings.rank), settings.strength, settings.scale
    )
    metric.axes = principal(metric.unit(counted.dense(first)), settings.rank)
    losses = learn(metric, counted, batches, settings.rates)
    np.savez(args.out, **packed(metric))
    head = {
        "documents": len(asked),
        "loss": [round(float(np.mean(losses[at : at + 25])), 3) for at in range(0, len(losses), 25)],
    }
    head |= {"strength": round(metric.strengths.mean().item(), 3), "scale": round(metric.log_scale.exp().item(), 1)}
    print(json.dumps(head | {"seconds": round(time.time() - began)}))


if __name__ == "__main__":
    main()
