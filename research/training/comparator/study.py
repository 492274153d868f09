"""Trains the comparator and what it is compared with, and judges them: M49 to M54 (half an hour of one core).

    python -m training.comparator.study --cache CACHE --states STATES --trials TRIALS --pairs PAIRS --out OUT.json

Each trial of dev, both of whose sources are in one fold, is scored by a training without the fold's sources and their
authors. PAIRS are the scores of `idiograph evaluate comparison --scores`: on the same pairs, the comparator trained on
all sources stands beside what ships, which knows the sources, too. All read the encoder, which knows them as well.
"""

import argparse
import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import torch

from training.comparator.judge import (
    Measure,
    Trials,
    accuracy,
    auc,
    best_threshold,
    difference,
    read_trials,
    with_interval,
)
from training.comparator.model import Comparator, Settings, fit, tensors, unit
from training.comparator.texts import CHUNK, Batch, Dealer, Texts, padded
from training.corpus.folds import FOLDS, without_fold
from training.corpus.register import read_jsonl
from training.corpus.token_cache import Cache

FULL = Settings()
VARIANTS = {
    "full": FULL,
    "without sections and structure embeddings": replace(FULL, aug=False),
    "without attention and Bi-LSTM": replace(FULL, recurrent=False),
    "cosine loss in place of SupCon": replace(FULL, contrastive=False),
    "3 sections": replace(FULL, sections=3),
    "trained on 504 tokens of a text": replace(FULL, limit=4),
}
LONG = 1000
"""Steps of the longer training, which all variants would need an hour for."""
SIDES = 256
DELETED, DRAWS, JUDGED = 3, 10, 600


class Study:
    """What is trained on, and the trials."""

    def __init__(self, args: argparse.Namespace, what: str) -> None:
        self.train, self.dev = Cache(args.cache / "train"), Cache(args.cache / "dev")
        self.texts = Texts(args.states / "dev.npz", what)
        self.trained = Texts(args.states / "train.npz", what)
        self.trials = read_trials(read_jsonl(args.trials), self.dev, self.texts.at)

    def fit(self, settings: Settings, fold: int | None) -> Comparator:
        """A training without a fold, or on all."""
        usable = np.arange(len(self.train)) if fold is None else without_fold(self.train, fold)
        return fit(Dealer(self.trained, self.train, usable, settings.seed), settings)

    def folds(self, settings: Settings) -> list[Comparator]:
        """One training for each fold."""
        return [self.fit(settings, fold) for fold in range(FOLDS)]


@torch.no_grad()
def rows(model: Comparator, texts: Texts, sides: list, order: str = "read") -> np.ndarray:
    """Unit rows of sides as whole texts, [n, 256]. order: "read"; "kept", "fresh": the second half before the first,
    chunks with the numbers that they had, or numbered anew.
    """
    out = []
    for s in range(0, len(sides), SIDES):
        batch = texts.batch([texts.windows(side) for side in sides[s : s + SIDES]])
        out.append(model(*tensors(batch if order == "read" else turned(batch, order == "kept")))[:, 0])
    return torch.cat(out).numpy()


def turned(batch: Batch, kept: bool) -> Batch:
    """Whole texts with their second half before the first. kept: a chunk keeps its number.

    >>> turned(Batch(np.zeros((1, 1, 3, 1)), np.array([[[True] * 3]]), np.array([[[0, 1, 2]]])), True).places.tolist()
    [[[2, 0, 1]]]
    """
    count = batch.held.sum((1, 2))
    halves = (count + 1) // 2
    order = [np.r_[h:n, :h, n : batch.held.shape[2]] for h, n in zip(halves, count, strict=True)]
    chunks = np.stack([x[:, o] for x, o in zip(batch.chunks, order, strict=True)])
    moved = np.stack([x[:, o] for x, o in zip(batch.places, order, strict=True)])
    return Batch(chunks, batch.held, moved if kept else batch.places)


def cosines(trials: Trials, vectors) -> np.ndarray:
    """Scores of trials by unit rows that `vectors` gives for a list of sides."""
    sides = sorted({side for pair in trials.sides for side in pair})
    at, z = {side: i for i, side in enumerate(sides)}, vectors(sides)
    return np.array([z[at[a]] @ z[at[b]] for a, b in trials.sides])


def fold_scores(study: Study, models: list[Comparator], order: str = "read") -> np.ndarray:
    """Scores of all trials by the training without their fold; NaN for trials of two folds."""
    scores = np.full(len(study.trials.same), np.nan)
    for fold, model in enumerate(models):
        here = np.flatnonzero(study.trials.fold == fold)
        scores[here] = cosines(study.trials.of(here), partial(rows, model, study.texts, order=order))
    return scores


def mean_rows(texts: Texts, sides: list, part: slice = slice(None)) -> np.ndarray:
    """Unit means of the windows of sides, or of a part of them."""
    mean = np.stack([texts.mean(texts.windows(side)[part]) for side in sides])
    return unit(torch.from_numpy(mean - texts.values.mean(0))).numpy()


def deletion(study: Study, models: list[Comparator]) -> tuple[Trials, np.ndarray]:
    """Trials of one author with five chunks a side, and whether the score falls further without the chunks of the three
    pairs that weigh most (attention times cosine, none twice) than without random ones, in the mean of DRAWS.
    """
    rng, kept, falls = np.random.default_rng(1), [], []
    for i in rng.permutation(np.flatnonzero(study.trials.same & (study.trials.fold >= 0)))[:JUDGED]:
        texts = [study.texts.sections(study.texts.windows(side), 1)[0] for side in study.trials.sides[i]]
        if min(map(len, texts)) <= DELETED + 1:
            continue
        model = models[study.trials.fold[i]]
        score = partial(left, model, texts)
        whole = score(([], []))
        random = [score([rng.permutation(len(text))[:DELETED] for text in texts]) for _ in range(DRAWS)]
        kept.append(i)
        falls.append(whole - score(top_pairs(model, texts)) > whole - np.mean(random))
    return study.trials.of(np.array(kept)), np.array(falls)


@torch.no_grad()
def left(model: Comparator, texts: list, gone) -> float:
    """The score of two texts without some chunks of either."""
    batch = padded([[[c for i, c in enumerate(text) if i not in out]] for text, out in zip(texts, gone, strict=True)])
    z = model(*tensors(batch))[:, 0]
    return float(z[0] @ z[1])


@torch.no_grad()
def top_pairs(model: Comparator, texts: list) -> tuple[list[int], list[int]]:
    """Chunks of the pairs that weigh most."""
    chunks, held, places = tensors(padded([[text] for text in texts]))
    first, second = (x[0, h[0]] for x, h in zip(model.embedded(chunks, places), held, strict=True))
    weight, cosine = model.alike(first, second)
    chosen: tuple[list[int], list[int]] = [], []
    for at in (weight * cosine).flatten().argsort(descending=True).tolist():
        i, j = divmod(at, len(second))
        if len(chosen[0]) < DELETED and i not in chosen[0] and j not in chosen[1]:
            chosen[0].append(i)
            chosen[1].append(j)
    return chosen


def ablations(study: Study) -> dict:
    """AUC and accuracy of each variant over the trials of one fold, and how far it is from the full form."""
    judged = np.flatnonzero(study.trials.fold >= 0)
    trials, out = study.trials.of(judged), {"trials": len(judged)}
    reference: tuple[Measure, Measure] | None = None
    for name, settings in VARIANTS.items():
        models = study.folds(settings)
        scores = fold_scores(study, models)[judged]
        threshold = best_threshold(scores, trials.same)
        measures = auc(scores, trials.same), accuracy((scores >= threshold) == trials.same, trials.same)
        row = {"auc": with_interval(trials, measures[0]), "accuracy": with_interval(trials, measures[1])}
        if reference is None:
            reference = measures
            row["robustness"] = robustness(study, models, judged, threshold)
        else:
            row["auc less"] = with_interval(trials, difference(reference[0], measures[0]))
            row["accuracy less"] = with_interval(trials, difference(reference[1], measures[1]))
        out[name] = row
        print(name, out[name], flush=True)
    return out


def robustness(study: Study, models: list[Comparator], judged: np.ndarray, threshold: float) -> dict:
    """Halves in turn, beside what reads the first chunk alone, and what the score rests on."""
    trials, out = study.trials.of(judged), {}
    before = accuracy((fold_scores(study, models)[judged] >= threshold) == trials.same, trials.same)
    for order in ("kept", "fresh"):
        after = accuracy((fold_scores(study, models, order)[judged] >= threshold) == trials.same, trials.same)
        out[f"halves in turn, numbers {order}"] = with_interval(trials, difference(after, before))
    ends = slice(CHUNK), slice(-CHUNK, None)
    firsts = [cosines(trials, partial(mean_rows, study.texts, part=part)) for part in ends]
    cut = best_threshold(firsts[0], trials.same)
    first, last = (accuracy((scores >= cut) == trials.same, trials.same) for scores in firsts)
    out["first chunk alone"] = with_interval(trials, auc(firsts[0], trials.same))
    out["last chunk in place of the first"] = with_interval(trials, difference(last, first))
    own, falls = deletion(study, models)
    out["rests on its chunks"] = [len(falls), with_interval(own, lambda weight: float(weight @ falls / weight.sum()))]
    return out


def beside(study: Study, model: Comparator, pairs: list[dict]) -> dict:
    """On the pairs of `evaluate comparison`: what ships, the comparator, and how far it is from each."""
    ids = [tuple("+".join(study.dev.ids[row] for row in side) for side in pair) for pair in study.trials.sides]
    listed = {pair: i for i, pair in enumerate(ids)}
    trials = study.trials.of(np.array([listed[pair["a"], pair["b"]] for pair in pairs]))
    own = auc(cosines(trials, partial(rows, model, study.texts)), trials.same)
    out = {"pairs": len(pairs), "comparator": with_interval(trials, own)}
    for name in ("document", "ngrams", "meanVectors", "fused"):
        other = auc(np.array([pair[name] for pair in pairs]), trials.same)
        less = with_interval(trials, difference(own, other))
        out[name] = {"auc": with_interval(trials, other), "comparator less": less}
    return out


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("cache", "states", "trials", "pairs", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    pairs, out = list(read_jsonl(args.pairs)), {}
    for what in ("state", "vector"):
        study = Study(args, what)
        judged = np.flatnonzero(study.trials.fold >= 0)
        mean = auc(cosines(study.trials, partial(mean_rows, study.texts))[judged], study.trials.same[judged])
        models = {steps: study.fit(replace(FULL, steps=steps), None) for steps in (FULL.steps, LONG)}
        out[what] = {
            "parameters": sum(p.numel() for p in models[LONG].parameters()),
            "mean of windows": with_interval(study.trials.of(judged), mean),
            "beside what ships": beside(study, models[FULL.steps], pairs),
            f"beside what ships, {LONG} steps": beside(study, models[LONG], pairs),
        }
        print(what, out[what], flush=True)
        if what == "state":
            out[what] |= ablations(study)
        else:
            scores = fold_scores(study, study.folds(FULL))[judged]
            out[what]["full"] = {"auc": with_interval(study.trials.of(judged), auc(scores, study.trials.same[judged]))}
        args.out.write_text(json.dumps(out, indent=1) + "\n")


if __name__ == "__main__":
    main()
