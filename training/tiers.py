"""The tiers around the sign codes: pruning, rerank, cold rows, and what is left missed (docs/results/index.md).

    idio-eval tiers --bank BANK --data DATA --work DIR --out FILE.json [--code CODE] [--models DIR --cache DIR]

Questions and pool are those of `idio-eval index`.
"""

import itertools
import json
from pathlib import Path

import numpy as np

from training.codings import STEP, eight_bits, rotation_of, sign_coding
from training.index_figures import Run, arguments, figures, head, kept, open_run, orders, write
from training.patch_bank import Bank
from training.rank_figures import best_of, list_figures, reranked, summary, table, top
from training.sign_codes import unpacked

RERANK = (10, 20, 50, 100, 200, 256, 1_000)
KEPT = (4_096, 2_048, 1_024, 699, 512, 384, 256)


def rerank_sweep(run: Run, code: np.ndarray, exact: np.ndarray) -> dict:
    """Paired differences from exact by the number of spans scored exactly; 0: the codes alone."""
    truth, out = figures(run, orders(run, exact, exact, 0)), {}
    for count in (0, *RERANK):
        found = figures(run, orders(run, code, exact, count))
        out[str(count)] = {"figures": table(found, run.authors), "lessExact": table(found, run.authors, truth)}
        if count:
            out[str(count)]["recall10"] = summary(kept(code, exact, 10, count), run.authors)
    return out


def kept_places(run: Run, code: np.ndarray, exact: np.ndarray) -> list[dict]:
    """Share of questions whose exact first, second … tenth span is among the 100 candidates."""
    there = np.array([np.isin(top(e, 10), top(c, 100)) for c, e in zip(code, exact, strict=True)])
    return [summary(column, run.authors) for column in there.T]


def centroids(bank: Bank) -> np.ndarray:
    """The unit mean of each span's codes, float32 [S, bits], as the product prunes by."""
    bits = unpacked(bank.codes).astype(np.float32)
    leaning = np.add.reduceat(bits, bank.start[:-1])
    return leaning / np.maximum(np.linalg.norm(leaning, axis=1, keepdims=True), 1e-12)


def pruning(run: Run, code: np.ndarray, exact: np.ndarray) -> dict:
    """Codes behind pruning: only the spans with the nearest centroids are scored, the best 100 of them exactly."""
    full, out = figures(run, orders(run, code, exact, 100)), {}
    rows = centroids(run.bank)
    near = np.stack([rows @ rows[q.span] for q in run.questions])
    near[~np.isfinite(code)] = -np.inf
    for spans in KEPT:
        pruned = np.full_like(code, -np.inf)
        for i, row in enumerate(near):
            some = top(row, spans)
            pruned[i, some] = code[i, some]
        found = figures(run, orders(run, pruned, exact, 100))
        out[str(spans)] = {
            "recall10": summary(kept(pruned, exact), run.authors),
            "figures": table(found, run.authors),
            "lessExhaustive": table(found, run.authors, full),
        }
    return out


def near_ties(run: Run, code: np.ndarray, exact: np.ndarray) -> dict:
    """The exact lead of the best document over the second, for questions with a needle in the first ten after the
    rerank and for those without; scores are sums over the query's patches, as in the paper's §9.
    """
    documents, leads, hit = len(run.bank.documents), [], []
    for q, c, e in zip(run.questions, code, exact, strict=True):
        two = np.sort(best_of(e, run.bank.owner, documents))[-2:]
        leads.append((two[1] - two[0]) * len(run.bank.span(q.span)))
        order = reranked(c, e, run.bank.owner, documents, 100)
        hit.append(list_figures(order, q.relevant)["mrr@10"] > 0)
    lead, resolved = np.array(leads), np.array(hit)
    rng, authors = np.random.default_rng(1), len(lead)
    draws = rng.integers(authors, size=(2_000, authors))
    gaps = [np.median(lead[d][resolved[d]]) - np.median(lead[d][~resolved[d]]) for d in draws]
    return {
        "missed": int((~resolved).sum()),
        "resolved": int(resolved.sum()),
        "medianLeadMissed": float(np.median(lead[~resolved])),
        "medianLeadResolved": float(np.median(lead[resolved])),
        "resolvedLessMissed": [float(x) for x in np.quantile(gaps, (0.025, 0.975))],
    }


def cold_rows(run: Run, code: np.ndarray, exact: np.ndarray, candidates: int = 100) -> dict:
    """The rerank over int8 rows with a scale a patch, beside that over float16 rows."""
    coarse = np.full_like(exact, -np.inf)
    for i, q in enumerate(run.questions):
        some = top(code[i], candidates)
        known, starts = run.bank.spans(some)
        products = run.bank.span(q.span) @ eight_bits(known).T
        coarse[i, some] = np.maximum.reduceat(products, starts, axis=1).mean(0)
    overlap, first, pairs, moved = [], [], [], []
    for c, e, x in zip(code, exact, coarse, strict=True):
        some = top(c, candidates)
        ours, theirs = (some[np.argsort(-s[some], kind="stable")] for s in (e, x))
        overlap.append(len(np.intersect1d(ours[:10], theirs[:10])) / 10)
        first.append(ours[0] == theirs[0])
        moved.append(np.abs(e[some] - x[some]).max())
        ordered = e[some][:, None] - e[some][None] > 0
        pairs.append(((x[some][:, None] - x[some][None] < 0) & ordered).sum() / max(1, ordered.sum()))
    fine, rough = (figures(run, orders(run, code, s, candidates)) for s in (exact, coarse))
    return {
        "overlap10": summary(np.array(overlap), run.authors),
        "sameFirst": summary(np.array(first), run.authors),
        "pairsTurned": summary(np.array(pairs), run.authors),
        "largestChange": float(np.max(moved)),
        "int8LessFloat16": table(rough, run.authors, fine),
        "bytes": {"float16": 2 * run.bank.rows.shape[1], "int8": run.bank.rows.shape[1] + 4},
    }


def shown_pairs(run: Run, code: np.ndarray, exact: np.ndarray, spans: int = 10) -> dict:
    """The pairs a reader is shown, out of stored rows through int8, beside unchanged ones."""
    found = []
    for q, c, e in zip(run.questions, code, exact, strict=True):
        some = top(c, 100)
        for span in some[top(e[some], spans)]:
            known = run.bank.span(span)
            found.append(changed_pairs(run.bank.span(q.span), known, eight_bits(known)))
    return gathered(found)


def changed_pairs(rows: np.ndarray, known: np.ndarray, stored: np.ndarray) -> dict[str, float]:
    """Of one query span: how many winners stay, by how much another winner's exact cosine lies below, and the largest
    error of a shown cosine.

    >>> changed_pairs(np.eye(2), np.array([[1, 0.9], [0, 1]]), np.array([[1, 1], [0, 0.9]]))["sameWinner"]
    1.0
    """
    fine, coarse = rows @ known.T, rows @ stored.T
    ours, theirs, at = fine.argmax(1), coarse.argmax(1), np.arange(len(rows))
    return {
        "pairs": len(rows),
        "sameWinner": float((ours == theirs).sum()),
        "largestLoss": float((fine[at, ours] - fine[at, theirs]).max()),
        "largestError": float(np.abs(coarse[at, theirs] - fine[at, theirs]).max()),
    }


def gathered(found: list[dict[str, float]]) -> dict[str, float]:
    """The figures of changed_pairs over many spans: shares over all pairs, the largest of the losses and errors."""
    pairs = sum(f["pairs"] for f in found)
    out = {"pairs": pairs, "sameWinner": sum(f["sameWinner"] for f in found) / pairs}
    return out | {k: max(f[k] for f in found) for k in ("largestLoss", "largestError")}


def float_rows(models: Path, cache: Path, documents: int = 40) -> dict:
    """Stored rows by form beside the encoder's own float32 rows: first windows of documents, each with the next one."""
    from training.corpus import Cache
    from training.host import Host
    from training.session import Session
    from training.tokens import TextEncoder

    facts = json.loads((models / "manifest.json").read_text())["models"][0]
    text = TextEncoder(models / facts["tokenizer"]["file"])
    host = Host(Session(models / facts["file"]), text, facts["patchTokens"], facts["scorePunctuation"])
    held = Cache(cache / "dev")
    some = np.random.default_rng(1).permutation(len(held))[:documents]
    rows = [host.document(*held.document(row), limit=4)[0].astype(np.float32) for row in some]
    forms = {"float16": lambda x: x.astype(np.float16).astype(np.float32), "int8": eight_bits}
    pairs = list(itertools.pairwise(rows))
    return {k: gathered([changed_pairs(a, b, form(b)) for a, b in pairs]) for k, form in forms.items()}


def bit_balance(run: Run) -> dict:
    """Share of ones of each bit of the random code with and without centring, and exact ranks around μ."""
    rotation = rotation_of("random", 64, run.bank, run.fitted)
    out = {}
    for name, options in (("centred", []), ("uncentred", ["uncentred"])):
        rows = sign_coding(run.bank, rotation, options).rows
        ones = sum((rows[s : s + STEP] > 0).sum(0) for s in range(0, len(rows), STEP)) / len(rows)
        entropy = -(ones * np.log2(ones) + (1 - ones) * np.log2(1 - ones))
        out[name] = {
            "least": float(ones.min()),
            "most": float(ones.max()),
            "meanDistanceFromHalf": float(np.abs(ones - 0.5).mean()),
            "meanEntropy": float(entropy.mean()),
        }
    return out | {"meanLength": float(np.linalg.norm(run.bank.mean)), "exactRanks": centred_ranks(run)}


def centred_ranks(run: Run, questions: int = 40, spans: int = 500) -> dict:
    """Exact scores against rows and against rows around μ, whose difference is one constant a query."""
    rng = np.random.default_rng(1)
    some = rng.permutation(len(run.bank.owner))[:spans]
    known, starts = run.bank.spans(some)
    same, spread = [], []
    for q in run.questions[:questions]:
        rows = run.bank.span(q.span)
        plain, centred = (
            np.maximum.reduceat(rows @ (known - m).T, starts, axis=1).mean(0, dtype=np.float64)
            for m in (0 * run.bank.mean, run.bank.mean)
        )
        same.append(np.array_equal(np.argsort(-plain, kind="stable"), np.argsort(-centred, kind="stable")))
        spread.append(np.ptp(plain - centred))
    return {
        "questions": len(same),
        "spans": len(some),
        "sameOrder": int(sum(same)),
        "largestSpread": float(max(spread)),
    }


PARTS = {
    "coldRows": cold_rows,
    "pairs": shown_pairs,
    "rerank": rerank_sweep,
    "keptPlaces": kept_places,
    "pruning": pruning,
    "nearTies": near_ties,
}


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval tiers."""
    parser = arguments(__doc__)
    parser.add_argument("--code", default="random-64")
    for name in ("models", "cache"):
        parser.add_argument(f"--{name}", type=Path, help="for the encoder's own float32 rows")
    args = parser.parse_args(argv)
    run = open_run(args)
    code, exact = run.scores(args.code), run.scores("exact")
    found = head(run) | {"code": args.code}
    for name, part in PARTS.items():
        found[name] = part(run, code, exact)
        write(args.out, found)
    if args.models and args.cache:
        found["floatRows"] = float_rows(args.models, args.cache)
    write(args.out, found | {"bits": bit_balance(run)})


if __name__ == "__main__":
    main()
