"""The patch bank that bench/bank.mjs writes: rows of encoded spans, without any text.

Of its files are read manifest.json, mean.f32, and per chunk documents.json, counts.u32 and owners.u32 (patches and
document of each span), and rows.f16. Shapes: P patches, S spans, d width of a row.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Bank:
    """Spans one after the other, those of a document together.

    rows float16 [P, d] unit rows; start int64 [S + 1], patches before a span; owner int64 [S], place of its document in
    `documents`; mean float32 [d].
    """

    documents: list[dict]
    rows: np.ndarray
    start: np.ndarray
    owner: np.ndarray
    mean: np.ndarray

    @staticmethod
    def read(folder: Path, name: str = "dev", documents: int | None = None) -> "Bank":
        """The chunks of one set; of these the first ones that hold `documents` documents (they lie in random order)."""
        manifest = json.loads((folder / "manifest.json").read_text())
        dim = manifest["dim"]
        held: dict[str, list] = {part: [] for part in ("documents", "rows", "counts", "owner")}
        total = 0
        for chunk in manifest["chunks"]:
            if chunk["set"] != name or (documents is not None and total >= documents):
                continue
            at = str(folder / chunk["name"])
            held["owner"].append(np.fromfile(f"{at}.owners.u32", np.uint32).astype(np.int64) + total)
            held["documents"].append(json.loads(Path(f"{at}.documents.json").read_text()))
            held["rows"].append(np.fromfile(f"{at}.rows.f16", np.float16).reshape(-1, dim))
            held["counts"].append(np.fromfile(f"{at}.counts.u32", np.uint32).astype(np.int64))
            total += chunk["documents"]
        if not total:
            raise ValueError(f"{folder} holds no documents of {name}: run bench/bank.mjs first.")
        counts = np.concatenate(held["counts"])
        return Bank(
            [d for part in held["documents"] for d in part],
            np.concatenate(held["rows"]),
            np.concatenate([[0], np.cumsum(counts)]),
            np.concatenate(held["owner"]),
            np.fromfile(folder / "mean.f32", np.float32),
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

    def sample(self, count: int, seed: int) -> np.ndarray:
        """Rows drawn without replacement, float32 [count, d]; all of them if there are fewer."""
        rng = np.random.default_rng(seed)
        some = np.sort(rng.choice(len(self.rows), min(count, len(self.rows)), replace=False))
        return self.rows[some].astype(np.float32)
