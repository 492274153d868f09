"""What a machine without the corpus needs for training, in parts below a size.

    python -m training.corpus.pack corpus --cache CACHE --out PARTS [--part 24]      # the token cache and topic vectors
    python -m training.corpus.pack backbone --backbone NET --out PARTS [--part 24]   # fp16 weights, tokenizer, settings
    python -m training.corpus.pack folder --folder RUN/064k-mean --out PARTS [--part 15]
    python -m training.corpus.pack open --parts PARTS --out WORK                     # WORK/corpus, WORK/backbone, …

`corpus` holds the documents that training or validation may read: token and surface ids, authors, works, sources,
genres and modes as numbers, with the names of authors hashed but for those of the splits. Texts can be read from
token ids: the parts are as private as the corpus. WORK/corpus serves as --cache, WORK/backbone as --backbone.
"""

import argparse
import hashlib
import json
import shutil
import tempfile
from pathlib import Path

import numpy as np

from training.corpus.folder_parts import join, split
from training.corpus.splits import held_out, read_validation, training_rows
from training.corpus.token_cache import COLUMNS, Cache
from training.corpus.topics import read_topics


def compact(cache: Cache, topics: np.ndarray, rows: np.ndarray, out: Path) -> None:
    """A cache of the documents `rows` alone, and their topic vectors as float16."""
    (out / "train").mkdir(parents=True)
    for name, values in (("tokens.bin", cache.tokens), ("surface.bin", cache.surface)):
        with (out / "train" / name).open("wb") as file:
            for row in rows:
                file.write(values[cache.start[row] : cache.start[row] + cache.length[row]].tobytes())
    columns, names = {}, {}
    for c in COLUMNS:
        kept, columns[c] = np.unique(getattr(cache, c)[rows], return_inverse=True)
        names[c] = [cache.names[c][i] for i in kept]
    shown = read_validation()[0]
    names["author"] = [a if a in shown else _hashed(a) for a in names["author"]]
    names["title"] = [_hashed(t) for t in names["title"]]
    length = cache.length[rows]
    start = np.concatenate([[0], np.cumsum(length[:-1])])
    integers = {c: x.astype(np.int32) for c, x in columns.items()}
    np.savez(out / "train/meta.npz", start=start, length=length, **integers)
    (out / "train/names.json").write_text(json.dumps({"ids": [str(r) for r in rows], **names}))
    np.save(out / "topics.npy", topics[rows].astype(np.float16))


def _hashed(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def pack_corpus(cache_folder: Path, out: Path, size: int) -> list[Path]:
    """Parts of the training cache, without the authors that no run may see."""
    cache = Cache(cache_folder / "train")
    rows = np.union1d(training_rows(cache), np.flatnonzero(held_out(cache)))
    with tempfile.TemporaryDirectory() as folder:
        compact(cache, read_topics(cache_folder, cache), rows, Path(folder) / "corpus")
        return split(Path(folder) / "corpus", out, size)


def pack_backbone(backbone: Path, out: Path, size: int) -> list[Path]:
    """Parts of the backbone with fp16 weights."""
    from transformers import AutoModel

    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "backbone"
        AutoModel.from_pretrained(str(backbone)).half().save_pretrained(work)
        shutil.copy(backbone / "tokenizer.json", work / "tokenizer.json")
        return split(work, out, size)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("corpus", "backbone", "folder", "open"))
    for name in ("cache", "backbone", "folder", "parts"):
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--part", type=float, default=24, help="MB (10⁶ bytes) of a part at most")
    args = parser.parse_args()
    needed = {"corpus": "cache", "backbone": "backbone", "folder": "folder", "open": "parts"}[args.what]
    if getattr(args, needed) is None:
        parser.error(f"{args.what} needs --{needed}")
    size = int(args.part * 1e6)
    if args.what == "open":
        for listing in sorted(args.parts.glob("*.json")):
            join(args.parts, listing.stem, args.out)
            print(args.out / listing.stem)
        return
    if args.what == "corpus":
        made = pack_corpus(args.cache, args.out, size)
    elif args.what == "backbone":
        made = pack_backbone(args.backbone, args.out, size)
    else:
        made = split(args.folder, args.out, size)
    for path in made:
        print(path, path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
