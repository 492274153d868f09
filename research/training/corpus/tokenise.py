"""Tokenises the corpus once: `python -m training.corpus.tokenise --data DATA --tokenizer FILE --out CACHE`."""

import argparse
import time
from pathlib import Path

from training.corpus.token_cache import build_cache, read_jsonl, read_training
from training.corpus.tokens import TextEncoder


def main() -> None:
    """Builds CACHE/train and CACHE/dev: some minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
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
