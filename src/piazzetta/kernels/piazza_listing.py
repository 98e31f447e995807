"""Piazza's legal moves as people's clients get them: a JSON text, written by the kernels.

[{"move":"B3@2,-1 B5@2,4","brackets":[3,4],"points":7},{"move":"pass", …

Clients get this after every turn. To write it move by move in Python takes as long as to judge
and play the move that came before.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from piazzetta.kernels.jit import kernel, root_kernel
from piazzetta.kernels.piazza import Brackets, Moves
from piazzetta.kernels.piazza_board import total
from piazzetta.kernels.piazza_layout import KINDS, MOVES, ONE, ORIGIN, SECOND, START
from piazzetta.rules.piazza.cards import TEXTS

Text = npt.NDArray[np.uint8]

WIDEST: Final = 128
"""No move takes more bytes: two cards on cells of seven figures and a sign each, nine brackets."""

ROOM: Final = (MOVES + 1) * WIDEST
"""The bytes of any list."""


def constant(text: str) -> Text:
    """A text that kernels copy."""
    return np.frombuffer(text.encode(), np.uint8)


_MOVE = constant('{"move":"')
_START = constant("start ")
_PASS = constant("pass")
_BRACKETS = constant('","brackets":[')
_POINTS = constant('],"points":')
FACES = constant("".join(TEXTS[kind] for kind in KINDS))
"""The two letters of each kind of card."""
COMMA, OPEN, CLOSE, END = map(ord, ",[]}")
_MINUS, _ZERO, _SPACE, _AT = map(ord, "-0 @")


@kernel
def write(moves: Moves, brackets: Brackets, left: int, top: int, text: Text) -> int:
    """The list of these moves, on a table with that first column and row; its length."""
    text[0] = OPEN
    at = 1
    for number in range(len(moves)):
        if number:
            text[at] = COMMA
            at += 1
        at = _write_move(text, copied(text, at, _MOVE), moves[number], left - ORIGIN, top - ORIGIN)
        at = _write_brackets(text, copied(text, at, _BRACKETS), brackets[number])
        at = written(text, copied(text, at, _POINTS), total(brackets[number]))
        text[at] = END
        at += 1
    text[at] = CLOSE
    return at + 1


@kernel
def _write_move(text: Text, at: int, move: int, left: int, top: int) -> int:
    if move < 0:
        return copied(text, at, _PASS)
    if move >= START:
        return _write_card(text, copied(text, at, _START), move & ONE, left, top)
    at = _write_card(text, at, move & ONE, left, top)
    if move > ONE:
        text[at] = _SPACE
        at = _write_card(text, at + 1, move >> SECOND, left, top)
    return at


@kernel
def _write_card(text: Text, at: int, one: int, left: int, top: int) -> int:
    at = write_face(text, at, one >> 8)
    text[at] = _AT
    return write_cell(text, at + 1, one, left, top)


@kernel
def write_face(text: Text, at: int, kind: int) -> int:
    """A card; where the next byte goes."""
    text[at] = FACES[2 * kind]
    text[at + 1] = FACES[2 * kind + 1]
    return at + 2


@kernel
def write_cell(text: Text, at: int, cell: int, left: int, top: int) -> int:
    """Its column and row; where the next byte goes."""
    at = written(text, at, (cell >> 4 & 15) + left)
    text[at] = COMMA
    return written(text, at + 1, (cell & 15) + top)


@root_kernel
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
                text[at] = COMMA
                at += 1
            at = written(text, at, size)
    return at


@kernel
def written(text: Text, at: int, number: int) -> int:
    """A number in figures; where the next byte goes."""
    if number < 0:
        text[at] = _MINUS
        at, number = at + 1, -number
    if number > 9:  # seldom
        at = written(text, at, number // 10)
    text[at] = _ZERO + number % 10
    return at + 1


@kernel
def copied(text: Text, at: int, what: Text) -> int:
    """These bytes; where the next one goes."""
    for place in range(len(what)):
        text[at + place] = what[place]
    return at + len(what)


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    moves, brackets, text = np.zeros(1, np.int32), np.zeros(1, np.int64), np.empty(ROOM, np.uint8)
    write(moves, brackets, 0, 0, text)
