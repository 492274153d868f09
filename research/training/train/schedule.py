"""What each step of a run is, and the batches prepared ahead in other processes.

Everything is a function of the run's settings and the number of the step, so a run goes on exactly where it stopped
and gives the same batches with any number of workers.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from torch.utils.data import DataLoader, Dataset

from training.corpus.sampler import Batch, PairSampler
from training.train.config import Run


@dataclass(frozen=True)
class Step:
    """number: of the step, from 0. pairs, length: shape of its batch. n: patch size. punctuation: whether it scores."""

    number: int
    pairs: int
    length: int
    n: int
    punctuation: bool


def step_of(run: Run, number: int) -> Step:
    """The step with this number."""
    rng = np.random.default_rng([run.seed, number, 2])
    length = int(rng.choice(run.lengths))
    n, punctuation = int(rng.choice(run.patch)), bool(rng.random() < run.punctuation)
    return Step(number, max(2, run.batch * 128 // length), length, n, punctuation)


class _Batches(Dataset):
    """The batch of each step, by its number."""

    def __init__(self, run: Run, sampler: PairSampler) -> None:
        self.run, self.sampler = run, sampler

    def __len__(self) -> int:
        return 2**62

    def __getitem__(self, number: int) -> tuple[Step, Batch]:
        step = step_of(self.run, number)
        return step, self.sampler.batch(number, step.pairs, step.length)


def prepared(run: Run, sampler: PairSampler, first: int, last: int, workers: int) -> Iterator[tuple[Step, Batch]]:
    """Steps first to last - 1 in order, prepared by `workers` processes; 0 prepares each when it is asked for.

    What was mined is fixed when the iterator is made: make a new one after a refresh.
    """
    held = _Batches(run, sampler)
    if workers == 0:
        return (held[number] for number in range(first, last))
    ahead = DataLoader(
        held, batch_size=None, sampler=range(first, last), num_workers=workers, prefetch_factor=4,
        collate_fn=_as_is,
    )  # fmt: skip
    return iter(ahead)


def _as_is(item: tuple[Step, Batch]) -> tuple[Step, Batch]:
    return item
