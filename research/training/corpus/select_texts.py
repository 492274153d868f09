"""Writes the texts of files that a fit may read (register.py).

python -m training.corpus.select_texts --out TEXTS.jsonl.gz DATA/train.jsonl.gz …
python -m training.corpus.select_texts --out … --unseen …   # by authors that no training sees alone (splits.py)
"""

import argparse
import gzip
import json
from pathlib import Path

from training.corpus.register import TRAIN_FILES, permitted, read_jsonl
from training.corpus.splits import read_cross, read_validation


def trained_authors(data: Path) -> set[str]:
    """Authors of the training files whom a training may see."""
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
            unseen = (r for r in read_jsonl(file) if r["author"] not in trained)
            for record in permitted(unseen, file.name):
                out.write(json.dumps(record, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
