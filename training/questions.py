"""Questioned texts of the index figures: one document an author out of a ranking list, by its first span."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.corpus import read_jsonl
from training.patch_bank import Bank


@dataclass(frozen=True)
class Question:
    """A query of a ranking list. All but author and genre are places in a bank; hidden holds the document itself."""

    document: int
    span: int
    author: str
    genre: str
    relevant: np.ndarray
    hidden: np.ndarray


def choose(bank: Bank, lists: Path, task: str = "base", seed: int = 1, most: int | None = None) -> list[Question]:
    """One query of the task for each author, drawn by the seed; authors in an order that the seed draws too."""
    place = {d["id"]: i for i, d in enumerate(bank.documents)}
    first, rng = bank.first_spans(), np.random.default_rng(seed)
    mine: dict[str, list[dict]] = {}
    for line in read_jsonl(lists):
        if line["task"] == task and line["query"][0] in place and first[place[line["query"][0]]] >= 0:
            mine.setdefault(bank.documents[place[line["query"][0]]]["author"], []).append(line)
    questions = []
    for author in rng.permutation(sorted(mine)):
        line = mine[author][rng.integers(len(mine[author]))]
        at = place[line["query"][0]]
        relevant, hidden = ([place[x] for x in line[k] if x in place] for k in ("relevant", "exclude"))
        if relevant:
            genre = bank.documents[at]["genre"]
            where = (np.array(x, int) for x in (relevant, [at, *hidden]))
            questions.append(Question(at, int(first[at]), str(author), genre, *where))
    return questions[:most]
