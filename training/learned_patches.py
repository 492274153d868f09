"""Learned patches, for research only: where a patch begins is learned, and the learning collapses (M12).

    python -m training.learned_patches --cache CACHE --backbone NET --model START --out learned.json

After HALvest-Contrastive, appendix F: a head gives every token the logit W2 GELU(W1 h + b1) + b2 of beginning a patch;
cuts are drawn by a straight-through Gumbel-Sigmoid whose temperature falls from 1 to .1, the first token always begins
one, and the loss is InfoNCE over the patches' late interaction and a tenth of a prior on the cut probability q:

    push:   −mean log q                      (every token becomes a patch)
    target: (mean q − p)², with p = 1/3, 1/2 (q settles near p everywhere; at most no token passes .5)

The encoder is frozen here: only the head learns, on the token vectors of the shipped weights. A patch is the unit sum
of its tokens; the sum runs along the text and starts again at a cut, so that cuts have a gradient.
"""

import argparse
import json
from pathlib import Path

import torch
from torch import Tensor, nn

from training.encoder import load, unit
from training.losses import info_nce, maxsim_all

PRIOR = 0.1
"""Weight of the prior in the loss."""
PRIORS = {"push": None, "target third": 1 / 3, "target half": 0.5}


class Cuts(nn.Module):
    """Logits [N, S] of beginning a patch, from token vectors [N, S, d]."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner, self.outer = nn.Linear(width, width // 4), nn.Linear(width // 4, 1)

    def forward(self, vectors: Tensor) -> Tensor:
        return self.outer(nn.functional.gelu(self.inner(vectors)))[..., 0]


def drawn(logits: Tensor, temperature: float, noise: Tensor) -> Tensor:
    """Hard cuts 0 or 1 with the gradient of the soft ones; the first of each row is 1. noise: uniform in (0, 1)."""
    soft = ((logits + noise.logit()) / temperature).sigmoid()
    cuts = (soft > 0.5).float() + soft - soft.detach()
    return torch.cat([torch.ones_like(cuts[:, :1]), cuts[:, 1:]], 1)


def cut_patches(vectors: Tensor, cuts: Tensor) -> tuple[Tensor, Tensor]:
    """Patches at the place of their last token: [N, S, d] and whether one ends there [N, S].

    >>> rows, valid = cut_patches(torch.eye(3)[None], torch.tensor([[1.0, 0.0, 1.0]]))
    >>> valid.tolist(), rows[0, 1].mul(2**0.5).round().tolist()
    ([[False, True, True]], [1.0, 1.0, 0.0])
    """
    sums = [vectors[:, 0]]
    for at in range(1, vectors.shape[1]):
        sums.append(vectors[:, at] + (1 - cuts[:, at, None]) * sums[-1])
    ends = torch.cat([cuts[:, 1:] > 0.5, torch.ones_like(cuts[:, :1], dtype=torch.bool)], 1)
    return unit(torch.stack(sums, 1)), ends


def prior(probabilities: Tensor, target: float | None) -> Tensor:
    """The push upwards, or the pull of the mean towards a target.

    >>> prior(torch.tensor([0.5, 0.5]), 0.5).item()
    0.0
    """
    return -probabilities.log().mean() if target is None else (probabilities.mean() - target).square()


def learn(vectors: Tensor, target: float | None, steps: int, batch: int, seed: int) -> dict[str, list[float]]:
    """Learns cuts on token vectors [2, P, S, d] of P pairs; gives what inference would cut, as it goes on."""
    torch.manual_seed(seed)
    pairs, size = vectors.shape[1:3]
    head = Cuts(vectors.shape[-1])
    scale = torch.tensor(20.0).log().requires_grad_()
    adam = torch.optim.AdamW([*head.parameters(), scale], 1e-3)
    out: dict[str, list[float]] = {"patches": [], "mean_q": [], "most_q": [], "hit": []}
    for step in range(steps):
        rows = vectors[:, torch.randperm(pairs)[:batch]].flatten(0, 1)
        logits = head(rows)
        temperature = 1.0 - 0.9 * step / steps
        cuts = drawn(logits, temperature, torch.rand_like(logits).clamp(1e-4, 1 - 1e-4))
        patches, valid = cut_patches(rows, cuts)
        loss, hit = info_nce(maxsim_all(patches, valid, patches, valid), scale.exp())
        q = logits.sigmoid().clamp(min=1e-6)
        adam.zero_grad()
        (loss + PRIOR * prior(q, target)).backward()
        adam.step()
        if step % (steps // 10) == 0 or step == steps - 1:
            hard = torch.cat([torch.ones_like(q[:, :1], dtype=torch.bool), q[:, 1:] > 0.5], 1)
            found = (hard.float().sum(1).mean(), q.mean(), q.max(), hit)
            for name, value in zip(out, found, strict=True):
                out[name].append(round(value.item(), 3))
    return out | {"tokens": [size]}


@torch.no_grad()
def token_vectors(args: argparse.Namespace, pairs: int, length: int) -> Tensor:
    """Unit token vectors of spans of training authors, all of one length: float32 [2, pairs, length - 2, d]."""
    from training.corpus import Cache
    from training.sampler import Mix, PairSampler
    from training.splits import training_rows
    from training.topics import read_topics

    cache = Cache(args.cache / "train")
    model, _ = load(args.model, args.backbone)
    usable = training_rows(cache)
    usable = usable[cache.length[usable] >= length]
    sampler = PairSampler(cache, read_topics(args.cache, cache), usable, Mix(), args.seed)
    batch = sampler.batch(1, pairs, length)
    ids, surface = torch.from_numpy(batch.ids), torch.from_numpy(batch.surface)
    parts = [model(i, i > 0, s)[0] for i, s in zip(ids.split(64), surface.split(64), strict=True)]
    return unit(torch.cat(parts)[:, 1:-1]).unflatten(0, (2, pairs))


def main(argv: list[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("cache", "backbone", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--model", required=True)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=42)
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    vectors = token_vectors(args, 1000, 66)
    found = {name: learn(vectors, target, args.steps, 32, args.seed) for name, target in PRIORS.items()}
    args.out.write_text(
        json.dumps({"format": "idiograph.experiment.learned-patches/1", "seed": args.seed} | found) + "\n"
    )
    print(json.dumps(found))


if __name__ == "__main__":
    main()
