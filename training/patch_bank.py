"""The patch bank that bench/bank.mjs writes: rows, sign codes and open vectors of encoded spans, without any text.

A folder holds manifest.json, rotation.f32 and mean.f32 (how known patches are coded), questioned.f32 (what a query is
multiplied with, and below it its centre), and per chunk documents.json, counts.u32 and owners.u32 (patches
and document of each span), codes.u8, rows.f16, open.f32.
Shapes: P patches, S spans, d width of a row, m of an open vector.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Bank:
    """Spans one after the other, those of a document together.

    rows float16 [P, d] unit rows; codes uint8 [P, bits / 8]; open float32 [S, m] unit rows; start int64 [S + 1],
    patches before a span; owner int64 [S], place of its document in `documents`; mean float32 [d]; rotation float32
    [bits, d]; questioned float32 [bits + 1, d].
    """

    model: str
    n: int
    documents: list[dict]
    rows: np.ndarray
    codes: np.ndarray
    open: np.ndarray
    start: np.ndarray
    owner: np.ndarray
    mean: np.ndarray
    rotation: np.ndarray
    questioned: np.ndarray

    @staticmethod
    def read(folder: Path, name: str = "dev", documents: int | None = None) -> "Bank":
        """The chunks of one set; of these the first ones that hold `documents` documents (they lie in random order)."""
        manifest = json.loads((folder / "manifest.json").read_text())
        dim, m, bits = manifest["dim"], manifest["openDim"], manifest["bits"]
        held: dict[str, list] = {part: [] for part in ("documents", "rows", "codes", "open", "counts", "owner")}
        total = 0
        for chunk in manifest["chunks"]:
            if chunk["set"] != name or (documents is not None and total >= documents):
                continue
            at = str(folder / chunk["name"])
            held["owner"].append(np.fromfile(f"{at}.owners.u32", np.uint32).astype(np.int64) + total)
            held["documents"].append(json.loads(Path(f"{at}.documents.json").read_text()))
            held["rows"].append(np.fromfile(f"{at}.rows.f16", np.float16).reshape(-1, dim))
            held["codes"].append(np.fromfile(f"{at}.codes.u8", np.uint8).reshape(-1, bits // 8))
            held["open"].append(np.fromfile(f"{at}.open.f32", np.float32).reshape(-1, m))
            held["counts"].append(np.fromfile(f"{at}.counts.u32", np.uint32).astype(np.int64))
            total += chunk["documents"]
        if not total:
            raise ValueError(f"{folder} holds no documents of {name}: run bench/bank.mjs first.")
        counts = np.concatenate(held["counts"])
        return Bank(
            manifest["modelId"],
            manifest["n"],
            [d for part in held["documents"] for d in part],
            *(np.concatenate(held[part]) for part in ("rows", "codes", "open")),
            np.concatenate([[0], np.cumsum(counts)]),
            np.concatenate(held["owner"]),
            np.fromfile(folder / "mean.f32", np.float32),
            np.fromfile(folder / "rotation.f32", np.float32).reshape(bits, dim),
            np.fromfile(folder / "questioned.f32", np.float32).reshape(bits + 1, dim),
        )

    def span(self, span: int) -> np.ndarray:
        """The rows of one span, float32 [p, d]."""
        return self.rows[self.start[span] : self.start[span + 1]].astype(np.float32)

    def patches(self, spans: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Places of the patches of some spans, one span after the other, and where each span begins among them."""
        counts = (self.start[1:] - self.start[:-1])[spans]
        starts = np.concatenate([[0], np.cumsum(counts[:-1])])
        return np.arange(counts.sum()) + np.repeat(self.start[spans] - starts, counts), starts

    def spans(self, spans: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rows of some spans, float32 [patches of them, d], and where each span begins."""
        places, starts = self.patches(spans)
        return self.rows[places].astype(np.float32), starts

    def first_spans(self) -> np.ndarray:
        """The first span of each document, -1 where it has none: int64 [documents]."""
        first = np.full(len(self.documents), -1)
        owners, spans = np.unique(self.owner, return_index=True)
        first[owners] = spans
        return first

    def sample(self, count: int, seed: int) -> np.ndarray:
        """Rows drawn without replacement, float32 [count, d]; all of them if there are fewer."""
        rng = np.random.default_rng(seed)
        some = np.sort(rng.choice(len(self.rows), min(count, len(self.rows)), replace=False))
        return self.rows[some].astype(np.float32)
