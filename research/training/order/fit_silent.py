"""Fits the place of an author without a discriminant in an order (`silentPlace` in src/core/verification/question.ts).

    python -m training.order.fit_silent --scores single.json [--models ../models]

SCORES is the output of `evaluate attribution --closed --method ratios --json` of the set `single`. It prints, for each
place, the mean logarithmic loss of the writer and the share of first places, and both by places that are fitted on the
other publishers.
"""

import argparse
import json
import math
from collections import defaultdict
from pathlib import Path

import numpy as np

PLACES = [round(0.1 * i, 1) for i in range(11)]


def score(row: dict, weights: tuple[float, float], place: float) -> tuple[float, bool]:
    """Loss of the writer, and whether it is first, as in `orderAmong`.

    >>> members = [dict(author="a", ratio=1.0), *(dict(author=x, ratio=0.0, discriminant=0.0) for x in "bc")]
    >>> loss, first = score(dict(author="a", members=members), (math.log(2), 0), 0)
    >>> round(math.exp(-loss), 3), first
    (0.5, True)
    """
    members = [member for member in row["members"] if member.get("ratio") is not None]
    known = [member["discriminant"] for member in row["members"] if member.get("discriminant") is not None]
    unit, mean = math.sqrt(max(len(known), 2) / 2), float(np.mean(known)) if known else 0.0
    apart = [place if (d := m.get("discriminant")) is None else unit * (d - mean) for m in members]
    scores = np.array([weights[0] * m["ratio"] + weights[1] * d for m, d in zip(members, apart, strict=True)])
    shares = np.exp(scores - scores.max())
    writer = next(i for i, member in enumerate(members) if member["author"] == row["author"])
    return -math.log(shares[writer] / shares.sum()), bool(scores.argmax() == writer)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scores", required=True, type=Path)
    parser.add_argument("--models", type=Path, default=Path("../models"))
    args = parser.parse_args()
    conditions = json.loads((args.models / "question.json").read_text())["conditions"]
    weights = {c["modes"].split("-")[0]: c["weights"] for c in conditions if c["genreRelation"] == "same"}
    rows = json.loads(args.scores.read_text())["methods"]["ratios"]["rows"]
    tried = np.array([[score(r, weights[r["problem"].split()[-2]], p) for p in PLACES] for r in rows], float)
    for place, loss, first in zip(PLACES, *tried.mean(0).T, strict=True):
        print(f"place {place:.1f}: loss {loss:.3f}, first {first:.3f}")
    publishers = defaultdict(list)
    for i, row in enumerate(rows):
        publishers[row["problem"].split("/")[0]].append(i)
    folds = []
    for own in publishers.values():
        others = np.setdiff1d(np.arange(len(rows)), own)
        best = tried[others, :, 0].mean(0).argmin()
        folds.append((best, tried[own, best]))
    loss, first = np.concatenate([own for _, own in folds]).mean(0)
    chosen = sorted({PLACES[best] for best, _ in folds})
    print(f"{len(rows)} texts, {len(folds)} publishers, each by places {chosen} of the others: {loss:.3f}, {first:.3f}")


if __name__ == "__main__":
    main()
