"""The list of legal moves: numbered, the best first, narrowed to a card or a cell when asked.

1  B3@2,-1 B5@2,4     3 + 4 + 3 = 10      3  B3@2,-1            3 + 4 = 7
2  B5@2,4             4 + 4 = 8           4  B3@0,2             3
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from piazzetta.cli.boards import WIDTH
from piazzetta.cli.face import Worth
from piazzetta.cli.words import say
from piazzetta.rules.game import Legal

COLUMNS = 2
MOVE_COLUMNS = 18
ENTRY_COLUMNS = WIDTH // COLUMNS - 1

CARD, CELL = r"[A-Z][+-]?[0-9]", r"-?[0-9]+,-?[0-9]+"

_CARD_OR_CELL = re.compile(f"{CARD}|{CELL}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One move of the list."""

    number: int
    move: Any
    worth: str

    @property
    def parts(self) -> list[str]:
        """The words, cards and cells of the move's text."""
        return re.split("[ @]", str(self.move))

    def __str__(self) -> str:
        """Number, move and worth; where that is too long, only the sum of the worth."""
        start = f"{self.number:>3}  {self.move!s:<{MOVE_COLUMNS}} "
        fits = len(start + self.worth) <= ENTRY_COLUMNS
        return start + (self.worth if fits else self.worth.rpartition("= ")[2])


@dataclass(frozen=True, slots=True)
class Menu:
    """Moves in their order; those before `shown` have been listed. With a part, only its moves."""

    entries: tuple[Entry, ...]
    shown: int = 0
    part: str = ""

    def page(self, size: int) -> tuple["Menu", list[str]]:
        """The next so many entries as lines, and the menu after them."""
        upto = min(len(self.entries), self.shown + size)
        return replace(self, shown=upto), _lines(self.entries[self.shown : upto])

    def has_part(self, text: str) -> bool:
        """Whether it is a card, cell or word of some moves, and none of them a move by itself."""
        moves = [entry for entry in self.entries if text in entry.parts]
        return bool(moves) and all(str(entry.move) != text for entry in moves)

    def lacks(self, text: str) -> bool:
        """Whether it is a card or a cell that no move has."""
        return bool(_CARD_OR_CELL.fullmatch(text)) and not self.has_part(text)

    def narrowed(self, part: str) -> "Menu":
        """Only the moves with that card, cell or word."""
        return Menu(tuple(entry for entry in self.entries if part in entry.parts), part=part)

    @property
    def done(self) -> bool:
        """Whether every move has been listed."""
        return self.shown == len(self.entries)

    @property
    def example(self) -> str:
        """A card to narrow the list by; nothing where no move names one."""
        return next((part for part in self.entries[0].parts if re.fullmatch(CARD, part)), "")

    @property
    def forms(self) -> list[str]:
        """How the moves are written, the shortest first: `take`, `lay card@column,row`."""
        return sorted({_form(str(entry.move)) for entry in self.entries}, key=lambda f: (len(f), f))


def menu_of(legal: Sequence[Legal[Any]], worth: Callable[[Legal[Any]], Worth]) -> Menu:
    """All legal moves, those of greater worth first, else in the rules' order."""
    ranked = sorted(((worth(entry), entry.move) for entry in legal), key=lambda pair: -pair[0].rank)
    return Menu(
        tuple(Entry(i, move, value.text) for i, (value, move) in enumerate(ranked, start=1))
    )


def tidy(text: str) -> str:
    """The text as the notation has it: cards in capitals, words in small letters, blanks single."""
    text = re.sub(r"\s*([@,])\s*", r"\1", " ".join(text.lower().split()))
    return re.sub(r"\b[a-z](?=[0-9+-])", lambda letter: letter[0].upper(), text)


def _form(move: str) -> str:
    return re.sub(CARD, say("card"), re.sub(CELL, say("cell"), move))


def _lines(entries: Sequence[Entry]) -> list[str]:
    """In columns, to be read downwards."""
    height = -(-len(entries) // COLUMNS)
    rows = [entries[i::height] for i in range(height)]
    return ["  ".join(f"{entry!s:<{ENTRY_COLUMNS}}" for entry in row).rstrip() for row in rows]
