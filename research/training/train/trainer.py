"""One training step and the state of a run: model, optimizer, counters, running mean, what was mined."""

import math
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.corpus.clusters import cluster_batches
from training.corpus.sampler import Batch, PairSampler
from training.train.config import Run
from training.train.encoder import Encoder, frozen, save, unit
from training.train.grad_cache import cached_backward
from training.train.losses import info_nce, maxsim_all
from training.train.mining import author_vectors, near_units
from training.train.patches import Flags, mean_vector, patches
from training.train.schedule import Step

SCALE_LIMITS = {"log_patch": math.log(200), "log_document": math.log(100)}


class Trainer:
    """Model, optimizer, sampler and counters of one run; knows how to take a step and how to be written and read."""

    def __init__(self, run: Run, model: Encoder, sampler: PairSampler, flags: Flags) -> None:
        self.run, self.model, self.sampler, self.flags = run, model, sampler, flags
        named = {k: p for k, p in model.named_parameters() if p.requires_grad}
        heads = [p for k, p in named.items() if not k.startswith(("net.", "surface."))]
        groups = (
            ([p for k, p in named.items() if k.startswith("net.")], run.rate),
            (heads, run.head_rate),
            (list(model.surface.parameters()), run.surface_rate),
        )
        self.optimizer = torch.optim.AdamW(
            [{"params": p, "base": r} for p, r in groups],
            run.rate,
            weight_decay=run.decay,
            betas=(0.9, 0.98),
            fused=True,
        )
        self.trained = list(named.values())
        self.mean = {k: p.detach().clone() for k, p in named.items()}
        self.pairs = self.steps = 0
        self.mined_at = -1

    def rate_factor(self) -> float:
        """Linear warm-up, then 1, and a cosine from 1 to 0.02 over the share of the run in which it settles."""
        begin = (1 - self.run.settle) * self.run.pairs
        fallen = min(1, max(0, self.pairs - begin) / (self.run.settle * self.run.pairs))
        cosine = 0.02 + 0.49 * (1 + math.cos(math.pi * fallen))
        return min(1, (self.pairs + self.run.batch) / self.run.warmup) * cosine

    def due(self) -> bool:
        """Whether near authors, or the batches of a pass over clusters, must be found anew before the next step."""
        if self.run.clusters:
            plan = self.sampler.plan
            return plan is None or self.steps >= self.sampler.plan_start + len(plan)
        return bool(self.run.refresh) and (self.mined_at < 0 or self.pairs - self.mined_at >= self.run.refresh)

    def refresh(self) -> None:
        """Mines with the present weights."""
        sampler, run = self.sampler, self.run
        vectors, owner = author_vectors(self.model, self.flags, sampler, self.steps, run.mined_documents)
        if run.clusters:
            rng = np.random.default_rng([run.seed, self.steps, 3])
            authors, index = np.unique(sampler.author, return_inverse=True)
            largest = run.batch * 128 // min(run.lengths)
            plan = cluster_batches(vectors, index[owner], min(largest, len(authors)), rng)
            sampler.plan = [np.array([rng.choice(np.flatnonzero(index == a)) for a in batch]) for batch in plan]
            sampler.plan_start = self.steps
        else:
            sampler.mined = near_units(vectors, owner, sampler.author, sampler.mix.near)
        self.mined_at = self.pairs

    def step(self, step: Step, batch: Batch) -> dict[str, float]:
        """One batch, one update. Returns what the log averages."""
        run = self.run
        for group in self.optimizer.param_groups:
            group["lr"] = group["base"] * self.rate_factor()
        self.optimizer.zero_grad(set_to_none=True)
        losses = self._backward(step, batch)
        norm = torch.nn.utils.clip_grad_norm_(self.trained, run.clip)
        self.pairs, self.steps = self.pairs + step.pairs, self.steps + 1
        if torch.isfinite(norm):
            self.optimizer.step()
            self._after_update()
        out = {k: float(v.detach()) for k, v in losses.items()} | {"gradient": float(norm)}
        return out | {"across": float((batch.kind > 0).mean()), "tokens": int(batch.length.sum())}

    def _backward(self, step: Step, batch: Batch) -> dict[str, Tensor]:
        """Gradients of the weighted losses; returns the losses."""
        device = next(self.model.parameters()).device
        ids, surface, length = (torch.from_numpy(x).to(device) for x in (batch.ids, batch.surface, batch.length))
        mask = torch.arange(ids.shape[1], device=device)[None] < length[:, None]
        losses: dict[str, Tensor] = {}

        def encode(*inputs: Tensor) -> tuple[Tensor, Tensor]:
            with torch.autocast(device.type, dtype=torch.bfloat16, enabled=self.run.bf16):
                return self.model(*inputs)

        def weighted(vectors: Tensor, features: Tensor) -> Tensor:
            losses.update(self._losses(vectors, features, ids, mask, step))
            return self.run.patch_weight * losses["patch"] + self.run.document_weight * losses["document"]

        if self.run.cached:
            cached_backward(encode, (ids, mask, surface), self.run.cached, weighted)
        else:
            weighted(*encode(ids, mask, surface)).backward()
        return losses

    def _losses(self, vectors: Tensor, features: Tensor, ids: Tensor, mask: Tensor, step: Step) -> dict[str, Tensor]:
        rows, valid = patches(vectors, self.flags.used(ids, mask, step.punctuation), step.n)
        dtype = torch.bfloat16 if self.run.bf16 else torch.float32
        chunk = 8 if vectors.device.type == "cpu" else 64
        scores = maxsim_all(rows, valid, rows, valid, dtype, chunk)
        loss, hit = info_nce(scores, self.model.log_patch.exp())
        z = unit(mean_vector(features, self.flags.read(ids, mask)))
        fixed = self.run.document_temperature
        loss_z, hit_z = info_nce(z @ z.t(), 1 / fixed if fixed else self.model.log_document.exp())
        return {"patch": loss, "patch_hit": hit, "document": loss_z, "document_hit": hit_z}

    @torch.no_grad()
    def _after_update(self) -> None:
        for name, limit in SCALE_LIMITS.items():
            getattr(self.model, name).clamp_(max=limit)
        decay = min(self.run.average, (1 + self.steps) / (10 + self.steps))
        named = dict(self.model.named_parameters())
        torch._foreach_lerp_(list(self.mean.values()), [named[k].detach() for k in self.mean], 1 - decay)

    def write(self, path: Path) -> None:
        """Everything needed to go on, atomically."""
        state = {k: v for k, v in self.model.state_dict().items() if not frozen(k)}
        x = {"model": state, "mean": self.mean, "optimizer": self.optimizer.state_dict(), "pairs": self.pairs}
        x |= {"steps": self.steps, "mined": self.sampler.mined, "mined_at": self.mined_at}
        x |= {"plan": self.sampler.plan, "plan_start": self.sampler.plan_start, "random": torch.get_rng_state()}
        if torch.cuda.is_available():
            x["random_cuda"] = torch.cuda.get_rng_state()
        torch.save(x, path.with_suffix(".tmp"))
        path.with_suffix(".tmp").replace(path)

    def read(self, path: Path) -> None:
        """Goes on exactly where write() stopped."""
        x = torch.load(path, map_location=next(self.model.parameters()).device, weights_only=False)
        self.model.load_state_dict(x["model"], strict=False)
        self.optimizer.load_state_dict(x["optimizer"])
        self.mean, self.pairs, self.steps, self.mined_at = x["mean"], x["pairs"], x["steps"], x["mined_at"]
        self.sampler.mined, self.sampler.plan, self.sampler.plan_start = x["mined"], x["plan"], x["plan_start"]
        torch.set_rng_state(x["random"].cpu())
        if "random_cuda" in x and torch.cuda.is_available():
            torch.cuda.set_rng_state(x["random_cuda"].cpu())

    def save_checkpoints(self, out: Path) -> None:
        """fp16 weights and their running mean."""
        config = {"layers": self.run.layers, "pairs": self.pairs, "steps": self.steps, "run": self.run.as_dict()}
        name = self.checkpoint_name()
        save(self.model.state_dict(), out / name, config)
        save(self.model.state_dict() | self.mean, out / f"{name}-mean", config)

    def checkpoint_name(self) -> str:
        """Thousands of pairs so far: 064k."""
        return f"{self.pairs // 1000:03d}k"
