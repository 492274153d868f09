"""Sentences of normalised text, and which runs of them are fit for an experiment (HALvest-Contrastive, §3.2)."""

import re

_END = re.compile(r"""(?<=[.!?])["')\]]*\s+(?=["'(\[]?[A-Z0-9])""")


def sentences(text: str) -> list[str]:
    """Sentences of at least three words; a shorter one joins the one before it.

    >>> sentences('He came. "Why?" she asked. No. It rained all day, e.g. on us.')
    ['He came. "Why?" she asked. No.', 'It rained all day, e.g. on us.']
    """
    out: list[str] = []
    for part in _END.split(text):
        if out and (len(part.split()) < 3 or len(out[-1].split()) < 3):
            out[-1] += " " + part
        elif part:
            out.append(part)
    return out


def usable(span: list[str]) -> bool:
    """No excess of signs or capitals, no layout, no wild sentence lengths.

    >>> usable(["This is plain prose.", "So is this one, mostly."])
    True
    >>> usable(["x = {a: [1, 2]}; y := f(x) -> {}", "plain"]), usable(["ALL CAPITALS HERE AND THERE."])
    (False, False)
    """
    text = " ".join(span)
    letters = sum(c.isalpha() for c in text)
    plain = letters + sum(c in " .,;:'\"!?-" for c in text)
    capitals = sum(c.isupper() for c in text)
    lengths = [len(s.split()) for s in span]
    return letters > 0 and plain >= 0.93 * len(text) and capitals <= 0.25 * letters and max(lengths) <= 100
