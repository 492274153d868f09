"""Agreement of code rankings with exact ones, by question and by genre (docs/results/index.md).

    idio-eval agreement --bank BANK --data DATA --work DIR --out FILE.json [--questions N] CODE...

Questions and pool are those of `idio-eval index`; rankings are of documents by their best span. The gains of the other
codes are taken against the first.
"""

import numpy as np
from scipy.stats import kendalltau, pearsonr, spearmanr

from training.index_figures import Run, arguments, figures, head, open_run, orders, question_figures, write
from training.rank_figures import best_of, interval, summary, top

DEPTHS = (10, 100, 1_000)


def agreements(run: Run, code: np.ndarray, exact: np.ndarray) -> list[dict[str, float]]:
    """Of each question: Pearson over document scores, Spearman and Kendall over ranks, overlap of the best."""
    out = []
    for c, e in zip(code, exact, strict=True):
        ours, theirs = (best_of(x, run.bank.owner, len(run.bank.documents)) for x in (e, c))
        there = np.isfinite(ours)
        row = {
            "pearson": pearsonr(ours[there], theirs[there])[0],
            "spearman": spearmanr(ours[there], theirs[there])[0],
            "kendall": kendalltau(ours[there], theirs[there])[0],
        }
        row |= {f"overlap@{k}": len(np.intersect1d(top(ours, k), top(theirs, k))) / k for k in DEPTHS}
        out.append({k: float(v) for k, v in row.items()})
    return out


def by_genre(run: Run, alone: list[dict], after: list[dict], truth: list[dict], least: int = 5) -> dict:
    """recall10, and Success@20 with its kept share, for each genre with at least `least` questions."""
    genres, out = np.array([q.genre for q in run.questions]), {}
    for genre in sorted(set(genres)):
        here = np.flatnonzero(genres == genre)
        if len(here) < least:
            continue
        exact, *codes = (np.array([rows[i]["success@20"] for i in here]) for rows in (truth, alone, after))
        recall10 = float(np.mean([after[i]["recall10"] for i in here]))
        out[genre] = {"questions": len(here), "recall10": recall10, "exact": float(exact.mean())}
        for name, values in zip(("alone", "reranked"), codes, strict=True):
            out[genre][name] = float(values.mean())
            out[genre][f"{name}Kept"] = float(values.mean() / exact.mean()) if exact.any() else None
    return out


def correlation(x: np.ndarray, y: np.ndarray, resamples: int = 2_000) -> dict:
    """Pearson's r with a 95 % interval over resampled questions; null where one side never changes."""
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return {"r": None, "interval": None}
    rng, found = np.random.default_rng(1), []
    for _ in range(resamples):
        some = rng.integers(len(x), size=len(x))
        if np.ptp(y[some]) > 0:
            found.append(np.corrcoef(x[some], y[some])[0, 1])
    return {"r": float(np.corrcoef(x, y)[0, 1]), "interval": [float(q) for q in np.quantile(found, (0.025, 0.975))]}


def retention(found: list[dict], truth: list[dict], authors: np.ndarray, figure: str = "mrr@10") -> dict:
    """The kept share of a mean figure, and the mean difference with its interval."""
    ours, theirs = (np.array([r[figure] for r in rows]) for rows in (found, truth))
    return {"share": float(ours.mean() / theirs.mean()), "difference": interval(ours - theirs, authors)}


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval agreement."""
    parser = arguments(__doc__)
    parser.add_argument("codes", nargs="+")
    args = parser.parse_args(argv)
    run = open_run(args)
    exact, base = run.scores("exact"), None
    truth, found = figures(run, orders(run, exact, exact, 0)), head(run) | {"codes": {}}
    for name in args.codes:
        code = run.scores(name)
        rows = agreements(run, code, exact)
        alone, after = question_figures(run, name, exact).values()
        row = {k: summary(np.array([r[k] for r in rows]), run.authors) for k in rows[0]}
        row |= {"mrr@10": retention(alone, truth, run.authors), "genres": by_genre(run, alone, after, truth)}
        here = {k: np.array([r[k] for r in v]) for k, v in (("spearman", rows), ("mrr@10", alone))}
        if base is None:
            base = here
        else:
            row["gain"] = {k: summary(here[k] - base[k], run.authors) for k in here}
            row["gainCorrelation"] = correlation(*(here[k] - base[k] for k in ("spearman", "mrr@10")))
        found["codes"][name] = row
        write(args.out, found)


if __name__ == "__main__":
    main()
