"""Splits of the training authors: `cross` (kept for the cross-encoder) and `validation` (chooses checkpoints).

Both are committed in training/splits/, so that every training reads the same names. The cross list is fixed: 427
authors, among them the tenth with the lowest SHA-256 of their id of `train` and of `train` with `train-more`, and
66, the tenth of those who came with `train-open` (without inquiries), `train-kinds` and `train-both`. No
checkpoint saw the first 427.
"""

import argparse
import hashlib
import json
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from training.corpus.register import read_jsonl

if TYPE_CHECKING:
    from training.corpus.token_cache import Cache

HERE = Path(__file__).parents[1] / "splits"
CROSS_FILE, VALIDATION_FILE = HERE / "cross-authors.txt", HERE / "validation.json"

VALIDATION_SOURCES = (
    "carpentries/carpentries.org",
    "simplystats/simplystats.github.io",
    "imagej/pipermail",
    "cophi-wue/refcor",
    "computationalstylistics/A_Small_Collection_of_British_Fiction",
    "xsf/xeps",
    "talkpython/talk-python-transcripts",
)
"""Whole sources of five genres that no run trains on: what does not carry over to a new source is not style."""


def lowest(authors: set[str], share: float, salt: str = "") -> set[str]:
    """The share of the authors with the lowest SHA-256 of salt + id.

    >>> sorted(lowest({"a", "b", "c", "d"}, 0.5))
    ['c', 'd']
    """
    order = sorted(authors, key=lambda a: hashlib.sha256((salt + a).encode()).hexdigest())
    return set(order[: round(share * len(order))])


def read_cross() -> set[str]:
    """Authors that the encoder is never trained on."""
    return set(CROSS_FILE.read_text().split())


def read_validation() -> tuple[set[str], set[str]]:
    """Validation authors and validation sources: neither is trained on."""
    x = json.loads(VALIDATION_FILE.read_text())
    return set(x["authors"]), set(x["sources"])


def held_out(cache: "Cache") -> np.ndarray:
    """Documents of a validation source or a validation author, `cross` authors left out: bool [documents]."""
    authors, sources = read_validation()
    held = _rows(cache, "author", authors) | _rows(cache, "source", sources)
    return held & ~_rows(cache, "author", read_cross())


@dataclass(frozen=True)
class Without:
    """What else a run leaves out: names of authors and genres."""

    authors: frozenset[str] = frozenset()
    genres: frozenset[str] = frozenset()


def training_rows(cache: "Cache", without: Without | None = None) -> np.ndarray:
    """Documents to train on: none of the `cross` authors, and nothing at all by an author of a validation document."""
    held, without = held_out(cache), without or Without()
    kept = ~np.isin(cache.author, cache.author[held]) & ~_rows(cache, "author", read_cross()) & ~held
    kept &= ~_rows(cache, "author", without.authors) & ~_rows(cache, "genre", without.genres)
    return np.flatnonzero(kept)


def _rows(cache: "Cache", column: str, names: Set[str]) -> np.ndarray:
    """Documents whose column is one of the names, bool [documents]."""
    codes = [i for i, name in enumerate(cache.names[column]) if name in names]
    return np.isin(getattr(cache, column), codes)


def main() -> None:
    """Writes the validation list, checks the cross list: `python -m training.corpus.splits --data DATA`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--data", required=True, type=Path)
    data = parser.parse_args().data
    cross = read_cross()
    train = {r["author"] for r in read_jsonl(data / "train.jsonl.gz")}
    if missing := lowest(train, 0.1) - cross:
        raise SystemExit(f"{len(missing)} authors of the lowest tenth are not in {CROSS_FILE.name}")
    authors = lowest(train - cross, 0.03, salt="validation:")
    VALIDATION_FILE.write_text(json.dumps({"sources": VALIDATION_SOURCES, "authors": sorted(authors)}, indent=1) + "\n")
    print(len(cross), "cross authors,", len(authors), "validation authors")


if __name__ == "__main__":
    main()
