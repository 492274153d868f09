"""Retrieval over sign codes and other codes of a patch bank, beside exact late interaction (docs/results/index.md).

    idio-eval index --bank BANK --data DATA --work DIR --out FILE.json [--questions N] CODE...

Questions are the first spans of one document an author (list `base` of the data folder, or --task); the pool is every
span of the other documents, and a document's score is that of its best span. `exact` is float32 late interaction over
the bank's float16 rows. Every code is scored exhaustively, then its best 100 spans are scored exactly. Scores are kept
in DIR, so that a stopped run goes on. Differences of the other codes are also taken against the first.
"""

import argparse
import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.codings import Fitted, make
from training.patch_bank import Bank
from training.questions import Question, choose
from training.rank_figures import best_of, list_figures, reranked, table, top


@dataclass(frozen=True)
class Run:
    """A bank, its questions and the folder that keeps scores."""

    bank: Bank
    questions: list[Question]
    work: Path
    fitted: Fitted
    task: str = "base"

    @property
    def authors(self) -> np.ndarray:
        """A number for each question's author."""
        return np.unique([q.author for q in self.questions], return_inverse=True)[1]

    def scores(self, name: str) -> np.ndarray:
        """Scores of every question with every span, float32 [Q, S]; of a hidden document's spans -inf."""
        questions = len(self.questions)
        held = sorted(self.work.glob(f"{name}.*.npy"), key=lambda p: int(p.suffixes[-2][1:]))
        found = next((p for p in held if int(p.suffixes[-2][1:]) >= questions), None)
        if found is None:
            found = self.work / f"{name}.{questions}.npy"
            np.save(found, self._score(name))
        scores = np.load(found)[:questions]
        for row, q in zip(scores, self.questions, strict=True):
            row[np.isin(self.bank.owner, q.hidden)] = -np.inf
        return scores

    def _score(self, name: str) -> np.ndarray:
        from training.exhaustive import SpanGroups, span_scores

        queries = [self.bank.span(q.span) for q in self.questions]
        groups = SpanGroups(self.bank.start)
        if name == "exact":
            return span_scores(queries, self.bank.rows, groups, exact=True)
        coding = make(name.removesuffix("-gain"), self.bank, self.fitted)
        gains = self._gains(queries) if name.endswith("-gain") else None
        return span_scores([coding.query(q) for q in queries], coding.rows, groups, exact=False, gains=gains)

    def _gains(self, queries: list[np.ndarray]) -> np.ndarray:
        head = np.load(self.fitted.trained / "gain.npy")
        return 1 + 0.5 / (1 + np.exp(-(np.concatenate(queries) @ head[:-1] + head[-1])))


def orders(run: Run, code: np.ndarray, exact: np.ndarray, count: int) -> list[np.ndarray]:
    """Each question's documents, best first, after `count` spans of the code's order were scored exactly; 0: none."""
    documents = len(run.bank.documents)
    if not count:
        return [top(best_of(c, run.bank.owner, documents), documents) for c in code]
    return [reranked(c, e, run.bank.owner, documents, count) for c, e in zip(code, exact, strict=True)]


def figures(run: Run, found: list[np.ndarray]) -> list[dict[str, float]]:
    """The ranking figures of each question."""
    return [list_figures(o, q.relevant) for o, q in zip(found, run.questions, strict=True)]


def kept(code: np.ndarray, exact: np.ndarray, best: int = 10, candidates: int = 100) -> np.ndarray:
    """Share of each question's exact best spans among the code's candidates: recall10, [Q].

    >>> kept(np.array([[1.0, 2.0, 3.0]]), np.array([[9.0, 1.0, 5.0]]), 2, 2).tolist()
    [0.5]
    """
    return np.array(
        [np.isin(top(e, best), top(c, candidates)).mean() for c, e in zip(code, exact, strict=True)]
    )  # fmt: skip


def question_figures(run: Run, name: str, exact: np.ndarray) -> dict[str, list[dict[str, float]]]:
    """Each question's figures by one code: the ranking of the codes alone, and after the rerank of 100."""
    code = run.scores(name)
    found = {k: figures(run, orders(run, code, exact, count)) for k, count in (("alone", 0), ("reranked", 100))}
    for row, share in zip(found["reranked"], kept(code, exact), strict=True):
        row["recall10"] = float(share)
    return found


def code_row(run: Run, found: dict, exact: dict, first: dict) -> dict:
    """Everything about one code: means alone and reranked, less exact, and less the first code."""
    row = {}
    for stage, figures_of in found.items():
        row[stage] = table(figures_of, run.authors)
        known = [{k: v for k, v in f.items() if k != "recall10"} for f in figures_of]
        row[f"{stage}LessExact"] = table(known, run.authors, exact["alone"])
        if first is not found:
            row[f"{stage}LessFirst"] = table(figures_of, run.authors, first[stage])
    return row


def head(run: Run) -> dict:
    """What every file of figures begins with."""
    bank = run.bank
    return {
        "model": bank.model,
        "patchTokens": bank.n,
        "documents": len(bank.documents),
        "spans": len(bank.owner),
        "patches": len(bank.rows),
        "questions": len(run.questions),
        "questionPatches": int(sum(len(bank.span(q.span)) for q in run.questions)),
        "task": run.task,
        "seed": 1,
        "resamples": 2_000,
    }


def arguments(description: str) -> argparse.ArgumentParser:
    """The options that every command over a bank has."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("bank", "data", "work", "out"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    parser.add_argument("--questions", type=int, help="the first questions only")
    parser.add_argument("--task", default="base", help="list of dev-ranking.jsonl.gz; each needs its own --work")
    parser.add_argument("--documents", type=int, help="the first documents of the bank only")
    parser.add_argument("--sample", type=int, default=100_000, help="training rows that codes are fitted on")
    return parser


def open_run(args: argparse.Namespace) -> Run:
    """The run that the options name, on one thread."""
    import torch

    torch.set_num_threads(1)
    args.work.mkdir(parents=True, exist_ok=True)
    bank = Bank.read(args.bank, "dev", args.documents)
    questions = choose(bank, args.data / "dev-ranking.jsonl.gz", args.task, most=args.questions)
    return Run(bank, questions, args.work, Fitted(training_rows(args.bank, args.sample), args.work), args.task)


def training_rows(folder: Path, count: int) -> np.ndarray:
    """Rows of training documents, float32; none when the bank holds no training documents."""
    try:
        return Bank.read(folder, "train", 1_500).sample(count, 42)
    except ValueError:
        return np.zeros((0, 1), np.float32)


def write(out: Path, found: dict) -> None:
    """One JSON file, numbers in full precision, a mean and its interval on one line."""
    out.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found, indent=1)
    text = re.sub(r"\{[^{}]*\}|\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()) if len(m[0]) < 200 else m[0], text)
    out.write_text(text + "\n")


def main(argv: list[str] | None = None) -> None:
    """Command line of idio-eval index."""
    parser = arguments(__doc__)
    parser.add_argument("codes", nargs="+")
    args = parser.parse_args(argv)
    run = open_run(args)
    exact = run.scores("exact")
    truth, first = question_figures(run, "exact", exact), None
    found = head(run) | {"exact": table(truth["alone"], run.authors), "codes": {}}
    for name in args.codes:
        questions = question_figures(run, name, exact)
        first = first or questions
        row = code_row(run, questions, truth, first)
        found["codes"][name] = row
        write(args.out, found)
        shown = (row["reranked"]["recall10"], row["alone"]["mrr@10"], row["reranked"]["mrr@10"])
        print(name, "recall10, mrr@10 alone, reranked:", *(round(x["mean"], 4) for x in shown), flush=True)


if __name__ == "__main__":
    main()
