"""Names as people see them: written in one way only, and without what nobody sees.

Two names that look alike should be alike, and nobody should sit at a table without one.
"""

import re
import unicodedata

_JOINERS = "\u200c\u200d"
"""Some scripts and many pictures are written with them, between other characters."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""They are no format characters to Unicode, but nothing is to be seen of them."""
_SPACES = re.compile(" +")


def tidy(text: str) -> str:
    """The same name in its usual spelling; empty where nothing of it can be seen."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(_shown(one) for one in text)
    text = _SPACES.sub(" ", text).strip(f" {_JOINERS}")
    while text and _is_mark(text[0]):  # It would stand on whatever comes before the name.
        text = text[1:].lstrip(f" {_JOINERS}")
    return text if any(map(_is_seen, text)) else ""


def _shown(one: str) -> str:
    kind = unicodedata.category(one)
    if kind == "Zs":
        return " "
    return "" if one in _BLANK or (kind == "Cf" and one not in _JOINERS) else one


def _is_mark(one: str) -> bool:
    return unicodedata.category(one).startswith("M")


def _is_seen(one: str) -> bool:
    return unicodedata.category(one)[0] in "LNPS"
