"""Piazza's moves as text, and the points of a move as records show them."""

import re
from functools import lru_cache

from piazzetta.rules.chance import Chance
from piazzetta.rules.errors import NotAMoveError, quote
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import CELL_TEXT, Placed, parse_cell
from piazzetta.rules.piazza.cards import CARDS, Card
from piazzetta.rules.piazza.play import play_scored
from piazzetta.rules.piazza.state import PASS, Lay, Move, Start, State

_PLACED = re.compile(rf"([A-Z][0-9])@{CELL_TEXT}")
_WIDEST = len("B3@-1234567,-1234567")
"""Nothing longer is remembered."""


def parse_move(text: str) -> Move:
    """The move that the text writes; two cards may come in either order."""
    if text == "pass":
        return PASS
    if text.startswith("start "):
        return Start(_parse_placed(text.removeprefix("start "), text))
    cards = [_parse_placed(part, text) for part in text.split(" ", 2)]
    if len(cards) > 2:
        raise NotAMoveError(f"{quote(text)} has more than two cards; P-PLAY allows two")
    return Lay(tuple(sorted(cards)))


def _parse_placed(part: str, text: str) -> Placed[Card]:
    placed = _placed(part) if len(part) <= _WIDEST else None
    if not placed:
        hint = "write 'B3@2,-1', 'B3@2,-1 B5@2,4', 'start B3@0,1' or 'pass'"
        raise NotAMoveError(f"{quote(text)} is no move of Piazza (P-PLAY); {hint}")
    return placed


@lru_cache(maxsize=8192)
def _placed(part: str) -> Placed[Card] | None:
    """The same few cards on the same few cells come again and again; None for anything else."""
    match = _PLACED.fullmatch(part)
    cell = match and parse_cell(match[2], match[3])
    if not match or not cell or match[1] not in CARDS:
        return None
    return Placed(CARDS[match[1]], cell)


def noted(state: State, move: Move, chance: Chance) -> tuple[State, str]:
    """The state after a move, and what it scored: `3 + 4 = 7`, `5`, or nothing."""
    after, brackets = play_scored(state, move, chance)
    return after, arithmetic(brackets)


@lru_cache(maxsize=1024)
def arithmetic(brackets: tuple[int, ...]) -> str:
    """The sizes and their sum."""
    total = [f"= {sum(brackets)}"] if len(brackets) > 1 else []
    return " ".join([" + ".join(map(str, brackets)), *total])


def legal_to_json(legal: Legal[Move]) -> dict[str, object]:
    """The referee's answer for one legal move."""
    return {
        "move": str(legal.move),
        "brackets": list(legal.brackets),
        "points": legal.points,
    }
