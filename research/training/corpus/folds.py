"""Five folds of sources, so that everything cheap can be fitted without the sources that it is then tried on.

    python -m training.corpus.folds --data DATA      # writes training/splits/folds.json

Sources that share three authors or more, all books of one publisher, the repositories of one project and inquiries of
one form belong together: they are dealt as one, largest first, each to the fold that it leaves most even in its authors
of every genre and mode. A fit without a fold leaves out its sources and every author who has a text in one of them.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from training.corpus.register import TRAIN_FILES, permitted, read_jsonl

if TYPE_CHECKING:
    from training.corpus.token_cache import Cache

FOLDS = 5
SHARED = 3
"""Authors that two sources share at least if they belong together."""
PUBLISHERS = ("GITenberg/", "dracos/", "openstack/", "standardebooks/")
FILES = (*TRAIN_FILES, "dev.jsonl.gz")
FOLDS_FILE = Path(__file__).parents[1] / "splits" / "folds.json"

Kinds = dict[str, dict[str, set[str]]]
"""Authors by source and by what is to be even: a mode, or a genre of a mode."""


def family(source: str) -> str:
    """The publisher of a book, the project of a repository or the kind of an inquiry, else the source.

    >>> family("GITenberg/Walking_1022"), family("python/peps")
    ('GITenberg/', 'python/peps')
    """
    return next((p for p in PUBLISHERS if source.startswith(p)), source)


def together(authors: dict[str, set[str]]) -> list[list[str]]:
    """Sources in groups: linked by authors that they share, directly or by way of another.

    >>> together({"x": set("abcde"), "y": set("abcdef"), "z": {"f"}})
    [['x', 'y'], ['z']]
    """
    group = {source: {source} for source in authors}
    for a, b in combinations(sorted(authors), 2):
        if len(authors[a] & authors[b]) >= SHARED and group[a] is not group[b]:
            joined = group[a] | group[b]
            group |= dict.fromkeys(joined, joined)
    return sorted({tuple(sorted(g)): sorted(g) for g in group.values()}.values())


def deal(kinds: Kinds) -> dict[str, int]:
    """The fold of each source.

    >>> speech = {c: {"spoken": {c}} for c in "abcdef"}
    >>> sorted(deal(speech).values())
    [0, 0, 1, 2, 3, 4]
    """
    total: dict[str, int] = defaultdict(int)
    for held in kinds.values():
        for kind, authors in held.items():
            total[kind] += len(authors)
    groups = together({source: set().union(*held.values()) for source, held in kinds.items()})
    shares = []
    for group in groups:
        share: dict[str, float] = defaultdict(float)
        for source in group:
            for kind, authors in kinds[source].items():
                share[kind] += len(authors) / total[kind]
        shares.append(share)
    folds: list[dict[str, float]] = [defaultdict(float) for _ in range(FOLDS)]
    out = {}
    for group, share in sorted(zip(groups, shares, strict=True), key=lambda x: (-sum(x[1].values()), x[0])):
        fold = min(range(FOLDS), key=lambda f: sum((folds[f][k] + s) ** 2 - folds[f][k] ** 2 for k, s in share.items()))
        for kind, s in share.items():
            folds[fold][kind] += s
        out |= dict.fromkeys(group, fold)
    return out


def count(records: Iterable[dict]) -> Kinds:
    """Authors of each source, a publisher's books as one, by mode and by mode and genre."""
    kinds: Kinds = defaultdict(lambda: defaultdict(set))
    for r in records:
        held = kinds[family(r["source"])]
        for kind in (r["mode"], f"{r['mode']} {r['genre']}"):
            held[kind].add(r["author"])
    return kinds


def read_folds() -> dict[str, int]:
    """The fold of each source; a publisher ("GITenberg/") stands for its books."""
    folds = json.loads(FOLDS_FILE.read_text())
    return {source: fold for fold, sources in enumerate(folds) for source in sources}


def without_fold(cache: "Cache", fold: int) -> np.ndarray:
    """Documents that a fit without a fold may see: none by an author who has one in a source of the fold."""
    folds = read_folds()
    held = np.array([folds[family(source)] == fold for source in cache.names["source"]])[cache.source]
    return np.flatnonzero(~np.isin(cache.author, cache.author[held]))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=Path)
    data = parser.parse_args().data
    kinds = count(r for name in FILES for r in permitted(read_jsonl(data / name), name))
    dealt = deal(kinds)
    folds = [sorted(s for s in dealt if dealt[s] == fold) for fold in range(FOLDS)]
    FOLDS_FILE.write_text(json.dumps(folds, indent=1) + "\n")
    for fold, sources in enumerate(folds):
        held: dict[str, int] = defaultdict(int)
        for source in sources:
            for kind, authors in kinds[source].items():
                held[kind] += len(authors)
        print(fold, dict(sorted(held.items())))


if __name__ == "__main__":
    main()
