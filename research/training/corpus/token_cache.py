"""The corpus: JSON Lines in, one flat token cache out.

Cache folder: tokens.bin (uint16) and surface.bin (uint8), all documents one after the other, no special tokens;
meta.npz (start, length in tokens, and author, title, source, genre, mode as integers); names.json (the strings behind).
"""

import argparse
import json
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from training.corpus.register import TRAIN_FILES, permitted, read_jsonl
from training.corpus.tokens import TextEncoder

COLUMNS = ("author", "title", "source", "genre", "mode")


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


def main() -> None:
    """Tokenises the corpus once: `python -m training.corpus.token_cache --data DATA --tokenizer FILE --out CACHE`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    for name in ("data", "tokenizer", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    args = parser.parse_args()
    encoder, began = TextEncoder(args.tokenizer), time.time()
    for name, texts in (("dev", read_jsonl(args.data / "dev.jsonl.gz")), ("train", read_training(args.data))):
        cache = build_cache(texts, encoder, args.out / name)
        seconds = round(time.time() - began)
        print(name, len(cache), "documents", int(cache.length.sum()), "tokens", seconds, "s", flush=True)


if __name__ == "__main__":
    main()
