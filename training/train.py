"""Fine-tune the encoder on author pairs.

    idio-train --config C --cache CACHE --backbone NET --out OUT [--init CHECKPOINT]

loss = InfoNCE(MaxSim of patches) + document_weight · InfoNCE(cosine of document vectors); every span of a batch is a
query. OUT/last.pt holds everything needed to go on (weights, running mean, optimizer, schedule, both generators):
the same command resumes there. OUT/NNNk/ and OUT/NNNk-mean/ are fp16 checkpoints of the weights and of their running
mean.
"""

import argparse
import json
import math
import signal
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.config import Run, read_run
from training.corpus import Cache
from training.encoder import Encoder, frozen, load, save, unit
from training.losses import info_nce, maxsim_all
from training.patches import Flags, mean_vector, patches
from training.sampler import Batch, PairSampler
from training.splits import training_rows
from training.tokens import TextEncoder
from training.topics import topic_vectors

SCALE_LIMITS = {"log_patch": math.log(200), "log_document": math.log(100)}


class Trainer:
    """Model, optimizer, sampler and counters of one run; knows how to take a step and how to be written and read."""

    def __init__(self, run: Run, model: Encoder, sampler: PairSampler, flags: Flags) -> None:
        self.run, self.model, self.sampler, self.flags = run, model, sampler, flags
        self.rng = np.random.default_rng(run.seed)
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

    def rate_factor(self) -> float:
        """Linear warm-up, then a cosine from 1 to 0.02 over the run's pairs."""
        cosine = 0.02 + 0.49 * (1 + math.cos(math.pi * min(1, self.pairs / self.run.pairs)))
        return min(1, (self.pairs + self.run.batch) / self.run.warmup) * cosine

    def step(self) -> dict[str, float]:
        """One batch, one update. Returns what the log averages."""
        run, length = self.run, int(self.rng.choice(self.run.lengths))
        count = run.batch * 128 // length
        batch = self.sampler.batch(count, length)
        for group in self.optimizer.param_groups:
            group["lr"] = group["base"] * self.rate_factor()
        losses = self._losses(batch, int(self.rng.choice(run.patch)), bool(self.rng.random() < run.punctuation))
        loss = losses["patch"] + run.document_weight * losses["document"]
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.trained, run.clip)
        self.pairs, self.steps = self.pairs + count, self.steps + 1
        if torch.isfinite(norm):
            self.optimizer.step()
            self._after_update()
        out = {k: float(v.detach()) for k, v in losses.items()} | {"gradient": float(norm)}
        return out | {"across": float((batch.kind > 0).mean()), "tokens": int(batch.length.sum())}

    def _losses(self, batch: Batch, n: int, punctuation: bool) -> dict[str, Tensor]:
        device = next(self.model.parameters()).device
        ids, surface, length = (torch.from_numpy(x).to(device) for x in (batch.ids, batch.surface, batch.length))
        mask = torch.arange(ids.shape[1], device=device)[None] < length[:, None]
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=self.run.bf16):
            vectors, features = self.model(ids, mask, surface)
        rows, valid = patches(vectors, self.flags.used(ids, mask, punctuation), n)
        dtype = torch.bfloat16 if self.run.bf16 else torch.float32
        loss, hit = info_nce(maxsim_all(rows, valid, rows, valid, dtype), self.model.log_patch.exp())
        z = unit(mean_vector(features, self.flags.read(ids, mask)))
        loss_z, hit_z = info_nce(z @ z.t(), self.model.log_document.exp())
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
        x |= {"steps": self.steps, "rng": self.rng.bit_generator.state, "sampler": self.sampler.rng.bit_generator.state}
        torch.save(x, path.with_suffix(".tmp"))
        path.with_suffix(".tmp").replace(path)

    def read(self, path: Path) -> None:
        """Goes on exactly where write() stopped."""
        x = torch.load(path, map_location=next(self.model.parameters()).device, weights_only=False)
        self.model.load_state_dict(x["model"], strict=False)
        self.optimizer.load_state_dict(x["optimizer"])
        self.mean, self.pairs, self.steps = x["mean"], x["pairs"], x["steps"]
        self.rng.bit_generator.state, self.sampler.rng.bit_generator.state = x["rng"], x["sampler"]

    def save_checkpoints(self, out: Path) -> None:
        """fp16 weights and their running mean."""
        config = {"layers": self.run.layers, "pairs": self.pairs, "steps": self.steps, "run": self.run.as_dict()}
        name = f"{self.pairs // 1000:03d}k"
        save(self.model.state_dict(), out / name, config)
        save(self.model.state_dict() | self.mean, out / f"{name}-mean", config)


def build(args: argparse.Namespace, run: Run) -> Trainer:
    """Model, data and trainer; the state of an earlier call is read if there is one."""
    torch.manual_seed(run.seed)
    attention = "eager" if args.device == "cpu" else "sdpa"
    if args.init:
        model = load(args.init, args.backbone, attention)[0]
    else:
        model = Encoder.on(args.backbone, run.layers, attention)
    model.chunk = run.chunk
    cache = Cache(args.cache / "train")
    topics = args.cache / "topics.npy"
    if not topics.exists():
        np.save(topics, topic_vectors(cache))
    sampler = PairSampler(cache, np.load(topics), training_rows(cache), run.mix, run.seed)
    flags = Flags.of(TextEncoder(args.backbone / "tokenizer.json"), args.device)
    trainer = Trainer(run, model.to(args.device).train(), sampler, flags)
    if (args.out / "last.pt").exists():
        trainer.read(args.out / "last.pt")
    return trainer


def loop(trainer: Trainer, out: Path, minutes: float) -> None:
    """Steps until the schedule ends, SIGTERM or SIGINT comes, or `minutes` (if not 0) are over."""
    stop: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.append(1))
    began = logged = written = time.time()
    held: list[dict[str, float]] = []
    with (out / "log.jsonl").open("a") as log:
        while trainer.pairs < trainer.run.pairs and not stop and not (minutes and time.time() - began > 60 * minutes):
            before = trainer.pairs // trainer.run.keep
            held.append(trainer.step())
            if trainer.pairs // trainer.run.keep > before:
                trainer.save_checkpoints(out)
            if len(held) == 10:
                now = time.time()
                print(line := json.dumps(summary(trainer, held, now - logged)), file=log, flush=True)
                print(line, flush=True)
                held, logged = [], now
            if time.time() - written > 300:
                trainer.write(out / "last.pt")
                written = time.time()
    trainer.write(out / "last.pt")
    trainer.save_checkpoints(out)
    print("stopped at", trainer.pairs, "of", trainer.run.pairs, "pairs", flush=True)


def summary(trainer: Trainer, held: list[dict[str, float]], seconds: float) -> dict[str, float]:
    """One line of the log: means over the last steps."""
    mean = {k: round(float(np.mean([x[k] for x in held])), 4) for k in held[0] if k != "tokens"}
    scales = {k: round(getattr(trainer.model, k).exp().item(), 2) for k in SCALE_LIMITS}
    speed = round(sum(x["tokens"] for x in held) / seconds)
    return {"pairs": trainer.pairs, "steps": trainer.steps, "tokens_s": speed} | mean | scales


def main() -> None:
    """Command line of idio-train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("config", "cache", "backbone", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--init", help="fp16 checkpoint to start from, with a fresh schedule")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    run = read_run(args.config)
    (args.out / "run.json").write_text(json.dumps(run.as_dict() | {"init": args.init}, indent=1))
    trainer = build(args, run)
    trained = sum(p.numel() for p in trainer.trained)
    print(trained, "weights,", len(trainer.sampler.documents), "authors, from pair", trainer.pairs, flush=True)
    loop(trainer, args.out, args.minutes)


if __name__ == "__main__":
    main()
