"""A bank followed by perturbed copies of its chunks, for sizes that real texts do not reach. Never to be read as real.

    python bench/copies.py --bank FOLDER --out FOLDER --patches 10000000 [--skip 2]

The real chunks are linked. A copy's row is the unit vector of .8 row + .6 row of another patch of the chunk, rounded to
float16 and coded anew; its open vector is mixed in the same way; its document and author have names of their own. The
first chunks, whose spans are searched for, are not copied: a copy of the query's own document would always be found.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from bank import chunk, coded, manifest

OWN, OTHER = 0.8, 0.6
PARTS = ("codes.u8", "rows.f16", "open.f32", "counts.u32", "owners.u32", "documents.json")


def mixed(rows: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """float32 unit rows, each with a share of another row of the array."""
    both = OWN * rows + OTHER * rows[generator.permutation(len(rows))]
    return both / np.linalg.norm(both, axis=1, keepdims=True)


def write_copy(bank: Path, out: Path, line: dict, name: str, copy: int) -> dict:
    """Writes one perturbed chunk and gives its line of the manifest."""
    head = manifest(bank)
    part = chunk(bank, line["name"], head["dim"])
    generator = np.random.default_rng([copy, int(line["name"])])
    rows = mixed(part.rows.astype(np.float32), generator).astype(np.float16)
    mean = np.fromfile(bank / "mean.f32", np.float32)
    rotation = np.fromfile(bank / "rotation.f32", np.float32).reshape(head["bits"], -1)
    rows.tofile(out / f"{name}.rows.f16")
    coded(rows.astype(np.float32), mean, rotation).tofile(out / f"{name}.codes.u8")
    open_rows = np.fromfile(bank / f"{line['name']}.open.f32", np.float32).reshape(-1, head["openDim"])
    mixed(open_rows, generator).astype(np.float32).tofile(out / f"{name}.open.f32")
    for same in ("counts.u32", "owners.u32"):
        (out / f"{name}.{same}").write_bytes((bank / f"{line['name']}.{same}").read_bytes())
    documents = json.loads((bank / f"{line['name']}.documents.json").read_text())
    renamed = [{**one, "id": f"{one['id']}+{copy}", "author": f"{one['author']}+{copy}"} for one in documents]
    (out / f"{name}.documents.json").write_text(json.dumps(renamed))
    return {**line, "name": name, "set": "perturbed"}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--patches", type=int, required=True)
    parser.add_argument("--skip", type=int, default=2)
    args = parser.parse_args()
    args.out.mkdir(parents=True)
    head = manifest(args.bank)
    for line in head["chunks"]:
        for part in PARTS:
            (args.out / f"{line['name']}.{part}").symlink_to((args.bank / f"{line['name']}.{part}").resolve())
    for part in ("mean.f32", "rotation.f32", "questioned.f32"):
        (args.out / part).symlink_to((args.bank / part).resolve())
    lines, copied = list(head["chunks"]), head["chunks"][args.skip :]
    patches = head["patches"]
    for number in range(10 * len(copied)):
        if patches >= args.patches:
            break
        line = copied[number % len(copied)]
        lines.append(write_copy(args.bank, args.out, line, f"{len(lines):04d}", 1 + number // len(copied)))
        patches += line["patches"]
    grown = {**head, "chunks": lines, "patches": patches, "spans": sum(line["spans"] for line in lines)}
    (args.out / "manifest.json").write_text(json.dumps(grown, indent=1))
    print(head["patches"], "real patches and", patches - head["patches"], "perturbed ones")


if __name__ == "__main__":
    main()
