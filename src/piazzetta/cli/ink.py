"""Text on a terminal: colour that can be left out, and how many columns text takes up."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

SGR = re.compile(r"\033\[[0-9;]*m")

BOLD, DIM = "1", "2"
ON_RED, ON_PINK, ON_BLUE, ON_YELLOW = "97;41", "30;105", "97;44", "30;103"
ON_GREEN, ON_CYAN = "30;42", "30;106"


@dataclass(frozen=True, slots=True)
class Ink:
    """Colours text, or leaves it plain; nothing may be told by colour alone."""

    on: bool

    def paint(self, text: str, style: str) -> str:
        """The text in that style."""
        return f"\033[{style}m{text}\033[0m" if self.on and style else text


def width(text: str) -> int:
    """How many columns the text takes up: styles take none, wide letters two."""
    return sum(map(_columns, SGR.sub("", text)))


@cache
def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def pad(text: str, columns: int) -> str:
    """The text, filled with blanks to that many columns."""
    return text + " " * (columns - width(text))


def cut(text: str, columns: int) -> str:
    """As much of a plain text as fits."""
    while width(text) > columns:
        text = text[:-1]
    return text
