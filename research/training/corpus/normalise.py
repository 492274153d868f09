"""Normalised text: rules 1 to 12 of docs/model-contract.md §1, the same in training and in the host.

White space and character classes are spelled out, so that no engine's own `\\s`, `\\d` or `\\w` can differ.
"""

import re
import unicodedata

WHITE = "\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
MASK = "[MASK]"

_LITERALS = re.compile(r"<(?:NAME|EMAIL|PHONE|URL)>|\[(?:MASK|CLS|SEP|PAD|UNK)\]")
_ADDRESS = re.compile(rf"(?:https?://|www\.)[^{WHITE}<>\"')\]]{{1,2000}}")
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}")
_IPV4 = re.compile(r"(?<![0-9.])[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![0-9.])")
_PHONE = re.compile(
    r"(?<![0-9])(?:\+[0-9]{1,3}[ .-]?)?(?:\([0-9]{3}\)[ .-]?|[0-9]{3}[ .-])[0-9]{3}[ .-][0-9]{4}(?![0-9])"
)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_FOLD = {ord(c): "'" for c in "\u2018\u2019\u201a\u201b\u2032"}
_FOLD |= {ord(c): '"' for c in "\u201c\u201d\u201e\u201f\u2033"}
_FOLD |= {ord(c): "-" for c in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"}
_HYPHENS = re.compile("-{2,}")
_FORMAT = (
    "\u0080-\u0084\u0086-\u009f"
    "\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
)
_MARKS = "\u0300-\u034e\u0350-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_UNSEEN = re.compile(
    f"[{_FORMAT}]{{0,999}}[{_MARKS}][{_FORMAT}]{{0,999}}[{_MARKS}][{_FORMAT}]{{0,999}}[{_MARKS}]"
    f"[{_FORMAT}{_MARKS}]{{0,9999}}|[{_FORMAT}]{{1,9999}}"
)
_OTHER_FORM = re.compile(
    "[A-Za-z\u00c0-\u024f\u1e00-\u1eff][\u0300-\u034e\u0350-\u036f]+"
    "|[\u017f\u212a\u212b\u2160-\u217f\ufb00-\ufb06\uff01-\uff5e\U0001d400-\U0001d7ff]+"
)
_APOSTROPHE = re.compile("(?<=[A-Za-z\u00c0-\u024f])[\u02bc`\u00b4](?=[A-Za-z])")
_SPACES = re.compile(f"[{WHITE}]+")


def normalise(text: str) -> str:
    """The text that is tokenised.

    >>> normalise("“Well\u2014” she said \u2026  <b>no</b>")
    '"Well-" she said ... no'
    >>> normalise("Ask <NAME> (a.b@c.org, 555-123-4567) at 10.0.0.1 or www.x.org/y.")
    'Ask [MASK] ([MASK], [MASK]) at [MASK] or [MASK]'
    >>> normalise("soft\u00adhyphen\u00a0here -- there --- and\\n\\nso")
    'softhyphen here - there - and so'
    >>> normalise("cafe\\u0301 o\\ufb03ce don`t \\uff41")
    "café office don't a"
    >>> normalise(" \\u2003 ")
    ''
    """
    if not text.isascii():
        text = _OTHER_FORM.sub(lambda found: unicodedata.normalize("NFKC", found[0]), _UNSEEN.sub("", text))
    text = _APOSTROPHE.sub("'", text)
    if "<" in text or "[" in text:
        text = _LITERALS.sub(MASK, text)
    if "://" in text or "www." in text:
        text = _ADDRESS.sub(MASK, text)
    if "@" in text:
        text = _EMAIL.sub(MASK, text)
    text = _PHONE.sub(MASK, _IPV4.sub(MASK, text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    text = _HYPHENS.sub("-", text.translate(_FOLD))
    return _SPACES.sub(" ", text.replace("\u2026", "...")).strip(" ")
