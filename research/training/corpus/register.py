"""What a fit may read: texts of sources that models/sources.json has a line for, and lets be used.

A text of a source without a line stops the fit. Where FIT_LOG names a file, a line is added to it for each file that
was read: the step (FIT_STEP), the file, and the number of texts of each source.

    python -m training.corpus.register --out TEXTS.jsonl.gz DATA/train.jsonl.gz …   # writes those of the files
    python -m training.corpus.register --out … --unseen …   # by authors that no training sees alone (splits.py)
"""

import argparse
import gzip
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

REGISTER = Path(__file__).parents[3] / "models/sources.json"


def read_register(path: Path = REGISTER) -> dict[str, dict]:
    """The lines by source."""
    return {line["source"]: line for line in json.loads(path.read_text(encoding="utf-8"))["sources"]}


def permitted(records: Iterable[dict], name: str, register: dict[str, dict] | None = None) -> Iterator[dict]:
    """Those of the texts of a file that a fit may read; a text of a source without a line is an error.

    >>> lines = {"a/b": {"used": True, "without": ["x"]}, "c/d": {"used": False}, "e/f": {"used": True, "only": ["y"]}}
    >>> texts = [{"source": s, "author": a} for s in ("a/b", "c/d", "e/f") for a in ("x", "y")]
    >>> [(r["source"], r["author"]) for r in permitted(texts, "file", lines)]
    [('a/b', 'y'), ('e/f', 'y')]
    >>> list(permitted([{"source": "g/h", "author": "x"}], "file", lines))
    Traceback (most recent call last):
    ValueError: file has a text of g/h, a source without a line in sources.json
    """
    register, taken = register or read_register(), Counter()
    for record in records:
        source, author = record["source"], record["author"]
        if source not in register:
            raise ValueError(f"{name} has a text of {source}, a source without a line in {REGISTER.name}")
        line = register[source]
        if line["used"] and author not in line.get("without", ()) and author in line.get("only", (author,)):
            taken[source] += 1
            yield record
    log(name, taken)


def log(name: str, taken: Counter) -> None:
    """Adds what was read to the log of the fit, where there is one."""
    if file := os.environ.get("FIT_LOG"):
        line = {"step": os.environ.get("FIT_STEP"), "file": name, "sources": dict(sorted(taken.items()))}
        with Path(file).open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")


def trained_authors(data: Path) -> set[str]:
    """Authors of the training files whom a training may see."""
    from training.corpus.splits import read_cross, read_validation
    from training.corpus.token_cache import TRAIN_FILES, read_jsonl

    held, sources = read_validation()
    seen = set()
    for name in TRAIN_FILES:
        for record in read_jsonl(data / name):
            seen.add(record["author"])
            if record["source"] in sources:
                held.add(record["author"])
    return seen - held - read_cross()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--unseen", action="store_true")
    parser.add_argument("files", nargs="+", type=Path)
    args = parser.parse_args()
    trained = trained_authors(args.files[0].parent) if args.unseen else set()
    with gzip.open(args.out, "wt", encoding="utf-8") as out:
        for file in args.files:
            with gzip.open(file, "rt", encoding="utf-8") as lines:
                unseen = (r for r in map(json.loads, lines) if r["author"] not in trained)
                for record in permitted(unseen, file.name):
                    out.write(json.dumps(record, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
