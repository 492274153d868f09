"""What continuous integration runs: `python -m training.checks` in `research/`.

Doctests of the modules that need only the standard library, numpy and tokenizers, the arrows between rooms, and the
parity cases against the same normaliser, tokenizer and surface functions that training uses. Prints "N passed, N
failed, N skipped"; ends with 1 on a failure.
"""

import doctest
import importlib
import importlib.util
import json
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
ROOMS = ("corpus", "train", "cross", "export", "ngrams", "comparator", "order")
"""Each reads only those before it."""

MODULES = (
    "corpus.normalise",
    "corpus.surface",
    "corpus.tokens",
    "corpus.folds",
    "corpus.splits",
    "corpus.sampler",
    "corpus.validation_lists",
    "corpus.register",
    "corpus.clusters",
    "train.config",
    "train.intervals",
    "cross.pairs",
    "cross.judge",
    "export.host_vectors",
    "export.fixture",
    "export.manifest",
    "export.sign_codes",
    "ngrams.rows",
    "ngrams.metric_file",
    "comparator.states",
    "comparator.judge",
    "order.deal",
    "order.compare",
    "order.fit_silent",
)


def check_doctests(name: str, counts: Counter) -> None:
    """Every example of one module."""
    result = doctest.testmod(importlib.import_module(f"training.{name}"))
    counts["failed"] += result.failed
    counts["passed"] += result.attempted - result.failed


def check_rooms(counts: Counter) -> None:
    """No room imports from a later one, and none has more than 15 files."""
    pattern = r"^ *(?:from|import) training(?:\.| import )(\w+)"
    for i, room in enumerate(ROOMS):
        files = sorted((HERE / room).glob("*.py"))
        wrong = [f"{len(files)} files in {room}"] if len(files) > 15 else []
        for file in files:
            imported = re.findall(pattern, file.read_text(encoding="utf-8"), re.MULTILINE)
            wrong += [f"{room}/{file.name} imports training.{name}" for name in imported if name not in ROOMS[: i + 1]]
        counts["failed" if wrong else "passed"] += 1
        print(*wrong, sep="\n", end="\n" if wrong else "")


def check_cases(counts: Counter) -> None:
    """cases.json, made again from its texts, is the same; without tokenizers it is skipped."""
    cases = json.loads((REPOSITORY / "test/fixtures/parity/cases.json").read_text(encoding="utf-8"))
    if importlib.util.find_spec("tokenizers") is None:
        counts["skipped"] += len(cases)
        return
    from training.corpus.tokens import TextEncoder
    from training.export.fixture import case

    encoder = TextEncoder(REPOSITORY / "models/tokenizer.json")
    for expected in cases:
        found = case(encoder, expected["text"])
        same = found == expected
        counts["passed" if same else "failed"] += 1
        if not same:
            print("differs:", json.dumps(expected["text"]), [k for k in found if found[k] != expected[k]])


def main() -> None:
    """Runs everything."""
    counts: Counter = Counter(passed=0, failed=0, skipped=0)
    for name in MODULES:
        check_doctests(name, counts)
    check_rooms(counts)
    check_cases(counts)
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    sys.exit(1 if counts["failed"] else 0)


if __name__ == "__main__":
    main()
