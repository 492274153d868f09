"""What other methods name on the texts of `evaluate attribution`, beside the order of the program and its members.

    python -m training.order.compare --documents SET.jsonl.gz --scores SCORES.json [--method METHOD] [--json]

SCORES is the output of `evaluate attribution --closed --method pipeline|ratios --json` of the same documents. Ridge
and SVM (scikit-learn) read tf-idf of characters and words of the known texts, in pieces of the questioned length, and
cosine Delta the commonest words of the case. A share has a 95 % interval over authors.
"""

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from training.corpus.register import read_jsonl

LENGTHS = (100, 250, 500, 1000, 2000)
"""Words of a piece: the longest of these that the questioned text has."""
MOST_PIECES = 50
"""Pieces of an author, at most."""
LEAST_SHARE = 0.4
COMMONEST = (500, 1000, 2000)
RESAMPLES = 2000


def cut(text: str, length: int) -> list[str]:
    """Pieces of so many words; a rest of less than 40 % is left out, unless it is all.

    >>> cut("a b c d e", 2)
    ['a b', 'c d', 'e']
    >>> cut("a b c", 8)
    ['a b c']
    """
    words = text.split()
    pieces = [words[i : i + length] for i in range(0, len(words), length)]
    return [" ".join(p) for i, p in enumerate(pieces) if i == 0 or len(p) >= LEAST_SHARE * length]


def take_in_turn(lists: Sequence[Sequence[str]], most: int) -> list[str]:
    """First one piece of each text, then the second of each.

    >>> take_in_turn([["a", "b"], ["c"]], 2)
    ['a', 'c']
    """
    turns = range(max(map(len, lists)))
    return [pieces[i] for i in turns for pieces in lists if i < len(pieces)][:most]


class Pieces:
    """Counts of characters and words of texts of one file, each counted once.

    Their vocabulary is that of the file; their idf is that of the known texts of a case.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        from scipy.sparse import hstack
        from sklearn.feature_extraction.text import CountVectorizer

        self.places = {text: i for i, text in enumerate(dict.fromkeys(texts))}
        characters = CountVectorizer(
            analyzer="char", ngram_range=(2, 4), min_df=2, lowercase=False, max_features=150_000
        )
        words = CountVectorizer(ngram_range=(1, 2), min_df=2, max_features=100_000, token_pattern=r"\S+")
        self.counts = [kind.fit_transform(self.places).tocsr() for kind in (characters, words)]
        self.join = hstack

    def weigh(self, known: Sequence[str], asked: Sequence[str]) -> list:
        """Rows of known and of questioned texts."""
        from sklearn.feature_extraction.text import TfidfTransformer

        pairs = []
        for counts in self.counts:
            kind = TfidfTransformer(sublinear_tf=True)
            train = kind.fit_transform(counts[[self.places[text] for text in known]])
            pairs.append((train, kind.transform(counts[[self.places[text] for text in asked]])))
        return [self.join(sides).tocsr() for sides in zip(*pairs, strict=True)]


def cut_all(known: dict[str, list[str]], length: int) -> list[tuple[str, str]]:
    """Pieces of the known texts with their authors."""
    return [(p, a) for a, texts in known.items() for p in take_in_turn([cut(t, length) for t in texts], MOST_PIECES)]


def rank_linear(pieces: Pieces, rows: Sequence[tuple[str, str]], asked: Sequence[str]) -> dict[str, list[str]]:
    """The author that ridge and SVM name for each text."""
    from sklearn.linear_model import RidgeClassifier
    from sklearn.svm import LinearSVC

    train, tried = pieces.weigh([piece for piece, _ in rows], asked)
    names = [author for _, author in rows]
    models = {
        "ridge": RidgeClassifier(alpha=0.3, class_weight="balanced"),
        "svm": LinearSVC(C=1.0, class_weight="balanced"),
    }
    return {name: list(model.fit(train, names).predict(tried)) for name, model in models.items()}


def name_by_delta(known: dict[str, list[str]], asked: Sequence[str]) -> dict[str, list[str]]:
    """The author with the nearest profile by cosine Delta: z-scores of shares of the commonest words of the case."""
    from sklearn.feature_extraction.text import CountVectorizer

    kind = CountVectorizer(token_pattern=r"[^\W\d_]+(?:['’][^\W\d_]+)*", max_features=max(COMMONEST))
    texts = [(author, text) for author, own in known.items() for text in own]
    parts = kind.fit_transform([text for _, text in texts]).toarray()
    authors = list(known)
    sums = np.array([parts[[a == author for a, _ in texts]].sum(0) for author in authors])
    tried = kind.transform(asked).toarray()
    order = parts.sum(0).argsort()[::-1]
    return {f"delta {n}": [authors[k] for k in find_nearest(parts, sums, tried, order[:n])] for n in COMMONEST}


def find_nearest(parts: np.ndarray, sums: np.ndarray, tried: np.ndarray, words: np.ndarray) -> np.ndarray:
    """The row of `sums` nearest to each row of `tried`; means and deviations are those of `parts`."""
    shares = [rows[:, words] / np.maximum(rows[:, words].sum(1, keepdims=True), 1) for rows in (parts, sums, tried)]
    mean, deviation = shares[0].mean(0), shares[0].std(0) + 1e-12
    _, profiles, questions = [(rows - mean) / deviation for rows in shares]
    return (questions @ (profiles / np.linalg.norm(profiles, axis=1, keepdims=True)).T).argmax(1)


def name_by_member(members: Iterable[dict], name: str) -> str:
    """The author with the highest score of one member."""
    return max(members, key=lambda m: -np.inf if m.get(name) is None else m[name])["author"]


def interval(right: np.ndarray, authors: Sequence[str], seed: int = 1) -> tuple[float, float]:
    """95 % limits of a share, by resampled authors."""
    names = sorted(set(authors))
    at = {name: i for i, name in enumerate(names)}
    hits, totals = np.zeros(len(names)), np.zeros(len(names))
    for value, author in zip(right, authors, strict=True):
        hits[at[author]] += value
        totals[at[author]] += 1
    drawn = np.random.default_rng(seed).multinomial(len(names), [1 / len(names)] * len(names), RESAMPLES)
    shares = (drawn @ hits) / (drawn @ totals)
    return tuple(np.quantile(shares, (0.025, 0.975)))


def name_all(documents: Path, rows: list[dict]) -> tuple[list[dict], dict[str, list[str]]]:
    """The rows in the order of the answers, and the answers of each method."""
    problems: dict[str, dict] = defaultdict(lambda: {"known": defaultdict(list), "asked": []})
    by_id = {row["questioned"]: row for row in rows}
    for text in read_jsonl(documents):
        one = problems[text["problem"]]
        if text["role"] == "known":
            one["known"][text["author"]].append(text["text"])
        elif text["id"] in by_id:
            one["asked"].append(text)
    cells = []
    for one in problems.values():
        by_length = defaultdict(list)
        for text in one["asked"]:
            words = len(text["text"].split())
            by_length[max((n for n in LENGTHS if n <= words), default=LENGTHS[0])].append(text)
        cells += [(one["known"], cut_all(one["known"], length), asked) for length, asked in by_length.items()]
    pieces = Pieces([p for _, rows, asked in cells for p in [*(p for p, _ in rows), *(t["text"] for t in asked)]])
    ordered: list[dict] = []
    named: dict[str, list[str]] = defaultdict(list)
    for known, rows_of_case, asked in cells:
        texts = [text["text"] for text in asked]
        for method, answers in rank_linear(pieces, rows_of_case, texts).items():
            named[method] += answers
        for method, answers in name_by_delta(known, texts).items():
            named[method] += answers
        for text in asked:
            row = by_id[text["id"]]
            ordered.append(row)
            named["all"].append(row["ranking"][0])
            for member in ("order", "ratio", "discriminant"):
                named[member].append(name_by_member(row["members"], member))
    return ordered, named


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", required=True, type=Path)
    parser.add_argument("--scores", required=True, type=Path)
    parser.add_argument("--method", default="ratios")
    parser.add_argument("--each", action="store_true", help="a line for each questioned text that a method gets wrong")
    args = parser.parse_args()
    rows = json.loads(args.scores.read_text())["methods"][args.method]["rows"]
    ordered, named = name_all(args.documents, rows)
    authors = [row["author"] for row in ordered]
    for method, answers in sorted(named.items()):
        right = np.array([a == b for a, b in zip(answers, authors, strict=True)], float)
        low, high = interval(right, authors)
        print(f"{method:14} {right.mean():.3f} [{low:.3f}-{high:.3f}]  {int(right.sum())} of {len(right)}")
    if args.each:
        for i, row in enumerate(ordered):
            wrong = {m: re.sub(r"\W+", " ", a[i]) for m, a in named.items() if a[i] != row["author"]}
            if wrong:
                print(row["questioned"], row["author"], wrong)


if __name__ == "__main__":
    main()
