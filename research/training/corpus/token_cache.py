"""The corpus: JSON Lines in, one flat token cache out.

Cache folder: tokens.bin (uint16) and surface.bin (uint8), all documents one after the other, no special tokens;
meta.npz (start, length in tokens, and author, title, source, genre, mode as integers); names.json (the strings behind).
"""

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from training.corpus.register import permitted
from training.corpus.tokens import TextEncoder

COLUMNS = ("author", "title", "source", "genre", "mode")
FILES = json.loads((Path(__file__).parents[1] / "splits/files.json").read_text())
TRAIN_FILES = tuple(f"{name}.jsonl.gz" for name in FILES["training"])


def read_jsonl(path: str | Path) -> Iterator[dict]:
    """One dict per line of a .jsonl or .jsonl.gz file."""
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def read_training(data: Path) -> Iterator[dict]:
    """The texts of the training files that a fit may read."""
    for name in TRAIN_FILES:
        yield from permitted(read_jsonl(data / name), name)


def build_cache(texts: Iterator[dict], encoder: TextEncoder, out: Path, batch: int = 256) -> "Cache":
    """Tokenises the texts into out. A finished cache is opened as it is."""
    if (out / "names.json").exists():
        return Cache(out)
    out.mkdir(parents=True, exist_ok=True)
    tables: dict[str, dict[str, int]] = {c: {} for c in COLUMNS}
    columns: dict[str, list[int]] = {c: [] for c in COLUMNS}
    names: list[str] = []
    lengths: list[int] = []
    with (out / "tokens.bin").open("wb") as tokens, (out / "surface.bin").open("wb") as surface:
        for records in _batches(texts, batch):
            for record, encoded in zip(records, encoder([r["text"] for r in records]), strict=True):
                tokens.write(encoded.ids.tobytes())
                surface.write(encoded.surface.tobytes())
                lengths.append(len(encoded.ids))
                names.append(record["id"])
                for c in COLUMNS:
                    key = record[c] if c != "title" else record["author"] + "|" + record["title"]
                    columns[c].append(tables[c].setdefault(key, len(tables[c])))
    length = np.asarray(lengths, np.int64)
    start = np.concatenate([[0], np.cumsum(length[:-1])])
    np.savez(out / "meta.npz", start=start, length=length, **{c: np.asarray(v, np.int32) for c, v in columns.items()})
    (out / "names.json").write_text(json.dumps({"ids": names, **{c: list(t) for c, t in tables.items()}}))
    return Cache(out)


def _batches(texts: Iterator[dict], size: int) -> Iterator[list[dict]]:
    while held := list(islice(texts, size)):
        yield held


class Cache:
    """An opened token cache. Columns (author, title, source, genre, mode) are int32 [documents] into names[column]."""

    def __init__(self, path: Path) -> None:
        path = Path(path)
        names = json.loads((path / "names.json").read_text())
        meta = np.load(path / "meta.npz")
        self.ids: list[str] = names["ids"]
        self.names: dict[str, list[str]] = {c: names[c] for c in COLUMNS}
        # Plain views of the maps: slicing a memmap itself costs microseconds a time.
        self.tokens = np.asarray(np.memmap(path / "tokens.bin", dtype=np.uint16, mode="r"))
        self.surface = np.asarray(np.memmap(path / "surface.bin", dtype=np.uint8, mode="r"))
        self.start, self.length = meta["start"], meta["length"]
        self.author, self.title, self.source, self.genre, self.mode = (meta[c] for c in COLUMNS)
        self.row = {name: i for i, name in enumerate(self.ids)}

    def __len__(self) -> int:
        return len(self.ids)

    def document(self, row: int) -> tuple[np.ndarray, np.ndarray]:
        """Token ids and surface ids of one document, views [tokens]."""
        s = slice(self.start[row], self.start[row] + self.length[row])
        return self.tokens[s], self.surface[s]
