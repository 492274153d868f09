"""How often sign codes change the winners of late interaction, and what that costs (docs/results/index.md).

    idio-eval flips --bank BANK --data DATA --work DIR --out FILE.json [--code random-64] [--pool-top 100]

The paper's protocol (Lakhotia & Shantharaju 2026, §6–7): of each question's exact best spans all patches form one pool;
a query patch's winner is its best in the pool, its margin the lead over the second, low below 0.2. Shapes: p query
patches, N patches of the pool, T spans of the pool.
"""

from dataclasses import dataclass

import numpy as np

from training.codings import Coding, make
from training.index_figures import Run, arguments, head, open_run, write
from training.rank_figures import summary, top
from training.sign_codes import random_rotation, signs

HIGH = 0.2
RANKS = {"2": (2, 2), "3-5": (3, 5), "6-10": (6, 10), "above 10": (11, 10**9)}
DEPTHS = (10, 20, 50, 100, 200, 500, 1_000)


@dataclass(frozen=True)
class Winners:
    """Of one question, each [p]: exact best score, lead over the second, whether the code names another winner, the
    exact score that this loses (at most 0), the exact rank of the code's winner; and the share of flips inside spans.
    """

    best: np.ndarray
    margin: np.ndarray
    flipped: np.ndarray
    loss: np.ndarray
    rank: np.ndarray
    within: float


def winners(exact: np.ndarray, code: np.ndarray, starts: np.ndarray) -> Winners:
    """Compares the winners of two scores [p, N]; starts: where each span of the pool begins, int [T].

    >>> w = winners(np.array([[0.9, 0.8, 0.1]]), np.array([[1.0, 2.0, 0.0]]), np.array([0, 1]))
    >>> w.flipped.tolist(), w.loss.round(3).tolist(), w.rank.tolist(), w.margin.round(3).tolist(), w.within
    ([True], [-0.1], [2], [0.1], 0.0)
    """
    two = np.partition(exact, -2, axis=1)[:, -2:]
    best, margin = two[:, 1], two[:, 1] - two[:, 0]
    theirs = np.take_along_axis(exact, code.argmax(1)[:, None], 1)
    flipped = exact.argmax(1) != code.argmax(1)
    ends = [*starts[1:], exact.shape[1]]
    pairs = [
        exact[:, a:b].argmax(1) != code[:, a:b].argmax(1) for a, b in zip(starts, ends, strict=True)
    ]  # fmt: skip
    rank = 1 + (exact > theirs).sum(1)
    return Winners(best, margin, flipped, theirs[:, 0] - best, rank, float(np.mean(pairs)))


def question_winners(run: Run, coding: Coding, exact: np.ndarray, pool_top: int) -> list[Winners]:
    """Winners of every question; exact: scores of all spans [Q, S]."""
    out = []
    for question, scores in zip(run.questions, exact, strict=True):
        patches, starts = run.bank.patches(top(scores, pool_top))
        rows = run.bank.span(question.span)
        known = run.bank.rows[patches].astype(np.float32)
        coded = coding.query(rows) @ coding.rows[patches].astype(np.float32).T
        out.append(winners(rows @ known.T, coded, starts))
    return out


def flip_figures(found: list[Winners], authors: np.ndarray) -> dict:
    """The figures of the paper's §7, over all query patches, and over questions where they are sums."""
    best, margin, flipped, loss, rank = (
        np.concatenate([getattr(w, part) for w in found]) for part in ("best", "margin", "flipped", "loss", "rank")
    )
    high = margin >= HIGH
    lost = np.array([w.loss.sum() / w.best.sum() for w in found])
    low = flipped & ~high
    return {
        "queryPatches": len(best),
        "flips": summary(np.array([w.flipped.mean() for w in found]), authors),
        "flipsWithinSpan": summary(np.array([w.within for w in found]), authors),
        "flipsLowMargin": float(flipped[~high].mean()),
        "flipsHighMargin": float(flipped[high].mean()) if high.any() else None,
        "highMarginShare": float(high.mean()),
        "highMarginShareOfSum": float(best[high].sum() / best.sum()),
        "marginQuantiles": _quantiles(margin),
        "questionLoss": {"median": float(np.median(lost)), "withinTenth": float((lost >= -0.1).mean())},
        "substitutes": _substitutes(loss[low], rank[low]) if low.any() else None,
    }


def _substitutes(loss: np.ndarray, rank: np.ndarray) -> dict:
    """What the code's winners lose at flips of low margin, and their exact ranks."""
    shares = {k: float(((rank >= a) & (rank <= b)).mean()) for k, (a, b) in RANKS.items()}
    return {
        "lossQuantiles": _quantiles(loss),
        "lossWithin05": float((loss >= -0.05).mean()),
        "medianRank": float(np.median(rank)),
        "rankShares": shares,
    }


def _quantiles(values: np.ndarray) -> dict[str, float]:
    return {str(q): float(np.quantile(values, q)) for q in (0.05, 0.25, 0.5, 0.75, 0.95)}


def neighbour_overlap(run: Run, anchors: int = 1_000, pool: int = 200_000, seed: int = 1) -> dict[str, float]:
    """Share of exact nearest patches that a random 64-bit code keeps, by depth (the paper's §6)."""
    rng = np.random.default_rng(seed)
    some = rng.permutation(len(run.bank.rows))[:pool]
    rows = run.bank.rows[some].astype(np.float32)
    rotation = random_rotation(64, rows.shape[1])
    turned = (rows - run.bank.mean) @ rotation.T
    codes = signs(turned).astype(np.float32)
    shared = np.zeros(len(DEPTHS))
    for at in range(0, anchors, 100):
        part = np.arange(at, at + 100)
        exact, code = rows[part] @ rows.T, turned[part] @ codes.T
        for i, anchor in enumerate(part):
            exact[i, anchor] = code[i, anchor] = -np.inf
            ours, theirs = (_best(x[i], DEPTHS[-1]) for x in (exact, code))
            shared += [len(np.intersect1d(ours[:k], theirs[:k])) / k for k in DEPTHS]
    return {str(k): float(s) for k, s in zip(DEPTHS, shared / anchors, strict=True)}


def _best(scores: np.ndarray, count: int) -> np.ndarray:
    """Places of the largest scores, best first."""
    some = np.argpartition(-scores, count)[:count]
    return some[np.argsort(-scores[some], kind="stable")]


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval flips."""
    parser = arguments(__doc__)
    parser.add_argument("--code", default="random-64")
    parser.add_argument("--pool-top", type=int, default=100)
    args = parser.parse_args(argv)
    run = open_run(args)
    coding = make(args.code, run.bank, run.fitted)
    found = flip_figures(question_winners(run, coding, run.scores("exact"), args.pool_top), run.authors)
    overlap = neighbour_overlap(run)
    write(args.out, head(run) | {"code": args.code, "poolSpans": args.pool_top} | found | {"neighbourOverlap": overlap})
    print(args.out.read_text())


if __name__ == "__main__":
    main()
