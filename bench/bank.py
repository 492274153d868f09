"""Reads the folders that bank.mjs writes, and the queries that every measurement on them shares."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

QUERY_PATCHES = 100
"""Fewest patches of a span that is searched for: whole spans have 120 to 250."""


@dataclass(frozen=True)
class Chunk:
    """One chunk of a bank. starts int64[spans + 1] in patches; rows float16[patches, dim]; owners uint32[spans]."""

    name: str
    starts: np.ndarray
    owners: np.ndarray
    authors: list[str]
    rows: np.ndarray
    codes: np.ndarray

    @property
    def patches(self) -> int:
        return int(self.starts[-1])


def manifest(folder: Path) -> dict:
    """What the folder holds so far; later chunks may still be under way."""
    return json.loads((folder / "manifest.json").read_text())


def chunk(folder: Path, name: str, dim: int) -> Chunk:
    """One chunk; rows and codes are read when they are used."""
    counts = np.fromfile(folder / f"{name}.counts.u32", np.uint32)
    documents = json.loads((folder / f"{name}.documents.json").read_text())
    return Chunk(
        name=name,
        starts=np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]),
        owners=np.fromfile(folder / f"{name}.owners.u32", np.uint32),
        authors=[document["author"] for document in documents],
        rows=np.memmap(folder / f"{name}.rows.f16", np.float16, "r").reshape(-1, dim),
        codes=np.memmap(folder / f"{name}.codes.u8", np.uint8, "r").reshape(-1, 8),
    )


def coded(rows: np.ndarray, mean: np.ndarray, known: np.ndarray) -> np.ndarray:
    """The sign codes of rows float32[patches, dim] by a projection float32[bits, dim] around a mean.

    uint8[patches, bits / 8]
    """
    return np.packbits((rows - mean) @ known.T >= 0, axis=1, bitorder="little")


def queries(folder: Path, wanted: int, within: int = 1_000_000) -> list[tuple[str, int]]:
    """The first span with at least QUERY_PATCHES patches of each author, in the bank's order: (chunk, span in it).

    Only the chunks that begin in the first `within` patches are looked at.
    """
    head = manifest(folder)
    found: list[tuple[str, int]] = []
    seen: set[str] = set()
    before = 0
    for line in head["chunks"]:
        if before >= within:
            break
        before += line["patches"]
        part = chunk(folder, line["name"], head["dim"])
        for span, owner in enumerate(part.owners):
            author = part.authors[owner]
            if author in seen or part.starts[span + 1] - part.starts[span] < QUERY_PATCHES:
                continue
            seen.add(author)
            found.append((line["name"], span))
    return found[:wanted]
