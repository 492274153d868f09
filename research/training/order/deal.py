"""Deals sets to try the order of a search on, as documents of `evaluate attribution`: works apart, all known words.

    python -m training.order.deal --data DATA --out OUT [--models models --folds WORK/folds]

It writes a documents file for each set. With --folds it also writes OUT/models-K: the models with n-grams that know no
source of fold K. `long` asks each long novel of all other works of authors with two or more; `cases` has 9 to 20
authors of one source that no fit may read; `single` has authors with one known text; `press` and `mail` have many
authors with many texts.
"""

import argparse
import gzip
import hashlib
import json
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from training.corpus.register import read_jsonl, read_register
from training.corpus.select_texts import trained_authors

FILES = ("train", "train-more", "train-extra", "train-modes", "train-kinds", "train-both", "dev")
NOVELS = (
    "computationalstylistics/100_english_novels",
    "computationalstylistics/A_Small_Collection_of_British_Fiction",
    "COST-ELTeC/ELTeC-eng",
    "cophi-wue/refcor",
)
# Works that two collections of novels have.
SAME_WORKS = {
    "novel:eltec-the-professor": "novel:cbronte-professor",
    "novel:eltec-wuthering-heights": "novel:ebronte-wuthering",
    "novel:eltec-lady-audley-s-secret": "novel:braddon-audley",
    "novel:eltec-women-in-love": "novel:lawrence-women",
    "novel:eltec-howards-end": "novel:forster-howards",
}
LONG = 10_000
"""Words of a questioned novel, at least."""
ASKED_WORDS = (5000, 12_000)
SIZES = (9, 12, 16, 20)
"""Authors of a case of one source."""
MOST_CASES = 2
"""Cases of one source and genre, at most."""
MOST_ASKED = 6
"""Questioned texts of such a case."""

Text = dict
Works = dict[str, list[Text]]


def count_words(text: str) -> int:
    """White-space words."""
    return len(text.split())


def take_words(text: str, most: int) -> str:
    """The first words of a text.

    >>> take_words("a b  c", 2)
    'a b'
    """
    words = text.split()
    return text if len(words) <= most else " ".join(words[:most])


def read_works(data: Path, files: Sequence[str] = FILES) -> dict[tuple[str, str, str], dict[str, Works]]:
    """Texts by source, genre and mode, then by author and work."""
    cells: dict = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for name in files:
        for text in read_jsonl(data / f"{name}.jsonl.gz"):
            cells[text["source"], text["genre"], text["mode"]][text["author"]][text["title"]].append(text)
    return cells


def join_work(texts: Iterable[Text]) -> Text:
    """All parts of a work as one text."""
    parts = sorted(texts, key=lambda each: each["id"])
    return parts[0] | {"text": "\n\n".join(part["text"] for part in parts)}


def ask(text: Text, problem: str, most: int) -> Text:
    """A questioned text of a problem."""
    return text | {
        "id": f"{text['id']}?{problem}",
        "role": "questioned",
        "problem": problem,
        "text": take_words(text["text"], most),
    }


def know(text: Text, problem: str) -> Text:
    """A known text of a problem."""
    return text | {"id": f"{text['id']}@{problem}", "role": "known", "problem": problem}


def deal_long(cells: dict, words: int) -> Iterator[Text]:
    """Each long novel of an author with two, among these authors, against all other novels by them."""
    works: dict[str, dict[str, list[Text]]] = defaultdict(lambda: defaultdict(list))
    for (source, genre, _), authors in cells.items():
        for author, own in authors.items() if source in NOVELS and genre == "novel" else ():
            for title, texts in own.items():
                if SAME_WORKS.get(title) not in cells_titles(cells, author):
                    works[author][title] += texts
    joined = {author: [join_work(texts) for _, texts in sorted(own.items())] for author, own in works.items()}
    long = {a: [w for w in own if count_words(w["text"]) >= LONG] for a, own in joined.items()}
    inside = sorted(author for author, own in long.items() if len(own) > 1)
    for author in inside:
        for work in long[author]:
            problem = f"{work['title']} {words}"
            yield ask(work, problem, words)
            yield from (know(w, problem) for a in inside for w in joined[a] if w["title"] != work["title"])


def cells_titles(cells: dict, author: str) -> set[str]:
    """Titles of the novels of an author."""
    return {title for key, authors in cells.items() if key[0] in NOVELS for title in authors.get(author, ())}


def deal_cases(cells: dict, seed: int) -> Iterator[Text]:
    """Authors of one source that no fit may read: one text of each, against those of other works."""
    unread = {source for source, line in read_register().items() if not line["used"]}
    for (source, genre, mode), authors in sorted(cells.items()):
        able = sorted(a for a, own in authors.items() if is_able(own, 3, 2000)) if source in unread else []
        random = Random(f"{seed} {source} {genre}")
        random.shuffle(able)
        for number in range(MOST_CASES):
            size = max((size for size in SIZES if size <= len(able)), default=0)
            size = min(size, random.choice(SIZES))
            if size < SIZES[0]:
                break
            inside, able = able[:size], able[size:]
            problem = f"{source} {genre} {mode} {number + 1}"
            for place, author in enumerate(inside):
                own = authors[author]
                title = random.choice(
                    sorted(t for t, texts in own.items() if count_words(join_work(texts)["text"]) >= 250)
                )
                if place < MOST_ASKED:
                    yield ask(join_work(own[title]), problem, 1000)
                yield from (know(text, problem) for t, texts in own.items() if t != title for text in texts)


def deal_single(cells: dict, trained: set[str], seed: int = 7) -> Iterator[Text]:
    """Eight authors of one source, by whom the n-grams read nothing: every other one has one known text."""
    register = read_register()
    for (source, genre, mode), authors in sorted(cells.items()):
        line = register.get(source, {"used": False})
        inside = {a: own for a, own in authors.items() if a not in trained and a not in line.get("without", ())}
        works = {a: {t: join_work(x) for t, x in own.items()} for a, own in inside.items()} if line["used"] else {}
        counts = {a: {t: count_words(x["text"]) for t, x in own.items()} for a, own in works.items()}
        able = sorted(a for a, n in counts.items() if max(n.values()) >= 500 and sum(x >= 250 for x in n.values()) >= 2)
        random = Random(f"{seed} {source} {genre}")
        random.shuffle(able)
        for number in range(min(3, len(able) // 8)):
            for place, author in enumerate(able[8 * number : 8 * number + 8]):
                own, words = works[author], counts[author]
                problem, is_single = f"{source} {genre} {mode} {number}", place % 2 == 0
                titles = sorted(own, key=lambda title: -words[title])
                long = [title for title in titles if words[title] >= 500]
                open_ = [t for t in titles if words[t] >= 250 and (not is_single or set(long) - {t})]
                if not open_:
                    continue
                title = random.choice(open_)
                others = [t for t in titles if t != title]
                if is_single:
                    others = [random.choice([t for t in others if t in long])]
                else:
                    random.shuffle(others)
                if place < MOST_ASKED:
                    yield ask(own[title], problem, 1000)
                yield from (know(own[t], problem) for t in others[:6])


def is_able(own: Works, works: int, words: int) -> bool:
    """Whether an author has so many works and words, and a work of 250 words."""
    lengths = [sum(count_words(text["text"]) for text in texts) for texts in own.values()]
    return len(own) >= works and sum(lengths) >= words and max(lengths) >= 250


def deal_many(
    cells: dict, source: str, genre: str, seed: int, works: int = 20, words: int = 6000, asked: int = 6
) -> Iterator[Text]:
    """All authors of a source with many works: some of these are asked, at most 50 of the others are known."""
    for author, own in sorted(
        item for key, authors in cells.items() if key[:2] == (source, genre) for item in authors.items()
    ):
        if not is_able(own, works, words):
            continue
        titles = sorted(own)
        Random(f"{seed} {author}").shuffle(titles)
        long = [title for title in titles if count_words(join_work(own[title])["text"]) >= 150][:asked]
        yield from (ask(join_work(own[title]), source, 1000) for title in long)
        known = [text for title in titles if title not in long for text in own[title]]
        yield from (know(text, source) for text in known[:50])


def leave_out(models: Path, fold: Path, out: Path) -> None:
    """The models with the statistics and n-grams of a fold."""
    out.mkdir(parents=True, exist_ok=True)
    manifest = json.loads((models / "manifest.json").read_text())
    other = {model["kind"]: model for model in json.loads((fold / "manifest.json").read_text())["models"]}
    for file in models.iterdir():
        if file.is_file():
            shutil.copy(file, out)
    for file in (other["statistics"]["file"], other["ngrams"]["file"]):
        shutil.copy(fold / file, out)
    manifest["models"] = [other.get(model["kind"], model) for model in manifest["models"]]
    (out / "manifest.json").write_text(json.dumps(manifest))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, type=Path)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--models", type=Path, default=Path("../models"))
    parser.add_argument("--folds", type=Path)
    parser.add_argument("--files", nargs="+", default=FILES, help="files of DATA; `transfer` is looked at once")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cells = read_works(args.data, args.files)
    sets = {f"long-{words}": deal_long(cells, words) for words in ASKED_WORDS}
    sets["cases"] = deal_cases(cells, args.seed)
    sets["single"] = deal_single(cells, trained_authors(args.data))
    sets["press"] = deal_many(cells, "lintool/GrimmerSenatePressReleases", "press-release", args.seed)
    sets["mail"] = deal_many(cells, "twisted/pipermail", "email", args.seed)
    sets["lists"] = deal_many(cells, "r-mailing-lists/data", "email", args.seed)
    for name, texts in sets.items():
        dealt = list(texts)
        if not dealt:
            continue
        lines = "".join(json.dumps(text) + "\n" for text in dealt)
        with gzip.open(args.out / f"{name}.jsonl.gz", "wt", encoding="utf-8") as out:
            out.write(lines)
        asked = [text for text in dealt if text["role"] == "questioned"]
        print(
            f"{name}: {len(asked)} texts by {len({t['author'] for t in asked})} authors,"
            f" {len({t['problem'] for t in asked})} cases,"
            f" sha256 {hashlib.sha256(lines.encode()).hexdigest()[:12]}"
        )
    for fold in (0, 2, 3) if args.folds else ():
        leave_out(args.models, args.folds / str(fold), args.out / f"models-{fold}")


if __name__ == "__main__":
    main()
