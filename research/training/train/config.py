"""One TOML file per run: [run] paths-free settings of the schedule, [mix] of the sampler."""

import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from training.corpus.sampler import Mix


@dataclass(frozen=True)
class Run:
    """Settings of one training run.

    pairs: length of the schedule. settle: share of it, at its end, over which the rate falls; it is constant before,
    so that a run with a small share can be lengthened by a larger `pairs`. batch: pairs a step at 128 tokens (more at
    shorter spans, so that a step costs the same). lengths: span lengths, one drawn a step. patch: patch sizes n, one
    drawn a step. punctuation: share of steps in which punctuation enters the patches. rates: peak learning rates of
    the backbone, the heads and the surface table. patch_weight, document_weight: weights of the two losses.
    document_temperature: of the document loss, fixed (0.01 makes it the supervised contrastive loss of SADIRI); 0 = a
    learned scale. average: decay of the running mean of the weights, a step. cached: spans in one piece of GradCache;
    0 = the whole batch at once. refresh: pairs between two minings of near authors, 0 = never; mined_documents:
    documents of a unit read for it. clusters: batches by clusters of the model's document vectors, made anew when all
    are used. keep: pairs between checkpoints. validate: patch settings measured on the validation split at every
    checkpoint, as ["2", "2+"]; none = no validation.
    """

    seed: int = 42
    pairs: int = 300_000
    settle: float = 1.0
    batch: int = 64
    chunk: int = 32
    lengths: tuple[int, ...] = (128, 128, 128, 64)
    patch: tuple[int, ...] = (1, 2, 2, 2, 3, 3, 4)
    punctuation: float = 0.5
    rate: float = 1e-4
    head_rate: float = 7e-4
    surface_rate: float = 1e-3
    decay: float = 0.01
    clip: float = 1.0
    warmup: int = 6_400
    patch_weight: float = 1.0
    document_weight: float = 0.5
    document_temperature: float = 0.0
    dropout: float = 0.0
    cached: int = 0
    refresh: int = 0
    mined_documents: int = 2
    clusters: bool = False
    validate: tuple[str, ...] = ()
    average: float = 0.995
    bf16: bool = True
    keep: int = 10_000
    layers: tuple[int, ...] = (4, 6)
    mix: Mix = field(default_factory=Mix)

    def as_dict(self) -> dict:
        """Plain values, for logs and checkpoints."""
        return asdict(self)


def read_run(path: str | Path, changes: Sequence[str] = ()) -> Run:
    """Reads a configuration; a key that Run or Mix does not know is an error.

    changes: lines of TOML that win over the file, a key of Mix as mix.NAME.

    >>> small = Path(__file__).parents[1] / "configs/small.toml"
    >>> run = read_run(small, ["layers = [2, 3]", "mix.positives = 'unrestricted'"])
    >>> run.layers, run.mix.positives, run.batch
    ((2, 3), 'unrestricted', 32)
    """
    x = tomllib.loads(Path(path).read_text())
    changed = tomllib.loads("\n".join(changes))
    mix = x.get("mix", {}) | changed.pop("mix", {})
    lists = {k: tuple(v) if isinstance(v, list) else v for k, v in (x.get("run", {}) | changed).items()}
    return Run(**lists, mix=Mix(**mix))
