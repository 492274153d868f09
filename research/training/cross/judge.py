"""Figures of reordered lists: Success@8, MRR@20, what is added to the retriever, and the leaning on topic."""

import numpy as np

from training.train.intervals import difference, interval

WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0)
"""Of the cross-encoder beside the retriever, both in deviations among the candidates; chosen on the other folds."""


def standard(scores: np.ndarray) -> np.ndarray:
    """Deviations from the mean of one list.

    >>> standard(np.array([1.0, 3.0])).tolist()
    [-1.0, 1.0]
    """
    return (scores - scores.mean()) / (scores.std() or 1)


def rank_of(entry: dict, scores: np.ndarray) -> int:
    """Rank of the author's first document, the first len(scores) candidates reordered; ties count against it.

    >>> rank_of({"own": [0, 0, 1], "rank": 3}, np.array([0.1, 0.3, 0.2]))
    2
    >>> rank_of({"own": [0, 1], "rank": 7}, np.ones(1))
    7
    """
    own = np.array(entry["own"][: len(scores)], bool)
    return 1 + int((scores[~own] >= scores[own].max()).sum()) if own.any() else entry["rank"]


def measures(ranks: np.ndarray) -> dict[str, np.ndarray]:
    """Success@8 and reciprocal rank to 20 of each list."""
    return {"success8": (ranks <= 8).astype(float), "mrr20": np.where(ranks <= 20, 1 / ranks, 0.0)}


def mixed_ranks(lists: list[dict], scores: list[np.ndarray]) -> tuple[np.ndarray, list[float]]:
    """Ranks with retriever and cross-encoder added, the weight of each fold chosen by MRR@20 on the others."""
    before = [standard(np.array(e["scores"][: len(s)])) for e, s in zip(lists, scores, strict=True)]
    after = [standard(s) for s in scores]
    both = list(zip(lists, before, after, strict=True))
    ranks = np.array([[rank_of(entry, b + w * a) for entry, b, a in both] for w in WEIGHTS])
    fold = np.array([e["fold"] for e in lists])
    best = {f: int(measures(ranks[:, fold != f])["mrr20"].mean(1).argmax()) for f in sorted(set(fold))}
    return ranks[[best[f] for f in fold], np.arange(len(lists))], [WEIGHTS[i] for i in best.values()]


def leaning(lists: list[dict], scores: list[np.ndarray], topics: dict[str, np.ndarray]) -> np.ndarray:
    """Correlation of score and topic cosine among the candidates by others, one a list."""
    out = []
    for entry, s in zip(lists, scores, strict=True):
        others = ~np.array(entry["own"][: len(s)], bool)
        cosine = np.array([topics[c] @ topics[entry["query"]] for c in entry["candidates"][: len(s)]])
        out.append(np.corrcoef(s[others], cosine[others])[0, 1])
    return np.array(out)


def judge(lists: list[dict], scored: dict[str, list[np.ndarray]], topics: dict[str, np.ndarray]) -> dict:
    """Figures of one task: the retriever, each cross-encoder alone and beside it, differences paired over authors."""
    author = np.array([e["author"] for e in lists])
    first = measures(np.array([e["rank"] for e in lists]))
    out = {"questions": len(lists), "authors": len(set(author))}
    out["retriever"] = {k: [round(v.mean(), 3), interval(v, author)] for k, v in first.items()}
    for depth in (50, 100):
        out["retriever"][f"success{depth}"] = round(float(np.mean([e["rank"] <= depth for e in lists])), 3)
    for name, scores in scored.items():
        mixed, weights = mixed_ranks(lists, scores)
        alone = np.array([rank_of(*x) for x in zip(lists, scores, strict=True)])
        topic = leaning(lists, scores, topics)
        out[name] = {"weights": weights, "topic": [round(float(topic.mean()), 3), interval(topic, author)]}
        for kind, ranks in (("alone", alone), ("mixed", mixed)):
            found = measures(ranks).items()
            out[name][kind] = {k: [round(v.mean(), 3), difference(v, first[k], author)] for k, v in found}
    return out
