"""Licence classes of the sources (training/splits/licences.json), so that a model can be trained without some of them.

    open: public domain, CC0, CC BY, MIT, BSD, Apache     sa: share-alike or copyleft (CC BY-SA, GPL, AGPL)
    nc: non-commercial (CC BY-NC, CC BY-NC-ND)            none: no licence file, whatever the texts themselves are

A name that ends in /* stands for every repository of that owner.
"""

import json
from pathlib import Path

FILE = Path(__file__).parents[1] / "splits/licences.json"
CLASSES = ("open", "sa", "nc", "none")


def licence(source: str, table: dict[str, list[str]]) -> str:
    """The class of a source; a source that the table does not know is an error.

    >>> table = {"open": ["a/*"], "nc": ["b/c"]}
    >>> [licence(s, table) for s in ("a/x", "b/c")]
    ['open', 'nc']
    >>> licence("b/d", table)
    Traceback (most recent call last):
    ValueError: b/d has no licence class in licences.json
    """
    owner = source.split("/")[0] + "/*"
    for name, sources in table.items():
        if source in sources or owner in sources:
            return name
    raise ValueError(f"{source} has no licence class in {FILE.name}")


def sources_of(classes: tuple[str, ...], sources: list[str]) -> set[str]:
    """Those of the sources whose licence is of one of the classes.

    >>> sorted(sources_of(("nc",), ["walkerdb/supreme_court_transcripts", "xsf/xeps", "standardebooks/any"]))
    ['walkerdb/supreme_court_transcripts']
    """
    table = json.loads(FILE.read_text())
    return {s for s in sources if licence(s, table) in classes}
