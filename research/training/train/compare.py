"""Paired differences between two checkpoints on the same validation queries, with intervals over authors.

    idio-eval compare RANKS/start.npz RANKS/064k-mean.npz

The files are those of `idio-eval validation --ranks`. One JSON line: the second minus the first.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from training.train.intervals import difference


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    args = parser.parse_args(argv)
    first, second = np.load(args.first), np.load(args.second)
    if not np.array_equal(first["author"], second["author"]):
        parser.error("the two files are not of the same queries")
    found = {}
    for name in first.files:
        if name != "author" and name in second.files:
            a, b, author = first[name], second[name], first["author"]
            found[name] = {
                "success8": difference(b <= 8, a <= 8, author),
                "mrr": difference(1 / b, 1 / a, author),
            }
    print(json.dumps({"first": args.first.stem, "second": args.second.stem, "queries": len(first["author"])} | found))


if __name__ == "__main__":
    main()
