"""Fine-tune the encoder on author pairs; `idio-train cross` trains the cross-encoder (cross/train_cross.py).

    idio-train --config C --cache CACHE --backbone NET --out OUT [--init CHECKPOINT] [--device cuda --workers 8]

loss = patch_weight · InfoNCE(MaxSim of patches) + document_weight · InfoNCE(cosine of document vectors); every span of
a batch is a query. OUT/last.pt holds everything needed to go on (weights, running mean, optimizer, counters, what was
mined): the same command resumes there. OUT/NNNk/ and OUT/NNNk-mean/ are fp16 checkpoints of the weights and of their
running mean, OUT/validation.jsonl the figures of the running mean at each, where the configuration asks for them.
"""

import argparse
import json
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np
import torch

from training.corpus.sampler import PairSampler
from training.corpus.splits import Without, training_rows
from training.corpus.token_cache import Cache
from training.corpus.tokens import TextEncoder
from training.corpus.topics import read_topics
from training.train.config import read_run
from training.train.encoder import Encoder, load, set_dropout
from training.train.patches import Flags
from training.train.schedule import prepared
from training.train.trainer import SCALE_LIMITS, Trainer
from training.train.validate import Validation

# More steps than any run has; prepared() is asked for steps up to here and left when the pairs are reached.
LAST_STEP = 2**40


def build(args: argparse.Namespace) -> Trainer:
    """Model, data and trainer; the state of an earlier call is read if there is one."""
    run = read_run(args.config, args.set)
    torch.manual_seed(run.seed)
    attention = "eager" if args.device == "cpu" else "sdpa"
    if args.init:
        model = load(args.init, args.backbone, attention)[0]
    else:
        model = Encoder.on(args.backbone, run.layers, attention)
    model.chunk = run.chunk
    set_dropout(model, run.dropout)
    cache = Cache(args.cache / "train")
    sampler = PairSampler(cache, read_topics(args.cache, cache), training_rows(cache, without(args)), run.mix, run.seed)
    flags = Flags.of(TextEncoder(args.backbone / "tokenizer.json"), args.device)
    trainer = Trainer(run, model.to(args.device).train(), sampler, flags)
    if (args.out / "last.pt").exists():
        trainer.read(args.out / "last.pt")
    return trainer


def without(args: argparse.Namespace) -> Without:
    """What the command line leaves out."""
    authors = frozenset(a for path in args.exclude_authors for a in path.read_text().split())
    return Without(authors, frozenset(args.exclude_genre))


class Log:
    """OUT/log.jsonl: a line for every ten steps, with means over them."""

    def __init__(self, trainer: Trainer, out: Path) -> None:
        self.trainer, self.path, self.held, self.began = trainer, out / "log.jsonl", [], time.time()

    def add(self, figures: dict[str, float]) -> None:
        """Keeps the figures of one step; writes a line when there are ten."""
        self.held.append(figures)
        if len(self.held) < 10:
            return
        mean = {k: round(float(np.mean([x[k] for x in self.held])), 4) for k in figures if k != "tokens"}
        scales = {k: round(getattr(self.trainer.model, k).exp().item(), 2) for k in SCALE_LIMITS}
        now = time.time()
        speed = round(sum(x["tokens"] for x in self.held) / (now - self.began))
        line = {"pairs": self.trainer.pairs, "steps": self.trainer.steps, "tokens_s": speed} | mean | scales
        with self.path.open("a") as log:
            log.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)
        self.held, self.began = [], now


def loop(trainer: Trainer, args: argparse.Namespace, at_checkpoint: Callable[[], None]) -> None:
    """Steps until the schedule ends, SIGTERM or SIGINT comes, or `minutes` (if not 0) are over."""
    stop: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.append(1))
    run, log, began = trainer.run, Log(trainer, args.out), time.time()
    written, batches = began, None
    while trainer.pairs < run.pairs and not stop and not (args.minutes and time.time() - began > 60 * args.minutes):
        if trainer.due():
            trainer.refresh()
            batches = None
        if batches is None:
            batches = prepared(run, trainer.sampler, trainer.steps, LAST_STEP, args.workers)
        before = trainer.pairs // run.keep
        log.add(trainer.step(*next(batches)))
        if trainer.pairs // run.keep > before:
            at_checkpoint()
        if time.time() - written > 300:
            trainer.write(args.out / "last.pt")
            written = time.time()
    trainer.write(args.out / "last.pt")
    at_checkpoint()
    print("stopped at", trainer.pairs, "of", run.pairs, "pairs", flush=True)


def checkpoint(trainer: Trainer, validation: Validation | None, out: Path) -> None:
    """Saves the weights and their running mean; measures the mean."""
    trainer.save_checkpoints(out)
    if validation:
        name = f"{trainer.checkpoint_name()}-mean"
        model, config = load(out / name, validation.backbone)
        device = next(trainer.model.parameters()).device
        validation.write(model.to(device), config, name, out / "validation.jsonl")


def parse() -> argparse.Namespace:
    """The command line of idio-train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("config", "cache", "backbone", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--init", help="fp16 checkpoint to start from, with a fresh schedule")
    parser.add_argument(
        "--set", nargs="*", default=[], metavar="KEY=VALUE", help="TOML that wins over the file: mix.hard=0"
    )
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0, help="processes that prepare batches; 0 = none")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--exclude-authors", nargs="*", default=[], type=Path, help="files of author ids")
    parser.add_argument("--exclude-genre", nargs="*", default=[])
    return parser.parse_args()


def main() -> None:
    """Command line of idio-train."""
    if sys.argv[1:2] == ["cross"]:
        return import_module("training.cross.train_cross").main(sys.argv[2:])
    args = parse()
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    trainer = build(args)
    run = trainer.run
    left_out = {"authors": len(without(args).authors), "genres": args.exclude_genre}
    described = run.as_dict() | {"init": args.init, "excluded": left_out}
    (args.out / "run.json").write_text(json.dumps(described, indent=1))
    validation = Validation.of(args.cache, args.backbone, run.validate, args.device) if run.validate else None
    trained = sum(p.numel() for p in trainer.trained)
    print(trained, "weights,", len(trainer.sampler.documents), "authors, from pair", trainer.pairs, flush=True)
    loop(trainer, args, lambda: checkpoint(trainer, validation, args.out))


if __name__ == "__main__":
    main()
