"""What a fit may read: texts of sources that models/sources.json has a line for, and lets be used.

A text of a source without a line stops the fit. Where FIT_LOG names a file, a line is added to it for each file that
was read: the step (FIT_STEP), the file, and the number of texts of each source.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

REGISTER = Path(__file__).parents[3] / "models/sources.json"
FILES = json.loads((Path(__file__).parents[1] / "splits/files.json").read_text())
TRAIN_FILES = tuple(f"{name}.jsonl.gz" for name in FILES["training"])


def read_jsonl(path: str | Path) -> Iterator[dict]:
    """One dict per line of a .jsonl or .jsonl.gz file."""
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def read_register(path: Path = REGISTER) -> dict[str, dict]:
    """The lines by source."""
    return {line["source"]: line for line in json.loads(path.read_text(encoding="utf-8"))["sources"]}


def permitted(records: Iterable[dict], name: str, register: dict[str, dict] | None = None) -> Iterator[dict]:
    """Those of the texts of a file that a fit may read; a text of a source without a line is an error.

    >>> lines = {"a/b": {"used": True, "without": ["x"]}, "c/d": {"used": False}, "e/f": {"used": True, "only": ["y"]}}
    >>> texts = [{"source": s, "author": a} for s in ("a/b", "c/d", "e/f") for a in ("x", "y")]
    >>> [(r["source"], r["author"]) for r in permitted(texts, "file", lines)]
    [('a/b', 'y'), ('e/f', 'y')]
    >>> list(permitted([{"source": "g/h", "author": "x"}], "file", lines))
    Traceback (most recent call last):
    ValueError: file has a text of g/h, a source without a line in sources.json
    """
    register, taken = register or read_register(), Counter()
    for record in records:
        source, author = record["source"], record["author"]
        if source not in register:
            raise ValueError(f"{name} has a text of {source}, a source without a line in {REGISTER.name}")
        line = register[source]
        if line["used"] and author not in line.get("without", ()) and author in line.get("only", (author,)):
            taken[source] += 1
            yield record
    log(name, taken)


def log(name: str, taken: Counter) -> None:
    """Adds what was read to the log of the fit, where there is one."""
    if file := os.environ.get("FIT_LOG"):
        line = {"step": os.environ.get("FIT_STEP"), "file": name, "sources": dict(sorted(taken.items()))}
        with Path(file).open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
