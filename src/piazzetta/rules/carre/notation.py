"""C'est Carré!'s moves as text, and the points of a round as records show them."""

import re

from piazzetta.rules.carre.cards import CARDS
from piazzetta.rules.carre.play import play
from piazzetta.rules.carre.state import (
    PASS,
    REVEAL,
    TAKE,
    Drop,
    Lay,
    Move,
    State,
    Swap,
)
from piazzetta.rules.chance import Chance
from piazzetta.rules.errors import NotAMoveError, quote
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import CELL_TEXT, Placed, parse_cell

_WORDS: dict[str, Move] = {"take": TAKE, "reveal": REVEAL, "pass": PASS}
_PLACED = re.compile(rf"(lay|swap) ([A-F](?:0|[+-][1-3]))@{CELL_TEXT}")
_DROP = re.compile(r"drop ([A-F](?:0|[+-][1-3]))")


def parse_move(text: str) -> Move:
    """The move that the text writes."""
    if text in _WORDS:
        return _WORDS[text]
    drop = _DROP.fullmatch(text)
    if drop and drop[1] in CARDS:
        return Drop(CARDS[drop[1]])
    match = _PLACED.fullmatch(text)
    cell = match and parse_cell(match[3], match[4])
    if not match or not cell or match[2] not in CARDS:
        hint = "write 'take', 'reveal', 'lay C+3@0,1', 'swap C+3@0,1', 'drop C+1' or 'pass'"
        raise NotAMoveError(f"{quote(text)} is no move of C'est Carré! (C-SOURCE); {hint}")
    kind = Lay if match[1] == "lay" else Swap
    return kind(Placed(CARDS[match[2]], cell))


def noted(state: State, move: Move, chance: Chance) -> tuple[State, str]:
    """The state after a move, and what it scored."""
    after = play(state, move, chance)
    return after, note(state, after)


def note(before: State, after: State) -> str:
    """`round 2: 12 -3, totals 24 9` for the move that ends a round, else nothing."""
    if before.round == after.round and not after.over:
        return ""
    won = [total - old for total, old in zip(after.totals, before.totals, strict=True)]
    return f"round {before.round}: {_numbers(won)}, totals {_numbers(after.totals)}"


def _numbers(values: list[int] | tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def legal_to_json(legal: Legal[Move]) -> dict[str, object]:
    """The referee's answer for one legal move."""
    return {"move": str(legal.move)}
