"""Codes a bank again with the coding of a models folder: after it was fitted anew, rows stay and codes change.

    python bench/recode.py --bank FOLDER --models models

Codes are taken of the bank's float16 rows, so a few bits differ from those of an index, which codes float32 rows.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from bank import chunk, coded, manifest


def fitted(models: Path, bits: int, dim: int) -> tuple[np.ndarray, np.ndarray]:
    """Known rows float32[bits, dim], and the questioned rows with their centre float32[bits + 1, dim]."""
    numbers = np.fromfile(models / "encoder.codes.f32", "<f4").reshape(2 * bits + 1, dim)
    return numbers[:bits], numbers[bits:]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True)
    args = parser.parse_args()
    head = manifest(args.bank)
    known, questioned = fitted(args.models, head["bits"], head["dim"])
    mean = np.fromfile(args.bank / "mean.f32", np.float32)
    for line in head["chunks"]:
        rows = np.asarray(chunk(args.bank, line["name"], head["dim"]).rows, np.float32)
        replace(args.bank / f"{line['name']}.codes.u8", coded(rows, mean, known))
    replace(args.bank / "rotation.f32", known)
    replace(args.bank / "questioned.f32", questioned)


def replace(file: Path, values: np.ndarray) -> None:
    """Writes a file in place of another, also of a link to one."""
    unfinished = file.with_suffix(".part")
    values.tofile(unfinished)
    unfinished.rename(file)


if __name__ == "__main__":
    main()
