"""Piazza's legal moves as people's clients get them: a JSON text, written by the kernels.

[{"move":"B3@2,-1 B5@2,4","brackets":[3,4],"points":7},{"move":"pass", …

Clients get this after every turn. To write it move by move in Python takes as long as to judge
and play the move that came before.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.jit import kernel
from piazzetta.kernels.piazza import Brackets, Moves, clear, legal_moves
from piazzetta.kernels.piazza_board import lay_cards, total
from piazzetta.kernels.piazza_layout import (
    BITS,
    HAND,
    IN_HAND,
    KINDS,
    MOVES,
    ONE,
    ORIGIN,
    SECOND,
    START,
    STATE,
    State,
)
from piazzetta.rules.piazza.cards import TEXTS

Text = npt.NDArray[np.uint8]

WIDEST: Final = 128
"""No move takes more bytes: two cards on cells of seven figures and a sign each, nine brackets."""

ROOM: Final = (MOVES + 1) * WIDEST
"""The bytes of any list."""


def _constant(text: str) -> Text:
    return np.frombuffer(text.encode(), np.uint8)


_MOVE = _constant('{"move":"')
_START = _constant("start ")
_PASS = _constant("pass")
_BRACKETS = _constant('","brackets":[')
_POINTS = _constant('],"points":')
_CARDS = _constant("".join(TEXTS[kind] for kind in KINDS))
_COMMA, _MINUS, _ZERO, _SPACE, _AT = map(ord, ",-0 @")
_OPEN, _CLOSE, _END = map(ord, "[]}")


@kernel
def write_play(cards: State, held: int, left: int, top: int, text: Text) -> int:
    """The list of every legal move, on a table with that first column and row; its length. So many
    of the cards are in hand, and the others lie there. All in one call: each costs as much as the
    work in it, and to hand back an array several times that."""
    bits, state = np.empty(BITS, np.uint64), np.empty(STATE, np.int32)
    clear(bits, state)
    state[IN_HAND] = held
    for place in range(held):
        state[HAND + place] = cards[place]
    lay_cards(bits, state, cards[held:])
    moves, brackets = np.empty(MOVES, np.int32), np.empty(MOVES, np.int64)
    count = legal_moves(bits, state, moves, brackets)
    return write(moves[:count], brackets[:count], left, top, text)


@kernel
def write(moves: Moves, brackets: Brackets, left: int, top: int, text: Text) -> int:
    """The list of these moves, on a table with that first column and row; its length."""
    text[0] = _OPEN
    at = 1
    for number in range(len(moves)):
        if number:
            text[at] = _COMMA
            at += 1
        at = _write_move(text, _copied(text, at, _MOVE), moves[number], left - ORIGIN, top - ORIGIN)
        at = _write_brackets(text, _copied(text, at, _BRACKETS), brackets[number])
        at = _written(text, _copied(text, at, _POINTS), total(brackets[number]))
        text[at] = _END
        at += 1
    text[at] = _CLOSE
    return at + 1


@kernel
def _write_move(text: Text, at: int, move: int, left: int, top: int) -> int:
    if move < 0:
        return _copied(text, at, _PASS)
    if move >= START:
        return _write_card(text, _copied(text, at, _START), move & ONE, left, top)
    at = _write_card(text, at, move & ONE, left, top)
    if move > ONE:
        text[at] = _SPACE
        at = _write_card(text, at + 1, move >> SECOND, left, top)
    return at


@kernel
def _write_card(text: Text, at: int, one: int, left: int, top: int) -> int:
    kind = one >> 8
    text[at] = _CARDS[2 * kind]
    text[at + 1] = _CARDS[2 * kind + 1]
    text[at + 2] = _AT
    at = _written(text, at + 3, (one >> 4 & 15) + left)
    text[at] = _COMMA
    return _written(text, at + 1, (one & 15) + top)


@kernel
def _write_brackets(text: Text, at: int, brackets: int) -> int:
    """In ascending order: of each size there are as many as the four bits for it count."""
    counts = 0
    while brackets:
        counts += 1 << 4 * (brackets & 15)
        brackets >>= 4
    first = at
    for size in range(1, 15):
        for _ in range(counts >> 4 * size & 15):
            if at > first:
                text[at] = _COMMA
                at += 1
            at = _written(text, at, size)
    return at


@kernel
def _written(text: Text, at: int, number: int) -> int:
    """A number in figures; where the next byte goes."""
    if number < 0:
        text[at] = _MINUS
        at, number = at + 1, -number
    if number > 9:  # seldom
        at = _written(text, at, number // 10)
    text[at] = _ZERO + number % 10
    return at + 1


@kernel
def _copied(text: Text, at: int, what: Text) -> int:
    for place in range(len(what)):
        text[at + place] = what[place]
    return at + len(what)


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    moves, brackets, text = np.zeros(1, np.int32), np.zeros(1, np.int64), np.empty(ROOM, np.uint8)
    write(moves, brackets, 0, 0, text)
    write_play(np.empty(0, np.int32), 0, 0, 0, text)
